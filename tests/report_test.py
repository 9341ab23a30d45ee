"""crownhead report from outside: a page that needs nothing but itself, the run in it, and its messages.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/report_test.py`.
"""

import base64
import hashlib
import json
import re
import shlex
import unittest
from html.parser import HTMLParser
from pathlib import Path

from support.cli import PROGRAM, CliTest, run

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
VOID = {"meta", "wbr", "br", "link"}


class Page(HTMLParser):
    """A page, checked for closed elements; keeps ids, links, and the text of scripts and styles."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.scripts, self.styles, self.problems = [], [], [], [], [], []
        self.policy = ""
        self.tags = {}
        self.feed(text)
        self.close()
        self.problems += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if len(named) != len(attributes):
            self.problems.append(f"an attribute of {tag} is given twice")
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if "id" in named:
            self.ids.append(named["id"])
        if tag == "a":
            self.links.append(named["href"])
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"]
        if tag == "script":
            self.scripts.append((named.get("type", ""), ""))
        if tag == "style":
            self.styles.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"unexpected </{tag}> at {self.getpos()}")

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            kind, text = self.scripts[-1]
            self.scripts[-1] = (kind, text + data)
        if self.open and self.open[-1] == "style":
            self.styles[-1] += data


def policy_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


class ReportTest(CliTest):
    def match(self, *arguments):
        folder = self.scratch / "run"
        self.assertEqual(run("match", *arguments, "--out", folder, "--quiet").returncode, 0)
        return folder

    def page(self, file):
        page = Page(file.read_text(encoding="utf-8"))
        self.assertEqual(page.problems, [])
        (kind, data), (program, _) = page.scripts
        self.assertEqual((kind, program), ("application/json", "module"))
        return page, json.loads(data)

    def test_page(self):
        folder = self.match("random", "alphabeta:depth=1", "edge", "--game", "suicide-6", "suicide", "--games", 30)
        said = self.done("report", folder, "--games-per-cell", 4)
        self.assertEqual(said, f"{folder}/report.html\n")

        page, data = self.page(folder / "report.html")
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertEqual(page.links, [])
        # Names, not addresses: the page loads nothing.
        text = (folder / "report.html").read_text(encoding="utf-8")
        self.assertEqual({address.split("/")[2] for address in re.findall(r"\w+://[^\"' ]*", text)}, {"www.w3.org"})

        # Only the script and the style of the page itself may do anything.
        self.assertIn(f"script-src {policy_hash(page.scripts[1][1])};", page.policy)
        self.assertIn(f"style-src {policy_hash(page.styles[0])};", page.policy)
        self.assertIn("default-src 'none';", page.policy)
        self.assertNotIn("unsafe", page.policy)

        self.assertEqual(data["players"], ["random", "alphabeta:depth=1", "edge"])
        self.assertEqual([board["name"] for board in data["boards"]], ["suicide-6", "suicide"])
        replays = sorted((replay["cell"], replay["number"]) for replay in data["replays"])
        self.assertEqual(replays, [(cell, number) for cell in range(6) for number in range(4)])

    def test_numbers_agree_with_the_results(self):
        folder = self.match("random", "alphabeta:depth=1", "--game", "suicide-6", "--games", 40)
        self.done("report", folder)
        won = drawn = 0
        for line in (folder / "journal.tsv").read_text().splitlines()[1:]:
            _, number, winner = line.split("\t")[:3]
            won += winner == ("b" if int(number) % 2 == 0 else "w")
            drawn += winner == "-"
        _, data = self.page(folder / "report.html")
        (cell,) = data["cells"]
        self.assertEqual((cell["won"], cell["drawn"], cell["lost"]), (won, drawn, 40 - won - drawn))
        results = json.loads((folder / "results.json").read_text())
        # Thinking times are sums in another order here, so that their last digits may differ.
        for key in ["seconds_per_move", "slowest_move"]:
            for shown, kept in zip(cell.pop(key), results["cells"][0].pop(key), strict=True):
                self.assertAlmostEqual(shown, kept, delta=1e-6 * kept)
        self.assertEqual(results, {key: data[key] for key in results})

    def test_out(self):
        folder = self.match("random", "random", "--game", "suicide-6", "--games", 2)
        page = self.scratch / "elsewhere" / "study.html"
        page.parent.mkdir()
        self.done("report", folder, "--out", page)
        self.assertTrue(page.is_file())
        self.assertEqual([file.name for file in page.parent.iterdir()], ["study.html"])
        self.assertFalse((folder / "report.html").exists())

    def test_hostile_names(self):
        plan = self.file(
            "x.plan",
            "name </title><script>alert(1)</script>\ngame suicide-6\nplayer random\n"
            f"player hub:depth=1,cmd={shlex.quote(str(PROGRAM))} hub # '\"</script><!--<img src=x>\ncount 2\n",
        )
        self.done("tournament", plan, "--quiet")
        self.done("report", self.scratch / "x.run")
        page, data = self.page(self.scratch / "x.run" / "report.html")
        self.assertEqual(data["name"], "</title><script>alert(1)</script>")
        self.assertEqual(page.tags["script"], 2)
        self.assertNotIn("img", page.tags)

    def test_refusals(self):
        self.refused("report", self.scratch / "nowhere", saying="there is no folder")
        self.refused("report", self.scratch, saying="there is no plan.txt in it")
        folder = self.match("random", "random", "--game", "suicide-6", "--games", 2)
        self.refused("report", folder, "--games-per-cell", "many", saying="many: expected a whole number")
        journal = folder / "journal.tsv"
        lines = journal.read_text().splitlines(keepends=True)
        journal.write_text(lines[0])
        self.refused("report", folder, saying="no finished game yet")
        journal.write_text(lines[0] + lines[1].replace("-", "x", 1) + lines[2])
        self.refused("report", folder, saying=["journal.tsv, line 2", "damaged"])
        self.assertFalse((folder / "report.html").exists())

    def test_study_writes_tables_and_the_data_of_its_charts(self):
        folder = self.scratch / "study"
        said = self.done("study", "--games", 1, "--strategy-games", 2, "--out", folder, "--quiet")
        self.assertEqual((folder / "study.md").read_text(encoding="utf-8"), said)
        charts = json.loads((folder / "charts.json").read_text(encoding="utf-8"))
        self.assertEqual({chart["file"] for chart in charts}, {file.name for file in PICTURES.glob("*.svg")})
        for chart in charts:
            for group in chart["groups"]:
                for bar in group["bars"]:
                    self.assertEqual(list(bar), ["label", "value", "low", "high", "games"])
        self.assertEqual(list(folder.rglob("*.svg")), [])


if __name__ == "__main__":
    unittest.main()
