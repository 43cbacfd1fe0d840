# Pairs of clients of every protocol but chess, who play the simplest legal games and can come back after a kill.
import json
import re

import crowd
import shelfie
import spectrangle
import websocket


class NamedPair(crowd.Pair):
    """A pair that is known again by its names. `heard` counts the acts that each seat was told of."""

    def __init__(self, number, rng, leave_after=None):
        super().__init__(leave_after)
        self.names = [f"{self.protocol.replace('-', '')[-8:]}{number}{letter}" for letter in "ab"]
        self.random = rng
        self.heard = [0, 0]
        self.back = False  # the pair was here before the server was killed

    def come_back(self, kept):
        """The server was killed, and so many acts are in its journal."""
        self.asked, self.told = self.asked[:kept], kept
        self.sockets, self._heard, self.heard, self.back = [], [b"", b""], [0, 0], True

    def hear(self, seat, data):
        self._heard[seat] += data
        answers = []
        while not self.left and (message := self._next_message(seat)) is not None:
            answers += [(speaker, self._frame(words)) for speaker, words in self._listen(seat, message)]
        return answers

    def greet(self, seat):
        return b"".join(self._frame(words) for words in self._greeting(seat))

    end = "\n"

    def _next_message(self, seat):
        message, found, rest = self._heard[seat].partition(self.end.encode())
        if not found:
            return None
        self._heard[seat] = rest
        return message.decode().removesuffix("\r")

    def _frame(self, words):
        return (words + self.end).encode()

    def _told_of(self, seat, count):
        self.heard[seat] = count
        self._tell(count)

    def _is_free(self, seat):
        """Nothing that was asked for is unknown to that seat."""
        return self.heard[seat] == len(self.asked)


class Stairs:
    """The squares on which Scrabble is played here, one after the other: where every pair of letters is a word, each tile makes one with
    the square before it. The first two are laid together."""

    PATH = [((6, 7), None), ((7, 7), (6, 7))]
    for _step in range(7):
        PATH += [((7 + _step, 8 + _step), (7 + _step, 7 + _step)), ((8 + _step, 8 + _step), (7 + _step, 8 + _step))]
    for _step in range(6):
        PATH += [((6 - _step, 6 - _step), (6 - _step, 7 - _step)), ((5 - _step, 6 - _step), (6 - _step, 6 - _step))]

    @staticmethod
    def words():
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return [first + second for first in letters for second in letters]


class ScrabblePair(NamedPair):
    """Lays one tile a turn, and now and then exchanges one."""

    def __init__(self, number, rng, leave_after=None):
        super().__init__(number, rng, leave_after)
        self.racks = ["", ""]
        self._spent = ["", ""]  # tiles of the last act, by seat

    def board(self):
        """Letters by square, from all that was asked for."""
        board = {}
        for _, text in self.asked:
            board.update(self._squares(text))
        return board

    def _next_act(self, seat):
        """Words of the next act; none if there is no room for another, and the pair leaves."""
        board = self.board()
        tiles = [tile for tile in self.racks[seat] if tile.isalpha()]
        if len(board) == len(Stairs.PATH):
            self.left = True
            return []
        if board and self.random.random() < 0.2:
            self._spent[seat] = tiles[0]
            text, words = self._exchange(tiles[0])
        else:
            new = Stairs.PATH[len(board):max(2, len(board) + 1)]
            laid = {square: tile for (square, _), tile in zip(new, tiles)}
            self._spent[seat] = "".join(laid.values())
            text, words = self._place(laid, board | laid, *new[-1])
        return [(seat, words)] if self._ask(seat, text) else []


