"""A campaign against the server: pages of every kind, while it is killed at random. Afterwards every acknowledged change is
looked up in the library.

    CROWNHEAD=build/release/apps/cli/crownhead python3 tests/soak/soak.py --minutes 60 --pages 300 --kills 200 --seed 1

The kills are in the first two thirds of the time. In the last third the same program goes on: after a while for warming up its
memory is looked at again and again, and the second half of what was seen is compared with the first. The times of the answers
are those of the last third too; the pages are threads of one process, so with hundreds of them they tell more of that process
than of the server.

The same seed makes the same pages; what they meet depends on the moment. Exit code 1 if something was lost, the memory grew by
more than a tenth (in five minutes or more), the server did not end in three seconds, or /health said that something is wrong.
"""

import argparse
import http.client
import random
import signal
import socket
import sqlite3
import statistics
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.server import Server  # noqa: E402
from support.websocket import Closed, Refused, RemoteError  # noqa: E402

MOST_SECONDS_TO_END = 3.5  # three, and what the system takes to notice
HUMAN = {"kind": "human"}
COMPUTER = {"kind": "computer", "player": "edge"}
GAMES = ["english", "international", "frisian", "russian", "mini", "suicide-6"]
PDN = '[Event "soak {number}"]\n[GameType "21"]\n1. 11-15 23-19 2. 8-11 22-17 *\n'
BROKEN = [
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n",
]
NONSENSE = ['{"id":1,"do":"move"}', "[]", "{", '{"id":1,"do":"new","game":"chess"}', '{"id":"x"}', "null", '{"id":1,"do":"open","table":"zzzzzzzzzz"}']


