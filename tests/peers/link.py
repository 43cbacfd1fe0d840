# Stands between a right program and whoever tries the broken one that it is made into.
import contextlib
import socket
import threading
import time

# What ends a message.
ENDS = {"chess": b"\n", "scrabble-clarkson": b"\r\n", "scrabble-twente": b"\x1e", "spectrangle": b"\n", "shelfie": b"\n"}


def _at_once(peer):
    """What is said is sent at once, even while nobody answers."""
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return peer


def _end(peer):
    with contextlib.suppress(OSError):
        peer.shutdown(socket.SHUT_RDWR)


def _several(said):
    return [] if said is None else [said] if isinstance(said, bytes) else said


class Link:
    """One connection: `inside` leads to the right program, `outside` to the other side."""

    def __init__(self, house, outside):
        self.house = house
        self.outside = outside
        self.inside = None
        self.number = len(house.links)  # in order of arrival
        self.kept = []  # messages that come later
        self.last = False  # whether the connection ends with what is said next
        self.memory = {}  # what else a fault wants to remember
        self.busy = 2  # directions in which something may still be said

    def send(self, data):
        self.outside.sendall(data)

    def close(self):
        for end in (self.outside, self.inside):
            if end is not None:
                end.close()

    def heard(self):
        """What comes from outside, piece by piece, until it ends."""
        with contextlib.suppress(OSError):
            while data := self.outside.recv(65536):
                yield data


class House:
    """All connections of one broken peer. `dial()` gives a socket to the side that did not call."""

    def __init__(self, protocol, fault, listener, dial, outside_calls, patience=1):
        self.end = ENDS[protocol]
        self.fault = fault
        self.listener = listener
        self.dial = dial
        self.outside_calls = outside_calls
        self.patience = patience  # a factor, where something is waited for that cannot be seen
        self.last_said = time.monotonic()  # by the right program, to anybody
        self.links = []
        self.over = threading.Event()
        self.closed = False
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def stop_listening(self):
        self.closed = True
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def fall_silent(self):
        """Waits until nothing was said to anybody for a while."""
        quiet = 0.5 * self.patience
        begin = time.monotonic()
        while (left := max(begin, self.last_said) + quiet - time.monotonic()) > 0 and not self.over.wait(left):
            pass

    def die(self):
        """It is gone, with all its connections."""
        self.stop_listening()
        for link in self.links:
            for end in (link.outside, link.inside):
                if end is not None:
                    _end(end)
        self.over.set()

    def _accept(self):
        while not self.closed:
            try:
                caller = _at_once(self.listener.accept()[0])
            except OSError:
                return
            try:
                self._meet(caller)
            except OSError:
                caller.close()

    def _meet(self, caller):
        """Who calls first is met first: the right program sees its callers in the same order."""
        link = Link(self, caller if self.outside_calls else _at_once(self.dial()))
        self.links.append(link)
        if self.fault.meets:
            link.inside = None if self.outside_calls else caller
            return self._start(self._instead, link)
        link.inside = _at_once(self.dial()) if self.outside_calls else caller
        self._start(self._out, link)
        self._start(self._in, link)

    @staticmethod
    def _start(work, *arguments):
        threading.Thread(target=work, args=arguments, daemon=True).start()

    def _instead(self, link):
        with contextlib.suppress(OSError):
            self.fault.meets(link)
        self._part(link)
        link.close()

    @staticmethod
    def _part(link):
        for end in (link.outside, link.inside):
            if end is not None:
                _end(end)

    def _pieces(self, source, link, change):
        """What becomes of each piece that arrives: whole messages, changed, with their ends."""
        rest = b""
        raw = None
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                raw = data[:1] in (b"\xac", b"\0") if raw is None else raw  # Java objects and UTF-16 are passed on as they are
                if raw:
                    yield data
                    continue
                *messages, rest = (rest + data).split(self.end)
                said = [more for message in messages for more in _several(change(message, link) if change else message)]
                if said:
                    yield b"".join(self._written(message, source is link.inside) for message in said)
        if rest:
            yield rest

    def _written(self, message, is_said):
        wire = self.fault.wire
        return wire(message + self.end) if wire and is_said else message + self.end

    def _out(self, link):
        """From the right program to the other side."""
        with contextlib.suppress(OSError):
            for data in self._pieces(link.inside, link, self.fault.says):
                self.last_said = time.monotonic()
                if self.fault.deliver:
                    self.fault.deliver(link, data)
                else:
                    link.send(data)
                if link.last:
                    break
        if not link.memory.get("stays"):
            self._part(link)
        self._done(link)

    def _done(self, link):
        """The last of both directions closes the door."""
        with self.lock:
            link.busy -= 1
        if link.busy == 0:
            link.close()

    def _in(self, link):
        with contextlib.suppress(OSError):
            for data in self._pieces(link.outside, link, self.fault.hears):
                link.inside.sendall(data)
        if self.fault.parts and not self.closed:
            self.fault.parts(link)
        else:
            self._part(link)
        self._done(link)
