# What the program is made of and how it is run: protections of the binary, the service's sandbox, the watchdog.
import os
import re
import shutil
import signal
import socket
import subprocess
import unittest

import parlor

UNIT = os.path.join(parlor.SOURCE, "packaging", "parlor.service")


def readelf(*flags):
    return subprocess.run(["readelf", *flags, parlor.binary], check=True, capture_output=True, text=True).stdout


class Binary(unittest.TestCase):
    def test_it_can_be_loaded_anywhere(self):
        self.assertRegex(readelf("-h"), r"Type:\s+DYN")
        self.assertRegex(readelf("-dW"), r"\(FLAGS_1\)\s+.*\bPIE\b")

    def test_tables_are_read_only_once_it_runs(self):
        self.assertIn("GNU_RELRO", readelf("-lW"))
        self.assertRegex(readelf("-dW"), r"\(FLAGS(_1)?\)\s+.*\b(BIND_)?NOW\b")

    def test_nothing_is_both_written_and_run(self):
        segments = re.findall(r"^\s+(LOAD|GNU_STACK)\s.*?\s([R ][W ][E ])\s+0x\w+$", readelf("-lW"), re.M)
        self.assertIn("GNU_STACK", [name for name, _ in segments])
        self.assertEqual([], [one for one in segments if "W" in one[1] and "E" in one[1]])

    def test_stacks_have_canaries_and_copies_are_checked(self):
        symbols = readelf("--dyn-syms", "-W")
        self.assertRegex(symbols, r"\b__stack_chk_fail\b")
        self.assertRegex(symbols, r"\b__(memcpy|memmove|memset|read|recv|poll|snprintf|vsnprintf|fprintf)_chk\b")


class Unit(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_the_service_may_do_little(self):
        told = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", UNIT], capture_output=True,
                              text=True, check=False)
        exposure = re.search(r"Overall exposure level for parlor.service: ([\d.]+)", told.stdout)
        self.assertIsNotNone(exposure, told.stdout + told.stderr)
        self.assertLessEqual(float(exposure[1]), 2.0)


class Watchdog(parlor.Case):
    def listen(self):
        """A place where a service manager listens."""
        place = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(place.close)
        place.settimeout(parlor.PATIENCE)
        place.bind(os.path.join(self.folder, "notify"))
        return place

    def test_a_loop_that_runs_says_so(self):
        manager = self.listen()
        server = self.serve(env={"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "200000"})
        self.assertEqual(manager.recv(100), b"READY=1")
        for _ in range(3):
            self.assertEqual(manager.recv(100), b"WATCHDOG=1")
        server.signal(signal.SIGTERM)
        while (said := manager.recv(100)) == b"WATCHDOG=1":
            pass
        self.assertEqual(said, b"STOPPING=1")
        self.assertEqual(server.wait(), 0)

    def test_without_a_watchdog_nothing_is_said(self):
        manager = self.listen()
        server = self.serve(env={"NOTIFY_SOCKET": manager.getsockname()})
        self.assertEqual(manager.recv(100), b"READY=1")
        server.get("/livez")
        server.signal(signal.SIGTERM)
        self.assertEqual(manager.recv(100), b"STOPPING=1")
        self.assertEqual(server.wait(), 0)


if __name__ == "__main__":
    parlor.main()
