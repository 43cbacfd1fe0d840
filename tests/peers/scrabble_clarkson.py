# Broken peers of scrabble-clarkson. A board is fifteen messages and an empty one.
import re

import everywhere
from fault import Fault, after, drop, hang_up_after, harmless, one_more, swap, twice, unplayable

TILE = rb"\((\w),(\d+),(\d+)\)"


def _place(change):
    """`change(x, y)` gives the numbers that stand for a square in PLACE."""
    return lambda message, link: re.sub(TILE, lambda found: b"(%s,%d,%d)" % (found[1], *change(int(found[2]), int(found[3]))), message) \
        if message.startswith(b"PLACE") else message


def _board(change):
    """`change(rows)` gives the lines of a board."""
    def says(message, link):
        if message.startswith(b"BOARDPUSH"):
            link.memory["board"] = []
        elif message.startswith(b"(") and "board" in link.memory:
            link.memory["board"].append(message)
            return change(link.memory.pop("board")) if len(link.memory["board"]) == 15 else None
        return message
    return says


def _transposed(rows):
    squares = [re.findall(rb"\([^)]*\)", row) for row in rows]
    return [b"".join(column) for column in zip(*squares)]


def _points_of_the_turn(message, link):
    if found := re.match(rb"SCORE (\d+) (.*)", message):
        known = link.memory.setdefault("scores", {})
        gained = int(found[1]) - known.get(found[2], 0)
        known[found[2]] = int(found[1])
        return b"SCORE %d %s" % (gained, found[2])
    if message == b"STARTING":
        link.memory["scores"] = {}
    return message


def _board_first(message, link):
    """SCORE comes behind the board, but not at the start."""
    if message == b"STARTING":
        link.memory["starts"] = True
    if message.startswith(b"TURN"):
        link.memory["starts"] = False
    if link.memory.get("starts"):
        return message
    if message.startswith(b"SCORE"):
        link.kept.append(message)
        return None
    if not message and link.kept:
        kept, link.kept = link.kept, []
        return [message, *kept]
    return message


def _no_new_tiles(message, link):
    """Only the first TILES of a game is said."""
    if message == b"STARTING":
        link.memory["dealt"] = False
    if not message.startswith(b"TILES"):
        return message
    dealt, link.memory["dealt"] = link.memory.get("dealt"), True
    return None if dealt else message


def _no_new_boards(message, link):
    """Only the first board of a game is said."""
    if message == b"STARTING":
        link.memory["boards"] = 0
    if message.startswith(b"BOARDPUSH"):
        link.memory["boards"] = link.memory.get("boards", 0) + 1
        link.memory["skips"] = link.memory["boards"] > 1
    if link.memory.get("skips"):
        link.memory["skips"] = message != b""
        return None
    return message


SERVERS = everywhere.servers(b"\r\n", r"USERJOIN|STARTING|WINNER") | everywhere.returns() | {
    "lf-only": Fault("ends lines with LF, which should be CR LF", r"LF", wire=lambda message: message.replace(b"\r\n", b"\n")),
    "own-words": harmless("explains OK and NOK in words of its own", says=swap(rb"^(N?OK).*", rb"\1 as you like it")),
    "no-words": harmless("explains neither OK nor NOK", says=swap(rb"^(N?OK).*", rb"\1")),
    "never-says-ok": unplayable("never says OK", r"OK", says=drop(rb"OK")),
    "ok-after-userset": Fault("says OK besides USERCHANGE", r"OK", says=lambda message, link: [b"OK", message] if link.memory.pop("userset", False) and message.startswith(b"USERCHANGE") else message,
                              hears=lambda message, link: link.memory.update(userset=True) or message if message.startswith(b"USERSET") else message),
    "error-for-nok": Fault("says ERROR for NOK", r"NOK", says=swap(rb"^NOK", rb"ERROR")),
    "closes-after-nok": Fault("hangs up after a NOK", r"end of the connection|hangs up", says=hang_up_after(rb"NOK")),
    "no-goodbye": Fault("hangs up without GOODBYE", r"GOODBYE", says=drop(rb"GOODBYE")),
    "never-says-hello": unplayable("does not greet", r"HELLO|nothing", says=drop(rb"HELLO")),
    "forgets-userjoin": unplayable("does not tell who is there", r"USERJOIN", says=drop(rb"USERJOIN")),
    "forgets-userchange": unplayable("does not tell new names", r"USERCHANGE", says=drop(rb"USERCHANGE")),
    "says-starting-twice": Fault("says STARTING twice", r"said before", about=r"STARTING", says=twice(rb"STARTING")),
    "wrong-score": Fault("counts one point too many", r"SCORE", says=one_more(rb"^SCORE ")),
    "points-of-the-turn": Fault("says the points of the turn, not all points", r"SCORE", says=_points_of_the_turn),
    "board-upside-down": unplayable("says the lowest row of the board first", r"BOARDPUSH|\(|row", says=_board(lambda rows: rows[::-1])),
    "swapped-xy": unplayable("says the columns of the board as rows", r"BOARDPUSH|\(|row", says=_board(_transposed)),
    "place-swapped": unplayable("takes the first number of PLACE for the row", r"PLACE|\(", hears=_place(lambda x, y: (y, x))),
    "forgets-boards": unplayable("says the board at the start only", r"BOARDPUSH", says=_no_new_boards),
    "forgets-tiles": unplayable("says the tiles at the start only", r"TILES", says=_no_new_tiles),
    "forgets-winner": unplayable("never says WINNER", r"WINNER", says=drop(rb"WINNER")),
    "wrong-winner-score": Fault("says WINNER with a point too many", r"WINNER", says=one_more(rb"^WINNER ")),
    "board-before-score": Fault("says SCORE behind BOARDPUSH", r"SCORE|BOARDPUSH", says=_board_first),
    "extra-message": Fault("says MOTD after its greeting", r"MOTD", says=after(rb"HELLO", b"MOTD have fun")),
}

CLIENTS = everywhere.clients(b"\r\n") | everywhere.returns() | everywhere.lower_case_verbs(r"hello|lower case|HELLO|GOODBYE") | {
    "lf-only": Fault("ends lines with LF, which should be CR LF", r"LF", wire=lambda message: message.replace(b"\r\n", b"\n")),
    "never-says-hello": Fault("says its name before HELLO", r"HELLO|USERSET", says=swap(rb"^HELLO.*", rb"USERSET early")),
    "other-version": Fault("says HELLO 2.0", r"HELLO|2\.0|version", says=swap(rb"^HELLO [\d.]+", rb"HELLO 2.0")),
    "never-ready": Fault("never says READY", r"READY, which leads to a game", about=r"READY|nothing", says=drop(rb"READY")),
    "swapped-xy": Fault("writes y before x", r"x is the column, y the row", about=r"PLACE", says=_place(lambda x, y: (y, x))),
    "rows-from-1": Fault("counts columns and rows from 1", r"count from 0", about=r"PLACE", says=_place(lambda x, y: (x + 1, y + 1))),
    "no-brackets": Fault("writes PLACE without brackets", r"in brackets", about=r"PLACE", says=swap(TILE, rb"\1,\2,\3")),
    "says-move-twice": Fault("says every move twice", r"second time", about=r"PLACE|PASS|EXCHANGE", says=twice(rb"PLACE|PASS|EXCHANGE")),
    "passes-always": Fault("plays PASS whatever it has", r"", says=swap(rb"^(PLACE|EXCHANGE).*", rb"PASS"), harmless=True),
    "no-quit": Fault("stays silent after WINNER", r"QUIT|WINNER", says=drop(rb"QUIT")),
}
