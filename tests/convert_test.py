"""`crownhead convert`, from outside: games and positions between PDN, FEN and course log, good input and bad.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/convert_test.py`.
"""

import os
import re
import resource
import subprocess
import unittest

from support import cli
from support.cli import DATA, PROGRAM, SECONDS

GOOD = '[Event "good"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 {as usual} 2-0\n'
WRONG = '[White "A"]\n[Black "B"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28-22 *\n'


def run(*arguments, text=""):
    return cli.run("convert", *arguments, text=text)


def movetext(pdn):
    """The moves of each game, on one line."""
    games = re.sub(r"\[.*\]\n", "\n", pdn).split("\n\n\n")
    return [" ".join(game.split()) for game in games if game.strip()]


class ConvertTest(cli.CliTest):
    def done(self, *arguments, text=""):
        return super().done("convert", *arguments, text=text)

    def refused(self, *arguments, saying, text="", code=2):
        super().refused("convert", *arguments, saying=saying, text=text, code=code)

    def test_log_to_pdn_and_back(self):
        log = DATA / "appendix_d.log"
        pdn = self.scratch / "game.pdn"
        back = self.scratch / "back.log"
        self.assertEqual(self.done(log, pdn), "")
        text = pdn.read_text()
        self.assertIn('[Result "1-0"]\n[Game "suicide-6"]\n\n1. 4-7 15-12 2. 7-10 18-15', text)
        self.assertTrue(text.endswith("16. 3x8 1-0\n"))
        self.done(pdn, back)
        self.assertEqual(back.read_bytes(), log.read_bytes())

    def test_a_log_is_of_one_game(self):
        first = self.done(DATA / "appendix_d.log", "-", "--to", "pdn")
        other = '[Game "english"]\n\n1. 11-15 23-19 1-0\n\n'
        self.refused(
            self.file("two.pdn", first + "\n" + other),
            self.scratch / "two.log",
            saying="english cannot follow suicide in one course log",
        )
        self.assertFalse((self.scratch / "two.log").exists())
        # A game that is left out does not say which one the log is of.
        result = run(self.file("two.pdn", other + first), "-", "--to", "log", "--skip-bad")
        self.assertEqual((result.returncode, result.stdout), (0, (DATA / "appendix_d.log").read_text()))
        self.assertIn("game 1 skipped: line 1, column 1: the game did not end by the rules", result.stderr)

    def test_standard_input_and_output(self):
        out = self.done("-", "-", "--from", "pdn", "--to", "pdn", text=GOOD)
        self.assertIn('[Game "international"]', out)
        self.assertTrue(out.endswith("1. 32-28 19-23 2. 28x19 14x23 {as usual} 2-0\n"))
        self.assertEqual(self.done("-", "-", "--from", "pdn", "--to", "pdn", text=out), out)
        self.refused("-", "x.pdn", saying="--from is needed", text=GOOD)
        self.refused(self.file("a.pdn", GOOD), "-", saying="--to is needed")

    def test_remarks_survive(self):
        out = self.done(DATA / "pdn" / "standard.pdn", "-", "--to", "pdn")
        self.assertIn("(3. 35-30 {also possible} 3... 20-25 (3... 10-14 4. 30-24?)", out)
        self.assertIn("{[%clk 0:49:10] as usual}", out)

    def test_moves_come_out_as_usual(self):
        text = "01.3228 19 - 23 2. 28X19 14x23 1-1"
        out = self.done("-", "-", "--from", "pdn", "--to", "pdn", text=text)
        self.assertTrue(out.endswith("\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n"), out)
        out = self.done("-", "-", "--from", "pdn", "--to", "pdn", text='[GameType "25"] 1. c3d4 d6-c5 1/2-1/2')
        self.assertTrue(out.endswith("\n\n1. c3-d4 d6-c5 1/2-1/2\n"), out)

    def test_pdn_to_fen(self):
        pdn = self.file("a.pdn", GOOD + "\n" + '[GameType "21"]\n1. 11-15 *\n')
        self.assertEqual(
            self.done(pdn, "-", "--to", "fen").splitlines(),
            ["W:W31,33-50:B1-13,15-18,20,23", "W:W21-32:B1-10,12,15"],
        )
        every = self.done(pdn, "-", "--to", "fen", "--positions", "all").splitlines()
        self.assertEqual(len(every), 5 + 2)
        self.assertEqual((every[0], every[5]), ("W:W31-50:B1-20", "B:W21-32:B1-12"))

    def test_fen_to_pdn_and_back(self):
        fens = self.file("a.fen", "# positions\nW:W31-50:B1-20\n\nB:BK5:W28\n")
        pdn = self.scratch / "a.pdn"
        self.done(fens, pdn, "--game", "international")
        self.assertEqual(pdn.read_text().count('[SetUp "1"]\n[FEN "B:W28:BK5"]\n\n*\n'), 1)
        self.assertEqual(pdn.read_text().count("[FEN "), 1)  # the usual start needs none
        self.assertEqual(self.done(pdn, "-", "--to", "fen"), "W:W31-50:B1-20\nB:W28:BK5\n")
        self.assertEqual(
            self.done(fens, "-", "--to", "fen", "--game", "frisian"), "W:W31-50:B1-20\nB:W28:BK5\n"
        )
        self.refused(fens, pdn, saying="--game is needed")
        self.refused(fens, self.scratch / "a.log", "--game", "english", saying="not a finished game")
        self.refused(fens, pdn, "--game", "english", saying=["line 2, column", "there is no square 50"])

    def test_help_has_examples(self):
        text = self.done("--help")
        self.assertIn("crownhead convert", text[text.index("Examples:") :])

    def test_usage(self):
        pdn = self.file("a.pdn", GOOD)
        self.refused(saying="INPUT is required")
        self.refused(pdn, saying="OUTPUT is required")
        self.refused(pdn, "a.doc", saying="--to pdn, fen or log")
        self.refused(pdn, "-", "--to", "doc", saying="--to doc: expected pdn, fen or log")
        self.refused(pdn, "-", "--to", "fen", "--positions", "some", saying="expected final or all")
        self.refused(pdn, "-", "--to", "pdn", "--positions", "all", saying="only with --to fen")
        self.refused(pdn, "-", "--to", "pdn", "--game", "englsh", saying=["englsh", "english"])
        self.refused("nothing.pdn", "-", "--to", "pdn", saying="cannot read nothing.pdn")
        self.refused(self.scratch, "-", "--from", "pdn", "--to", "pdn", saying="cannot read")
        self.refused(self.file("empty.pdn", "\n"), "-", "--to", "pdn", saying="no game in it")
        self.refused(pdn, self.scratch / "no" / "x.pdn", saying="cannot write", code=1)

    def test_bad_games_leave_the_output_alone(self):
        pdn = self.file("a.pdn", GOOD + "\n" + WRONG + "\n" + GOOD)
        out = self.file("b.fen", "precious")
        self.refused(pdn, out, saying=["a.pdn: line 10, column 19: 28-22 is not legal here"])
        self.refused(pdn, "-", "--to", "fen", saying="line 10, column 19")
        self.refused(self.file("c.pdn", "1. 32-28 resigns 2-0"), "-", "--to", "pdn", saying="line 1, column 10")
        self.assertEqual(out.read_text(), "precious")
        self.assertEqual(sorted(path.name for path in self.scratch.iterdir()), ["a.pdn", "b.fen", "c.pdn"])

    def kept(self, text, *whys):
        """Converts PDN to PDN; of the games that cannot be replayed nothing may be lost. Returns the output."""
        result = run("-", "-", "--from", "pdn", "--to", "pdn", text=text)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), len(whys), lines)
        for line, why in zip(lines, whys, strict=True):
            self.assertTrue(line.startswith(f"crownhead: -: {why}"), line)
            self.assertIn("; the game is kept as it is", line)
        return result.stdout

    def test_games_that_cannot_be_replayed_are_kept(self):
        wrong = (
            '[White "A"]\n[Black "B"]\n[Result "4-6"]\n[GameType "20"]\n[Game "whist"]\n\n'
            "1. 32-28! {so} 1... 19-23 2. 28-22 (2. 28x19 14x23?) 2... 1-50 {end} *\n"
        )
        why = "line 12, column 30: 28-22 is not legal here"
        out = self.kept(GOOD + "\n" + wrong + "\n" + GOOD, why)
        self.assertEqual(out.split("\n\n[")[1], wrong[1:-1])
        self.assertEqual(len(movetext(out)), 3)
        self.assertEqual(self.kept("1. 32-28 - - 2. 37-32 {x} 2-0", "line 1, column 10: a move that is not known"),
                         "1. 32-28 -- 2. 37-32 {x} 2-0\n")
        self.assertEqual(self.kept("1. 32-28 /FEN \"W:W31:B1\"/ *", "line 1, column 10: a position is set up"),
                         "1. 32-28 /FEN \"W:W31:B1\"/ *\n")
        tags = '[Event "nothing else"]\n\n*\n'
        self.assertEqual(self.kept(tags, "line 1, column 1: no GameType"), tags)
        turkish = '[GameType "30,W,8,8,N1,0"]\n\n1. a3-a4 1-0\n'
        self.assertEqual(self.kept(turkish, "line 1, column 1: a game of type 30"), turkish)
        for to in ("fen", "log"):
            self.refused("-", "-", "--from", "pdn", "--to", to, saying="28-22 is not legal", text=wrong)

    def test_what_old_files_contain(self):
        def moves(text):
            return movetext(self.kept(text))[-1]

        self.assertEqual(moves("1. 32-28 = 19-23 + *"), "1. 32-28 $10 19-23 {+} *")
        self.assertEqual(moves("1. 32-28 19-23 2. 28x19a.l. *"), "1. 32-28 19-23 2. 28x19 {a.l.} *")
        self.assertEqual(moves("1. 32-28 $999999999999 *"), "1. 32-28 {$999999999999} *")
        self.assertEqual(moves("1. 32-28 1-0 19-23 *"), "1. 32-28 {1-0} 1... 19-23 *")

    def test_results_that_say_more_are_kept(self):
        for tags, end, result, token in [
            ('[Result "4-6"]', "*", "4-6", "*"),
            ('[Result "4-6"]', "1-0", "4-6", "2-0"),
            ('[Result "?"]', "1-0", "2-0", "2-0"),
            ('[Result "1-0"]', "*", "2-0", "2-0"),
            ('[Result "1.2-0.8"][ResultFormat "Goes"]', "1.2-0.8", "1.2-0.8", "1.2-0.8"),
            ('[Result "1.2-0.8"]', "1-1", "1.2-0.8", "1-1"),
            ("", "1.2-0.8", "1.2-0.8", "1.2-0.8"),
            ("", "1+ - 1-", "1+ - 1-", "1+ - 1-"),
            ("", "0.5-0.5", "1-1", "1-1"),
        ]:
            out = self.kept(f'[GameType "20"]{tags} 1. 32-28 {end}')
            self.assertIn(f'[Result "{result}"]', out)
            self.assertTrue(out.endswith(f"\n\n1. 32-28 {token}\n"), out)
            self.assertEqual(self.kept(out), out)

    def test_files_that_do_not_say_what_they_are(self):
        czech = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. g3-h4 g7-f6 *\n\n"
        text = 2 * czech + "1. 11x15 22x17 2. 15x19 24x15 *\n"  # the second game is of another kind
        result = run("-", "-", "--from", "pdn", "--to", "pdn", "--explain", text=text)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no GameType; ", result.stderr)
        self.assertRegex(result.stderr, r"[23] of 3 games can be played, confidence \d+\.\d %")
        self.assertIn('[GameType "25,W,8,8,A0,0"]', result.stdout)
        self.assertIn("1. 11-15 22-17 2. 15-19 24x15 *", result.stdout)
        self.assertIn('[GameType "21,B,8,8,N1,0"]', result.stdout)
        chosen = self.done("-", "-", "--from", "pdn", "--to", "pdn", "--game", "czech", text=czech)
        self.assertIn('[GameType "29,W,8,8,A0,0"]', chosen)

    def test_marks_are_kept_once(self):
        moves = "1. 1-6 32-27 2. 6-1 27-32 3. 1-6 32-27 4. 6-1 27-32 5. 1-6 1-0"
        text = f'[GameType "21"][FEN "B:WK32,30:BK1,12"] {moves}'
        out = self.done("-", "-", "--from", "pdn", "--to", "pdn", text=text)
        self.assertIn("27-32 {not claimed: ", " ".join(out.split()))
        self.assertEqual(self.done("-", "-", "--from", "pdn", "--to", "pdn", text=out), out)
        impossible = '[GameType "21"][FEN "W:W3,18:B5,K30"] 1. 18-15 *'
        out = self.done("-", "-", "--from", "pdn", "--to", "pdn", text=impossible)
        self.assertIn("{the position cannot arise in english: ", out)
        self.assertEqual(self.done("-", "-", "--from", "pdn", "--to", "pdn", text=out), out)

    def test_encodings_of_whole_files(self):
        name = "Блиндер"
        game = '[White "{}"]\n[Black "Й. Ёлкин"]\n[Event "Матч-реванш, Москва"]\n\n1. c3-d4 d6-c5 *\n'
        for encoding in ("utf-8", "utf-8-sig", "cp1251", "cp866"):
            path = self.scratch / "a.pdn"
            path.write_bytes(game.format(name).encode(encoding))
            out = subprocess.run([PROGRAM, "convert", path, "-", "--to", "pdn"], capture_output=True, timeout=SECONDS)
            self.assertEqual((out.returncode, out.stderr), (0, b""))
            text = out.stdout.decode("utf-8")
            self.assertIn(f'[White "{name}"]', text, encoding)
            self.assertIn('[Event "Матч-реванш, Москва"]', text, encoding)
        path.write_bytes('[White "Jérôme Müller"]\n\n1. 32-28 {très bien} *\n'.encode("latin-1"))
        self.assertIn('[White "Jérôme Müller"]', self.done(path, "-", "--to", "pdn"))

    def test_messages_show_names_where_the_terminal_can(self):
        text = '[White "Блин\u202eдер"]\n[Black "Б\x1b[2J"]\n[GameType "25"]\n\n1. c3-d4 d6-d5 *\n'
        def message(locale):
            environment = dict(os.environ, LC_ALL=locale)
            result = subprocess.run(
                [PROGRAM, "convert", "-", "-", "--from", "pdn", "--to", "pdn"],
                input=text, encoding="utf-8", env=environment, capture_output=True, timeout=SECONDS)
            self.assertEqual(result.returncode, 0)
            return result.stderr
        self.assertIn("(Блин?дер - Б?[2J)", message("C.UTF-8"))
        self.assertIn("(???????? - ??[2J)", message("C"))

    def test_remarks_glued_to_a_move_and_points(self):
        out = self.done("-", "-", "--from", "pdn", "--to", "pdn",
                        text='[Result "12-8"]\n\n1. 32-28 19-23White overstepped the time 12-8\n')
        self.assertIn("1. 32-28 19-23 {White overstepped the time} *", out)
        self.assertIn('[Result "12-8"]', out)

    def test_bad_games_are_skipped(self):
        pdn = self.file("a.pdn", GOOD + "\n" + WRONG + "\n" + GOOD)
        out = self.scratch / "b.pdn"
        result = run(pdn, out, "--skip-bad")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertRegex(result.stderr, r"\Acrownhead: .*a\.pdn: game 2 skipped: line 10, column 19: .* \(A - B\)\n\Z")
        self.assertEqual(len(movetext(out.read_text())), 2)

        result = run(DATA / "pdn" / "bad_games.pdn", "-", "--to", "pdn", "--skip-bad")
        self.assertEqual((result.returncode, len(movetext(result.stdout)), len(result.stderr.splitlines())), (0, 4, 7))

        out.write_text("precious")
        result = run(self.file("c.pdn", WRONG), out, "--skip-bad")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing could be converted", result.stderr.splitlines()[-1])
        self.assertEqual(out.read_text(), "precious")

    def test_what_a_log_cannot_say(self):
        def to_log(text):
            return ("-", "-", "--from", "pdn", "--to", "log"), text

        for text, words in [
            ("1. 32-28 *", "an unfinished game"),
            ('[GameType "21"][FEN "W:W18:B15"] 1. 18x11 1-0', "another start position"),
            ("1. 32-28 0-0", "both have lost"),
            (GOOD, "the game did not end by the rules; a course log cannot say that"),
        ]:
            arguments, text = to_log(text)
            self.refused(*arguments, saying=["line 1, column 1", words], text=text)

    def test_bad_logs(self):
        good = (DATA / "appendix_d.log").read_text()
        log = self.file("a.log", good + "\n6\np1 4-9\ntp1 6\ntp2 6\nd\n\n6\nnonsense\n\n" + good)
        self.refused(log, "-", "--to", "pdn", saying="line 38: p1 4-9 is not legal here")
        result = run(log, "-", "--to", "pdn", "--skip-bad")
        self.assertEqual((result.returncode, len(movetext(result.stdout))), (0, 2))
        self.assertIn("game 2 skipped: line 38: ", result.stderr)
        self.assertIn("game 3 skipped: line 44: ", result.stderr)
        for right, wrong, words in [
            ("tp1 5", "tp1 4", "line 33: tp1 4, but player 1 has 5 left"),
            ("wp2", "wp1", "line 35: the result is wrong: player 2 has no pieces left and wins"),
            ("p1 3x8(6)\ntp1 5\ntp2 0", "tp1 5\ntp2 1", "line 34: the game is not over"),
        ]:
            log = self.file("wrong.log", good.replace(right, wrong))
            for to in ("pdn", "fen", "log"):
                self.refused(log, "-", "--to", to, saying=words)
        self.refused(DATA / "appendix_d.log", "-", "--to", "pdn", "--game", "mini", saying="line ")
        self.refused(DATA / "appendix_d.log", "-", "--to", "pdn", "--game", "pool", saying="not played on 6x6")

    @unittest.skipIf(re.search("asan|tsan", str(PROGRAM)), "sanitizers keep memory back")
    def test_memory_is_that_of_one_game(self):
        games = 100000
        pdn = self.file("long.pdn", (GOOD + "\n") * games)
        out = self.scratch / "out.fen"
        limit = 5 << 20
        self.assertGreater(pdn.stat().st_size, limit)
        subprocess.run(
            [PROGRAM, "convert", pdn, out],
            timeout=SECONDS,
            check=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
        )
        self.assertEqual(len(out.read_text().splitlines()), games)


if __name__ == "__main__":
    unittest.main()
