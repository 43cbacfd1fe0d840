# Peers that ask much and do not read what they are told: each crowd of them runs in a process of its own.
import contextlib
import functools
import json
import multiprocessing
import os
import socket
import time

import parlor
import shelfie
import websocket

FORK = multiprocessing.get_context("fork")
SMALL = 4096  # bytes that the kernel may keep of what a deaf peer was told


def connect(address, source):
    """A socket from that address of ours, with little room for what comes."""
    one = socket.socket()
    one.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: ports are counted by where one goes
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    one.bind((source, 0))
    one.settimeout(parlor.PATIENCE)
    one.connect(address)
    return one


class Peer:
    """Somebody who asks, as much as the socket takes."""
    words = b""  # what is said again and again
    rest = b""  # of what was to be said last

    def next_words(self):
        return self.words

    def say(self):
        """False if the server has let it go."""
        try:
            self.rest = self.rest or self.next_words()
            self.rest = self.rest[self.socket.send(self.rest):]
        except BlockingIOError:
            pass
        except OSError:
            self.socket.close()
            return False
        return True

    def show_life(self):
        """Does what keeps the server from letting it go before it has asked for anything."""


class Silent(Peer):
    """Connections that say nothing at all."""

    def __init__(self, address, source, _number):
        self.socket = connect(address, source)


class ChessLines(Silent):
    """Wire connections that say empty lines, each of which is refused by eight times as many bytes."""
    protocol = "chess"
    what = "connections that say empty lines"
    words = b"\n" * 4096


class ShelfieViews(Peer):
    """Wire connections at tables of My Shelfie that ask for everything, again and again."""
    protocol = "shelfie"
    what = "players of My Shelfie who ask for everything"

    def __init__(self, address, source, number):
        player = shelfie.Player(address, f"deaf{source}-{number}", receive_buffer=SMALL, source=(source, 0))
        player.log_in()
        if number % 2 == 0:
            player.send("LOBBY", "CREATE_GAME_LOBBY", 2)
        else:
            player.send("LOBBY", "JOIN_RANDOM_GAME_LOBBY", -1)
        player.expect_key("BROADCAST")
        self.socket = player.socket
        ask = {"header": {"type": "ERROR", "nickname": player.nickname},
               "payload": {"key": "ERROR_DATA", "data": {"VALUE_CLIENT": None}}}
        self.words = (json.dumps(ask) + "\n").encode() * 30


class Browser(Peer):
    """A browser that asks as often as it may, and answers no ping of the server but by asking."""
    protocol = "web"
    PACE = 18  # messages a second
    MOST = 20  # at once

    def __init__(self, address, source, _number):
        self.socket = connect(address, source)
        host = f"{address[0]}:{address[1]}"
        stream = self.socket.makefile("rb")
        self.socket.sendall(f"HEAD / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        cookie = websocket.token_in(websocket.read_head(stream)[1])
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nCookie: " + cookie +
                             "\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
        assert websocket.read_head(stream)[0] == 101
        stream.close()
        self.asked, self.since = 0, None

    def next_words(self):
        now = time.monotonic()
        self.since = self.since or now
        count = min(self.MOST, int((now - self.since) * self.PACE) + 1 - self.asked)
        self.asked += count
        return b"".join(map(self.frame, range(self.asked - count + 1, self.asked + 1)))

    @classmethod
    @functools.cache
    def frame(cls, number):
        """The same for all browsers of a kind."""
        words = json.dumps({"id": number, **cls.request(number)}).encode()
        return websocket.write_frame(0x80 | websocket.TEXT, words)

    def show_life(self):
        self.socket.send(websocket.write_frame(0x80 | websocket.PONG, b""))


class HallBrowser(Browser):
    """Asks for the hall, whole, again and again."""
    what = "browsers that ask for the hall"

    @staticmethod
    def request(number):
        return {"ask": "hall", "on": number % 2 == 1}


class ReplayBrowser(Browser):
    """Asks for the replay of a long game: that of table 1."""
    what = "browsers that ask for a replay"

    @staticmethod
    def request(_number):
        return {"ask": "replay", "table": 1}


class Crowd:
    """So many peers of a kind, from one address, in a process of their own."""

    def __init__(self, kind, address, source, count):
        self._here, there = FORK.Pipe()
        self._process = FORK.Process(target=self._live, args=(there, kind, address, source, count), daemon=True)
        self._process.start()

    def wait_until_connected(self):
        if not self._here.poll(20 * parlor.PATIENCE) or self._here.recv() != "connected":
            raise AssertionError("the crowd did not come")

    def ask(self):
        self._here.send("ask")

    def end(self):
        """How many of them the server has let go."""
        self._here.send("end")
        gone = self._here.recv()
        self._process.kill()
        self._process.join()
        return gone

    @staticmethod
    def _live(pipe, kind, address, source, count):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))  # elsewhere they would have processors of their own
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        peers = []
        for number in range(count):
            peers.append(kind(address, source, number))
            if number % 500 == 499:
                show_life(peers)
        for peer in peers:
            peer.socket.setblocking(False)
        pipe.send("connected")
        while not pipe.poll(2):
            show_life(peers)
        pipe.send(ask_on(peers, pipe) if pipe.recv() == "ask" else 0)


def show_life(peers):
    for peer in peers:
        with contextlib.suppress(OSError):
            peer.show_life()


def ask_on(peers, pipe):
    """All peers ask, until the pipe says something; how many of them the server has let go."""
    asking = peers
    while not pipe.poll(0.02):
        asking = [peer for peer in asking if peer.say()]
    return len(peers) - len(asking)
