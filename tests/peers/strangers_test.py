# Whoever is there does not speak the protocol: all tools say so in few words, end by themselves, and take no more memory than otherwise.
import contextlib
import math
import os
import re
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
# What is called, and its exit code where nobody speaks the protocol.
PROGRAMS = {"bot": (lambda protocol, host, port: ("bot", protocol, "--connect", f"{host}:{port}", "--timeout", "1"), 1),
            "play": (lambda protocol, host, port: ("play", protocol, host, port, "--plain", "--timeout", "1"), 1),
            "check": (lambda protocol, host, port: ("check", protocol, "--server", f"{host}:{port}", "--timeout", "1"), 3)}
MEGABYTE = b"x" * 2**20
FEW_LINES = 60  # on the screen, whatever is said


def talk_to(peer, said, times, stays):
    """Says the same so many times, as long as anybody listens."""
    with contextlib.suppress(OSError), peer:
        while times > 0:
            peer.sendall(said)
            times -= 1
        if not stays:
            peer.shutdown(socket.SHUT_WR)
        while peer.recv(65536):  # what is not read would take back what was said
            pass


class Stranger:
    """Says the same to everybody, once or several times."""

    def __init__(self, said, times=1, stays=False):
        self.manner = said, times, stays
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=talk_to, args=(self.listener.accept()[0], *self.manner), daemon=True).start()

    def close(self):
        self.listener.close()


class Small(parlor.Case):
    """Programs that take little memory, whatever they are told."""

    def start(self, *arguments, **pipes):
        return subprocess.Popen([parlor.binary, *map(str, arguments)], env=parlor.environment(), stdin=subprocess.PIPE, **pipes)

    def end_of(self, process):
        """The exit code, once it has ended by itself."""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                pipe.close()
        self.assertLess(used.ru_maxrss, MOST_MEMORY)
        return process.returncode


class Strangers(Small):
    """Servers that speak something else."""

    def complaint(self, program, protocol, stranger):
        """The one line that the program says."""
        self.addCleanup(stranger.close)
        arguments, code = PROGRAMS[program]
        process = self.start(*arguments(protocol, *stranger.address), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read().decode()
        self.assertEqual(self.end_of(process), code, said)
        self.assertEqual(said.count("\n"), 1, said)
        return said

    def each(self, make, *words, protocols=PROTOCOLS, programs=PROGRAMS):
        for protocol in protocols:
            for program in programs:
                with self.subTest(f"{program} {protocol}"):
                    said = self.complaint(program, protocol, make(protocol))
                    self.assertTrue(any(word in said for word in words), said)

    def test_silence(self):
        """But for chess, in which nothing is said before somebody else comes."""
        self.each(lambda _: Stranger(b"", stays=True), "said nothing of the protocol", "says nothing for 1000 ms", protocols=PROTOCOLS[1:])

    def test_hanging_up(self):
        self.each(lambda _: Stranger(b""), "without a word of", "hangs up: it does not speak")

    def test_garbage_for_ever(self):
        self.each(lambda _: Stranger(everywhere.GARBAGE, times=math.inf), "does not speak")

    def test_lines_of_garbage_for_ever(self):
        def make(protocol):
            return Stranger((b"garbage" + ENDS.get(protocol, b"\n")) * 100, times=math.inf)

        self.each(make, "does not speak", programs=("bot", "play"))
        others = [protocol for protocol in PROTOCOLS if protocol != "scrabble-twente"]  # in which everybody may say more than there is
        self.each(make, "does not speak", programs=("check",), protocols=others)

    def test_a_gigabyte(self):
        self.each(lambda _: Stranger(MEGABYTE, times=1024), "does not speak")

    def test_http(self):
        for stays in (False, True):
            self.each(lambda _, stays=stays: Stranger(everywhere.HTTP, stays=stays), "is an HTTP server and does not speak", "it says 'HTTP/1.1 408", "this is HTTP")

    def test_tls(self):
        self.each(lambda _: Stranger(everywhere.TLS_ALERT), "does not speak")

    def test_other_protocols(self):
        self.each(lambda _: Stranger(b"220 mail.example ESMTP\r\n", stays=True), "does not speak", protocols=PROTOCOLS[1:])
        self.each(lambda _: Stranger("WELCOME\n".encode("utf-16-be")), "UTF-16BE", "does not speak")


class Between(Small):
    """A tap shows little of what goes on for ever, and keeps nothing of it."""

    def test_a_server_that_never_stops(self):
        for said in (everywhere.GARBAGE, b"garbage\n" * 1000, MEGABYTE):
            with self.subTest(said[:8]):
                server = Stranger(said, times=1024 if said is MEGABYTE else 20)
                self.addCleanup(server.close)
                tap = self.start("tap", "chess", "--to", "%s:%d" % server.address, "--connections", 1, stdout=subprocess.PIPE)
                where = re.match(r"listening on (\S+):(\d+)", tap.stdout.readline().decode())
                with socket.create_connection((where[1], int(where[2]))) as client:
                    while client.recv(2**20):
                        pass
                shown = tap.stdout.read().decode()
                self.assertEqual(self.end_of(tap), 3, shown[-1000:])
                self.assertLess(shown.count("\n"), FEW_LINES)
                self.assertLess(len(shown), FEW_LINES * 500)


class Guests(Small):
    """Clients that speak something else, at the tools that play the server."""

    MANNERS = {"nothing": (b"", 0, False), "garbage": (everywhere.GARBAGE, math.inf, False), "lines": (b"garbage\n\x1e" * 1000, math.inf, False),
               "a gigabyte": (MEGABYTE, 1024, False), "http": (everywhere.REQUEST, 1, False), "tls": (everywhere.CLIENT_HELLO, 1, False)}

    def each(self, arguments, stream, pattern, guests, codes):
        for protocol in PROTOCOLS:
            for name, manner in self.MANNERS.items():
                with self.subTest(f"{protocol} {name}"):
                    tool = self.start(*arguments(protocol), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                    where = re.search(pattern, getattr(tool, stream).readline().decode())
                    threading.Thread(target=self.visit, args=(tool, (where[1], int(where[2])), guests, manner), daemon=True).start()
                    shown = tool.stdout.read().decode()
                    self.assertIn(self.end_of(tool), codes, shown)
                    self.assertLess(shown.count("\n"), FEW_LINES * 5, shown)
                    self.assertLess(len(shown), FEW_LINES * 1000)

    @staticmethod
    def visit(tool, address, guests, manner):
        """One after the other, as long as there is somebody to visit."""
        with contextlib.suppress(OSError):
            for _ in range(guests):
                talk_to(socket.create_connection(address), *manner)

    def test_sparring(self):
        self.each(lambda protocol: ("spar", protocol, "--connections", 1), "stdout", r"listening on (\S+):(\d+)", 1, (3, 4))

    def test_check(self):
        self.each(lambda protocol: ("check", protocol, "--client", "--listen", "127.0.0.1:0", "--timeout", "1"), "stderr", r" at (\S+):(\d+): ", 100, (1,))


if __name__ == "__main__":
    parlor.main()
