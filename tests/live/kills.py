# What tests share that kill the server at random moments and then look into its journal.
import os
import random
import threading
import time

import journal
import parlor

HOLD = ("--hold", "100000")  # no table of an earlier round is closed


class KillCase(parlor.Case):
    """`random` makes all choices; `known` are all tables as they were when the journal was read last."""

    def setUp(self):
        super().setUp()
        seed = int(os.environ.get("LIVE_SEED") or random.SystemRandom().randrange(2**32))
        print(f"\n  LIVE_SEED={seed} repeats these choices", flush=True)
        self.random = random.Random(seed)
        self.known = {}

    def play_until_ended(self, players, is_time, end, on_round=lambda: None, on_left=lambda: None):
        """The crowd plays until the server has ended: `end()` ends it, in a thread of its own, once `is_time()`.
        `on_round` and `on_left` may bring more pairs, until then."""
        ending = threading.Thread(target=end)
        begun = threading.Event()

        def look():
            if not begun.is_set() and is_time():
                begun.set()
                ending.start()
            if not begun.is_set():
                on_round()
            return False

        try:
            players.play(until=look, on_left=lambda: begun.is_set() or on_left())
        except (ConnectionRefusedError, ConnectionResetError):
            players.play(until=lambda: False)  # the last to come found nobody; the others still read what was sent
        self.assertTrue(begun.is_set(), "the server closed all connections by itself")
        ending.join()

    def read_journal(self):
        """All tables by number; no server runs."""
        return journal.read(self.data)

    def check_journal(self, find_pair):
        """Every table of before is as it was, or belongs to a pair; every new one belongs to one. `find_pair(table)` says to which."""
        tables = self.read_journal()
        self.assertLessEqual(set(self.known), set(tables), "tables are gone")
        for number, table in tables.items():
            before = self.known.get(number)
            if pair := find_pair(table):
                self.check_table(pair, table)
            else:
                self.assertIsNotNone(before, f"nobody opened table {number}")
                self.assertEqual(table.texts(), before.texts(), f"table {number} has changed")
                self.assertEqual(table.outcome, before.outcome, f"table {number} has changed")
        self.known = tables

    def check_table(self, pair, table):
        """What anybody was told is kept, and what is kept was asked for."""
        moves = table.moves()
        what = f"table {table.number}, {pair.protocol}: {pair.told} acts told, {len(pair.asked)} asked for, {len(moves)} kept"
        seats = [pair.names.index(name) for name, _ in table.chairs] if pair.names else [0, 1]
        self.assertEqual([(seats[entry.who], entry.text) for entry in moves], pair.asked[:len(moves)], what)
        self.assertGreaterEqual(len(moves), pair.told, what)
        if "!leave" in table.texts():
            self.assertTrue(pair.left, f"{what}: nobody had left")
            self.assertIsNotNone(table.outcome, what)


def after(seconds):
    """True once so much time has passed."""
    due = time.monotonic() + seconds
    return lambda: time.monotonic() >= due
