"""A WebSocket client (RFC 6455) in the standard library: enough to speak the protocol of docs/protocol.md, and to break it."""

import base64
import hashlib
import json
import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
SECONDS = 60  # for one answer; sanitizers are slow


class Refused(Exception):
    """The server did not agree to a WebSocket; says what it answered instead."""

    def __init__(self, status, head, body):
        super().__init__(f"{status}: {body!r}")
        self.status, self.head, self.body = status, head, body


class Closed(Exception):
    """The connection is over; the code is that of the close frame, or nothing if there was none."""

    def __init__(self, code=None):
        super().__init__(f"closed with code {code}")
        self.code = code


class RemoteError(Exception):
    """The answer to a request was an error."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']['code']} {error['message']['params']}")
        self.code, self.message = error["code"], error["message"]


def frame(opcode, payload=b"", fin=True, mask=True, reserved=0):
    """The bytes of one frame."""
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    flag = 0x80 if mask else 0
    if len(payload) < 126:
        head += bytes([flag | len(payload)])
    elif len(payload) < 1 << 16:
        head += bytes([flag | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", len(payload))
    if not mask:
        return head + payload
    key = os.urandom(4)
    repeated = key * (len(payload) // 4 + 1)
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[: len(payload)], "big")
    return head + key + masked.to_bytes(len(payload), "big")


class WebSocket:
    """One connection. Events that come while an answer is awaited are kept in `events`."""

    def __init__(self, port, host=None, origin=None, protocol="crownhead.2", path="/ws", headers=(), receive_buffer=None):
        self.buffer = b""
        self.events = []
        self.number = 0
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(SECONDS)
        try:
            self.socket.connect(("127.0.0.1", port))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.shake_hands(port, host, origin, protocol, path, headers)
        except BaseException:
            self.socket.close()
            raise

    def shake_hands(self, port, host, origin, protocol, path, headers):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host or f'localhost:{port}'}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall("\r\n".join([*lines, *headers, "", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        status, *fields = head.decode("latin-1").split("\r\n")
        self.head = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
        code = int(status.split()[1])
        if code != 101:
            while len(self.buffer) < int(self.head.get("content-length", 0)):
                self.more()
            raise Refused(code, self.head, self.buffer)
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        if self.head["sec-websocket-accept"] != base64.b64encode(accept).decode():
            raise AssertionError("wrong answer to the key")

    def more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionError as error:
            raise Closed from error
        if not data:
            raise Closed
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Closed from error

    def send_frame(self, opcode, payload=b"", **options):
        self.send_bytes(frame(opcode, payload, **options))

    def send(self, message):
        """Text, or anything that JSON can say."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.send_frame(TEXT, text.encode())

    def receive_frame(self):
        """(opcode, payload) of the next frame, whatever it is."""
        first, second = self.take(2)
        if not first & 0x80 or first & 0x70 or second & 0x80:
            raise AssertionError(f"a fragment, reserved bits or a mask from the server: {first:#x} {second:#x}")
        length = second
        if length == 126:
            (length,) = struct.unpack(">H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.take(8))
        return first & 0xF, self.take(length)

    def receive(self, seconds=SECONDS):
        """The next message. Pings are answered; the end is an exception."""
        self.socket.settimeout(seconds)
        while True:
            opcode, payload = self.receive_frame()
            if opcode == PING:
                self.send_frame(PONG, payload)
            elif opcode == CLOSE:
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)
            elif opcode == TEXT:
                return json.loads(payload)
            elif opcode != PONG:
                raise AssertionError(f"a frame of kind {opcode}")

    def request(self, do, **fields):
        """Sends a request without waiting; returns its id."""
        self.number += 1
        self.send({"id": self.number, "do": do, **fields})
        return self.number

    def answer(self, number, seconds=SECONDS):
        """The answer to that request; events before it are kept."""
        while True:
            message = self.receive(seconds)
            if "event" in message:
                self.events.append(message)
            elif message.get("re") == number:
                if "error" in message:
                    raise RemoteError(message["error"])
                return message["ok"]
            else:
                raise AssertionError(f"an answer to something else than {number}: {message}")

    def ask(self, do, **fields):
        return self.answer(self.request(do, **fields))

    def event(self, name, seconds=SECONDS):
        """The next event of this name, among those kept or still to come; others before it are dropped."""
        while True:
            message = self.events.pop(0) if self.events else self.receive(seconds)
            if message.get("event") == name:
                return message

    def until_closed(self, seconds=SECONDS):
        """Reads on; returns the code with which the server closes."""
        try:
            while True:
                self.receive(seconds)
        except Closed as closed:
            return closed.code

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
