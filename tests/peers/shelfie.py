# Broken peers of shelfie, in JSON; Java objects are passed on as they are.
import json

import everywhere
from fault import Fault, harmless, unplayable


def _json(change):
    """`change(message, link)` changes a message in place; what it returns, if anything, is said instead."""
    def says(text, link):
        try:
            message = json.loads(text)
        except ValueError:
            return text
        if not isinstance(message, dict):
            return text
        said = change(message, link)
        several = [message] if said is None else said
        return [json.dumps(one, separators=(",", ":")).encode() for one in several]
    return says


def _key(message):
    payload = message.get("payload")
    return payload.get("key") if payload else None


def _of(*keys):
    """Changes only messages with one of these keys."""
    return lambda change: _json(lambda message, link: change(message, link) if _key(message) in keys else None)


def _data(message):
    return message["payload"]["data"]


def _drop(*keys):
    return _of(*keys)(lambda message, link: [])


def _twice(*keys):
    return _of(*keys)(lambda message, link: [message, message])


def _set(place, change):
    """Changes one datum of messages that have it."""
    def does(message, link):
        if message.get("payload") and place in (_data(message) or {}):
            _data(message)[place] = change(_data(message)[place])
    return _json(does)


def _transposed(board):
    return [list(column) for column in zip(*board)] if board else board


def _one_more_point(points):
    return [one | {"adjacentPoints": one["adjacentPoints"] + 1} for one in points]


def _renamed_error(old, new):
    return _set("ERROR", lambda error: new if error == old else error)


def _hang_up_after_errors(message, link):
    link.last = message["header"]["type"] == "ERROR"


def _without(place):
    def does(message, link):
        if message.get("payload"):
            (_data(message) or {}).pop(place, None)
    return _json(does)


def _login(message, link):
    if _key(message) == "CONNECTION_CREATION":
        link.memory["name"] = message["header"]["nickname"]


def _end_turn_of_others(message, link):
    if _data(message).get("WHO_CHANGE") != link.memory.get("name"):
        return []
    return None


def _pretty(text, link):
    try:
        return json.dumps(json.loads(text), indent=1).encode()
    except ValueError:
        return text


def _backwards(message, link):
    for place in ("POINTS", "PERSONAL_POINTS"):
        _data(message)[place].reverse()


def _exchange_pairs(values):
    return [values[at ^ 1] for at in range(len(values))] if isinstance(values, list) and len(values) % 2 == 0 else values


def _welcome_in_other_words(message, link):
    if "Welcome to Game Lobby" in str(_data(message).get("CONTENT")):
        _data(message)["CONTENT"] = "Have a seat, others will come."


def _greets(message, link):
    return [message, {"header": {"type": "CONNECTION", "nickname": message["header"]["nickname"]}, "payload": {"key": "NEWS", "data": {}}}]


PHASES = ("SELECT_FROM_BOARD", "SELECT_ORDER_TILES", "SELECT_COLUMN")
CR_CR_LF = {"cr-cr-lf": harmless("ends lines with CR CR LF, and CR is white space in JSON", wire=lambda message: message.rstrip(b"\r\n") + b"\r\r\n")}

