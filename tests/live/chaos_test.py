# Three servers and a PostgreSQL of their own: kill -9, pauses longer than the lease, cut links, and a database that is killed, hung and
# restarted, while pairs play. What anybody was told is a beginning of the journal, and in the end everybody has heard everything.
# CHAOS_MINUTES makes it longer.
import os
import pprint
import random
import tempfile
import threading
import time
import unittest

import chaos_pairs
import crowd
import fleet
import games
import journal
import kills
import parlor
import postgres_test
import websocket

PAIRS = 9
# Longer than any fault. Tables of who is gone end then: nobody has those of half an hour to take over.
HOLD = ("--hold", "30", "--shelfie-abandon", "30")
PATIENCE = 90  # seconds in which everybody has heard everything, once nothing is broken any more


class ChaosTest(postgres_test.OnPostgres, kills.KillCase):
    company = ("--standby",)  # one serves, the others stand by

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (chaos_pairs.ChessPair.moves,) = games.make(pairs=1, moves=300)

    def setUp(self):
        super().setUp()
        words = os.path.join(self.folder, "words")
        with open(words, "w", encoding="ascii") as file:
            file.write("\n".join(chaos_pairs.pairs.Stairs.words()))
        self.flags = (*self.company, *HOLD, *parlor.UNSLOWED, "--lexicon", words)
        self.lexicon = ("--lexicon", words)
        self.numbers = iter(range(1, 10**9))
        self.everybody = []
        self.settled = set()  # pairs that stayed to the end, when nothing was broken any more
        self.failure = None

    def start_servers(self):
        """All of them, and what cuts their links."""
        return fleet.Fleet(self, self.url, self.flags), ()

    def test_nothing_told_is_lost(self):
        servers, forwarders = self.start_servers()
        servers.wait_until_serving()
        faults = fleet.Faults(servers, self.postgres, self.random, forwarders)
        self.addCleanup(self.postgres.go_on)
        over = threading.Event()
        harm = threading.Thread(target=self.do_harm, args=(faults, over))
        harm.start()
        try:
            self.play(servers, over)
        finally:
            over.set()
            harm.join()
        if self.failure:
            raise self.failure
        servers.stop()
        try:
            self.check_everybody()
        except AssertionError:
            self.keep_for_later()
            raise
        told = sum(pair.told for pair in self.everybody)
        begun = sum(pair.begun for pair in self.everybody)
        print(f"  {faults.counts()}: {told} acts told in {begun} games, {len(self.settled)} of them to the end", flush=True)
        print(f"  longest stalls in seconds, lease {fleet.LEASE}: {fleet.longest_stalls(faults.all, self.everybody)}", flush=True)
        self.assert_in_order(flags=self.lexicon)
        self.assertGreater(told, 10 * len(faults.all))

    def keep_for_later(self):
        """What is in the journal, and what everybody has heard: whoever looks for the cause needs both."""
        with tempfile.NamedTemporaryFile("w", prefix="parlor-chaos-", suffix=".txt", delete=False) as file:
            pprint.pprint(self.read_journal(), file, width=160)
            for pair in self.everybody:
                pprint.pprint(vars(pair), file, width=160)
        print(f"  the journal and what everybody has heard: {file.name}", flush=True)

    def play_one_of_each(self, server, until):
        """A pair of every kind, until each was told more than so many acts."""
        players = crowd.Crowd(server)
        self.addCleanup(players.close)
        self.everybody = [kind(number, random.Random(number)) for number, kind in enumerate(chaos_pairs.ALL, 1)]
        for pair in self.everybody:
            players.add(pair)
        players.play(until=lambda: all(pair.told > until for pair in self.everybody))
        return players

    def test_a_lost_move_would_be_seen(self):
        """So that what is checked above is checked."""
        server = self.serve("--cluster", self.url, *kills.HOLD, *self.lexicon)
        self.play_one_of_each(server, until=4)
        self.assertEqual(server.stop(), 0)
        self.check_everybody()
        everybody = self.everybody
        for pair in everybody:
            self.everybody = [pair]
            table = self.table_of(pair)
            self.change_and_look(f"table_id = {table.number} AND seq >= {pair.told - 1}", "DELETE FROM")
            self.change_and_look(f"table_id = {table.number} AND seq = 1", "UPDATE", "SET who = 1 - who")
            self.change_and_look(f"table_id = {table.number}", "DELETE FROM")

    def test_what_is_told_first_would_be_seen(self):
        """A database that calls durable what it has not written yet; it and the server are killed. What was told last may have been
        written all the same: then they try again."""
        self.query("ALTER SYSTEM SET wal_writer_delay = '10s'")
        self.addCleanup(self.query, "ALTER SYSTEM RESET wal_writer_delay")
        self.query("SELECT pg_reload_conf()")
        for tried in range(5):
            self.lie_and_kill(os.path.join(self.folder, f"liar{tried}"))
            try:
                self.check_everybody()
            except AssertionError:
                return
            self.query("DROP SCHEMA parlor CASCADE")
        self.fail("nothing told was missing")

    def lie_and_kill(self, data):
        server = self.serve("--cluster", self.url, *kills.HOLD, *parlor.UNSLOWED, *self.lexicon, data=data)
        self.query("""CREATE FUNCTION parlor.lie() RETURNS trigger LANGUAGE plpgsql AS $$
                      BEGIN PERFORM set_config('synchronous_commit', 'off', true); RETURN NULL; END $$;
                      CREATE TRIGGER lie BEFORE INSERT ON parlor.entries FOR EACH STATEMENT EXECUTE FUNCTION parlor.lie()""")
        players = self.play_one_of_each(server, until=10)
        server.kill()
        self.postgres.kill()
        self.postgres.start()
        players.play(until=lambda: False)

    def table_of(self, pair):
        keys = pair.names or pair.addresses
        return next(table for table in self.read_journal().values() if keys[0] in [*(name for name, _ in table.chairs), *table.addresses])

    def change_and_look(self, which, verb, how=""):
        """What is kept of somebody's game is changed: that is seen. Then it is as before."""
        self.query("CREATE TABLE before AS SELECT * FROM parlor.entries")
        self.query(f"{verb} parlor.entries {how} WHERE {which}")
        try:
            with self.assertRaises(AssertionError, msg=f"{verb} {which}"):
                self.check_everybody()
        finally:
            self.query("TRUNCATE parlor.entries; INSERT INTO parlor.entries SELECT * FROM before; DROP TABLE before")

    def do_harm(self, faults, over):
        """Every kind of fault once, in any order; then, for as long as it was asked for, any. Half of them come before those before them
        are mended."""
        deadline = time.monotonic() + 60 * float(os.environ.get("CHAOS_MINUTES") or 0)
        kinds = list(faults.kinds)
        self.random.shuffle(kinds)
        try:
            while kinds or time.monotonic() < deadline:
                time.sleep(self.random.uniform(0.2, 1.5) if self.random.random() < 0.5 else self.random.uniform(1, 2) + fleet.LEASE)
                kind = kinds.pop() if kinds else self.random.choice((*faults.kinds, faults.pause_node))  # which takes longest
                print(f"  {kind.__name__}", flush=True)
                faults.do(kind)
            time.sleep(fleet.LEASE)
        except BaseException as failure:  # pylint: disable=broad-except
            self.failure = failure
        finally:
            over.set()

    def play(self, servers, over):
        """So many pairs at a time; whose server is gone is replaced by others. In the end all rest, and wait for what they have not heard."""
        players = Several(servers, self.random)
        self.addCleanup(players.close)
        playing = []

        def renew():
            for pair in [pair for pair in playing if not players.is_connected(pair)]:
                players.give_up(pair)
                playing.remove(pair)
            while not over.is_set() and len(playing) < PAIRS and (pair := self.bring_pair(players, playing)):
                playing.append(pair)
            return over.is_set()

        while not renew():
            players.play(until=renew)
            time.sleep(0.05)
        if self.failure:
            return
        for pair in playing:
            pair.resting = True
        deadline = time.monotonic() + PATIENCE
        players.play(until=lambda: time.monotonic() > deadline or renew() and self.is_all_heard(players, playing))
        self.settled = {pair for pair in playing if players.is_connected(pair) and pair.begun}

    def is_all_heard(self, players, playing):
        """Looked at now and then, since what chess clients have to hear is in the journal only."""
        if not all(pair.is_even() for pair in playing if players.is_connected(pair)) or time.monotonic() < self.next_look:
            return False
        self.next_look = time.monotonic() + 1
        tables = self.tables_by_seat()
        try:
            for pair in playing:
                if pair.begun and players.is_connected(pair):
                    self.check_heard_all(pair, tables)
            return True
        except AssertionError:
            return False

    next_look = 0.0

    def bring_pair(self, players, playing):
        """One pair that nobody knows yet, or nothing if there is nobody to play with."""
        waiting = {pair.protocol for pair in playing if not pair.begun}
        kinds = [kind for kind in chaos_pairs.ALL if kind.protocol not in waiting]
        if not kinds:
            return None
        pair = self.random.choice(kinds)(next(self.numbers), random.Random(self.random.getrandbits(64)))
        self.everybody.append(pair)
        try:
            players.add(pair)
        except (OSError, IndexError, websocket.Refused):
            players.give_up(pair)
            return None
        return pair

    def tables_by_seat(self):
        """By the name of who sits there, and by the address of who has none: each plays at one table at most. Of an earlier one, where
        others may have played, they were never told."""
        tables = Tables()
        played = {}
        for table in sorted(self.read_journal().values(), key=lambda one: one.opened):
            for seat, ((name, protocol), address) in enumerate(zip(table.chairs, table.addresses)):
                key = address if protocol == "chess" else name
                tables.met.setdefault(key, set()).update(name for name, _ in table.chairs)
                tables.all.setdefault(key, []).append(table)
                if any(entry.who == seat for entry in table.moves()):
                    self.assertNotIn(key, played, f"who plays one game has two: {table.number}, {played.get(key)}")
                    played[key] = table.number
                    tables[key] = table
                elif key not in played:
                    tables[key] = table
        return tables

    def check_everybody(self):
        """Whoever sits anywhere was there; what each of them was told is a beginning of what is kept."""
        tables = self.tables_by_seat()
        known = set().union(*(pair.names or pair.addresses for pair in self.everybody))
        if len(self.everybody) > 1:
            self.assertLessEqual(set(tables), known, "games of people who were never there")
        for pair in self.everybody:
            pair.check(self, tables)
        for pair in self.settled:
            self.check_heard_all(pair, tables)

    def check_heard_all(self, pair, tables):
        """Nobody waits for something that is kept."""
        if not pair.names:
            return pair.check(self, tables, settled=True)
        kept = len(tables[pair.names[0]].moves())
        self.assertEqual(pair.heard, [kept, kept], f"{pair.names} have not heard everything")


