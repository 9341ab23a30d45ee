"""The protocol page and the sources of the server against apps/server/protocol.json."""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTION = json.loads((ROOT / "apps/server/protocol.json").read_text())
DOCUMENT = (ROOT / "docs/protocol.md").read_text()


class Protocol(unittest.TestCase):
    def test_the_document_names_everything(self):
        words = set(re.findall(r"`([a-zA-Z.-]+)`", DOCUMENT))
        groups = {code.split(".")[0] for code in DESCRIPTION["messages"]}
        for kind, names in [("request", DESCRIPTION["requests"]), ("event", DESCRIPTION["events"]), ("group", groups)]:
            for name in names:
                self.assertIn(name, words, f"docs/protocol.md does not name the {kind} {name}")

    def test_the_document_names_nothing_else(self):
        """Each row of a table of requests begins with requests."""
        tables = re.findall(r"\| request \|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", DOCUMENT)
        self.assertTrue(tables)
        for table in tables:
            for row in table.splitlines():
                for name in re.findall(r"`([^`]+)`", row.split("|")[1]):
                    self.assertIn(name, DESCRIPTION["requests"])

    def test_the_document_names_the_subprotocol(self):
        self.assertIn(f"`{DESCRIPTION['subprotocol']}`", DOCUMENT)
        self.assertEqual(DESCRIPTION["subprotocol"], f"crownhead.{DESCRIPTION['version']}")
        self.assertIn(f'"{DESCRIPTION["subprotocol"]}"', (ROOT / "apps/server/net/beast.hpp").read_text())

    def test_boost_stays_in_its_folder(self):
        for path in (ROOT / "apps").rglob("*.?pp"):
            if path.parent.name != "net":
                self.assertNotIn("<boost/", path.read_text(), path)

    def test_the_server_names_no_strategy(self):
        """What a page may choose comes from the catalogue."""
        names = {code.split(".")[1] for code in DESCRIPTION["messages"] if re.fullmatch(r"strategy\.[a-z-]+", code)}
        self.assertIn("random", names)
        literal = re.compile(rf'"(?:{"|".join(sorted(names))})[":]')
        for path in (ROOT / "apps/server").rglob("*.?pp"):
            self.assertFalse(literal.findall(path.read_text()), path)

    def test_sources_of_the_server_are_short(self):
        for path in (ROOT / "apps/server").rglob("*.?pp"):
            self.assertLess(path.read_text().count("\n"), 410, path)


if __name__ == "__main__":
    unittest.main()
