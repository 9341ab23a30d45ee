"""`crownhead puzzles`, from outside: the same seed gives the same file, a stopped run goes on, and files are verified or refused.

The puzzles that come with the program are proven again in a sample, so that the test stays short; `crownhead puzzles verify` on a
file proves all of them. The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/puzzles_test.py`.
"""

import re
import unittest
from pathlib import Path

from support import cli

SHIPPED = Path(__file__).resolve().parent.parent / "data" / "puzzles"
QUICK = ["--engine-only", "--nodes", "3000", "--seed", "5", "--quiet"]


class PuzzlesTest(cli.CliTest):
    def find(self, out, *options):
        return self.done("puzzles", "suicide", "--out", out, *QUICK, *options)

    def test_same_seed_same_file_and_resumed(self):
        whole, parts = self.scratch / "whole.txt", self.scratch / "parts.txt"
        self.assertIn("2 puzzles of suicide", self.find(whole, "--count", 2))
        games = int(re.search(r"^next (\d+)$", whole.read_text(), re.MULTILINE).group(1))
        for _ in range(games):
            self.find(parts, "--count", 2, "--games", 1)
        self.assertEqual(parts.read_text(), whole.read_text())
        self.assertIn("2 of 2 puzzles of suicide checked", self.done("puzzles", "verify", whole, "--quiet"))
        self.refused("puzzles", "suicide", "--out", whole, "--engine-only", "--seed", 6, saying=["line 4", "other options"])
        self.assertEqual(parts.read_text(), whole.read_text())

    def test_from_a_file_of_games(self):
        games = self.file(
            "games.pdn",
            '[GameType "21"]\n[SetUp "1"]\n[FEN "W:W13,20,21,23,24,30:B2,5,6,11,12,14"]\n\n1. 24-19 5-9 *\n',
        )
        out = self.scratch / "out.txt"
        said = self.done("puzzles", "english", "--from", games, "--out", out, "--engine-only", "--nodes", 20000, "--quiet")
        self.assertIn("1 puzzles of english in 1 games", said)
        self.assertIn("\tB:W13,19-21,23,30:B2,5,6,11,12,14\t14-17 21x14 6-9 13x6 2x27", out.read_text())
        self.refused("puzzles", "english", "--from", self.file("empty.pdn", ""), "--out", out, saying="no game in it")

    def test_wrong_input(self):
        self.refused("puzzles", "--out", "x", saying="which game?")
        self.refused("puzzles", "chess", "--out", "x", saying="chess")
        self.refused("puzzles", "english", saying="--out FILE is missing")
        self.refused("puzzles", "english", "--out", "-", saying="a file is needed")
        self.refused("puzzles", "english", "--out", "x", "--count", 0, saying="--count")
        self.refused("puzzles", "verify", self.scratch / "none.txt", saying="none.txt")
        foreign = self.file("foreign.txt", "something else\n")
        self.refused("puzzles", "verify", foreign, saying=["foreign.txt: line 1: ", "not a puzzle file"])
        self.refused("puzzles", "english", "--out", foreign, "--engine-only", saying="line 1")
        self.assertEqual(foreign.read_text(), "something else\n")

    def test_altered_and_cut_files(self):
        text = (SHIPPED / "english.txt").read_text()
        lines = text.splitlines(keepends=True)
        goal = lines[5].split("\t")[0]
        changed = lines[5].replace(goal, "draw" if goal == "win" else "win", 1)
        altered = self.file("altered.txt", "".join(lines[:5] + [changed] + lines[6:]))
        self.refused("puzzles", "verify", altered, saying=["altered.txt: line 6: ", "checksum"])
        cut = self.file("cut.txt", text[: len(text) // 2])
        self.refused("puzzles", "verify", cut, saying="cut.txt: line ")

    def test_sample_of_a_shipped_file(self):
        # One puzzle of a file whose sample rests on endgame files, which are made for it; tests/puzzles has one of every game.
        said = self.done("puzzles", "verify", SHIPPED / "suicide.txt", "--sample", 2, "--seed", 3, "--quiet")
        self.assertRegex(said, r"suicide\.txt: 2 of \d+ puzzles of suicide checked: .*; all hold\n")


if __name__ == "__main__":
    unittest.main()
