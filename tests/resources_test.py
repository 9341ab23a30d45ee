"""crownhead serve and what it may use: descriptors, memory, time to end. Where the figures come from: docs/security.md.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/resources_test.py`.
"""

import http.client
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.process import cpu_seconds, wait_until
from support.server import PROGRAM, Server

HUMAN = {"kind": "human"}
COMPUTER = {"kind": "computer", "player": "engine:seconds=60"}
BOARD = "W:WK43-72:BK1-30"  # each side has hundreds of captures to choose from


class ResourcesTest(unittest.TestCase):
    def serve(self, *options, **more):
        server = Server(*options, **more)
        self.addCleanup(server.cleanup)
        return server

    def page(self, server):
        page = server.connect()
        self.addCleanup(page.close)
        return page

    def get(self, server, target, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", target, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def metrics(self, server):
        status, text = self.get(server, "/metrics")
        self.assertEqual(status, 200)
        return {name: float(value) for name, value in re.findall(r"^crownhead_(\S+) (\S+)$", text, re.MULTILINE)}

    def await_jobs(self, server, **kinds):
        def run():
            figures = self.metrics(server)
            return all(figures.get(f'job_running{{kind="{kind}"}}', 0) >= count for kind, count in kinds.items())

        wait_until(run)

    def test_pages_beyond_the_descriptors_are_refused_at_once(self):
        limit = 72  # with 8 pages
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        program = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--no-endgames", "--data", self.folder()],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit // 2, limit)),
        )
        self.addCleanup(program.communicate)
        self.addCleanup(program.kill)
        self.assertEqual(resource.getrlimit(resource.RLIMIT_NOFILE), before)
        port = int(re.search(r":(\d+) ", program.stdout.readline())[1])
        limits = Path(f"/proc/{program.pid}/limits").read_text(encoding="ascii")
        soft = re.search(r"Max open files +(\d+)", limits)
        self.assertEqual(int(soft[1]), limit, "the limit was not raised")
        answers = []
        for _ in range(2 * limit):
            peer = socket.create_connection(("127.0.0.1", port), timeout=60)
            self.addCleanup(peer.close)
            peer.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try:
                answers.append(peer.recv(20))
            except ConnectionResetError:
                answers.append(b"HTTP/1.1 503")  # it was sent before the request was read
        self.assertIn(b" 200 ", answers[0])
        refused = sum(b" 503" in answer for answer in answers)
        self.assertGreaterEqual(refused, limit)
        self.assertEqual(refused + sum(b" 200" in answer for answer in answers), len(answers))

    # Whatever has taken them: what waits would wait for ever.
    def test_pages_that_find_no_descriptor_are_refused_at_once(self):
        server = self.serve()
        page = self.page(server)
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        used = [int(name) for name in os.listdir(f"/proc/{server.process.pid}/fd")]
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (max(used) + 4, limits[1]))
        self.assertEqual(self.get(server, "/health")[0], 503)  # it says that hardly any are left
        peers, answers = [], []
        for _ in range(30):
            peers.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            self.addCleanup(peers[-1].close)
            peers[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try:
                answers.append(peers[-1].recv(20))
            except ConnectionResetError:
                answers.append(b"HTTP/1.1 503")  # it was sent before the request was read
        self.assertIn(b" 200 ", answers[0])
        self.assertIn(b" 503", answers[-1])
        table = page.ask("new", game="english", black=HUMAN, white=HUMAN)["table"]["id"]  # what is open goes on
        page.ask("move", table=table, node=0, index=0)
        for peer in peers:
            peer.close()
        wait_until(lambda: self.answers(server))

    def answers(self, server):
        try:
            return self.get(server, "/")[0] == 200
        except ConnectionError:
            return False

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_ends_whatever_is_going_on(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        server = self.serve("--workers", 4)
        for _ in range(2):
            page = self.page(server)
            table = page.ask("new", game="canadian", fen=BOARD, white=COMPUTER, black=HUMAN)["table"]["id"]
            page.ask("analyse", table=table, node=0, lines=3)
        pages = [self.page(server) for _ in range(4)]
        tables = []
        for page in pages:
            table = page.ask("new", game="canadian", fen=BOARD, black=HUMAN, white=HUMAN)["table"]
            page.ask("move", table=table["id"], node=0, index=0)
            tables.append(table["id"])
            page.send({"id": 1000, "do": "hint", "table": table["id"], "node": 1})
        self.await_jobs(server, move=2, hint=2, analysis=2)
        used = cpu_seconds(server.process)
        data = server.data
        code, _, _, seconds = server.end(signal.SIGTERM)
        self.assertEqual(code, 0)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - used
        self.assertLess(used, 1)  # of the processors; 0.03 when all of them stop, 3 when they go on during the goodbyes
        self.assertLess(seconds, 15)  # 3 on a machine that is not busy
        library = sqlite3.connect(data / "crownhead.db")
        self.addCleanup(library.close)
        kept = {row[0] for row in library.execute("SELECT table_id FROM moves")}
        self.assertEqual(kept, set(tables))

    def test_with_a_key_health_and_metrics_are_for_those_who_have_it(self):
        key = "0123456789abcdef"
        file = Path(self.folder()) / "key"
        file.write_text(key + "\n", encoding="ascii")
        server = self.serve("--metrics-key", file)
        for target in ["/health", "/metrics"]:
            for headers in [{}, {"Authorization": f"Bearer {key[1:]}"}, {"Authorization": "Bearer"}]:
                self.assertEqual(self.get(server, target, headers)[0], 401)
            by_proxy = {"Authorization": f"Bearer {key}", "X-Forwarded-For": "192.0.2.1"}
            self.assertEqual(self.get(server, target, by_proxy)[0], 200)
        self.assertEqual(self.get(server, "/")[0], 200)
        server.end()
        self.assertNotIn(key, (server.data / "crownhead.log").read_text(encoding="utf-8"))
        file.write_text("short\n", encoding="ascii")
        refused = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", self.folder(), "--metrics-key", file],
                                 capture_output=True, text=True, timeout=60)
        self.assertNotEqual(refused.returncode, 0)
        self.assertNotIn("short\n", refused.stderr)

    def test_health_and_metrics_are_for_this_machine(self):
        server = self.serve()
        page = self.page(server)
        table = page.ask("new", game="english", name="a secret name", black=HUMAN, white=HUMAN)["table"]["id"]
        page.ask("move", table=table, node=0, index=0)
        page.ask("library")
        self.assertEqual(self.get(server, "/health"), (200, "well\n"))
        figures = self.metrics(server)
        self.assertEqual((figures["pages"], figures["tables"]), (1, 1))
        self.assertGreaterEqual(figures['job_count{kind="save"}'], 1)
        self.assertGreaterEqual(figures['job_count{kind="search"}'], 1)
        self.assertEqual(figures.get('job_overruns{kind="move"}', 0), 0)
        self.assertGreater(figures["memory_bytes"], 1e6)
        self.assertGreater(figures["descriptors"], 5)
        for target in ["/health", "/metrics"]:
            # From another machine, by a proxy on this one.
            self.assertEqual(self.get(server, target, {"X-Forwarded-For": "192.0.2.1"})[0], 404)
        self.assertEqual(server.end()[2], "", "on standard error")  # what there is to say is in the log
        log = (server.data / "crownhead.log").read_text(encoding="utf-8")
        self.assertRegex(log, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ info begins, version .*\n")
        self.assertTrue(log.endswith("info ends\n"), log)
        self.assertNotIn("secret", log)

    def test_log_level(self):
        server = self.serve("--log-level", "off")
        server.end()
        self.assertFalse((server.data / "crownhead.log").exists())


if __name__ == "__main__":
    unittest.main()
