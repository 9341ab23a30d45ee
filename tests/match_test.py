"""The laboratory from outside: simulate, match and tournament, with good and bad input, kills and foreign engines.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/match_test.py`.
"""

import csv
import json
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time
import unittest

from support.cli import PROGRAM, SANITIZED, SECONDS, CliTest, run
from support.process import wait_for_work, wait_until


class SimulateTest(CliTest):
    def simulate(self, sizes, *options):
        """The log of a simulation, which says nothing on the console."""
        log = self.scratch / "games.log"
        self.assertEqual(self.done("simulate", self.file("sizes.txt", sizes), log, *options), "")
        return log.read_bytes().decode("ascii")

    def test_one_block_for_each_line(self):
        log = self.simulate("6\n8\n10\n12\n6\n")
        blocks = log.split("\n\n")
        self.assertEqual([block.split("\n")[0] for block in blocks], ["6", "8", "10", "12", "6"])
        for block in blocks:
            self.assertRegex(
                block, r"\A\d+\n(p[12] \d+(-\d+|(x\d+\(\d+\)(\d+(?=x))?)+)\n)+tp1 \d+\ntp2 \d+\n(wp1|wp2|d)\n?\Z"
            )
        self.assertTrue(log.endswith("\n") and not log.endswith("\n\n"))
        self.assertIn("5 games, 5 correct", self.done("validate", self.scratch / "games.log"))

    def test_tolerance(self):
        plain = self.simulate("6\n8\n")
        for same in ["6\r\n8\r\n", " 6 \n\t8", "\n6\n\n8\n\n\n", "06\n008"]:
            self.assertEqual(self.simulate(same), plain)

    def test_who_begins(self):
        for first, players in [("p1", "111"), ("p2", "222"), ("alternate", "121")]:
            blocks = self.simulate("6\n6\n6", "--first", first).split("\n\n")
            self.assertEqual("".join(block.split("\n")[1][1] for block in blocks), players)

    def test_same_seed_same_log(self):
        sizes = "6\n8\n" * 300
        log = self.simulate(sizes, "--seed", 5)
        self.assertEqual(self.simulate(sizes, "--seed", 5, "--threads", 3), log)
        self.assertNotEqual(self.simulate(sizes, "--seed", 6), log)

    def test_players_and_games(self):
        for game, size in [("giveaway", 10), ("english", 8), ("mini", 6), ("kingme", 8), ("suicide-6", 6), ("russian", 8)]:
            self.simulate(f"{size}\n" * 5, "--game", game, "--p1", "scatter", "--p2", "steps")
            self.assertIn("5 games, 5 correct", self.done("validate", self.scratch / "games.log", "--game", game))

    def test_without_draw_rules(self):
        sizes = "6\n" * 40
        log = self.simulate(sizes, "--p1", "random", "--p2", "random", "--no-draw-rules")
        path = self.scratch / "games.log"
        self.assertIn("40 games, 40 correct", self.done("validate", path, "--no-draw-rules"))
        # Some of them go on where the rules of the game would have ended them.
        strict = run("validate", path)
        self.assertEqual(strict.returncode, 1)
        self.assertIn("the game is already over: draw", strict.stdout)
        self.assertNotEqual(self.simulate(sizes, "--p1", "random", "--p2", "random"), log)

    def interrupted(self, *options, work):
        """Exit code, standard error and the log, if any, of a simulation that is interrupted."""
        log = self.scratch / "games.log"
        command = [PROGRAM, "simulate", self.file("sizes.txt", "12\n" * 5000), log, *options]
        with subprocess.Popen([str(word) for word in command], stderr=subprocess.PIPE, text=True) as process:
            wait_for_work(process, work)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=SECONDS)
        return process.returncode, said, log.read_text() if log.exists() else None

    def test_interrupted_with_the_games_so_far(self):
        players = ["--p1", "random", "--p2", "engine:nodes=2000"]
        code, said, log = self.interrupted(*players, "--threads", 2, work=5)
        self.assertEqual(code, 1)
        games = int(re.search(r"interrupted after (\d+) of 5000 games", said)[1])
        self.assertEqual(len(log.split("\n\n")), games)
        self.assertIn(f"{games} games, {games} correct", self.done("validate", self.scratch / "games.log"))
        self.assertEqual(self.simulate("12\n", *players), log.split("\n\n")[0].rstrip("\n") + "\n")

    def test_interrupted_during_a_search(self):
        code, said, log = self.interrupted("--p1", "engine:depth=99", work=1)
        self.assertEqual((code, log), (1, None))
        self.assertIn("no game was finished", said)

    def test_bad_lines_touch_nothing(self):
        log = self.file("games.log", "precious\n")
        for bad, reason in [
            ("7", "7 is odd"),
            ("4", "4 is out of range"),
            ("14", "14 is out of range"),
            ("-6", "-6 is out of range"),
            ("six", "'six' is not a whole number"),
            ("6 8", "'6 8' is not a whole number"),
            ("6.0", "'6.0' is not a whole number"),
            ("9" * 40, "is"),
        ]:
            path = self.file("sizes.txt", f"6\n8\n{bad}\n10\n")
            self.refused("simulate", path, log, saying=["sizes.txt, line 3: ", reason, "6, 8, 10 or 12"])
        self.refused("simulate", self.file("sizes.txt", "7\n6\n9\n"), log, saying="1 more bad line")
        for empty in ["", "\n\n", "  \r\n"]:
            self.refused("simulate", self.file("sizes.txt", empty), log, saying="there is no board size")
        self.refused("simulate", self.scratch / "nothing", log, saying="cannot read")
        self.refused("simulate", self.scratch, log, saying="cannot read")
        sizes = self.file("sizes.txt", "6\n")
        self.refused("simulate", sizes, sizes, saying="its own results")
        self.refused("simulate", sizes, log, "--p1", "nobody", saying=["--p1 nobody", "there is no player"])
        self.refused("simulate", sizes, log, "--first", "p3", saying="p1, p2 or alternate")
        self.refused("simulate", sizes, log, "--game", "suicid", saying="did you mean")
        self.refused("simulate", sizes, log, "--threads", 0, saying="--threads 0")
        self.assertEqual(log.read_text(), "precious\n")
        self.assertEqual(sorted(p.name for p in self.scratch.iterdir()), ["games.log", "sizes.txt"])

    def test_unwritable_output(self):
        sizes = self.file("sizes.txt", "6\n")
        for path in [self.scratch / "no" / "where.log", self.scratch]:
            self.refused("simulate", sizes, path, saying="cannot write", code=1)

    def test_links_lead_to_the_file(self):
        sizes = self.file("sizes.txt", "6\n")
        target = self.file("target.log", "old\n")
        (self.scratch / "link.log").symlink_to("target.log")
        self.done("simulate", sizes, self.scratch / "link.log")
        self.assertTrue((self.scratch / "link.log").is_symlink())
        self.assertTrue(target.read_text().startswith("6\np1 "))
        (self.scratch / "device.log").symlink_to("/dev/null")
        self.refused("simulate", sizes, self.scratch / "device.log", saying="not a file", code=1)
        self.refused("simulate", sizes, "-", saying="expected the name of a file")

    def test_skip_bad(self):
        log = self.simulate("6\n7\n8\nx\n", "--skip-bad")
        self.assertEqual([block.split("\n")[0] for block in log.split("\n\n")], ["6", "8"])
        skipped = self.scratch / "games.log.skipped"
        self.assertEqual(
            skipped.read_text().splitlines(),
            [
                "line 2: 7 is odd: expected a board size 6, 8, 10 or 12",
                "line 4: 'x' is not a whole number: expected a board size 6, 8, 10 or 12",
            ],
        )
        self.simulate("6\n", "--skip-bad")
        self.assertFalse(skipped.exists())
        self.refused("simulate", self.file("bad.txt", "7\n"), self.scratch / "x.log", "--skip-bad", saying="no good board size")

    def test_an_interrupted_simulation_leaves_nothing(self):
        sizes = self.file("sizes.txt", "12\n" * 100_000)
        process = subprocess.Popen([PROGRAM, "simulate", sizes, self.scratch / "games.log"])
        time.sleep(0.3)
        process.kill()
        process.wait(SECONDS)
        self.assertFalse((self.scratch / "games.log").exists())


