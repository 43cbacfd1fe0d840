# Three servers and a PostgreSQL of their own: kill -9, pauses longer than the lease, and a database that is killed, hung and restarted,
# while pairs play. Every move that anybody was told of is in the journal, in order, once. CHAOS_MINUTES makes it longer.
import os
import random
import threading
import time

import crowd
import fleet
import kills
import pairs
import parlor
import postgres_test

PAIRS = 6
KINDS = (pairs.ClarksonPair, pairs.TwentePair, pairs.SpectranglePair)


class ChaosTest(postgres_test.OnPostgres, kills.KillCase):
    company = ("--standby",)  # one serves, the others stand by
    most_mixed = 0  # so many games, of one, are of people who came with somebody else

    def setUp(self):
        super().setUp()
        words = os.path.join(self.folder, "words")
        with open(words, "w", encoding="ascii") as file:
            file.write("\n".join(pairs.Stairs.words()))
        self.flags = (*self.company, *kills.HOLD, "--lexicon", words)
        self.lexicon = ("--lexicon", words)
        self.numbers = iter(range(1, 10**9))
        self.everybody = []
        self.failure = None

    def test_nothing_told_is_lost(self):
        servers = fleet.Fleet(self, self.url, self.flags)
        servers.wait_until_serving()
        faults = fleet.Faults(servers, self.postgres, self.random)
        self.addCleanup(self.postgres.go_on)
        over = threading.Event()
        harm = threading.Thread(target=self.do_harm, args=(faults, over))
        harm.start()
        try:
            odd = self.play(servers, over)
        finally:
            over.set()
            harm.join()
        if self.failure:
            raise self.failure
        servers.stop()
        self.check_everybody(odd)
        told = sum(pair.told for pair in self.everybody)
        print(f"  {faults.counts}: {told} acts told in {len(self.everybody)} games", flush=True)
        self.assert_in_order(flags=self.lexicon)
        self.assertGreater(told, 10 * sum(faults.counts.values()))

    def test_a_lost_move_would_be_seen(self):
        """So that what is checked above is checked."""
        server = self.serve("--cluster", self.url, *kills.HOLD, *self.lexicon)
        players = crowd.Crowd(server)
        self.addCleanup(players.close)
        pair = pairs.SpectranglePair(1, self.random)
        self.everybody = [pair]
        players.add(pair)
        players.play(until=lambda: pair.told > 4)
        self.assertEqual(server.stop(), 0)
        self.check_everybody()
        kept = f"{pair.told - 1}"
        for loss in (f"DELETE FROM parlor.entries WHERE seq >= {kept}", "DELETE FROM parlor.entries WHERE seq = 0",
                     "DELETE FROM parlor.entries; DELETE FROM parlor.tables"):
            self.query(loss)
            with self.assertRaises(AssertionError):
                self.check_everybody()

    def do_harm(self, faults, over):
        """Every kind of fault once, in any order; then, for as long as it was asked for, any."""
        deadline = time.monotonic() + 60 * float(os.environ.get("CHAOS_MINUTES") or 0)
        kinds = list(faults.kinds)
        self.random.shuffle(kinds)
        try:
            while kinds or time.monotonic() < deadline:
                time.sleep(self.random.uniform(0.2, 1.5))
                kind = kinds.pop() if kinds else self.random.choice(faults.kinds)
                print(f"  {kind.__name__}", flush=True)
                faults.do(kind)
            time.sleep(1)
        except BaseException as failure:  # pylint: disable=broad-except
            self.failure = failure
        finally:
            over.set()

    def play(self, servers, over):
        """So many pairs at a time; whose server is gone is replaced by others. Returns who has heard something odd."""
        players = Several(servers, self.random)
        self.addCleanup(players.close)
        playing = []

        def renew():
            for pair in [pair for pair in playing if not players.is_connected(pair)]:
                players.give_up(pair)
                playing.remove(pair)
            while len(playing) < PAIRS and (pair := self.bring_pair(players, playing)):
                playing.append(pair)
            return over.is_set()

        while not renew():
            players.play(until=renew)
            time.sleep(0.05)
        return players.odd

    def bring_pair(self, players, playing):
        """One pair that nobody knows yet, or nothing if there is nobody to play with."""
        waiting = {pair.protocol for pair in playing if not pair.begun}
        kinds = [kind for kind in KINDS if kind.protocol not in waiting]
        if not kinds:
            return None
        pair = self.random.choice(kinds)(next(self.numbers), random.Random(self.random.getrandbits(64)), None)
        self.everybody.append(pair)
        try:
            players.add(pair)
        except (OSError, IndexError):
            players.give_up(pair)
            return None
        return pair

    def check_everybody(self, odd=None):
        """Whoever has heard what they did not expect (`odd`) must have met a stray: somebody whose partner was cut off."""
        tables = {frozenset(name for name, _ in table.chairs): table for table in self.read_journal().values()}
        known = {frozenset(pair.names) for pair in self.everybody}
        mixed = set(tables) - known
        self.assertLessEqual(set().union(*mixed), set().union(*known), "games of people who were never there")
        strays = set().union(*mixed)
        self.assertLessEqual(len(mixed), self.most_mixed * len(tables), "games that nobody has begun")
        for pair in self.everybody:
            table = tables.get(frozenset(pair.names))
            if strays & set(pair.names):
                continue
            if odd and pair in odd:
                raise odd[pair]
            if table is None:
                self.assertFalse(pair.begun, f"a game of {pair.names} began that is not in the journal")
            else:
                self.check_table(pair, table)


class ClusterChaosTest(ChaosTest):
    """All of them serve, and pairs sit at different ones. Who waits at a node for somebody whose own node is gone may meet others."""

    company = ("--link", "127.0.0.1:0")
    most_mixed = 0.1
    test_a_lost_move_would_be_seen = None


class Several(crowd.Crowd):
    """A crowd whose seats are at any of the servers."""

    def __init__(self, servers, rng):
        super().__init__(self)
        self._servers, self._random = servers, rng
        self.odd = {}  # what pairs have heard that they did not expect

    def _hear(self, pair, seat, data):
        try:
            crowd.Crowd._hear(pair, seat, data)
        except AssertionError as failure:
            self.odd[pair] = failure
            pair.left = True

    def address(self, protocol):
        return self._random.choice(self._servers.serving()).address(protocol)

    def is_connected(self, pair):
        return all(client.fileno() in self._seats for client in pair.sockets) and pair.sockets

    def give_up(self, pair):
        """Where one of them was cut off the other may still be there, and is told that somebody has left."""
        pair.left = True
        self._forget(pair)


if __name__ == "__main__":
    parlor.main()
