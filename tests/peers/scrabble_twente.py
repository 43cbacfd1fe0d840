# Broken peers of scrabble-twente. US stands between the units of a message.

import everywhere
from fault import Fault, after, drop, hang_up_after, harmless, later, one_more, swap, twice, unplayable

US = b"\x1f"
WORD = rb"^(INFORMMOVE\x1f[^\x1f]*\x1fWORD\x1f|MAKEMOVE\x1fWORD\x1f)([A-O])(\d+)\x1f([HV])"


def _word(change):
    """`change(column, row, direction)` gives the units that stand for where a word lies."""
    return swap(WORD, lambda found: found[1] + change(found[2], int(found[3]), found[4]))


def _transposed(column, row, direction):
    return b"%c%d\x1f%s" % (ord("A") + row - 1, ord(column) - ord("A") + 1, b"V" if direction == b"H" else b"H")


ROWS_FROM_0 = _word(lambda column, row, direction: b"%s%d\x1f%s" % (column, row - 1, direction))
ROW_FIRST = _word(lambda column, row, direction: b"%d%s\x1f%s" % (row, column, direction))
OTHER_DIRECTION = _word(lambda column, row, direction: b"%s%d\x1f%s" % (column, row, b"V" if direction == b"H" else b"H"))
SWAPPED = _word(_transposed)


def _names(message, link):
    """Upper-case names everywhere, as in the document's diagrams."""
    units = message.split(US)
    if units[0] in (b"WELCOME", b"INFORMMOVE"):
        units[1] = units[1].upper()
    return US.join(units)


def _no_flags_taken(message, link):
    """Announcements with flags are something else."""
    return b"ANNOUNCE" if message.count(US) > 1 and message.startswith(b"ANNOUNCE") else message


def _only_the_mover_hears(message, link):
    if message.startswith(b"NOTIFYTURN"):
        link.memory["on turn"] = message.startswith(b"NOTIFYTURN\x1f1")
    return None if message.startswith(b"INFORMMOVE") and not link.memory.get("on turn") else message


def _tiles_later(message, link):
    """Only behind a move: the first tiles come in time."""
    if message.startswith(b"STARTGAME"):
        link.memory["first"] = True
    if message.startswith(b"NEWTILES") and link.memory.pop("first", False):
        return message
    return later(rb"NEWTILES", rb"INFORMMOVE")(message, link)


def _line_feeds(message):
    return message[:-1] + b"\n"


def _bars(message):
    return message.replace(US, b"|")


