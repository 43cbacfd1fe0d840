# Broken and peculiar servers: ours behind somebody who changes what it says, and a small one that checks nothing.
import contextlib
import json
import re
import socket
import threading


class Listener:
    """Listens on a free port; `_meet` is given the socket of everybody who comes."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        self._start(self._accept)

    def close(self):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                self._meet(self._at_once(self.listener.accept()[0]))

    @staticmethod
    def _at_once(peer):
        """What is said is sent at once, even while nobody answers: the order in which several peers act must stay."""
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return peer

    @staticmethod
    def _start(work, *arguments):
        threading.Thread(target=work, args=arguments, daemon=True).start()

    @staticmethod
    def _end(*ends):
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    @staticmethod
    def _messages(peer, cut):
        """What a peer says, message by message, until it hangs up."""
        rest = b""
        with contextlib.suppress(OSError):
            while data := peer.recv(65536):
                *messages, rest = (rest + data).split(cut)
                yield from messages


class Tamperer(Listener):
    """Stands between clients and a server. `change(message)` gives what a client hears instead of a message of the server: bytes,
    None for nothing at all, or `HANG_UP`; `cut` ends a message, `end` what is said instead, and `behind` is sent after that."""

    HANG_UP = object()

    def __init__(self, server, cut, change, behind=b"", end=None):
        self.server = server
        self.cut = cut
        self.end = cut if end is None else end
        self.change = change
        self.behind = behind
        super().__init__()

    def _meet(self, near):
        far = self._at_once(socket.create_connection(self.server))
        self._start(self._pass_on, near, far)
        self._start(self._change, far, near)

    def _pass_on(self, near, far):
        with contextlib.suppress(OSError):
            while data := near.recv(65536):
                far.sendall(data)
        self._end(near, far)

    def _change(self, far, near):
        with contextlib.suppress(OSError):
            for message in self._messages(far, self.cut):
                said = self.change(message)
                if said is self.HANG_UP:
                    break
                if said is not None:
                    near.sendall(said + self.end + self.behind)
        self._end(near, far)


class Mortal(Tamperer):
    """Ends with all its connections when anybody hangs up."""

    def __init__(self, server):
        self.peers = []
        super().__init__(server, b"\n", lambda said: said)

    def _meet(self, near):
        self.peers.append(near)
        super()._meet(near)

    def _pass_on(self, near, far):
        super()._pass_on(near, far)
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self._end(*self.peers)


class Noise(Listener):
    """Sends what is no message of anything, for ever."""

    def _meet(self, peer):
        self._start(self._sing, peer)

    def _sing(self, peer):
        with contextlib.suppress(OSError):
            while True:
                peer.sendall(b"~!@" * 10000)


def from_who_begins(names, beginner):
    at = names.index(beginner)
    return names[at:] + names[:at]


def chess_order(_):
    return ["WHITE", "BLACK"]


def twente_order(said):
    if said[-1].startswith(b"NOTIFYTURN"):
        return from_who_begins(said[0].split(b"\x1f")[1:], said[-1].split(b"\x1f")[2])


def clarkson_order(said):
    if said[-1].startswith(b"TURN "):
        return from_who_begins([line.split()[2] for line in said if line.startswith(b"SCORE")], said[-1].split()[1])


def spectrangle_order(said):
    names = said[0].split()[1:]
    if len(said) == 1 + 4 * len(names):
        return names


def shelfie_order(said):
    data = json.loads(said[0])["payload"]["data"]
    return from_who_begins([player["nickname"].encode() for player in data["POINTS"]], data["NEXT_PLAYER"].encode())


class SecondBegins(Listener):
    """A server that lets whoever came second begin in every game of two: ours, behind somebody who exchanges the two where it does
    not. From the start of their game on each of them speaks through the other's connection, and is called by the other's name."""

    # What ends a message; how a game starts; who plays, in the order of turns, once all of the start was heard; who takes which name.
    PROTOCOLS = {
        "chess": (b"\n", rb"COLOR ", chess_order, None),
        "scrabble-twente": (b"\x1e", rb"STARTGAME", twente_order, rb"ANNOUNCE\x1f(\w+)"),
        "scrabble-clarkson": (b"\r\n", rb"STARTING", clarkson_order, rb"USERSET (\w+)"),
        "spectrangle": (b"\n", rb"START ", spectrangle_order, rb"JOIN (\w+)"),
        "shelfie": (b"\n", rb'.*"PHASE":"ALL_INFO"', shelfie_order, rb'"nickname":"(\w+)"'),
    }

    class Link:
        def __init__(self, near, far):
            self.near, self.far = near, far
            self.names = set()
            self.start = []
            self.order = None

        def name(self):
            """Of all that it asked for the one that it plays by."""
            return next((name for name in self.order if name in self.names), None)

    def __init__(self, server, protocol):
        self.server = server
        self.cut, self.begin, self.order, self.naming = self.PROTOCOLS[protocol]
        self.links = []
        self.faces = {}
        self.exchanged = 0
        self.lock = threading.Lock()
        super().__init__()

    def _meet(self, near):
        link = self.Link(near, self._at_once(socket.create_connection(self.server)))
        self.links.append(link)
        self._start(self._pass_on, near)
        self._start(self._pass_back, link)

    def _rename(self, message, faces):
        return re.sub(rb"\w+", lambda word: faces.get(word[0], word[0]), message)

    def _pass_on(self, near):
        with contextlib.suppress(OSError):
            while data := near.recv(65536):
                with self.lock:
                    link = self._through(near)
                    said = self._rename(data, {face: name for name, face in self.faces.items()})
                    if self.naming:
                        link.names.update(re.findall(self.naming, said))
                    link.far.sendall(said)
        self._end(self._through(near).far, near)  # so that who hangs up knows that the server was told

    def _through(self, near):
        return next(link for link in self.links if link.near is near)

    def _pass_back(self, link):
        for message in self._messages(link.far, self.cut):
            with self.lock:
                if link.start or re.match(self.begin, message):
                    link.start.append(message)
                    self._consider(link)
                else:
                    self._deliver(link, [message])
        with self.lock:
            self._deliver(link, link.start)
        self._end(link.near, link.far)

    def _consider(self, link):
        """Exchanges two who have both heard all of the start, if the wrong one begins."""
        link.order = link.order or self.order(link.start)
        if not link.order:
            return
        if len(link.order) == 2:
            other = next((one for one in self.links if one is not link and one.order == link.order), None)
            if other is None:
                return
            first, second = sorted((link, other), key=lambda one: self.links.index(self._through(one.near)))
            if self.naming is None or link.order[0] == first.name():
                self.exchanged += 1
                first.near, second.near = second.near, first.near
                faces = [self.faces.get(name, name) for name in link.order]
                self.faces.update(zip(link.order, reversed(faces)))
            self._release(other)
        self._release(link)

    def _release(self, link):
        said, link.start, link.order = link.start, [], None
        self._deliver(link, said)

    def _deliver(self, link, messages):
        with contextlib.suppress(OSError):
            for message in messages:
                link.near.sendall(self._rename(message, self.faces) + self.cut)


class ChessRelay(Listener):
    """A chess server that pairs people and passes on whatever they say, without a look at it."""

    def __init__(self):
        self.waiting = None
        super().__init__()

    def _meet(self, black):
        if self.waiting is not None and self._is_gone(self.waiting):
            self.waiting.close()
            self.waiting = None
        if self.waiting is None:
            self.waiting = black
            return
        white, self.waiting = self.waiting, None
        for one, other, colour in ((white, black, b"WHITE"), (black, white, b"BLACK")):
            with contextlib.suppress(OSError):
                one.sendall(b"COLOR " + colour + b"\n")
            self._start(self._relay, one, other)

    @staticmethod
    def _is_gone(peer):
        """Whether somebody who waits has hung up."""
        peer.setblocking(False)
        try:
            return peer.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            peer.setblocking(True)

    def _relay(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        self._end(one, other)


class OtherTwente(Listener):
    """A server of scrabble-twente that knows no flags, takes a game only from those whom it has welcomed, and ends what it says with
    RS LF. Who asks for a game has it alone with one who never moves, and it is over after the first move. `heard` is all that was
    said to it, message by message, each with the characters behind its RS that are no message."""

    END = "\x1e"

    def __init__(self, charset="utf-8"):
        self.charset = charset
        self.heard = []
        super().__init__()

    def _meet(self, peer):
        self._start(self._serve, peer)

    def _say(self, peer, *units):
        peer.sendall(("\x1f".join(units) + self.END + "\n").encode(self.charset))

    def _serve(self, peer):
        name = None
        rest = b""
        with contextlib.suppress(OSError):
            while data := peer.recv(65536):
                rest += data
                if self.charset != "utf-8" and len(rest) % 2 != 0:
                    continue
                *messages, last = rest.decode(self.charset).split(self.END)
                rest = last.encode(self.charset)
                for message in messages:
                    self.heard.append(message)
                    name = self._answer(peer, message.strip("\r\n").split("\x1f"), name)
        self._end(peer)

    def _answer(self, peer, units, name):
        """What is said to a message, and by which name the peer is known from then on."""
        if units[0] == "ANNOUNCE" and len(units) == 2:
            self._say(peer, "WELCOME", units[1])
            return units[1]
        if units[0] == "REQUESTGAME" and name is not None:
            self._say(peer, "INFORMQUEUE", "2", "2")
            self._say(peer, "STARTGAME", name, "Foe")
            self._say(peer, "NEWTILES", "AEINRST")
            self._say(peer, "NOTIFYTURN", "1", name)
        elif units[0] == "MAKEMOVE" and name is not None:
            self._say(peer, "INFORMMOVE", name, *units[1:])
            self._say(peer, "GAMEOVER", "WIN", name, "70", "Foe", "0")
        else:
            self._say(peer, "ERROR", "E003" if name is None and units[0] == "ANNOUNCE" else "E013")
        return name
