# My Shelfie for tests: a peer that speaks the JSON mapping, and a second reading of the rules.
import json

import parlor

TYPES = ["CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT"]
TOKENS = {2: [8, 4], 3: [8, 6, 4], 4: [8, 6, 4, 2]}
CARD_POINTS = [0, 1, 2, 4, 6, 9, 12]
MOST_TILES = 3
AGAIN = "Login was successful! You will be reconnected to your previous game..."


class Player(parlor.Peer):
    """A connection with a nickname; pings are passed over."""

    def __init__(self, address, nickname, **options):
        super().__init__(address, **options)
        self.nickname = nickname

    def send(self, kind, key, *value):
        data = {"VALUE_CLIENT": value[0]} if value else {}
        self.say(json.dumps({"header": {"type": kind, "nickname": self.nickname}, "payload": {"key": key, "data": data}}))

    def message(self):
        """The next message: its key and its data; the end of the stream is an error."""
        while True:
            line = self.hear()
            if line is None:
                raise AssertionError(f"{self.nickname} was hung up on")
            message = json.loads(line)
            if message["header"]["type"] != "PING":
                return message["payload"]["key"], message["payload"]["data"]

    def expect_key(self, key):
        heard, data = self.message()
        if heard != key:
            raise AssertionError(f"{self.nickname} should hear {key} but heard {heard}: {data}")
        return data

    def log_in(self):
        self.send("CONNECTION", "CONNECTION_CREATION")
        self.expect_key("GLOBAL_LOBBY_DECISION")

    def come_back(self):
        self.send("CONNECTION", "CONNECTION_CREATION")
        if (data := self.expect_key("BROADCAST")) != {"CONTENT": AGAIN}:
            raise AssertionError(data)

    def everything(self):
        self.send("ERROR", "ERROR_DATA", None)
        return self.expect_key("ALL_INFO")


def gather(address, names, lobby=1):
    """Players by name in one lobby, which must be of that number, and what each is told at the start."""
    players = {}
    for name in names:
        player = players[name] = Player(address, name)
        player.log_in()
        if len(players) == 1:
            player.send("LOBBY", "CREATE_GAME_LOBBY", len(names))
        else:
            player.send("LOBBY", "JOIN_SPECIFIC_GAME_LOBBY", lobby)
        player.expect_key("BROADCAST")
    return players, {name: player.expect_key("ALL_INFO") for name, player in players.items()}


def neighbours(row, column, rows, columns):
    for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= near[0] < rows and 0 <= near[1] < columns:
            yield near


def read_board(data):
    """Tiles by place, as (number, type); None where a tile could be."""
    board = {}
    for row, boxes in enumerate(data["NEW_BOARD"]):
        for column, box in enumerate(boxes):
            if (box["x"], box["y"]) != (row, column):
                raise AssertionError(f"the box at {row}, {column} says {box}")
            tile = box["itemTileView"]
            if box["occupiable"]:
                board[row, column] = (tile["tileID"], tile["type"]) if tile["type"] else None
            elif tile != {"tileID": -1, "type": None}:
                raise AssertionError(f"a tile where none can be: {box}")
    for place, tile in board.items():
        taken = sum(board.get(near) is not None for near in neighbours(*place, 9, 9))
        free = data["NEW_BOARD"][place[0]][place[1]]["freeEdges"]
        if free != (4 - taken if tile else 0):
            raise AssertionError(f"{free} free sides at {place}")
    return board


