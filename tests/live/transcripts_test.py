# Plays the transcripts of every protocol over TCP against fresh servers: docs/formats/transcript.md.
import contextlib
import glob
import json
import os
import re

import parlor

LINE_ENDS = {"chess": b"\n", "scrabble-clarkson": b"\r\n", "scrabble-twente": b"\x1e", "spectrangle": b"\n",
             "shelfie": b"\n"}
UNITS = {"scrabble-twente": b"\x1f"}  # what "|" stands for
OVER_WEBSOCKET = {"web"}  # spoken by the browsers of tests/browser and by web_test.py
MAPPED = {"shelfie"}  # protocols whose lines are JSON, to be compared by what they say
ESCAPES = {b"n": b"\n", b"r": b"\r", b"\\": b"\\"}


def unescape(text):
    return re.sub(rb"\\(x[0-9A-Fa-f]{2}|[nr\\])", lambda found: ESCAPES.get(found[1]) or bytes.fromhex(found[1][1:].decode()),
                  text.encode())


def letter(value):
    """One tile or place in a row of them."""
    if not value.get("occupiable", True):
        return "."
    tile = value.get("itemTileView", value)
    return (tile["type"] or "_")[0]


def fits(expected, heard):
    """Whether JSON that was heard is what was expected: docs/formats/transcript.md, "Messages as JSON"."""
    if expected == "*":
        return True
    if isinstance(expected, str) and isinstance(heard, list):
        return expected == "".join(map(letter, heard))
    if isinstance(expected, list) and isinstance(heard, list):
        return len(expected) == len(heard) and all(map(fits, expected, heard))
    if isinstance(expected, dict) and isinstance(heard, dict):
        return expected.keys() == heard.keys() and all(fits(value, heard[key]) for key, value in expected.items())
    return expected == heard and type(expected) is type(heard)


def is_ping(line):
    return json.loads(line)["header"]["type"] == "PING"


class Transcript:
    """A file, read: settings and acts. An act is a line's number, a peer, a sign and its bytes.

    The bytes of a connection are the protocol and where it comes from, if they stand there.
    """

    def __init__(self, path):
        self.protocol = None
        self.spoken = {}  # protocols by peer, where they are named
        self.seed = "1"
        self.flags = []
        self.acts = []
        self.encoding = "json"
        self.turns_clock = False
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                self._read(number, line.rstrip("\n"))

    def _read(self, number, line):
        if not line or line.startswith("#"):
            return
        if line.startswith("protocol: "):
            self.protocol = line.split()[1]
        elif line.startswith("options: "):
            for option in line.split()[1:]:
                if option.startswith("seed="):
                    self.seed = option[5:]
                elif option.startswith("clock="):
                    games = ("chess", "scrabble", "spectrangle", "shelfie")
                    self.flags += [word for game in games for word in ("--clock", f"{game}={option[6:]}")]
                elif option.startswith("grace="):
                    self.flags += ["--grace", option[6:]]
                elif option.startswith("encoding="):
                    self.encoding = option[9:]
                elif option == "pings":
                    self.turns_clock = True
                else:
                    self.flags.append("--" + option)
        elif line == "@ restart":
            self.acts.append((number, "", "@", b""))
        elif line.startswith("@"):
            self.turns_clock = True
        else:
            peer, sign, text = re.fullmatch(r"(.)(\+|!|<!|>|<)(?: (.*))?", line).groups()
            if sign == "+":
                protocol, address, port = re.fullmatch(r"((?!from )\S+)? ?(?:from ([^: ]+)(?::(\d+))?)?", text or "").groups()
                self.spoken[peer] = protocol or self.protocol
                self.acts.append((number, peer, sign, (address or "", int(port or 0))))
            else:
                self.acts.append((number, peer, sign, self._bytes(peer, text or "")))

    def protocol_of(self, peer):
        return self.spoken.get(peer, self.protocol)

    def _bytes(self, peer, text):
        protocol = self.protocol_of(peer)
        whole = (len(text) - len(text.rstrip("\\"))) % 2 == 0
        data = unescape(text if whole else text[:-1]).replace(b"|", UNITS.get(protocol, b"|"))
        return data + LINE_ENDS[protocol] if whole else data