SERVERS = everywhere.servers(b"\x1e", r"INFORMQUEUE|PLAYERDISCONNECTED|STARTGAME", taken=r"ERROR\|E001") | {
    "utf-16be": Fault("writes UTF-16BE, and understands both", r"UTF-16", wire=everywhere.utf_16, flags=("--charset", "utf-16be")),
    "lf-after-rs": harmless("writes LF behind RS", wire=lambda message: message + b"\n"),
    "lf-for-rs": unplayable("writes LF for RS", r"LF", wire=_line_feeds),
    "bar-for-us": unplayable("writes | for US", r"\|.*US|US.*\|", wire=_bars),
    "no-flags": harmless("welcomes without flags", says=swap(rb"^(WELCOME\x1f[^\x1f]*).*", rb"\1")),
    "refuses-flags": Fault("refuses who announces flags", r"ANNOUNCE|WELCOME|E003", hears=_no_flags_taken),
    "error-with-words": harmless("explains errors in words of its own", says=swap(rb"^ERROR\x1fE\d+$", lambda found: found[0] + b"\x1fthat does not work")),
    "gameover-as-in-examples": harmless("heads the end of the game INFORMMOVE, as the document's examples do", says=swap(rb"^GAMEOVER", rb"INFORMMOVE")),
    "never-welcomes": unplayable("never says WELCOME", r"WELCOME|says nothing", says=drop(rb"WELCOME")),
    "no-queue": Fault("never says INFORMQUEUE", r"INFORMQUEUE", says=drop(rb"INFORMQUEUE")),
    "wrong-error": Fault("says E003 for E009", r"E009", says=swap(rb"^ERROR\x1fE009", b"ERROR\x1fE003")),
    "closes-after-error": Fault("hangs up after an ERROR", r"end of the connection|hangs up", says=hang_up_after(rb"ERROR")),
    "rows-from-0": unplayable("counts rows from 0", r"rows count from 1", about=r"INFORMMOVE", says=ROWS_FROM_0),
    "row-first": unplayable("writes the row before the column", r"letter stands before the row's number", about=r"INFORMMOVE", says=ROW_FIRST),
    "swapped-xy": unplayable("exchanges columns and rows", r"the letter is the column|H is from left to right", about=r"INFORMMOVE", says=SWAPPED),
    "other-direction": unplayable("exchanges H and V", r"H is from left to right", about=r"INFORMMOVE", says=OTHER_DIRECTION),
    "wrong-score": Fault("ends with a score that is too high by one", r"GAMEOVER", says=one_more(rb"^GAMEOVER\x1fWIN\x1f[^\x1f]*\x1f")),
    "forgets-gameover": unplayable("never says GAMEOVER", r"GAMEOVER", says=drop(rb"GAMEOVER")),
    "forgets-the-other": unplayable("tells a move to nobody but who made it", r"INFORMMOVE", says=_only_the_mover_hears),
    "forgets-disconnect": Fault("does not say who has gone", r"PLAYERDISCONNECTED", says=drop(rb"PLAYERDISCONNECTED")),
    "tiles-after-move": harmless("says NEWTILES behind INFORMMOVE, and no sentence of the document orders them", says=_tiles_later),
    "says-move-twice": unplayable("says INFORMMOVE twice", r"said before", about=r"INFORMMOVE", says=twice(rb"INFORMMOVE")),
    "extra-message": harmless("says HEARTBEAT now and then: other commands may come with extra features", says=after(rb"NOTIFYTURN|WELCOME", b"HEARTBEAT")),
    "upper-names": Fault("writes names in capitals", r"WELCOME|INFORMMOVE", says=_names),
}


def _asks_too_early(message, link):
    """The game is asked for together with the announcement."""
    if message.startswith(b"ANNOUNCE"):
        return [b"REQUESTGAME", message]
    return message


CLIENTS = everywhere.clients(b"\x1e") | everywhere.lower_case_verbs(r"announce|E002|E013|lower case|ANNOUNCE") | {
    "utf-16be": harmless("writes and reads UTF-16BE, which servers answer likewise", flags=("--charset", "utf-16be")),
    "lf-after-rs": harmless("writes LF behind RS", wire=lambda message: message + b"\n"),
    "lf-for-rs": Fault("writes LF for RS", r"LF", wire=_line_feeds),
    "bar-for-us": Fault("writes | for US", r"\|", wire=_bars),
    "asks-too-early": Fault("asks for a game before it has announced itself", r"REQUESTGAME|E013", says=_asks_too_early),
    "announces-twice": Fault("announces itself twice", r"second time", about=r"ANNOUNCE|E012", says=twice(rb"ANNOUNCE")),
    "rows-from-0": Fault("counts rows from 0", r"rows count from 1|rows from 1", about=r"MAKEMOVE", says=ROWS_FROM_0),
    "row-first": Fault("writes the row before the column", r"letter stands before the row's number", about=r"MAKEMOVE", says=ROW_FIRST),
    "swapped-xy": Fault("exchanges columns and rows", r"the letter is the column|H is from left to right", about=r"MAKEMOVE", says=SWAPPED),
    "other-direction": Fault("exchanges H and V", r"H is from left to right", about=r"MAKEMOVE", says=OTHER_DIRECTION),
    "lower-case-words": Fault("writes words in lower case, which is for blanks", r"only blank tiles are lower case", about=r"MAKEMOVE", says=swap(rb"(\x1f[HV]\x1f)(\w+)", lambda found: found[1] + found[2].lower())),
    "says-move-twice": Fault("says every move twice", r"second time", about=r"MAKEMOVE|E009", says=twice(rb"MAKEMOVE")),
    "never-asks": Fault("never asks for a game", r"REQUESTGAME, which leads to a game", about=r"REQUESTGAME|nothing", says=drop(rb"REQUESTGAME")),
}
