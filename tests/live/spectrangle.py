# A second, plain reading of the rules of Spectrangle, to hold the server against: docs/protocols/spectrangle.rulings.md.
VALUES = {
    "RRR": 6, "BBB": 6, "GGG": 6, "YYY": 6, "PPP": 6, "RRY": 5, "RRP": 5, "BBR": 5, "BBP": 5, "GGR": 5, "GGB": 5, "YYG": 5,
    "YYB": 5, "PPY": 5, "PPG": 5, "RRB": 4, "RRG": 4, "BBG": 4, "BBY": 4, "GGY": 4, "GGP": 4, "YYR": 4, "YYP": 4, "PPR": 4,
    "PPB": 4, "YBP": 3, "RGY": 3, "BGP": 3, "GRB": 3, "BRP": 2, "YPR": 2, "YPG": 2, "GRP": 1, "BYG": 1, "RYB": 1, "WWW": 1,
}
BONUS = {10: 2, 14: 2, 30: 2, 2: 3, 26: 3, 34: 3, 11: 4, 13: 4, 20: 4}
HAND = 4


def neighbours(location):
    """The cells at sides 0, 1 and 2; None where there is none."""
    row = int(location ** 0.5)
    index = location - row * row
    if index % 2:
        return [(row - 1) ** 2 + index - 1, location - 1, location + 1]
    return [(row + 1) ** 2 + index + 1 if row < 5 else None, location + 1 if index < 2 * row else None,
            location - 1 if index > 0 else None]


def shown(tile, side):
    """The colour that a tile such as RRY1 has at a side."""
    return tile[(side + 3 - int(tile[3])) % 3]


class Game:
    """A game as everybody sees it. Players are names in turn order; tiles in hand have three letters, on the board four."""

    def __init__(self, players):
        self.players = list(players)
        self.hands = {name: [] for name in players}
        self.scores = {name: 0 for name in players}
        self.board = {}
        self.turn = 0
        self.passes = 0

    def on_turn(self):
        return self.players[self.turn]

    def bag(self):
        seen = {tile[:3] for tile in self.board.values()}.union(*self.hands.values())
        return [letters for letters in VALUES if letters not in seen]

    def fits(self, tile, location):
        if location in self.board:
            return False
        if not self.board:
            return location not in BONUS
        touching = [(side, self.board[cell]) for side, cell in enumerate(neighbours(location)) if cell in self.board]
        return bool(touching) and all("W" in (shown(tile, side), shown(other, side)) or shown(tile, side) == shown(other, side)
                                      for side, other in touching)

    def points(self, letters, location):
        touching = sum(cell in self.board for cell in neighbours(location))
        return VALUES[letters] * max(1, touching) * BONUS.get(location, 1)

    def placements(self, hand):
        """Every (tile, location) at which a tile of the hand fits; of tiles of one colour only rotation 0."""
        return [(f"{letters}{rotation}", location) for letters in hand for rotation in range(1 if len(set(letters)) == 1 else 3)
                for location in range(36) if self.fits(f"{letters}{rotation}", location)]

    def place(self, tile, location):
        name = self.on_turn()
        self.scores[name] += self.points(tile[:3], location)
        self.board[location] = tile
        self.hands[name].remove(tile[:3])
        self.passes = 0
        self._next()

    def swap(self, letters):
        self.hands[self.on_turn()].remove(letters)
        self.skip()

    def skip(self):
        self.passes += 1
        self._next()

    def _next(self):
        self.turn = (self.turn + 1) % len(self.players)

    def is_over(self):
        if any(self.placements(hand) for hand in self.hands.values()):
            return False
        return self.passes >= len(self.players) or not self.placements(self.bag())

    def score_line(self, left=None):
        """What SCORE says at the end."""
        final = {name: max(0, score - sum(VALUES[tile] for tile in self.hands[name])) for name, score in self.scores.items()}
        if left:
            final[left] = 0
        return " ".join(["SCORE", *(f"{name},{final[name]}" for name in self.players)])
