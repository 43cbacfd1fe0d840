# A server on PostgreSQL: whatever anybody was told is kept when server or database are killed, hung or restarted at random moments.
import os
import signal
import sys
import time

import accounts_test
import crowd
import games
import journal
import kills
import parlor

sys.path.insert(0, os.path.join(parlor.SOURCE, "tests", "harness"))
import postgres  # pylint: disable=wrong-import-position

PAIRS = 12
TABLES = 'parlor_tables{game="chess"}'


class OnPostgres(parlor.Case):
    """Every test has a database of its own, and all of a class one PostgreSQL."""

    databases = 0

    @classmethod
    def setUpClass(cls):
        cls.postgres = postgres.Postgres()
        cls.addClassCleanup(cls.postgres.remove)

    def setUp(self):
        super().setUp()
        OnPostgres.databases += 1
        self.database = f"test{OnPostgres.databases}"
        self.postgres.query(f"CREATE DATABASE {self.database}")
        self.url = self.postgres.url(self.database)

    def query(self, sql):
        return self.postgres.query(sql, self.database)

    def read_journal(self):
        return journal.read_postgres(self.query)

    def serve_on(self, *flags, **options):
        return self.serve("--cluster", self.url, *kills.HOLD, *flags, **options)

    def assert_in_order(self, data=None, flags=()):
        checked = parlor.run("fsck", "--cluster", self.url, *flags)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        return checked.stdout

    def assert_refused(self, *arguments, says):
        """One sentence on standard error, exit code 1."""
        done = parlor.run(*arguments)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"\Aparlor: [^\n]+\n\Z")
        self.assertIn(says, done.stderr)


class KillTest(OnPostgres, kills.KillCase):
    """What is played is checked after every end of the server, as on the embedded database."""

    def setUp(self):
        super().setUp()
        self.games = games.make(pairs=PAIRS, moves=300)
        self.moves = 0

    def test_killed_again_and_again(self):
        kinds = [self.kill_server] * 4 + [self.kill_database, self.restart_database, self.kill_both, self.hang_then_kill_both] * 2
        self.random.shuffle(kinds)
        for kind in kinds:
            print(f"  {kind.__name__}", flush=True)
            kind()
            self.assert_in_order()
        self.assertGreater(self.moves, 10 * len(kinds))

    def kill_server(self):
        self.play_until(lambda server, _players: server.popen.kill())

    def kill_database(self):
        """The server goes on by itself, and nobody has to go."""

        def end(_server, players):
            self.postgres.kill()
            self.postgres.start()
            self.wait_for_ends(players)

        self.play_until(end)

    def restart_database(self):
        def end(server, players):
            self.postgres.stop()
            time.sleep(self.random.uniform(0, 0.5))
            self.postgres.start()
            self.wait_for_ends(players)
            self.assertEqual(server.stop(), 0)

        self.play_until(end)

    def kill_both(self):
        def end(server, _players):
            self.postgres.kill()
            server.popen.kill()
            self.postgres.start()

        self.play_until(end)

    def hang_then_kill_both(self):
        """A server that tells before it is durable would have told moves that nobody has then."""

        def end(server, _players):
            self.postgres.hang()
            time.sleep(self.random.uniform(0.05, 0.3))
            server.popen.kill()
            self.postgres.kill()
            self.postgres.start()

        self.play_until(end)

    @staticmethod
    def wait_for_ends(players):
        parlor.wait_until(lambda: all(pair.left for pair in players.pairs), "all games were played to their end", 120)

    def play_until(self, end):
        """Pairs play, and others come after them, until `end(server, players)` has ended the server."""
        server = self.serve_on()
        players = crowd.Crowd(server)
        self.addCleanup(players.close)
        failures = []

        def add_pair():
            players.add(crowd.ChessPair(self.random.choice(self.games)))

        def finish():
            try:
                end(server, players)
            except AssertionError as failure:
                failures.append(failure)
            finally:
                server.popen.kill()

        for _ in range(PAIRS):
            add_pair()
        self.play_until_ended(players, kills.after(self.random.uniform(0.05, 0.6)), finish, on_left=add_pair)
        server.wait()
        self.check_pairs(players.pairs)
        for failure in failures:
            raise failure

    def check_pairs(self, pairs):
        """New tables belong to the pairs, in the order in which they came."""
        waiting = list(pairs)

        def find_pair(table):
            return None if table.number in self.known or not waiting else waiting.pop(0)

        self.check_journal(find_pair)
        for pair in waiting:
            self.assertFalse(pair.begun, "a game began that is not in the journal")
        self.moves += sum(pair.told for pair in pairs)


