"""crownhead verify-proof from outside: what it says of a right proof, and of others.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/proof_test.py`.
"""

import hashlib
import subprocess
import unittest

from support.cli import DATA, PROGRAM, CliTest

PROOFS = DATA / "proofs"


class ProofTest(CliTest):
    def changed(self, old, new, name="suicide-6-win"):
        """A proof with a part exchanged and the right checksum."""
        content = (PROOFS / f"{name}.proof").read_bytes()[:-65]
        self.assertIn(old, content)
        content = content.replace(old, new, 1)
        path = self.scratch / "changed.proof"
        path.write_bytes(content + hashlib.sha256(content).hexdigest().encode() + b"\n")
        return path

    def test_a_win(self):
        text = self.done("verify-proof", PROOFS / "suicide-6-win.proof")
        self.assertTrue(
            text.startswith("Proven: Suicide checkers (suicide-6), B:WK8,K17:B5,13, player 1 to move: player 1 wins.\n"), text
        )
        self.assertIn("player 1 wins whatever player 2 does, in 12 plies at most:\n  43 positions can arise", text)
        self.assertIn("16 choices of player 1", text)
        self.assertIn("No rule which counts moves can make it a draw: the first needs 50 moves of each side.", text)
        report = self.json("verify-proof", PROOFS / "suicide-6-win.proof")
        self.assertEqual((report["game"], report["turn"], report["value"]), ("suicide-6", "black", "win"))
        self.assertEqual(len(report["strategies"]), 1)
        self.assertFalse(report["counting_matters"])
        strategy = report["strategies"][0]
        self.assertEqual((strategy["side"], strategy["goal"], strategy["longest"]), ("black", "wins", 12))
        self.assertEqual((strategy["positions"], strategy["choices"]), (43, 16))

    def test_a_draw_takes_two_strategies(self):
        text = self.done("verify-proof", PROOFS / "giveaway-6-draw.proof")
        self.assertIn("player 1 does not lose whatever player 2 does", text)
        self.assertIn("player 2 does not lose whatever player 1 does", text)
        report = self.json("verify-proof", PROOFS / "giveaway-6-draw.proof")
        self.assertEqual([strategy["side"] for strategy in report["strategies"]], ["black", "white"])
        self.assertEqual([strategy["longest"] for strategy in report["strategies"]], [None, None])

    def test_what_is_not_proven(self):
        # Two moves of king against king, or seven of two kings against one, are a draw by article 21.
        self.assertIn("Not proven: that no rule which counts moves makes it a draw before",
                      self.done("verify-proof", PROOFS / "frisian-6-win.proof"))
        self.assertTrue(self.json("verify-proof", PROOFS / "frisian-6-win.proof")["counting_matters"])

    def test_all_that_are_kept(self):
        for path in PROOFS.glob("*.proof"):
            with self.subTest(path.name):
                game = self.json("verify-proof", path, "--quiet")["game"]
                self.assertTrue(path.name.startswith(game))

    def test_standard_input(self):
        with (PROOFS / "english-6-loss.proof").open("rb") as proof:
            result = subprocess.run([PROGRAM, "verify-proof", "-"], stdin=proof, capture_output=True, timeout=300, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn(b"Black wins whatever White does", result.stdout)

    def test_wrong_proofs(self):
        for saying, old, new in [
            ("line 1: ", b"proof 1", b"proof 3"),
            ("line 2: there is no game 'suicide-7'", b"suicide-6", b"suicide-7"),
            ("line 3: rules", b"game suicide-6", b"game giveaway-6"),
            ("line 4: ", b"B5,13", b"B13,5"),
            ("line 6: ", b"value win", b"value loss"),
            ("strategy 'mover wins': ", b"choices 16", b"choices 17"),
            ("strategy 'mover wins': more than 42 positions can arise", b"positions 43", b"positions 42"),
        ]:
            with self.subTest(saying):
                self.refused("verify-proof", self.changed(old, new), saying=[saying, "not proven"], code=1)

    def test_damaged_files(self):
        content = (PROOFS / "frisian-6-win.proof").read_bytes()
        for bad, saying in [
            (b"", "line 1: "),
            (content[:-1], "line 7: "),
            (content[:60], "line 4: "),
            (content + b"\n", "line 7: "),
            (content[:-70] + bytes([content[-70] ^ 1]) + content[-69:], "checksum"),
        ]:
            with self.subTest(saying):
                path = self.scratch / "damaged.proof"
                path.write_bytes(bad)
                self.refused("verify-proof", path, saying=saying, code=1)

    def test_wrong_usage(self):
        self.refused("verify-proof", saying="FILE")
        self.refused("verify-proof", self.scratch / "nothing.proof", saying="cannot read")


if __name__ == "__main__":
    unittest.main()
