"""The shell scripts: work that takes long gives a sign of life, and what cannot be fetched is reported at once."""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Far more than any of these needs; a script that hangs fails here.
SECONDS = 120


def program(folder, name, text):
    path = folder / name
    path.write_text("#!/bin/bash\n" + text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


class ScriptsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.clone = self.folder / "clone"
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        (self.clone / "web").mkdir(parents=True)
        shutil.copytree(ROOT / "scripts", self.clone / "scripts")
        for name in ["play", "check", "CMakePresets.json"]:
            shutil.copy(ROOT / name, self.clone / name)
        (self.clone / "web" / "package.json").write_text("{}", encoding="utf-8")
        (self.clone / "web" / "package-lock.json").write_text("{}", encoding="utf-8")
        program(self.programs, "id", "echo 0\n")
        program(self.programs, "dpkg-query", 'for p in "${@:4}"; do echo "installed $p"; done\n')
        program(self.programs, "cmake", "mkdir -p build/release; touch build/release/build.ninja\n")

    def run_script(self, *arguments):
        return subprocess.run(
            arguments,
            cwd=self.clone,
            env={**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}", "PROGRESS_SECONDS": "1"},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    def test_packages_that_cannot_be_installed(self):
        program(self.programs, "dpkg-query", "exit 1\n")
        program(self.programs, "apt-get", 'echo "E: Failed to fetch, $*"; exit 100\n')
        result = self.run_script("./play")
        self.assertEqual(result.returncode, 1)
        self.assertIn("E: Failed to fetch", result.stderr)
        self.assertIn("setup: apt-get update failed; wanted: g++", result.stderr)
        self.assertNotIn("building", result.stderr)
        # A server that does not answer is not waited for.
        self.assertIn("Acquire::http::Timeout=10", result.stderr)
        self.assertIn("Acquire::Retries=1", result.stderr)

    def test_installing_gives_signs_of_life(self):
        program(self.programs, "dpkg-query", "exit 1\n")
        program(self.programs, "apt-get", 'echo "Get: 1 $*"; sleep 2.5\n')
        result = self.run_script("scripts/setup", "build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"setup: apt-get update: \d+ s: Get: 1")
        self.assertRegex(result.stderr, r"setup: apt-get install: \d+ s: Get: 1")

    def test_play_reports_a_failed_download_while_the_compiler_works(self):
        program(self.programs, "npm", 'echo "npm ERR! network $*"; exit 1\n')
        program(self.programs, "ninja", "echo '[1/9] Compiling'; exec sleep 600\n")
        result = self.run_script("./play")
        self.assertEqual(result.returncode, 1)
        self.assertIn("npm ERR! network", result.stderr)
        self.assertIn("--fetch-retries=1", result.stderr)
        self.assertEqual(result.stderr.splitlines()[-1], "play: the page could not be built")

    def test_play_gives_signs_of_life_and_starts_the_program(self):
        program(self.programs, "npm", "mkdir -p node_modules dist; touch node_modules/.package-lock.json dist/index.html\n")
        program(self.programs, "ninja", "echo '[1/9] Compiling'; sleep 2.5; echo '[9/9] Linking'\n")
        (self.clone / "build" / "release" / "apps" / "cli").mkdir(parents=True)
        program(self.clone / "build" / "release" / "apps" / "cli", "crownhead", 'echo "crownhead $*"\n')
        result = self.run_script("./play", "mini", "--side", "white")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"play: \d+ s: \[1/9\] Compiling")
        self.assertEqual(result.stdout, "crownhead play mini --side white\n")

    def test_play_shows_what_the_compiler_said(self):
        program(self.programs, "npm", "mkdir -p node_modules dist; touch node_modules/.package-lock.json dist/index.html\n")
        program(self.programs, "ninja", "echo '[1/9] Compiling'; echo 'a.cpp:1: error: no'; exit 1\n")
        result = self.run_script("./play")
        self.assertEqual(result.returncode, 1)
        self.assertIn("a.cpp:1: error: no", result.stderr)
        self.assertEqual(result.stderr.splitlines()[-1], "play: the build failed")

    def test_check_names_the_step_that_failed(self):
        program(self.programs, "dpkg-query", "exit 1\n")
        program(self.programs, "apt-get", "echo 'E: no network'; exit 100\n")
        result = self.run_script("./check")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr.splitlines()[-1], r"^check: FAILED in step 1/\d+: packages")
        self.assertEqual(self.run_script("./check", "--quick").returncode, 2)

    def test_commits_say_what_became_of_the_bench_number(self):
        def git(*arguments):
            return subprocess.run(["git", *arguments], cwd=self.clone, capture_output=True, text=True, check=True).stdout.strip()

        def commit(message):
            git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--allow-empty", "-m", message)
            return git("rev-parse", "HEAD")

        git("init", "--quiet")
        first = commit("Begin\n\nNo functional change")
        commit("Prune more\n\nWhy.\n\nBench: 123")
        commit("Rename\n\nBench unchanged")
        result = self.run_script("scripts/commits", first)
        self.assertEqual((result.returncode, result.stdout), (0, "123\n"))
        commit("Change something\n\nNo functional change")
        result = self.run_script("scripts/commits", first)
        self.assertEqual(result.returncode, 1)
        self.assertIn("Change something", result.stderr)
        # A clone without history.
        result = self.run_script("scripts/commits", "0" * 40)
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertIn("no history", result.stderr)


if __name__ == "__main__":
    unittest.main()