class ClarksonPair(ScrabblePair):
    protocol = "scrabble-clarkson"
    end = "\r\n"

    def __init__(self, number, rng, leave_after=None):
        super().__init__(number, rng, leave_after)
        self._named, self._playing = set(), set()

    def come_back(self, kept):
        super().come_back(kept)
        self._named, self._playing = set(), set()

    def _greeting(self, _seat):
        return ["HELLO 1.0.1,Linux,Python/3,a test"]

    def _listen(self, seat, line):
        word, _, rest = line.partition(" ")
        if word == "NOK":
            raise AssertionError(f"{self.names[seat]} hears {line}, having asked for {self.asked}")
        if line.startswith("OK Please send a username"):
            return [(seat, f"USERSET {self.names[seat]}")]
        if word == "USERCHANGE" and rest.endswith(" " + self.names[seat]):
            self._named.add(seat)
            return [(0, "READY"), (1, "READY")] if len(self._named) == 2 and not self.back else []
        if word == "OK" and seat in self._playing:
            self._tell(self.heard[seat] + 1)  # of the act that this seat made
        elif word == "TILES":
            self.racks[seat] = rest
        elif word == "TURN":
            return self._on_turn(seat, self.names.index(rest))
        elif word == "WINNER":
            self.left = True
        return []

    def _on_turn(self, seat, turn):
        """Whoever is back first waits for the other, who has to be told how things stand before anything happens."""
        first = seat not in self._playing
        self.begun = True
        self._told_of(seat, self.heard[seat] + 1 if not first else self.told if self.back else 0)
        self._playing.add(seat)
        if self.back and len(self._playing) < 2:
            return []
        return self._next_act(turn) if turn == seat or (self.back and first) else []

    def _exchange(self, tile):
        return f"-{tile}", f"EXCHANGE {tile}"

    def _place(self, laid, _board, _square, _beside):
        spots = ",".join(f"{tile}{chr(65 + x)}{y + 1}" for (x, y), tile in laid.items())
        return f"@{spots}", "PLACE " + " ".join(f"({tile},{x},{y})" for (x, y), tile in laid.items())

    def _squares(self, text):
        return {(ord(x) - 65, int(y) - 1): tile for tile, x, y in re.findall(r"([A-Z])([A-O])(\d+)", text)}


class TwentePair(ScrabblePair):
    protocol = "scrabble-twente"
    end = "\x1e"

    def __init__(self, number, rng, leave_after=None):
        super().__init__(number, rng, leave_after)
        self._fresh = {0, 1}  # seats that have not heard their rack since they came

    def come_back(self, kept):
        super().come_back(kept)
        self._fresh = {0, 1}

    def _greeting(self, seat):
        return [f"ANNOUNCE|{self.names[seat]}"] + ([] if self.back or seat == 1 else ["REQUESTGAME"])

    def _frame(self, words):
        return super()._frame(words.replace("|", "\x1f"))

    def _listen(self, seat, message):
        word, *rest = message.split("\x1f")
        if word == "ERROR":
            raise AssertionError(f"{self.names[seat]} hears {message!r}, having asked for {self.asked}")
        if word == "INFORMQUEUE" and rest[0] == "1":
            return [(1, "REQUESTGAME")]
        if word == "STARTGAME":
            self.begun = True
        elif word == "NEWTILES":
            self._take_tiles(seat, rest[0])
        elif word == "INFORMMOVE":
            self._check_move(seat, rest)
        elif word == "GAMEOVER":
            self.left = True
        elif word == "NOTIFYTURN" and rest == ["1", self.names[seat]]:
            return self._next_act(seat) if self._is_free(seat) else []
        return []

    def _take_tiles(self, seat, tiles):
        if seat in self._fresh:
            self._fresh.remove(seat)
            self.racks[seat] = tiles
            return
        for tile in self._spent[seat]:
            self.racks[seat] = self.racks[seat].replace(tile, "", 1)
        self.racks[seat] += tiles

    def _check_move(self, seat, told):
        """What is told, now or again, is what was asked for."""
        self._told_of(seat, self.heard[seat] + 1)
        who, text = self.asked[self.heard[seat] - 1]
        name, kind, *rest = told
        if kind == "SWAP":
            right = text.startswith("-") and rest == ["1"]
        else:
            right = rest == self._words_of(text)
        if name != self.names[who] or not right:
            raise AssertionError(f"{told} was told for {who} {text}")

    def _words_of(self, text):
        start, letters = text.split(":")
        across = start[0].isdigit()
        return [start[-1] + start[:-1] if across else start, "H" if across else "V", letters]

    def _exchange(self, tile):
        return f"-{tile}", f"MAKEMOVE|SWAP|{tile}"

    def _place(self, laid, board, square, beside):
        (x, y), across = min(square, beside), square[1] == beside[1]
        letters = "".join(board[at] for at in sorted([square, beside]))
        column = chr(65 + x)
        return (f"{y + 1}{column}:{letters}" if across else f"{column}{y + 1}:{letters}",
                f"MAKEMOVE|WORD|{column}{y + 1}|{'H' if across else 'V'}|{letters}")

    def _squares(self, text):
        if text.startswith("-"):
            return {}
        start, way, letters = self._words_of(text)
        x, y = ord(start[0]) - 65, int(start[1:]) - 1
        return {(x + at, y) if way == "H" else (x, y + at): letter for at, letter in enumerate(letters)}


