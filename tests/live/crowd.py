# Many pairs of clients play at once, and remember what they asked for and what they were told.
import select
import socket
import time

import games

STALL = 0.5  # seconds that an act may take without being worth a note


class Pair:
    """Two clients and the game that they play, of any protocol. What they ask for is kept as the journal writes it."""

    protocol = ""
    names = None  # by seat, if the protocol has any

    def __init__(self, leave_after=None):
        self.leave_after = leave_after  # hang up once so many acts were told
        self.sockets = []
        self.asked = []  # acts in order: who, and what
        self.told = 0  # so many of them anybody was told of
        self.begun = False  # the game has begun, as far as anybody was told
        self.left = False
        self.resting = False  # asks for nothing more, but stays
        self.stalls = []  # when an act was asked for, and when anybody was told of it, where that took long
        self._heard = [b"", b""]
        self._asked_at = 0.0

    def connect(self, address, _seat):
        client = socket.create_connection(address)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def greet(self, seat):
        """What a seat says as soon as it is connected."""
        return b""

    def hear(self, seat, data):
        """Takes in what a seat was sent; returns what is to be said then: seats and words."""
        raise NotImplementedError

    def _ask(self, seat, text):
        """From now on that act counts as asked for. False if the pair has played enough."""
        if self._rests():
            return False
        if len(self.asked) == self.leave_after:
            self.left = True
        else:
            self.asked.append((seat, text))
            self._asked_at = time.monotonic()
        return not self.left

    def _rests(self):
        return self.resting

    def _tell(self, count):
        """Somebody was told of so many acts."""
        if count > len(self.asked):
            raise AssertionError(f"{self.names or self.protocol} hear of {count} acts, but asked for {self.asked}")
        if count > self.told:
            self._note_stall()
        self.told = max(self.told, count)

    def _note_stall(self):
        now = time.monotonic()
        if self._asked_at and now - self._asked_at > STALL:
            self.stalls.append((self._asked_at, now))


class ChessPair(Pair):
    """They play moves that were recorded. Whoever makes a move is told nothing, so `told` counts what the other hears."""

    protocol = "chess"

    def __init__(self, moves, leave_after=None):
        super().__init__(leave_after)
        self.moves = moves
        self._colored = 0

    def hear(self, seat, data):
        self._heard[seat] += data
        outstanding = len(self.asked) > self.told
        if self._colored < 2 and self._take(seat, b"COLOR " + (b"BLACK\n" if seat else b"WHITE\n")):
            self.begun = True
            self._colored += 1
            return self._next_move() if self._colored == 2 else []
        if outstanding and seat == len(self.asked) % 2 and self._take(seat, self._words(self.told)):
            self._tell(self.told + 1)
            return self._next_move()
        expected = self._words(self.told) if outstanding and self._colored == 2 else b"COLOR"
        if self._heard[seat] and not expected.startswith(self._heard[seat][:5]):
            raise AssertionError(f"after {self.told} of {len(self.asked)} moves seat {seat} hears {self._heard[seat]!r}")
        return []

    def _take(self, seat, words):
        if not self._heard[seat].startswith(words):
            return False
        self._heard[seat] = self._heard[seat][len(words):]
        return True

    def _next_move(self):
        number = len(self.asked)
        if number == len(self.moves):
            self.left = True
            return []
        return [(number % 2, self._words(number))] if self._ask(number % 2, self.moves[number]) else []

    def _words(self, number):
        return "".join(line + "\n" for line in games.say(self.moves[number])).encode()


class Crowd:
    """All pairs on one poll, connected to a server. `pairs` is in the order in which they came."""

    def __init__(self, server):
        self._server = server
        self._poll = select.epoll()
        self._seats = {}
        self.pairs = []

    def add(self, pair):
        self.pairs.append(pair)
        for seat in (0, 1):
            client = pair.connect(self._server.address(pair.protocol), seat)
            pair.sockets.append(client)
            self._seats[client.fileno()] = pair, seat
            self._poll.register(client, select.EPOLLIN)
            client.sendall(pair.greet(seat))
            self._hear(pair, seat, b"")  # what came with a handshake

    def play(self, until, on_left=lambda: None):
        """Plays until that is true; `on_left` is called when a pair has hung up. Returns when nobody is connected."""
        while self._seats and not until():
            for number, _ in self._poll.poll(0.05):
                if number not in self._seats:
                    continue
                pair, seat = self._seats[number]
                self._handle(pair, seat)
                if pair.left and pair.sockets:
                    self._forget(pair)
                    on_left()

    def _handle(self, pair, seat):
        """One read; a broken or ended connection is forgotten."""
        client = pair.sockets[seat]
        try:
            data = client.recv(65536)
            if data:
                return self._hear(pair, seat, data)
        except (ConnectionResetError, BrokenPipeError):
            pass
        if client.fileno() >= 0:
            del self._seats[client.fileno()]
            client.close()

    @staticmethod
    def _hear(pair, seat, data):
        for speaker, words in pair.hear(seat, data):
            if pair.sockets[speaker].fileno() >= 0:  # else its connection has ended
                pair.sockets[speaker].sendall(words)

    def _forget(self, pair):
        for client in pair.sockets:
            self._seats.pop(client.fileno(), None)
            client.close()
        pair.sockets = []

    def close(self):
        for pair in self.pairs:
            self._forget(pair)
        self._poll.close()
