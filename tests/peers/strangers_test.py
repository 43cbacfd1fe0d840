# Whoever listens there is no server of the protocol: bot and play say so in one sentence, and take no more memory than otherwise.
import contextlib
import os
import socket
import subprocess
import sys
import threading

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "live"))

import everywhere
import parlor

PROTOCOLS = ("chess", "scrabble-clarkson", "scrabble-twente", "spectrangle", "shelfie")
ENDS = {"scrabble-twente": b"\x1e"}
MOST_MEMORY = 200 * 1024  # KiB; with its words a client of Scrabble needs a third of it
PROGRAMS = {"bot": lambda protocol, host, port: ("bot", protocol, "--connect", f"{host}:{port}", "--timeout", "1"),
            "play": lambda protocol, host, port: ("play", protocol, host, port, "--plain", "--patience", "1")}


class Stranger:
    """Says the same to everybody, once or for ever."""

    def __init__(self, said, for_ever=False, stays=False):
        self.said, self.for_ever, self.stays = said, for_ever, stays
        self.sent = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._serve, args=(self.listener.accept()[0],), daemon=True).start()

    def _serve(self, peer):
        with contextlib.suppress(OSError), peer:
            peer.sendall(self.said)
            while self.for_ever:
                peer.sendall(self.said)
                self.sent += len(self.said)
            while self.stays and peer.recv(4096):
                pass

    def close(self):
        self.listener.close()


class Strangers(parlor.Case):
    def complaint(self, program, protocol, stranger):
        """The one line that the program says; it ends by itself, with 1, and stays small."""
        self.addCleanup(stranger.close)
        command = [parlor.binary, *map(str, PROGRAMS[program](protocol, *stranger.address))]
        process = subprocess.Popen(command, env=parlor.environment(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        said = process.stderr.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
        process.stdin.close()
        self.assertEqual(process.returncode, 1, said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertLess(used.ru_maxrss, MOST_MEMORY)
        return said

    def each(self, make, *words, protocols=PROTOCOLS):
        for protocol in protocols:
            for program in PROGRAMS:
                with self.subTest(f"{program} {protocol}"):
                    said = self.complaint(program, protocol, make(protocol))
                    self.assertTrue(any(word in said for word in words), said)

    def test_silence(self):
        """But for chess, in which nothing is said before somebody else comes."""
        self.each(lambda _: Stranger(b"", stays=True), "said nothing of the protocol", protocols=PROTOCOLS[1:])

    def test_hanging_up(self):
        self.each(lambda _: Stranger(b""), "without a word of")

    def test_garbage_for_ever(self):
        self.each(lambda _: Stranger(everywhere.GARBAGE, for_ever=True), "does not speak")

    def test_lines_of_garbage_for_ever(self):
        self.each(lambda protocol: Stranger((b"garbage" + ENDS.get(protocol, b"\n")) * 100, for_ever=True), "does not speak")

    def test_http(self):
        for stays in (False, True):
            self.each(lambda _, stays=stays: Stranger(everywhere.HTTP, stays=stays), "is an HTTP server and does not speak")

    def test_tls(self):
        self.each(lambda _: Stranger(everywhere.TLS_ALERT), "does not speak")

    def test_other_protocols(self):
        self.each(lambda _: Stranger(b"220 mail.example ESMTP\r\n", stays=True), "does not speak", protocols=PROTOCOLS[1:])
        self.each(lambda _: Stranger("WELCOME\n".encode("utf-16-be")), "UTF-16BE", "does not speak")


if __name__ == "__main__":
    parlor.main()
