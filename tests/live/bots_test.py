# parlor bot and parlor bench as a person uses them.
import collections
import os
import re
import socket
import threading

import journal
import parlor
import tamper


class BotCase(parlor.Case):
    def bot(self, address, *flags):
        """A bot that runs beside the test."""
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", "chess", "--connect", "%s:%d" % address, *flags], log))

    def report(self, bot, code=0):
        """What it printed, once it has ended."""
        output = bot.popen.stdout.read().decode()
        self.assertEqual(bot.wait(), code, output + bot.log())
        return output.splitlines()


class Games(BotCase):
    def read_report(self, lines):
        """How many games it won, drew and lost; checks that the lines say the same."""
        counted = collections.Counter()
        for number, line in enumerate(lines[:-1], 1):
            found = re.fullmatch(r"game (\d+): (won|drawn|lost) after (\d+) moves?( by \w|: \w).*", line)
            self.assertTrue(found, line)
            self.assertEqual(int(found[1]), number)
            counted[found[2]] += 1
        total = f"{len(lines) - 1} games: {counted['won']} won, {counted['drawn']} drawn, {counted['lost']} lost"
        self.assertEqual(lines[-1], total)
        return counted["won"], counted["drawn"], counted["lost"]

    def test_games_with_rematches(self):
        server = self.serve()
        bots = [self.bot(server.address(), "--games", 4, "--level", "random") for _ in range(2)]
        first, second = (self.report(bot) for bot in bots)
        won, drawn, lost = self.read_report(first)
        self.assertEqual(won + drawn + lost, 4)
        self.assertEqual(self.read_report(second), (lost, drawn, won))
        server.wait_for('parlor_tables{game="chess"}', 0)
        self.assertEqual(server.stop(), 0)
        tables = list(journal.read(self.data).values())
        self.assertEqual(len(tables), 4)
        for line, table in zip(first, tables):
            self.assertIn(f" after {len(table.entries)} moves", line)
            self.assertNotIn("!leave", table.texts())
        self.assert_in_order()

    def test_strong_bot_beats_random_one(self):
        server = self.serve()
        strong = self.bot(server.address(), "--seed", 1, "--level", "simple")
        server.wait_for('parlor_connections{protocol="chess"}', 1)
        weak = self.bot(server.address(), "--seed", 1, "--level", "random")
        self.assertEqual(self.read_report(self.report(strong)), (1, 0, 0))
        self.assertEqual(self.read_report(self.report(weak)), (0, 0, 1))

    def test_different_numbers_of_games(self):
        """Whoever wants more waits for somebody else."""
        server = self.serve()
        more = self.bot(server.address(), "--games", 3, "--level", "random")
        fewer = self.bot(server.address(), "--games", 1, "--level", "random")
        self.assertEqual(sum(self.read_report(self.report(fewer))), 1)
        other = self.bot(server.address(), "--games", 2, "--level", "random")
        self.assertEqual(sum(self.read_report(self.report(other))), 2)
        self.assertEqual(sum(self.read_report(self.report(more))), 3)

    def test_seeds_repeat_a_game(self):
        server = self.serve()
        for _ in range(2):
            white = self.bot(server.address(), "--seed", 5, "--level", "random")
            server.wait_for('parlor_connections{protocol="chess"}', 1)
            black = self.bot(server.address(), "--seed", 6, "--level", "random")
            self.report(white)
            self.report(black)
            server.wait_for('parlor_connections{protocol="chess"}', 0)
        self.assertEqual(server.stop(), 0)
        first, second = journal.read(self.data).values()
        self.assertEqual(first.texts(), second.texts())

    def test_opponent_leaves(self):
        """The end of the stream is a win (ruling 12)."""
        server = self.serve()
        person = self.connect(server)
        server.wait_for('parlor_connections{protocol="chess"}', 1)
        bot = self.bot(server.address())
        person.expect("COLOR WHITE")
        person.say("MOVE 4 1 4 3")
        self.assertTrue(person.hear().startswith("MOVE "))
        person.hang_up()
        self.assertEqual(self.report(bot), ["game 1: won after 2 moves: a player left", "1 games: 1 won, 0 drawn, 0 lost"])

    def refuse(self, moves):
        """A server that says ERROR 3 to so many moves and then hangs up; what comes of a bot that plays White there."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        bot = self.bot(listener.getsockname(), "--level", "random")
        with listener.accept()[0] as peer, peer.makefile("rw", encoding="ascii") as lines:
            said = []
            lines.write("COLOR WHITE\n")
            for _ in range(moves):
                lines.flush()
                if not (line := lines.readline()):
                    break
                said.append(line)
                lines.write("ERROR 3\n")
            else:
                lines.flush()
                lines.readline()
        return bot, said

    def test_moves_that_are_refused_do_not_count(self):
        bot, said = self.refuse(3)
        self.assertEqual(len(set(said)), 3, "none is tried twice")
        self.assertEqual(self.report(bot)[0], "game 1: won after 1 move: a player left", "the last move, and not that the server has left")

    def test_a_server_that_refuses_everything(self):
        bot, said = self.refuse(10000)
        self.report(bot, 1)
        self.assertEqual(len(set(said)), 20)
        self.assertIn("the server refuses every move that there is", bot.log())


class Browser(BotCase):
    """Bots that come in by the browser's door, over WebSocket."""

    def bot(self, address, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", "web", "--connect", "%s:%d" % address, *flags], log))

    def test_every_game(self):
        server = self.serve()
        for game, games in (("chess", 1), ("scrabble", 2), ("spectrangle", 2), ("shelfie", 2)):
            bots = [self.bot(server.address("web"), "--game", game, "--games", games, "--level", "random") for _ in range(2)]
            for bot in bots:
                lines = self.report(bot)
                self.assertEqual(len(lines), games + 1, lines)
                self.assertTrue(lines[-1].startswith(f"{games} games: "), lines)
        self.assertEqual(server.stop(), 0)
        tables = list(journal.read(self.data).values())
        self.assertEqual(len(tables), 7)
        for table in tables:
            self.assertNotIn("!leave", table.texts())
        self.assert_in_order()

    def test_against_a_bot_of_the_protocol(self):
        """Both sit at one table of Spectrangle, whatever they speak."""
        server = self.serve()
        web = self.bot(server.address("web"), "--game", "spectrangle", "--level", "greedy")
        server.wait_for('parlor_connections{protocol="web"}', 1)
        log = os.path.join(self.folder, "wire.log")
        wire = self.keep(parlor.Process(["bot", "spectrangle", "--connect", "%s:%d" % server.address("spectrangle"),
                                         "--level", "greedy"], log))
        self.assertRegex(self.report(web)[-1], "^1 games: ")
        self.assertRegex(self.report(wire)[-1], "^1 games: ")

    def test_which_game(self):
        for flags, says in ((["web"], "web has several games: choose one by --game"),
                            (["web", "--game", "halma"], "there is no game called 'halma'"),
                            (["chess", "--game", "scrabble"], "chess plays chess only")):
            done = parlor.run("bot", *flags)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
            self.assertIn(says, done.stderr)


class OtherServers(BotCase):
    """Servers that nobody here wrote, as far as a few lines can be like them."""

    def twente(self, other, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", "scrabble-twente", "--connect", other.address, "--name", "Ann", *flags], log))

    def other(self, *arguments):
        other = tamper.OtherTwente(*arguments)
        self.addCleanup(other.close)
        return other

    def test_twente_flags_are_refused(self):
        other = self.other()
        self.assertEqual(self.report(self.twente(other))[-1], "1 games: 1 won, 0 drawn, 0 lost")
        self.assertEqual(other.heard[:3], ["ANNOUNCE\x1fAnn\x1fCHAT", "ANNOUNCE\x1fAnn", "\nREQUESTGAME"])
        self.assertTrue(other.heard[3].startswith("\nMAKEMOVE\x1fWORD\x1f"), other.heard)

    def test_twente_without_flags(self):
        other = self.other()
        self.assertEqual(self.report(self.twente(other, "--no-flags"))[-1], "1 games: 1 won, 0 drawn, 0 lost")
        self.assertEqual(other.heard[:2], ["ANNOUNCE\x1fAnn", "REQUESTGAME"])

    def test_twente_in_utf_16(self):
        other = self.other("utf-16-be")
        self.assertEqual(self.report(self.twente(other, "--charset", "utf-16be"))[-1], "1 games: 1 won, 0 drawn, 0 lost")
        self.assertEqual(other.heard[1], "ANNOUNCE\x1fAnn")

    def test_flags_that_there_are_not(self):
        for flags, says in ((["chess", "--no-flags"], "chess has no flags"),
                            (["chess", "--charset", "utf-16be"], "chess is written in utf-8 only"),
                            (["scrabble-twente", "--charset", "latin1"], "--charset")):
            done = parlor.run("bot", *flags)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, done.stderr)


class Silence(BotCase):
    def mute(self):
        """A server that takes connections and never says anything. Its address."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        return listener.getsockname()

    def bot_of(self, protocol, address, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", protocol, "--connect", "%s:%d" % address, *flags], log))

    def test_a_mute_server_is_told_of(self):
        for protocol, flags in (("chess", []), ("scrabble-twente", []), ("scrabble-clarkson", []), ("spectrangle", []), ("shelfie", []),
                                ("web", ["--game", "chess"])):
            with self.subTest(protocol):
                address = self.mute()
                bot = self.bot_of(protocol, address, "--timeout", 0.3, *flags)
                self.report(bot, code=1)
                says = "has said nothing for 0.3 s: nobody else has come, or it does not speak" if protocol == "chess" else \
                    "took the connection, but said nothing of the protocol"
                self.assertRegex(bot.log(), "^parlor: %s:%d %s %s( for 0.3 s)?\n$" % (*address, says, protocol))

    def test_a_server_that_falls_silent_is_told_of(self):
        """It never says what became of the move."""
        other = tamper.OtherTwente()
        other._answer = lambda peer, units, name: tamper.OtherTwente._answer(other, peer, units, name) \
            if units[0] != "MAKEMOVE" else name
        self.addCleanup(other.close)
        bot = self.bot_of("scrabble-twente", tuple(other.address.split(":"))[0:1] + (int(other.address.split(":")[1]),), "--timeout", 0.3)
        self.report(bot, code=1)
        self.assertIn("said nothing to a move for 0.3 s", bot.log())

    def test_who_waits_for_others_is_patient(self):
        server = self.serve()
        waiting = {protocol: self.bot_of(protocol, server.address(protocol), "--timeout", 600 if protocol == "chess" else 5, "--level", "random")
                   for protocol in ("chess", "scrabble-twente", "spectrangle")}
        for protocol in waiting:
            server.wait_for('parlor_connections{protocol="%s"}' % protocol, 1)
        mute = self.mute()
        self.report(self.bot_of("scrabble-twente", mute, "--timeout", 6), code=1)  # so long all of them have waited
        for protocol, bot in waiting.items():
            self.assertTrue(bot.is_running(), bot.log())
            other = self.bot_of(protocol, server.address(protocol), "--level", "random")
            self.assertRegex(self.report(other)[-1], "^1 games: ")
            self.assertRegex(self.report(bot)[-1], "^1 games: ")


class Trouble(BotCase):
    def complains(self, bot, says):
        self.report(bot, code=1)
        self.assertRegex(bot.log(), r"^parlor: [^\n]+\n$")
        self.assertIn(says, bot.log())

    def closed_port(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            return server.getsockname()

    def pretend(self, *words):
        """A server that says these words to whoever comes, and then hangs up. Its address."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            client, _ = listener.accept()
            with client:
                for word in words:
                    client.sendall(word)
                client.shutdown(socket.SHUT_WR)
                while client.recv(4096):
                    pass

        threading.Thread(target=serve, daemon=True).start()
        return listener.getsockname()

    def test_nobody_listens(self):
        host, port = self.closed_port()
        self.complains(self.bot((host, port)), f"cannot connect to {host}:{port}: Connection refused")

    def test_unknown_host_and_wrong_words(self):
        for arguments, says in ((["--connect", "nowhere.invalid:1"], "nowhere.invalid"), (["--connect", "here"], "'here'"),
                                (["--level", "godlike"], "'godlike'")):
            done = parlor.run("bot", "chess", *arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
            self.assertIn(says, done.stderr)

    def test_server_goes_away(self):
        server = self.serve()
        bots = [self.bot(server.address(), "--games", 0, "--level", "random") for _ in range(2)]
        parlor.wait_until(lambda: server.metrics()['parlor_moves_total{game="chess"}'] > 10, "they play")
        server.kill()
        for bot in bots:
            self.complains(bot, "connect")  # it cannot, or had just done so before the listener was closed

    def test_server_that_is_none(self):
        self.complains(self.bot(self.pretend()), "ended the connection without a word of chess")
        self.complains(self.bot(self.pretend(b"HELLO\n")), "'HELLO'")
        self.complains(self.bot(self.pretend(b"COLOR GREEN\n")), "'GREEN'")
        self.complains(self.bot(self.pretend(b"COLOR WHITE\nCOLOR WHITE\n")), "COLOR twice")
        self.complains(self.bot(self.pretend(b"COLOR BLACK\nMOVE 4 1 4 4\n")), "e2e5")
        self.complains(self.bot(self.pretend(b"COLOR BLACK\nMOVE 4 1 9 9\n")), "MOVE that cannot be")
        # To no move of one's own, and then the end: one's time is up (ruling 15).
        report = self.report(self.bot(self.pretend(b"COLOR WHITE\nERROR 3\n")))
        self.assertIn(": a player ran out of time", "\n".join(report))
        self.complains(self.bot(self.pretend(b"x" * 100_000)), "more than 8 KiB")

    def test_web_server_that_is_none(self):
        def bot(*words):
            log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
            where = "%s:%d" % self.pretend(*words)
            return self.keep(parlor.Process(["bot", "web", "--game", "chess", "--connect", where], log))

        self.complains(bot(b"COLOR WHITE\n"), "that is no HTTP server")
        self.complains(bot(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), "gave no cookie")
        self.complains(bot(b"HTTP/1.1 200 OK\r\nSet-Cookie: parlor=x\r\nContent-Length: 0\r\n\r\n"
                           b"HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno\n"), "403 no")
        self.complains(bot(), "ended the connection without a word of web")


class Bench(parlor.Case):
    LINES = ["moves", "seconds", "moves_per_second", "latency_p50_us", "latency_p99_us", "latency_max_us", "server_cpu_us_per_move"]

    def values(self, *flags, lines=None):
        done = parlor.run("bench", "chess", "--pairs", 5, "--moves", 20, *flags, env={"TMPDIR": self.folder})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        values = dict(line.split(" ", 1) for line in done.stdout.splitlines())
        self.assertEqual(list(values), lines or self.LINES)
        return {name: float(value) for name, value in values.items()}

    def test_own_server(self):
        values = self.values()
        self.assertEqual(values["moves"], 100)
        self.assertGreater(values["moves_per_second"] * (values["seconds"] + 0.001), 100)
        self.assertLess(values["moves_per_second"] * (values["seconds"] - 0.001), 100)
        self.assertLessEqual(values["latency_p50_us"], values["latency_p99_us"])
        self.assertEqual(os.listdir(self.folder), [], "a benchmark leaves nothing behind")

    def test_server_that_runs(self):
        server = self.serve()
        where = "%s:%d" % server.address()
        self.values("--connect", where, lines=self.LINES[:-1])
        self.values("--connect", where, "--pid", server.pid, "--idle", 50)
        server.wait_for('parlor_connections{protocol="chess"}', 0)
        self.assertEqual(server.metrics()['parlor_moves_total{game="chess"}'], 200)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()

    def test_nobody_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            where = "127.0.0.1:%d" % server.getsockname()[1]
        done = parlor.run("bench", "chess", "--connect", where)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")


if __name__ == "__main__":
    parlor.main()
