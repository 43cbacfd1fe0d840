# Games of Spectrangle over TCP: by a second reading of the rules, by bots, across restarts, on other servers.
import json
import os
import random
import re
import socket
import threading

import journal
import parlor
import spectrangle

NAMES = ["alice", "bob", "carol", "dave"]


class Table:
    """Peers who play one game, and the game as the rules have it. What they hear must be what the rules say."""

    def __init__(self, case, peers):
        self.case = case
        self.peers = peers  # by name
        self.game = None

    def expect(self, *lines):
        for peer in self.peers.values():
            peer.expect(*lines)

    def say(self, name, line):
        self.peers[name].say(line)

    def refuses(self, name, line, code):
        self.say(name, line)
        self.case.assertRegex(self.peers[name].hear(), rf"^ERROR {code} .+")

    def hear_tile(self, name):
        """The tile that a player gets, which is the same for everybody and was in the bag."""
        first, *others = [peer.hear() for peer in self.peers.values()]
        for other in others:
            self.case.assertEqual(other, first)
        found = re.fullmatch(rf"TILE {name} ([RGBYPW]{{3}})0", first)
        self.case.assertTrue(found, first)
        self.case.assertIn(found[1], self.game.bag())
        self.game.hands[name].append(found[1])

    def start(self):
        """READY of everybody, START, and the tiles."""
        for peer in self.peers.values():
            peer.say("READY")
        first, *others = [peer.hear() for peer in self.peers.values()]
        self.case.assertEqual(others, [first] * len(others))
        word, *players = first.split(" ")
        self.case.assertEqual((word, sorted(players)), ("START", sorted(self.peers)))
        rest = [name for name in self.peers if name != players[0]]
        self.case.assertEqual(players[1:], rest, "who follows the first follows in lobby order")
        self.game = spectrangle.Game(players)
        for name in players:
            for _ in range(spectrangle.HAND):
                self.hear_tile(name)

    def turn(self, rng):
        """One turn at random, with a wrong try before it now and then."""
        game, name = self.game, self.game.on_turn()
        moves = game.placements(game.hands[name])
        if rng.random() < 0.2:
            self.err(rng, name, moves)
        if moves:
            tile, location = rng.choice(moves)
            self.say(name, f"MOVE_PLAY {tile} {location}")
            self.expect(f"UPDATE {name} {tile} {location}")
            draws = bool(game.bag())
            game.place(tile, location)
            if draws:
                self.hear_tile(name)
        elif game.bag() and rng.random() < 0.7:
            tile = f"{rng.choice(game.hands[name])}{rng.randrange(3)}"
            self.say(name, f"MOVE_SWAP {tile}")
            self.expect(f"UPDATE {name} {tile}")
            self.hear_tile(name)  # drawn before the old one is returned, so it is another
            game.swap(tile[:3])
        else:
            self.say(name, "MOVE_SKIP")
            self.expect(f"UPDATE {name}")
            game.skip()

    def err(self, rng, name, moves):
        game = self.game
        others = [other for other in game.players if other != name]
        self.refuses(rng.choice(others), "MOVE_SKIP", 5)
        self.refuses(name, f"MOVE_PLAY {rng.choice(game.bag() or ['WWW'])}0 35", 6)
        tile = f"{rng.choice(game.hands[name])}{rng.randrange(3)}"
        wrong = [location for location in range(36) if not game.fits(tile, location)]
        self.refuses(name, f"MOVE_PLAY {tile} {rng.choice(wrong)}", 6)
        if moves:
            self.refuses(name, "MOVE_SKIP", 6)
        if moves or not game.bag():
            self.refuses(name, f"MOVE_SWAP {tile}", 6)

    def play_to_the_end(self, rng):
        while not self.game.is_over():
            self.turn(rng)
        self.expect(self.game.score_line())


