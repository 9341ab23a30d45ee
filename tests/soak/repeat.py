"""Runs tests again and again, beside busy loops if wanted, and says how often each failed.

    python3 tests/soak/repeat.py --times 100 --busy 4 build/dev/tests/test_server 'Threads*:ServiceClockTest*'
    python3 tests/soak/repeat.py --times 10 -- node --test tests/browser/people_test.mjs

The first form runs the tests of one program of GoogleTest, each in a process of its own; the second any command.
"""

import argparse
import multiprocessing
import subprocess
import sys
import time


def spin():
    while True:
        pass


def tests_of(program, pattern):
    out = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={pattern}"], check=True, capture_output=True, text=True)
    names, suite = [], ""
    for line in out.stdout.splitlines():
        if not line.startswith(" ") and line.strip().endswith("."):
            suite = line.strip()
        elif line.startswith(" "):
            names.append(suite + line.split("#")[0].strip())
    return names


def commands(options):
    if "--" in options.command:
        return {" ".join(options.command[1:]): options.command[options.command.index("--") + 1:]}
    program, pattern = options.command
    return {name: [program, f"--gtest_filter={name}", "--gtest_brief=1"] for name in tests_of(program, pattern)}


def repeat(command, times, timeout, folder):
    failures, longest = [], 0.0
    for _ in range(times):
        begun = time.monotonic()
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, cwd=folder)
            if done.returncode != 0:
                failures.append(done.stdout)
        except subprocess.TimeoutExpired:
            failures.append(f"not done after {timeout} s")
        longest = max(longest, time.monotonic() - begun)
    return failures, longest


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--busy", type=int, default=0, help="busy loops beside them")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one run")
    parser.add_argument("--folder", help="to run in; tests read their data from tests/")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="PROGRAM PATTERN, or -- and any command")
    options = parser.parse_args()
    if "--" not in options.command and len(options.command) != 2:
        parser.error("expected PROGRAM PATTERN, or -- and a command")
    all_commands = commands(options)
    if not all_commands:
        parser.error("no such test")
    loops = [multiprocessing.Process(target=spin, daemon=True) for _ in range(options.busy)]
    for loop in loops:
        loop.start()
    failed = 0
    for name, command in all_commands.items():
        failures, longest = repeat(command, options.times, options.timeout, options.folder)
        failed += len(failures)
        print(f"{name}: {options.times - len(failures)} of {options.times} passed, longest {longest:.1f} s", flush=True)
        if failures:
            print(failures[0][-3000:], flush=True)
    for loop in loops:
        loop.kill()
    print("all passed" if failed == 0 else f"{failed} runs failed")
    return failed == 0


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
