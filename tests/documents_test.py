"""Documents and citations, as a test: links and anchors lead somewhere, comments cite what is in the repository,
Mermaid pictures are well formed, every game has its sources.

Run it alone with `python3 tests/documents_test.py`.
"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

# A section of a sheet by letter and number, such as "A.2": there is no such sheet in the repository.
LETTERED = re.compile(r"(?<![\w./])[A-H]\.\d{1,2}(?![\w.])")
DOCUMENT = re.compile(r"\b((?:docs/)?[\w-]+(?:/[\w-]+)*\.md)(#[\w-]+)?")
REQUIREMENT = re.compile(r"\bS[0-3]\.\d{1,2}\b")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def sources():
    """Files in which people read comments: code, scripts, and the headers of data files."""
    for folder in ["src", "apps", "tests", "bench", "fuzz", "scripts", "cmake"]:
        for path in sorted((ROOT / folder).rglob("*")):
            inside = path.relative_to(ROOT).as_posix()
            if path.suffix in {".hpp", ".cpp", ".py", ".mjs", ".cmake", ".tsv", ".txt", ".json"} and path.is_file():
                if not inside.startswith("fuzz/corpus/") and "node_modules" not in path.parts:
                    yield inside, path.read_text(encoding="utf-8", errors="replace")
    for path in sorted((ROOT / "web" / "src").rglob("*.ts*")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    found, seen = set(), {}
    for heading in re.findall(r"^#+ +(.*)$", text, re.MULTILINE):
        name = slug(heading)
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(f"{name}-{count}" if count else name)
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def game_names():
    text = (ROOT / "src" / "rules" / "variants.hpp").read_text(encoding="utf-8")
    return re.findall(r'(?:\.name = (?:v\.family = )?|resized\([\w:]+, )"([a-z0-9-]+)"', text)


class Citations(unittest.TestCase):
    def assert_none(self, complaints):
        self.assertFalse(complaints, "\n  " + "\n  ".join(complaints))

    def test_nothing_cites_a_sheet_that_is_not_here(self):
        complaints = []
        texts = [*sources(), *((p.relative_to(ROOT).as_posix(), p.read_text(encoding="utf-8")) for p in DOCUMENTS)]
        for where, text in texts:
            if where == "tests/documents_test.py":
                continue
            for match in LETTERED.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                complaints.append(f"{where}:{line}: {match.group()}")
        self.assert_none(complaints)

    def test_cited_documents_and_anchors_exist(self):
        complaints = []
        for where, text in sources():
            for name, anchor in DOCUMENT.findall(text):
                path = ROOT / name
                if not name.startswith("docs/") and name not in {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}:
                    continue
                if not path.is_file():
                    complaints.append(f"{where}: {name} does not exist")
                elif anchor and anchor[1:] not in anchors(path):
                    complaints.append(f"{where}: {name} has no heading {anchor}")
        self.assert_none(complaints)

    def test_cited_requirements_exist(self):
        known = set(REQUIREMENT.findall((ROOT / "docs" / "mission.md").read_text(encoding="utf-8")))
        self.assertIn("S0.1", known)
        complaints = []
        for where, text in sources():
            complaints += [f"{where}: {name} is no line of docs/mission.md" for name in REQUIREMENT.findall(text) if name not in known]
        self.assert_none(complaints)

    def test_every_game_has_its_sources(self):
        text = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
        families = {re.sub(r"-\d+$", "", name) for name in game_names()}
        self.assertIn("sacrifice", families)
        moves = text[text.index("## Moves and captures") : text.index("## Draws")]
        self.assert_none([f"{name}: not in docs/sources.md#moves-and-captures" for name in families if f"`{name}`" not in moves])


class Words(unittest.TestCase):
    """Words that were replaced by those of the field, and should not come back."""

    OLD = re.compile(
        r"\b(untold|scholars?_?|on the air|PlayerShelf|way_to_the_end|a_bit_more|engine_among|seen_from_the_other_side"
        r"|MoveMemory|HashLess|found_table)\b"
    )

    def test_replaced_words_are_gone(self):
        texts = [*sources(), *((p.relative_to(ROOT).as_posix(), p.read_text(encoding="utf-8")) for p in DOCUMENTS)]
        complaints = [
            f"{where}: {match.group()}"
            for where, text in texts
            if where != "tests/documents_test.py"
            for match in self.OLD.finditer(text)
        ]
        self.assertFalse(complaints, "\n  " + "\n  ".join(complaints))


class Links(unittest.TestCase):
    def test_links_between_documents(self):
        complaints = []
        for path in DOCUMENTS:
            text = FENCE.sub("", path.read_text(encoding="utf-8"))
            for link in re.findall(r"\]\(([^)\s]+)\)", text):
                if "://" in link:
                    continue
                name, _, anchor = link.partition("#")
                target = (path.parent / name) if name else path
                if not target.exists():
                    complaints.append(f"{path.relative_to(ROOT)}: {link}: no such file")
                elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                    complaints.append(f"{path.relative_to(ROOT)}: {link}: no such heading")
        self.assertFalse(complaints, "\n  " + "\n  ".join(complaints))

    def test_named_sources_exist(self):
        complaints = []
        for path in DOCUMENTS:
            if path.name == "CHANGELOG.md":
                continue
            text = FENCE.sub("", path.read_text(encoding="utf-8"))
            for name in re.findall(r"`((?:src|apps|tests|web/src|data|scripts|cmake|bench|fuzz)/[\w./-]+)`", text):
                if not (ROOT / name.rstrip("/")).exists():
                    complaints.append(f"{path.relative_to(ROOT)}: {name} does not exist")
        self.assertFalse(complaints, "\n  " + "\n  ".join(complaints))

    def test_every_document_is_reachable_from_the_readme(self):
        reached, waiting = set(), [ROOT / "README.md"]
        while waiting:
            path = waiting.pop()
            if path in reached or path.suffix != ".md" or not path.is_file():
                continue
            reached.add(path)
            for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", path.read_text(encoding="utf-8")):
                if "://" not in link:
                    waiting.append((path.parent / link).resolve())
        self.assertFalse([str(p.relative_to(ROOT)) for p in DOCUMENTS if p not in reached])


class Mermaid(unittest.TestCase):
    """A cheap check of the pictures, in the part of the language that the documents use."""

    KINDS = re.compile(r"^(flowchart (TB|TD|LR|BT|RL)|sequenceDiagram|classDiagram|stateDiagram-v2)$")
    NODE = r'\w+(?:\["[^"]*"\]|\("[^"]*"\)|\{"[^"]*"\}|\(\["[^"]*"\]\)|\[\("[^"]*"\)\])?'
    NODES = rf"{NODE}(?: & {NODE})*"
    ARROW = r'(?:-->|---|-\.->|==>|<-->)(?:\|"?[^|"]*"?\|)?'
    FLOW = re.compile(rf"^{NODES}(?: {ARROW} {NODES})*;?$|^subgraph \w+(?:\[\"[^\"]*\"\])?$|^end$|^direction (TB|TD|LR|BT|RL)$")
    SEQUENCE = re.compile(
        r"^(participant|actor) \w+( as [^;]+)?$|^\w+(-->>|->>|-->|->|-\)|--\))[+-]?\w+: \S.*$"
        r"|^(loop|alt|else|opt|par|and) .+$|^else$|^end$|^Note (over|left of|right of) \w+(,\w+)?: .+$|^autonumber$"
    )
    CLASS = re.compile(
        r'^class \w+( \{)?$|^\}$|^[+#-]?[\w~<>&*:, ]+(\([^)]*\))?[\w~<>&*:, ]*$|^<<\w+>>( \w+)?$'
        r'|^\w+ (<\|--|<\|\.\.|\*--|o--|-->|\.\.>|--) \w+( : .+)?$|^direction (TB|LR)$|^note .+$'
    )

    def test_pictures_are_well_formed(self):
        pictures = 0
        for path in DOCUMENTS:
            for body in re.findall(r"^```mermaid\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
                pictures += 1
                lines = [line.strip() for line in body.splitlines() if line.strip() and not line.strip().startswith("%%")]
                with self.subTest(f"{path.relative_to(ROOT)}: {lines[0] if lines else 'empty'}"):
                    self.assertTrue(lines and self.KINDS.match(lines[0]), "unknown kind of picture")
                    rule = {"f": self.FLOW, "s": self.SEQUENCE, "c": self.CLASS}[lines[0][0]] if lines[0][:2] != "st" else None
                    opened = 0
                    for line in lines[1:]:
                        if rule:
                            self.assertRegex(line, rule)
                        opened += bool(re.match(r"(subgraph|loop|alt|opt|par)\b", line)) - (line == "end")
                        opened += line.endswith("{") - (line == "}")
                        self.assertGreaterEqual(opened, 0, line)
                    self.assertEqual(opened, 0, "something is not closed")
        self.assertGreaterEqual(pictures, PICTURES_AT_LEAST)


PICTURES_AT_LEAST = 8


if __name__ == "__main__":
    unittest.main()