SERVERS = everywhere.servers(b"\n", r"disconnected|BROADCAST|ERR_|ONLY_PLAYER|GLOBAL_LOBBY") | CR_CR_LF | {
    "own-words": harmless("greets in a lobby in words of its own", says=_of("BROADCAST")(_welcome_in_other_words)),
    "wrong-error": Fault("says ILLEGAL_PHASE for ILLEGAL_TURN", r"ILLEGAL_TURN", says=_renamed_error("ILLEGAL_TURN", "ILLEGAL_PHASE")),
    "closes-after-error": Fault("hangs up after an error", r"end of the connection|hangs up", says=_json(_hang_up_after_errors)),
    "never-asks": unplayable("never asks for the choice of a lobby", r"GLOBAL_LOBBY_DECISION|says nothing", says=_drop("GLOBAL_LOBBY_DECISION")),
    "never-acknowledges": unplayable("never says which phase is next", r"SELECT_ORDER_TILES|SELECT_COLUMN", says=_drop("SELECT_ORDER_TILES", "SELECT_COLUMN")),
    "forgets-all-info": unplayable("never says ALL_INFO", r"ALL_INFO", says=_drop("ALL_INFO")),
    "forgets-the-other": unplayable("tells the end of a turn to nobody but who had it", r"END_TURN", hears=_json(_login), says=_of("END_TURN")(_end_turn_of_others)),
    "forgets-end-game": unplayable("never says END_GAME", r"END_GAME", says=_drop("END_GAME")),
    "says-end-turn-twice": Fault("says END_TURN twice", r"the same .*END_TURN.* was said before", about=r"END_TURN", says=_twice("END_TURN"), playable=False),
    "swapped-xy": unplayable("writes the columns of the board as rows", r"NEW_BOARD", says=_set("NEW_BOARD", _transposed)),
    "shelf-upside-down": unplayable("writes the lowest row of a bookshelf first", r"NEW_BOOKSHELF", says=_set("NEW_BOOKSHELF", lambda rows: rows[::-1])),
    "wrong-points": Fault("counts one point too many", r"POINTS", says=_set("POINTS", _one_more_point)),
    "wrong-personal-points": Fault("counts one point too many of the personal card", r"PERSONAL_POINTS", says=_of("END_TURN", "ALL_INFO")(lambda message, link: _data(message).update(PERSONAL_POINTS=_data(message)["PERSONAL_POINTS"] + 1))),
    "winner-first": Fault("puts the winner first in END_GAME", r"END_GAME|POINTS", says=_of("END_GAME")(_backwards)),
    "without-next-player": unplayable("leaves NEXT_PLAYER out", r"NEXT_PLAYER", says=_without("NEXT_PLAYER")),
    "without-token": Fault("leaves TOKEN out", r"TOKEN", says=_without("TOKEN")),
    "without-who-change": Fault("leaves WHO_CHANGE out", r"WHO_CHANGE", says=_without("WHO_CHANGE")),
    "many-lines": unplayable("writes a message over several lines", r"line|says '{'", says=_pretty),
    "extra-message": Fault("says NEWS, which nobody knows, after GLOBAL_LOBBY_DECISION", r"NEWS", says=_of("GLOBAL_LOBBY_DECISION")(_greets)),
}

CLIENTS = everywhere.clients(b"\n") | CR_CR_LF | {
    "swapped-xy": Fault("writes y before x", r"x is the row, y the column", about=r"SELECT_FROM_BOARD", says=_of("SELECT_FROM_BOARD")(lambda message, link: _data(message).update(VALUE_CLIENT=_exchange_pairs(_data(message)["VALUE_CLIENT"])))),
    "rows-from-1": Fault("counts rows and columns from 1", r"count from 0", about=r"SELECT_FROM_BOARD", says=_of("SELECT_FROM_BOARD")(lambda message, link: _data(message).update(VALUE_CLIENT=[one + 1 for one in _data(message)["VALUE_CLIENT"]]))),
    "order-from-1": Fault("counts the tiles of an order from 1", r"positions and columns count from 0", about=r"SELECT_ORDER_TILES", says=_of("SELECT_ORDER_TILES")(lambda message, link: _data(message).update(VALUE_CLIENT=[one + 1 for one in _data(message)["VALUE_CLIENT"]]))),
    "column-as-text": Fault("writes the column as a string", r"SELECT_COLUMN|INVALID_COLUMN", says=_of("SELECT_COLUMN")(lambda message, link: _data(message).update(VALUE_CLIENT=str(_data(message)["VALUE_CLIENT"])))),
    "other-nickname": Fault("writes another nickname into later messages", r"nickname|ILLEGAL_TURN|somebody", says=_of(*PHASES)(lambda message, link: message["header"].update(nickname="somebody"))),
    "lower-case": Fault("writes keys in lower case", r"lower case|connection_creation|CONNECTION_CREATION|DISCONNECTION_FORCED", says=_json(lambda message, link: message["payload"].update(key=message["payload"]["key"].lower()))),
    "no-login": Fault("chooses a lobby without a login", r"CONNECTION_CREATION|login|LOBBY", says=_of("CONNECTION_CREATION")(lambda message, link: [{"header": message["header"] | {"type": "LOBBY"}, "payload": {"key": "JOIN_RANDOM_GAME_LOBBY", "data": {"VALUE_CLIENT": -1}}}])),
    "says-selection-twice": Fault("says every selection twice", r"second time", about=r"SELECT_FROM_BOARD|ILLEGAL_PHASE", says=_twice("SELECT_FROM_BOARD")),
    "forgets-order": Fault("never says the order", r"SELECT_ORDER_TILES|SELECT_COLUMN|ILLEGAL_PHASE|nothing", says=_drop("SELECT_ORDER_TILES")),
    "no-acknowledgement": Fault("does not acknowledge END_GAME", r"END_GAME", says=_drop("END_GAME")),
    "other-value": Fault("writes VALUE in place of VALUE_CLIENT", r"VALUE", says=_json(lambda message, link: message["payload"].update(data={"VALUE": value for value in message["payload"]["data"].values()}))),
}
