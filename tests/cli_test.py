"""The command line program, from outside: every command with good and bad input, its exit codes and its messages.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/cli_test.py`.
"""

import json
import os
import re
import signal
import subprocess
import unittest
from pathlib import Path

from support.cli import DATA, PROGRAM, SECONDS, CliTest, run


class UsageTest(CliTest):
    def test_help_has_examples(self):
        self.assertIn("Examples:", self.done("--help"))
        for command in ["list", "show", "moves", "perft", "play", "validate", "analyse", "bench", "gauntlet", "learn", "levels", "hub", "serve",
                        "match", "tournament", "simulate", "convert", "report", "study"]:
            with self.subTest(command):
                text = self.done(command, "--help")
                self.assertIn(f"crownhead {command}", text[text.index("Examples:") :])

    def test_version(self):
        self.assertRegex(self.done("--version"), r"\Acrownhead \d+\.\d+\.\d+\n\Z")

    def test_commands(self):
        self.refused(saying="expected a command: list, show")
        self.refused("shwo", saying="did you mean show?")
        self.refused("validat", "x", saying="did you mean validate?")
        self.refused("zzzzzzzz", saying="expected list, show")
        self.refused("", saying="expected list, show")

    def test_arguments(self):
        self.refused("show", saying="GAME is required")
        self.refused("show", "english", "--fne", "x", saying="did you mean --fen?")
        self.refused("show", "english", "--fen", saying="--fen")
        self.refused("show", "english", "more", saying="unexpected argument 'more'")
        self.refused("list", "english", saying="unexpected argument")
        self.refused("list", "--jsno", saying="did you mean --json?")
        self.refused("show", "english", "--json", "--diagram", saying="--diagram")

    def test_unknown_games(self):
        for command in [["show"], ["moves"], ["perft"], ["play"], ["analyse"], ["gauntlet"]]:
            with self.subTest(command[0]):
                rest = ["3"] if command[0] == "perft" else []
                self.refused(*command, "englsh", *rest, saying=["englsh", "english"])
                self.refused(*command, "english-7", *rest, saying=["7", "6, 8, 10 or 12"])
        self.refused("show", "two\nlines", saying="two?lines")

    def test_nothing_to_check_is_an_error(self):
        path = self.scratch / "nothing.tsv"
        path.write_text("# only words\n", encoding="utf-8")
        self.refused("perft", "--suite", path, saying="no line to check")
        path.write_text("english\tstart\t5\t7361\n", encoding="utf-8")
        self.refused("perft", "--suite", path, "--max-depth", "2", saying="deeper than")

    def test_any_position_still_obeys_the_pieces_of_the_game(self):
        fen = "B:WK8,18,13:B5,1"
        for command in (["show", "mini"], ["moves", "mini"], ["perft", "mini", "4"]):
            self.refused(*command, "--any-position", "--fen", fen, saying="no kings in mini")

    def test_closed_pipe(self):
        # Closed before the program starts, so that not even its first words find a reader.
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run(
            [PROGRAM, "play", "english", "--side", "none", "--seed", "1"],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )
        os.close(writer)
        self.assertEqual((result.returncode, result.stderr), (1, b""))

    @unittest.skipUnless(Path("/dev/full").exists(), "no /dev/full")
    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run(
                [PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=SECONDS, check=False
            )
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Acrownhead: cannot write to standard output: [^\n]+\n\Z")


class ListTest(CliTest):
    def test_table(self):
        lines = self.done("list").splitlines()
        self.assertTrue(lines[0].startswith("GAME"))
        columns = [line[: lines[0].index("BOARD")].strip() for line in lines[1:]]
        self.assertEqual(columns, [game["name"] for game in self.json("list")])

    def test_json(self):
        games = {game["name"]: game for game in self.json("list")}
        self.assertEqual(len(games), 44)
        self.assertEqual(games["english"]["first"], "black")
        self.assertEqual(games["international"]["first"], "white")
        self.assertEqual((games["suicide-10"]["size"], games["suicide-10"]["pieces_per_side"]), (10, 20))
        self.assertEqual((games["russian"]["notation"], games["frisian"]["notation"]), ("algebraic", "numeric"))


class ShowTest(CliTest):
    def test_diagram(self):
        self.assertEqual(
            self.done("show", "mini", "--diagram"),
            ". o . o . o\no . o . o .\n. # . # . #\n# . # . # .\n. x . x . x\nx . x . x .\n",
        )

    def test_start(self):
        text = self.done("show", "english")
        self.assertIn("B:W21-32:B1-12", text)
        self.assertIn("29  x . x . x . x .", text)
        self.assertIn("Black (o) to move, 7 legal moves", text)

    def test_every_game(self):
        for game in self.json("list"):
            with self.subTest(game["name"]):
                shown = self.json("show", game["name"])
                self.assertEqual(shown["turn"], game["first"])
                self.assertGreater(shown["legal_moves"], 0)
                self.assertFalse(shown["over"])
                self.assertEqual(len(shown["diagram"]), game["size"])
                self.assertEqual(self.json("show", game["name"], "--fen", shown["fen"]), shown)

    def test_notation(self):
        fen = "W:Wc3,Kd4:Bf6"
        self.assertIn("FEN  W:W22,K18:B11\n", self.done("show", "russian", "--fen", fen, "--notation", "numeric"))
        numeric = "W:W22,K18:B11"
        self.assertIn(f"FEN  {fen}\n", self.done("show", "russian", "--fen", numeric, "--notation", "algebraic"))
        self.assertIn(f"FEN  {numeric}\n", self.done("show", "russian", "--fen", numeric))
        self.assertIn("FEN  W:Wc3,Kd4:Bf6\n", self.done("show", "russian", "--fen", fen))
        self.assertIn("    a b c d e f g h\n", self.done("show", "russian"))
        self.refused("show", "english", "--notation", "algebraic", saying=["by number", "russian"])
        self.refused("show", "english", "--notation", "roman", saying="expected auto, numeric or algebraic")

    def test_over(self):
        self.assertIn("player 1 has no pieces left and wins", self.done("show", "suicide", "--fen", "B:W21:B"))
        self.assertIn("Black has no pieces left and loses", self.done("show", "english", "--fen", "B:W21:B"))
        blocked = self.json("show", "suicide", "--fen", "B:W8,11:B4")  # 11 stands behind 8
        self.assertEqual((blocked["over"], blocked["winner"]), (True, None))
        self.assertEqual(self.json("show", "giveaway", "--fen", "B:W8,11:B4")["winner"], "black")
        self.assertEqual(self.json("show", "english", "--fen", "B:W8,11:B4")["winner"], "white")

    def test_bad_fens(self):
        for fen, offset in [
            ("", 0),
            ("X:W1", 0),
            ("W:W1,2;B3", 6),
            ("W:W1-40:B3", 5),
            ("W:W31,31:B1", 6),
            ("B:W21:B1:B2", 9),
        ]:
            with self.subTest(fen):
                self.refused("show", "english", "--fen", fen, saying=f"the FEN is wrong at offset {offset}: ")

    def test_impossible_positions(self):
        for game, fen, why in [
            ("english", "B:W32:B1-13", "13 pieces"),
            ("english", "B:W1:B9", "far row"),
            ("mini", "B:W18:BK1", "no kings"),
            ("english", "B:W:B", "no piece"),
        ]:
            with self.subTest(fen):
                self.refused("show", game, "--fen", fen, saying=["cannot arise", why])
        self.assertIn("B1-13", self.done("show", "english", "--fen", "B:W32:B1-13", "--any-position"))


class MovesTest(CliTest):
    def moves(self, *arguments):
        return self.done("moves", *arguments).split()

    def test_start(self):
        self.assertEqual(self.moves("english"), ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"])

    def test_play(self):
        self.assertEqual(self.moves("english", "--play", "11-15 22-18"), ["15x22"])
        self.assertEqual(self.moves("english", "--play", "1. 11-15 22-18 2.15x22"), ["25x18", "26x17"])
        self.assertIn("e3-f4", self.moves("russian", "--play", "c3-d4 d6-c5"))
        self.refused("moves", "english", "--play", "11-15 11-15", saying=["move 2", "11-15", "nothing on 11"])
        self.refused("moves", "english", "--play", "11-15 22-18 8-11", saying=["move 3", "compulsory", "15x22"])
        self.refused("moves", "english", "--play", "11", saying="move 1")

    def test_full_paths(self):
        fen = "B:W7,14,15,16:BK2"
        self.assertTrue(all("x" in text for text in self.moves("english", "--fen", fen)))
        for text in self.moves("english", "--fen", fen, "--full"):
            self.assertRegex(text, r"^\d+(x\d+)+$")
        self.assertEqual(self.moves("russian", "--fen", "W:W11:B7,9"), ["11:13"])

    def test_json(self):
        move = self.json("moves", "kingme", "--fen", "B:W6,10:BK1")["moves"]
        double = [mv for mv in move if mv["captured"] == [6, 10]]
        self.assertEqual(len(double), 1)
        self.assertEqual((double[0]["from"], double[0]["to"], double[0]["path"]), (1, 15, [1, 15]))
        crowned = self.json("moves", "english", "--fen", "B:W5:B25")["moves"]
        self.assertEqual([(mv["text"], mv["promotes"]) for mv in crowned], [("25-29", True), ("25-30", True)])

    def test_pass(self):
        self.assertEqual(self.moves("mini", "--fen", "B:W9:B16"), ["pass"])
        move = self.json("moves", "mini", "--fen", "B:W9:B16")["moves"][0]
        self.assertEqual((move["from"], move["to"], move["path"], move["captured"]), (None, None, [], []))
        self.assertEqual(self.moves("mini", "--fen", "B:W9:B16", "--play", "pass"), ["9-6"])

    def test_none(self):
        result = run("moves", "english", "--fen", "B:W21:B")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertIn("the game is over: Black has no pieces left and loses", result.stderr)


class PerftTest(CliTest):
    def test_counts(self):
        for game, depth, count in [
            ("english", 7, 179740),
            ("english-6", 7, 12495),
            ("russian", 7, 190146),
            ("international", 6, 167140),
            ("canadian", 5, 79049),
        ]:
            with self.subTest(game):
                result = self.json("perft", game, depth)
                self.assertEqual((result["count"], result["depth"], result["game"]), (count, depth, game))
                self.assertEqual(self.json("perft", game, depth, "--threads", 3)["count"], count)

    def test_text(self):
        text = self.done("perft", "english", 5)
        self.assertRegex(text, r"\Adepth 5  count 7361  \d+\.\d{3} s  \d+\.\d M nodes/s\n\Z")

    def test_divide(self):
        lines = self.done("perft", "english", 6, "--divide", "--threads", 2).splitlines()
        self.assertEqual([line.split()[0] for line in lines[:-1]], self.done("moves", "english").split())
        self.assertEqual(sum(int(line.split()[1]) for line in lines[:-1]), 36768)
        divided = self.json("perft", "english", 6, "--divide")
        self.assertEqual(sum(move["count"] for move in divided["divide"]), divided["count"])

    def test_positions(self):
        self.assertEqual(self.json("perft", "english", 1, "--fen", "B:W21:B")["count"], 0)
        self.assertEqual(self.json("perft", "english", 1, "--play", "11-15 22-18")["count"], 1)
        self.assertEqual(self.json("perft", "mini", 3, "--fen", "B:W9:B16")["count"], 1)

    def test_bad_depths(self):
        for depth in ["0", "-1", "-100", "29", "1000000", "99999999999999999999", "3.5", "x", ""]:
            with self.subTest(depth):
                self.refused("perft", "english", depth, saying="deep" if depth == "" else ["depth " + depth, "from 1 to 28"])
        self.refused("perft", "english", saying="how deep")
        self.refused("perft", saying="which game")
        self.refused("perft", "english", 3, "--threads", 0, saying=["--threads 0", "from 1 to 256"])
        self.refused("perft", "english", 3, "--threads", "many", saying="--threads many")

    def test_suite(self):
        text = (
            "# game\tfen\tdepth\tcount\n\n"
            "english\tstart\t5\t7361\tsource\n"
            "mini\t-\t1\t5\n"
            "russian\tW:W11:B7,9\t1\t1\r\n"
        )
        right = self.file("right.tsv", text)
        self.assertRegex(self.done("perft", "--suite", right), r"\A3 lines, 3 right, 0 wrong; 7367 nodes, ")
        self.assertRegex(self.done("perft", "--suite", "-", text=text), r"\A3 lines, 3 right, 0 wrong; ")
        self.assertRegex(
            self.done("perft", "--suite", right, "--max-depth", 4),
            r"\A2 lines, 2 right, 0 wrong \(1 deeper than 4 left out\); ",
        )

    def test_wrong_suite(self):
        wrong = self.file("wrong.tsv", "english\tstart\t5\t7361\nenglish\tstart\t4\t1470\nenglish\tstart\t3\t301\n")
        result = run("perft", "--suite", wrong)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], f"{wrong}:2: english depth 4: got 1469, expected 1470")
        self.assertEqual(lines[1], f"{wrong}:3: english depth 3: got 302, expected 301")
        self.assertTrue(lines[2].startswith("3 lines, 1 right, 2 wrong; "))

    def test_malformed_suite(self):
        for line, why in [
            ("english\tstart\t5", "found 3 of these 4 fields"),
            ("english start 5 7361", "tabs"),
            ("englsh\tstart\t5\t7361", "english"),
            ("english\tB:W99:B1\t5\t7361", "offset 3"),
            ("english\tstart\t0\t7361", "depth 0"),
            ("english\tstart\t5\tmany", "count many"),
        ]:
            with self.subTest(line):
                path = self.file("malformed.tsv", f"# comment\nenglish\tstart\t5\t1\n{line}\n")
                self.refused("perft", "--suite", path, saying=[f"{path}:3: ", why])
        self.refused("perft", "--suite", self.scratch / "missing.tsv", saying="No such file")
        self.refused("perft", "--suite", self.scratch, saying="directory")
        self.refused("perft", "--suite", path, "english", saying="--suite")
        self.refused("perft", "--suite", path, "--divide", saying="--suite")
        self.refused("perft", "english", 3, "--max-depth", 2, saying="--suite")

    def test_published_counts(self):
        suite = DATA / "perft.tsv"
        self.assertIn(" 0 wrong", self.done("perft", "--suite", suite, "--max-depth", 5, "--quiet"))


