# The matrix: the checker names the one thing that is wrong with each broken peer first, and blames nothing else; bots finish whole
# games wherever that is possible. PARLOR_MATRIX=all plays all cases on each peer, not only those that are most telling.
import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "live"))

import matrix
import parlor
import tables

AT_ONCE = 4  # they mostly wait
# The cases that are played on every broken server.
CORE = {
    "chess": ("happy-flow", "coordinates", "error-1-unknown-message", "error-2-*", "error-3-illegal-move", "promotion-1-rook",
              "end-checkmate-replay-*", "opponent-left", "waiting-client-hangs-up"),
    "scrabble-clarkson": ("conversation", "hello", "board", "userjoin", "userset*", "ready-*", "place-first-word", "place-out-of-turn",
                          "unrecognized", "quit", "lobby-leaver", "whole-game-of-two", "scoring"),
    "scrabble-twente": ("happy-flow", "announce-*", "requestgame", "word-down", "e009-not-your-turn", "e002-unknown-command", "disconnect",
                        "queue-leaver", "whole-game-of-two"),
    "spectrangle": ("lobby-two", "start-order-two", "update-to-all", "error-1-unknown", "error-5-not-your-turn", "leave-two-hang-up",
                    "start-when-somebody-hangs-up", "whole-game-of-two"),
    "shelfie": ("json/01-login", "json/05-create", "json/06-join", "json/11-start", "json/12-turn", "json/16-order-of-checks", "json/13-*",
                "json/22-*", "json/32-*"),
}
# A bot whose games are short.
LEVELS = {"chess": "skilled"}


def have_finished(bots):
    return all(code == 0 and "1 games:" in words for code, words in bots)


class Matrix:
    """One protocol; the tests are inherited."""

    protocol = None

    @classmethod
    def setUpClass(cls):
        os.environ["PARLOR_BINARY"] = parlor.binary

    def judge(self, outcomes, kind):
        for outcome in outcomes:
            print(outcome.line())
        named = sum(outcome.is_named() for outcome in outcomes)
        alone = sum(not outcome.others() for outcome in outcomes)
        print(f"{self.protocol}: {len(outcomes)} broken {kind}, {100 * named // len(outcomes)} % named rightly, "
              f"{100 * alone // len(outcomes)} % without another blamed")
        self.assertEqual([outcome.line() for outcome in outcomes if not outcome.is_right()], [])

    def each(self, names, work, is_right):
        """What comes of each. Who is not right is tried again, alone and with more patience: the machine may have been busy."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            tried = list(pool.map(lambda name: work(name, matrix.USUAL), names))
        return [one if is_right(one) else work(name, matrix.PATIENT) for name, one in zip(names, tried)]

    def test_servers(self):
        only = () if os.environ.get("PARLOR_MATRIX") == "all" else ("--only", *CORE[self.protocol])
        self.judge(self.each(tables.SERVERS[self.protocol], lambda name, patience: matrix.try_server(self.protocol, name, *only, patience=patience),
                             matrix.Outcome.is_right), "servers")

    def test_clients(self):
        self.judge(self.each(tables.CLIENTS[self.protocol], lambda name, patience: matrix.try_client(self.protocol, name, patience=patience),
                             matrix.Outcome.is_right), "clients")

    def test_bots_finish_games(self):
        playable = sorted(name for name, fault in tables.SERVERS[self.protocol].items() if fault.playable)
        self.assertGreaterEqual(len(playable), 12)
        level = LEVELS.get(self.protocol, "random")
        said = self.each(playable, lambda name, patience: matrix.try_bots(self.protocol, name, level, patience=patience), have_finished)
        self.assertEqual({name: bots for name, bots in zip(playable, said) if not have_finished(bots)}, {})


class Chess(Matrix, parlor.Case):
    protocol = "chess"


class ScrabbleClarkson(Matrix, parlor.Case):
    protocol = "scrabble-clarkson"


class ScrabbleTwente(Matrix, parlor.Case):
    protocol = "scrabble-twente"


class Spectrangle(Matrix, parlor.Case):
    protocol = "spectrangle"


class Shelfie(Matrix, parlor.Case):
    protocol = "shelfie"


if __name__ == "__main__":
    parlor.main()
