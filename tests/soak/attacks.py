"""What other pages feel of an attack: the times of a page that plays and looks at positions, alone and beside each attack.

    CROWNHEAD=build/release/apps/cli/crownhead python3 tests/soak/attacks.py --seconds 20

Attackers are processes of their own. Exit code 1 if 99 % of the answers beside an attack take more than 50 ms; on a busy machine
compare with the line "nothing".
"""

import argparse
import multiprocessing
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.server import Server  # noqa: E402
from support.websocket import Closed, RemoteError, WebSocket  # noqa: E402

HUMAN = {"kind": "human"}
GOAL = 0.050
IMMENSE = "W:WK34:BK4,K8,K9,K10,K11,K13,K17,K22,K24,K27,K28,K29,K30,K31,K33,K35,K39,K42,K46,K48"
COSTLY = "W:WK26,K45:BK4,K8-13,K17,K18,K22,K24,K27,K28,K30,K31,K33,K35,K39,K42,K48"  # little less than what is refused
BECOMES_IMMENSE = "B:WK26,K45:BK4,K8,K9,K11-13,K17,K22-24,K27-31,K33,K35,K39,K42,K48"
THIRTY_KINGS = "W:WK43-72:BK1-30"
GAME = '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 *\n\n'


def board(fen, squares):
    """The board of a request `check`, from a FEN of kings alone."""
    cells = ["e"] * squares
    for part in fen.split(":")[1:]:
        for item in part[1:].replace("K", "").split(","):
            first, _, last = item.partition("-")
            for square in range(int(first), int(last or first) + 1):
                cells[square - 1] = part[0].upper()
    return "".join(cells)


def new(page, game, fen=None):
    return page.ask("new", game=game, black=HUMAN, white=HUMAN, **({"fen": fen} if fen else {}))["table"]["id"]


def check(page):
    while True:
        for fen in (IMMENSE, COSTLY):
            ask(page, "check", game="frisian", board=board(fen, 50), turn="white")


def open_immense(page):
    while True:
        ask(page, "new", game="frisian", fen=IMMENSE, black=HUMAN, white=HUMAN)


def open_costly(page):
    table = new(page, "frisian", COSTLY)
    while True:
        ask(page, "view", table=table, node=0)
        ask(page, "export", table=table, format="pdn")


def play_to_immense(page):
    table = new(page, "frisian", BECOMES_IMMENSE)
    count = len(page.ask("view", table=table, node=0)["legal"])
    while True:
        for index in range(count):
            ask(page, "move", table=table, node=0, index=index)
            ask(page, "undo", table=table)


def hints(page):
    table = new(page, "canadian", THIRTY_KINGS)
    while True:
        ask(page, "hint", table=table, node=0)


def texts(page):
    text = GAME * (60_000 // len(GAME))
    while True:
        ask(page, "read", text=text)


def nonsense(page):
    while True:
        ask(page, "move", table="zzzzzzzzzz", node=0, index=0)


ATTACKS = {"nothing": None, "checks": check, "set-ups": open_immense, "costly views": open_costly, "play": play_to_immense,
           "hints": hints, "texts": texts, "nonsense": nonsense}


def ask(page, action, **fields):
    try:
        page.ask(action, **fields)
    except RemoteError:
        pass


def attack(port, work):
    while True:
        page = WebSocket(port)
        page.receive()
        try:
            work(page)
        except (Closed, OSError):
            time.sleep(0.01)  # closed for sending too much


def times_of_a_page(server, seconds):
    page = server.connect()
    table = new(page, "english")
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for action, fields in (("move", {"node": 0, "index": 0}), ("view", {"node": 1}), ("undo", {})):
            begun = time.monotonic()
            page.ask(action, table=table, **fields)
            times.append(time.monotonic() - begun)
            time.sleep(0.02)
    page.close()
    return sorted(times)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=10, help="for each attack")
    parser.add_argument("--attackers", type=int, default=4)
    parser.add_argument("--only", choices=list(ATTACKS))
    options = parser.parse_args(arguments)
    good = True
    for name, work in ATTACKS.items():
        if options.only and name not in (options.only, "nothing"):
            continue
        server = Server("--workers", "2", "--log-level", "off")
        attackers = [multiprocessing.Process(target=attack, args=(server.port, work), daemon=True)
                     for _ in range(options.attackers if work else 0)]
        for attacker in attackers:
            attacker.start()
        times = times_of_a_page(server, options.seconds)
        for attacker in attackers:
            attacker.kill()
            attacker.join()
        server.end()
        server.cleanup()
        late = times[int(0.99 * (len(times) - 1))]
        good = good and (late <= GOAL or work is None)
        print(f"{name:14} {len(times):6} answers: median {1000 * times[len(times) // 2]:6.1f} ms, "
              f"99 % within {1000 * late:6.1f} ms, longest {1000 * times[-1]:6.1f} ms", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