class Shelf:
    def __init__(self):
        self.columns = [[] for _ in range(5)]  # from the bottom

    def type_at(self, row, column):
        height = 5 - row
        tiles = self.columns[column]
        return tiles[height][1] if height < len(tiles) else None

    def types(self):
        """By place."""
        places = {(row, column): self.type_at(row, column) for row in range(6) for column in range(5)}
        return {place: kind for place, kind in places.items() if kind}

    def count(self):
        return sum(map(len, self.columns))

    def groups(self):
        types, sizes = self.types(), []
        while types:
            place, kind = types.popitem()
            waiting, size = [place], 0
            while waiting:
                place = waiting.pop()
                size += 1
                for near in neighbours(*place, 6, 5):
                    if types.get(near) == kind:
                        del types[near]
                        waiting.append(near)
            sizes.append(size)
        return sizes

    def group_points(self):
        return sum(0 if size < 3 else {3: 2, 4: 3, 5: 5}.get(size, 8) for size in self.groups())

    def card_points(self, card):
        return CARD_POINTS[sum(self.type_at(box["x"], box["y"]) == box["type"] for box in card["cells"])]

    def full_columns(self):
        return [[kind for _, kind in tiles] for tiles in self.columns if len(tiles) == 6]

    def full_rows(self):
        rows = [[self.type_at(row, column) for column in range(5)] for row in range(6)]
        return [row for row in rows if None not in row]

    def squares(self):
        types = self.types()
        found = [(row, column) for row in range(5) for column in range(4)
                 if types.get((row, column)) and len({types.get((row + down, column + right))
                                                      for down in (0, 1) for right in (0, 1)}) == 1]
        return any(abs(a - c) > 1 or abs(b - d) > 1 for a, b in found for c, d in found)

    def same(self, places):
        return len(kinds := {self.type_at(*place) for place in places}) == 1 and None not in kinds

    def has(self, goal):
        """Whether the common goal of that number is reached."""
        kinds = list(self.types().values())
        heights = [len(tiles) for tiles in self.columns]
        checks = [
            self.squares,
            lambda: sum(len(set(column)) == 6 for column in self.full_columns()) >= 2,
            lambda: sum(size >= 4 for size in self.groups()) >= 4,
            lambda: sum(size >= 2 for size in self.groups()) >= 6,
            lambda: sum(len(set(column)) <= 3 for column in self.full_columns()) >= 3,
            lambda: sum(len(set(row)) == 5 for row in self.full_rows()) >= 2,
            lambda: sum(len(set(row)) <= 3 for row in self.full_rows()) >= 4,
            lambda: self.same([(0, 0), (0, 4), (5, 0), (5, 4)]),
            lambda: any(kinds.count(kind) >= 8 for kind in TYPES),
            lambda: any(self.same([(r, c), (r, c + 2), (r + 1, c + 1), (r + 2, c), (r + 2, c + 2)])
                        for r in range(4) for c in range(3)),
            lambda: any(self.same([(top + i, start + step * i) for i in range(5)])
                        for top in (0, 1) for start, step in ((0, 1), (4, -1))),
            lambda: any(heights in (stairs, stairs[::-1]) for stairs in ([5, 4, 3, 2, 1], [6, 5, 4, 3, 2])),
        ]
        return checks[goal]()


