"""PDN files of other people in, and PDN that strict readers take out: the corpus of habits, and the published grammar.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/pdn_files_test.py`.
"""

import re
import subprocess
import unittest

from support import cli, strict_pdn
from support.cli import DATA, PROGRAM, SECONDS

CORPUS = DATA / "pdn"


def listed():
    """file -> [(game, where it ends)], from wild.tsv."""
    files = {}
    for line in (CORPUS / "wild.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            file, number, game, end = line.split("\t")
            games = files.setdefault(file, [])
            assert int(number) == len(games) + 1, line
            games.append((game, end))
    return files


class Corpus(cli.CliTest):
    """Each file shows one habit of the files in circulation; all were written for this test."""

    def convert(self, *arguments):
        done = subprocess.run([PROGRAM, "convert", *map(str, arguments)], capture_output=True, timeout=SECONDS, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout.decode("utf-8")

    def test_every_file_is_read_without_help(self):
        files = listed()
        self.assertEqual({path.name for path in CORPUS.glob("wild_*.pdn")}, set(files))
        for file, expected in files.items():
            with self.subTest(file):
                pdn = self.convert(CORPUS / file, "-", "--to", "pdn")
                self.assertEqual(re.findall(r'\[Game "(.*)"\]', pdn), [game for game, _ in expected])
                ends = self.convert(CORPUS / file, "-", "--to", "fen").splitlines()
                self.assertEqual(len(ends), len(expected))
                for found, (_, wanted) in zip(ends, expected, strict=True):
                    if wanted != "-":
                        self.assertEqual(found, wanted)
                strict_pdn.read(pdn)
                again = self.file("again.pdn", pdn)
                self.assertEqual(self.convert(again, "-", "--to", "pdn"), pdn)

    def test_names_come_out_in_utf8(self):
        for file, name in [
            ("wild_russian_1251.pdn", "Блиндер, Б."),
            ("wild_russian_866.pdn", "Блиндер, Б."),
            ("wild_czech.pdn", "Novák"),
            ("wild_brazilian.pdn", "João"),
        ]:
            self.assertIn(f'[White "{name}"]', self.convert(CORPUS / file, "-", "--to", "pdn"), file)


class Grammar(cli.CliTest):
    def test_the_reader_of_this_test_is_strict(self):
        good = '[Event "a \\"b\\""]\n[FEN "W:W31-50:B1,K5"]\n\n1. 32-28! {x} (1. 31-27 $3) 1... 19x23x5 2-0\n[Event "c"] *'
        self.assertEqual(len(strict_pdn.read(good)), 2)
        for bad in [
            "1. 32-28-19 *", "1. 32-28 19-23) *", "[event \"a\"] *", "1. 32-28 resigns *", "1. pass *", "1. 32-100 *",
            '[FEN "W:W31-50:B"] *', '[GameType "20"] *', "(1. 32-28) {never closed", "1. 32-28 2-0 2-0 2-0",
        ]:
            with self.assertRaises(strict_pdn.Wrong, msg=bad):
                strict_pdn.read(bad)

    def test_games_of_every_kind_follow_the_grammar(self):
        types = {}
        for game in self.json("list"):
            name, size = game["name"], game["size"]
            sizes = self.file("sizes.txt", f"{size}\n" * 12)
            log, pdn = self.scratch / "games.log", self.scratch / "games.pdn"
            self.done("simulate", sizes, log, "--game", name, "--p1", "random", "--p2", "random", "--seed", "9")
            self.done("convert", log, pdn, "--game", name)
            # The grammar has no word for a forced pass.
            text = re.sub(r"(?<=\s)pass(?=\s)", "...", pdn.read_text(encoding="utf-8"))
            # Nor for a list without pieces, or squares beyond h8; our games that need them are on other boards.
            games = strict_pdn.read(text)
            self.assertEqual(len(games), 12, name)
            types.setdefault(games[0].get("GameType", ""), name)
            for tags in games:
                self.assertEqual(list(tags)[:7], ["Event", "Site", "Date", "Round", "White", "Black", "Result"])
                self.assertEqual(tags["Game"], name)
        self.assertIn("20,W,10,10,N2,0", types)
        self.assertGreaterEqual(len(types), 11)


if __name__ == "__main__":
    unittest.main()
