"""`crownhead annotate`, from outside: marks and comments, whole files, resuming, and the same result however many threads.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/annotate_test.py`.
"""

import json
import re
import unittest

from support import cli

# 4... 12-16 gives a man away; the second game is drawn by agreement, the third is of a game that we do not have.
GAMES = """[Event "one"]
[White "Ann"]
[Black "Bo"]
[GameType "21"]
[Annotator "somebody"]

1. 11-15 23-19 {[%clk 0:09:55] as usual} 2. 8-11 22-17 3. 9-13 17-14 (3... 25-22 {quieter}) 4. 10x17 21x14 5. 15-18! 19-15 *

[Event "two"]
[GameType "21"]

1. 9-14 22-18 2. 5-9 25-22 3. 11-16 18-15 1/2-1/2

[Event "three"]
[GameType "99"]

1. 1-2 3-4 *
"""
OURS = r"\{Crownhead: [^}]*\}"


class AnnotateTest(cli.CliTest):
    def annotate(self, path, out, *options):
        result = cli.run("annotate", path, "--out", out, "--nodes", "400", *options)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        return result.stderr

    def setUp(self):
        super().setUp()
        self.games = self.file("games.pdn", GAMES)
        self.out = self.scratch / "out.pdn"

    def test_marks_comments_and_what_was_there(self):
        stderr = self.annotate(self.games, self.out, "--json", self.scratch / "out.json")
        self.assertIn("the game is kept as it is", stderr)
        text = " ".join(self.out.read_text().split())
        for kept in ['[Annotator "somebody"]', "[%clk 0:09:55] as usual", "25-22 {quieter}", "15-18!", "1-2 3-4", "1/2-1/2"]:
            self.assertIn(kept, text)
        self.assertEqual(len(re.findall(r"\[Event ", text)), 3)
        judged = json.loads((self.scratch / "out.json").read_text())
        self.assertEqual([game["game"] for game in judged], [1, 2])
        first = judged[0]
        self.assertEqual((first["variant"], first["white"], len(first["moves"])), ("english", "Ann", 10))
        marks = 0
        for game in judged:
            for move in game["moves"]:
                self.assertEqual(move["after"]["source"], "engine")
                self.assertFalse(move["exact"])
                self.assertEqual(move["line"][0], move["move"])
                self.assertEqual(move["glyph"] != "", move["loss"] >= 0.05)
                marks += move["glyph"] != ""
            for side in ("white", "black"):
                held, made = game["held"][side]
                self.assertEqual(made, sum(move["side"] == side for move in game["moves"]))
                self.assertEqual(made - held, sum(move["side"] == side and move["glyph"] != "" for move in game["moves"]))
            self.assertLessEqual(len(game["moments"]), 3)
        comments = re.findall(OURS, text)
        self.assertEqual(sum("by estimate" in comment for comment in comments), marks)
        for comment in comments:
            if comment != "{Crownhead: better}":
                self.assertRegex(comment, r"\(engine, depth \d+\)|\(rules\)")

    def test_again_gives_the_same(self):
        self.annotate(self.games, self.out)
        text = self.out.read_text()
        again = self.scratch / "again.pdn"
        self.annotate(self.out, again, "--threads", "2")
        self.assertEqual(again.read_text(), text)

    def test_a_killed_run_goes_on(self):
        self.annotate(self.games, self.out)
        whole = self.out.read_text()
        self.assertFalse((self.scratch / "out.pdn.journal").exists())
        # Stopped by a signal it leaves its journal and no output; a line that was cut off does not count.
        header = None
        journal = self.scratch / "out.pdn.journal"
        self.out.unlink()
        with cli.subprocess.Popen(
            [cli.PROGRAM, "annotate", self.games, "--out", self.out, "--nodes", "2000000000"], stderr=cli.subprocess.PIPE
        ) as running:
            while not header:
                header = journal.read_text() if journal.exists() else None
            running.terminate()
            self.assertEqual(running.wait(timeout=cli.SECONDS), 1)
            self.assertIn(b"the same command goes on", running.stderr.read())
        self.assertFalse(self.out.exists())
        self.assertTrue(journal.exists())
        # Of another run: not used.
        self.annotate(self.games, self.out)
        self.assertEqual(self.out.read_text(), whole)
        # Of this run: what is in it is not judged again.
        head = json.loads(header.splitlines()[0])
        head["nodes"] = 400
        done = [{"game": 2, "pdn": "{kept}\n", "json": {"game": 2}}]
        lines = [json.dumps(line, separators=(",", ":")) for line in [head, *done]]
        journal.write_text("\n".join(lines) + '\n{"game":1,"pdn":"cut')
        self.assertIn("going on after 1 of 3 games", self.annotate(self.games, self.out))
        parts = whole.split("\n[Event ")
        self.assertEqual(self.out.read_text(), parts[0] + "\n{kept}\n" + "\n[Event " + parts[2])

    def test_exact_values_of_a_small_game(self):
        log = cli.DATA / "appendix_d.log"
        games = self.scratch / "six.pdn"
        self.assertEqual(cli.run("convert", log, games).returncode, 0)
        self.annotate(games, self.out, "--engine-only", "--quiet")
        self.assertNotRegex(self.out.read_text(), "solution|endgame file")

    def test_refused(self):
        self.refused("annotate", self.games, "--out", "-", saying="a file is needed")
        self.refused("annotate", self.file("no.pdn", ""), "--out", self.out, saying="there is no game in it")
        self.refused("annotate", self.games, "--out", self.out, "--nodes", "0", saying="--nodes")
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
