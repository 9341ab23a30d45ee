"""crownhead serve, from outside: HTTP and WebSocket, good and bad, and who is refused. What the frames say is tested elsewhere.

The path of the program is in the environment variable CROWNHEAD. Run it alone with
`CROWNHEAD=build/dev/apps/cli/crownhead python3 tests/server_test.py`.
"""

import base64
import gzip
import hashlib
import http.client
import random
import re
import signal
import socket
import subprocess
import threading
import time
import unittest

from support.cli import CliTest
from support.server import PROGRAM, Server
from support.websocket import BINARY, CLOSE, PING, PONG, TEXT, Closed, Refused, WebSocket, frame

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
}
LONGEST = 2 * 1024 * 1024 + 65536  # bytes of a message
RUN_FILES = ["games.pdn", "games.log", "games.csv", "results.csv", "results.json", "report.html"]


class ServerTest(unittest.TestCase):
    """One server for all tests of a class; it must be alive and well after each."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options)
        cls.addClassCleanup(cls.server.cleanup)

    def tearDown(self):
        self.assertTrue(self.server.running(), "the server has ended")
        self.assertEqual(self.get("/").status, 200)

    def get(self, target, method="GET", host=None, headers=(), body=None):
        """The answer to one request, with its body as `body`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.addCleanup(connection.close)
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for value in [f"localhost:{self.server.port}"] if host is None else [host] if isinstance(host, str) else host:
            connection.putheader("Host", value)
        for name, value in headers:
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        response.body = response.read()
        connection.close()
        return response

    def raw(self, data, seconds=30):
        """Everything that is answered to these bytes until the server closes."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=seconds) as connection:
            answer = b""
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while more := connection.recv(65536):
                    answer += more
            except OSError:
                pass  # it closed before we had sent all
            return answer

    def connect(self, **options):
        client = self.server.connect(**options)
        self.addCleanup(client.close)
        return client


class HttpTest(ServerTest):
    def test_the_page(self):
        response = self.get("/")
        self.assertEqual((response.status, response.getheader("Content-Type")), (200, "text/html; charset=utf-8"))
        self.assertTrue(response.body.lower().startswith(b"<!doctype html>"))
        self.assertEqual(int(response.getheader("Content-Length")), len(response.body))
        self.assertEqual(self.get("/?from=bookmark").body, response.body)

    def assets(self):
        """The files that the page names, and those that they name in turn."""
        found, new = [], re.findall(r'(?:src|href)="\./(assets/[^"]+)"', self.get("/").body.decode())
        while new:
            found.append(new.pop())
            if found[-1].endswith(".js"):
                named = re.findall(r'"(?:\./|assets/)([\w-]+\.(?:js|css))"', self.get("/" + found[-1]).body.decode())
                new += sorted({"assets/" + name for name in named} - {*found, *new})
        return found

    def test_the_files_of_the_page(self):
        assets = self.assets()
        self.assertGreater(len(assets), 5)  # parts come when they are asked for
        types = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
        for asset in assets:
            with self.subTest(asset):
                response = self.get("/" + asset, headers=[("Accept-Encoding", "gzip")])
                self.assertEqual(response.status, 200)
                self.assertEqual(response.getheader("Content-Type"), types[asset.rsplit(".", 1)[1]])
                self.assertEqual(response.getheader("Cache-Control"), "public, max-age=31536000, immutable")
                self.assertEqual(response.getheader("X-Content-Type-Options"), "nosniff")
                self.assertEqual(response.getheader("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'")
                self.assertEqual(gzip.decompress(response.body), self.get("/" + asset).body)
        self.assertEqual(self.get("/").getheader("Cache-Control"), "no-cache")

    def test_the_page_is_compressed_for_those_who_can_read_it(self):
        plain = self.get("/")
        self.assertIsNone(plain.getheader("Content-Encoding"))
        self.assertEqual(plain.getheader("Vary"), "Accept-Encoding")
        compressed = self.get("/", headers=[("Accept-Encoding", "br;q=1.0, gzip;q=0.8, *;q=0.1")])
        self.assertEqual(compressed.getheader("Content-Encoding"), "gzip")
        self.assertEqual(compressed.getheader("Vary"), "Accept-Encoding")
        self.assertEqual(gzip.decompress(compressed.body), plain.body)
        self.assertLess(len(compressed.body), len(plain.body))
        self.assertNotEqual(compressed.getheader("ETag"), plain.getheader("ETag"))
        self.assertEqual(compressed.getheader("Content-Security-Policy"), plain.getheader("Content-Security-Policy"))
        for accepted in ["identity", "br", "gzip;q=0", "gzip; q=0.0", "notgzip", ""]:
            with self.subTest(accepted):
                response = self.get("/", headers=[("Accept-Encoding", accepted)])
                self.assertIsNone(response.getheader("Content-Encoding"))
                self.assertEqual(response.body, plain.body)

    def test_head(self):
        page, head = self.get("/"), self.get("/", method="HEAD")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(head.getheader("Content-Length"), page.getheader("Content-Length"))

    def test_a_page_that_is_known_is_not_sent_again(self):
        tag = self.get("/").getheader("ETag")
        again = self.get("/", headers=[("If-None-Match", tag)])
        self.assertEqual((again.status, again.body, again.getheader("ETag")), (304, b"", tag))
        self.assertEqual(self.get("/", headers=[("If-None-Match", '"other"')]).status, 200)

    def test_many_requests_on_one_connection(self):
        connection = http.client.HTTPConnection("localhost", self.server.port, timeout=60)
        self.addCleanup(connection.close)
        for target, status in [("/", 200), ("/nothing", 404), ("/", 200), ("/ws", 426), ("/", 200)]:
            connection.request("GET", target)
            response = connection.getresponse()
            response.read()
            self.assertEqual(response.status, status)

    def test_headers_of_every_answer(self):
        for response in [self.get("/"), self.get("/no"), self.get("/", host="evil.example"), self.get("/", method="PUT"),
                         self.get("/ws"), self.get("/runs/none/games.csv")]:
            with self.subTest(status=response.status):
                for name, value in HEADERS.items():
                    self.assertEqual(response.getheader(name), value)
                self.assertIn("default-src 'none'", response.getheader("Content-Security-Policy"))
                self.assertFalse([name for name, _ in response.getheaders() if name.lower().startswith("access-control")])

    def test_the_policy_allows_the_scripts_and_styles_of_the_page_and_no_others(self):
        response = self.get("/")
        policy = {}
        for part in response.getheader("Content-Security-Policy").split(";"):
            name, *values = part.split()
            policy[name] = values

        # No script or style stands in the page itself.
        self.assertFalse(re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", response.body.decode()))
        self.assertEqual(policy["script-src"], ["'self'"])
        self.assertEqual(policy["style-src"], ["'self'"])
        self.assertEqual(policy["default-src"], ["'none'"])
        self.assertEqual(policy["connect-src"], ["'self'"])
        self.assertEqual(policy["img-src"], ["'self'", "data:"])
        for name in ["base-uri", "form-action", "frame-ancestors"]:
            self.assertEqual(policy[name], ["'none'"])

    def test_nothing_else_is_there(self):
        for target in ["/index.html", "/favicon.ico", "/manifest.json", "/report.html", "/assets", "/assets/", "/assets/x.js",
                       "/assets/../assets", "/assets/%2e%2e/", "/ws/", "/ws?x", "//", "/.", "/..", "/../etc/passwd",
                       "/%2e%2e/etc/passwd", "/..%2fetc/passwd", "/runs", "/runs/", "/runs//games.pdn", "/runs/a",
                       "/runs/a/", "/runs/a/plan.txt", "/runs/a/games.pdn/", "/runs/a/games.pdn?x", "/runs/a/../games.pdn",
                       "/runs/../games.pdn", "/runs/a/..", "/runs/a/%67ames.pdn", "/runs/%2e%2e/games.pdn",
                       "/runs/a%2fb/games.pdn", "/runs/a\\b/games.pdn", "/runs/a/games.pdn%00", "/runs/" + "a" * 65 + "/games.pdn",
                       "http://localhost/", "*", "/\xff".encode("latin-1").decode("latin-1")]:
            with self.subTest(target):
                try:
                    target.encode("ascii")
                except UnicodeEncodeError:
                    answer = self.raw(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode("latin-1"))
                    self.assertRegex(answer, rb"\AHTTP/1.1 40[04] ")
                    continue
                self.assertEqual(self.get(target).status, 404)

    def test_runs_that_do_not_exist(self):
        for name in RUN_FILES:
            with self.subTest(name):
                response = self.get(f"/runs/nosuchrun/{name}")
                self.assertEqual(response.status, 404)
                self.assertEqual(response.getheader("Content-Type"), "text/plain; charset=utf-8")

    def test_another_site_cannot_make_files(self):
        for value in ["cross-site", "same-site"]:
            self.assertEqual(self.get("/runs/a/games.pdn", headers=[("Sec-Fetch-Site", value)]).status, 403)
        for value in ["same-origin", "none"]:
            self.assertEqual(self.get("/runs/a/games.pdn", headers=[("Sec-Fetch-Site", value)]).status, 404)

    def test_methods(self):
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "FOO"]:
            for target in ["/", "/ws", "/nothing"]:
                with self.subTest(method=method, target=target):
                    response = self.get(target, method=method)
                    self.assertEqual((response.status, response.getheader("Allow")), (405, "GET, HEAD"))

    def test_bodies_are_refused(self):
        self.assertEqual(self.get("/", method="POST", body=b"x" * 10).status, 413)
        self.assertEqual(self.get("/", body=b"x" * 200_000).status, 413)
        self.assertEqual(self.get("/", headers=[("Transfer-Encoding", "chunked")]).status, 413)

    def test_hosts(self):
        for host in ["localhost", "LocalHost:1", f"127.0.0.1:{self.server.port}", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8080"]:
            with self.subTest(host):
                self.assertEqual(self.get("/", host=host).status, 200)
        for host in ["evil.example", "localhost.evil.example", "evil.example:8080", "127.0.0.1.evil.example", "128.0.0.1",
                     "127.0.0.256", "127.0.0", "127.0.0.01", "2130706433", "0x7f.0.0.1", "0.0.0.0", "[::]", "[::2]", "10.0.0.1",
                     "localhost.", "evil.localhost", "localhost@evil.example", "evil.example@localhost", "localhost, evil.example",
                     "localhost/", "localhost:", "localhost:0", "localhost:99999", "localhost:80:80", "localhost#", "", "[", "[]", ":80"]:
            with self.subTest(host):
                self.assertEqual(self.get("/", host=host).status, 403)
                with self.assertRaises(Refused) as refused:
                    WebSocket(self.server.port, host=host or " ")
                self.assertEqual(refused.exception.status, 403)

    def test_one_host(self):
        self.assertEqual(self.get("/", host=[]).status, 400)
        self.assertEqual(self.get("/", host=["localhost", "evil.example"]).status, 400)
        self.assertRegex(self.raw(b"GET / HTTP/1.0\r\n\r\n"), rb"\AHTTP/1.1 400 ")
        self.assertRegex(self.raw(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n"), rb"\AHTTP/1.1 200 ")

    def test_origins(self):
        here = f"localhost:{self.server.port}"
        for origin in [f"http://{here}", f"https://{here}", f"http://{here.upper()}"]:
            with self.subTest(origin):
                self.assertEqual(self.get("/", headers=[("Origin", origin)]).status, 200)
                self.assertEqual(self.get("/runs/a/games.pdn", headers=[("Origin", origin)]).status, 404)
                self.connect(origin=origin)
        for origin in ["null", "http://evil.example", "http://localhost", "http://localhost:1", f"http://127.0.0.1:{self.server.port}",
                       f"http://{here}/", f"http://{here}.evil.example", f"http://evil.example@{here}", f"ftp://{here}", here,
                       f"HTTP://{here}", f"http://{here}, http://evil.example", "file://", "http://", "chrome-extension://abc"]:
            with self.subTest(origin):
                for target in ["/", "/runs/a/games.pdn", "/nothing"]:
                    self.assertEqual(self.get(target, headers=[("Origin", origin)]).status, 403)
                with self.assertRaises(Refused) as refused:
                    WebSocket(self.server.port, origin=origin)
                self.assertEqual(refused.exception.status, 403)
        both = [("Origin", f"http://{here}"), ("Origin", "http://evil.example")]
        self.assertEqual(self.get("/", headers=both).status, 400)

    def test_what_is_no_http(self):
        for data in [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), b"\0" * 100, b"hello\r\n\r\n", b"GET\r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"GET / HTTP/1.1\r\n: nothing\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: local\0host\r\n\r\n", b"\r\n" * 100 + b"nonsense"]:
            with self.subTest(data[:40]):
                self.assertRegex(self.raw(data), rb"\AHTTP/1.1 400 ")
        self.assertEqual(self.raw(b""), b"")
        self.assertEqual(self.raw(b"GET / HTT"), b"")

    def test_long_requests(self):
        for data in [b"GET /" + b"a" * 100_000, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000,
                     b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000]:
            with self.subTest(data[:30]):
                self.assertRegex(self.raw(data), rb"\AHTTP/1.1 431 |\A\Z")

    def test_random_bytes(self):
        source = random.Random(1)
        for _ in range(100):
            self.raw(source.randbytes(source.randrange(2000)))

    def test_slow_requests_are_given_up_and_hinder_nobody(self):
        started = time.monotonic()
        slow = [socket.create_connection(("127.0.0.1", self.server.port), timeout=60) for _ in range(50)]
        over = threading.Event()

        def drip():
            for byte in b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":
                for connection in slow[::2]:
                    try:
                        connection.send(bytes([byte]))
                    except OSError:
                        pass
                if over.wait(0.4):
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            self.assertEqual(self.get("/").status, 200)
            for connection in slow:
                try:
                    self.assertEqual(connection.recv(100), b"")
                except ConnectionResetError:
                    pass
            self.assertGreater(time.monotonic() - started, 9)
        finally:
            over.set()
            thread.join()
            for connection in slow:
                connection.close()


class WebSocketTest(ServerTest):
    def test_hello(self):
        client = self.connect()
        self.assertEqual(client.head["sec-websocket-protocol"], "crownhead.2")
        self.assertEqual(client.hello["protocol"], 2)
        self.assertRegex(client.hello["program"], r"\Acrownhead \d")

    def test_only_this_protocol(self):
        self.connect(protocol="other, crownhead.2")
        for protocol in [None, "crownhead.1", "crownhead"]:
            with self.assertRaises(Refused) as refused:
                WebSocket(self.server.port, protocol=protocol)
            self.assertEqual(refused.exception.status, 400)
        self.assertEqual(self.get("/ws").status, 426)
        with self.assertRaises(Refused) as refused:
            WebSocket(self.server.port, path="/")
        self.assertEqual(refused.exception.status, 200)  # the page

    def test_wrong_handshakes(self):
        good = {"Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "crownhead.2"}

        def shake(changed):
            lines = "".join(f"{name}: {value}\r\n" for name, value in {**good, **changed}.items() if value is not None)
            return self.raw(f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode())

        self.assertRegex(shake({}), rb"\AHTTP/1.1 101 ")
        for changed in [{"Sec-WebSocket-Key": None}, {"Sec-WebSocket-Key": "a" * 5000}, {"Sec-WebSocket-Version": "12"},
                        {"Sec-WebSocket-Version": None}, {"Upgrade": "h2c"}, {"Connection": "close"}]:
            with self.subTest(changed):
                self.assertRegex(shake(changed), rb"\AHTTP/1.1 4(00|26) ")

    def test_words_that_are_no_requests_get_an_error(self):
        client = self.connect()
        for text in ["", "nonsense", "[]", "7", "null", '"text"', "{", "{}", '{"id": 1}', '{"do": "library"}', "{" * 5000, "[" * 60000,
                     '{"id": [], "do": {}}'[:-1], '{"a": "\\ud800"}']:
            with self.subTest(text[:20]):
                client.send(text)
                answer = client.receive()
                self.assertEqual(answer["error"]["code"], "bad-request")
                self.assertIn(answer["re"], [None, 1] if '"id": 1' in text else [None])
        client.ask("library")

    def test_order(self):
        client = self.connect()
        numbers = [client.request("library") for _ in range(50)]
        for number in numbers:
            client.answer(number)

    def test_fragments_and_pings(self):
        client = self.connect()
        client.send_frame(TEXT, b'{"id": 1, "do"', fin=False)
        client.send_frame(PING, b"in between")
        client.send_frame(0, b': "libr', fin=False)
        client.send_frame(0, b"", fin=False)
        client.send_frame(0, b'ary"}')
        self.assertEqual(client.receive_frame(), (PONG, b"in between"))
        client.answer(1)
        client.send_frame(PONG, b"unasked")
        client.ask("library")

    def test_goodbye(self):
        client = self.connect()
        client.send_frame(CLOSE, b"\x03\xe8bye")
        self.assertEqual(client.until_closed(), 1000)

    def test_frames_that_break_the_rules_end_the_connection(self):
        for name, data, code in [
            ("binary", frame(BINARY, b"{}"), 1003),
            ("no mask", frame(TEXT, b"{}", mask=False), 1002),
            ("reserved bits", frame(TEXT, b"{}", reserved=4), 1002),
            ("unknown kind", frame(3, b"{}"), 1002),
            ("unknown control", frame(11, b"{}"), 1002),
            ("long ping", frame(PING, b"x" * 126), 1002),
            ("ping in parts", frame(PING, b"x", fin=False), 1002),
            ("end without beginning", frame(0, b"{}"), 1002),
            ("two beginnings", frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
            ("no UTF-8", frame(TEXT, b"\xff\xfe"), 1007),
            ("half a character", frame(TEXT, b"\xe2\x82"), 1007),
            ("close of one byte", frame(CLOSE, b"x"), 1002),
            ("close with an impossible code", frame(CLOSE, b"\x03\xec"), 1002),
            ("too long", frame(TEXT, b" " * (LONGEST + 1)), 1009),
            ("too long in parts", b"".join(frame(TEXT if i == 0 else 0, b" " * 65536, fin=False) for i in range(34)), 1009),
            ("absurdly long", b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"mask", 1009),
            ("negative length", b"\x81\xff" + b"\xff" * 8 + b"mask", None),
        ]:
            with self.subTest(name):
                client = self.connect()
                try:
                    client.send_bytes(data)
                except Closed:
                    pass  # it was closed while we sent
                got = client.until_closed()
                self.assertIn(got, {code, None} if len(data) > 65536 else {code} if code else {1002, 1009, None})

    def test_long_messages(self):
        client = self.connect()
        client.send({"id": 1, "do": "library", "text": "x" * 66_000})
        answer = client.receive()
        self.assertEqual(answer["error"]["code"], "bad-request")
        # Nothing to read, but no longer than it may be, even if it takes twice the space in the frame.
        for number, text in [(2, " " * 1_000_000), (3, "\n" * 1_000_000)]:
            client.send({"id": number, "do": "read", "text": text})
            self.assertEqual(client.receive()["re"], number)

    def test_random_frames(self):
        source = random.Random(2)
        witness = self.connect()
        for _ in range(100):
            client = self.connect()
            try:
                for _ in range(source.randrange(1, 8)):
                    payload = source.randbytes(source.choice([0, 3, 125, 126, 300, 70_000]))
                    kind = source.choice([0, TEXT, TEXT, BINARY, CLOSE, PING, PONG, 3, 15])
                    data = frame(kind, payload, fin=source.random() < 0.8, mask=source.random() < 0.9)
                    client.send_bytes(data[: source.randrange(len(data) + 1)] if source.random() < 0.3 else data)
            except Closed:
                pass
            client.close()
        witness.ask("library")

    def test_a_flood_is_slowed_down_and_then_ended(self):
        witness = self.connect()
        client = self.connect()
        started = time.monotonic()
        ended = threading.Event()

        def flood():
            try:
                while not ended.is_set():
                    client.send_bytes(frame(TEXT, b'{"id": 1, "do": "library"}') * 100)
            except (Closed, OSError):
                pass

        thread = threading.Thread(target=flood)
        thread.start()
        answers = 0
        try:
            while True:
                client.receive()
                answers += 1
                if answers % 50 == 0:
                    witness.ask("library")  # the others are answered meanwhile
        except Closed as closed:
            code = closed.code
        seconds = time.monotonic() - started
        ended.set()
        thread.join()
        self.assertIn(code, {1008, None})
        self.assertGreater(seconds, 2)
        self.assertLessEqual(answers, 110 + 100 * seconds)

    def test_a_burst_is_only_slowed_down(self):
        client = self.connect()
        started = time.monotonic()
        numbers = [client.request("library") for _ in range(300)]
        for number in numbers:
            client.answer(number)
        self.assertGreater(time.monotonic() - started, 1.5)

    def test_a_flood_of_pings(self):
        client = self.connect()
        with self.assertRaises((Closed, TimeoutError)):
            for _ in range(200):
                client.send_bytes(frame(PING, b"x" * 100) * 1000)

    def test_a_hundred_pages(self):
        before = self.server.descriptors() + 8  # connections to the library are opened when they are needed
        clients = [self.connect() for _ in range(100)]
        for _ in range(3):
            numbers = [client.request("library") for client in clients]
            for client, number in zip(clients, numbers):
                client.answer(number)
        for i, client in enumerate(clients):
            if i % 2:
                client.send_frame(CLOSE)
            client.close()
        deadline = time.monotonic() + 120
        while self.server.descriptors() > before and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertLessEqual(self.server.descriptors(), before)


class DownloadTest(ServerTest):
    def test_the_files_of_a_run(self):
        client = self.connect()
        plan = {"name": "short", "games": ["suicide-6"], "players": ["random", "edge"], "pairing": "round-robin", "count": 10,
                "openings": "start", "plies": 6, "seed": 1}
        run = client.ask("lab.start", plan=plan)["run"]["id"]
        deadline = time.monotonic() + 60
        while client.ask("lab.open", run=run)["run"]["state"] == "running" and time.monotonic() < deadline:
            time.sleep(0.1)
        for name in RUN_FILES:
            with self.subTest(name):
                response = self.get(f"/runs/{run}/{name}")
                self.assertEqual(response.status, 200)
                self.assertTrue(response.body)
                self.assertEqual(response.getheader("X-Content-Type-Options"), "nosniff")
                if name == "report.html":
                    # In a sandbox without allow-same-origin it cannot speak for the page.
                    policy = response.getheader("Content-Security-Policy")
                    self.assertTrue(policy.startswith("sandbox allow-scripts allow-downloads;"), policy)
                    self.assertIsNone(response.getheader("Cross-Origin-Opener-Policy"))
                else:
                    self.assertEqual(response.getheader("Content-Disposition"), f'attachment; filename="{name}"')
                self.assertEqual(self.get(f"/runs/{run}/{name}", method="HEAD").body, b"")
                self.assertEqual(self.get(f"/runs/{run}/{name}", headers=[("Origin", "http://evil.example")]).status, 403)
                self.assertEqual(self.get(f"/runs/{run}/../{run}/{name}").status, 404)


class AllowedHostTest(ServerTest):
    options = ("--allow-host", "Draughts.Example", "--allow-host", "other.example")

    def test_names_that_are_allowed(self):
        for host in ["draughts.example", "DRAUGHTS.example:443", "other.example", "localhost"]:
            self.assertEqual(self.get("/", host=host).status, 200)
            self.connect(host=host, origin=f"http://{host}")
            self.connect(host=host, origin=f"https://{host}")
        for host in ["example", "evil.draughts.example", "draughts.example.evil"]:
            self.assertEqual(self.get("/", host=host).status, 403)
        with self.assertRaises(Refused):
            WebSocket(self.server.port, host="draughts.example", origin="http://other.example")


class LifeTest(CliTest):
    def start(self, *options, **more):
        server = Server(*options, **more)
        self.addCleanup(server.cleanup)
        return server

    def test_signals_end_it_in_order(self):
        for how in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            with self.subTest(how):
                server = self.start()
                clients = [server.connect() for _ in range(5)]
                idle = socket.create_connection(("127.0.0.1", server.port))
                self.addCleanup(idle.close)
                numbers = [client.request("library") for client in clients]
                for client, number in zip(clients, numbers):
                    client.answer(number)
                server.process.send_signal(how)
                for client in clients:
                    self.assertEqual(client.until_closed(), 1001)
                    client.close()
                code, out, err, _ = server.end(None)
                self.assertEqual((code, out, err), (0, "", ""))

    def test_a_page_that_does_not_say_goodbye_does_not_hold_it_up(self):
        server = self.start()
        client = server.connect()
        self.addCleanup(client.close)
        self.assertEqual(server.end()[0], 0)

    def test_a_port_that_is_taken(self):
        first = self.start()
        second = self.start(port=first.port)
        third = self.start("--quiet", port=first.port)
        self.assertEqual(len({first.port, second.port, third.port}), 3)
        for server in [second, third]:
            self.assertTrue(first.port < server.port <= first.port + 20)
            with server.connect() as client:
                client.ask("library")
        self.assertEqual(second.end()[2], f"Port {first.port} is taken; using {second.port}.\n")
        self.assertEqual(third.end()[2], "")

    def test_localhost_is_nobody_else(self):
        # Browsers try ::1 first.
        try:
            other = socket.create_server(("::1", 0), family=socket.AF_INET6)
        except OSError:
            self.skipTest("there is no IPv6 here")
        self.addCleanup(other.close)
        taken = other.getsockname()[1]
        server = self.start(port=taken)
        self.assertNotEqual(server.port, taken)
        with socket.create_connection(("::1", server.port)) as connection:
            connection.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))

    def test_other_addresses(self):
        server = self.start("--bind", "127.0.0.2")
        self.assertEqual(server.url, f"http://127.0.0.2:{server.port}")
        with socket.create_connection(("127.0.0.2", server.port)) as connection:
            connection.sendall(f"HEAD / HTTP/1.1\r\nHost: 127.0.0.2:{server.port}\r\n\r\n".encode())
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port))
        everywhere = self.start("--bind", "0.0.0.0")
        self.assertEqual(everywhere.url, f"http://localhost:{everywhere.port}")

    def test_games_outlive_a_kill(self):
        first = self.start()
        with first.connect() as client:
            table = client.ask("new", game="english", black={"kind": "human"}, white={"kind": "human"})["table"]["id"]
            first.process.send_signal(signal.SIGKILL)
            self.assertIn(client.until_closed(), {None, 1006})
        self.assertEqual(first.process.wait(60), -signal.SIGKILL)
        second = self.start(data=first.data)
        with second.connect() as client:
            self.assertEqual(client.ask("open", table=table)["table"]["game"], "english")

    def test_a_second_one_shows_the_way_to_the_first(self):
        first = self.start()
        data = ["serve", "--data", first.data, "--port", "0"]
        self.refused(*data, saying=["another crownhead is using", first.url], code=1)
        self.assertEqual(self.done(*data, "--open"), f"Crownhead is running already, at {first.url}\n")
        first.end(signal.SIGKILL)
        self.assertEqual(self.start(data=first.data).end()[0], 0)

    def test_the_data_folder_is_made(self):
        folder = self.scratch / "a" / "b"
        server = self.start(data=folder)
        self.assertTrue(folder.is_dir())
        self.assertEqual(server.end()[0], 0)

    def test_the_default_data_folder(self):
        for name, value, folder in [("XDG_DATA_HOME", self.scratch / "x", self.scratch / "x" / "crownhead"),
                                    ("HOME", self.scratch / "h", self.scratch / "h" / ".local" / "share" / "crownhead")]:
            with self.subTest(name):
                process = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True,
                                           env={name: str(value)})
                try:
                    self.assertIn("Crownhead is at", process.stdout.readline())
                    self.assertTrue(folder.is_dir())
                finally:
                    process.terminate()
                    process.communicate(timeout=60)
                self.assertEqual(process.returncode, 0)

    def test_wrong_usage(self):
        data = ["--data", self.scratch]
        self.refused("serve", *data, "--port", "65536", saying=["--port 65536", "0 to 65535"])
        self.refused("serve", *data, "--port", "http", saying="--port http")
        self.refused("serve", *data, "--workers", "0", saying="--workers 0")
        self.refused("serve", *data, "--bind", "nowhere.example", saying=["nowhere.example", "IP address"], code=1)
        self.refused("serve", *data, "--bind", "192.0.2.1", saying=["cannot listen at 192.0.2.1 port 8080"], code=1)
        self.refused("serve", *data, "--allow-host", "http://x", saying=["http://x", "name of a host"], code=1)
        self.refused("serve", "--data", self.file("file", ""), "--port", "0", saying="file", code=1)
        self.refused("serve", "english", saying="unexpected argument 'english'")


if __name__ == "__main__":
    unittest.main()
