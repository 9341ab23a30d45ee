"""docs/cli.md against the program: the same commands, and in each section the options that the command has.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/cli_document_test.py`.
"""

import re
import unittest
from pathlib import Path

from support.cli import CliTest

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "cli.md"
EVERYWHERE = {"--help", "--version"}


def options(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))


def commands(help_text):
    part = help_text[help_text.index("\nCommands:\n") :].split("\n\n")[0]
    return re.findall(r"^  ([a-z][a-z-]*)  ", part, re.MULTILINE)


class DocumentTest(CliTest):
    def setUp(self):
        super().setUp()
        text = DOCUMENT.read_text(encoding="utf-8")
        self.listed = re.findall(r"^\| \[`([a-z-]+)`\]\(#\1\) \|", text, re.MULTILINE)
        parts = re.split(r"^### ([a-z-]+)$", text, flags=re.MULTILINE)
        self.sections = dict(zip(parts[1::2], (part.split("\n## ")[0] for part in parts[2::2])))

    def test_every_command_has_a_section(self):
        known = commands(self.done("--help"))
        self.assertIn("analyse", known)
        self.assertEqual(sorted(self.sections), sorted(known))
        self.assertEqual(sorted(self.listed), sorted(known))

    def test_sections_have_the_options_of_their_command(self):
        for command, section in self.sections.items():
            helps = [self.done(command, "--help")]
            if command in ("egdb", "library", "puzzles"):
                helps += [self.done(command, sub, "--help") for sub in commands(helps[0])]
            known = set().union(*(options(text.split("\nOptions:\n")[1].split("\n\n")[0]) for text in helps)) - EVERYWHERE
            with self.subTest(command):
                self.assertEqual(sorted(options(section)), sorted(known))


if __name__ == "__main__":
    unittest.main()
