"""crownhead solve from outside: values, certificates that verify, going on after an interruption, wrong input.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/solve_test.py`.
"""

import re
import signal
import subprocess
import unittest

from support.cli import PROGRAM, CliTest, run
from support.process import wait_for_work


class SolveTest(CliTest):
    def solve(self, *arguments):
        return self.json("solve", *arguments, "--data", self.scratch, "--threads", 1, "--quiet")

    def test_a_game_and_its_certificate(self):
        proof = self.scratch / "antifrisian-6.proof"
        solved = self.solve("antifrisian-6", "--pieces", 2, "--certificate", proof)
        self.assertEqual((solved["turn"], solved["value"]), ("white", "loss"))
        self.assertEqual({move["value"] for move in solved["moves"]}, {"loss"})
        self.assertEqual(len(solved["moves"]), 5)
        self.assertEqual(solved["certificate"]["bytes"], proof.stat().st_size)
        verified = self.json("verify-proof", proof)
        self.assertEqual((verified["game"], verified["value"]), ("antifrisian-6", "loss"))
        self.assertEqual(verified["strategies"][0]["positions"], solved["certificate"]["strategies"][0]["positions"])

    def test_in_words(self):
        text = self.done("solve", "antifrisian-6", "--pieces", 0, "--data", self.scratch, "--threads", 2, "--quiet",
                         "--certificate", self.scratch / "a.proof")
        self.assertRegex(text, r"\Aantifrisian-6: Black wins\n(  \d+-\d+ +loss\n){5}  [\d,]+ positions expanded, ")
        self.assertRegex(text, r"\n  certificate: \S+, [\d,]+ bytes\n    Black wins: [\d,]+ positions, [\d,]+ choices\n\Z")

    def test_a_position(self):
        for game, fen, value in [("suicide-6", "B:W13:B1", "win"), ("english-6", "B:WK18:BK1", "draw"),
                                 ("english-6", "W:WK9:B5", "win")]:
            with self.subTest(game=game, fen=fen):
                solved = self.solve(game, "--fen", fen, "--pieces", 0)
                self.assertEqual(solved["value"], value)
                self.assertEqual(self.solve(game, "--fen", fen, "--pieces", 2)["value"], value)
                self.assertEqual(self.solve(game, "--fen", fen, "--pieces", 0, "--backwards")["value"], value)

    def test_goes_on_after_an_interruption(self):
        command = [str(PROGRAM), "solve", "english-6", "--pieces", "0", "--threads", "1", "--data",
                   str(self.scratch), "--quiet"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            wait_for_work(process, 0.5)
            process.send_signal(signal.SIGINT)
            output, error = process.communicate(timeout=300)
        self.assertEqual((process.returncode, output), (1, ""))
        self.assertIn("interrupted; what was found is kept", error)
        kept = list(self.scratch.glob("english-6/solve-*.checkpoint"))
        self.assertEqual(len(kept), 1)
        kept[0].write_bytes(kept[0].read_bytes()[:-1])
        self.refused("solve", "english-6", "--pieces", 0, "--data", self.scratch, "--quiet", saying="damaged", code=1)

    def test_wrong_input(self):
        for arguments, saying in [
            ([], "expected a game, or --all"),
            (["suicide-6", "--all"], "name none"),
            (["--all", "--fen", "B:W13:B1"], "--fen goes with one game"),
            (["english"], "too large to be solved; there are english-6"),
            (["nonsense"], "unknown game"),
            (["suicide-6", "--fen", "B:W13:B"], "the game is over"),
            (["suicide-6", "--fen", "nonsense"], "expected the side to move"),
            (["suicide-6", "--pieces", "13"], "--pieces"),
            (["suicide-6", "--memory", "much"], "--memory"),
            (["suicide-6", "--threads", "0"], "--threads"),
            (["mini", "--certificate", self.scratch / "m.proof"], "needs no certificate"),
        ]:
            with self.subTest(arguments):
                self.refused("solve", *arguments, saying=saying)

    def test_too_little_memory(self):
        self.refused("solve", "suicide-6", "--pieces", 0, "--memory", "100k", "--data", self.scratch, "--quiet",
                     saying="the memory is used up", code=1)

    def test_a_certificate_that_cannot_be_written(self):
        result = run("solve", "antifrisian-6", "--pieces", 0, "--data", self.scratch, "--quiet", "--certificate",
                     self.scratch / "missing" / "a.proof")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertTrue(re.match(r"crownhead: cannot write ", result.stderr), result.stderr)


if __name__ == "__main__":
    unittest.main()
