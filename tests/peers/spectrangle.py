# Broken peers of spectrangle.
import re

import everywhere
from fault import Fault, after, drop, hang_up_after, harmless, later, one_more, swap, twice, unplayable

LAID = rb"^(UPDATE \S+|MOVE_PLAY) (\w{3})(\d) (\d+)"


def _laid(change):
    """`change(letters, rotation, location)` gives the words that stand for a tile on the board."""
    return swap(LAID, lambda found: found[1] + b" " + change(found[2], int(found[3]), int(found[4])))


LOCATIONS_FROM_1 = _laid(lambda letters, rotation, location: b"%s%d %d" % (letters, rotation, location + 1))
CLOCKWISE = _laid(lambda letters, rotation, location: b"%s%d %d" % (letters, -rotation % 3, location))
LOCATION_FIRST = _laid(lambda letters, rotation, location: b"%d %s%d" % (location, letters, rotation))


def _name(message, link):
    if message.startswith(b"JOIN ") and len(words := message.split()) > 1:
        link.memory["name"] = words[1]
    return message


def _lobby_of_others(message, link):
    if not message.startswith(b"LOBBY"):
        return message
    return b" ".join(name for name in message.split(b" ") if name != link.memory.get("name"))


def _own(pattern):
    """Only what is about oneself is heard."""
    return lambda message, link: None if re.match(pattern, message) and message.split()[1] != link.memory.get("name") else message


def _score_backwards(message, link):
    words = message.split(b" ")
    return b" ".join([words[0], *reversed(words[1:])]) if words[0] == b"SCORE" else message


def _start_backwards(message, link):
    words = message.split(b" ")
    return b" ".join([words[0], *reversed(words[1:])]) if words[0] == b"START" else message


SERVERS = everywhere.servers(b"\n", r"LOBBY|SCORE|START") | everywhere.crlf() | everywhere.returns() | {
    "own-words": harmless("explains errors in words of its own", says=swap(rb"^(ERROR \d).*", rb"\1 that does not work")),
    "error-0": harmless("says error 0 whatever it is, as those do who have not implemented codes", says=swap(rb"^ERROR \d", rb"ERROR 0")),
    "wrong-error": Fault("says error 6 for error 5", r"ERROR 5", says=swap(rb"^ERROR 5", rb"ERROR 6")),
    "error-without-words": Fault("says errors without a text", r"ERROR", says=swap(rb"^(ERROR \d).*", rb"\1")),
    "closes-after-error": Fault("hangs up after an ERROR", r"end of the connection|hangs up", says=hang_up_after(rb"ERROR")),
    "never-says-lobby": unplayable("never says LOBBY", r"LOBBY|says nothing", says=drop(rb"LOBBY")),
    "lobby-of-others": harmless("lists only the others in LOBBY, as the document says", hears=_name, says=_lobby_of_others),
    "locations-from-1": unplayable("counts locations from 1", r"locations count from 0", about=r"UPDATE", says=LOCATIONS_FROM_1),
    "clockwise": unplayable("counts rotations clockwise", r"counterclockwise", about=r"UPDATE", says=CLOCKWISE),
    "swapped-arguments": unplayable("writes the location before the tile", r"tile stands before its location", about=r"UPDATE", says=LOCATION_FIRST),
    "forgets-the-other": unplayable("tells a move to nobody but who made it", r"UPDATE", hears=_name, says=_own(rb"UPDATE")),
    "hides-tiles": unplayable("tells nobody the tiles of others", r"TILE", hears=_name, says=_own(rb"TILE")),
    "says-update-twice": unplayable("says UPDATE twice", r"said before", about=r"UPDATE", says=twice(rb"UPDATE")),
    "tile-before-update": Fault("says TILE before UPDATE", r"UPDATE|TILE", says=later(rb"UPDATE \S+ \S", rb"TILE"), playable=False),
    "start-backwards": unplayable("lists the players of START against the order of turns", r"order of START", about=r"START|UPDATE|ERROR 5", says=_start_backwards),
    "wrong-score": Fault("counts one point too many", r"SCORE", says=one_more(rb"^SCORE [^,]*,")),
    "score-with-spaces": Fault("writes a space for the comma in SCORE", r"SCORE", says=lambda message, link: message.replace(b",", b" ") if message.startswith(b"SCORE") else message, playable=False),
    "score-backwards": Fault("lists the players of SCORE against the order of turns", r"SCORE", says=_score_backwards),
    "forgets-score": unplayable("never says SCORE", r"SCORE", says=drop(rb"SCORE")),
    "extra-message": Fault("says TURN after UPDATE", r"TURN", says=after(rb"UPDATE", b"TURN somebody")),
}

CLIENTS = everywhere.clients(b"\n") | everywhere.crlf() | everywhere.returns() | everywhere.lower_case_verbs(r"join|lower case|JOIN") | {
    "never-joins": Fault("says READY without JOIN", r"READY|JOIN", says=swap(rb"^JOIN.*", rb"READY")),
    "never-ready": Fault("never says READY", r"READY, which leads to a game", about=r"READY|nothing", says=drop(rb"READY")),
    "bad-name": Fault("takes a name with a full stop", r"JOIN|name", says=swap(rb"^JOIN \S+", rb"JOIN a.b")),
    "locations-from-1": Fault("counts locations from 1", r"locations count from 0", about=r"MOVE_PLAY", says=LOCATIONS_FROM_1),
    "clockwise": Fault("counts rotations clockwise", r"counterclockwise", about=r"MOVE_PLAY", says=CLOCKWISE),
    "swapped-arguments": Fault("writes the location before the tile", r"tile stands before its location", about=r"MOVE_PLAY", says=LOCATION_FIRST),
    "without-rotation": Fault("writes tiles without their rotation", r"digit of its rotation", about=r"MOVE_PLAY|MOVE_SWAP", says=swap(rb"^(MOVE_PLAY|MOVE_SWAP) (\w{3})\d", rb"\1 \2")),
    "skips-always": Fault("skips although it can place", r"you can place a tile", about=r"MOVE_SKIP", says=swap(rb"^MOVE_PLAY.*", rb"MOVE_SKIP")),
    "says-move-twice": Fault("says every move twice", r"second time", about=r"MOVE_", says=twice(rb"MOVE_")),
}
