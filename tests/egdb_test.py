"""crownhead egdb from outside: building, asking, and what happens when things go wrong.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/egdb_test.py`.
"""

import json
import resource
import signal
import subprocess
import time
import unittest

from support.cli import PROGRAM, CliTest, run
from support.process import wait_for_work, wait_until


def files_in(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.wdl")}


class EgdbTest(CliTest):
    def build(self, game="english", pieces=2, data=None):
        data = data or self.scratch / "data"
        self.done("egdb", "build", game, "--pieces", pieces, "--data", data, "--quiet")
        return data

    def test_build_verify_info_probe(self):
        data = self.build(pieces=3)
        self.assertIn("everything up to 3 pieces is there already",
                      self.done("egdb", "build", "english", "--pieces", 3, "--data", data))
        self.assertIn("all 199,520 values", self.done("egdb", "verify", "english", "--data", data))
        self.assertEqual(self.json("egdb", "verify", "english", "--data", data)["wrong"], 0)

        info = self.json("egdb", "info", "english", "--data", data)
        self.assertEqual((info["game"], info["pieces"], info["positions"]), ("english", 3, 199520))
        self.assertEqual(info["bytes"], sum(len(text) for text in files_in(data / "english").values()))
        classes = {entry["material"]: (entry["win"], entry["draw"], entry["loss"]) for entry in info["classes"]}
        self.assertEqual(classes["KK v K"], (14846, 34, 0))
        self.assertEqual(classes["K v Km"], (1103, 2588, 22349))
        self.assertIn("KK v K", self.done("egdb", "info", "english", "--data", data))

        probe = self.json("egdb", "probe", "english", "B:WK32:BK15,K18", "--data", data)
        self.assertEqual((probe["value"], probe["turn"]), ("win", "black"))
        self.assertIn("win", {move["value"] for move in probe["moves"]})
        text = self.done("egdb", "probe", "english", "B:WK32:BK15,K18", "--data", data)
        self.assertTrue(text.startswith("Black to move: win\n"), text)

    def test_distances(self):
        data = self.scratch / "data"
        build = ("egdb", "build", "english", "--pieces", 3, "--data", data, "--quiet")
        self.done(*build)
        self.assertGreater(self.json(*build, "--metric", "dtw")["built"], 0)
        self.assertEqual(self.json(*build)["built"], 0)
        self.done("egdb", "verify", "english", "--data", data)
        longest = {entry["material"]: entry for entry in self.json("egdb", "info", "english", "--data", data)["classes"]}
        self.assertEqual(longest["K v mm"]["longest"], 62)
        probe = self.json("egdb", "probe", "english", longest["K v mm"]["example"], "--data", data)
        self.assertEqual((probe["value"], probe["plies"]), ("loss", 62))
        self.assertEqual({move["value"] for move in probe["moves"]}, {"loss"})
        self.assertEqual(max(move["plies"] for move in probe["moves"]), 62)
        self.assertIn("loss in 62 plies", self.done("egdb", "probe", "english", longest["K v mm"]["example"],
                                                    "--data", data))

    def test_drills(self):
        data = self.scratch / "data"
        self.done("egdb", "build", "english-6", "--pieces", 3, "--data", data, "--quiet", "--metric", "dtw")
        for goal, value, material in [("win", "win", "Km-K"), ("hold", "draw", "K-Km")]:
            drills = self.json("egdb", "drill", "english-6", material, "--goal", goal, "--grade", "hard", "--count", 3,
                               "--data", data)["drills"]
            self.assertEqual([drill["key"] for drill in drills], [f"{material}/{goal}/hard/{n}" for n in (1, 2, 3)])
            for drill in drills:
                probe = self.json("egdb", "probe", "english-6", drill["fen"], "--data", data)
                self.assertEqual((probe["value"], probe["plies"]), (value, drill["plies"]))
                self.assertEqual(sum(move["value"] == value for move in probe["moves"]), 1)
                self.assertEqual((drill["good"], drill["moves"]), (1, len(probe["moves"])))
            last = self.json("egdb", "drill", "english-6", material, "--goal", goal, "--grade", "hard", "--number", 3,
                             "--data", data)["drills"]
            self.assertEqual(last, drills[2:])
        text = self.done("egdb", "drill", "english-6", "KK-K", "--data", data)
        self.assertRegex(text, r"\A[BW]:\S+  win in \d+ plies; \d+ of \d+ moves keep it\n\Z")
        drill = ("egdb", "drill", "english-6")
        self.refused(*drill, "KQ-K", "--data", data, saying="KQ-K: expected a class as in KK-K")
        self.refused(*drill, "KK-K", "--goal", "lose", "--data", data, saying="--goal lose: expected win, hold")
        self.refused(*drill, "KK-K", "--grade", "soft", "--data", data, saying="expected easy, medium, hard")
        self.refused(*drill, "KK-K", "--number", 0, "--data", data, saying="--number 0")
        self.refused(*drill, "KKK-K", "--data", data, saying="KKK-K is not in the files, which have up to 3", code=1)
        self.refused(*drill, "m-KK", "--grade", "hard", "--data", data, saying="no such position is among all ", code=1)

    def test_engines_use_what_is_known(self):
        data = self.scratch / "data"
        fen = "B:WK13:BK3,K31"
        self.done("egdb", "build", "english", "--pieces", 3, "--data", data, "--quiet", "--metric", "dtw")
        plies = self.json("egdb", "probe", "english", fen, "--data", data)["plies"]
        self.assertGreater(plies, 5)
        last = json.loads(self.done("analyse", "english", "--fen", fen, "--depth", 3, "--egdb", data, "--json")
                          .splitlines()[-1])
        self.assertEqual((last["depth"], last["lines"][0]["text"]), (plies, f"win in {plies}"))
        position = "B" + "".join({3: "B", 31: "B", 13: "W"}.get(square, "e") for square in range(1, 33))
        lines = ["hub", "set-param name=variant value=english", f"set-param name=egdb value={data}", "init", f"pos pos={position}", "level depth=3", "go think"]
        hub = subprocess.run([PROGRAM, "hub"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=300)
        self.assertIn(f"info depth={plies} mean-depth={plies} score={100 - plies / 100:.2f} ", hub.stdout)
        # A folder without files: the old values hold.
        lines[2:2] = ["init", f"set-param name=egdb value={self.scratch}"]
        hub = subprocess.run([PROGRAM, "hub"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=300)
        self.assertIn("there are no endgame files of english", hub.stdout)
        self.assertIn(f"info depth={plies} ", hub.stdout)

    def test_matches_with_endgames(self):
        data = self.build("mini", 3)
        out = self.scratch / "run"
        self.done("match", f"engine:nodes=50,egdb={data}", "engine:nodes=50", "--game", "mini", "--games", 2, "--out", out,
                  "--quiet")
        self.refused("match", f"engine:nodes=50,egdb={self.scratch}", "random", "--game", "mini", "--games", 2, "--out",
                     self.scratch / "other", saying=["cannot play mini", "there are no endgame files of mini"])

    def test_more_pieces_go_on_from_what_is_there(self):
        data = self.build(pieces=2)
        first = files_in(data / "english")
        report = self.json("egdb", "build", "english", "--pieces", 3, "--data", data, "--quiet")
        self.assertEqual(report["found"], 3)
        both = files_in(data / "english")
        self.assertEqual({name: both[name] for name in first}, first)
        self.assertEqual(both, files_in(self.build(pieces=3, data=self.scratch / "other") / "english"))

    def test_default_folder(self):
        result = subprocess.run(
            [PROGRAM, "egdb", "build", "mini", "--pieces", "2"],
            env={"XDG_DATA_HOME": str(self.scratch)}, capture_output=True, text=True, timeout=300, check=False,
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.scratch / "crownhead/egdb/mini/m-m.wdl").is_file())

    def test_wrong_input(self):
        data = self.scratch
        self.refused("egdb", saying="crownhead egdb --help")
        self.refused("egdb", "build", "english", saying="--pieces")
        self.refused("egdb", "build", "englsh", "--pieces", 3, saying="did you mean 'english'?")
        self.refused("egdb", "build", "english", "--pieces", 1, saying="--pieces 1: expected a whole number from 2 to 12")
        self.refused("egdb", "build", "mini", "--pieces", 13, saying="from 2 to 12")
        self.refused("egdb", "build", "english", "--pieces", 3, "--memory", "much", saying="--memory much")
        self.refused("egdb", "build", "english", "--pieces", 3, "--threads", 0, saying="--threads 0")
        self.refused("egdb", "build", "english", "--pieces", 3, "--metric", "far", saying="expected wdl or dtw")
        self.refused("egdb", "probe", "english", "nonsense", "--data", data, saying="the FEN is wrong")
        self.refused("egdb", "info", "english", "--data", data, saying="no endgame files of english", code=1)
        self.refused("egdb", "build", "english", "--pieces", 4, "--memory", "1M", "--data", data,
                     saying="of memory, ", code=1)
        self.build()
        self.refused("egdb", "probe", "english", "B:WK32,31:BK15", "--data", self.scratch / "data",
                     saying="up to 2 pieces", code=1)

    def test_damaged_and_foreign_files_are_refused(self):
        data = self.build(pieces=2)
        path = data / "english/m-K.wdl"
        good = path.read_bytes()
        path.write_bytes(good[:-20] + b"x" + good[-19:])
        for command in (["info", "english"], ["verify", "english"], ["probe", "english", "B:WK32:BK15"]):
            self.refused("egdb", *command, "--data", data, saying=["m-K.wdl", "damaged"], code=1)
        result = run("egdb", "build", "english", "--pieces", 2, "--data", data)
        self.assertEqual(result.returncode, 0)
        self.assertIn("built again", result.stderr)
        self.assertEqual(path.read_bytes(), good)

        (data / "english").rename(data / "suicide")
        self.refused("egdb", "info", "suicide", "--data", data, saying="made for other rules", code=1)

    def test_full_disk(self):
        data = self.build(pieces=2)
        before = files_in(data / "english")

        def small_files_only():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

        result = subprocess.run(
            [PROGRAM, "egdb", "build", "english", "--pieces", "3", "--data", str(data), "--quiet"],
            preexec_fn=small_files_only, capture_output=True, text=True, timeout=300, check=False,
        )
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertRegex(result.stderr, r"\Acrownhead: cannot write [^\n]+\n\Z")
        after = files_in(data / "english")
        self.assertEqual({name: after[name] for name in before}, before)
        self.done("egdb", "verify", "english", "--data", data)

    def start(self, data, pieces=4):
        return subprocess.Popen(
            [PROGRAM, "egdb", "build", "english", "--pieces", str(pieces), "--data", str(data), "--quiet"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def test_two_builds_at_once(self):
        data = self.scratch / "data"
        first = self.start(data, 6)
        try:
            wait_until((data / "english/lock").exists)
            wait_for_work(first, 0.2)
            self.refused("egdb", "build", "english", "--pieces", 2, "--data", data, saying="already", code=1)
        finally:
            first.send_signal(signal.SIGINT)
            _, said = first.communicate(timeout=300)
        self.assertEqual(first.returncode, 1)
        self.assertIn("the same command goes on", said)

    def test_killed_at_any_moment(self):
        whole = files_in(self.build(pieces=3) / "english")
        data = self.scratch / "killed"
        for wait in (0.01, 0.02, 0.03, 0.05, 0.08):
            build = self.start(data, 3)
            time.sleep(wait)
            build.kill()
            build.communicate(timeout=300)
        self.build(pieces=3, data=data)
        self.assertEqual(files_in(data / "english"), whole)


if __name__ == "__main__":
    unittest.main()