class SpectranglePair(NamedPair):
    """Lays the first tile that fits, by a second reading of the rules; each seat has a game of its own, made of what it hears."""

    protocol = "spectrangle"

    def __init__(self, number, rng, leave_after=None):
        super().__init__(number, rng, leave_after)
        self.games = [None, None]

    def _greeting(self, seat):
        return [f"JOIN {self.names[seat]}" if self.back else f"JOIN {self.names[seat]} {self.names[0]}"]

    def _listen(self, seat, line):
        word, *rest = line.split(" ")
        game = self.games[seat]
        if word == "ERROR":
            raise AssertionError(f"{self.names[seat]} hears {line}, having asked for {self.asked}")
        if word == "LOBBY":
            return [(seat, "READY")] if len(rest) == 2 and not self.back and not self.begun else []
        if word == "START":
            self.games[seat] = spectrangle.Game(rest)
        elif word == "TILE":
            self.begun = True
            game.hands[rest[0]].append(rest[1][:3])
        elif word == "UPDATE":
            self._update(seat, game, *rest)
        elif word == "SCORE":
            self.left = True
        return self._next_turn(seat)

    def _update(self, seat, game, name, tile=None, location=None):
        """What is told, now or again, is what was asked for."""
        self._told_of(seat, self.heard[seat] + 1)
        text = f"{tile}@{location}" if location else f"-{tile}" if tile else "skip"
        if self.asked[self.heard[seat] - 1] != (self.names.index(name), text):
            raise AssertionError(f"{name} {text} was told for {self.asked[self.heard[seat] - 1]}")
        if location:
            game.place(tile, int(location))
        elif tile:
            game.swap(tile[:3])
        else:
            game.skip()

    def _next_turn(self, seat):
        game = self.games[seat]
        full = game and all(len(hand) == spectrangle.HAND or not game.bag() for hand in game.hands.values())
        if not full or game.on_turn() != self.names[seat] or not self._is_free(seat) or game.is_over():
            return []
        hand = game.hands[self.names[seat]]
        if moves := game.placements(hand):
            tile, location = self.random.choice(moves)
            text, words = f"{tile}@{location}", f"MOVE_PLAY {tile} {location}"
        elif game.bag():
            text, words = f"-{hand[0]}0", f"MOVE_SWAP {hand[0]}0"
        else:
            text, words = "skip", "MOVE_SKIP"
        return [(seat, words)] if self._ask(seat, text) else []