class Tables(dict):
    """Tables by who plays there; whose connection is gone, though no server knows yet, may be seated again and again, and plays nowhere."""

    def __init__(self):
        super().__init__()
        self.met = {}  # with whom everybody was seated
        self.all = {}  # where, in order


class ClusterChaosTest(ChaosTest):
    """All of them serve, and pairs sit at different ones."""

    company = ("--link", "127.0.0.1:0")
    test_a_lost_move_would_be_seen = test_what_is_told_first_would_be_seen = None

    def start_servers(self):
        servers = fleet.Fleet(self, self.url, self.flags, count=1)
        forwarders = servers.put_forwarders_between(self.query)
        servers.add(fleet.FORWARDED - 1)
        return servers, forwarders


class ShelfieCheckerTest(unittest.TestCase):
    """A turn of My Shelfie that was broken off, of which its pair could not know."""

    check_table = kills.KillCase.check_table

    def check(self, *entries, asked, told):
        pair = chaos_pairs.ShelfiePair(1, random.Random(1))
        pair.begun, pair.asked, pair.told = True, list(asked), told
        table = journal.Table(1, "shelfie", [(name, "shelfie") for name in pair.names], None,
                              [journal.Entry(seq, who, text) for seq, (who, text) in enumerate(entries)], 0, [], [])
        tables = Tables()
        tables.update((name, table) for name in pair.names)
        tables.all = {pair.names[0]: [table]}
        pair.check(self, tables)

    ASKED = ((0, "take:1,1"), (0, "order:0"), (0, "column:2"), (1, "take:2,3"), (1, "order:0"))

    def test_who_plays_on_is_right(self):
        self.check((0, "take:1,1"), (0, "order:0"), (0, "!away"), (1, "take:2,3"), (1, "order:0"), asked=self.ASKED, told=5)
        self.check((0, "take:1,1"), (0, "!away"), (0, "!here"), (1, "take:2,3"), asked=self.ASKED, told=4)

    def test_a_lost_act_is_seen(self):
        for entries in ([(0, "take:1,1"), (0, "order:0"), (1, "take:2,3")],  # nobody was gone
                        [(0, "take:1,1"), (0, "order:0"), (1, "!away"), (1, "take:2,3")],  # the other was
                        [(0, "take:1,1"), (0, "order:0"), (0, "!away"), (1, "order:0")],  # nor is this all
                        [(0, "take:1,1"), (0, "!away"), (0, "!here")]):  # told more than a turn of it
            with self.assertRaises(AssertionError, msg=entries):
                self.check(*entries, asked=self.ASKED, told=5)


