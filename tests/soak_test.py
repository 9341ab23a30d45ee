"""The short form of tests/soak/soak.py: a few pages of every kind and two kills, nothing acknowledged lost.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/soak_test.py`.
"""

import unittest

from soak.soak import main


class SoakTest(unittest.TestCase):
    def test_nothing_is_lost(self):
        self.assertTrue(main(["--minutes", "0.1", "--pages", "16", "--kills", "2", "--pause", "0.1"]))


if __name__ == "__main__":
    unittest.main()