class MatchTest(CliTest):
    TINY = ["random", "minimax:depth=1", "--game", "mini", "--games", 10, "--quiet"]

    def results(self, folder):
        return json.loads((folder / "results.json").read_text())

    def test_table(self):
        header, row = self.done("match", *self.TINY).splitlines()
        self.assertEqual(header.split()[:7], ["game", "first", "second", "games", "won", "drawn", "lost"])
        words = row.split()
        self.assertEqual(words[:4], ["mini", "random", "minimax:depth=1", "10"])
        self.assertEqual(sum(map(int, words[4:7])), 10)

    def test_everything_is_kept(self):
        out = self.scratch / "run"
        games = ["suicide-6", "russian", "mini"]
        self.done("match", "random", "steps", "edge", "--game", *games, "--games", 4, "--quiet", "--out", out)
        results = self.results(out)
        self.assertEqual((results["state"], results["done"], results["games"]), ("complete", 36, games))
        self.assertEqual([cell["game"] for cell in results["cells"]], [game for game in games for _ in range(3)])
        for cell in results["cells"]:
            self.assertEqual(cell["won"] + cell["drawn"] + cell["lost"], 4)
            for one in ["first_begins", "second_begins"]:
                self.assertEqual(sum(cell[one]), 2)
            self.assertEqual(sum(cell["ends"].values()), 4)
        with (out / "games.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 36)
        for cell in results["cells"]:
            won = [
                row
                for row in rows
                if row["game"] == cell["game"]
                and {row["black"], row["white"]} == {results["players"][cell[one]] for one in ["first", "second"]}
                and row["winner"] == results["players"][cell["first"]]
            ]
            self.assertEqual(len(won), cell["won"])
        self.assertEqual((out / "games.pdn").read_text().count("[Event "), 36)
        for game in games:
            self.assertIn("12 games, 12 correct", self.done("validate", out / f"{game}.log", "--game", game))
        self.assertEqual((out / "games.log").read_text().count("\ntp1 "), 36)

    def test_from_a_position(self):
        out = self.scratch / "run"
        match = ["match", "random", "minimax:depth=1", "--game", "english-6", "--games", 6, "--quiet", "--fen", "W:W17,13:BK2,5"]
        self.done(*match, "--openings", "start", "--out", out)
        self.assertIn("\nfen W:W13,17:B5,K2\n", (out / "plan.txt").read_text())
        self.assertEqual(self.results(out)["fen"], "W:W13,17:B5,K2")
        pdn = (out / "games.pdn").read_text()
        self.assertEqual(pdn.count('[FEN "W:W13,17:B5,K2"]'), 6)
        with (out / "games.csv").open(newline="") as file:
            self.assertTrue(all(row["begins"] == row["white"] for row in csv.DictReader(file)))
        self.done("report", out)
        # Another position is another plan, and the folder keeps its own.
        self.refused(*match[:-1], "W:W17:B2", "--openings", "start", "--out", out, saying="another plan")
        for fen, saying in [("W:W99:B2", "--fen: "), ("W:W1:B2", "--fen: "), ("W:W:B2", "over")]:
            self.refused(*match[:-1], fen, saying=saying)

    def test_same_seed_same_games(self):
        players = ["random", "edge", "scatter", "--game", "suicide-6", "--games", 40, "--quiet", "--seed", 3]
        for threads in [1, 2]:
            self.done("match", *players, "--threads", threads, "--out", self.scratch / f"run{threads}")
        for name in ["games.pdn", "suicide-6.log"]:
            self.assertEqual((self.scratch / "run1" / name).read_text(), (self.scratch / "run2" / name).read_text())

    def test_killed_runs_go_on(self):
        """Killed again and again at any moment: every finished game is kept, none is played twice."""
        out = self.scratch / "run"
        games = 50 if SANITIZED else 300
        arguments = ["match", "scatter", "steps", "--game", "suicide-10", "--games", games, "--quiet", "--threads", 2]
        self.done(*arguments, "--out", self.scratch / "whole")
        finished = 0
        for attempt in range(60):
            process = subprocess.Popen([PROGRAM, *map(str, arguments), "--out", out], stdout=subprocess.DEVNULL)
            try:
                if process.wait(0.02 + 0.01 * (attempt % 7)) == 0:
                    break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(SECONDS)
            lines = (out / "journal.tsv").read_text().count("\n") if (out / "journal.tsv").exists() else 0
            self.assertGreaterEqual(lines, finished)
            finished = lines
        self.done(*arguments, "--out", out)
        self.assertEqual(
            sorted(path.name for path in out.iterdir()),
            ["games.csv", "games.log", "games.pdn", "journal.tsv", "plan.txt", "results.csv", "results.json",
             "suicide-10.p1-scatter.log", "suicide-10.p1-steps.log"],
        )
        lines = (out / "journal.tsv").read_text().splitlines()[1:]
        self.assertEqual(len(lines), games)
        self.assertEqual(len({tuple(line.split("\t")[:2]) for line in lines}), games)
        self.assertEqual((out / "games.pdn").read_text(), (self.scratch / "whole" / "games.pdn").read_text())

    def test_closed_standard_error(self):
        """What goes to standard error must not end up in the file that takes its place."""
        out = self.scratch / "run"
        self.done("match", *self.TINY, "--out", out)
        journal = out / "journal.tsv"
        whole = journal.read_text().splitlines(keepends=True)
        journal.write_text("".join(whole[:4]))
        command = [PROGRAM, "match", *self.TINY[:-1], "--out", out]  # not quiet: it says that it goes on
        words = " ".join(shlex.quote(str(word)) for word in command)
        subprocess.run(["sh", "-c", f"exec {words} 2>&-"], stdout=subprocess.DEVNULL, timeout=SECONDS, check=True)
        self.assertEqual(len(journal.read_text().splitlines()), len(whole))
        self.done("match", *self.TINY, "--out", out)

    def test_interrupted_runs_keep_their_files(self):
        out = self.scratch / "run"
        arguments = [PROGRAM, "match", "steps", "scatter", "--game", "suicide-12", "--games", "1000000", "--out", str(out)]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (out / "journal.tsv").exists() or (out / "journal.tsv").stat().st_size < 3000:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 1)
        self.assertIn("interrupted after", stderr)
        self.assertIn("suicide-12", stdout)
        self.assertEqual(self.results(out)["state"], "stopped")
        self.assertEqual((out / "games.pdn").read_text().count("[Event "), self.results(out)["done"])

    def test_sequential_test(self):
        out = self.scratch / "run"
        text = self.done("match", "scatter", "random", "--game", "suicide", "--games", 10000, "--sprt", "0,50", "--quiet",
                         "--out", out)
        self.assertIn("sequential test: accepted", text)
        self.assertLess(self.results(out)["done"], 500)
        self.assertEqual(self.results(out)["cells"][0]["sprt"]["verdict"], "accepted")

    def test_wrong_input(self):
        self.refused("match", "random", saying="at least two players")
        self.refused("match", "random", "nobody", saying="there is no player 'nobody'")
        self.refused("match", "random", "edge", "--game", "mni", saying="mini")
        self.refused("match", "random", "edge", "--game", "mini", "mini", saying="twice")
        self.refused("match", "random", "edge", "--games", 0, saying="--games 0")
        self.refused("match", "random", "edge", "--sprt", "10,0", saying=["--sprt", "smaller"])
        self.refused("match", "random", "edge", "--sprt", "x", saying="--sprt x")
        self.refused("match", "random", "edge", "--openings", "mine", saying="auto, start, random or ballots")
        self.refused("match", "random", "edge", "--game", "mini", "--openings", "ballots", saying="no ballots for mini")
        self.refused("match", "random", "edge", "--out", "/dev/null/x", saying="cannot make the folder")
        self.refused("match", "random", "hub:seconds=1", saying="hub:cmd=PROGRAM")
        self.refused("match", "random", "hub:second=1,cmd=x", saying="no option 'second'")

    def test_names_survive(self):
        out = self.scratch / "run"
        command = f"hub:depth=1,cmd={shlex.quote(str(PROGRAM))} hub "
        for _ in range(2):  # the same command goes on, whatever spaces it has
            self.done("match", command, "random", "--game", "mini", "--games", 2, "--quiet", "--out", out)
        self.done("tournament", out, "--quiet")
        self.refused("match", "random\nx", "edge", saying="control character")

    def test_logs_of_two_players_say_who_is_player_1(self):
        """In suicide player 1 begins: the log of each has the games that it began, and games.csv agrees."""
        out = self.scratch / "run"
        self.done("match", "edge", "random", "--game", "suicide-6", "--games", 20, "--openings", "start", "--quiet", "--out", out)
        for name in ["edge", "random"]:
            log = out / f"suicide-6.p1-{name}.log"
            self.assertIn("10 games, 10 correct", self.done("validate", log))
            with (out / "games.csv").open(newline="") as file:
                won = sum(row["winner"] == row["black"] == name for row in csv.DictReader(file))
            self.assertEqual(log.read_text().count("\nwp1\n"), won)

    def test_other_plans_are_kept_apart(self):
        out = self.scratch / "run"
        self.done("match", *self.TINY, "--out", out)
        self.refused("match", *self.TINY, "--seed", 2, "--out", out, saying="another plan")