class PlayTest(CliTest):
    def play(self, *arguments, lines=()):
        return self.done("play", *arguments, text="".join(f"{line}\n" for line in lines))

    def test_questions(self):
        text = self.play("--seed", 1, lines=["nonsuch", "99", "", "purple", "1", "nobody", "1", "quit"])
        self.assertIn("there is no player 'nobody'; there is random", text)
        self.assertIn("Which game?", text)
        self.assertIn("There is no game 99: expected 1..44", text)
        self.assertIn("'purple' is no side", text)
        self.assertIn("English checkers, 8x8", text)
        self.assertIn("Black (o) to move", text)
        self.assertTrue(text.endswith("Goodbye.\n"))
        self.assertIn("Mini-checkers, 6x6", self.play("--seed", 1, lines=["14", "2", "", "quit"]))
        self.assertIn("Thai draughts, 8x8", self.play("--seed", 1, lines=["thai", "both", "quit"]))

    def test_end_of_input(self):
        self.assertIn("Goodbye", self.play())
        self.assertIn("Goodbye", self.play(lines=["english"]))
        self.assertIn("goodbye", self.play("english", "--side", "both"))
        self.assertIn("goodbye", self.play("english", "--side", "both", lines=["11-15"]))
        self.assertIn("Last move: Black 11-15.", self.done("play", "english", "--side", "both", text="11-15"))
        self.assertIn("goodbye", self.play("english", "--side", "both", lines=["1" * 100000]))

    def test_bad_options(self):
        self.refused("play", "english", "--side", "purple", saying="expected black, white, both or none")
        self.refused("play", "english", "--opponent", "nobody", saying=["nobody", "random"])
        self.refused("play", "english", "--opponent", "random:depth=3", saying="no options")
        self.refused("play", "english", "--opponent", "perfect", "--side", "black", saying=["perfect play in english", "mini"])
        self.refused("play", "english", "--seed", "-1", saying="--seed -1")
        self.refused("play", "english", "--fen", "W:", "--side", "both", saying="offset 2")

    def test_english(self):
        lines = ["11 15", "22-18", "8-11", "15x22", "moves", "25x18", "board", "fen", "quit"]
        text = self.play("english", "--side", "both", lines=lines)
        self.assertIn("You must capture: 15x22.", text)
        self.assertIn("8-11 is not legal here: a capture is compulsory (15x22).", text)
        self.assertIn("White> moves\n25x18, 26x17\n", text)
        self.assertIn("Last move: White 25x18. Black (o) to move.", text)
        self.assertIn("B:W18,21,23,24,26-32:B1-10,12\n", text)

    def test_wrong_input(self):
        lines = ["11-99", "nonsense", "udno", "11", "undo now", "pass", "", "help", "rules", "redo", "undo"]
        text = self.play("english", "--side", "both", lines=lines)
        self.assertIn("there is no square 99: expected 1..32.", text)
        self.assertIn("'nonsense' is neither a move nor a command; type help.", text)
        self.assertIn("(did you mean undo?)", text)
        self.assertIn("undo stands alone", text)
        self.assertIn("pass is not legal here", text)
        self.assertIn("save FILE", text)
        self.assertIn("Capturing is compulsory, with a free choice among captures.", text)
        self.assertIn("Nothing was taken back.", text)
        self.assertIn("There is nothing to take back.", text)
        self.assertEqual(text.count("Black> "), 12)

    def test_undo_takes_back_the_answer(self):
        lines = ["11-15", "fen", "undo", "fen", "redo", "fen", "log", "quit"]
        text = self.play("english", "--side", "black", "--opponent", "random", "--seed", 4, lines=lines)
        fens = re.findall(r"> fen\n(\S+)", text)
        self.assertEqual(fens[1], "B:W21-32:B1-12")
        self.assertEqual(fens[0], fens[2])
        self.assertNotEqual(fens[0], fens[1])
        lines = ["undo", "log", "quit"]
        text = self.play("english", "--side", "white", "--opponent", "random", "--seed", 4, lines=lines)
        self.assertIn("There is nothing to take back.", text)
        self.assertRegex(text, r"White> log\n8\np1 \d+-\d+\nWhite> ")

    def test_same_seed_same_game(self):
        watch = ["english", "--side", "none", "--opponent", "random", "--seed"]
        games = [self.play(*watch, seed, lines=["log"]) for seed in [7, 7, 8]]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_mini_passes(self):
        lines = ["9-6", "6-3", "log", "undo", "undo", "undo", "quit"]
        text = self.play("mini", "--side", "both", "--fen", "B:W9:B16", lines=lines)
        self.assertIn("player 1 cannot move and passes.", text)
        self.assertIn("The game is over: draw: neither side can move", text)
        self.assertIn("6\np1 pass\np2 9-6\np1 pass\np2 6-3\ntp1 1\ntp2 1\nd\n", text)
        self.assertIn("There is nothing to take back.", text)  # the pass at the start was nobody's choice

    def test_kingme(self):
        text = self.play("kingme", "--side", "both", "--fen", "B:W6,10,32:BK1", lines=["moves", "1x15", "log", "quit"])
        self.assertRegex(text, r"> moves\n.*1-5.*1x15")
        self.assertNotIn("must capture", text)
        self.assertIn("p1 1x15(6,10)\n", text)

    def test_russian(self):
        text = self.play("russian", "--side", "both", lines=["c3-d4", "d6c5", "log", "moves", "quit"])
        self.assertIn("Last move: Black d6-c5. White (x) to move.", text)
        self.assertIn("8\np2 22-18\np1 10-14\n", text)

    def test_suicide_to_the_end(self):
        path = self.scratch / "game.log"
        lines = [f"save {path}", "undo", "new", "quit"]
        text = self.play("suicide-6", "--side", "none", "--opponent", "random", "--seed", 5, lines=lines)
        self.assertIn("The game is over: ", text)
        self.assertIn(f"moves to {path}.", text)
        self.assertIn("1 game, 1 correct", self.done("validate", path))
        self.assertEqual(text.count("The game is over: "), 2)  # and once more after new

    def test_resign(self):
        lines = ["resign", "11-15", "moves", "log", "undo", "11-15", "quit"]
        text = self.play("english", "--side", "both", lines=lines)
        self.assertIn("The game is over: Black resigns, White wins.", text)
        self.assertIn("The game is over; undo, new or quit.", text)
        self.assertIn("tp1 12\ntp2 12\nwp2\n", text)
        self.assertIn("Last move: Black 11-15.", text)

    def test_save(self):
        path = self.file("game.log", "precious\n")
        text = self.play("english", "--side", "both", lines=["11-15", f"save {path}", "save", "quit"])
        self.assertIn(f"{path} exists; save! {path} replaces it.", text)
        self.assertIn("save where?", text)
        self.assertEqual(path.read_text(encoding="utf-8"), "precious\n")
        text = self.play("english", "--side", "both", lines=["11-15", f"save! {path}", "22-18", f"save {path}", "quit"])
        self.assertIn("The game is not over.", text)
        self.assertEqual(path.read_text(encoding="utf-8"), "8\np1 11-15\np2 22-18\ntp1 12\ntp2 12\nd\n")
        lines = [f"save {self.scratch}/missing/x", f"save! {self.scratch}", "quit"]
        text = self.play("english", "--side", "both", lines=lines)
        self.assertIn("No such file or directory.", text)
        self.assertIn("it is not a file.", text)
        self.assertEqual([p.name for p in self.scratch.iterdir()], ["game.log"])  # no temporary file is left


