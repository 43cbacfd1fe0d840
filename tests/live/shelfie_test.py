# Games of My Shelfie over TCP: by a second reading of the rules, by bots, across kills, with other rules, with silent peers.
import json
import os
import random
import re
import socket
import struct
import time

import journal
import parlor
import shelfie

NAMES = ["alice", "bob", "carol", "dave"]
HEADER = b"\xac\xed\x00\x05"
RULES = os.path.join(parlor.SOURCE, "data", "shelfie", "rules.json")


class ShelfieCase(parlor.Case):
    def gather(self, server, count):
        players, told = shelfie.gather(server.address("shelfie"), NAMES[:count])
        for player in players.values():
            self.addCleanup(player.hang_up)
        return shelfie.Game(self, players, told)

    def bot(self, address, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", "shelfie", "--connect", "%s:%d" % address, *flags], log))

    def report(self, bot, code=0):
        output = bot.popen.stdout.read().decode()
        self.assertEqual(bot.wait(), code, output + bot.log())
        return output.splitlines()


class Games(ShelfieCase):
    def test_random_games(self):
        """Whole games of two, three and four, every message of which is what the rules say."""
        server = self.serve()
        for count in (2, 3, 4):
            rng = random.Random(count)
            game = self.gather(server, count)
            while not game.over:
                game.select(rng)
                game.arrange(rng)
                game.drop(rng)
            for player in game.players.values():
                player.send("DATA", "END_GAME", None)
                player.expect_key("GLOBAL_LOBBY_DECISION")
                player.send("LOBBY", "QUIT_SERVER", -1)
        server.wait_for('parlor_tables{game="shelfie"}', 0)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()

    def test_kill_at_every_phase(self):
        """The server is killed after every message of five turns; who logs in again goes on where they were."""
        server = self.serve()
        rng = random.Random(9)
        game = self.gather(server, 3)
        for act, phase in [("select", "SELECT_ORDER_TILES"), ("arrange", "SELECT_COLUMN"), ("drop", "SELECT_FROM_BOARD")] * 5:
            getattr(game, act)(rng)
            server.kill()
            server = self.serve()
            self.come_back(server, game)
            game.check_everything(phase)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()
        self.assertEqual([text.split(":")[0] for text in journal.read(self.data)[1].texts()], ["take", "order", "column"] * 5)

    def come_back(self, server, game):
        for name in list(game.players):
            game.players[name].hang_up()
            game.players[name] = player = shelfie.Player(server.address("shelfie"), name)
            self.addCleanup(player.hang_up)
            player.come_back()
            for other in list(game.players)[:list(game.players).index(name) + 1]:
                self.assertEqual(game.players[other].expect_key("RECONNECTION")["WHO_CHANGE"], name)


class Bots(ShelfieCase):
    def test_games_of_two_three_and_four(self):
        """In both encodings at one table; the one who opens the lobby comes first."""
        for count in (2, 3, 4):
            data = os.path.join(self.folder, f"data-{count}")
            server = self.serve(data=data)
            bots = []
            for at in range(count):
                flags = ["--encoding", ["java", "json"][at % 2]] if at < 3 else []
                bots.append(self.bot(server.address("shelfie"), "--players", count, "--level", ["ahead", "greedy", "random"][at % 3], *flags))
                server.wait_for('parlor_connections{protocol="shelfie"}', at + 1)
                time.sleep(0.2)  # until it is in the lobby
            reports = [self.report(bot) for bot in bots]
            won = [line for report in reports for line in report if re.match(r"game 1: won after \d+ moves$", line)]
            self.assertEqual(len(won), 1, reports)
            server.wait_for('parlor_tables{game="shelfie"}', 0)
            self.assertEqual(server.stop(), 0)
            self.assert_in_order(data)

    def test_again_and_again(self):
        server = self.serve()
        bots = [self.bot(server.address("shelfie"), "--games", 5, "--level", "greedy") for _ in range(2)]
        first, second = (self.report(bot) for bot in bots)
        self.assertEqual((len(first), len(second)), (6, 6))
        self.assertEqual(server.stop(), 0)
        self.assertEqual(len(journal.read(self.data)), 5)

    def test_unknown_encoding(self):
        for protocol in ("shelfie", "chess"):
            done = parlor.run("bot", protocol, "--encoding", "xml")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr, f"parlor: {protocol} has no encoding called 'xml'\n")

    def test_gives_up_on_a_silent_server(self):
        """Fifteen seconds after the last ping, of which there is none."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            before = time.monotonic()
            bot = self.bot(listener.getsockname(), "--timeout", 600)
            self.report(bot, code=1)
        self.assertIn("ping", bot.log())
        self.assertGreater(time.monotonic() - before, 13)


class Connections(ShelfieCase):
    def test_header_comes_before_the_login(self):
        """A Java client waits for the server's header before it sends anything but its own."""
        server = self.serve()
        with socket.create_connection(server.address("shelfie"), parlor.PATIENCE) as peer:
            peer.sendall(HEADER)
            self.assertEqual(peer.recv(16), HEADER)

    def test_pings(self):
        server = self.serve()
        player = shelfie.Player(server.address("shelfie"), "alice")
        self.addCleanup(player.hang_up)
        player.log_in()
        before = time.monotonic()
        for _ in range(3):
            self.assertEqual(json.loads(player.hear()), {"header": {"type": "PING", "nickname": "alice"}, "payload": None})
        self.assertGreater(time.monotonic() - before, 1.5)

    def test_peer_that_does_not_read(self):
        """It is dropped when for 15 seconds nothing could be written to it; the other is told."""
        server = self.serve()
        alice = shelfie.Player(server.address("shelfie"), "alice")
        bob = shelfie.Player(server.address("shelfie"), "bob", receive_buffer=4096)
        for player in (alice, bob):
            self.addCleanup(player.hang_up)
            player.log_in()
            player.send("LOBBY", "JOIN_RANDOM_GAME_LOBBY", -1)
        alice.expect_key("BROADCAST")
        alice.expect_key("BROADCAST")
        alice.expect_key("ALL_INFO")
        for _ in range(60):
            bob.send("ERROR", "ERROR_DATA", None)
        before = time.monotonic()
        key, data = alice.message()
        if key == "END_TURN":
            key, data = alice.message()
        self.assertEqual((key, data), ("BROADCAST", {"CONTENT": "Player bob disconnected from Game Lobby 1!"}))
        self.assertGreater(time.monotonic() - before, 10)

    def test_connection_that_breaks(self):
        server = self.serve()
        game = self.gather(server, 2)
        away, left = game.players[game.order[0]], game.players[game.order[1]]
        away.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        away.hang_up()
        self.assertEqual(left.expect_key("END_TURN")["NEXT_PLAYER"], left.nickname)
        left.expect_key("BROADCAST")
        self.assertEqual(left.expect_key("ERROR_CONNECTION"), {"ERROR": "ONLY_PLAYER"})

    def test_abandoned(self):
        server = self.serve("--shelfie-abandon", 1)
        game = self.gather(server, 2)
        game.players["alice"].hang_up()
        keys = [game.players["bob"].message()[0] for _ in range(4 if game.order[0] == "alice" else 3)]
        self.assertEqual(keys[-3:], ["BROADCAST", "ERROR_CONNECTION", "END_GAME"])
        alice = shelfie.Player(server.address("shelfie"), "alice")
        self.addCleanup(alice.hang_up)
        alice.come_back()
        self.assertEqual(alice.expect_key("END_GAME")["POINTS"][-1]["nickname"], "bob")
        self.assert_in_order()  # though both have yet to say that they have seen the end


