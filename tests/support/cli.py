"""What the tests of the command line program share: running it, and what its answers must look like."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("CROWNHEAD", "crownhead")).absolute()
DATA = Path(__file__).resolve().parent.parent / "data"
SANITIZED = "CROWNHEAD_SANITIZED" in os.environ  # long tests shorten themselves
SECONDS = 300  # for one run of the program; sanitizers are slow, and the machine may be busy

# What belongs to the user is neither read nor written.
_own_data = tempfile.TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = _own_data.name


def run(*arguments, text=""):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=SECONDS, check=False
    )


class CliTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)

    def done(self, *arguments, text=""):
        """Runs a command that must succeed without a word on standard error; returns its output."""
        result = run(*arguments, text=text)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def json(self, *arguments):
        return json.loads(self.done(*arguments, "--json"))

    def refused(self, *arguments, saying, text="", code=2):
        """Runs a command that must end with this code, nothing on standard output and one line that says why."""
        result = run(*arguments, text=text)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertRegex(result.stderr, r"\Acrownhead: [^\n]+\n\Z")
        for words in [saying] if isinstance(saying, str) else saying:
            self.assertIn(words, result.stderr)

    def file(self, name, content):
        path = self.scratch / name
        path.write_text(content, encoding="utf-8")
        return path