class ValidateTest(CliTest):
    def complaints(self, text, *arguments):
        """The output for a log that is wrong, without the summary."""
        result = run("validate", "-", *arguments, text=text)
        self.assertEqual((result.returncode, result.stderr), (1, ""), result.stdout)
        *complaints, summary = result.stdout.splitlines()
        self.assertRegex(summary, r"^\d+ games?, \d+ correct$")
        return complaints

    def test_appendix_d(self):
        """The example of the suicide document obeys the rules from its first line to its last."""
        path = DATA / "appendix_d.log"
        self.assertEqual(self.done("validate", path), "1 game, 1 correct\n")
        result = self.json("validate", path)["results"][0]
        self.assertEqual((result["game"], result["moves"]), ("suicide-6", 31))
        self.assertEqual(result["outcome"], "player 2 has no pieces left and wins")
        # By other rules of the same moves it ends otherwise.
        self.assertEqual(
            self.complaints(path.read_text(encoding="utf-8"), "--game", "english"),
            ["line 35: wp2: White has no pieces left and loses, so expected wp1"],
        )

    def test_every_game_of_ours(self):
        for game in self.json("list"):
            with self.subTest(game["name"]):
                path = self.scratch / f"{game['name']}.log"
                text = f"save {path}\n"
                self.done("play", game["name"], "--side", "none", "--opponent", "random", "--seed", 11, text=text)
                self.assertEqual(self.done("validate", path, "--game", game["name"]), "1 game, 1 correct\n")

    def test_either_player_may_begin(self):
        log = "6\np2 13-10\np1 4-7\np2 10x3(7)\n"
        self.assertIn("line 4: p2 10x3(7): ", self.complaints(log + "tp1 1\ntp2 1\nd\n")[0])
        self.assertIn("line 5: d: the game is not over: player 1", self.complaints("6\np2 13-10\ntp1 6\ntp2 6\nd\n")[0])

    def test_first_wrong_line(self):
        start = "6\np1 4-7\np2 15-12\np1 7-10\n"
        end = "tp1 6\ntp2 6\nd\n"
        for move, why in [
            ("p1 5-7", "it is player 2's turn"),
            ("p2 12-8", None),
            ("p2 11-8", "there is no piece on 11"),
            ("p2 10-7", "the piece on 10 is not player 2's"),
            ("p2 17-15", "the man on 17 cannot do that"),
            ("p2 18-11", "the man on 18 cannot do that, only 18-15"),
            ("p2 18-12", "the square 12 is not empty"),
            ("p2 pass", "may not pass"),
            ("p2 14x7(11)", "there is no piece of player 1 on 11"),
        ]:
            with self.subTest(move):
                complaint = self.complaints(f"{start}{move}\n{end}")[0]
                self.assertTrue(complaint.startswith(f"line 5: {move}: " if why else "line 8: d: "), complaint)
                self.assertIn(why or "the game is not over", complaint)

    def test_compulsory_capture(self):
        lines = (DATA / "appendix_d.log").read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[8], "p2 11x4(7)")
        lines[8] = "p2 17-14"
        complaints = self.complaints("\n".join(lines) + "\n")
        self.assertEqual(complaints, ["line 9: p2 17-14: a capture is compulsory: 11x4(7)"])

    def log_with(self, game, pattern):
        """The log of a random game with a line that fits the pattern, and that line."""
        path = self.scratch / "random.log"
        for seed in range(100):
            self.done("play", game, "--side", "none", "--opponent", "random", "--seed", seed, text=f"save! {path}\n")
            log = path.read_text(encoding="utf-8")
            if found := re.search(pattern, log, re.MULTILINE):
                return log, found
        return self.fail(f"no such line in 100 games of {game}")

    def test_unfinished_capture(self):
        log, line = self.log_with("suicide-6", r"^(p[12] \d+x\d+\(\d+\))(\d+x\d+\(\d+\))$")
        complaint = self.complaints(log.replace(line[0], line[1], 1))[0]
        self.assertIn(f": {line[1]}: the capture must be carried through: {line[0][3:]}", complaint)

    def test_wrong_ends(self):
        good = (DATA / "appendix_d.log").read_text(encoding="utf-8")
        self.assertEqual(
            self.complaints(good.replace("tp1 5", "tp1 4")), ["line 33: tp1 4: player 1 has 5 pieces left"]
        )
        self.assertEqual(
            self.complaints(good.replace("wp2", "d")),
            ["line 35: d: player 2 has no pieces left and wins, so expected wp2"],
        )
        longer = good.replace("tp1 5", "p2 2-6\ntp1 5")
        self.assertEqual(
            self.complaints(longer), ["line 33: p2 2-6: the game is already over: player 2 has no pieces left and wins"]
        )
        shorter = good.replace("p1 3x8(6)\n", "").replace("tp2 0", "tp2 1")
        self.assertEqual(
            self.complaints(shorter), ["line 34: wp2: the game is not over: player 1 to move, 1 legal move (3x8(6))"]
        )

    def test_forgotten_pass(self):
        log, line = self.log_with("mini", r"^p[12] pass\n")
        self.assertEqual(self.done("validate", "-", "--game", "mini", text=log), "1 game, 1 correct\n")
        self.assertIn("must pass first", self.complaints(log.replace(line[0], "", 1), "--game", "mini")[0])

    def test_several_games(self):
        good = (DATA / "appendix_d.log").read_text(encoding="utf-8")
        path = self.file("two.log", good + "\n" + good)
        self.assertEqual(self.done("validate", path), "2 games, 2 correct\n")
        broken = good + "\n6\np1 4/7\ntp1 6\n\n" + good.replace("wp2", "wp1") + "\n" + good
        result = self.complaints(broken)
        self.assertEqual(len(result), 2)
        self.assertTrue(result[0].startswith("line 38: expected '-' or 'x'"), result[0])
        self.assertTrue(result[1].startswith("line 75: wp1: "), result[1])
        checked = json.loads(run("validate", "-", "--json", text=broken).stdout)
        self.assertEqual((checked["games"], checked["correct"]), (4, 2))
        self.assertEqual([game["line"] for game in checked["results"]], [1, 38, 41, 77])
        self.refused("validate", "-", text="\n\n", saying="there is no game in it")

    def test_sizes(self):
        log = "8\np1 11-15\ntp1 12\ntp2 12\nd\n"
        self.assertIn("line 1: 8: mini is not played on 8x8, only on 6x6", self.complaints(log, "--game", "mini"))
        self.assertIn("line 1: 8: suicide-6 is played on 6x6", self.complaints(log, "--game", "suicide-6"))
        self.assertIn("board size of 6, 8, 10 or 12", self.complaints("7\n" + log[2:])[0])

    def test_bad_files(self):
        self.refused("validate", self.scratch / "missing.log", saying="No such file")
        self.refused("validate", self.scratch, saying="directory")
        self.refused("validate", DATA / "appendix_d.log", "--game", "suicde", saying="suicide")
        self.refused("validate", saying="FILE is required")
        garbage = self.scratch / "garbage.log"
        garbage.write_bytes(bytes(range(256)) * 4)
        self.assertEqual(run("validate", garbage).returncode, 1)


