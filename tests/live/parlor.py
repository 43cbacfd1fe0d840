# Drives the built binary: commands, servers and clients, all of which end with the test that started them.
import http.client
import os
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from functools import cache

PATIENCE = 30  # seconds after which whatever was waited for counts as never coming
# Whoever asks, and how much.
UNSLOWED = [word for limit in ("requests-per-second", "address-requests-per-second", "address-tables-per-second", "account-requests-per-second", "account-tables-per-second") for word in ("--limit", f"{limit}=0")]
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
binary = None  # the program under test


def main():
    """Runs the tests of the calling script: X_test.py PATH_TO_PARLOR [UNITTEST ARGUMENTS]."""
    global binary
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} PATH_TO_PARLOR [UNITTEST ARGUMENTS]")
    binary = os.path.abspath(sys.argv[1])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)


def environment(more=None):
    """Our environment without settings of Parlor, and with `more`."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
    return plain | (more or {})


def run(*arguments, env=None, cwd=None, timeout=PATIENCE):
    """Runs the program to its end; stdout and stderr are text."""
    return subprocess.run([binary, *map(str, arguments)], env=environment(env), cwd=cwd, timeout=timeout,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="backslashreplace")


@cache
def protocols():
    """The names of all protocols, from the help."""
    listed = run("serve", "--help").stdout.split("Protocols and the ports")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()[1:]]


def free_ports(*flags):
    """Flags that let every listener take a free port, but those that `flags` speak of."""
    admin = [] if "--admin" in flags else ["--admin", "127.0.0.1:0"]
    return admin + [word for name in protocols() for word in ("--listen", f"{name}=127.0.0.1:0")]


def wait_until(condition, what, patience=PATIENCE):
    """Returns the first true value of `condition()`."""
    deadline = time.monotonic() + patience
    while True:
        if value := condition():
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"after {patience} s still not: {what}")
        time.sleep(0.01)


class Process:
    """A subcommand that runs beside the test; its log goes to a file."""

    def __init__(self, arguments, log, env=None, before=None):
        self.log_file = log
        self._last_words = None
        with open(log, "ab") as errors:
            self.popen = subprocess.Popen([binary, *map(str, arguments)], env=environment(env), preexec_fn=before,
                                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        self.pid = self.popen.pid

    def signal(self, number):
        self.popen.send_signal(number)

    def freeze(self):
        """Stops it in its tracks, until SIGCONT."""
        self.signal(signal.SIGSTOP)
        wait_until(lambda: self._state() == "T", "the process stands still")

    def _state(self):
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    def wait(self, patience=PATIENCE):
        """The exit code; a signal's number is negative."""
        return self.popen.wait(patience)

    def is_running(self):
        return self.popen.poll() is None

    def log(self):
        if self._last_words is not None:
            return self._last_words
        with open(self.log_file, encoding="utf-8", errors="backslashreplace") as file:
            return file.read()

    def kill(self):
        self.popen.kill()
        self.popen.wait()

    def end(self):
        """Leaves nothing behind but what it logged."""
        self.popen.send_signal(signal.SIGCONT)
        self.kill()
        self.popen.stdout.close()
        self._last_words = self.log()

    def read_line(self, patience=PATIENCE):
        """The next line on stdout without its end; "" if there will be none."""
        line = b""
        deadline = time.monotonic() + patience
        while not line.endswith(b"\n"):
            if not select.select([self.popen.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError(f"no line after {patience} s, only {line!r}; the log:\n{self.log()}")
            byte = os.read(self.popen.stdout.fileno(), 1)
            if not byte:
                break
            line += byte
        return line.decode().rstrip("\n")


class Server(Process):
    """parlor serve on free ports, unless the flags say otherwise."""

    def __init__(self, data, *flags, log, env=None, before=None):
        super().__init__(["serve", "--data", data, *free_ports(*flags), *flags], log, env, before)
        self.data = data
        self.ready = None

    def wait_until_ready(self):
        self.ready = self.read_line()
        if not self.ready.startswith("ready"):
            raise AssertionError(f"not ready but {self.ready!r}; the log:\n{self.log()}")
        return self

    def address(self, name="chess"):
        host, port = self.listeners()[name].rsplit(":", 1)
        return host.strip("[]"), int(port)

    def listeners(self):
        """What the line "ready NAME=ADDR:PORT ..." says."""
        return dict(word.split("=", 1) for word in self.ready.split()[1:])

    def stop(self):
        """Asks it to end; the exit code."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def get(self, path, method="GET"):
        """A page of the admin listener: status and text."""
        connection = http.client.HTTPConnection(*self.address("admin"), timeout=PATIENCE)
        try:
            connection.request(method, path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def metrics(self):
        """All values of /metrics by name and labels as they are written there."""
        status, text = self.get("/metrics")
        if status != 200:
            raise AssertionError(f"/metrics answers {status}")
        lines = (line for line in text.splitlines() if line and not line.startswith("#"))
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}

    def wait_for(self, metric, value):
        wait_until(lambda: self.metrics()[metric] == value, f"{metric} is {value}, not {self.metrics()[metric]}")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def cpu_time(self):
        """Seconds of the processor that it has used."""
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()


class Peer:
    """A TCP connection on which lines are said and heard."""

    def __init__(self, address, receive_buffer=None, source=None):
        self.socket = socket.socket()
        if source and source != ("", 0):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind(source)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._heard = b""

    def say(self, *lines):
        self.say_bytes("".join(line + "\n" for line in lines).encode())

    def say_bytes(self, data):
        self.socket.sendall(data)

    def hear(self):
        """The next line without its end; None at the end of the stream."""
        while b"\n" not in self._heard:
            data = self.socket.recv(65536)
            if not data:
                if self._heard:
                    raise AssertionError(f"the stream ends inside a line: {self._heard!r}")
                return None
            self._heard += data
        line, self._heard = self._heard.split(b"\n", 1)
        return line.decode()

    def hear_all(self):
        """Every line until the end of the stream."""
        return list(iter(self.hear, None))

    def expect(self, *lines):
        for line in lines:
            heard = self.hear()
            if heard != line:
                raise AssertionError(f"{line!r} should have come, but {heard!r} did")

    def expect_end(self):
        heard = self.hear()
        if heard is not None:
            raise AssertionError(f"the end should have come, but {heard!r} did")

    def half_close(self):
        self.socket.shutdown(socket.SHUT_WR)

    def hang_up(self):
        self.socket.close()

    def break_off(self):
        """Ends the connection with a reset instead of an end."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


class Case(unittest.TestCase):
    """A test with a folder, servers and peers of its own. After a failure it shows what the servers logged."""

    def setUp(self):
        self.processes = []
        self.folder = tempfile.mkdtemp(prefix="parlor-live-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = os.path.join(self.folder, "data")

    def run(self, result=None):
        known = len(result.failures) + len(result.errors)
        super().run(result)
        if len(result.failures) + len(result.errors) > known:
            for process in self.processes:
                print(f"--- the end of {os.path.basename(process.log_file)}\n{process.log()[-3000:]}", file=sys.stderr)
        return result

    def keep(self, process):
        self.processes.append(process)
        self.addCleanup(process.end)
        return process

    def start(self, *flags, data=None, **options):
        """A server that may not be ready yet."""
        log = os.path.join(self.folder, f"server-{len(self.processes)}.log")
        return self.keep(Server(data or self.data, *flags, log=log, **options))

    def serve(self, *flags, **options):
        return self.start(*flags, **options).wait_until_ready()

    def connect(self, server, **options):
        peer = Peer(server.address(), **options)
        self.addCleanup(peer.hang_up)
        return peer

    def seat_pair(self, server, **options):
        """Two peers who play each other, White first; nobody else may be waiting."""
        pair = self.connect(server), self.connect(server, **options)
        pair[0].expect("COLOR WHITE")
        pair[1].expect("COLOR BLACK")
        return pair

    def assert_in_order(self, data=None, flags=()):
        checked = run("fsck", "--data", data or self.data, *flags)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertRegex(checked.stdout, r": in order\n$")
        return checked.stdout
