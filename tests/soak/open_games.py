"""What the server holds after every game was opened: a table with a computer and a hint in each, its endgames built, and all
tables still open. Prints descriptors (besides pages) and memory; exit code 1 if they are above the goals.

    CROWNHEAD=build/release/apps/cli/crownhead python3 tests/soak/open_games.py --data FOLDER

The first call makes the endgames in FOLDER, which takes minutes; later ones only open them.
"""

import argparse
import http.client
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.server import Server  # noqa: E402
from support.websocket import RemoteError  # noqa: E402

HUMAN = {"kind": "human"}
COMPUTER = {"kind": "computer", "player": "engine:level=3"}
GAMES_OF_A_PAGE = 8
MOST_DESCRIPTORS = 64
MOST_MEGABYTES = 300


def figures(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return {name: float(value) for name, value in re.findall(r"^crownhead_(\S+) (\S+)$", text, re.MULTILINE)}


def megabytes(server, what):
    text = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(rf"{what}:\s+(\d+) kB", text)[1]) / 1000


def play(page, game):
    table = page.ask("new", game=game, white=HUMAN, black=COMPUTER)["table"]["id"]
    try:
        page.ask("hint", table=table, node=0)
    except RemoteError:
        pass  # the computer begins


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--data", help="a folder that is kept; a new one by default")
    options = parser.parse_args()
    begun = time.monotonic()
    server = Server("--log-level", "warning", data=options.data, endgames=True)
    pages = [server.connect()]
    games = [game["name"] for game in pages[0].hello["games"]]
    for number, game in enumerate(games):
        if number % GAMES_OF_A_PAGE == 0 and number > 0:
            pages.append(server.connect())
        play(pages[-1], game)
    while figures(server).get('job_count{kind="endgames"}', 0) < len(games):
        time.sleep(0.2)
    now = figures(server)
    descriptors = now["descriptors"] - len(pages) - 1  # the last is of the request for the figures
    memory = megabytes(server, "VmRSS")
    print(f"{len(games)} games opened in {time.monotonic() - begun:.0f} s, {now['endgame_sets']:.0f} sets of endgames: "
          f"{descriptors:.0f} descriptors besides pages, {memory:.0f} MB (at most {megabytes(server, 'VmHWM'):.0f} MB)")
    for page in pages:
        page.close()
    server.end()
    server.cleanup()
    return descriptors <= MOST_DESCRIPTORS and memory <= MOST_MEGABYTES


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