class Stage:
    """The peers of one transcript on one server. Peers come and go only one after the other, as in the file."""

    def __init__(self, transcript, start):
        self.transcript = transcript
        self.start = start
        self.server = start()
        self.peers = {}

    def perform(self, peer, sign, data):
        if sign == "@":
            return self._restart()
        if peer not in self.peers:
            self._connect(peer, data if sign == "+" else None)
        if sign == ">":
            self.peers[peer].say_bytes(data)
        elif sign == "<":
            self._expect(peer, data)
        elif sign == "!":
            self._hang_up(peer)
        elif sign == "<!":
            self._expect(peer, b"")

    def _restart(self):
        self.server.kill()
        self.expect_silence()
        self.close()
        self.server = self.start()

    def _connections(self, peer):
        return self.server.metrics()[f'parlor_connections{{protocol="{self.transcript.protocol_of(peer)}"}}']

    def _connect(self, peer, source):
        before = self._connections(peer)
        self.peers[peer] = parlor.Peer(self.server.address(self.transcript.protocol_of(peer)), source=source)
        parlor.wait_until(lambda: self._connections(peer) > before, f"{peer} is connected")

    def _hang_up(self, peer):
        before = self._connections(peer)
        self.peers[peer].hang_up()
        parlor.wait_until(lambda: self._connections(peer) < before, f"{peer} is gone")

    def _expect(self, peer, data):
        """The next bytes; none means the end of the stream."""
        if self.transcript.protocol_of(peer) in MAPPED:
            return self._expect_message(peer, data)
        heard = b""
        while len(heard) < len(data) or not data:
            more = self.peers[peer].socket.recv(max(1, len(data) - len(heard)))
            heard += more
            if not more or not data:
                break
        if heard != data:
            raise AssertionError(f"{peer} should hear {data!r} but heard {heard!r}")

    def _expect_message(self, peer, data):
        line = self.peers[peer].hear()
        while line is not None and is_ping(line):
            line = self.peers[peer].hear()
        if (line is None) != (not data) or (data and not fits(json.loads(data), json.loads(line))):
            raise AssertionError(f"{peer} should hear {data!r} but heard {line!r}")

    def expect_silence(self):
        """Nothing was said that was not asked for. The server must have ended."""
        for peer, connection in self.peers.items():
            if connection.socket.fileno() < 0:
                continue
            with contextlib.suppress(ConnectionResetError):
                heard = [line for line in connection.hear_all() if not is_ping(line)] if self.transcript.protocol_of(peer) in MAPPED else \
                    connection.socket.recv(65536)
                if heard:
                    raise AssertionError(f"{peer} also heard {heard!r}")

    def end(self):
        """The server stops in order, and nobody hears another word."""
        code = self.server.stop()
        if code != 0:
            raise AssertionError(f"the server ended with {code}")
        self.expect_silence()

    def close(self):
        for connection in self.peers.values():
            connection.hang_up()


class Transcripts(parlor.Case):
    def play(self, path):
        transcript = Transcript(path)
        if transcript.turns_clock or transcript.encoding != "json":
            return  # nobody can turn the clock of a real server, and nothing here speaks Java
        data = os.path.join(self.folder, f"{transcript.protocol}-{os.path.basename(path)}")
        stage = Stage(transcript, lambda: self.serve("--seed", transcript.seed, *transcript.flags, data=data))
        number = 0
        try:
            for number, peer, sign, content in transcript.acts:
                stage.perform(peer, sign, content)
            stage.end()
        except (AssertionError, OSError) as problem:
            self.fail(f"{path}:{number}: {problem}")
        finally:
            stage.close()
        self.assert_in_order(data)

    def test_all(self):
        files = sorted(path for path in glob.glob(os.path.join(parlor.SOURCE, "src", "protocols", "*", "transcripts", "*.txt"))
                       if path.split(os.sep)[-3] not in OVER_WEBSOCKET)
        self.assertGreater(len(files), 30)
        for path in files:
            with self.subTest(path=os.path.relpath(path, parlor.SOURCE)):
                self.play(path)

    def test_notices_what_is_wrong(self):
        """The runner itself: when more was said than asked for, something else, or nothing before the end."""
        right = ["protocol: chess", "a+", "b+", "a< COLOR WHITE", "b< COLOR BLACK", "a> x", "a< ERROR 1"]
        for change in (right[:-1], right[:-1] + ["a< ERROR 2"], right[:3] + right[4:], right + ["a!", "b< ERROR 1"],
                       right + ["a!", "b> x", "b< ERROR 1"]):
            path = os.path.join(self.folder, "wrong.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(change) + "\n")
            with self.subTest(change=change), self.assertRaises(AssertionError):
                self.play(path)


if __name__ == "__main__":
    parlor.main()
