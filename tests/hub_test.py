"""crownhead hub, from outside: scripted conversations in the Hub protocol, with good and bad lines in every state.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/hub_test.py`.
"""

import json
import os
import queue
import random
import re
import subprocess
import threading
import time
import unittest
from pathlib import Path

from support.process import cpu_seconds

PROGRAM = Path(os.environ.get("CROWNHEAD", "crownhead")).absolute()
SECONDS = 300  # for one answer; sanitizers are slow, and the machine may be busy

INFO = re.compile(
    r"info depth=(?P<depth>\d+) mean-depth=\d+ score=(?P<score>-?\d+\.\d\d) nodes=\d+ time=\d+\.\d+ nps=\d+\.\d+"
    r' pv="(?P<pv>[^"]+)"'
)
MOVE = r"(?:\d+-\d+|\d+x\d+(?:x\d+)+|pass)"
DONE = re.compile(rf"done move=(?P<move>{MOVE})(?: ponder=(?P<ponder>{MOVE}))?")


def program_json(*arguments):
    result = subprocess.run(
        [PROGRAM, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=SECONDS, check=True
    )
    return json.loads(result.stdout)


def hub_position(fen, squares):
    """The Hub string of a FEN with numbers."""
    turn, *lists = fen.split(":")
    board = ["e"] * squares
    for part in lists:
        for item in filter(None, part[1:].split(",")):
            king = item.startswith("K")
            first, _, last = item.lstrip("K").partition("-")
            for number in range(int(first), int(last or first) + 1):
                board[number - 1] = part[0].upper() if king else part[0].lower()
    return turn + "".join(board)


def start_of(game):
    shown = program_json("show", game, "--notation", "numeric")
    return hub_position(shown["fen"], shown["size"] ** 2 // 2)


class Session:
    """A running program and the lines it has written so far."""

    def __init__(self):
        self.process = subprocess.Popen(
            [PROGRAM, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *lines):
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def next(self, seconds=SECONDS):
        """The next line; nothing at the end of the output. Fails when there is none in time."""
        line = self.lines.get(timeout=seconds)
        if line is None:
            return None
        if not line.endswith(b"\n") or b"\r" in line:
            raise AssertionError(f"not a clean line: {line!r}")
        return line[:-1].decode("ascii")

    def until(self, start):
        """The lines up to and including the first one that starts like this."""
        seen = []
        while True:
            line = self.next()
            if line is None:
                raise AssertionError(f"no line {start} before the end; stderr: {self.process.stderr.read()!r}")
            seen.append(line)
            if line.startswith(start):
                return seen

    def silence(self):
        """What was still unread: everything before the answer to a ping."""
        self.send("ping")
        return self.until("pong")[:-1]

    def end(self):
        """Closes the input; returns the exit code, the lines that were not read and what is on standard error."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        code = self.process.wait(timeout=SECONDS)
        rest = []
        while (line := self.next()) is not None:
            rest.append(line)
        error = self.process.stderr.read().decode()
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return code, rest, error


class HubTest(unittest.TestCase):
    def open(self):
        session = Session()
        self.addCleanup(self.close, session)
        return session

    @staticmethod
    def close(session):
        if session.process.poll() is None:
            session.process.kill()
            session.process.wait()
        for stream in (session.process.stdin, session.process.stdout, session.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def start(self, game="english", **parameters):
        """A session that is ready for this game."""
        session = self.open()
        session.send("hub")
        session.until("wait")
        session.send(f"set-param name=variant value={game}")
        session.send(*(f"set-param name={name} value={value}" for name, value in parameters.items()))
        session.send("init")
        self.assertEqual(session.until("ready"), ["ready"])
        return session

    def ends_well(self, session):
        code, rest, error = session.end()
        self.assertEqual((code, error), (0, ""))
        return rest

    def refused(self, session, *lines, saying=()):
        """The last line is answered by exactly one error."""
        session.send(*lines)
        answers = session.silence()
        self.assertEqual(len(answers), 1, (lines, answers))
        self.assertRegex(answers[0], r'\Aerror message="[^"]+"\Z')
        for words in [saying] if isinstance(saying, str) else saying:
            self.assertIn(words, answers[0])

    def accepted(self, session, *lines):
        session.send(*lines)
        self.assertEqual(session.silence(), [], lines)

    def think(self, session, *lines):
        """Sends these lines, the last of which starts a search; returns the infos and the match of done."""
        session.send(*lines)
        *infos, done = session.until("done")
        found = []
        for line in infos:
            self.assertRegex(line, INFO)
            found.append(INFO.fullmatch(line))
        self.assertRegex(done, DONE)
        return found, DONE.fullmatch(done)


class StartTest(HubTest):
    def test_declaration(self):
        session = self.open()
        session.send("hub")
        lines = session.until("wait")
        self.assertRegex(lines[0], r'\Aid name=Crownhead version=\d+\.\d+\.\d+ author="the Crownhead authors"\Z')
        games = ["normal", "bt", "losing"] + [game["name"] for game in program_json("list")]
        self.assertEqual(
            lines[1:],
            [
                f'param name=variant value=normal type=enum values="{" ".join(games)}"',
                "param name=hash value=64 type=int min=1 max=65536",
                "param name=threads value=1 type=int min=1 max=256",
                "param name=ponder value=false type=bool",
                'param name=egdb value="" type=string',
                "wait",
            ],
        )
        self.accepted(session, "set-param name=hash value=8", "set-param name=ponder value=true")
        session.send("hub")
        self.assertIn("param name=hash value=8 type=int min=1 max=65536", session.until("wait"))
        session.send("init")
        self.assertEqual(session.until("ready"), ["ready"])
        self.assertEqual(self.ends_well(session), [])

    def test_the_command_explains_itself(self):
        result = subprocess.run([PROGRAM, "hub", "--help"], capture_output=True, text=True, timeout=SECONDS, check=True)
        self.assertIn("crownhead hub", result.stdout[result.stdout.index("Examples:") :])

    def test_parameters(self):
        session = self.open()
        session.send("hub")
        session.until("wait")
        for line, words in [
            ("set-param name=hsah value=3", ["offset 15", "hsah", "variant, hash, threads, ponder or egdb"]),
            ("set-param name=hash value=0", ["offset 26", "from 1 to 65536"]),
            ("set-param name=hash value=65537", "from 1 to 65536"),
            ("set-param name=hash value=99999999999999999999", "from 1 to 65536"),
            ("set-param name=hash value=-1", "from 1 to 65536"),
            ("set-param name=hash value=8MB", "8MB"),
            ("set-param name=hash value=1.5", "whole number"),
            ('set-param name=hash value=""', "whole number"),
            ("set-param name=hash value", "whole number"),
            ("set-param name=threads value=257", "from 1 to 256"),
            ("set-param name=variant value=englsh", ["englsh", "english"]),
            ("set-param name=variant value=english-7", "6, 8, 10 or 12"),
            ("set-param name=ponder value=yes", "true or false"),
            ("set-param name=hash", "value="),
            ("set-param value=3", "name="),
            ("set-param", "name="),
        ]:
            with self.subTest(line):
                self.refused(session, line, saying=words)
        session.send("hub")
        self.assertIn("param name=hash value=64 type=int min=1 max=65536", session.until("wait"))

    def test_a_table_that_does_not_fit(self):
        megabytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
        if megabytes >= 65536:
            self.skipTest("here the largest table fits")
        session = self.open()
        session.send("hub")
        session.until("wait")
        self.accepted(session, "set-param name=hash value=65536")
        self.refused(session, "init", saying="no memory for hash=65536")
        self.refused(session, "go think", saying="init")
        self.accepted(session, "set-param name=hash value=4")
        session.send("init")
        self.assertEqual(session.until("ready"), ["ready"])
        self.refused(session, "set-param name=hash value=65536", saying="no memory for hash=65536")
        self.think(session, "level depth=3", "go think")

    def test_parameters_change_at_once_after_init(self):
        session = self.start("english", hash=2)
        self.accepted(session, "set-param name=variant value=mini", f"pos pos={start_of('mini')}")
        self.refused(session, f"pos pos={start_of('english')}", saying="19 characters for mini")
        self.accepted(session, f"pos pos={start_of('mini')}")
        self.accepted(session, "set-param name=threads value=2", "set-param name=hash value=1")
        self.think(session, "level nodes=5000", "go think")
        self.accepted(session, "set-param name=variant value=russian")
        _, done = self.think(session, "level depth=4", "go think")  # the start position of the new game
        self.assertIn(done["move"], [f"{m['from']}-{m['to']}" for m in program_json("moves", "russian")["moves"]])
        session.send("init")
        self.assertEqual(session.until("ready"), ["ready"])

    def test_out_of_order(self):
        session = self.open()
        for line in ["init", "set-param name=hash value=3", "new-game", "pos pos=W", "level depth=3", "go think"]:
            with self.subTest(line):
                self.refused(session, line, saying=[line.split()[0], "expected hub"])
        session.send("hub")
        session.until("wait")
        for line in ["new-game", f"pos pos={start_of('english')}", "level depth=3", "go think"]:
            with self.subTest(line):
                self.refused(session, line, saying=[line.split()[0], "expected init"])
        session.send("init")
        session.until("ready")
        self.refused(session, "ponder-hit", saying="ponder")
        self.accepted(session, "stop", "stop")
        self.think(session, "level depth=3", "go think")


class LinesTest(HubTest):
    def test_spaces_and_line_ends(self):
        session = self.open()
        session.send_bytes(b"\r\n\n   \t \r\n  hub  \r\n")
        session.until("wait")
        session.send_bytes(b'set-param   name = "variant"\tvalue ="mini" \r\ninit\r\n')
        session.until("ready")
        session.send_bytes(f'  pos moves=""   pos = {start_of("mini")}  \r\nlevel  depth= 3\r\ngo   think\r\n'.encode())
        session.until("done")
        session.send_bytes(b"ping")  # no end of line, the input just ends
        self.assertEqual(self.ends_well(session), ["pong"])

    def test_unknown_words_are_ignored(self):
        session = self.start()
        self.accepted(session, "hello", 'hello world="1 2" flag', "HUB", "Quit", "level depth=3 colour=red")
        self.think(session, f'pos pos={start_of("english")} clock="1 2" hurry', "level depth=2", "go think now")

    def test_malformed_lines(self):
        session = self.start()
        for line, words in [
            ('pos pos="abc', ["offset 8", "not closed"]),
            ('"', ["offset 0", "command"]),
            ("=", "command"),
            ("level depth=", ["offset 12", "value"]),
            ("level depth==3", "value"),
            ("level depth=3=4", "name of an argument"),
            ("level =3", ["offset 6", "name of an argument"]),
            ('level depth="3"x', "space"),
            ('level depth=3"x"', "name of an argument"),
            ("level depth=3 depth=4", ["offset 14", "depth", "twice"]),
            ("hub=3", "name of an argument"),
        ]:
            with self.subTest(line):
                self.refused(session, line, saying=words)

    def test_long_lines(self):
        session = self.start()
        self.refused(session, "x" * (1 << 20) + "x", saying="longer")
        self.accepted(session, "x" * (1 << 20))
        self.refused(session, "level depth=" + "9" * 100000, saying="whole number")

    def test_garbage(self):
        session = self.start("mini", hash=1)
        noise = random.Random(1)
        words = 'pos pos= = " level depth= go think moves= 1-2 x set-param name='.split() + [" "]
        for _ in range(400):
            raw = bytes(noise.randrange(256) for _ in range(noise.randrange(30))).replace(b"\n", b"")
            session.send_bytes(raw + b"\n" + "".join(noise.choices(words, k=noise.randrange(9))).encode() + b"\n")
        session.send("stop", "ping")
        for line in session.until("pong"):
            self.assertRegex(line, r'\A(error message="[ -!#-~]+"|info .*|done .*|pong)\Z')
        session.send("stop")
        self.ends_well(session)

    def test_ping_at_any_time(self):
        session = self.open()
        self.assertEqual(session.silence(), [])
        session.send("hub")
        session.until("wait")
        self.assertEqual(session.silence(), [])
        session.send("init")
        session.until("ready")
        session.send("go analyze")
        for _ in range(20):
            session.send("ping")
            for line in session.until("pong")[:-1]:
                self.assertRegex(line, INFO)
        session.send("stop")
        session.until("done")


class PositionTest(HubTest):
    def test_wrong_positions(self):
        session = self.start("english")
        good = start_of("english")
        for line, words in [
            ("pos", "pos="),
            ("pos pos", ["offset 4", "33 characters"]),
            ('pos pos=""', "33 characters"),
            (f"pos pos={start_of('international')}", ["offset 8", "33 characters", "found 51"]),
            (f"pos pos={good[:-1]}", "found 32"),
            (f"pos pos=w{good[1:]}", ["offset 8", "W or B"]),
            (f"pos pos={good[:5]}x{good[6:]}", ["offset 13", "square 5"]),
            (f"pos pos=B{'e' * 32}", "no piece"),
            (f"pos pos=B{'e' * 31}b", ["offset 8", "black man on 32", "far row"]),
            (f"pos pos=B{'b' * 16}{'e' * 12}wwww", "16 pieces"),
        ]:
            with self.subTest(line):
                self.refused(session, line, saying=words)
        mini = self.start("mini")
        self.refused(mini, f"pos pos=BB{start_of('mini')[2:]}", saying="no kings in mini")

    def test_an_error_leaves_no_position(self):
        # A program that skips the error would take the move of another position for the answer.
        session = self.start("english")
        good = f"pos pos=Bbeeeeeee{'e' * 20}eeew"  # 1-5 or 1-6
        for bad in [
            f'pos pos={start_of("english")} moves="11-15 11-15"',
            "pos pos=Bbe",
            "pos",
            'pos pos="Bbe',
            "pos pos=" + "e" * (1 << 20),
        ]:
            with self.subTest(bad[:60]):
                self.accepted(session, good)
                self.refused(session, bad)
                for mode in ["think", "ponder", "analyze"]:
                    self.refused(session, f"go {mode}", saying="there is no position")
                self.refused(session, "set-param name=hash value=2", "go think", saying="there is no position")
                self.accepted(session, "set-param name=hash value=64")
                infos, done = self.think(session, good, "level depth=2", "go think")
                self.assertIn(done["move"], ["1-5", "1-6"])
                self.assertEqual(infos[-1]["depth"], "2")
        for again in ["new-game", "init", "set-param name=variant value=italian"]:
            with self.subTest(again):
                self.refused(session, "pos pos=x")
                session.send(again, "ping")
                session.until("pong")
                self.think(session, "level depth=2", "go think")
        # Also one that came while a search was running.
        session.send("go analyze", "pos pos=x", "stop")
        session.until("done")
        self.refused(session, "go think", saying="there is no position")

    def test_moves(self):
        session = self.start("international")
        start = f"pos pos={start_of('international')}"
        self.accepted(session, f'{start} moves="32-28 19-23 28x19x23"')
        self.accepted(session, f'{start} moves="  32-28   19-23 28X19X23 "', f'{start} moves=""', f"{start} moves")
        for moves, words in [
            ("32-29", ["move 1 (32-29)", f"offset {len(start) + 8}", "not legal"]),
            ("32-28 19-23 28x19x24", ["move 3", "28x19x23"]),
            ("32-28 19-23 28x19x23x23", "not legal"),
            ("32-28 19-23 28-19", "not legal"),
            ("32-28 19-23 34-30", ["not legal", "28x19x23"]),
            ("32x28", "not legal"),
            ("32-51", ["offset", "no square 51", "1..50"]),
            ("32-0", "no square 0"),
            ("32", "'-' or 'x'"),
            ("32-", "number"),
            ("32-28-23", "the end"),
            ("32-28x3", "the end"),
            ("32-28 19-23 28x19-23", "the end"),
            ("x", "number"),
            ("pass", "not legal"),
            ("d2-e3", "number"),
            ("32-99999999999999999999", "no square"),
        ]:
            with self.subTest(moves):
                self.refused(session, f'{start} moves="{moves}"', saying=words)

    def test_captures_with_several_pieces(self):
        # The king takes four pieces. There is one such way to 47; to 16 and 48 there are two each.
        session = self.start("international")
        fen = "W:WK49:B6,10,21,22,33,34,35,42,44"
        moves = program_json("moves", "international", "--fen", fen)["moves"]
        self.assertEqual(sorted(m["to"] for m in moves), [16, 16, 47, 48, 48])
        self.assertEqual({len(m["captured"]) for m in moves}, {4})
        position = f"pos pos={hub_position(fen, 50)}"
        noise = random.Random(3)
        for move in moves:
            for _ in range(4):
                noise.shuffle(move["captured"])
                text = "x".join(map(str, [move["from"], move["to"], *move["captured"]]))
                self.accepted(session, f"{position} moves={text}")
            short = f"{move['from']}x{move['to']}"
            same_ends = {tuple(sorted(m["captured"])) for m in moves if m["to"] == move["to"]}
            with self.subTest(short):
                if len(same_ends) == 1:
                    self.accepted(session, f"{position} moves={short}")
                else:
                    self.refused(session, f"{position} moves={short}", saying=["may mean", "captured squares"])
            self.refused(session, f"{position} moves={short}x{move['captured'][0]}", saying="not legal")
        _, done = self.think(session, position, "level depth=3", "go think")
        squares = list(map(int, done["move"].split("x")))
        self.assertIn(
            (squares[0], squares[1], sorted(squares[2:])),
            [(m["from"], m["to"], sorted(m["captured"])) for m in moves],
        )

    def test_two_ways_between_the_same_squares(self):
        # The man on 2 ends on 18 over 6 and 14, or over 7 and 15.
        session = self.start("english")
        position = f"pos pos={hub_position('B:W6,7,14,15:B2', 32)}"
        self.accepted(session, f"{position} moves=2x18x6x14", f"{position} moves=2x18x15x7")
        self.refused(session, f"{position} moves=2x18", saying=["may mean 2x18x", "captured squares"])
        self.refused(session, f"{position} moves=2x18x6x15", saying="not legal")

    def test_mirrored_boards(self):
        for game in ["italian", "spanish"]:
            with self.subTest(game):
                session = self.start(game)
                legal = [f"{m['from']}-{m['to']}" for m in program_json("moves", game)["moves"]]
                for move in legal:
                    self.accepted(session, f"pos pos={start_of(game)} moves={move}")
                _, done = self.think(session, f"pos pos={start_of(game)}", "level depth=4", "go think")
                self.assertIn(done["move"], legal)

    def test_pass(self):
        # The man of player 1 has arrived and can never move again.
        session = self.start("mini")
        position = f"pos pos={hub_position('B:W16:B18', 18)}"
        infos, done = self.think(session, position, "level depth=3", "go think")
        self.assertEqual(done["move"], "pass")
        self.assertTrue(infos[-1]["pv"].startswith("pass 16-13"))
        self.accepted(session, f'{position} moves="pass 16-13 pass"')
        self.refused(session, f"{position} moves=18-15", saying="expected pass")


class SearchTest(HubTest):
    def test_every_game(self):
        session = self.open()
        session.send("hub")
        session.until("wait")
        for game in program_json("list"):
            name = game["name"]
            with self.subTest(name):
                session.send(f"set-param name=variant value={name}", "init")
                session.until("ready")
                infos, done = self.think(session, "new-game", f"pos pos={start_of(name)}", "level depth=5", "go think")
                legal = program_json("moves", name)["moves"]
                self.assertIn(done["move"], [f"{m['from']}-{m['to']}" for m in legal])
                self.assertEqual([int(info["depth"]) for info in infos], [1, 2, 3, 4, 5])
                self.assertEqual(infos[-1]["pv"].split()[:2], [done["move"], done["ponder"]])
        self.assertEqual(self.ends_well(session), [])

    def test_whole_games(self):
        # Every move is sent back as text: what the engine writes it must read, and it must be the move it meant.
        for game in ["international", "russian", "frisian", "suicide-6", "mini", "canadian", "english", "kingme"]:
            with self.subTest(game):
                session = self.start(game, hash=1)
                start = start_of(game)
                moves = []
                while len(moves) < 60:
                    session.send(f'pos pos={start} moves="{" ".join(moves)}"', "level nodes=1500", "go think")
                    *_, last = session.until(("done", "error"))
                    if last.startswith("error"):
                        self.assertIn("go: the game is over", last)
                        break
                    moves.append(DONE.fullmatch(last)["move"])
                self.assertGreater(len(moves), 8)
                self.assertTrue(any("x" in move for move in moves))
                self.assertEqual(self.ends_well(session), [])

    def test_scores_of_decided_games(self):
        session = self.start("english")
        for fen, score, move in [
            ("W:W22:B18", "99.99", "22x15x18"),  # won by this move
            ("B:W22,23:B14", "-99.98", None),  # lost by the next one
        ]:
            infos, done = self.think(session, f"pos pos={hub_position(fen, 32)}", "level depth=9", "go think")
            self.assertEqual(infos[-1]["score"], score)
            if move:
                self.assertEqual(done["move"], move)
                self.assertIsNone(done["ponder"])

    def test_finished_games(self):
        session = self.start("english")
        for position in ["W:W:B18", "W:W32:B27,28,23,24"]:
            self.accepted(session, f"pos pos={hub_position(position, 32)}")
            for mode in ["think", "ponder", "analyze"]:
                self.refused(session, f"go {mode}", saying="the game is over: ")
        self.refused(session, f'pos pos={hub_position("B:W22:B18", 32)} moves="18x25x22 1-5"', saying="game is over")

    def test_go_needs_one_mode(self):
        session = self.start()
        for line in ["go", "go think ponder", "go now", "go think analyze"]:
            self.refused(session, line, saying="think, ponder and analyze")

    def test_levels(self):
        session = self.start()
        for line, words in [
            ("level", "depth="),
            ("level colour=red", "depth="),
            ("level depth=0", "at least 1"),
            ("level depth=-3", "at least 1"),
            ("level depth=three", "three"),
            ("level depth", "at least 1"),
            ("level nodes=0", "at least 1"),
            ("level nodes=1e6", "whole number"),
            ("level move-time=-1", "seconds"),
            ("level move-time=nan", "seconds"),
            ("level move-time=inf", "seconds"),
            ("level move-time=1,5", "seconds"),
            ("level time=soon", "seconds"),
            ("level time=1 inc=-1", "inc: expected"),
            ("level time=1 moves=-1", "moves: expected"),
            ("level moves=40", "time="),
            ("level inc=1", "time="),
        ]:
            with self.subTest(line):
                self.refused(session, line, saying=words)
        # The first limit that is reached ends the search.
        infos, _ = self.think(session, "level infinite", "level depth=30", "level nodes=100000000 depth=4", "go think")
        self.assertEqual(infos[-1]["depth"], "4")
        # A level is for one search, and for the position it was given with.
        self.accepted(session, "level depth=1", f"pos pos={start_of('english')}")
        infos, _ = self.think(session, "level move-time=0.2", "go think")
        self.assertGreater(len(infos), 1)
        infos, _ = self.think(session, "level depth=2", "go think")
        self.assertEqual(len(infos), 2)

    def test_time(self):
        session = self.start("international")
        for level, least, most in [
            ("level move-time=0.3", 0.2, 2),
            ("level move-time=0", 0, 1),
            ("level time=0", 0, 1),
            ("level time=0.5", 0, 0.5),
            ("level time=3 moves=1", 0, 3),
            ("level time=1 inc=0.1 moves=0", 0, 1),
            ("level time=1000 inc=10", None, None),
        ]:
            with self.subTest(level):
                began = time.monotonic()
                used = cpu_seconds(session.process)
                session.send(f"pos pos={start_of('international')}", level, "go think")
                if most is None:  # long enough to be interrupted
                    time.sleep(0.3)
                    self.assertFalse([line for line in session.silence() if line.startswith("done")])
                    session.send("stop")
                    session.until("done")
                    continue
                session.until("done")
                self.assertGreaterEqual(time.monotonic() - began, least)
                self.assertLess(cpu_seconds(session.process) - used, most + 1)  # a busy machine may need longer

    def test_without_a_level(self):
        session = self.start("international")
        used = cpu_seconds(session.process)
        self.think(session, f"pos pos={start_of('international')}", "go think")
        self.assertLess(cpu_seconds(session.process) - used, 5)
        session.send("go analyze")
        time.sleep(1.5)
        self.assertFalse([line for line in session.silence() if line.startswith("done")])
        session.send("stop")
        session.until("done")

    def test_only_some_commands_during_a_search(self):
        session = self.start("international")
        session.send("go analyze")
        session.until("info depth=2")
        for line in ["hub", "init", "new-game", f"pos pos={start_of('international')}", "level depth=1", "go think"]:
            session.send(line)
            self.assertIn("a search is running", session.until("error")[-1])
        session.send("set-param name=hash value=1")
        self.assertIn("a search is running", session.until("error")[-1])
        session.send("ponder-hit")
        self.assertIn("no search is pondering", session.until("error")[-1])
        session.send("nonsense", "stop")
        self.assertEqual([line for line in session.until("done") if line.startswith("error")], [])
        self.assertEqual(session.silence(), [])
        self.accepted(session, "new-game", "stop")

    def test_several_threads(self):
        session = self.start("international", threads=3)
        self.think(session, "level move-time=0.3", "go think")
        session.send("go analyze", "stop")
        session.until("done")
        self.assertEqual(session.silence(), [])

    def test_repetitions_are_known(self):
        # White's king is lost in the long run, but may now bring about the first position for the third time.
        session = self.start("english")
        begin = hub_position("B:WK1:BK14,K19,K20", 32)
        again = "19-23 1-5 23-19 5-1"
        infos, _ = self.think(session, f'pos pos={begin} moves="{again[:-4]}"', "level depth=3", "go think")
        self.assertNotEqual(float(infos[-1]["score"]), 0)
        infos, done = self.think(session, f'pos pos={begin} moves="{again} {again[:-4]}"', "level depth=3", "go think")
        self.assertEqual((float(infos[-1]["score"]), done["move"]), (0, "5-1"))

    def test_drawn_games_go_on_if_the_other_side_wants(self):
        session = self.start("english")
        begin = hub_position("B:WK1:BK14,K19,K20", 32)
        again = "19-23 1-5 23-19 5-1"
        self.think(session, f'pos pos={begin} moves="{again} {again}"', "level depth=5", "go think")
        self.think(session, f'pos pos={begin} moves="{" ".join([again] * 40)}"', "level depth=5", "go think")

    def test_the_same_past_gives_the_same_search(self):
        session = self.start("russian", hash=1)
        searches = []
        for _ in range(3):
            infos, done = self.think(session, "new-game", "level depth=9", "go think")
            searches.append(([(i["depth"], i["score"], i["pv"]) for i in infos], done[0]))
        self.assertEqual(searches[0], searches[1])
        self.assertEqual(searches[0], searches[2])


class ClientTest(HubTest):
    """The sessions of tests/data/hub: what real programs send, line by line."""

    def play(self, path):
        session = self.open()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            kind, _, text = line.partition(" ")
            if kind == ">":
                session.send(text)
            elif kind == "<0":
                self.assertEqual(session.silence(), [], number)
            elif kind != "#":
                passed = {"<": None, "<<": "info ", "<p": "param "}[kind]
                answer = session.next()
                while passed and answer is not None and answer.startswith(passed):
                    answer = session.next()
                if answer is None or not re.fullmatch(text, answer):
                    self.fail(f"line {number}: expected {text}, found {answer}")
        self.assertEqual(self.ends_well(session), [])

    def test_sessions(self):
        paths = sorted((Path(__file__).parent / "data" / "hub").glob("*.txt"))
        self.assertGreaterEqual(len(paths), 4)
        for path in paths:
            with self.subTest(path.name):
                self.play(path)

    def test_a_user_interface_plays_whole_games(self):
        # Both sides in one program each, as an engine match does: every move goes to the other as it was written, with
        # the captured squares in another order.
        noise = random.Random(11)
        for word, game in [("normal", "international"), ("losing", "antidraughts"), ("bt", "breakthrough"),
                           ("frisian", "frisian"), (None, "international")]:
            with self.subTest(word):
                sides = [self.open(), self.open()]
                for side in sides:
                    side.send("hub")
                    declared = side.until("wait")[1]
                    if word:
                        self.assertIn(f" {word} ", declared.replace('"', " "))
                        side.send(f"set-param name=variant value={word}")
                    side.send("set-param name=hash value=1", "init")
                    side.until("ready")
                start = start_of(game)
                moves = []
                for ply in range(60):
                    mover = sides[ply % 2]
                    past = f' moves="{" ".join(moves)}"' if moves else ""
                    mover.send(f"pos pos={start}{past}", "level nodes=1500", "go think")
                    last = mover.until(("done", "error"))[-1]
                    if last.startswith("error"):
                        self.assertIn("go: the game is over", last)
                        break
                    first, *rest = re.split("(?=[x-])", DONE.fullmatch(last)["move"])
                    captured = rest[1:]
                    noise.shuffle(captured)
                    moves.append("".join([first, rest[0], *captured]))
                self.assertGreater(len(moves), 20)
                self.assertTrue(any("x" in move for move in moves))
                for side in sides:
                    self.assertEqual(self.ends_well(side), [])


class PonderTest(HubTest):
    def test_done_waits_for_the_opponent(self):
        session = self.start("mini", hash=1)
        session.send(f"pos pos={start_of('mini')}", "level depth=3", "go ponder")
        session.until("info depth=3")
        time.sleep(0.2)
        self.assertEqual(session.silence(), [])
        session.send("ponder-hit")
        self.assertRegex(session.until("done")[-1], DONE)
        self.refused(session, "ponder-hit", saying="no search is pondering")
        session.send("level depth=3", "go ponder")
        session.until("info depth=3")
        session.send("stop")
        self.assertRegex(session.until("done")[-1], DONE)
        self.assertEqual(session.silence(), [])

    def test_the_clock_starts_with_the_hit(self):
        session = self.start("international")
        for level in ["level move-time=0.2", "level time=1 inc=0", None]:
            with self.subTest(level):
                session.send(f"pos pos={start_of('international')}", *filter(None, [level]), "go ponder")
                time.sleep(1.2)
                self.assertFalse([line for line in session.silence() if line.startswith("done")])
                used = cpu_seconds(session.process)
                session.send("ponder-hit")
                session.until("done")
                self.assertLess(cpu_seconds(session.process) - used, 4)

    def test_only_one_hit(self):
        session = self.start("international")
        session.send("level infinite", "go ponder", "ponder-hit", "ponder-hit")
        self.assertIn("no search is pondering", session.until("error")[-1])
        session.send("stop")
        session.until("done")
        self.assertEqual(session.silence(), [])

    def test_go_and_hit_in_one_write(self):
        session = self.start("english", hash=1)
        for _ in range(50):
            session.send("level move-time=0.01", "go ponder", "ponder-hit")
            session.until("done")
        for _ in range(50):
            session.send("level infinite", "go ponder", "ponder-hit", "stop")
            session.until("done")
        self.assertEqual(session.silence(), [])


class RaceTest(HubTest):
    def test_go_and_stop_in_one_write(self):
        session = self.start("international", hash=1)
        for i in range(300):
            session.send("level infinite", f"go {['think', 'ponder', 'analyze'][i % 3]}", "stop")
            session.until("done")
        self.assertEqual(session.silence(), [])

    def test_stop_a_little_later(self):
        session = self.start("mini", hash=1, threads=2)
        noise = random.Random(5)
        for _ in range(100):
            session.send("go analyze")
            if noise.random() < 0.5:
                time.sleep(noise.random() * 0.01)
            session.send("stop", "stop", "ping")
            seen = []
            while not {"pong", "done"} <= set(seen):
                seen.append(session.next().split()[0])
            self.assertEqual(seen.count("done"), 1)
        self.assertEqual(session.silence(), [])

    def test_stop_as_the_search_ends(self):
        session = self.start("english", hash=1)
        for _ in range(100):
            session.send("level nodes=300", "go think", "stop")
            session.until("done")
            self.assertFalse([line for line in session.silence() if line.startswith("done")])

    def test_the_next_command_follows_done(self):
        session = self.start("english", hash=1)
        position = f"pos pos={start_of('english')}"
        for _ in range(200):
            session.send(position, "level depth=2", "go think")
            self.assertFalse([line for line in session.until("done") if line.startswith("error")])
        self.assertEqual(session.silence(), [])


class EndTest(HubTest):
    def end_quickly(self, session, *last):
        session.send(*last)
        code, rest, error = session.end()  # fails if the program does not end
        self.assertEqual((code, error), (0, ""))
        return rest

    def test_quit(self):
        self.end_quickly(self.open(), "quit")
        self.end_quickly(self.start(), "quit", "ping")
        for mode in ["think", "ponder", "analyze"]:
            with self.subTest(mode):
                session = self.start("international")
                session.send("level infinite", f"go {mode}")
                session.until("info depth=3")
                rest = self.end_quickly(session, "quit")
                self.assertEqual(len([line for line in rest if line.startswith("done")]), 1)

    def test_end_of_input(self):
        self.end_quickly(self.open())
        self.end_quickly(self.start())
        for mode in ["think", "ponder", "analyze"]:
            with self.subTest(mode):
                rest = self.end_quickly(self.start("international"), "level infinite", f"go {mode}")
                self.assertEqual(len([line for line in rest if line.startswith("done")]), 1)

    def test_pondering_ends_with_the_input(self):
        session = self.start("mini", hash=1)
        session.send("level depth=2", "go ponder")
        session.until("info depth=2")
        self.end_quickly(session)

    def test_nobody_reads(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run(
            [PROGRAM, "hub"],
            input=b"hub\ninit\ngo analyze\nstop\nping\n",
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )
        os.close(writer)
        self.assertEqual((result.returncode, result.stderr), (1, b""))

    def test_a_reader_that_stops_reading(self):
        # The pipe is filled; the end of input must still end the program.
        process = subprocess.Popen([PROGRAM, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            process.stdin.write(b"hub\ninit\n" + b"level depth=9\ngo think\n")
            process.stdin.flush()
            time.sleep(1)
            process.stdin.write(b"ping\n" * 12000 + b"level infinite\ngo analyze\n")
            process.stdin.close()
            self.assertEqual(process.wait(timeout=SECONDS), 0)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


if __name__ == "__main__":
    unittest.main()
