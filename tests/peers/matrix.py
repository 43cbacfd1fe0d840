# Runs the checker on broken peers, and says what it made of each.
import json
import os
import re
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass, field

import tables
from caretaker import Kept, Server, parlor
from link import House

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = {"shelfie": ("--encoding", "json")}
LONGEST = 300  # seconds of one check: all cases at a slow server take half of it
# How patient everybody is, by a factor: who was not right at first may only have been slow, on a machine that has other things to do.
USUAL = 1
PATIENT = 4


@dataclass
class Outcome:
    """What the checker said of one broken peer."""

    protocol: str
    name: str
    fault: object
    report: dict = field(default_factory=dict)
    complaint: str = ""  # if there is no report
    code: int = 0

    def failed(self, level):
        return [case for case in self.report.get("cases", []) if case["result"] == "failed" and case["level"] == level]

    def first(self):
        """What is to be mended first, in the report's words."""
        if not self.report:
            return self.complaint
        first = self.report.get("first", self.failed("must") or self.failed("should") or self.failed("may"))
        return next(words_of(case) for case in self.report["cases"] if case["id"] == first[0]["id"]) if first else ""

    def is_named(self):
        if self.fault.harmless:
            return not self.failed("must") and not self.complaint
        first = self.first()
        return bool(first) and re.search(self.fault.named, first, re.DOTALL) is not None

    def others(self):
        """What else must be right and is blamed."""
        return [case["id"] for case in self.failed("must") if self.fault.harmless or not re.search(self.fault.about or self.fault.named, words_of(case), re.DOTALL)]

    def is_right(self):
        return self.is_named() and not self.others()

    def line(self):
        mark = "named" if self.is_named() else "NOT NAMED"
        return f"{self.protocol:18} {self.name:24} {mark:10} {len(self.others()):3} others   {self.first()[:150]!r}"


def words_of(case):
    return "\n".join(str(case.get(key, "")) for key in ("sent", "came", "right", "hint", "why"))


def _check(outcome, patience, *arguments):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
    try:
        done = subprocess.run([parlor(), "check", outcome.protocol, "--json", *FLAGS.get(outcome.protocol, ()), *arguments], env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="backslashreplace", timeout=LONGEST * patience)
    except subprocess.TimeoutExpired:
        outcome.complaint = f"the check runs for more than {LONGEST * patience} s"
        return
    _read(outcome, done.stdout, done.stderr, done.returncode)


def _read(outcome, told, complaint, code):
    outcome.code = code
    try:
        outcome.report = json.loads(told)
    except ValueError:
        outcome.complaint = complaint


def try_server(protocol, name, *flags, patience=USUAL):
    fault = tables.SERVERS[protocol][name]
    outcome = Outcome(protocol, name, fault)
    right = None if fault.meets else Server(protocol, tables.SERVERS)
    house = None
    try:
        listener = socket.create_server(("127.0.0.1", 0))
        house = House(protocol, fault, listener, lambda: socket.create_connection(right.address), outside_calls=True, patience=patience)
        _check(outcome, patience, "--server", "127.0.0.1:%d" % listener.getsockname()[1], "--timeout", str(2 * patience), *flags)
    finally:
        if house:
            house.die()
        if right:
            right.end()
    return outcome


def try_client(protocol, name, *flags, patience=USUAL):
    fault = tables.CLIENTS[protocol][name]
    outcome = Outcome(protocol, name, fault)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
    check = subprocess.Popen([parlor(), "check", protocol, "--client", "--listen", "127.0.0.1:0", "--json", "--timeout", str(3 * patience), *flags],
                             env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = []
    reader = threading.Thread(target=lambda: told.append(check.stdout.read()), daemon=True)
    reader.start()
    try:
        where = re.search(r"at (\S+):(\d+)", line := check.stderr.readline())
        if not where:
            raise AssertionError(line)
        _connect_while(check, protocol, fault, (where[1], int(where[2])))
    finally:
        check.kill() if check.poll() is None else None
        reader.join()
    _read(outcome, told[0], check.stderr.read(), check.wait())
    check.stdout.close()
    check.stderr.close()
    return outcome


def _connect_while(check, protocol, fault, address):
    """Clients come one after the other until the check is over."""
    listener = socket.create_server(("127.0.0.1", 0))
    house = House(protocol, fault, listener, lambda: socket.create_connection(address), outside_calls=False)
    try:
        while check.poll() is None:
            bot = Kept(["bot", protocol, "--connect", "127.0.0.1:%d" % listener.getsockname()[1], "--level", "random",
                        *FLAGS.get(protocol, ()), *fault.flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while bot.process.poll() is None and check.poll() is None:
                try:
                    bot.process.wait(0.1)
                except subprocess.TimeoutExpired:
                    pass
            bot.end()
    finally:
        house.die()


def try_bots(protocol, name, level="random", patience=USUAL):
    """Two bots play a game at a broken server; what each said, and its exit code."""
    fault = tables.SERVERS[protocol][name]
    right = Server(protocol, tables.SERVERS)
    house = None
    try:
        listener = socket.create_server(("127.0.0.1", 0))
        house = House(protocol, fault, listener, lambda: socket.create_connection(right.address), outside_calls=True, patience=patience)
        where = "127.0.0.1:%d" % listener.getsockname()[1]
        bots = [Kept(["bot", protocol, "--connect", where, "--level", level, "--timeout", str(20 * patience), *FLAGS.get(protocol, ()), *fault.flags],
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(2)]
        try:
            said = [_last_words(bot, LONGEST * patience) for bot in bots]
        finally:
            for bot in bots:
                bot.end()
    finally:
        if house:
            house.die()
        right.end()
    return said


def _last_words(bot, patience):
    try:
        code = bot.process.wait(patience)
    except subprocess.TimeoutExpired:
        return None, "it does not end"
    return code, bot.process.stdout.read().decode()


def main():
    """matrix.py servers|clients|bots [PROTOCOL [FAULT...]]: all that fits, one line each."""
    what, *rest = sys.argv[1:]
    table = tables.CLIENTS if what == "clients" else tables.SERVERS
    for protocol in rest[:1] or table:
        for name, fault in table[protocol].items():
            if rest[1:] and name not in rest[1:]:
                continue
            if what == "bots":
                if fault.playable:
                    print(protocol, name, try_bots(protocol, name), flush=True)
                continue
            print((try_client if what == "clients" else try_server)(protocol, name).line(), flush=True)


if __name__ == "__main__":
    main()
