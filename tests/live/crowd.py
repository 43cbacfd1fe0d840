# Many pairs of clients play at once, and remember what they said and what they were told.
import select
import socket

import games


class Pair:
    """Two clients and the game that they play. `said` and `told` count its moves."""

    def __init__(self, moves, leave_after=None):
        self.moves = moves
        self.leave_after = leave_after  # hang up once so many moves were told
        self.sockets = []
        self.colored = 0
        self.said = 0
        self.told = 0
        self.left = False
        self._heard = [b"", b""]

    def hear(self, seat, data):
        """Takes in what a seat was sent; returns what is to be said by that seat."""
        self._heard[seat] += data
        if self.colored < 2 and self._take(seat, b"COLOR " + (b"BLACK\n" if seat else b"WHITE\n")):
            self.colored += 1
            return self._next_move() if self.colored == 2 else None
        if self.said > self.told and seat == self.said % 2 and self._take(seat, self._words(self.told)):
            self.told += 1
            return self._next_move()
        expected = self._words(self.told) if self.said > self.told and self.colored == 2 else b"COLOR"
        if self._heard[seat] and not expected.startswith(self._heard[seat][:5]):
            raise AssertionError(f"after {self.told} of {self.said} moves seat {seat} hears {self._heard[seat]!r}")
        return None

    def _take(self, seat, words):
        if not self._heard[seat].startswith(words):
            return False
        self._heard[seat] = self._heard[seat][len(words):]
        return True

    def _next_move(self):
        """The words of the next move; they count as said from now on."""
        if self.said == len(self.moves) or self.told == self.leave_after:
            self.left = True
            return None
        self.said += 1
        return self._words(self.said - 1)

    def _words(self, number):
        return "".join(line + "\n" for line in games.say(self.moves[number])).encode()


class Crowd:
    """All pairs on one poll. `pairs` is in the order in which they came, which is that of their tables."""

    def __init__(self, address):
        self._address = address
        self._poll = select.epoll()
        self._seats = {}
        self.pairs = []

    def add(self, pair):
        self.pairs.append(pair)
        for seat in (0, 1):
            client = socket.create_connection(self._address)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pair.sockets.append(client)
            self._seats[client.fileno()] = pair, seat
            self._poll.register(client, select.EPOLLIN)

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
            data = client.recv(4096)
            if data:
                words = pair.hear(seat, data)
                # A move of one's own follows the opponent's, but White's first follows whoever hears COLOR last.
                if words:
                    pair.sockets[(pair.said - 1) % 2].sendall(words)
                return
        except (ConnectionResetError, BrokenPipeError):
            pass
        if client.fileno() >= 0:
            del self._seats[client.fileno()]
            client.close()

    def _forget(self, pair):
        for client in pair.sockets:
            self._seats.pop(client.fileno(), None)
            client.close()
        pair.sockets = []

    def close(self):
        for pair in self.pairs:
            self._forget(pair)
        self._poll.close()
