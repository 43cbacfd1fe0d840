# Pairs for a hall whose servers die: whoever waits may meet a stranger, since half of a pair is gone before the server knows. Who hears
# that goes at once. Everything else is as in any pair.
import re
import socket

import crowd
import games
import pairs


def check_refusal(case, refused, table, is_lost):
    """What is refused is not kept; and that only happens where a game has ended because somebody counts as gone."""
    if refused:
        case.assertTrue(is_lost, f"{refused}, which is kept at table {table.number}")
        case.assertTrue({"!leave", "!away"} & set(table.texts()), f"{refused} at table {table.number}, where everybody is")


class Wary:
    """Part of a pair: `strangers` are the names that a seat has met in the place of its partner."""

    def __init__(self, number, rng):
        super().__init__(number, rng, self.most)
        self.strangers = [set(), set()]
        self.met = [False, False]  # who was told of a game with its partner
        self.refused = None  # what was said to that, if it was
        self.nodes = []  # where they are, by seat

    most = None  # acts, then they leave

    def _listen(self, seat, message):
        names = set(self._names_in(message))
        if names - set(self.names) and not (self.begun and self.met[seat]):
            self.strangers[seat] = names - set(self.names)
            self.left = True
            return []
        self.met[seat] |= bool(names)
        if self._is_refusal(message):
            self.refused = f"{self.names[seat]} hears {message}, having asked for {self.asked}"
            self.left = True
            return []
        return super()._listen(seat, message)

    def _is_refusal(self, message):
        return message.startswith("ERROR")

    def _names_in(self, _message):
        """Of who plays, if the message says that a game begins."""
        return []

    def is_even(self):
        """Both seats have heard of everything that was asked for."""
        return not self.begun or self.heard == [len(self.asked)] * 2

    def check(self, case, tables):
        """What they were told is a beginning of what is kept, and that is what they asked for; `tables` are all, by name."""
        own = [tables.get(name) for name in self.names]
        for seat, table in enumerate(own):
            if self.strangers[seat]:
                met = tables.met.get(self.names[seat], set())
                case.assertLessEqual(self.strangers[seat], met, f"a game of {self.names[seat]} began that is not in the journal")
        together = [table for table in tables.all.get(self.names[0], []) if {name for name, _ in table.chairs} == set(self.names)]
        if together:
            table = max(together, key=lambda one: len(one.moves()))  # of another they were never told
            for name, strangers, heard in zip(self.names, self.strangers, self.heard):
                case.assertFalse(strangers and heard, f"{name} was told of a game with its partner, and of one with {strangers}")
            case.check_table(self, table)
            return check_refusal(case, self.refused, table, len(table.moves()) < len(self.asked))
        if self.asked:  # before a game begins, the lobby of who waits may be gone
            case.assertIsNone(self.refused)
        case.assertFalse(self.begun, f"a game of {self.names} began that is not in the journal")
        for table in filter(None, own):
            case.assertEqual(table.moves(), [], f"table {table.number} of {table.chairs}: nobody has played there")


class ClarksonPair(Wary, pairs.ClarksonPair):
    """Checks the board that is told after every act, too. Where one of them counts as gone the other is all that is left of the lobby, and
    a game of one begins (ruling 8): who hears that goes."""

    def __init__(self, number, rng):
        super().__init__(number, rng)
        self._rows = [[], []]  # of the board that is being told, by seat
        self._scored = [set(), set()]  # who has points, by seat
        self.alone = [False, False]

    def _is_refusal(self, message):
        return message.startswith("NOK")

    def _names_in(self, message):
        word, _, rest = message.partition(" ")
        return [rest.split(" ")[1]] if word == "SCORE" else []

    def _listen(self, seat, line):
        self._scored[seat].update(self._names_in(line))
        if line.startswith("("):
            self._rows[seat].append("".join(re.findall(r"\(([0A-Z]),\d\)", line)))
        elif line.startswith("TURN "):
            self._check_board(seat)
            if self._scored[seat] == {self.names[seat]}:
                self.alone[seat] = self.left = True
                return []
        return super()._listen(seat, line)

    def check(self, case, tables):
        super().check(case, tables)
        for name, alone in zip(self.names, self.alone):
            seated = [[other for other, _ in table.chairs] for table in tables.all.get(name, [])]
            case.assertTrue(not alone or [name] in seated, f"a game of {name} alone began that is not in the journal")

    def _check_board(self, seat):
        told, self._rows[seat] = self._rows[seat], []
        acts = self.asked[:self.heard[seat] + 1] if seat in self._playing else []
        board = {}
        for _, text in acts:
            board.update(self._squares(text))
        if told != ["".join(board.get((x, y), "0") for x in range(15)) for y in range(15)]:
            raise AssertionError(f"{self.names[seat]} is shown {told} after {acts}")


