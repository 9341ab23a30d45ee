"""How soon analyses and reviews answer, and whether they delay anybody: the time to the first line of an analysis, answers to moves
while 20 analyses run, and the review of an 80-ply game of English checkers. Prints the figures with the load of the machine; exit
code 1 if one is above its goal.

    CROWNHEAD=build/release/apps/cli/crownhead python3 tests/soak/analysis_load.py --seconds 20
"""

import argparse
import os
import random
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.server import Server  # noqa: E402
from support.websocket import RemoteError  # noqa: E402

HUMAN = {"kind": "human"}
GAMES = ["english", "international", "russian", "frisian", "canadian"]


def processor_seconds(server):
    """That the program has used; on a quiet machine a review, which has one thread, takes as long by the clock."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(times, part):
    return sorted(times)[int(part * (len(times) - 1))]


def first_lines(server, count):
    """Seconds from asking for an analysis to its first line, each of a new board."""
    times = []
    for number in range(count):
        page = server.connect()
        table = page.ask("new", game=GAMES[number % len(GAMES)], black=HUMAN, white=HUMAN)["table"]["id"]
        begun = time.monotonic()
        page.ask("analyse", table=table, node=0, lines=3)
        while not page.event("analysis")["lines"]:
            pass
        times.append(time.monotonic() - begun)
        page.close()
    return times


def analysing(server, number, over):
    """A page with an analysis board, which goes on to another position now and then."""
    page = server.connect()
    table = page.ask("new", game=GAMES[number % len(GAMES)], black=HUMAN, white=HUMAN)["table"]["id"]
    node = 0
    while not over.is_set():
        page.ask("analyse", table=table, node=node, lines=1 + number % 5)
        over.wait(2)
        node = page.ask("add-move", table=table, node=node, index=0)["node"] if node < 30 else 0
    page.close()


def playing(server, number, over, times):
    """Somebody who moves about once a second."""
    dice = random.Random(number)
    page = server.connect()
    while not over.is_set():
        table = page.ask("new", game=GAMES[number % len(GAMES)], black=HUMAN, white=HUMAN)["table"]["id"]
        for node in range(60):
            if over.wait(dice.uniform(0, 2)):
                break
            begun = time.monotonic()
            try:
                page.ask("move", table=table, node=node, index=0)
            except RemoteError:
                break  # the game is over, or the move was a pass
            times.append(time.monotonic() - begun)
        page.ask("close", table=table)
    page.close()


def moves_beside_analyses(server, analyses, people, seconds):
    over = threading.Event()
    times = []
    pages = [threading.Thread(target=analysing, args=(server, number, over)) for number in range(analyses)]
    pages += [threading.Thread(target=playing, args=(server, number, over, times)) for number in range(people)]
    for page in pages:
        page.start()
    time.sleep(seconds)
    over.set()
    for page in pages:
        page.join()
    return times


def random_game(page, plies, seed):
    """A game of so many plies, moves by chance."""
    while True:
        dice = random.Random(seed)
        table = page.ask("new", game="english", black=HUMAN, white=HUMAN)["table"]["id"]
        for node in range(plies):
            view = page.ask("view", table=table, node=node)
            if not view["legal"]:
                break
            page.ask("move", table=table, node=node, index=dice.randrange(len(view["legal"])))
        else:
            return table
        seed += 1


def review(server, plies, seed):
    """Seconds to the first report on the whole game, which the first sentence is made of, and to the end: of the processor, and by
    the clock."""
    page = server.connect()
    table = random_game(page, plies, seed)
    used, begun = processor_seconds(server), time.monotonic()
    page.ask("review", table=table)
    first = None
    while True:
        said = page.event("table")["set"].get("review")
        if not said:
            continue
        if first is None and len(said["moves"]) == said["of"]:
            first = processor_seconds(server) - used, time.monotonic() - begun
        if said["state"] == "done":
            page.close()
            return first, (processor_seconds(server) - used, time.monotonic() - begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--analyses", type=int, default=20)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--reviews", type=int, default=3)
    options = parser.parse_args()
    good = True

    def figure(what, measured, goal, unit="s", factor=1.0):
        nonlocal good
        good = good and measured <= goal
        print(f"{what}: {factor * measured:.3g} {unit} (goal {factor * goal:g} {unit})", flush=True)

    server = Server("--log-level", "warning")
    try:
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
        times = first_lines(server, 20)
        figure(f"first line of an analysis, median of {len(times)}", share(times, 0.5), 0.3)
        figure("  the slowest", max(times), 0.3)
        reviews = [review(server, 80, 1 + 1000 * number) for number in range(options.reviews)]
        for what, index, goal in [("first sentence", 0, 2), ("whole", 1, 20)]:
            figure(f"review of an 80-ply game, {what}, slowest of {len(reviews)}, processor time",
                   max(one[index][0] for one in reviews), goal)
            print(f"  by the clock {max(one[index][1] for one in reviews):.3g} s", flush=True)
        times = moves_beside_analyses(server, options.analyses, options.people, options.seconds)
        figure(f"{len(times)} moves beside {options.analyses} analyses, 99 % within", share(times, 0.99), 0.05, "ms", 1000)
        print(f"  median {1000 * share(times, 0.5):.2g} ms; load {os.getloadavg()[0]:.1f} afterwards")
    finally:
        server.end()
        server.cleanup()
    return good


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
