# A small WebSocket client (RFC 6455), for tests that also want to break its rules.
import base64
import json
import os
import re
import socket
import ssl
import struct

import parlor

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def connect(address, tls=None):
    """A socket; `tls` is an ssl.SSLContext."""
    raw = socket.create_connection(address, timeout=parlor.PATIENCE)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return tls.wrap_socket(raw, server_hostname=address[0]) if tls else raw


class Refused(Exception):
    """The handshake was answered with something else than 101."""

    def __init__(self, status, head, body):
        super().__init__(f"{status}: {body}")
        self.status, self.head, self.body = status, head, body


def read_head(stream):
    """Status, and fields by lower-case name; those that come more than once are joined by newlines."""
    status = int(stream.readline().split()[1])
    fields = {}
    while line := stream.readline().decode().rstrip("\r\n"):
        name, value = line.split(": ", 1)
        fields[name.lower()] = "\n".join(filter(None, [fields.get(name.lower()), value]))
    return status, fields


def fetch(address, path="/", method="GET", fields=(), tls=None):
    """Status, fields and body of one answer."""
    with connect(address, tls) as client:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {address[0]}:{address[1]}", "Connection: close", *fields]
        client.sendall("".join(line + "\r\n" for line in lines).encode() + b"\r\n")
        stream = client.makefile("rb")
        return *read_head(stream), stream.read()


def cookie(address, tls=None):
    """A fresh token, as the Cookie field says it."""
    _, fields, _ = fetch(address, "/", tls=tls)
    return token_in(fields)


def token_in(fields):
    """What a Cookie field is to say from now on."""
    return re.match(r"(__Host-)?parlor=[\w-]{87}(?=;)", fields["set-cookie"])[0]


class WebSocket:
    """One connection. `fields` replace those of the handshake; one that is None is left out."""

    def __init__(self, address, tls=None, path="/ws", **fields):
        host = f"{address[0]}:{address[1]}"
        ask = {"Host": host, "Origin": f"{'https' if tls else 'http'}://{host}", "Upgrade": "websocket",
               "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if "Cookie" not in fields:
            fields["Cookie"] = cookie(address, tls)
        ask |= fields
        self.socket = connect(address, tls)
        head = "".join(f"{name}: {value}\r\n" for name, value in ask.items() if value is not None)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self.stream = self.socket.makefile("rb")
        status, self.head = read_head(self.stream)
        if status != 101:
            body = self.stream.read().decode()
            self.hang_up()
            raise Refused(status, self.head, body)

    def hang_up(self):
        self.stream.close()
        self.socket.close()

    def detach(self):
        """The bare socket, and what was read from it beyond the handshake."""
        rest = self.stream.peek()
        self.stream.detach().close()
        return self.socket, rest

    def say_frame(self, first, payload, mask=b"\x01\x02\x03\x04"):
        """`first` is the byte of flags and opcode."""
        self.socket.sendall(write_frame(first, payload, mask))

    def say(self, text):
        self.say_frame(0x80 | TEXT, text.encode())

    def say_json(self, **message):
        self.say(json.dumps(message))

    def hear_frame(self):
        """Opcode and payload; None at the end of the stream."""
        head = self.stream.read(2)
        if len(head) < 2:
            return None
        size = head[1]
        if size > 125:
            size = struct.unpack(">H" if size == 126 else ">Q", self.stream.read(2 if size == 126 else 8))[0]
        return head[0] & 15, self.stream.read(size)

    def hear(self):
        """The next text; pings are answered."""
        while True:
            frame = self.hear_frame()
            if frame is None or frame[0] == CLOSE:
                raise AssertionError(f"a text should have come, but {frame!r} did")
            if frame[0] == TEXT:
                return frame[1].decode()
            if frame[0] == PING:
                self.say_frame(0x80 | PONG, frame[1])

    def hear_json(self):
        return json.loads(self.hear())

    def hear_close(self):
        """All texts until the connection is closed; code and reason of the close frame."""
        texts = []
        while frame := self.hear_frame():
            if frame[0] == CLOSE:
                code = struct.unpack(">H", frame[1][:2])[0] if frame[1] else None
                return texts, code, frame[1][2:].decode()
            if frame[0] == TEXT:
                texts.append(frame[1].decode())
        raise AssertionError("the stream ended without a close frame")


def write_frame(first, payload, mask=b"\x01\x02\x03\x04"):
    size = len(payload)
    masked = 0x80 if mask else 0
    if size <= 125:
        head = struct.pack(">BB", first, masked | size)
    elif size <= 0xFFFF:
        head = struct.pack(">BBH", first, masked | 126, size)
    else:
        head = struct.pack(">BBQ", first, masked | 127, size)
    if not mask:
        return head + payload
    key = (mask * (size // 4 + 1))[:size]
    return head + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def cut_frame(data):
    """The first whole frame of a server, as opcode and payload, and what follows it; None if there is none yet."""
    if len(data) < 2:
        return None, data
    size, head = data[1], 2
    if size == 126:
        size, head = struct.unpack(">H", data[2:4].rjust(2, b"\xff"))[0], 4
    elif size == 127:
        size, head = struct.unpack(">Q", data[2:10].rjust(8, b"\xff"))[0], 10
    if len(data) < head + size:
        return None, data
    return (data[0] & 15, data[head:head + size]), data[head + size:]