class TwentePair(Wary, pairs.TwentePair):
    """How many wait may be told more than once; they ask for one game."""

    queued = False

    def _listen(self, seat, message):
        if message.startswith("INFORMQUEUE\x1f1") and self.queued:
            return []
        answers = super()._listen(seat, message)
        self.queued = self.queued or message.startswith("INFORMQUEUE\x1f1")
        return answers

    def _names_in(self, message):
        word, *rest = message.split("\x1f")
        return rest if word == "STARTGAME" else []


class SpectranglePair(Wary, pairs.SpectranglePair):
    """Who is in the lobby may be told more than once; they are ready once."""

    def __init__(self, number, rng):
        super().__init__(number, rng)
        self._ready = set()

    def _listen(self, seat, message):
        answers = super()._listen(seat, message)
        if (seat, "READY") in answers:
            answers = [] if seat in self._ready else answers
            self._ready.add(seat)
        return answers

    def _names_in(self, message):
        word, *rest = message.split(" ")
        return rest if word == "START" else []


class ShelfiePair(Wary, pairs.ShelfiePair):
    """The turn of whoever counts as gone ends in the middle, and the other is alone: they go, and it is kept why."""

    broken_off = False

    def _is_refusal(self, message):
        return '"ERR' in message

    def _listen(self, seat, message):
        if '"ONLY_PLAYER"' in message:
            self.broken_off = self.left = True
            return []
        return super()._listen(seat, message)

    def _on_end_turn(self, seat, data):
        if self.heard[seat] // 3 * 3 + 3 > len(self.asked):
            self.broken_off = self.left = True
            return []
        return super()._on_end_turn(seat, data)

    def check(self, case, tables):
        """A turn that was broken off is told as one that ended: nobody can tell how many of its acts were made."""
        table = tables.get(self.names[0])
        if table and "!away" in table.texts():
            self._forget_broken_off(table)
            kept = len(table.moves())
            case.assertLess(self.told - kept, 3, f"table {table.number}: more than a turn of {self.names} is lost")
            self.told = min(self.told, kept)
        super().check(case, tables)
        if self.broken_off:
            case.assertIn("!away", tables[self.names[0]].texts(), f"a turn of {self.names} ended that was not over")

    def _forget_broken_off(self, table):
        """Who counts as gone has asked for the rest of their turn in vain. The other hears that the turn is over, and plays on."""
        seats = [self.names.index(name) for name, _ in table.chairs]
        asked, gone, at = [], set(), 0
        for entry in table.entries:
            seat = seats[entry.who]
            if entry.text == "!away":
                gone.add(seat)
            elif not entry.text.startswith("!"):
                end = at // 3 * 3 + 3
                while at < min(end, len(self.asked)) and self.asked[at] != (seat, entry.text) and self.asked[at][0] in gone:
                    at += 1
                asked += self.asked[at:at + 1]
                at, gone = at + 1, set()
        self.told -= max(0, min(self.told, at) - len(asked))
        self.asked = asked + self.asked[at:]


class WebPair(Wary, pairs.WebPair):
    """Who of them came first to the lobby has the first seat."""

    most = 150  # a browser may not say more than 200 messages in 10 seconds

    def _is_refusal(self, message):
        return b'"ok":false' in message[1]

    broken_off = False

    def _follow(self, seat, told):
        outcome = (told.get("state") or told.get("patch") or {}).get("outcome")
        if outcome and outcome["reason"] == "left":
            self.broken_off = self.left = True
            return []
        if told["type"] == "table":
            self._order = [self.names.index(player["name"]) for player in told["players"]]
        for line in told["log"]:
            line["who"] = self._order[line["who"]]
        return super()._follow(seat, told)

    def check(self, case, tables):
        super().check(case, tables)
        if self.broken_off:
            case.assertIn("!leave", tables[self.names[0]].texts(), f"{self.names} hear that somebody has left")


