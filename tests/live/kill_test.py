# Kills the server at random moments while many pairs play: whatever anybody was told is in the journal, and nothing else.
import signal
import time

import crowd
import games
import journal
import kills
import parlor

PAIRS = 40
ROUNDS = 14


class KillTest(kills.KillCase):
    def setUp(self):
        super().setUp()
        # Enough to make the log so long that it is folded into the tables, among the kills.
        self.games = games.record(self.serve(*kills.HOLD), pairs=150, moves=300)
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
        server = self.serve(*kills.HOLD)
        self.play_until(server, self.random.uniform(0.02, 1.2), server.popen.kill)

    def kill_while_stopping(self):
        server = self.serve(*kills.HOLD)

        def stop_then_kill():
            server.signal(signal.SIGTERM)
            time.sleep(self.random.uniform(0, 0.02))
            server.popen.kill()

        self.play_until(server, self.random.uniform(0.2, 0.5), stop_then_kill)

    def kill_at_start(self):
        server = self.start(*kills.HOLD)
        time.sleep(self.random.uniform(0, 0.08))
        server.kill()
        self.check_pairs([])

    def kill_when_idle(self):
        """Folding begins 0.2 s after the last commit, if the log is long."""
        server = self.serve(*kills.HOLD)
        time.sleep(self.random.uniform(0.19, 0.25))
        server.kill()
        self.check_pairs([])

    def play_until(self, server, seconds, end):
        """Pairs play, some of them hang up in between and others come, until `end()` ends the server."""
        players = crowd.Crowd(server)
        self.addCleanup(players.close)

        def add_pair():
            leave_after = self.random.choice([None, None, self.random.randrange(60)])
            players.add(crowd.ChessPair(self.random.choice(self.games), leave_after))

        for _ in range(PAIRS):
            add_pair()
        self.play_until_ended(players, kills.after(seconds), end, on_left=add_pair)
        server.wait()
        self.check_pairs(players.pairs)

    def check_pairs(self, pairs):
        """New tables belong to the pairs, in the order in which they came."""
        waiting = list(pairs)

        def find_pair(table):
            if table.number in self.known or not waiting:
                return None
            return waiting.pop(0)

        self.check_journal(find_pair)
        for pair in waiting:
            self.assertFalse(pair.begun, "a game began that is not in the journal")
        self.moves += sum(pair.told for pair in pairs)

    def check_recovery(self):
        unfinished = sum(table.outcome is None for table in self.known.values())
        self.assertGreater(unfinished, 0)
        server = self.serve(*kills.HOLD)
        self.assertEqual(server.metrics()['parlor_tables{game="chess"}'], unfinished)
        self.assertEqual(server.stop(), 0)
        self.check_pairs([])


if __name__ == "__main__":
    parlor.main()