class ShelfiePair(NamedPair):
    """Takes one tile a turn. A turn is three acts, of which the other seat hears when all are done."""

    protocol = "shelfie"

    def _rests(self):
        return self.resting and len(self.asked) % 3 == 0

    def __init__(self, number, rng, leave_after=None):
        super().__init__(number, rng, leave_after)
        self.boards = [None, None]
        self.free = [[6] * 5, [6] * 5]  # cells by seat and column

    def come_back(self, kept):
        super().come_back(kept)
        self._returned = set()

    def _greeting(self, seat):
        return [self._message(seat, "CONNECTION", "CONNECTION_CREATION")] if self.back or seat == 0 else []

    def _message(self, seat, kind, key, *value):
        data = {"VALUE_CLIENT": value[0]} if value else {}
        return json.dumps({"header": {"type": kind, "nickname": self.names[seat]}, "payload": {"key": key, "data": data}})

    def _listen(self, seat, line):
        message = json.loads(line)
        if message["header"]["type"] == "PING":
            return []
        key, data = message["payload"]["key"], message["payload"]["data"]
        if key.startswith("ERR") or message["header"]["type"] == "ERROR":
            raise AssertionError(f"{self.names[seat]} hears {line}, having asked for {self.asked}")
        return getattr(self, f"_on_{key.lower()}", self._on_other)(seat, data)

    def _on_other(self, _seat, _data):
        return []

    def _on_global_lobby_decision(self, seat, _data):
        if seat == 0:
            return [(0, self._message(0, "LOBBY", "CREATE_GAME_LOBBY", 2))]
        return [(1, self._message(1, "LOBBY", "JOIN_SPECIFIC_GAME_LOBBY", self._lobby))]

    def _on_broadcast(self, seat, data):
        found = re.match(r"Welcome to Game Lobby (\d+)!", data["CONTENT"])
        if seat == 1 or not found:
            return []
        self._lobby = int(found[1])
        return [(1, self._message(1, "CONNECTION", "CONNECTION_CREATION"))]

    def _on_reconnection(self, seat, data):
        """When both are back, both ask how things stand."""
        if data["WHO_CHANGE"] != self.names[seat]:
            return []
        self._returned.add(seat)
        return [(one, self._message(one, "ERROR", "ERROR_DATA", None)) for one in (0, 1)] if len(self._returned) == 2 else []

    def _on_all_info(self, seat, data):
        self.begun = True
        self.boards[seat] = shelfie.read_board(data)
        self.free[seat] = [sum(row[column]["type"] is None for row in data["NEW_BOOKSHELF"]) for column in range(5)]
        if self.back and len(self._returned) < 2:
            return []
        self._told_of(seat, max(self.heard[seat], self.told if self.back else 0))
        return self._next_act(seat) if data["NEXT_PLAYER"] == self.names[seat] else []

    def _on_select_order_tiles(self, seat, _data):
        return self._go_on(seat)

    def _on_select_column(self, seat, _data):
        return self._go_on(seat)

    def _go_on(self, seat):
        self._told_of(seat, self.heard[seat] + 1)
        return self._next_act(seat)

    def _on_end_turn(self, seat, data):
        self._told_of(seat, self.heard[seat] // 3 * 3 + 3)
        self.boards[seat] = shelfie.read_board(data)
        if data["WHO_CHANGE"] == self.names[seat]:
            column = int(self.asked[self.heard[seat] - 1][1].split(":")[1])
            self.free[seat][column] -= 1
        return self._next_act(seat) if data["NEXT_PLAYER"] == self.names[seat] else []

    def _on_end_game(self, seat, _data):
        self._told_of(seat, len(self.asked))
        self.left = True
        return []

    def _next_act(self, seat):
        """Take, put in order, drop: whichever comes next."""
        if not self._is_free(seat):
            return []
        phase = len(self.asked) % 3
        if phase == 0:
            row, column = self.random.choice(self._loose(seat))
            text, words = f"take:{row},{column}", self._message(seat, "DATA", "SELECT_FROM_BOARD", [row, column])
        elif phase == 1:
            text, words = "order:0", self._message(seat, "DATA", "SELECT_ORDER_TILES", [0])
        else:
            column = max(range(5), key=self.free[seat].__getitem__)
            text, words = f"column:{column}", self._message(seat, "DATA", "SELECT_COLUMN", column)
        return [(seat, words)] if self._ask(seat, text) else []

    def _loose(self, seat):
        """Where tiles have a free side."""
        board = self.boards[seat]
        return [place for place, tile in board.items()
                if tile and sum(board.get(near) is not None for near in shelfie.neighbours(*place, 9, 9)) < 4]


class WebPair(NamedPair):
    """Browsers that play chess at random."""

    protocol = "web"

    def __init__(self, number, rng, leave_after=None):
        super().__init__(number, rng, leave_after)
        self.cookies = [None, None]
        self._asking = [0, 0]

    def come_back(self, kept):
        super().come_back(kept)
        self._asking = [0, 0]

    def connect(self, address, seat):
        self.cookies[seat] = self.cookies[seat] or websocket.cookie(address)
        client, self._heard[seat] = websocket.WebSocket(address, Cookie=self.cookies[seat]).detach()
        return client

    def _greeting(self, seat):
        if self.back:
            return []
        return [self._request(seat, ask="name", name=self.names[seat]),
                self._request(seat, ask="seek", game="chess", lobby=self.names[0], seats=2)]

    def _request(self, seat, **request):
        self._asking[seat] += 1
        return json.dumps({"id": self._asking[seat], **request})

    def _frame(self, words):
        return words if isinstance(words, bytes) else websocket.write_frame(0x80 | websocket.TEXT, words.encode())

    def _next_message(self, seat):
        frame, self._heard[seat] = websocket.cut_frame(self._heard[seat])
        return frame

    def _listen(self, seat, frame):
        opcode, payload = frame
        if opcode == websocket.PING:
            return [(seat, websocket.write_frame(0x80 | websocket.PONG, payload))]
        if opcode != websocket.TEXT:
            return []
        told = json.loads(payload)
        if told["type"] == "answer" and not told["ok"]:
            raise AssertionError(f"{self.names[seat]} hears {told}, having asked for {self.asked}")
        if told["type"] not in ("table", "update"):
            return []
        self.begun = True
        return self._follow(seat, told)

    def _follow(self, seat, told):
        """What is told, now or again, is what was asked for."""
        self._told_of(seat, told["seq"])
        log = [(line["who"], line["text"]) for line in told["log"]]
        if log != self.asked[told["seq"] - len(log):told["seq"]]:
            raise AssertionError(f"{log} was told for {self.asked}")
        state = told.get("state") or told["patch"]
        if state.get("outcome"):
            self.left = True
        if not (moves := state.get("moves")) or not self._is_free(seat):
            return []
        move = self.random.choice(moves)[0]
        return [(seat, self._request(seat, ask="move", move=move, after=told["seq"]))] if self._ask(seat, move) else []


ALL = (ClarksonPair, TwentePair, SpectranglePair, ShelfiePair, WebPair)
