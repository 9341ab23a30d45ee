"""Starting and ending `crownhead serve` for tests."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from support.websocket import WebSocket

PROGRAM = Path(os.environ.get("CROWNHEAD", "crownhead")).absolute()
SECONDS = 60  # to begin and to end; sanitizers are slow


class Server:
    """A running program. Its data is in a folder of its own unless one is given; endgames are made only if they are wanted."""

    def __init__(self, *options, data=None, port=0, endgames=False):
        self.scratch = None if data else tempfile.TemporaryDirectory()
        self.data = Path(data or self.scratch.name)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(port), "--data", str(self.data), *([] if endgames else ["--no-endgames"]),
             *map(str, options)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        watchdog = threading.Timer(SECONDS, self.process.kill)
        watchdog.start()
        self.line = self.process.stdout.readline()
        watchdog.cancel()
        match = re.fullmatch(r"Crownhead is at (http://\S+:(\d+)) \(Ctrl-C ends it\)\n", self.line)
        if not match:
            self.process.kill()
            raise AssertionError(f"no address: {self.line!r}, {self.process.communicate()[1]!r}")
        self.url, self.port = match[1], int(match[2])

    def connect(self, **options):
        """A WebSocket that has heard hello; what was said is in `hello`."""
        client = WebSocket(self.port, **options)
        client.hello = client.receive()
        if client.hello.get("event") != "hello":
            raise AssertionError(f"no hello: {client.hello}")
        return client

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        """Bytes in use."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+) kB", text)[1]) * 1024

    def running(self):
        return self.process.poll() is None

    def end(self, how=signal.SIGTERM):
        """Sends a signal, if one is given; returns the exit code, what else was on standard output, standard error, and the seconds."""
        started = time.monotonic()
        if how and self.running():
            self.process.send_signal(how)
        try:
            out, err = self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        return self.process.returncode, out, err, time.monotonic() - started

    def cleanup(self):
        """Whatever has happened: nothing is left running, nothing is left behind."""
        if self.running():
            self.process.kill()
        self.process.communicate()
        if self.scratch:
            self.scratch.cleanup()