class ServerTest(OnPostgres):
    def test_games_are_rebuilt(self):
        server = self.serve_on()
        for length in range(5):
            games.play(self.seat_pair(server), games.FOOLS_MATE[:length])
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.serve_on().metrics()[TABLES], 4)
        self.assertEqual([table.texts() for table in self.read_journal().values()], [games.FOOLS_MATE[:length] for length in range(5)])
        self.assertIn("5 tables, 1 of them finished", self.assert_in_order())
        self.assertIn("Qh4#", parlor.run("export", "--cluster", self.url, "--format", "pgn").stdout)
        self.assertEqual(parlor.run("verify", "--cluster", self.url).stdout, "table 5: fair\n")

    def test_not_ready_while_the_database_hangs(self):
        server = self.serve_on()
        pair = self.seat_pair(server)
        self.addCleanup(self.postgres.go_on)
        self.postgres.hang()
        parlor.wait_until(lambda: server.get("/readyz")[0] == 503, "it says that it is not ready")
        self.assertGreater(server.metrics()["parlor_beat_age_seconds"], 2)
        self.assertEqual(server.get("/livez")[0], 200)
        pair[0].say(*games.say("f2f3"))
        self.postgres.go_on()
        pair[1].expect(*games.say("f2f3"))
        parlor.wait_until(lambda: server.get("/readyz")[0] == 200, "it is ready again")

    def test_what_cannot_be_is_refused_in_one_sentence(self):
        serve = ("serve", "--data", self.data, *parlor.free_ports())
        self.assert_refused(*serve, "--cluster", "mysql://db/x", says="is no address of a database")
        self.assert_refused(*serve, "--cluster", self.postgres.tcp_url("wrong"), says="password authentication failed")
        self.assert_refused(*serve, "--cluster", "postgres://127.0.0.1:1/x", says="refused")
        self.assert_refused(*serve, "--standby", says="--standby is for servers with --cluster")
        self.assert_refused("fsck", "--cluster", self.url, says="Parlor has nothing in the database")
        self.assertEqual(self.serve("--cluster", self.postgres.tcp_url(database=self.database)).stop(), 0)
        self.query("UPDATE parlor.cluster SET version = 3")
        for command in (serve, ("fsck",), ("export", "--format", "json"), ("account", "list")):
            self.assert_refused(*command, "--cluster", self.url, says="the database has version 3; this Parlor knows version 2 only")

    def test_one_server_at_a_time(self):
        server = self.serve_on()
        other = os.path.join(self.folder, "other")
        self.assert_refused("serve", "--data", other, *parlor.free_ports(), "--cluster", self.url, says="serves this database")
        self.assert_refused("serve", "--data", self.data, *parlor.free_ports(), "--cluster", self.url, says="used by another process")
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)

    def test_a_standby_takes_over(self):
        """When the other is killed, and when it stands still for too long: it finds out, and speaks no more."""
        flags = ("--standby", "--takeover-after", "2")
        server = self.serve_on(*flags)
        for generation in range(2):
            pair = self.seat_pair(server)
            games.play(pair, games.FOOLS_MATE[:2])
            standby = self.start("--cluster", self.url, *kills.HOLD, *flags, data=os.path.join(self.folder, f"data{generation}"))
            parlor.wait_until(lambda standby=standby: "standing by" in standby.log(), "it stands by")
            if generation == 0:
                server.kill()
                standby.wait_until_ready()
            else:
                server.freeze()
                standby.wait_until_ready()
                pair[0].say(*games.say("g2g4"))
                server.signal(signal.SIGCONT)
                self.assertEqual(server.wait(), 1)
                self.assertIn("another process has taken over", server.log())
                self.assertIsNone(pair[1].hear())
            self.assertEqual(standby.metrics()[TABLES], generation + 1)
            server = standby
        self.assertEqual(server.stop(), 0)
        self.assertEqual([table.texts() for table in self.read_journal().values()], [games.FOOLS_MATE[:2]] * 2)

    def test_nodes_are_listed(self):
        self.assert_refused("nodes", "--cluster", self.url, says="Parlor has nothing in the database")
        server = self.serve_on()
        games.play(self.seat_pair(server), games.FOOLS_MATE[:1])

        def nodes():
            done = parlor.run("nodes", "--cluster", self.url)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [line.split() for line in done.stdout.splitlines()]

        heading, node = nodes()
        self.assertEqual(heading, "NODE STATE BEAT SHARDS TABLES EPOCH VERSION LINKS HOST".split())
        version = parlor.run("--version").stdout.split()[1]
        host = os.uname().nodename
        self.assertEqual((node[:2], node[3:]), (["1", "up"], ["s", "1024", "1", "1", version, "-", host]))
        server.kill()
        self.assertEqual(self.serve_on("--takeover-after", "2", data=os.path.join(self.folder, "other")).stop(), 0)
        _, first, second = nodes()
        self.assertEqual([line[1] for line in (first, second)], ["down", "down"])
        self.assertEqual([line[4] for line in (first, second)], ["0", "1024"])

    def test_a_standby_ends_when_it_is_told_to(self):
        self.serve_on()
        standby = self.start("--cluster", self.url, "--standby", data=os.path.join(self.folder, "other"))
        parlor.wait_until(lambda: "standing by" in standby.log(), "it stands by")
        self.assertEqual(standby.stop(), 0)


