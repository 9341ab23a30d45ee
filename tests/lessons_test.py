"""The lessons in data/lessons: every step is played through by the rules of the program, and what it claims is true.

The path of the program is in the environment variable CROWNHEAD."""

import re
import unittest
from pathlib import Path

from support.server import PROGRAM, Server

ROOT = Path(__file__).resolve().parent.parent
LESSONS = ROOT / "data/lessons"
CLAIMS = {"all", "some", "forced", "crowns", "wins"}


def read(path):
    """The game and the steps: name, fen, moves, reply, claims."""
    game, steps = None, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        key, _, rest = line.partition(" ")
        if not line or key == "#":
            continue
        where = f"{path.name}:{number}"
        if key == "game":
            game = rest
        elif key == "step":
            steps.append({"step": rest, "where": where, "moves": [], "reply": None, "claims": []})
        elif key in ("moves", "claims"):
            steps[-1][key] = rest.split()
        elif key in ("fen", "reply"):
            steps[-1][key] = rest
        else:
            raise AssertionError(f"{where}: {line}")
    return game, steps


def squares(move):
    """A move as the files write it, by the numbers of its squares: 23-18, 26x17x10."""
    return ("x" if any(hop[1] for hop in move["hops"]) else "-").join(map(str, move["path"]))


class LessonsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        assert PROGRAM.exists(), PROGRAM
        cls.server = Server()
        cls.addClassCleanup(cls.server.cleanup)
        client = cls.server.connect()
        cls.hello = client.hello
        client.close()
        cls.courses = {path.stem: read(path) for path in sorted(LESSONS.glob("*.txt"))}

    def position(self, game, fen, *moves):
        return self.client.ask("position", game=game, fen=fen, moves=list(moves))

    def test_there_are_courses_for_every_way_to_move(self):
        self.assertGreaterEqual(len(self.courses), 10)
        games = {game["name"]: game for game in self.hello["games"]}
        ways = set()
        for name, (game, steps) in self.courses.items():
            self.assertEqual(name, game)
            self.assertIn(game, games)
            names = [step["step"] for step in steps]
            self.assertGreaterEqual(len(names), 6, name)
            self.assertEqual(len(names), len(set(names)), name)
            self.assertEqual("reversed" in names, games[game]["reversed"], name)
            ways.update(names)
        self.assertTrue({"majority", "backward", "flying", "king", "reversed", "several", "crown"} <= ways)

    def test_every_step_is_as_it_says(self):
        for game, steps in self.courses.values():
            self.client = self.server.connect()  # a page that asks so much at once is slowed down
            self.addCleanup(self.client.close)
            for step in steps:
                with self.subTest(step["where"], game=game, step=step["step"]):
                    self.check(game, step)

    def check(self, game, step):
        claims = set(step["claims"])
        self.assertTrue(claims <= CLAIMS, claims)
        self.assertEqual(len(claims & {"all", "some", "forced"}), 1)
        at = self.position(game, step["fen"])
        self.assertIsNone(at["outcome"])
        legal = [squares(move) for move in at["legal"]]
        accepted = [legal.index(move) for move in step["moves"]]  # ValueError: it is no legal move
        self.assertTrue(accepted)
        if "some" in claims:
            self.assertLess(len(accepted), len(legal), "the other moves are wrong answers")
        else:
            self.assertEqual(sorted(legal), sorted(step["moves"]))
        if "forced" in claims:
            self.assertTrue(at["capture"])
            self.assertTrue(all(re.fullmatch(r"\d+(x\d+)+", move) for move in legal))
        for index in accepted:
            if "crowns" in claims:
                self.assertTrue(at["legal"][index]["crowned"])
            after = self.position(game, step["fen"], index)
            if step["reply"]:
                self.assertEqual([squares(move) for move in after["legal"]], [step["reply"]], "the reply is forced")
                after = self.position(game, step["fen"], index, 0)
            won = after["outcome"] is not None and after["outcome"]["winner"] == at["turn"]
            self.assertEqual(won, "wins" in claims)

    def test_what_the_steps_say_of_the_rules(self):
        """Claims in the words of a step, which all courses share."""
        for game, steps in self.courses.values():
            self.client = self.server.connect()  # a page that asks so much at once is slowed down
            self.addCleanup(self.client.close)
            for step in steps:
                at = self.position(game, step["fen"])
                moves = {squares(move): move for move in at["legal"]}
                taken = {text: sum(1 for hop in move["hops"] for square in hop[1:] if square) for text, move in moves.items()}
                with self.subTest(step["where"], game=game, step=step["step"]):
                    if step["step"] in ("several", "majority"):
                        self.assertTrue(all(taken[move] >= 2 for move in step["moves"]))
                    if step["step"] == "free":
                        self.assertEqual(sorted(taken.values()), [1, 2])
                    if step["step"] == "king-first":
                        fen = step["fen"]
                        kings = {int(number) for number in re.findall(r"K(\d+)", fen.split(":")[1])}
                        self.assertTrue({moves[move]["path"][0] for move in step["moves"]} <= kings)


if __name__ == "__main__":
    unittest.main()
