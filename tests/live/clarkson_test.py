# Scrabble through scrabble-clarkson: whole games by bots, mixed tables, and every message against a second reading of the rules.
import os
import re
import socket
import threading

import journal
import parlor
import twente

SIDE = 15
VALUES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10]))
# The upper left quarter of the board with its middle lines, row by row: 1 and 2 multiply a letter, 3 and 4 a word.
QUARTER = ["40010004", "03000200", "00300010", "10030001", "00003000", "02000200", "00100010", "40010003"]
MODIFIERS = [[int(QUARTER[min(y, 14 - y)][min(x, 14 - x)]) for x in range(SIDE)] for y in range(SIDE)]


def word_at(board, x, y, dx, dy):
    """The squares of the word through a square in a direction."""
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    squares = []
    while (x, y) in board:
        squares.append((x, y))
        x, y = x + dx, y + dy
    return squares


def points(board, laid):
    """What laid tiles bring; `board` has them already."""
    words = {tuple(word_at(board, x, y, *way)) for x, y in laid for way in ((1, 0), (0, 1))}
    total = 50 if len(laid) == 7 else 0
    for word in (word for word in words if len(word) > 1):
        bring, times = 0, 1
        for square in word:
            modifier = MODIFIERS[square[1]][square[0]] if square in laid else 0
            bring += VALUES[board[square]] * {1: 2, 2: 3}.get(modifier, 1)
            times *= {3: 2, 4: 3}.get(modifier, 1)
        total += bring * times
    return total


class Peer(parlor.Peer):
    """Somebody who gathers, then follows a game and checks everything that is said about it."""

    def __init__(self, address, name):
        super().__init__(address)
        self.name = name
        self.board, self.scores, self.rack, self.turn = {}, {}, "", None
        self.expect_start("HELLO 1.0.1,")
        self.say("HELLO 1.0.1,Linux,Python/3,a test")
        self.expect_start("OK ")
        self.say(f"USERSET {name}")
        while not (line := self.hear()).startswith("USERCHANGE "):
            assert line.startswith("USERJOIN "), line

    def hear(self):
        line = super().hear()
        return line if line is None else line.removesuffix("\r")

    def expect_start(self, start):
        line = self.hear()
        if line is None or not line.startswith(start):
            raise AssertionError(f"{start!r} should have come, but {line!r} did")
        return line[len(start):]

    def wait_for(self, name):
        """Until somebody has come and has got that name."""
        while not re.fullmatch(f"USERCHANGE .* {name}", self.hear()):
            pass

    def begin(self, players):
        self.say("READY")
        self.expect("OK when everyone is ready the game will start", "STARTING", *(f"SCORE 0 {name}" for name in players))
        self.scores = dict.fromkeys(players, 0)
        self.read_board()
        assert not self.board
        self.read_tiles()
        self.turn = self.expect_start("TURN ")

    def read_board(self):
        """Which squares are new."""
        self.expect("BOARDPUSH")
        board = {}
        for y in range(SIDE):
            squares = re.findall(r"\(([A-Z0]),([0-4])\)", line := self.hear())
            assert len(squares) == SIDE and len(line) == 5 * SIDE, line
            assert [int(modifier) for _, modifier in squares] == MODIFIERS[y], line
            board |= {(x, y): letter for x, (letter, _) in enumerate(squares) if letter != "0"}
        self.expect("")
        assert self.board.items() <= board.items(), "no tile moves"
        new = board.keys() - self.board.keys()
        self.board = board
        return new

    def read_tiles(self):
        self.rack = re.fullmatch(r"TILES(?: ([A-Z]{1,7}))?", self.hear())[1] or ""

    def end_turn(self):
        """SCORE, BOARDPUSH, and TURN or WINNER, which is returned."""
        score, name = re.fullmatch(r"SCORE (\d+) (.*)", self.hear()).groups()
        assert name == self.turn, (name, self.turn)
        new = self.read_board()
        assert int(score) == self.scores[name] + points(self.board, new), (score, self.scores, new)
        self.scores[name] = int(score)
        line = self.hear()
        if line.startswith("WINNER "):
            return line
        self.turn = line.removeprefix("TURN ")
        assert self.turn in self.scores and line.startswith("TURN "), line
        return None

    def act(self, line):
        """Whether the server took it; if it did, the turn is over."""
        self.say(line)
        answer = self.hear()
        if answer.startswith("OK "):
            self.read_tiles()
            return True
        assert answer.startswith("NOK "), answer
        return False


