# Whoever is there does not speak the protocol: all tools say so in few words, end by themselves, and take no more memory than otherwise.
import contextlib
import math
import os
import re
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "live"))

import everywhere
import parlor

WIRES = ("chess", "scrabble-clarkson", "scrabble-twente", "spectrangle", "shelfie")
PROTOCOLS = (*WIRES, "web")
ENDS = {"scrabble-twente": b"\x1e"}
MOST_MEMORY = 200 * 1024  # KiB; with its words a client of Scrabble needs a third of it
# What is called, and its exit code where nobody speaks the protocol.
PROGRAMS = {"bot": (lambda protocol, host, port: ("bot", protocol, "--connect", f"{host}:{port}", "--timeout", "1", *(("--game", "chess") if protocol == "web" else ())), 1),
            "play": (lambda protocol, host, port: ("play", protocol, host, port, "--plain", "--timeout", "1"), 1),
            "check": (lambda protocol, host, port: ("check", protocol, "--server", f"{host}:{port}", "--timeout", "1"), 3)}
MEGABYTE = b"x" * 2**20
# Of which a program says that it is something else.
STRANGE = ("does not speak", "is no server of Parlor's pages")
AT_ONCE = 4
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


class Full:
    """Listens, and takes no connection: so many wait already that the system answers no more."""

    def __init__(self):
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(0)
        self.address = self.listener.getsockname()
        self.waiting = []
        with contextlib.suppress(TimeoutError):
            while True:
                self.waiting.append(socket.create_connection(self.address, timeout=0.2))

    def close(self):
        for one in (*self.waiting, self.listener):
            one.close()


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

    def try_all(self, work, pairs, judge):
        """Several at once, since they mostly wait; `judge` gets the second of a pair and what came of it."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            trials = [(pair, pool.submit(work, *pair)) for pair in pairs]
        for pair, trial in trials:
            with self.subTest(" ".join(pair)):
                judge(pair[1], trial.result())


class Strangers(Small):
    """Servers that speak something else."""

    def complaint(self, program, protocol, make):
        """The one line that the program says."""
        stranger = make(protocol)
        arguments, code = PROGRAMS[program]
        with contextlib.closing(stranger):
            process = self.start(*arguments(protocol, *stranger.address), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            said = process.stderr.read().decode()
            self.assertEqual(self.end_of(process), code, said)
        self.assertEqual(said.count("\n"), 1, said)
        return said

    def each(self, make, *words, protocols=PROTOCOLS, programs=PROGRAMS):
        pairs = [(program, protocol) for protocol in protocols for program in programs if program != "check" or protocol in WIRES]
        self.try_all(lambda program, protocol: self.complaint(program, protocol, make), pairs,
                     lambda _, said: self.assertTrue(any(word in said for word in words), said))

    def test_silence(self):
        self.each(lambda _: Stranger(b"", stays=True), "said nothing of the protocol", "says nothing for 1000 ms",
                  "has said nothing for 1 s: nobody else has come, or it does not speak chess")

    def test_nobody_takes_the_connection(self):
        self.each(lambda _: Full(), ": no answer", protocols=("chess", "scrabble-twente", "web"))

    def test_hanging_up(self):
        self.each(lambda _: Stranger(b""), "without a word of", "hangs up: it does not speak")

    def test_garbage_for_ever(self):
        self.each(lambda _: Stranger(everywhere.GARBAGE, times=math.inf), *STRANGE)

    def test_lines_of_garbage_for_ever(self):
        def make(protocol):
            return Stranger((b"garbage" + ENDS.get(protocol, b"\n")) * 100, times=math.inf)

        self.each(make, *STRANGE, programs=("bot", "play"))
        others = [protocol for protocol in WIRES if protocol != "scrabble-twente"]  # in which everybody may say more than there is
        self.each(make, *STRANGE, programs=("check",), protocols=others)

    def test_a_gigabyte(self):
        self.each(lambda _: Stranger(MEGABYTE, times=1024), *STRANGE)

    def test_http(self):
        for stays in (False, True):
            self.each(lambda _, stays=stays: Stranger(everywhere.HTTP, stays=stays), "is an HTTP server and does not speak", "it says 'HTTP/1.1 408",
                      "this is HTTP", *STRANGE[1:])

    def test_tls(self):
        for stays in (False, True):
            self.each(lambda _, stays=stays: Stranger(everywhere.TLS_ALERT, stays=stays), *STRANGE)

    def test_other_protocols(self):
        for stays in (False, True):
            self.each(lambda _, stays=stays: Stranger(b"220 mail.example ESMTP\r\n", stays=stays), *STRANGE)
        self.each(lambda _: Stranger("WELCOME\n".encode("utf-16-be")), "UTF-16BE", *STRANGE)


# What goes on at the other end: what is said, how often, and whether it stays then.
MANNERS = {"nothing": (b"", 0, False), "garbage": (everywhere.GARBAGE, math.inf, False), "lines": (b"garbage\n\x1e" * 1000, math.inf, False),
           "a gigabyte": (MEGABYTE, 1024, False), "http": (everywhere.REQUEST, 1, False), "tls": (everywhere.CLIENT_HELLO, 1, False)}
SERVING = MANNERS | {"silence": (b"", 0, True), "http": (everywhere.HTTP, 1, False), "tls": (everywhere.TLS_ALERT, 1, False)}


class Shown(Small):
    """What is shown is short, whatever is said."""

    def is_short(self, shown, lines=FEW_LINES):
        self.assertLess(shown.count("\n"), lines, shown[:2000])
        self.assertLess(len(shown), lines * 1000)


class Talkers(Shown):
    """parlor talk, with nothing to say."""

    # The exit code, and a word of what is seen. Who hangs up may do so before the end of the input is seen.
    ENDS = {"nothing": ((3,), "hung up without a word"), "silence": ((0,), ""), "garbage": ((3,), "what is no message"),
            "a gigabyte": ((3,), "what is no message"), "lines": ((0, 3), "garbage"), "http": ((0, 3), "HTTP/1.1 408"), "tls": ((0, 3), "TLS")}

    def talk(self, protocol, name):
        with contextlib.closing(Stranger(*SERVING[name])) as server:
            process = subprocess.Popen([parlor.binary, "talk", protocol, *map(str, server.address), "--wait", "1.5" if name == "tls" else "0.3"], env=parlor.environment(),
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            shown = process.stdout.read().decode()
            return self.end_of(process), shown

    def judge(self, name, ending):
        code, shown = ending
        codes, word = self.ENDS[name]
        self.assertIn(code, codes, shown[-2000:])
        self.assertIn(word, shown)
        self.is_short(shown, 6000)  # it may be for a script

    def test_all(self):
        self.try_all(self.talk, [(protocol, name) for protocol in WIRES for name in SERVING], self.judge)


class Between(Shown):
    """A tap shows little of what goes on for ever, and keeps nothing of it."""

    def tap(self, protocol, name):
        said, times, stays = SERVING[name]
        with contextlib.closing(Stranger(said, min(times, 1024), stays)) as server:
            tap = self.start("tap", protocol, "--to", "%s:%d" % server.address, "--connections", 1, stdout=subprocess.PIPE)
            where = re.match(r"listening on (\S+):(\d+)", tap.stdout.readline().decode())
            with socket.create_connection((where[1], int(where[2]))) as client:
                while not stays and client.recv(2**20):
                    pass
            shown = tap.stdout.read().decode()
            return self.end_of(tap), shown

    def judge(self, name, ending):
        code, shown = ending
        self.assertEqual(code, 0 if name in ("nothing", "silence") else 3, shown[-2000:])
        self.is_short(shown)

    def test_all(self):
        self.try_all(self.tap, [(protocol, name) for protocol in WIRES for name in SERVING], self.judge)


class Guests(Shown):
    """Clients that speak something else, at the tools that play the server."""

    def receive(self, arguments, stream, pattern, guests, name):
        tool = self.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        where = re.search(pattern, getattr(tool, stream).readline().decode())
        threading.Thread(target=self.visit, args=((where[1], int(where[2])), guests, MANNERS[name]), daemon=True).start()
        shown = tool.stdout.read().decode()
        return self.end_of(tool), shown

    @staticmethod
    def visit(address, guests, manner):
        """One after the other, as long as there is somebody to visit."""
        with contextlib.suppress(OSError):
            for _ in range(guests):
                talk_to(socket.create_connection(address), *manner)

    def each(self, arguments, codes, *where):
        def judge(_, ending):
            code, shown = ending
            self.assertIn(code, codes, shown)
            self.is_short(shown, FEW_LINES * 5)

        self.try_all(lambda protocol, name: self.receive(arguments(protocol), *where, name),
                     [(protocol, name) for protocol in WIRES for name in MANNERS], judge)

    def test_sparring(self):
        self.each(lambda protocol: ("spar", protocol, "--connections", 1), (3, 4), "stdout", r"listening on (\S+):(\d+)", 1)

    def test_sparring_with_who_says_nothing(self):
        """It is told of, and of a message that does not end."""
        for said, words in ((b"", "1: has said nothing of scrabble-twente for 0.3 s"), (b"ANNOUNCE\x1fanna\n", "LF (0x0A) ends a message where RS (0x1E) belongs")):
            with self.subTest(words):
                spar = self.start("spar", "scrabble-twente", "--timeout", "0.3", "--connections", 1, stdout=subprocess.PIPE)
                where = re.match(r"listening on (\S+):(\d+)", spar.stdout.readline().decode())
                with socket.create_connection((where[1], int(where[2]))) as guest:
                    guest.sendall(said)
                    self.assertTrue(any(words in line.decode() for line in spar.stdout))
                self.assertEqual(self.end_of(spar), 4)

    def test_check(self):
        self.each(lambda protocol: ("check", protocol, "--client", "--listen", "127.0.0.1:0", "--timeout", "1"), (1,), "stderr", r" at (\S+):(\d+): ", 100)


if __name__ == "__main__":
    parlor.main()