class AccountsTest(OnPostgres):
    """Those tests of accounts to which it matters where they are kept."""

    browse = accounts_test.Accounts.browse
    test_a_killed_server_knows_who_is_signed_in = accounts_test.Accounts.test_a_killed_server_knows_who_is_signed_in
    test_a_token_that_somebody_else_knows_signs_nobody_in = accounts_test.Accounts.test_a_token_that_somebody_else_knows_signs_nobody_in

    def start(self, *flags, **options):
        return super().start("--cluster", self.url, *flags, **options)

    def test_the_host_changes_accounts_beside_the_server(self):
        server = self.serve()
        anna = self.browse(server)
        anna.enter("register", "Anna B")
        self.assertIn("1 signed in  Anna B\n", parlor.run("account", "list", "--cluster", self.url).stdout)
        reset = parlor.run("account", "reset", "anna b", "--cluster", self.url)
        self.assertEqual(reset.returncode, 0, reset.stderr)
        parlor.wait_until(lambda: self.browse(server, anna.cookie).welcome["account"] is None, "the server knows that she is signed out")
        self.assertEqual(self.browse(server).enter("sign_in", "Anna B", reset.stdout.strip()), "Anna B")


class MoveTest(OnPostgres):
    def setUp(self):
        super().setUp()
        server = self.serve(*kills.HOLD)
        for length in range(5):
            games.play(self.seat_pair(server), games.FOOLS_MATE[:length])
        self.assertEqual(server.stop(), 0)

    def export(self, *where):
        done = parlor.run("export", *where, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def move(self, origin, target):
        done = parlor.run("move-data", "--from", origin, "--to", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_there_and_back_again(self):
        before = self.export("--data", self.data)
        back = os.path.join(self.folder, "back")
        self.assertEqual(self.move(self.data, self.url), "5 tables, 10 entries, 0 accounts: moved and checked\n")
        self.assertEqual(self.export("--cluster", self.url), before)
        server = self.serve_on(data=os.path.join(self.folder, "node"))
        self.assertEqual(server.metrics()[TABLES], 4)
        self.assert_refused("move-data", "--from", self.url, "--to", back, says="serves this database")
        self.assertEqual(server.stop(), 0)
        self.move(self.url, back)
        self.assertEqual(self.export("--data", back), before)
        with open(os.path.join(self.data, "secret"), "rb") as old, open(os.path.join(back, "secret"), "rb") as new:
            self.assertEqual(old.read(), new.read())
        parlor.Case.assert_in_order(self, back)

    def test_what_cannot_be_moved(self):
        self.assert_refused("move-data", "--from", self.data, "--to", self.folder + "/x", says="a data directory and the address of a database")
        self.assert_refused("move-data", "--from", self.folder + "/none", "--to", self.url, says="there is no database in")
        self.assert_refused("move-data", "--from", self.url, "--to", self.folder + "/x", says="Parlor has nothing in the database")
        self.move(self.data, self.url)
        self.assert_refused("move-data", "--from", self.data, "--to", self.url, says="there are games or accounts in the database already")
        self.assert_refused("move-data", "--from", self.url, "--to", self.data, says="is there already")

    def test_what_was_tampered_with_is_not_moved(self):
        with journal.changed(self.data) as database:
            database.execute("UPDATE log SET entries = replace(entries, 'f2f3', 'f2f5')")
        self.assert_refused("move-data", "--from", self.data, "--to", self.url, says="does not replay")
        self.assertEqual(self.query("SELECT to_regclass('parlor.tables')"), "")


if __name__ == "__main__":
    parlor.main()