class ClarksonCase(parlor.Case):
    def bot(self, server, protocol, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        where = "%s:%d" % server.address(protocol)
        return self.keep(parlor.Process(["bot", protocol, "--connect", where, *flags], log))

    def report(self, bot, games=1):
        """How many games it won."""
        output = bot.popen.stdout.read().decode()
        self.assertEqual(bot.wait(), 0, output + bot.log())
        lines = output.splitlines()
        self.assertEqual(len(lines), games + 1, output)
        for line in lines[:-1]:
            self.assertRegex(line, r"^game \d+: (won|lost) after \d+ moves$")
        return int(re.search(r"(\d+) won", lines[-1])[1])

    def tables(self, server):
        server.wait_for('parlor_tables{game="scrabble"}', 0)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()
        tables = list(journal.read(self.data).values())
        for table in tables:
            self.assertNotIn("!leave", table.texts())
        return tables


class Bots(ClarksonCase):
    def test_game_after_game(self):
        server = self.serve("--seed", 5)
        for players, level, games in ((1, "greedy", 2), (2, "greedy", 3), (2, "random", 2), (3, "beginner", 1), (2, "strong", 1)):
            flags = ("--players", players, "--games", games, "--level", level)
            bots = [self.bot(server, "scrabble-clarkson", *flags) for _ in range(players)]
            with self.subTest(players=players, level=level):
                self.assertEqual(sum(self.report(bot, games) for bot in bots), games)
        tables = self.tables(server)
        self.assertEqual(len(tables), 9)

    def test_both_protocols_at_one_table(self):
        server = self.serve("--seed", 5, "--scrabble-common")
        for clarkson, others, games in ((1, 1, 3), (2, 1, 1), (1, 2, 1), (2, 2, 1)):
            flags = ("--players", clarkson + others, "--games", games, "--level", "greedy")
            bots = [self.bot(server, "scrabble-clarkson", *flags) for _ in range(clarkson)]
            bots += [self.bot(server, "scrabble-twente", *flags) for _ in range(others)]
            with self.subTest(clarkson=clarkson, others=others):
                self.assertEqual(sum(self.report(bot, games) for bot in bots), games)
        self.assertEqual(len(self.tables(server)), 6)

    def test_name_that_is_taken(self):
        server = self.serve()
        person = Peer(server.address("scrabble-clarkson"), "Ann")
        self.addCleanup(person.hang_up)
        bot = self.bot(server, "scrabble-clarkson", "--name", "Ann")
        self.assertEqual(bot.wait(), 1)
        self.assertIn("NOK name already taken", bot.log())


class SecondReading(ClarksonCase):
    def follow(self, seed):
        """A bot lays words; the person beside it exchanges a tile each time, and passes when the bag is empty."""
        server = self.serve("--seed", seed, data=os.path.join(self.folder, f"data-{seed}"))
        person = Peer(server.address("scrabble-clarkson"), "Ann")
        self.addCleanup(person.hang_up)
        bot = self.bot(server, "scrabble-clarkson", "--name", "bot", "--level", "greedy", "--seed", seed)
        person.wait_for("bot")
        person.begin(["Ann", "bot"])
        winner = None
        while not winner:
            if person.turn == "Ann":
                before = person.rack
                in_bag = max(0, 100 - len(person.board) - len(before) - 7)
                self.assertEqual(person.act("EXCHANGE"), in_bag >= 7)
                if in_bag < 7:
                    self.assertEqual(person.act("EXCHANGE " + before[0]), in_bag > 0)
                if in_bag == 0:
                    self.assertTrue(person.act("PASS"))
                    self.assertEqual(person.rack, before)
            winner = person.end_turn()
        self.assertEqual(winner, f"WINNER {person.scores['bot']} bot")
        self.assertEqual(self.report(bot), 1)
        person.say("QUIT")
        person.expect("GOODBYE")
        person.expect_end()

    def test_every_message_of_whole_games(self):
        for seed in range(1, 6):
            with self.subTest(seed=seed):
                self.follow(seed)

    def test_both_protocols_see_the_same(self):
        """At one table, somebody of either protocol beside a bot: words and scores agree."""
        server = self.serve("--seed", 3, "--scrabble-common")
        other = twente.connect(self, server)
        other.say("ANNOUNCE|Tom Tit", "REQUESTGAME|3")
        other.skip_to("INFORMQUEUE|1|3")
        person = Peer(server.address("scrabble-clarkson"), "Ann")
        self.addCleanup(person.hang_up)
        bot = self.bot(server, "scrabble-clarkson", "--name", "bot", "--players", 3)
        person.wait_for("bot")
        person.begin(["Tom_Tit", "Ann", "bot"])
        winner, laid = None, {}
        while not winner:
            if person.turn == "Ann" and not person.act("EXCHANGE"):
                person.act("PASS")
            if person.turn == "Tom_Tit":
                other.skip_to("NOTIFYTURN|1")
                other.say("MAKEMOVE|SWAP|")
            before = dict(person.board)
            mover = person.turn
            winner = person.end_turn()
            told = other.skip_to("INFORMMOVE|").split("|")
            self.assertEqual(told[1], mover.replace("_", " "))
            if told[2] == "WORD":
                x, y, word = ord(told[3][0]) - 65, int(told[3][1:]) - 1, told[5]
                way = (1, 0) if told[4] == "H" else (0, 1)
                laid |= {(x + way[0] * at, y + way[1] * at): letter for at, letter in enumerate(word)}
                self.assertNotEqual(person.board, before)
            else:
                self.assertEqual(person.board, before)
            self.assertEqual(laid, person.board)
        scores = other.skip_to("GAMEOVER|WIN|").split("|")[2:]
        self.assertEqual(scores, ["Tom Tit", "0", "Ann", "0", "bot", str(person.scores["bot"])])
        self.assertEqual(self.report(bot), 1)


class OtherServers(ClarksonCase):
    def pretend(self, talk):
        """A server that talks so to whoever comes. Its address."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            client, _ = listener.accept()
            with client, client.makefile("rw", newline="\n") as stream:
                talk(stream)

        threading.Thread(target=serve, daemon=True).start()
        return "%s:%d" % listener.getsockname()

    @staticmethod
    def plain_game(stream):
        """Lines end in LF, the board has spaces, the player hears its own USERJOIN, and everything is taken."""
        board = [["0"] * SIDE for _ in range(SIDE)]

        def say(*lines):
            stream.write("".join(line + "\n" for line in lines))
            stream.flush()

        def push(rack, turn):
            rows = [" ".join(f"({letter}, 0)" for letter in row) for row in board]
            say("BOARDPUSH ", *rows, "", "TILES " + " ".join(rack), turn)

        say("HELLO 1.0.1,BeOS,Lisp,somebody", "WHATEVER this is")
        assert stream.readline().startswith("HELLO 1.0.1,")
        say("OK", "USERJOIN 10.0.0.1")
        name = stream.readline().split()[1]
        say(f"USERCHANGE 10.0.0.1 {name}", "OK nice name")
        assert stream.readline() == "READY\r\n"
        say("OK", "STARTING", f"SCORE 0 {name}")
        push("RETAINS", f"TURN {name}")
        for turn in range(3):
            words = stream.readline()
            if turn == 1:
                say("NOK that is no word")
                assert stream.readline() != words
            for letter, x, y in re.findall(r"\((\w),(\d+),(\d+)\)", words if turn != 1 else ""):
                board[int(y)][int(x)] = letter
            say("OK", f"SCORE {turn + 1} {name}")
            push("EEIORST", f"TURN {name}" if turn < 2 else f"WINNER 3 {name}")
        assert stream.readline() == "QUIT\r\n"

    def test_plain_server(self):
        done = parlor.run("bot", "scrabble-clarkson", "--connect", self.pretend(self.plain_game), "--players", 1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "game 1: won after 3 moves\n1 games: 1 won, 0 drawn, 0 lost\n")

    def test_other_version(self):
        def talk(stream):
            stream.write("HELLO 2.0,BeOS,Lisp,somebody\r\n")
            stream.flush()
            stream.readline()
            stream.write("NOK Unsupported version!\r\n")

        done = parlor.run("bot", "scrabble-clarkson", "--connect", self.pretend(talk), "--players", 1)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "parlor: the server answered NOK Unsupported version!\n")


class Words(ClarksonCase):
    def test_other_lexicon(self):
        """Ruling 21: a host chooses another word list."""
        words = os.path.join(self.folder, "words.txt")
        with open(words, "w", encoding="utf-8") as file:
            file.write("".join(f"{one}{other}\n" for one in "ADILLOT" for other in "ADILLOT" if one < other))
        server = self.serve("--seed", 4, "--lexicon", words)
        person = Peer(server.address("scrabble-clarkson"), "Ann")
        self.addCleanup(person.hang_up)
        person.begin(["Ann"])
        self.assertEqual(person.rack, "ADILLOT")
        person.say("PLACE (D,7,7) (O,8,7) (T,9,7)")
        person.expect("NOK unknown word DOT")
        self.assertTrue(person.act("PLACE (D,7,7) (T,8,7)"))
        self.assertIsNone(person.end_turn())
        self.assertEqual(person.scores, {"Ann": 6})


if __name__ == "__main__":
    parlor.main()