class SpectrangleCase(parlor.Case):
    def join(self, server, names, lobby=""):
        """Peers who have joined, by name."""
        peers = {}
        for name in names:
            peers[name] = parlor.Peer(server.address("spectrangle"))
            self.addCleanup(peers[name].hang_up)
            peers[name].say(f"JOIN {name} {lobby}".strip())
            for peer in peers.values():
                peer.expect(" ".join(["LOBBY", *peers]))
        return peers

    def bot(self, address, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", "spectrangle", "--connect", "%s:%d" % address, *flags], log))

    def report(self, bot):
        output = bot.popen.stdout.read().decode()
        self.assertEqual(bot.wait(), 0, output + bot.log())
        return output.splitlines()


class Rules(SpectrangleCase):
    def test_random_games_go_by_the_second_reading(self):
        """Games of two, three and four with rematches; every line and every score is predicted."""
        server = self.serve("--seed", 11)
        for players in (2, 3, 4):
            table = Table(self, self.join(server, NAMES[:players]))
            rng = random.Random(players)
            for _ in range(8):
                table.start()
                table.play_to_the_end(rng)
            for name, peer in table.peers.items():
                peer.say("EXIT")
                rest = [other for other in table.peers if other > name]
                for other in rest:
                    table.peers[other].expect(" ".join(["LOBBY", *rest]))
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()
        tables = list(journal.read(self.data).values())
        self.assertEqual(len(tables), 24)

    def test_a_thousand_lobbies_by_one_client(self):
        server = self.serve()
        peer = self.join(server, ["alice"], "club-0")["alice"]
        peer.say(*(f"JOIN alice club-{number}" for number in range(1, 1001)))
        for _ in range(1000):
            peer.expect("ERROR 0 you are in a lobby already")
        for number in range(1000):
            peer.say("EXIT", f"JOIN alice club-{number}")
            peer.expect("LOBBY alice")
        peer.say("LOBBIES")
        peer.expect("ACTIVE_LOBBIES club-999,alice")

    def test_export_says_how_games_stand(self):
        server = self.serve("--seed", 1)
        table = Table(self, self.join(server, NAMES[:3]))
        table.start()
        rng = random.Random(1)
        for _ in range(4):
            table.turn(rng)
        done = parlor.run("export", "--data", self.data, "--format", "json", "--game", 1)
        game = json.loads(done.stdout)
        fields = dict(field.split("=", 1) for field in game["position"].split(" "))
        laid = sorted(f"{tile}@{location}" for location, tile in table.game.board.items())
        self.assertEqual(sorted(fields["board"].split(",")), laid)
        self.assertEqual(fields["hands"], "/".join(",".join(table.game.hands[name]) for name in NAMES[:3]))
        self.assertEqual(fields["scores"], "/".join(str(table.game.scores[name]) for name in NAMES[:3]))
        self.assertEqual(fields["turn"], str(NAMES.index(table.game.on_turn())))
        self.assertEqual(game["outcome"], None)
        table.peers["bob"].say("EXIT")
        table.peers["alice"].expect(table.game.score_line(left="bob"))
        game = json.loads(parlor.run("export", "--data", self.data, "--format", "json", "--game", 1).stdout)
        self.assertTrue(game["position"].endswith(" left=1"), game["position"])
        self.assertEqual(game["outcome"]["reason"], "left")


class Restart(SpectrangleCase):
    def test_killed_in_the_middle(self):
        """Nothing that was told is lost: everybody is led back and the game goes on to its end, several times."""
        rng = random.Random(5)
        server = self.serve("--seed", 5)
        table = Table(self, self.join(server, NAMES, "club"))
        table.start()
        told = {name: set(table.game.hands[name]) for name in table.game.players}
        turns = []
        while not table.game.is_over():
            for _ in range(rng.randrange(1, 6)):
                if not table.game.is_over():
                    turns.append(self.remember(table, rng))
            if table.game.is_over():
                break
            server.kill()
            server = self.serve("--seed", 6)
            self.come_back(server, table, told, [line for turn in turns for line in turn])
        table.expect(table.game.score_line())
        table.start()  # the lobby stands again, and all are in it
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()

    def remember(self, table, rng):
        """One turn, and the lines that told of it."""
        game, name = table.game, table.game.on_turn()
        board, hand = dict(game.board), list(game.hands[name])
        passes = game.passes
        table.turn(rng)
        new = [tile for tile in game.hands[name] if tile not in hand]
        laid = [(tile, location) for location, tile in game.board.items() if location not in board]
        gone = [tile for tile in hand if tile not in game.hands[name]]
        lines = [f"TILE {name} {tile}0" for tile in new]
        if laid:
            return [f"UPDATE {name} {laid[0][0]} {laid[0][1]}", *lines]
        self.assertGreater(game.passes, passes)
        return [rf"UPDATE {name}" + (rf" {gone[0]}[012]" if gone else ""), *lines]

    def come_back(self, server, table, told, past):
        """Everybody joins again, in any order, and hears the whole game."""
        names = list(table.peers)
        random.Random(len(past)).shuffle(names)
        table.peers = {}
        for name in names:
            peer = table.peers[name] = parlor.Peer(server.address("spectrangle"))
            self.addCleanup(peer.hang_up)
            peer.say(f"JOIN {name}")
            for other in table.peers.values():
                other.expect(" ".join(["LOBBY", *table.peers]))
            peer.expect(" ".join(["START", *table.game.players]))
            for player in table.game.players:
                dealt = {peer.hear() for _ in range(spectrangle.HAND)}
                self.assertEqual(dealt, {f"TILE {player} {tile}0" for tile in told[player]})
            for line in past:
                self.assertRegex(peer.hear(), rf"^{line}$")


class Bots(SpectrangleCase):
    def test_games_of_two_three_and_four_with_rematches(self):
        server = self.serve()
        for players, level in ((2, "search"), (3, "greedy"), (4, "random"), (4, "search")):
            flags = ["--players", players, "--games", 3 if level != "search" else 1, "--level", level]
            reports = [self.report(bot) for bot in [self.bot(server.address("spectrangle"), *flags) for _ in range(players)]]
            won = 0
            for lines in reports:
                self.assertEqual(len(lines), flags[3] + 1)
                won += sum(": won " in line for line in lines[:-1])
                for line in lines[:-1]:
                    self.assertRegex(line, r"^game \d+: (won|drawn|lost) after \d+ moves$")
            self.assertLessEqual(won, flags[3])
        server.wait_for('parlor_tables{game="spectrangle"}', 0)
        self.assertEqual(server.stop(), 0)
        tables = list(journal.read(self.data).values())
        self.assertEqual([table.outcome.split("scores=")[1].count(",") + 1 for table in tables], [2, 3, 3, 3, 4, 4, 4, 4])
        for table in tables:
            self.assertTrue(table.outcome.startswith("finished"), table.outcome)
            self.assertNotIn("!leave", table.texts())
        self.assert_in_order()

    def test_against_people(self):
        """The bot is ready as soon as it is in; one who leaves is no trouble."""
        server = self.serve()
        bot = self.bot(server.address("spectrangle"), "--name", "bot", "--games", 2)
        server.wait_for('parlor_connections{protocol="spectrangle"}', 1)
        peer = parlor.Peer(server.address("spectrangle"))
        self.addCleanup(peer.hang_up)
        parlor.wait_until(lambda: self.lobbies(peer) == "ACTIVE_LOBBIES main,bot", "the bot has joined")
        for _ in range(2):
            peer.say("JOIN person", "READY")
            peer.expect("LOBBY bot person")
            self.assertRegex(peer.hear(), "^START ")
            peer.say("EXIT")
            parlor.wait_until(lambda: "person" not in self.lobbies(peer), "the person has left")
        lines = self.report(bot)
        for line in lines[:-1]:
            self.assertRegex(line, r"^game \d: won after (0 moves|1 move): a player left$")
        self.assertEqual(lines[-1], "2 games: 2 won, 0 drawn, 0 lost")

    def lobbies(self, peer):
        peer.say("LOBBIES")
        while not (line := peer.hear()).startswith("ACTIVE_LOBBIES"):
            pass
        return line

    def test_wrong_words(self):
        done = parlor.run("bot", "spectrangle", "--level", "godlike")
        self.assertEqual(done.returncode, 1)
        self.assertIn("random, beginner, learner, greedy, casual, regular, skilled, search", done.stderr)
        server = self.serve()
        where = "%s:%d" % server.address("spectrangle")
        for flags, says in ((["--name", "a b"], "a name has letters"), (["--players", 5], "2 to 4 players")):
            done = parlor.run("bot", "spectrangle", "--connect", where, *flags)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(says, done.stderr)


class OtherServer:
    """A server of the protocol with one game, which tells things in another order. It plays `house` at random."""

    def __init__(self, early_tiles, late_tiles, commas):
        self.early_tiles, self.late_tiles, self.commas = early_tiles, late_tiles, commas
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.rng = random.Random(7)
        self.problem = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            self.serve()
        except (AssertionError, OSError, ValueError, KeyError) as problem:
            self.problem = repr(problem)

    def say(self, line):
        self.client.sendall((line + "\r\n").encode())

    def hear(self):
        return self.lines.readline().split()

    def serve(self):
        self.client, _ = self.listener.accept()
        with self.client, self.client.makefile("r") as self.lines:
            word, name = self.hear()
            assert word == "JOIN"
            self.say("WELCOME stranger")
            self.say("LOBBY house" if self.late_tiles else f"LOBBY {name}{',' if self.commas else ' '}house")
            assert self.hear() == ["READY"]
            self.play(name)
            self.say(self.game.score_line())
            assert self.hear() == ["EXIT"]

    def play(self, name):
        self.game = spectrangle.Game([name, "house"])
        deal = [(player, self.draw(player)) for _ in range(spectrangle.HAND) for player in (name, "house")]
        tiles = [f"TILE {player} {letters}0" for player, letters in deal]
        start = f"START {name},house" if self.commas else f"START {name} house"
        for line in [*tiles, start] if self.early_tiles else [start, *tiles]:
            self.say(line)
        self.owed = []
        while not self.game.is_over():
            self.turn(name)

    def draw(self, player):
        letters = self.rng.choice(self.game.bag())
        self.game.hands[player].append(letters)
        return letters

    def turn(self, name):
        game, player = self.game, self.game.on_turn()
        moves = game.placements(game.hands[player])
        if player == name:
            for line in self.owed:
                self.say(line)
            self.owed = []
            move = self.hear()
        else:
            move = ["MOVE_PLAY", *map(str, self.rng.choice(moves))] if moves else ["MOVE_SKIP"]
        drawn = None
        if move[0] == "MOVE_PLAY":
            assert (move[1], int(move[2])) in moves, move
            game.place(move[1], int(move[2]))
            drawn = self.draw(player) if game.bag() else None
        elif move[0] == "MOVE_SWAP":
            assert not moves
            drawn = self.draw(player)
            game.swap(move[1][:3])
        else:
            assert move == ["MOVE_SKIP"] and not moves, move
            game.skip()
        update = " ".join(["UPDATE", player, *move[1:]])
        tile = [f"TILE {player} {drawn}0"] if drawn else []
        for line in [*tile, update] if self.early_tiles else [update, *([] if self.late_tiles else tile)]:
            self.say(line)
        if self.late_tiles:
            self.owed += tile


class OtherServers(SpectrangleCase):
    def test_bot_finishes_games_elsewhere(self):
        for early, late, commas in ((False, False, False), (True, False, False), (False, True, False), (True, False, True)):
            with self.subTest(early=early, late=late, commas=commas):
                server = OtherServer(early, late, commas)
                self.addCleanup(server.listener.close)
                bot = self.bot(server.listener.getsockname(), "--level", "greedy", "--seed", 3)
                lines = self.report(bot)
                server.thread.join(parlor.PATIENCE)
                self.assertIsNone(server.problem)
                self.assertRegex(lines[0], r"^game 1: (won|drawn|lost) after \d+ moves$")


if __name__ == "__main__":
    parlor.main()