class Campaign:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.server = Server("--workers", "2", "--log-level", "warning")
        self.data = self.server.data
        self.first = self.server
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.moves = {}  # by table: moves that were acknowledged
        self.names = {}  # by table: the name that was acknowledged last
        self.latencies = defaultdict(list)  # by kind of page, seconds
        self.problems = []
        self.used = []  # memory and descriptors, again and again, after the last kill
        self.settled = False  # the last kill is over
        self.kills = 0
        self.before = self.after = 0

    def ask(self, kind, page, action, **fields):
        begun = time.monotonic()
        settled = self.settled
        answer = page.ask(action, **fields)
        if settled:
            with self.lock:
                self.latencies[kind].append(time.monotonic() - begun)
        return answer

    # ---- Pages; each goes on until the server or the campaign ends

    def player(self, dice, page):
        kind = "player"
        while not self.over.is_set():
            game = dice.choice(GAMES)
            table = self.ask(kind, page, "new", game=game, black=HUMAN, white=HUMAN)["table"]["id"]
            with self.lock:
                self.moves[table] = 0
            name = f"soak {dice.randrange(10**9)}"
            self.ask(kind, page, "rename", table=table, name=name)
            with self.lock:
                self.names[table] = name
            for node in range(dice.randrange(5, 60)):
                if self.over.wait(dice.uniform(0, 2 * self.options.pause)):
                    return
                try:
                    self.ask(kind, page, "move", table=table, node=node, index=0)
                except RemoteError:
                    break  # the game is over, or the move was a pass
                with self.lock:
                    self.moves[table] = node + 1
            self.ask(kind, page, "close", table=table)

    def watcher(self, dice, page):
        while not self.over.wait(dice.uniform(0, 4 * self.options.pause)):
            with self.lock:
                tables = list(self.moves)
            if not tables:
                continue
            table = dice.choice(tables)
            try:
                self.ask("watcher", page, "open", table=table)
                self.ask("watcher", page, "export", table=table, format="pdn")
                self.ask("watcher", page, "close", table=table)
            except RemoteError as error:
                if error.code == "failed":
                    self.problem(f"{table} cannot be opened: {error}")

    def searcher(self, dice, page):
        while not self.over.wait(dice.uniform(0, 4 * self.options.pause)):
            fields = dice.choice([{}, {"text": "soak"}, {"text": str(dice.randrange(1000))}, {"game": dice.choice(GAMES)}])
            answer = self.ask("searcher", page, "library", limit=25, **fields)
            if answer["next"]:
                self.ask("searcher", page, "library", limit=25, after=answer["next"], **fields)

    def importer(self, dice, page):
        while not self.over.wait(dice.uniform(0, 8 * self.options.pause)):
            text = PDN.format(number=dice.randrange(10**9))
            table = self.ask("importer", page, "import", text=text, number=0, game="english")["table"]
            with self.lock:
                self.moves[table["id"]] = 4
            self.ask("importer", page, "close", table=table["id"])

    def computer(self, dice, page):
        while not self.over.wait(dice.uniform(0, 8 * self.options.pause)):
            table = self.ask("computer", page, "new", game="mini", black=COMPUTER, white=COMPUTER)["table"]["id"]
            self.ask("computer", page, "play", table=table, delay=0)
            self.over.wait(dice.uniform(0, 8 * self.options.pause))
            self.ask("computer", page, "close", table=table)

    def abuser(self, dice, page):
        while not self.over.wait(dice.uniform(0, 8 * self.options.pause)):
            page.send(dice.choice(NONSENSE))
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as peer:
                peer.settimeout(10)
                peer.sendall(dice.choice(BROKEN))
                peer.recv(100)

    # ---- The campaign

    def problem(self, text):
        with self.lock:
            self.problems.append(text)

    def run_page(self, number):
        kinds = [self.player, self.player, self.player, self.watcher, self.searcher, self.importer, self.computer, self.abuser]
        work = kinds[number % len(kinds)]
        dice = random.Random(self.options.seed * 1_000_003 + number)
        while not self.over.is_set():
            try:
                page = self.server.connect()
            except (OSError, Closed, Refused):
                self.over.wait(0.05)
                continue
            try:
                work(dice, page)
            except (OSError, Closed):
                pass  # it was killed, or has closed an abuser
            except RemoteError as error:
                if error.code == "failed":
                    self.problem(f"{work.__name__}: {error}")
            except Exception as error:  # what a page does not expect is what the campaign looks for
                self.problem(f"{work.__name__}: {error!r}")
            finally:
                page.close()

    def kill(self):
        self.server.end(signal.SIGKILL)
        self.server = Server("--workers", "2", "--log-level", "warning", data=self.data)
        self.kills += 1

    def run(self):
        seconds = 60 * self.options.minutes
        begun = time.monotonic()
        at = sorted(self.random.uniform(0, seconds * 2 / 3) for _ in range(self.options.kills))
        pages = [threading.Thread(target=self.run_page, args=(number,)) for number in range(self.options.pages)]
        for page in pages:
            page.start()
        for moment in at:
            time.sleep(max(0, begun + moment - time.monotonic()))
            self.kill()
        left = begun + seconds - time.monotonic()
        time.sleep(max(0, left / 4))
        self.settled = True
        while (left := begun + seconds - time.monotonic()) > 0:
            self.used.append((self.server.memory(), self.server.descriptors()))
            self.watch()
            time.sleep(max(0, min(left, seconds / 120)))
        self.over.set()
        for page in pages:
            page.join()
        code, _, _, took = self.server.end(signal.SIGTERM)
        if code != 0:
            self.problem(f"the server ended with code {code}")
        if took > MOST_SECONDS_TO_END:
            self.problem(f"the server ended after {took:.1f} s")
        self.look_up()
        self.compare()
        self.report(took)
        self.first.cleanup()
        self.server.cleanup()
        return not self.problems

    def watch(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request("GET", "/health")
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if answer.status != 200:
            self.problem(f"/health: {text.strip()}")

    def compare(self):
        memory = [bytes_used for bytes_used, _ in self.used]
        half = len(memory) // 2
        if half == 0:
            return
        self.before, self.after = statistics.median(memory[:half]), statistics.median(memory[half:])
        if self.options.minutes >= 5 and self.after > 1.1 * self.before:
            self.problem(f"the memory grew from {self.before / 1e6:.0f} to {self.after / 1e6:.0f} MB")

    def look_up(self):
        library = sqlite3.connect(self.data / "crownhead.db")
        found = dict(library.execute("SELECT table_id, count(*) FROM moves GROUP BY table_id"))
        names = dict(library.execute("SELECT id, name FROM games"))
        for table, moves in self.moves.items():
            if found.get(table, 0) < moves:
                self.problem(f"{table}: {moves} moves were acknowledged, {found.get(table, 0)} are kept")
        for table, name in self.names.items():
            if names.get(table) != name:
                self.problem(f"{table}: the name {name} was acknowledged, {names.get(table)} is kept")
        if (check := library.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            self.problem(f"the library: {check}")
        library.close()

    def report(self, took):
        print(f"{self.options.pages} pages, {self.kills} kills, {sum(self.moves.values())} moves acknowledged "
              f"at {len(self.moves)} tables; ended in {took:.1f} s")
        for kind, times in sorted(self.latencies.items()):
            times.sort()
            print(f"  {kind:10} {len(times):8} answers: median {1000 * times[len(times) // 2]:7.1f} ms, "
                  f"99 % within {1000 * times[int(0.99 * (len(times) - 1))]:7.1f} ms")
        if self.before:
            print(f"  memory after the last kill: {self.before / 1e6:.1f} MB, later {self.after / 1e6:.1f} MB, at the end "
                  f"{self.used[-1][0] / 1e6:.1f} MB; {max(count for _, count in self.used)} descriptors at most")
        for problem in self.problems[:20]:
            print(f"PROBLEM {problem}")
        print("nothing lost" if not self.problems else f"{len(self.problems)} problems")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two requests of a page, on average")
    parser.add_argument("--seed", type=int, default=1)
    return Campaign(parser.parse_args(arguments)).run()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