class Game:
    """A game as the rules have it; what the players hear must be what it says."""

    def __init__(self, case, players, told):
        first = next(iter(told.values()))
        self.case = case
        self.players = players
        self.order = [points["nickname"] for points in first["POINTS"]]
        self.cards = {name: data["PERSONAL_GOAL_CARD"] for name, data in told.items()}
        self.goals = first["COMMON_GOAL"][0]
        self.tokens = {name: [0, 0] for name in self.order}
        self.shelves = {name: Shelf() for name in self.order}
        self.board = read_board(first)
        self.hand = []
        self.turn = 0
        self.full = None
        self.over = False
        for name, data in told.items():
            case.assertEqual(read_board(data), self.board)
            case.assertEqual((data["NEXT_PLAYER"], data["PHASE"], data["SELECTED_ITEMS"]), (self.order[0], "ALL_INFO", None))
            self.check_points(name, data)
        case.assertEqual(len({card["idPersonal"] for card in self.cards.values()}), len(players))

    def name(self):
        return self.order[self.turn]

    def top_tokens(self):
        left = TOKENS[len(self.order)]
        won = [sum(tokens[goal] > 0 for tokens in self.tokens.values()) for goal in (0, 1)]
        return [left[count] if count < len(left) else 0 for count in won]

    def standing(self, name):
        return {"adjacentPoints": self.shelves[name].group_points(), "commonGoalPoints": self.tokens[name], "nickname": name}

    def check_points(self, name, data):
        standings = sorted(map(self.standing, self.order), key=lambda one: one["adjacentPoints"] + sum(one["commonGoalPoints"]))
        self.case.assertEqual(data["POINTS"], standings)
        self.case.assertEqual(data["PERSONAL_POINTS"], self.shelves[name].card_points(self.cards[name]))
        self.case.assertEqual(data["COMMON_GOAL"], [self.goals, self.top_tokens()])

    def selections(self):
        """Every line of tiles with free sides, no longer than fits."""
        most = min(MOST_TILES, max(6 - len(column) for column in self.shelves[self.name()].columns))
        free = {place for place, tile in self.board.items()
                if tile and sum(self.board.get(near) is not None for near in neighbours(*place, 9, 9)) < 4}
        for row, column in sorted(free):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                line = [(row + down * i, column + right * i) for i in range(most)]
                for length in range(1, most + 1):
                    if free.issuperset(line[:length]):
                        yield line[:length]

    def select(self, rng):
        line = rng.choice([line for line in self.selections()])
        player = self.players[self.name()]
        player.send("DATA", "SELECT_FROM_BOARD", [number for place in line for number in place])
        self.case.assertEqual(player.expect_key("SELECT_ORDER_TILES"), {})
        self.hand = [self.board[place] for place in line]
        self.board.update(dict.fromkeys(line))

    def arrange(self, rng):
        order = rng.sample(range(len(self.hand)), len(self.hand))
        player = self.players[self.name()]
        player.send("DATA", "SELECT_ORDER_TILES", order)
        self.case.assertEqual(player.expect_key("SELECT_COLUMN"), {})
        self.hand = [self.hand[at] for at in order]

    def drop(self, rng):
        name, shelf = self.name(), self.shelves[self.name()]
        column = rng.choice([at for at in range(5) if len(shelf.columns[at]) + len(self.hand) <= 6])
        self.players[name].send("DATA", "SELECT_COLUMN", column)
        shelf.columns[column] += self.hand
        self.hand = []
        won = [0, 0]
        for at, top in enumerate(self.top_tokens()):
            if not self.tokens[name][at] and shelf.has(self.goals[at]):
                won[at] = self.tokens[name][at] = top
        if not self.full and shelf.count() == 30:
            self.full = name
        self.turn = (self.turn + 1) % len(self.order)
        self.over = self.full is not None and self.turn == 0
        if self.over:
            return self.check_end()
        for other, player in self.players.items():
            self.check_turn(other, name, won, player.expect_key("END_TURN"))

    def check_turn(self, name, mover, won, data):
        self.case.assertEqual((data["WHO_CHANGE"], data["NEXT_PLAYER"], data["TOKEN"]), (mover, self.name(), won))
        self.check_points(name, data)
        board = read_board(data)
        lonely = not any(tile and any(self.board.get(near) for near in neighbours(*place, 9, 9))
                         for place, tile in self.board.items())
        if not lonely:
            return self.case.assertEqual(board, self.board)
        tiles = [tile for tile in board.values() if tile]
        shelved = {tile for shelf in self.shelves.values() for column in shelf.columns for tile in column}
        self.case.assertEqual(len(set(tiles)), min(len(board), 132 - len(shelved)))
        self.case.assertFalse(shelved.intersection(tiles))
        if name == list(self.players)[-1]:
            self.board = board

    def check_end(self):
        total = {name: self.shelves[name].group_points() + sum(self.tokens[name]) + (name == self.full) +
                 self.shelves[name].card_points(self.cards[name]) for name in self.order}
        ranking = sorted(self.order, key=total.get)
        for player in self.players.values():
            self.case.assertEqual(player.expect_key("END_GAME"), {
                "PERSONAL_POINTS": [self.shelves[name].card_points(self.cards[name]) for name in ranking],
                "POINTS": [self.standing(name) for name in ranking],
                "BOOKSHELF_FULL_PLAYER": self.full})

    def check_everything(self, phase):
        """What everybody is told when they ask for everything."""
        for name, player in self.players.items():
            data = player.everything()
            self.case.assertEqual((data["NEXT_PLAYER"], data["PHASE"]), (self.name(), phase))
            self.case.assertEqual(read_board(data), self.board)
            self.case.assertEqual(data["PERSONAL_GOAL_CARD"], self.cards[name])
            self.check_points(name, data)
            taken = [(tile["tileID"], tile["type"]) for tile in data["SELECTED_ITEMS"] or []]
            self.case.assertEqual(taken, self.hand)
            shelf = {(row, column): tile["type"] for row, tiles in enumerate(data["NEW_BOOKSHELF"])
                     for column, tile in enumerate(tiles) if tile["type"]}
            self.case.assertEqual(shelf, self.shelves[name].types())
