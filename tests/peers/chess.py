# Broken peers of chess.
import re

import everywhere
from fault import Fault, before, drop, hang_up_after, later, swap, twice, unplayable

MOVE = rb"^MOVE (\d) (\d) (\d) (\d)"
TO = rb"^(PROMOTION \d) (\d) (\d)"


def _coordinates(change):
    """`change(x, y)` gives what is written for a square."""
    def says(message, link):
        if found := re.match(MOVE, message):
            x1, y1, x2, y2 = map(int, found.groups())
            return b"MOVE %d %d %d %d" % (*change(x1, y1), *change(x2, y2))
        if found := re.match(TO, message):
            return found[1] + b" %d %d" % change(int(found[2]), int(found[3]))
        return message
    return says


def _algebraic(message, link):
    if found := re.match(MOVE, message):
        x1, y1, x2, y2 = map(int, found.groups())
        return b"MOVE %c%d%c%d" % (ord("a") + x1, y1 + 1, ord("a") + x2, y2 + 1)
    return message


def _only_white_hears(message, link):
    return None if link.memory.get("black") and message.startswith(b"MOVE") else _colour(message, link)


def _colour(message, link):
    if message == b"COLOR BLACK":
        link.memory["black"] = True
    return message


def _stays_open(message, link):
    """Nobody is hung up on who was not told that it is over."""
    link.memory["stays"] = message != b"REPLAY No"
    return message


SERVERS = everywhere.servers(b"\n", r"COLOR|end of the connection") | everywhere.crlf() | everywhere.returns() | {
    "wrong-error": Fault("says ERROR 1 to an illegal move", r"ERROR 3", says=swap(rb"^ERROR 3", rb"ERROR 1")),
    "errors-from-0": Fault("counts the errors from 0", r"ERROR [1-6]", says=swap(rb"^ERROR (\d)", lambda found: b"ERROR %d" % (int(found[1]) - 1))),
    "closes-after-error": Fault("hangs up after an ERROR", r"end of the connection|hangs up", says=hang_up_after(rb"ERROR")),
    "swapped-xy": unplayable("passes moves on with x and y exchanged", r"X is the file, Y the rank", about=r"MOVE|PROMOTION", says=_coordinates(lambda x, y: (y, x))),
    "rows-from-1": unplayable("passes moves on with ranks counted from 1", r"Y counts from 0", about=r"MOVE|PROMOTION", says=_coordinates(lambda x, y: (x, y + 1))),
    "rows-from-the-top": unplayable("passes moves on with ranks counted from Black's side", r"Y counts from White's side", about=r"MOVE|PROMOTION", says=_coordinates(lambda x, y: (x, 7 - y))),
    "forgets-the-other": unplayable("does not pass on moves to Black", r"MOVE", says=_only_white_hears),
    "never-says-color": unplayable("does not tell who is Black", r"COLOR BLACK", says=drop(rb"COLOR BLACK")),
    "forgets-promotion": unplayable("does not pass on PROMOTION", r"PROMOTION", says=drop(rb"PROMOTION")),
    "promotion-first": unplayable("passes PROMOTION of White on before its MOVE", r"PROMOTION", says=later(rb"MOVE \d 6 \d 7", rb"PROMOTION")),
    "promotion-from-0": Fault("counts the pieces of PROMOTION from 0", r"PROMOTION", says=swap(rb"^PROMOTION (\d)", lambda found: b"PROMOTION %d" % (int(found[1]) - 1)), playable=False),
    "forgets-replay": Fault("never answers REPLAY", r"REPLAY", says=drop(rb"REPLAY")),
    "replay-in-lower-case": Fault("says REPLAY yes and REPLAY no", r"REPLAY (Yes|No)", says=swap(rb"^REPLAY \w+", lambda found: found[0][:7] + found[0][7:].lower())),
    "says-move-twice": unplayable("passes every move on twice", r"said before", about=r"MOVE", says=twice(rb"MOVE")),
    "stays-when-one-leaves": Fault("does not hang up on who is left alone", r"end of the connection", says=_stays_open),
    "extra-message": Fault("says WELCOME before the game", r"WELCOME", says=before(rb"COLOR", b"WELCOME")),
}

CLIENTS = everywhere.clients(b"\n") | everywhere.crlf() | everywhere.returns() | everywhere.lower_case_verbs(r"move|lower case|MOVE") | {
    "swapped-xy": Fault("writes y before x", r"X is the file, Y the rank", about=r"MOVE", says=_coordinates(lambda x, y: (y, x))),
    "rows-from-1": Fault("counts the ranks from 1", r"Y counts? from 0", about=r"MOVE", says=_coordinates(lambda x, y: (x, y + 1))),
    "rows-from-the-top": Fault("counts the ranks from Black's side", r"Y counts from White's side", about=r"MOVE", says=_coordinates(lambda x, y: (x, 7 - y))),
    "algebraic": Fault("writes MOVE e2e4", r"X and Y are numbers", about=r"MOVE", says=_algebraic),
    "commas": Fault("writes commas between coordinates", r"one space stands between", about=r"MOVE", says=swap(rb"^(MOVE \d) (\d) (\d) (\d)", rb"\1,\2,\3,\4")),
    "forgets-promotion": Fault("never says PROMOTION", r"PROMOTION, which completes", about=r"PROMOTION", says=drop(rb"PROMOTION")),
    "says-move-twice": Fault("says every move twice", r"second time", about=r"MOVE", says=twice(rb"MOVE")),
    "never-replays": Fault("says nothing when the game is over", r"REPLAY", says=drop(rb"REPLAY")),
    "replay-in-lower-case": Fault("says REPLAY yes and REPLAY no", r"exact spelling", about=r"REPLAY", says=swap(rb"^REPLAY \w+", lambda found: found[0][:7] + found[0][7:].lower())),
}
