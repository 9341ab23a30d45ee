"""Codes of messages: those that the sources use, those of the protocol description, and the sentences of each language
in data/messages must be the same, with the same parameters."""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTION = json.loads((ROOT / "apps/server/protocol.json").read_text())
CODES = DESCRIPTION["messages"]
LANGUAGES = ("en", "nl", "de")
CODE = r"[a-z]+(?:\.[a-z0-9-]+)+"


def sentences(language):
    found = {}
    for number, line in enumerate((ROOT / f"data/messages/{language}.txt").read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        code, sign, sentence = line.partition(" = ")
        assert sign and re.fullmatch(CODE, code), f"{language}.txt:{number}: expected `code = sentence`"
        assert code not in found, f"{language}.txt:{number}: {code} is there twice"
        found[code] = sentence
    return found


def placeholders(sentence):
    """(name, rest) of every {name...}; braces do not nest."""
    assert re.fullmatch(r"([^{}]|\{[^{}]*\})*", sentence), sentence
    return re.findall(r"\{(\w+)([^{}]*)\}", sentence)


def used_codes():
    """Codes that stand in the sources as literals, with the places; `"game."` + family and the like are not seen."""
    groups = {code.split(".")[0] for code in CODES}
    literal = re.compile(rf'"({CODE})"')
    used = {}
    for folder in ("src", "apps"):
        for path in sorted((ROOT / folder).rglob("*.?pp")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if line.lstrip().startswith("#include"):
                    continue
                for code in literal.findall(line):
                    if code.split(".")[0] in groups:
                        used.setdefault(code, f"{path.relative_to(ROOT)}:{number}")
    return used


class Messages(unittest.TestCase):
    def test_every_code_has_a_sentence_in_every_language(self):
        for language in LANGUAGES:
            self.assertEqual(sorted(sentences(language)), sorted(CODES), language)

    def test_sentences_use_the_parameters_of_their_code(self):
        for language in LANGUAGES:
            for code, sentence in sentences(language).items():
                for name, rest in placeholders(sentence):
                    where = f"{language}.txt: {code}: {{{name}{rest}}}"
                    self.assertIn(name, CODES[code], where)
                    if rest.startswith(":"):
                        self.assertEqual(rest.count("|"), 1, where)
                    elif rest.startswith("?"):
                        for branch in rest[1:].split("|")[:-1]:
                            self.assertIn("=", branch, where)
                    else:
                        self.assertEqual(rest, "", where)

    def test_languages_choose_by_the_same_values(self):
        """Where a sentence chooses by a value, the values are the same in each language."""

        def choices(sentence):
            return {
                (name, branch.split("=")[0])
                for name, rest in placeholders(sentence)
                if rest.startswith("?") and not branch_numbers(rest)
                for branch in rest[1:].split("|")[:-1]
            }

        def branch_numbers(rest):
            return all(branch.split("=")[0].isdigit() for branch in rest[1:].split("|")[:-1])

        english = sentences("en")
        for language in LANGUAGES[1:]:
            for code, sentence in sentences(language).items():
                self.assertEqual(choices(sentence), choices(english[code]), f"{language}.txt: {code}")

    def test_parameters_have_a_kind(self):
        kinds = DESCRIPTION["params"]["kinds"]
        for code, params in CODES.items():
            for param in params:
                self.assertIn(param, kinds, code)

    def test_the_program_uses_codes_that_are_described(self):
        for code, where in used_codes().items():
            self.assertIn(code, CODES, where)


if __name__ == "__main__":
    unittest.main()
