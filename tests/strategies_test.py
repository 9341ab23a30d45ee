"""A strategy is one file and one line in the catalogue: no program and no page names one, outside of texts."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = (ROOT / "src/players/catalogue.hpp").read_text()
NAMES = [name.replace("_", "-") for name in re.findall(r"^\s+STRATEGY\((\w+)\)", CATALOGUE, re.M)]
# The command and the command of the protocol that are called like the strategy.
COMMANDS = {"apps/cli/hub.cpp", "apps/cli/hub/hub.cpp", "apps/cli/hub/session.cpp"}


def literals(path):
    """String literals of a source, with their lines, without comments."""
    text = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(), flags=re.S if path.suffix != ".hpp" else 0)
    return re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", text)


def named(literal):
    return next((name for name in NAMES if literal == name or literal.startswith(name + ":")), None)


class StrategiesTest(unittest.TestCase):
    def test_the_catalogue_is_read(self):
        self.assertIn("random", NAMES)
        self.assertIn("mini-ab", NAMES)

    def test_programs_name_no_strategy(self):
        found = []
        for path in sorted((ROOT / "apps").rglob("*.?pp")):
            where = str(path.relative_to(ROOT))
            for literal in literals(path):
                if named(literal) and not (where in COMMANDS and literal == "hub"):
                    found.append(f"{where}: {literal}")
        self.assertEqual(found, [])

    def test_the_page_names_no_strategy(self):
        found = []
        for path in sorted((ROOT / "web/src").rglob("*.ts*")):
            where = path.relative_to(ROOT / "web/src")
            if "texts" in where.parts or ".test." in path.name:
                continue
            found += [f"{where}: {literal}" for literal in literals(path) if named(literal)]
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
