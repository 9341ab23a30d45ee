"""crownhead library import and export.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/library_games_test.py`.
"""

import unittest

from support.cli import CliTest, run

GOOD = """[Event "Round {0}"]
[White "Anna"]
[Black "Ben"]
[Date "1998.05.??"]
[Result "1-0"]
[GameType "21"]
[Annotator "Kees"]

{{Number {0}.}} 1. 11-15 {{[%clk 0:10:00]}} 1... 23-19 2. 8-11! $36 22-17 (2... 24-20
{{better}}) 1-0
"""
BAD = """[Event "Bad"]
[Result "*"]
[GameType "21"]

1. 11-15 23-19 2. 1-32 *
"""


class LibraryGamesTest(CliTest):
    def setUp(self):
        super().setUp()
        self.data = self.scratch / "data"

    def run_library(self, *words):
        return run("library", *words, "--data", self.data)

    def test_games_come_out_as_they_went_in(self):
        text = "\n".join(GOOD.format(i) for i in range(30))
        done = self.run_library("import", self.file("good.pdn", text), "--quiet", "--folder", "Club")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "30 games imported\n", ""))
        out = self.run_library("export")
        self.assertEqual((out.returncode, out.stdout, out.stderr), (0, text, ""))
        # Once more brings nothing new.
        again = self.run_library("import", self.file("good.pdn", text + "\n" + GOOD.format(99)), "--quiet")
        self.assertEqual(again.stdout, "1 game imported, 30 were there already\n")
        target = self.scratch / "out.pdn"
        club = self.run_library("export", "--folder", "Club", "--out", str(target))
        self.assertEqual(club.stdout, "30 games exported\n")
        self.assertEqual(target.read_text(encoding="utf-8"), text)
        self.assertEqual(self.run_library("export", "--text", "Round 99").stdout, GOOD.format(99))
        self.assertEqual(self.run_library("check").stdout, "31 games, all well\n")

    def test_refused_games_are_named(self):
        path = self.file("mixed.pdn", GOOD.format(1) + "\n" + BAD + "\n" + GOOD.format(2))
        done = self.run_library("import", path, "--quiet")
        self.assertEqual((done.returncode, done.stdout), (1, "2 games imported, 1 refused\n"))
        self.assertRegex(done.stderr, r"mixed\.pdn: line 16, game 2: .*1-32")
        refused = self.scratch / "refused.txt"
        again = self.run_library("import", path, "--quiet", "--refused", str(refused))
        self.assertEqual((again.returncode, again.stderr), (1, ""))
        self.assertRegex(refused.read_text(encoding="utf-8"), r"mixed\.pdn: line 16, game 2: .*1-32.*\n$")

    def test_wrong_input_changes_nothing(self):
        good = self.file("good.pdn", GOOD.format(1))
        for words in (
            ["import", good, self.scratch / "none.pdn"],
            ["import", good, "--game", "nonsense"],
            ["export", "--game", "nonsense"],
        ):
            done = self.run_library(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertNotEqual(done.stderr, "", words)
        self.assertFalse(self.data.exists())
        self.assertEqual(self.run_library("export").returncode, 1)
        self.run_library("import", good, "--quiet")
        self.assertEqual(self.run_library("export", "--folder", "nowhere").returncode, 1)


if __name__ == "__main__":
    unittest.main()
