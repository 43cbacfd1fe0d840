# A running server from outside: signals, the admin listener, the log.
import json
import os
import re
import signal
import socket
import sqlite3
import time

import games
import journal
import parlor

CONNECTIONS = 'parlor_connections{protocol="chess"}'
CHESS = 'protocol="chess"'


class Setback(parlor.Case):
    def test_the_loop_runs_while_the_journal_is_opened_anew(self):
        """Somebody else holds the database: an append fails, and opening the journal waits, but nobody waits for that but players."""
        server = self.serve()
        white, black = self.seat_pair(server)
        other = sqlite3.connect(os.path.join(self.data, "parlor.db"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        white.say("MOVE 4 1 4 3")
        white.expect_end()
        black.expect_end()
        deadline, slowest = time.monotonic() + 3, 0
        while time.monotonic() < deadline:
            start = time.monotonic()
            self.assertEqual(server.get("/readyz")[0], 503)
            slowest = max(slowest, time.monotonic() - start)
            time.sleep(0.05)
        self.assertLess(slowest, 1)
        other.execute("ROLLBACK")
        other.close()
        parlor.wait_until(lambda: server.get("/readyz")[0] == 200, "it goes on")
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        server.stop()
        self.assertEqual(journal.read(self.data)[1].texts(), [])
        self.assertEqual(journal.read(self.data)[2].texts(), games.FOOLS_MATE)


class Signals(parlor.Case):
    def test_sigterm_during_play(self):
        """What was told is kept, the games are not over, and every connection ends."""
        for number, name in enumerate((signal.SIGTERM, signal.SIGINT), 1):
            server = self.serve()
            pairs = [self.seat_pair(server) for _ in range(5)]
            waiting = self.connect(server)
            for length, pair in enumerate(pairs):
                games.play(pair, games.FOOLS_MATE[:length])
            server.signal(name)
            self.assertEqual(server.wait(), 0)
            for peer in [waiting, *sum(pairs, ())]:
                peer.expect_end()
            tables = list(journal.read(self.data).values())[-5:]
            for length, table in enumerate(tables):
                self.assertEqual(table.texts(), games.FOOLS_MATE[:length])
                self.assertEqual(table.outcome is None, length < 4)
            self.assert_in_order()

    def test_move_and_sigterm_together(self):
        """Whichever is seen first: the move is kept and told, or neither."""
        told = 0
        for attempt in range(1, 40):
            told += self.move_and_sigterm(attempt)
            if told == 3:
                return
        self.fail("the move was never seen first")

    def move_and_sigterm(self, number):
        """Both are there when the server wakes up. Whether the move was told."""
        server = self.serve("--hold", 1000)
        white, black = self.seat_pair(server)
        server.freeze()
        white.say("MOVE 4 1 4 3")
        time.sleep(0.02)
        server.signal(signal.SIGTERM)
        server.signal(signal.SIGCONT)
        self.assertEqual(server.wait(), 0)
        heard = black.hear_all()
        self.assertIn(heard, ([], ["MOVE 4 1 4 3"]))
        self.assertEqual(journal.read(self.data)[number].texts(), ["e2e4"] if heard else [])
        return len(heard)

    def test_connection_and_sigterm_together(self):
        server = self.serve()
        server.freeze()
        server.signal(signal.SIGTERM)
        late = [self.connect(server) for _ in range(20)]
        server.signal(signal.SIGCONT)
        self.assertEqual(server.wait(), 0)
        for peer in late:
            with self.assertRaises(ConnectionResetError):
                peer.expect_end()
                raise ConnectionResetError  # an end in order will do as well
        self.assertEqual(journal.read(self.data), {})

    def test_sigterm_with_a_peer_that_does_not_read(self):
        """Nobody can hold the server up for ever; asked twice it goes at once."""
        server = self.serve(*parlor.UNSLOWED)
        self.stuff(server)
        server.signal(signal.SIGTERM)
        self.assertEqual(server.wait(15), 0)
        server = self.serve(*parlor.UNSLOWED)
        self.stuff(server)
        server.signal(signal.SIGTERM)
        time.sleep(0.1)
        server.signal(signal.SIGTERM)
        self.assertEqual(server.wait(2), 0)

    def stuff(self, server):
        """A peer says empty lines and reads none of the answers, until it is not heard any more: much waits for it then."""
        _, deaf = self.seat_pair(server, receive_buffer=4096)
        deaf.socket.settimeout(1)
        with self.assertRaises(TimeoutError):
            for _ in range(64_000_000 // 4096):
                deaf.socket.send(b"\n" * 4096)

    def test_sighup_changes_the_log(self):
        file = os.path.join(self.folder, "parlor.toml")

        def write(text):
            with open(file, "w", encoding="ascii") as stream:
                stream.write(text)

        def logged_after(server, text):
            parlor.wait_until(lambda: text in server.log(), f"the log says '{text}'")

        write("[log]\nlevel = 'info'\n")
        server = self.serve("--config", file)
        self.connect(server).hang_up()
        server.wait_for(CONNECTIONS, 0)
        write("[log]\nlevel = 'debug'\nformat = 'json'\n")
        server.signal(signal.SIGHUP)
        logged_after(server, '"the configuration was re-read"')
        self.assertNotIn("connected", server.log())
        self.connect(server).hang_up()
        logged_after(server, '"message":"connected"')
        logged_after(server, '"message":"disconnected"')

        write("[log]\nlevel = 'loud'\n")
        server.signal(signal.SIGHUP)
        logged_after(server, f"{file}:2: 'loud' is no log level")

        write("hold = 3\n[log]\nlevel = 'warn'\n")
        server.signal(signal.SIGHUP)
        logged_after(server, "some settings only change with a restart")
        before = server.log()
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(server.log(), before)

    def test_sighup_leaves_flags_in_force(self):
        server = self.serve("--log-level", "debug")
        server.signal(signal.SIGHUP)
        parlor.wait_until(lambda: "re-read" in server.log(), "the configuration is re-read")
        self.connect(server)
        parlor.wait_until(lambda: " connected " in server.log(), "still logs connections")
        self.assertNotIn("restart", server.log())


class Admin(parlor.Case):
    def ask(self, server, *parts):
        """What the admin listener answers to raw bytes."""
        with socket.create_connection(server.address("admin"), timeout=parlor.PATIENCE) as client:
            for part in parts:
                client.sendall(part)
                time.sleep(0.02)
            answer = b""
            while data := client.recv(65536):
                answer += data
            return answer.decode()

    def test_pages(self):
        server = self.serve()
        self.assertEqual(server.get("/livez"), (200, "ok\n"))
        self.assertEqual(server.get("/readyz"), (200, "ok\n"))
        for path in ("/", "/nosuch", "/livez/", "//livez", "/metricsx"):
            self.assertEqual(server.get(path)[0], 404, path)
        self.assertEqual(server.get("/livez", "HEAD"), (200, ""))
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(server.get("/livez", method)[0], 405, method)
        with_body = b"POST /livez HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello"
        self.assertTrue(self.ask(server, with_body).startswith("HTTP/1.1 405 "))

    def test_readiness_while_stopping(self):
        server = self.serve()
        client = socket.create_connection(server.address("admin"), timeout=parlor.PATIENCE)
        self.addCleanup(client.close)
        server.wait_for("parlor_loop_lag_seconds", server.metrics()["parlor_loop_lag_seconds"])
        server.freeze()
        server.signal(signal.SIGTERM)
        client.sendall(b"GET /readyz HTTP/1.1\r\n\r\n")
        server.signal(signal.SIGCONT)
        self.assertTrue(client.recv(4096).startswith(b"HTTP/1.1 503 "))
        self.assertEqual(server.wait(), 0)

    def test_requests_however_they_come(self):
        server = self.serve()
        for parts in ([b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"], [b"GET /livez HTTP/1.0\r\n\r\n"],
                      [b"GET /li", b"vez HTTP/1.1\r", b"\n\r", b"\n"], [b"GET /livez HTTP/1.1\r\n\r\n" * 3],
                      [bytes([byte]) for byte in b"GET /livez HTTP/1.1\r\n\r\n"]):
            answer = self.ask(server, *parts)
            self.assertRegex(answer, r"^HTTP/1\.1 200 OK\r\n")
            self.assertEqual(answer.count("HTTP/1.1"), 1)
            self.assertTrue(answer.endswith("\r\n\r\nok\n"))

    def test_garbage(self):
        server = self.serve()
        before = server.descriptors()
        for garbage in (b"garbage\r\n\r\n", b"\0" * 100, b"GET\r\n\r\n", os.urandom(10_000), b"MOVE 4 1 4 3\n\n\n\n"):
            self.assertRegex(self.ask(server, garbage), r"^HTTP/1\.1 400 ", garbage[:40])
        for endless in (b"GET /" + b"x" * 20_000, b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 5000):
            self.assertRegex(self.ask(server, endless), r"^HTTP/1\.1 431 ", endless[:40])
        for _ in range(100):
            socket.create_connection(server.address("admin")).close()
        silent = [socket.create_connection(server.address("admin")) for _ in range(100)]
        self.assertEqual(server.get("/livez")[0], 200)
        for client in silent:
            client.close()
        parlor.wait_until(lambda: server.descriptors() <= before, "the descriptors are given back")
        games.play(self.seat_pair(server), games.FOOLS_MATE)

    def test_metrics_move(self):
        server = self.serve()
        before = server.metrics()
        white, black = self.seat_pair(server)
        waiting = self.connect(server)
        white.say("MOVE 4 1 4 4")
        white.expect("ERROR 3")
        black.say("NONSENSE")
        black.expect("ERROR 1")
        black.say("ERROR 1")  # is logged (ruling 9), and nothing was refused
        games.play((white, black), games.FOOLS_MATE[:3])
        server.wait_for(CONNECTIONS, 3)
        now = server.metrics()

        def grew(name):
            return now[name] - before[name]

        self.assertEqual(now['parlor_tables{game="chess"}'], 1)
        self.assertEqual(grew('parlor_moves_total{game="chess"}'), 3)
        self.assertEqual(grew("parlor_messages_total{%s}" % CHESS), 3 + 4)  # they came, and tried four moves
        self.assertEqual(grew('parlor_refused_total{code="illegal_move",%s}' % CHESS), 1)
        self.assertEqual(grew('parlor_refused_total{code="malformed",%s}' % CHESS), 1)
        self.assertEqual(grew("parlor_journal_records_total"), 1 + 3)
        self.assertEqual(grew("parlor_journal_failures_total"), 0)
        self.assertEqual(grew("parlor_journal_commit_seconds_count"), 4)
        self.assertGreater(grew("parlor_journal_commit_seconds_sum"), 0)
        self.assertGreaterEqual(grew("process_cpu_seconds_total"), 0)
        self.assertIn("parlor_loop_lag_seconds", now)
        for peer in (white, black, waiting):
            peer.hang_up()
        server.wait_for(CONNECTIONS, 0)
        server.wait_for('parlor_tables{game="chess"}', 0)

    def test_metrics_are_well_formed(self):
        _, text = self.serve().get("/metrics")
        value = r"(NaN|[+-]?Inf|[-+]?\d+(\.\d+)?(e[-+]\d+)?)"
        pattern = re.compile(r'^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? ' + value + ")$")
        for line in text.splitlines():
            self.assertRegex(line, pattern)


class Log(parlor.Case):
    SAID = b"ERROR \xff\xfe {} {0} %s \"quoted\" \\ \x1b[31m \x07 \xc3\xa9\n"

    def test_json(self):
        """Every line is an object, whatever peers say."""
        server = self.serve("--log-format", "json", "--log-level", "trace")
        white, _ = self.seat_pair(server)
        white.say_bytes(self.SAID)
        white.say_bytes(b"\xe9\n")
        white.expect("ERROR 1")
        self.assertEqual(server.stop(), 0)
        with open(server.log_file, "rb") as file:
            lines = [json.loads(line.decode("utf-8", "strict")) for line in file]
        self.assertLessEqual({"connected", "refused", "stopping", "stopped"}, {line["message"] for line in lines})
        for line in lines:
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertIn(line["level"], ("debug", "info", "warn", "error"))

    def test_text(self):
        """One line an event, without anything that a terminal would obey."""
        server = self.serve("--log-level", "debug")
        white, _ = self.seat_pair(server)
        white.say_bytes(self.SAID)
        white.say("x")
        white.expect("ERROR 1")
        self.assertEqual(server.stop(), 0)
        with open(server.log_file, "rb") as file:
            text = file.read().decode("utf-8", "strict")
        self.assertIn("the client says", text)
        for line in text.splitlines():
            self.assertRegex(line, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (debug|info |warn |error) \S")
            self.assertTrue(line.isprintable(), line)

    def test_levels(self):
        for level, expected in (("off", False), ("error", False), ("warn", False), ("info", True)):
            server = self.serve("--log-level", level)
            self.assertEqual(server.stop(), 0)
            self.assertEqual("stopped" in server.log(), expected, level)


if __name__ == "__main__":
    parlor.main()
