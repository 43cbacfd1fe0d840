# Chess games to play: recorded from the program's own benchmark, and said in the words of the wire.
import os
import tempfile

import journal
import parlor

PIECES = {"r": 1, "n": 2, "b": 3, "q": 4}
FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def say(move):
    """The lines of a move: "e7e8q" is a MOVE and a PROMOTION."""
    x1, y1, x2, y2 = (ord(letter) - ord(first) for letter, first in zip(move, "a1a1"))
    lines = [f"MOVE {x1} {y1} {x2} {y2}"]
    if len(move) == 5:
        lines.append(f"PROMOTION {PIECES[move[4]]} {x2} {y2}")
    return lines


def play(pair, moves):
    """Plays moves between two peers, White's first; each is heard by the other before the next is said."""
    for number, move in enumerate(moves):
        lines = say(move)
        pair[number % 2].say(*lines)
        pair[1 - number % 2].expect(*lines)


def record(server, pairs, moves):
    """Legal random games of that many half moves, none of them over; they stay in the server's journal."""
    host, port = server.address()
    made = parlor.run("bench", "chess", "--connect", f"{host}:{port}", "--pairs", pairs, "--moves", moves)
    if made.returncode != 0:
        raise AssertionError(made.stderr)
    server.wait_for('parlor_tables{game="chess"}', 0)  # the players are gone
    if server.stop() != 0:
        raise AssertionError(server.log())
    return [[text for text in table.texts() if text != "!leave"] for table in journal.read(server.data).values()]


def make(pairs, moves):
    """Games as above, from a server that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="parlor-live-") as folder:
        server = parlor.Server(os.path.join(folder, "data"), log=os.path.join(folder, "log"))
        try:
            return record(server.wait_until_ready(), pairs, moves)
        finally:
            server.end()