class RulesFile(ShelfieCase):
    def write(self, **changes):
        with open(RULES, encoding="utf-8") as file:
            rules = json.load(file) | changes
        path = os.path.join(self.folder, "rules.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(rules, file)
        return path

    def test_other_rules(self):
        path = self.write(nickname={"min": 5, "max": 6}, players={"min": 3, "max": 3}, max_selectable_tiles=1)
        server = self.serve("--shelfie-rules", path)
        short = shelfie.Player(server.address("shelfie"), "bob")
        self.addCleanup(short.hang_up)
        short.send("CONNECTION", "CONNECTION_CREATION")
        self.assertEqual(short.expect_key("ERROR_CONNECTION"), {"ERROR": "ERR_NICKNAME_LENGTH"})
        self.assertIsNone(short.hear())
        players = [shelfie.Player(server.address("shelfie"), name) for name in ("alice", "robert", "carol")]
        for player in players:
            self.addCleanup(player.hang_up)
            player.log_in()
        players[0].send("LOBBY", "CREATE_GAME_LOBBY", 2)
        self.assertEqual(players[0].expect_key("ERROR_LOBBY"), {"ERROR": "ERR_NUM_PLAYER_WANTED"})
        for player in players:
            player.send("LOBBY", "JOIN_RANDOM_GAME_LOBBY", -1)
            while player.expect_key("BROADCAST")["CONTENT"].startswith("Failed"):
                pass
        told = [player.expect_key("ALL_INFO") for player in players]
        self.assertEqual([data["MAX_SELECTABLE_TILES"] for data in told], [1, 1, 1])
        mover = next(player for player in players if player.nickname == told[0]["NEXT_PLAYER"])
        mover.send("DATA", "SELECT_FROM_BOARD", [8, 5, 7, 5])
        self.assertEqual(mover.expect_key("ERROR_DATA"), {"ERROR": "TOO_MANY_TILES"})
        mover.send("DATA", "SELECT_FROM_BOARD", [8, 5])
        mover.expect_key("SELECT_ORDER_TILES")
        self.assertEqual(server.stop(), 0)
        self.assertIn("table 1 was played by another rules file", parlor.run("fsck", "--data", self.data).stdout)
        for command in (["fsck"], ["export", "--format", "json"]):
            done = parlor.run(*command, "--data", self.data, "--shelfie-rules", path)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_broken_rules(self):
        for path, says in ((self.write(nickname={"min": 9, "max": 5}), "min is greater than max"),
                           (RULES + ".none", "cannot read"), (os.path.join(parlor.SOURCE, "README.md"), "not JSON")):
            for command in (["serve", "--data", self.data], ["fsck", "--data", self.data], ["bot", "shelfie"],
                            ["export", "--data", self.data, "--format", "json"]):
                done = parlor.run(*command, "--shelfie-rules", path)
                self.assertEqual((done.returncode, done.stdout), (1, ""), command)
                self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
                self.assertIn(says, done.stderr)
                self.assertIn(path, done.stderr)


if __name__ == "__main__":
    parlor.main()