class StrangerTest(unittest.TestCase):
    """Of a pair that is seated together one may never hear, since its node stood still, and meet somebody else."""

    def test_who_was_not_told_may_meet_a_stranger(self):
        pair = chaos_pairs.ClarksonPair(1, random.Random(1))
        pair.begun = True  # as the other was told
        self.assertEqual(pair._listen(0, "SCORE 0 stranger"), [])
        self.assertEqual((pair.strangers, pair.left), ([{"stranger"}, set()], True))

    def test_who_plays_may_not(self):
        pair = chaos_pairs.ClarksonPair(1, random.Random(1))
        pair._listen(0, f"SCORE 0 {pair.names[1]}")
        pair.begun = True
        pair._listen(0, "SCORE 0 stranger")
        self.assertEqual((pair.strangers, pair.left), ([set(), set()], False), "it is not excused")


class AloneTest(unittest.TestCase):
    """Who is all that is left of a lobby of scrabble-clarkson plays alone."""

    def hear(self, *names, chairs):
        pair = chaos_pairs.ClarksonPair(1, random.Random(1))
        for name in names:
            pair._listen(0, f"SCORE 0 {name}")
        for _ in range(15):
            pair._listen(0, "(0,0)" * 15)
        pair._listen(0, f"TURN {pair.names[0]}")
        tables = Tables()
        tables.all = {name: [journal.Table(1, "scrabble", [(name, pair.protocol) for name in chairs], None, [], 0, [], [])] for name in chairs}
        pair.check(self, tables)
        return pair

    def test_a_game_of_one_may_be(self):
        self.assertEqual(self.hear("clarkson1a", chairs=["clarkson1a"]).alone, [True, False])
        self.assertEqual(self.hear("clarkson1a", "clarkson1b", chairs=["clarkson1a", "clarkson1b"]).alone, [False, False])

    def test_a_lost_one_is_seen(self):
        for chairs in ([], ["clarkson1b"], ["clarkson1a", "clarkson1b"]):
            with self.assertRaises(AssertionError, msg=chairs):
                self.hear("clarkson1a", chairs=chairs)

    check_table = kills.KillCase.check_table


class Several(crowd.Crowd):
    """A crowd whose seats are at any of the servers."""

    def __init__(self, servers, rng):
        super().__init__(self)
        self._servers, self._random = servers, rng

    def add(self, pair):
        with self._servers.changing:  # who speaks to a server that stands still would wait
            super().add(pair)

    def address(self, protocol):
        node = self._random.choice(self._servers.serving())
        self.pairs[-1].nodes.append(node)
        return node.address(protocol)

    def is_connected(self, pair):
        return all(client.fileno() in self._seats for client in pair.sockets) and pair.sockets

    def give_up(self, pair):
        """Where one of them was cut off the other may still be there, and is told that somebody has left."""
        pair.left = True
        self._forget(pair)


if __name__ == "__main__":
    parlor.main()