class TournamentTest(CliTest):
    PLAN = "name Small\ngame mini suicide-6\nplayer random\nplayer edge\nplayer minimax:depth=1\ncount 6\n"

    def test_plan(self):
        plan = self.file("small.plan", "# everybody\n" + self.PLAN)
        text = self.done("tournament", plan, "--quiet")
        self.assertEqual(text.splitlines()[0].split(), ["player", "games", "points", "score"])
        out = self.scratch / "small.run"
        results = json.loads((out / "results.json").read_text())
        self.assertEqual((results["name"], results["done"], len(results["cells"])), ("Small", 36, 6))
        # The folder alone is enough to go on.
        journal = (out / "journal.tsv").read_text().splitlines(keepends=True)
        (out / "journal.tsv").write_text("".join(journal[:10]))
        self.assertIn("going on after", run("tournament", out).stderr)
        self.assertEqual(json.loads((out / "results.json").read_text())["done"], 36)

    def test_wrong_plans(self):
        self.refused("tournament", self.file("a.plan", "game mni\n"), saying=["a.plan: line 1: game", "mini"])
        self.refused("tournament", self.file("b.plan", self.PLAN + "colour red\n"), saying=["line 7", "no keyword 'colour'"])
        self.refused("tournament", self.scratch / "nothing", saying="cannot read")
        self.refused("tournament", self.scratch, saying="cannot read")
        self.assertFalse((self.scratch / "a.run").exists())

    def test_damaged_journals_are_named(self):
        plan = self.file("small.plan", self.PLAN)
        self.done("tournament", plan, "--quiet")
        journal = self.scratch / "small.run" / "journal.tsv"
        text = journal.read_text()
        journal.write_text(text.replace("rules", "ruled", 1))
        self.refused("tournament", self.scratch / "small.run", saying=["journal.tsv, line 2", "checksum"])


