# Kills the server at random moments while many pairs play: whatever anybody was told is in the journal, and nothing else.
import os
import random
import signal
import threading
import time

import crowd
import games
import journal
import parlor

PAIRS = 40
ROUNDS = 14
HOLD = ("--hold", "100000")  # no table of an earlier round is closed


class KillTest(parlor.Case):
    def setUp(self):
        super().setUp()
        seed = int(os.environ.get("LIVE_SEED") or random.SystemRandom().randrange(2**32))
        print(f"\n  LIVE_SEED={seed} repeats these choices", flush=True)
        self.random = random.Random(seed)
        # Enough to make the log so long that it is folded into the tables, among the kills.
        self.games = games.record(self.serve(*HOLD), pairs=150, moves=300)
        self.known = journal.read(self.data)
        self.moves = 0

    def test_killed_again_and_again(self):
        kinds = [self.play_and_kill] * ROUNDS + [self.kill_at_start, self.kill_when_idle, self.kill_while_stopping] * 3
        self.random.shuffle(kinds)
        for kind in kinds:
            kind()
            self.assert_in_order()
        self.assertGreater(self.moves, 50 * ROUNDS)
        self.assertTrue(any(table.folded for table in self.known.values()), "nothing was ever folded")
        self.check_recovery()

    def play_and_kill(self):
        server = self.serve(*HOLD)
        self.play_until(server, self.random.uniform(0.02, 1.2), server.popen.kill)

    def kill_while_stopping(self):
        server = self.serve(*HOLD)

        def stop_then_kill():
            server.signal(signal.SIGTERM)
            time.sleep(self.random.uniform(0, 0.02))
            server.popen.kill()

        self.play_until(server, self.random.uniform(0.2, 0.5), stop_then_kill)

    def kill_at_start(self):
        server = self.start(*HOLD)
        time.sleep(self.random.uniform(0, 0.08))
        server.kill()
        self.check_journal([])

    def kill_when_idle(self):
        """Folding begins 0.2 s after the last commit, if the log is long."""
        server = self.serve(*HOLD)
        time.sleep(self.random.uniform(0.19, 0.25))
        server.kill()
        self.check_journal([])

    def play_until(self, server, seconds, end):
        """Pairs play, some of them hang up in between and others come, until `end()` ends the server."""
        players = crowd.Crowd(server.address())
        self.addCleanup(players.close)
        ended = threading.Event()

        def add_pair():
            leave_after = self.random.choice([None, None, self.random.randrange(60)])
            players.add(crowd.Pair(self.random.choice(self.games), leave_after))

        def work():
            ended.set()
            end()

        def replace_pair():
            if not ended.is_set():
                add_pair()

        for _ in range(PAIRS):
            add_pair()
        timer = threading.Timer(seconds, work)
        timer.start()
        try:
            players.play(until=lambda: False, on_left=replace_pair)
        except (ConnectionRefusedError, ConnectionResetError):
            players.play(until=lambda: False)  # the last to come found nobody; the others still read what was sent
        finally:
            timer.join()
        self.assertTrue(ended.is_set(), "the server closed all connections by itself")
        server.wait()
        self.check_journal(players.pairs)

    def check_journal(self, pairs):
        """Every table of before is as it was; those that are new belong to the pairs, in the order in which they came."""
        tables = journal.read(self.data)
        fresh = [tables.pop(number) for number in sorted(tables) if number not in self.known]
        self.assertEqual(set(tables), set(self.known))
        for number, table in tables.items():
            self.assertEqual(table.texts(), self.known[number].texts(), f"table {number} has changed")
            self.assertEqual(table.outcome, self.known[number].outcome, f"table {number} has changed")
        self.assertLessEqual(len(fresh), len(pairs))
        for pair, table in zip(pairs, fresh):
            self.check_table(pair, table)
        for pair in pairs[len(fresh):]:
            self.assertEqual(pair.colored, 0, "a game began that is not in the journal")
        self.known = tables | {table.number: table for table in fresh}
        self.moves += sum(pair.told for pair in pairs)

    def check_table(self, pair, table):
        texts = table.texts()
        leaves = texts[-1:] == ["!leave"]
        moves = texts[:-1] if leaves else texts
        what = f"table {table.number}: {pair.told} moves told, {pair.said} said, {len(moves)} kept"
        self.assertEqual(moves, pair.moves[:len(moves)], what)
        self.assertGreaterEqual(len(moves), pair.told, what)
        self.assertLessEqual(len(moves), pair.said, what)
        self.assertEqual([entry.who for entry in table.entries[:len(moves)]], [n % 2 for n in range(len(moves))], what)
        self.assertTrue(pair.left or not leaves, f"table {table.number}: nobody had left")
        self.assertEqual(table.outcome is not None, leaves, what)

    def check_recovery(self):
        unfinished = sum(table.outcome is None for table in self.known.values())
        self.assertGreater(unfinished, 0)
        server = self.serve(*HOLD)
        self.assertEqual(server.metrics()['parlor_tables{game="chess"}'], unfinished)
        self.assertEqual(server.stop(), 0)
        self.check_journal([])


if __name__ == "__main__":
    parlor.main()