class ChessPair(crowd.Pair):
    """Chess has no names: who plays is known by addresses, each client has its own. All play the same game, so that anybody can play
    against anybody."""

    protocol = "chess"
    moves = []  # of that game

    def __init__(self, number, _rng):
        super().__init__()
        self.addresses = [f"127.{16 + number // 32768}.{number // 128 % 256}.{2 * (number % 128) + 1 + seat}" for seat in (0, 1)]
        self.nodes = []
        self.colors = [None, None]  # 0 is White
        self.said = [0, 0]
        self.refused = [None, None]
        self.heard = [0, 0]  # moves of the other

    def connect(self, address, seat):
        client = socket.create_connection(address, source_address=(self.addresses[seat], 0))
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def hear(self, seat, data):
        self._heard[seat] += data
        answers = []
        while not self.left and self._hear_one(seat):
            answers += self._move(seat)
        return answers

    def _hear_one(self, seat):
        """The color, or a move of the other; False if it has not come as a whole."""
        if self.colors[seat] is None:
            self.begun = self._take(seat, b"COLOR WHITE\n") or self._take(seat, b"COLOR BLACK\n") or self.begun
            return self.colors[seat] is not None or self._expect(seat, b"COLOR ")
        words = self._words(self._next(seat)) if self._next(seat) % 2 != self.colors[seat] else b""
        if self.said[seat] and self._take(seat, b"ERROR 1\n"):
            self.refused[seat] = f"{self.addresses[seat]} hears ERROR 1 after {self._next(seat)} moves"
            self.left = True
            return False
        if not words or not self._take(seat, words):
            return self._expect(seat, words)
        self.heard[seat] += 1
        self.told += 1
        self._note_stall()
        return True

    def _take(self, seat, words):
        if not self._heard[seat].startswith(words):
            return False
        self._heard[seat] = self._heard[seat][len(words):]
        if words.startswith(b"COLOR"):
            self.colors[seat] = int(words == b"COLOR BLACK\n")
        return True

    def _expect(self, seat, words):
        """What has come is the beginning of that."""
        if not words.startswith(self._heard[seat][:len(words)]) or (self._heard[seat] and not words):
            raise AssertionError(f"{self.addresses[seat]} hears {self._heard[seat]!r} after {self._next(seat)} moves")
        return False

    def _next(self, seat):
        return self.said[seat] + self.heard[seat]

    def _words(self, number):
        return "".join(line + "\n" for line in games.say(self.moves[number])).encode()

    def _move(self, seat):
        number = self._next(seat)
        if number >= len(self.moves) - 1:
            self.left = True
        if self.left or number % 2 != self.colors[seat] or not self._ask(seat, self.moves[number]):
            return []
        self.said[seat] += 1
        return [(seat, self._words(number))]

    def is_even(self):
        """Whether whoever was spoken to has heard it: at the end that is seen in the journal."""
        return True

    def check(self, case, tables, settled=False):
        for seat, address in enumerate(self.addresses):
            table = tables.get(address)
            if table is None:
                case.assertIsNone(self.colors[seat], f"a game of {address} began that is not in the journal")
                continue
            moves = [entry.text for entry in table.moves()]
            what = f"table {table.number}, chess, {address}: {self.said[seat]} said, {self.heard[seat]} heard, {len(moves)} kept"
            case.assertEqual(moves, self.moves[:len(moves)], what)
            case.assertEqual([entry.who for entry in table.moves()], [number % 2 for number in range(len(moves))], what)
            color = table.addresses.index(address)
            case.assertIn(self.colors[seat], (color, None), what)
            own = (len(moves) + 1 - color) // 2
            case.assertLessEqual(own, self.said[seat], what)
            check_refusal(case, self.refused[seat], table, own < self.said[seat])
            others = (len(moves) + color) // 2
            case.assertLessEqual(self.heard[seat], others, what)
            if settled:
                case.assertEqual(self.heard[seat], others, what)


ALL = (ClarksonPair, TwentePair, SpectranglePair, ShelfiePair, WebPair, ChessPair)