# An engine that plays the moves it is told to, and misbehaves as it is told to.
FAKE = """
import sys, time
how = sys.argv[1]
moves = 0
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "hub":
        if how == "silent": continue
        if how == "garbage":
            sys.stdout.buffer.write(bytes(range(256)) + b"\\n"); sys.stdout.flush()
        if how == "endless":
            while True: sys.stdout.write("x" * 65536)
        print("id name=fake version=1", flush=True)
        print('param name=variant value=normal type=enum values="normal frisian"' if how == "foreign" else "x=1 =", flush=True)
        print("wait", flush=True)
    elif word == "init":
        print("ready", flush=True)
    elif word == "go":
        moves += 1
        if how == "crash" and moves == 2: sys.exit(3)
        if how == "sleepy" and moves == 2:
            open(sys.argv[0] + ".asleep", "w").close()
            time.sleep(600)
        if how == "wordless": print("done", flush=True); continue
        if how == "quotes": print('done move="4-7', flush=True); continue
        if how == "complains": print('error message="I give up"', flush=True)
        print("info depth=1 score=0.5", flush=True)
        print("done move=" + ("1-99" if how in ("illegal", "complains") else "4-7"), flush=True)
    elif word == "quit":
        break
"""


class HubPlayerTest(CliTest):
    def play(self, player, *options):
        out = self.scratch / "run"
        text = self.done("match", player, "random", "--game", "suicide-6", "--games", 2, "--openings", "start", "--quiet",
                         "--out", out, *options)
        return text, json.loads((out / "results.json").read_text())["cells"][0]

    def test_our_own_engine(self):
        command = shlex.quote(str(PROGRAM)) + " hub"
        for game in ["suicide-6", "mini", "international", "kingme"]:
            out = self.scratch / game
            self.done("match", f"hub:depth=3,param-hash=1,cmd={command}", "engine:depth=3,hash=1", "--game", game, "--games", 2,
                      "--quiet", "--out", out)
            cell = json.loads((out / "results.json").read_text())["cells"][0]
            self.assertEqual((cell["games"], cell["forfeits"]), (2, [0, 0]))
            # The same engine on both sides: what one loses from an opening the other loses too.
            self.assertEqual(cell["won"], cell["lost"])

    def test_misbehaviour_loses_and_is_reported(self):
        engine = self.file("fake.py", FAKE)
        python = shlex.quote(sys.executable)
        for how, saying in [
            ("illegal", "played 1-99"),
            ("complains", "I give up"),
            ("crash", "the program has ended"),
            ("wordless", "done without a move"),
            ("quotes", "said 'done move="),
            ("sleepy", "no answer in time"),
        ]:
            with self.subTest(how):
                margin = 1 if how == "sleepy" else 60  # the others answer, however busy the machine is
                player = f"hub:seconds=0.1,margin={margin},cmd={python} {shlex.quote(str(engine))} {how}"
                text, cell = self.play(player)
                self.assertEqual((cell["won"], cell["lost"]), (0, 2))
                self.assertEqual(cell["forfeits"], [2, 0])
                self.assertIn(saying, text)
                self.assertIn(saying, (self.scratch / "run" / "games.pdn").read_text())
                self.assertEqual((self.scratch / "run" / "games.log").read_text(), "")
                for path in (self.scratch / "run").iterdir():
                    path.unlink()

    def test_programs_that_cannot_begin_are_refused(self):
        engine = shlex.quote(str(self.file("fake.py", FAKE)))
        python = shlex.quote(sys.executable)
        for player, saying in [
            ("hub:cmd=/nowhere/engine", "the program has ended"),
            (f"hub:cmd={python} {engine} foreign", "does not play suicide-6"),
            (f"hub:cmd={python} {engine} endless", "a line without an end"),
        ]:
            self.refused("match", player, "random", "--game", "suicide-6", saying=[player[:12], "cannot play suicide-6", saying])

    def test_a_second_interrupt_ends_at_once(self):
        engine = self.file("fake.py", FAKE)
        command = f"hub:seconds=600,cmd={shlex.quote(sys.executable)} {shlex.quote(str(engine))} sleepy"
        process = subprocess.Popen(
            [PROGRAM, "match", command, "random", "--game", "suicide-6", "--openings", "start", "--out", self.scratch / "run"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait_until(pathlib.Path(f"{engine}.asleep").exists)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(SECONDS), 1)  # it does not wait for the move

    def test_no_process_is_left_behind(self):
        engine = self.file("fake.py", FAKE)
        self.play(f"hub:seconds=0.1,margin=0.2,cmd={shlex.quote(sys.executable)} {shlex.quote(str(engine))} sleepy")
        listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=False).stdout
        self.assertNotIn(str(engine), listing)


if __name__ == "__main__":
    unittest.main()
