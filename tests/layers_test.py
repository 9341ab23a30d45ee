"""The layers, as a test: which folder of src/ may include which, and what nothing below apps/ may do.

Also holds the documents to the sources: the games named in docs/rules.md, and links that lead somewhere.
Run it alone with `python3 tests/layers_test.py`.
"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

# A folder may include itself and folders of a smaller layer. docs/architecture.md says why.
LAYERS = {
    "util": 0,
    "board": 1,
    "rules": 2,
    "game": 3,
    "notation": 4,
    "eval": 4,
    "egdb": 4,
    "search": 5,
    "prove": 5,
    "runtime": 6,
    "solve": 7,
    "analysis": 8,
    "players": 8,
    "match": 9,
    "learn": 10,
    "puzzles": 10,
}

# Folders that may use less than everything below them.
FORBIDDEN = {
    "search": {"notation"},
    "prove": {"board", "game", "eval", "egdb"},  # it checks what these have found
    "players": {"game", "eval", "egdb", "search", "runtime", "solve"},
    "match": {"game", "eval", "egdb", "search", "runtime", "solve"},
}

# The exceptions: plain-data headers, those that runtime/game.hpp itself speaks of.
PLAIN = {
    "game/any_move.hpp",
    "game/outcome.hpp",
    "game/placement.hpp",
    "game/value.hpp",
    "runtime/endgame_store.hpp",
    "runtime/engine.hpp",
    "runtime/follower.hpp",
    "runtime/game.hpp",
    "runtime/plain_search.hpp",
    "search/limits.hpp",
    "search/control.hpp",
    "search/reported_score.hpp",
    "search/score.hpp",
    "solve/oracle.hpp",
    "solve/proven.hpp",
}

# Programs do not know each other, except that the command line starts the server, cares for its library and fills the report page.
APPS_MAY_KNOW = {("cli", "server/serve.hpp"), ("cli", "server/library_care.hpp"), ("cli", "server/page.hpp")}

# The game itself knows neither files nor threads (it also runs where there are none).
NO_SYSTEM = {"board", "rules", "game"}
SYSTEM_HEADERS = {"condition_variable", "filesystem", "fstream", "future", "mutex", "shared_mutex", "thread"}

# Only apps/ talks to a terminal. util/assert.hpp says what broke before it ends the program.
TERMINAL_HEADERS = {"iostream", "print", "fmt/color.h", "fmt/ostream.h"}
TERMINAL_CALLS = re.compile(
    r"\bstd::(cout|cerr|clog|cin|print|println)\b|\bfmt::print\b|\b(v?f?printf|f?puts|putchar|fputc|scanf|getchar)\s*\("
)
MAY_PRINT = {"util/assert.hpp"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def sources(folder, *patterns):
    return sorted(path for pattern in patterns for path in folder.rglob(pattern))


def includes(path):
    """(True for quotes, what is included) for each include line."""
    return [(mark == '"', name) for mark, name in INCLUDE.findall(path.read_text(encoding="utf-8"))]


def code_of(path):
    return NOT_CODE.sub(" ", path.read_text(encoding="utf-8"))


def objection(folder, included):
    """Why a file of this folder may not include that header of src/, or nothing."""
    target = included.split("/")[0]
    if folder == target or included in PLAIN and LAYERS[target] < LAYERS[folder]:
        return None
    if target not in LAYERS:
        return f"{target} is not a folder of src/; includes are written from src/"
    if LAYERS[target] >= LAYERS[folder]:
        return f"{folder} (layer {LAYERS[folder]}) may not know {target} (layer {LAYERS[target]})"
    if target in FORBIDDEN.get(folder, set()):
        return f"{folder} may not know {target}"
    return None


def game_names(text):
    """The names of all games in the text of rules/variants.hpp."""
    return re.findall(r'(?:\.name = (?:v\.family = )?|resized\([\w:]+, )"([a-z0-9-]+)"', text)


class LayersTest(unittest.TestCase):
    def assert_none(self, complaints):
        self.assertFalse(complaints, "\n  " + "\n  ".join(map(str, complaints)))

    def test_the_rule_itself(self):
        for folder, included in [
            ("game", "rules/variant.hpp"),
            ("game", "game/move.hpp"),
            ("search", "eval/material.hpp"),
            ("players", "runtime/game.hpp"),
            ("players", "game/any_move.hpp"),
            ("prove", "game/placement.hpp"),
            ("prove", "notation/fen.hpp"),
            ("match", "notation/fen.hpp"),
        ]:
            self.assertIsNone(objection(folder, included), f"{folder} -> {included}")
        for folder, included in [
            ("util", "board/geometry.hpp"),
            ("board", "rules/variant.hpp"),
            ("eval", "notation/fen.hpp"),
            ("search", "notation/fen.hpp"),
            ("runtime", "solve/solver.hpp"),
            ("prove", "game/movegen.hpp"),
            ("prove", "egdb/database.hpp"),
            ("prove", "search/limits.hpp"),
            ("prove", "solve/solver.hpp"),
            ("players", "runtime/registry.hpp"),
            ("players", "game/movegen.hpp"),
            ("board", "game/any_move.hpp"),
            ("game", "movegen.hpp"),
        ]:
            self.assertIsNotNone(objection(folder, included), f"{folder} -> {included}")

    def test_every_folder_has_a_layer(self):
        self.assert_none([p.name for p in SRC.iterdir() if p.is_dir() and p.name not in LAYERS])

    def test_includes_go_down(self):
        complaints = []
        for path in sources(SRC, "*.hpp", "*.cpp"):
            where = path.relative_to(SRC)
            for quoted, included in includes(path):
                if not quoted:
                    continue
                reason = objection(where.parts[0], included)
                if reason is None and not (SRC / included).is_file():
                    reason = "there is no such file"
                if reason:
                    complaints.append(f'src/{where}: "{included}": {reason}')
        self.assert_none(complaints)

    def test_apps_do_not_know_each_other(self):
        complaints = []
        for path in sources(ROOT / "apps", "*.hpp", "*.cpp"):
            for quoted, included in includes(path):
                if (path.relative_to(ROOT / "apps").parts[0], included) in APPS_MAY_KNOW:
                    continue
                app = ROOT / "apps" / path.relative_to(ROOT / "apps").parts[0]
                if quoted and not any((folder / included).is_file() for folder in (SRC, app, path.parent)):
                    complaints.append(f'{path.relative_to(ROOT)}: "{included}": neither in src/ nor in the same program')
                if ".." in included:
                    complaints.append(f'{path.relative_to(ROOT)}: "{included}": reaches out of its folder')
        self.assert_none(complaints)

    def test_the_game_needs_no_system(self):
        self.assert_none(
            [
                f"src/{path.relative_to(SRC)}: <{included}>"
                for folder in sorted(NO_SYSTEM)
                for path in sources(SRC / folder, "*.hpp", "*.cpp")
                for _, included in includes(path)
                if included in SYSTEM_HEADERS
            ]
        )

    def test_numbers_are_read_in_one_place(self):
        self.assert_none(
            [
                f"{path.relative_to(ROOT)}: {call.group()}"
                for path in sources(SRC, "*.hpp", "*.cpp") + sources(ROOT / "apps", "*.hpp", "*.cpp")
                if path != SRC / "util" / "numbers.hpp"
                for call in re.finditer(r"\bfrom_chars\b|\bstd::sto[a-z]+\b|\b(strto[a-z]+|ato[fil])\s*\(", code_of(path))
            ]
        )

    def test_nothing_below_apps_prints(self):
        complaints = []
        for path in sources(SRC, "*.hpp", "*.cpp"):
            where = path.relative_to(SRC).as_posix()
            if where in MAY_PRINT:
                continue
            complaints += [f"src/{where}: <{name}>" for _, name in includes(path) if name in TERMINAL_HEADERS]
            complaints += [f"src/{where}: {call.group()}" for call in TERMINAL_CALLS.finditer(code_of(path))]
        self.assert_none(complaints)


class FilesTest(unittest.TestCase):
    def headers(self):
        return sources(SRC, "*.hpp") + sources(ROOT / "apps", "*.hpp") + sources(ROOT / "tests", "*.hpp")

    def test_headers_open_with_their_purpose(self):
        for path in self.headers():
            with self.subTest(path.relative_to(ROOT).as_posix()):
                self.assertTrue(path.read_text(encoding="utf-8").startswith("//"), "no comment in the first line")

    def test_headers_are_guarded(self):
        for path in self.headers():
            with self.subTest(path.relative_to(ROOT).as_posix()):
                self.assertRegex(path.read_text(encoding="utf-8"), r"(?m)^#pragma once$")

    def test_names_brought_in_are_used(self):
        # clang-tidy reads a folder as one source and does not tell.
        for folder in ["src", "apps", "tests", "bench", "fuzz"]:
            for path in sources(ROOT / folder, "*.hpp", "*.cpp"):
                code = code_of(path)
                for name in re.findall(r"^\s*using\s+[\w:]+::(\w+);|^\s*namespace\s+(\w+)\s+=", code, re.MULTILINE):
                    name = "".join(name)
                    with self.subTest(f"{path.relative_to(ROOT)}: {name}"):
                        self.assertGreater(len(re.findall(rf"\b{name}\b", code)), 1, "named once only")

    def test_headers_open_no_namespace(self):
        for path in self.headers():
            with self.subTest(path.relative_to(ROOT).as_posix()):
                self.assertNotRegex(code_of(path), r"\busing\s+namespace\b")


class DocumentsTest(unittest.TestCase):
    def test_every_game_is_described(self):
        rules = ROOT / "docs" / "rules.md"
        if not rules.is_file():
            self.skipTest("docs/rules.md does not exist")
        names = game_names((SRC / "rules" / "variants.hpp").read_text(encoding="utf-8"))
        self.assertIn("english-6", names)
        self.assertIn("suicide", names)
        text = rules.read_text(encoding="utf-8")
        for name in names:
            with self.subTest(name):
                self.assertRegex(text, rf"(?<![\w-]){re.escape(name)}(?![\w-])")

    def test_links_lead_somewhere(self):
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
            for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
                if "://" not in link and not link.startswith("#"):
                    with self.subTest(f"{path.relative_to(ROOT)}: {link}"):
                        self.assertTrue((path.parent / link.split("#")[0]).exists(), "no such file")


if __name__ == "__main__":
    unittest.main()
