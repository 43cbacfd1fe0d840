#!/usr/bin/env python3
"""A PostgreSQL of a test's own, in a temporary folder, that ends with the test. As a program: prints its URL and runs until its
standard input ends."""
import contextlib
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 120


def _programs():
    """The newest of Debian's folders with PostgreSQL's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if not found:
        raise RuntimeError("PostgreSQL is not installed (postgresql-15)")
    return found[-1]


def _unprivileged():
    """Who may run PostgreSQL, which refuses root: (uid, gid); None: we may."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
            return user.pw_uid, user.pw_gid
        except KeyError:
            continue
    raise RuntimeError("there is no user 'nobody'")


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _runs(pid):
    """Whether there is such a process that has not ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Postgres:
    """Reached by a socket in its folder as the user `parlor`, and on 127.0.0.1 with the password `secret`. What it has
    committed survives its own end; the machine's only if it `syncs`."""

    def __init__(self, syncs=False):
        self._flags = () if syncs else ("-F",)
        self.folder = tempfile.mkdtemp(prefix="parlor-pg-")
        self.port = _free_port()
        self._user = _unprivileged()
        self._data = os.path.join(self.folder, "data")
        if self._user:
            os.chown(self.folder, *self._user)
        os.chmod(self.folder, 0o755)
        try:
            self._make()
            self.start()
        except BaseException:
            self.remove()
            raise

    def _command(self, program, *arguments):
        drop = ["setpriv", f"--reuid={self._user[0]}", f"--regid={self._user[1]}", "--clear-groups"] if self._user else []
        return [*drop, os.path.join(_programs(), program), *arguments]

    def _make(self):
        secret = os.path.join(self.folder, "password")
        with open(secret, "w", encoding="ascii") as file:
            file.write("secret\n")
        os.chmod(secret, 0o644)
        made = subprocess.run(self._command("initdb", "-D", self._data, "-U", "parlor", "--no-sync", "-E", "UTF8", "--locale=C",
                                            "--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}"),
                              capture_output=True, text=True, cwd="/", check=False)
        if made.returncode != 0:
            raise RuntimeError(made.stdout + made.stderr)

    def start(self):
        """After `kill` or `stop`, too."""
        self._log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            self._command("postgres", "-D", self._data, "-k", self.folder, "-h", "127.0.0.1", "-p", str(self.port), *self._flags,
                          "-c", "max_connections=60", "-c", "shared_buffers=16MB"),
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, cwd="/", start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while subprocess.run(self._command("pg_isready", "-q", "-h", self.folder, "-p", str(self.port)), cwd="/",
                             check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start: " + self.log())
            time.sleep(0.05)

    def log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:]

    def url(self, database="postgres"):
        return f"postgres:///{database}?host={self.folder}&port={self.port}&user=parlor"

    def tcp_url(self, password="secret", database="postgres"):
        return f"postgres://parlor:{password}@127.0.0.1:{self.port}/{database}"

    def _psql(self, database):
        return [os.path.join(_programs(), "psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.url(database)]

    @contextlib.contextmanager
    def locking(self, select, database="postgres"):
        """Meanwhile the one row that the statement selects is locked as it says."""
        with subprocess.Popen(self._psql(database), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
            session.stdin.write(f"BEGIN; {select};\n")
            session.stdin.flush()
            session.stdout.readline()
            yield

    def query(self, sql, database="postgres"):
        """What psql prints, without headings, columns divided by '|'."""
        done = subprocess.run([*self._psql(database), "-c", sql], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def _all(self):
        """Its processes, the first of them last."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False)
        return [*map(int, listed.stdout.split()), self.process.pid]

    def _signal(self, number):
        for pid in self._all():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def hang(self):
        """Nothing of it runs until `go_on`."""
        os.kill(self.process.pid, signal.SIGSTOP)
        self._signal(signal.SIGSTOP)

    def go_on(self):
        self._signal(signal.SIGCONT)

    def kill(self):
        """As kill -9: without any farewell."""
        os.kill(self.process.pid, signal.SIGSTOP)  # so that it has no new children
        everybody = self._all()
        self._signal(signal.SIGKILL)
        self.process.wait()
        while any(map(_runs, everybody)):  # who still ends keeps the next from starting
            time.sleep(0.01)
        self._log.close()

    def stop(self):
        self.process.send_signal(signal.SIGINT)  # a fast shutdown
        self.process.wait()
        self._log.close()

    def remove(self):
        if getattr(self, "process", None) and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    server = Postgres()
    try:
        print(server.url(), flush=True)
        sys.stdin.read()
    finally:
        server.remove()
