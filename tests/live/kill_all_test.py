# Kills the server at random moments while pairs of all protocols play: whatever anybody was told is in the journal, and nothing else;
# and who can come back goes on where the journal ends.
import os
import random
import time

import crowd
import games
import kills
import pairs
import parlor

ROUNDS = 12
PAIRS = 3  # of each protocol
MOST_TOLD = 600  # acts in a round, before the server is killed


class Progress:
    """Counts what a crowd is told in a round; if nothing is for long, something is wrong."""

    def __init__(self, players, before):
        self._players, self._before = players, before
        self._last, self._since = 0, time.monotonic()

    def count(self):
        count = sum(pair.told - self._before[pair] for pair in self._players.pairs)
        if count != self._last:
            self._last, self._since = count, time.monotonic()
        if time.monotonic() > self._since + parlor.PATIENCE:
            raise AssertionError("nobody is told anything any more: " + "; ".join(
                f"{pair.names or pair.protocol} {pair.told}/{len(pair.asked)}" for pair in self._players.pairs if not pair.left))
        return count


class KillAllTest(kills.KillCase):
    def setUp(self):
        super().setUp()
        self.chess_games = games.make(pairs=20, moves=200)
        words = os.path.join(self.folder, "words")
        with open(words, "w", encoding="ascii") as file:
            file.write("\n".join(pairs.Stairs.words()))
        self.lexicon = ("--lexicon", words)
        self.numbers = iter(range(1, 10_000))
        self.by_names = {}  # all pairs that have names
        self.chess_waiting = []  # pairs without names, in the order in which they came
        self.told = dict.fromkeys(["chess", *(kind.protocol for kind in pairs.ALL)], 0)
        self.returned = dict.fromkeys((kind.protocol for kind in pairs.ALL), 0)

    def test_killed_again_and_again(self):
        for _ in range(ROUNDS):
            self.play_and_kill()
            self.assert_in_order(flags=self.lexicon)
        for protocol, told in self.told.items():
            self.assertGreater(told, ROUNDS, f"{protocol} was hardly played")
        for protocol, returned in self.returned.items():
            self.assertGreater(returned, 0, f"nobody came back by {protocol} and played on")
        server = self.serve(*kills.HOLD, *self.lexicon)
        unfinished = sum(table.outcome is None for table in self.known.values())
        running = [value for name, value in server.metrics().items() if name.startswith("parlor_tables{")]
        self.assertEqual(sum(running), unfinished)

    def play_and_kill(self):
        server = self.serve(*kills.HOLD, *self.lexicon)
        players = crowd.Crowd(server)
        self.addCleanup(players.close)
        waiting = self.all_to_come()
        before = {pair: pair.told for pair in waiting}
        enough, pause = self.random.randrange(MOST_TOLD), self.random.uniform(0, 0.02)

        told = Progress(players, before)

        def end():
            time.sleep(pause)
            server.popen.kill()

        def more():
            waiting.extend(self.new_pairs(1))
            before.update((pair, 0) for pair in waiting if pair not in before)

        self.let_come(players, waiting)
        self.play_until_ended(players, lambda: told.count() >= enough, end, lambda: self.let_come(players, waiting), more)
        server.wait()
        self.check_round(players.pairs, before)

    def all_to_come(self):
        """Those who can come back, and new ones, in any order."""
        everybody = [pair for pair in self.by_names.values() if pair.begun and not pair.left]
        for pair in everybody:
            pair.begun = False
        everybody += self.new_pairs(PAIRS)
        self.random.shuffle(everybody)
        return everybody

    def new_pairs(self, count):
        """So many of each protocol; some will leave in the middle."""
        fresh = []
        for _ in range(count):
            fresh.append(crowd.ChessPair(self.random.choice(self.chess_games), self.random.choice([None, self.random.randrange(40)])))
            for kind in pairs.ALL:
                rng = random.Random(self.random.getrandbits(64))
                fresh.append(kind(next(self.numbers), rng, self.random.choice([None, self.random.randrange(90)])))
        return fresh

    def let_come(self, players, waiting):
        """One pair of a protocol at a time, so that who comes together plays together."""
        coming = {pair.protocol for pair in players.pairs if not pair.begun and not pair.left}
        for pair in list(waiting):
            if pair.protocol in coming:
                continue
            coming.add(pair.protocol)
            waiting.remove(pair)
            players.add(pair)
            if pair.names:
                self.by_names[tuple(pair.names)] = pair
            else:
                self.chess_waiting.append(pair)

    def check_round(self, came, before):
        self.check_journal(self.find_pair)
        for pair in came:
            self.told[pair.protocol] += pair.told - before[pair]
        self.assertFalse([pair for pair in self.chess_waiting if pair.begun], "a game began that is not in the journal")
        self.chess_waiting = []
        kept = {frozenset(name for name, _ in table.chairs): table for table in self.known.values()}
        for names, pair in self.by_names.items():
            table = kept.get(frozenset(names))
            self.assertTrue(table or not pair.begun, f"a game of {names} began that is not in the journal")
            if pair.back and pair.told > before.get(pair, pair.told):
                self.returned[pair.protocol] += 1
            pair.begun = table is not None
            pair.left = pair.left or (table is not None and table.outcome is not None)
            if pair.begun and not pair.left:
                pair.come_back(len(table.moves()))

    def find_pair(self, table):
        if [protocol for _, protocol in table.chairs] == ["chess", "chess"]:
            new = table.number not in self.known and self.chess_waiting
            return self.chess_waiting.pop(0) if new else None
        names = [name for name, _ in table.chairs]
        return self.by_names.get(tuple(names)) or self.by_names.get(tuple(reversed(names)))


if __name__ == "__main__":
    parlor.main()