class AnalyseTest(CliTest):
    def depths(self, *arguments):
        """The objects that --json prints, one for each depth."""
        lines = self.done("analyse", *arguments, "--json").splitlines()
        return [json.loads(line) for line in lines]

    def test_text(self):
        header, *rows = self.done("analyse", "english", "--depth", 5).splitlines()
        self.assertEqual(
            header.split(), ["depth", "max", "score", "nodes", "seconds", "Mnode/s", "best", "line"], header
        )
        row = rows[-1].split()
        self.assertEqual(row[0], "5")
        self.assertRegex(row[2], r"^[+-]\d+\.\d\d$")
        self.assertGreater(int(row[3]), 5)
        self.assertRegex(row[6], r"^\d+-\d+$")
        self.assertIn("win in 2", self.done("analyse", "suicide-6", "--fen", "B:W11:B5", "--depth", 4))
        self.assertRegex(self.done("analyse", "russian", "--depth", 2), r" [a-h]\d-[a-h]\d")

    def test_json(self):
        found = self.depths("english", "--depth", 6)
        self.assertEqual([depth["depth"] for depth in found], [1, 2, 3, 4, 5, 6])
        for before, after in zip(found, found[1:]):
            self.assertLess(before["nodes"], after["nodes"])
            self.assertLessEqual(before["seconds"], after["seconds"])
        for depth in found:
            self.assertGreaterEqual(depth["deepest"], depth["depth"])
            (line,) = depth["lines"]
            self.assertEqual(line["depth"], depth["depth"])
            self.assertIsInstance(line["score"], int)
            self.assertEqual(line["text"], f"{line['score'] / 100:+.2f}")
            self.assertTrue(line["moves"])
            self.done("moves", "english", "--play", " ".join(line["moves"]))  # all of them are legal
        self.assertEqual(
            [depth["lines"] for depth in found], [depth["lines"] for depth in self.depths("english", "--depth", 6)]
        )

    def test_decided_games(self):
        (line,) = self.depths("suicide-6", "--fen", "B:W11:B5", "--depth", 4)[-1]["lines"]
        self.assertEqual((line["score"], line["win_in"], line["text"]), (None, 2, "win in 2"))
        # 32-27 is taken and 32-28 is blocked.
        (line,) = self.depths("english", "--fen", "W:W32:B24,K22,K23", "--depth", 4)[-1]["lines"]
        self.assertEqual((line["score"], line["loss_in"], line["text"]), (None, 2, "loss in 2"))

    def test_several_lines(self):
        for depth in self.depths("english", "--depth", 4, "--multipv", 3):
            lines = depth["lines"]
            self.assertEqual(len(lines), 3)
            self.assertEqual(len({line["moves"][0] for line in lines}), 3)
        scores = [line["score"] for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        legal = self.done("moves", "english").split()
        (*_, last) = self.depths("english", "--depth", 2, "--multipv", 500)
        self.assertEqual(sorted(line["moves"][0] for line in last["lines"]), sorted(legal))
        text = self.done("analyse", "english", "--depth", 4, "--multipv", 2).splitlines()
        self.assertEqual([line[:4] for line in text[-2:]], ["  1.", "  2."])

    def test_limits(self):
        last = self.depths("international", "--nodes", 2000)[-1]
        self.assertGreater(last["nodes"], 500)
        self.assertLessEqual(last["nodes"], 2000)
        last = self.depths("international", "--seconds", 0.05, "--hash", 1, "--threads", 2)[-1]
        self.assertLess(last["seconds"], 5)  # generous: the machine may be busy
        self.assertEqual(self.depths("english", "--depth", 3, "--nodes", 10**9, "--seconds", 1000)[-1]["depth"], 3)
        self.assertEqual(self.depths("english", "--play", "11-15", "--depth", 1)[-1]["depth"], 1)

    def test_wrong_numbers(self):
        for option, wrong, saying in [
            ("--depth", ["0", "100", "-1", "3x"], "from 1 to 99"),
            ("--nodes", ["0", "-1", "x", "99999999999999999999"], "whole number"),
            ("--seconds", ["0", "-1", "nan", "x", "86401"], "seconds, more than 0 and at most 86400"),
            ("--multipv", ["0", "501", "x"], "from 1 to 500"),
            ("--threads", ["0", "257", "x"], "from 1 to 256"),
            ("--hash", ["0", "x", "99999999"], "from 1 to 1048576"),
        ]:
            for number in wrong:
                with self.subTest(f"{option} {number}"):
                    self.refused("analyse", "english", f"{option}={number}", saying=[option, saying])

    def test_wrong_positions(self):
        self.refused("analyse", "english", "--fen", "B:W21:B", saying="the game is over: Black has no pieces left")
        self.refused("analyse", "suicide", "--fen", "B:W8,11:B4", saying="the game is over")
        self.refused("analyse", "english", "--fen", "B:W99:B1", saying="the FEN is wrong at offset 3")
        self.refused("analyse", "english", "--play", "1-32", saying="--play, move 1")
        self.refused("analyse", saying="GAME is required")


class InterruptTest(CliTest):
    def test_analysis_ends_with_what_it_found(self):
        command = [PROGRAM, "analyse", "english", "--depth", "99", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            depths = [json.loads(process.stdout.readline())["depth"] for _ in range(3)]
            process.send_signal(signal.SIGINT)
            rest, said = process.stdout.read(), process.stderr.read()
        self.assertEqual((process.returncode, said), (0, ""))
        depths += [json.loads(line)["depth"] for line in rest.splitlines()]
        self.assertEqual(depths, sorted(depths))
        self.assertLess(depths[-1], 99)


class SelfplayTest(CliTest):
    def test_files_that_are_not_its_own(self):
        file = self.scratch / "games.train"
        self.done("selfplay", "suicide-6", "--out", file, "--games", 2, "--nodes", 50, "--quiet")
        before = file.read_bytes()
        self.refused("selfplay", "english", "--out", file, "--games", 4, saying=[str(file), "at byte"])
        self.assertEqual(file.read_bytes(), before)
        foreign = self.file("foreign.txt", "6\n8\n")
        self.refused("selfplay", "suicide-6", "--out", foreign, saying=[str(foreign), "at byte"])
        self.assertEqual(foreign.read_text(), "6\n8\n")


class LearnNetTest(CliTest):
    def test_goes_on_with_a_net(self):
        data = self.scratch / "games.train"
        self.done("selfplay", "english", "--out", data, "--games", 20, "--nodes", 50, "--quiet")
        nets = {}
        for name, options in {"new": [], "more": ["--from", "builtin"]}.items():
            out = self.scratch / f"{name}.net"
            self.done("learn", "english", "--net", "--data", data, "--out", out, "--epochs", 1, "--quiet", *options)
            nets[name] = out.read_bytes()
        self.assertNotIn(b"continued", nets["new"])
        self.assertIn(b"continued", nets["more"])
        foreign = self.file("foreign.net", "nothing\n")
        for command in [["learn", "english", "--net", "--data", data, "--out", foreign, "--from", foreign],
                        ["selfplay", "english", "--out", data, "--evaluation", foreign]]:
            self.refused(*command, saying=[str(foreign), "at byte 0"])
        self.assertEqual(foreign.read_text(), "nothing\n")
        self.refused("learn", "breakthrough", "--net", "--data", data, "--out", foreign, "--from", "builtin",
                     saying=["no net for breakthrough"])


class BenchTest(CliTest):
    def test_signature(self):
        """The nodes of a fixed search: the same whenever it is run, and the sum over all games."""
        signature = self.done("bench", 3).splitlines()[-1]
        self.assertRegex(signature, r"\ABench: [1-9]\d+\Z")
        *table, speed, again = self.done("bench", 3, "--verbose").splitlines()
        self.assertEqual(again, signature)
        self.assertIn("nodes/s", speed)
        games = [line.split() for line in table[1:]]
        self.assertEqual([game[0] for game in games], [game["name"] for game in self.json("list")])
        self.assertEqual(sum(int(game[1]) for game in games), int(signature.split()[1]))
        self.assertNotEqual(self.done("bench", 2).splitlines()[-1], signature)

    def test_wrong_depths(self):
        for depth in ["0", "100", "x"]:
            self.refused("bench", depth, saying=["DEPTH", "from 1 to 99"])


class GauntletTest(CliTest):
    PLAYER = ["--player", "engine:nodes=50,hash=1", "--quiet"]
    TINY = [*PLAYER, "--games", 4]

    def rows(self, *arguments):
        """The table: a list of words for each row."""
        player, header, *rows = self.done("gauntlet", *arguments).splitlines()
        self.assertEqual(player, "player: engine:nodes=50,hash=1")
        self.assertEqual(header.split()[:6], ["game", "against", "games", "won", "drawn", "lost"])
        return [row.split() for row in rows]

    def test_table(self):
        rows = self.rows("suicide-6", "mini", *self.TINY, "--against", "random", "minimax:depth=1")
        self.assertEqual(
            [row[:3] for row in rows],
            [[game, against, "4"] for game in ["suicide-6", "mini"] for against in ["random", "minimax:depth=1"]],
        )
        for row in rows:
            self.assertEqual(sum(map(int, row[3:6])), 4)
            points = int(row[3]) + int(row[4]) / 2
            self.assertEqual(row[6], f"{100 * points / 4:.1f}%")

    def test_same_seed_same_games(self):
        # All but the times at the end of the row.
        arguments = ["suicide-6", *self.TINY, "--against", "random", "--seed"]
        one, two = ([row[:-3] for row in self.rows(*arguments, 5, "--threads", threads)] for threads in [1, 2])
        self.assertEqual(one, two)
        self.assertNotEqual(one, [row[:-3] for row in self.rows(*arguments, 6)])

    def test_openings(self):
        against = ["--against", "random", "--openings"]
        for kind in ["auto", "start", "random"]:
            self.assertEqual(len(self.rows("mini", *self.TINY, *against, kind)), 1)
        self.assertEqual(len(self.rows("english", *self.TINY, *against, "ballots")), 1)

    def test_odd_numbers_of_games(self):
        """Openings are played from both sides, so there is one game more."""
        self.assertEqual(self.rows("mini", *self.PLAYER, "--games", 3, "--against", "random")[0][2], "4")

    def wrong(self, *arguments, saying):
        result = run("gauntlet", *arguments)
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertRegex(result.stderr, r"\Acrownhead: [^\n]+\n\Z")
        self.assertIn(saying, result.stderr)

    def test_wrong_input(self):
        self.wrong("mini", "--player", "nobody", "--quiet", saying="there is no player 'nobody'; there is random")
        self.wrong("mini", *self.TINY, "--against", "engine:nods=1", saying="there is no option 'nods'")
        self.wrong("mini", *self.TINY, "--against", "random", "--openings", "mine", saying="auto, start, random")
        self.wrong("mini", *self.TINY, "--openings", "ballots", saying="there are no ballots for mini")
        self.refused("gauntlet", "mni", *self.TINY, saying=["mni", "mini"])
        self.refused("gauntlet", *self.TINY, saying="GAME is required")
        self.refused("gauntlet", "mini", "--games", 0, saying="--games 0")
        self.refused("gauntlet", "mini", "--plies", 61, saying="--plies 61")
        self.refused("gauntlet", "mini", "--threads", 0, saying="--threads 0")
        self.refused("gauntlet", "mini", "--seed", "x", saying="--seed x")


class LearnTest(CliTest):
    SMALL = ["--games", 4, "--nodes", 30, "--quiet"]
    TINY = [*SMALL, "--rounds", 1]

    def test_writes_the_file_whole(self):
        one, two, three = (self.scratch / name for name in ["one.txt", "two.txt", "three.txt"])
        text = self.done("learn", "suicide-6", "--out", one, *self.TINY, "--test-games", 0, "--from", "guess")
        self.assertRegex(text, r"suicide-6 round 1: 4 games, \d+ new positions")
        lines = one.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[:2], ["crownhead-weights 1", "game suicide-6"])
        self.assertRegex(lines[-1], r"\Achecksum [0-9a-f]{16}\Z")
        # The same again gives the same; and what was written is read.
        self.done("learn", "suicide-6", "--out", two, *self.TINY, "--test-games", 0, "--from", "guess", "--threads", 2)
        self.assertEqual(one.read_bytes(), two.read_bytes())
        self.done("learn", "suicide-6", "--out", three, *self.TINY, "--test-games", 0, "--from", one)
        self.assertNotEqual(one.read_bytes(), three.read_bytes())
        self.assertEqual(len(list(self.scratch.iterdir())), 3)  # no temporary file is left

    def test_replaces_a_file(self):
        path = self.file("weights.txt", "something else\n" * 1000)
        text = self.done("learn", "mini", "--out", path, *self.SMALL, "--rounds", 2, "--test-games", 2)
        self.assertEqual(len(re.findall(r"^mini round \d: new against old: ", text, re.MULTILINE)), 2)
        kept = text.count("the old weights stay") == 2
        start = "something else\n" if kept else "crownhead-weights 1\n"
        self.assertTrue(path.read_text(encoding="utf-8").startswith(start), text)

    def test_wrong_input(self):
        out = self.scratch / "out.txt"
        self.done("learn", "mini", "--out", out, *self.TINY, "--test-games", 0)
        damaged = self.file("damaged.txt", out.read_text(encoding="utf-8").replace("\nmen ", "\nmen 1", 1))
        new = ["--out", self.scratch / "new.txt"]
        self.refused("learn", "mini", *new, "--from", damaged, saying=["damaged", "at byte"])
        self.refused("learn", "suicide-6", *new, "--from", out, saying=["another game", "game suicide-6", "at byte 20"])
        self.refused("learn", "mini", *new, "--from", self.scratch / "missing", saying="No such file")
        self.refused("learn", "mini", saying="--out FILE is missing")
        self.refused("learn", *new, saying="GAME is required")
        self.refused("learn", "mni", *new, saying="mini")
        self.refused("learn", "mini", *new, "--games", 1, saying="--games 1")
        self.refused("learn", "mini", *new, "--rounds", 101, saying="--rounds 101")
        self.refused("learn", "mini", *new, "--nodes", 0, saying="--nodes 0")
        self.refused("learn", "mini", *new, "--test-games", "x", saying="--test-games x")
        self.refused("learn", "mini", *new, "--threads", 0, saying="--threads 0")
        self.assertFalse((self.scratch / "new.txt").exists())

    def test_weights_against_those_of_the_program(self):
        text = self.done("learn", "mini", "--rounds", 0, "--test-games", 4, "--nodes", 30)
        # The same weights on both sides: every pair is even.
        self.assertRegex(text, r"mini: these against those of the program: \+(\d) =\d -\1, Elo \+0 ")

    def test_unwritable(self):
        for path, why in [(self.scratch / "missing" / "x", "No such file"), (self.scratch, "not a file")]:
            result = run("learn", "mini", "--out", path, *self.TINY, "--test-games", 0)
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertRegex(result.stderr, r"\Acrownhead: [^\n]+\n\Z")
            self.assertIn(why, result.stderr)
            self.assertIn(str(path), result.stderr)
        self.assertEqual(list(self.scratch.iterdir()), [])


class LevelsTest(CliTest):
    def test_every_level_against_the_one_below(self):
        text = self.done("levels", "mini", "--games", 2, "--seconds", 0.001, "--quiet")
        row = next(line for line in text.splitlines() if line.startswith("mini"))
        self.assertEqual(len(re.findall(r" \d+/\d+", row)), 9)

    def test_wrong_input(self):
        self.refused("levels", saying="GAME is required")
        self.refused("levels", "mni", saying="mini")
        self.refused("levels", "mini", "--games", 1, saying="--games 1")
        self.refused("levels", "mini", "--seconds", 0, saying="--seconds 0")


if __name__ == "__main__":
    unittest.main()
