# parlor tap between bots and servers: what it shows, and that what it records can be played again.
import contextlib
import os
import re
import signal
import socket
import subprocess
import threading

import parlor
import transcripts_test

SEED = 5


class TapCase(parlor.Case):
    def tap(self, protocol, server, *flags):
        """A tap before a server, which listens already."""
        log = os.path.join(self.folder, f"tap-{len(self.processes)}.log")
        tap = self.keep(parlor.Process(["tap", protocol, "--to", "%s:%d" % server, *flags], log))
        found = re.fullmatch(r"listening on (\S+):(\d+), passing on to \S+", tap.read_line())
        tap.where = found[1], int(found[2])
        # Read all the time: a tap whose words nobody takes stands still, and who speaks through it, too.
        tap.shown = []
        tap.reader = threading.Thread(target=lambda: tap.shown.extend(line.decode().rstrip("\n") for line in tap.popen.stdout), daemon=True)
        tap.reader.start()
        return tap

    def bot(self, protocol, where, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        return self.keep(parlor.Process(["bot", protocol, "--connect", "%s:%d" % where, "--level", "random", *flags], log))

    def rest_of(self, process, code=0):
        """All that it still prints, once it has ended, with that exit code or, if there is none, with any."""
        if hasattr(process, "reader"):
            process.reader.join(parlor.PATIENCE)
            lines = process.shown
        else:
            lines = process.popen.stdout.read().decode().splitlines()
        self.assertIn(process.wait(), (0, 1, 2, 3) if code is None else (code,), process.log())
        return lines


class Shows(TapCase):
    def test_both_ways_and_what_is_wrong(self):
        server = self.serve()
        tap = self.tap("chess", server.address(), "--color", "never")
        white, black = parlor.Peer(tap.where), parlor.Peer(tap.where)
        white.expect("COLOR WHITE")
        black.expect("COLOR BLACK")
        white.say("MOVE 4 1 4 4")
        white.expect("ERROR 3")
        white.say("MOVE 4 1 4 3")
        black.expect("MOVE 4 1 4 3")
        black.say("HELLO")
        black.expect("ERROR 1")
        white.hang_up()
        black.expect_end()
        tap.signal(signal.SIGINT)
        lines = [re.sub(r"^[0-9:.]{12}|^ {12}", "", line) for line in self.rest_of(tap, code=3)]
        ports = r"comes from 127\.0\.0\.1:\d+"
        self.assertRegex(lines[0], rf"^ a - {ports}$")
        self.assertIn(" a < COLOR WHITE", lines)
        self.assertIn(" b < COLOR BLACK", lines)
        refused = lines.index(" a < ERROR 3")
        self.assertEqual(lines[refused - 1], " a > MOVE 4 1 4 4")
        self.assertTrue(lines[refused + 1].startswith(' a ! > MOVE 4 1 4 4 breaks chess.rulings.md, 6: "Illegal'), lines)
        unknown = lines.index(" b > HELLO")
        self.assertTrue(lines[unknown + 1].startswith(" b ! > HELLO breaks chess.md, ERROR 1: "), lines)
        self.assertEqual(lines[unknown + 2], " b < ERROR 1")
        self.assertIn(" a - the client hung up", lines)
        self.assertIn(" b - the server hung up", lines)
        summary = lines.index("2 connections, 3 messages to the server, 5 to the client, 2 violations")
        self.assertEqual(lines[summary + 1], "to mend, the first thing first:")
        self.assertTrue(lines[summary + 2].startswith("  1. x1 by the client: chess.rulings.md, 6: "), lines)

    def test_colors(self):
        server = self.serve()
        for flags, colored in ((["--color", "always"], True), (["--color", "never"], False), ([], False)):
            tap = self.tap("chess", server.address(), "--connections", 1, *flags)
            peer = parlor.Peer(tap.where)
            peer.say("HELLO")
            peer.expect("ERROR 1")
            peer.hang_up()
            self.assertEqual(any("\x1b[" in line for line in self.rest_of(tap, code=3)), colored)

    def test_colors_on_a_terminal(self):
        server = self.serve()
        for env, flags, colored in (({"NO_COLOR": ""}, [], True), ({"NO_COLOR": "1"}, [], False), ({"NO_COLOR": "1"}, ["--color", "always"], True)):
            with self.subTest(**env, flags=flags):
                master, slave = os.openpty()
                tap = subprocess.Popen([parlor.binary, "tap", "chess", "--to", "%s:%d" % server.address(), "--connections", "1", *flags],
                                       env=parlor.environment(env), stdin=subprocess.DEVNULL, stdout=slave)
                os.close(slave)
                with os.fdopen(master, "rb", buffering=0) as terminal:
                    shown = b""
                    while not (where := re.search(rb"listening on (\S+):(\d+),", shown)):
                        shown += terminal.read(4096)
                    peer = parlor.Peer((where[1].decode(), int(where[2])))
                    peer.say("HELLO")
                    peer.expect("ERROR 1")
                    peer.hang_up()
                    with contextlib.suppress(OSError):  # a terminal that nobody writes to any more has no other end
                        while more := terminal.read(4096):
                            shown += more
                self.assertEqual(tap.wait(parlor.PATIENCE), 3)
                self.assertEqual(b"\x1b[" in shown, colored, shown)

    def test_long_messages_are_cut(self):
        server = self.serve()
        tap = self.tap("spectrangle", server.address("spectrangle"), "--width", 20, "--connections", 1)
        peer = parlor.Peer(tap.where)
        peer.say("JOIN " + "a" * 30)
        self.assertTrue(peer.hear().startswith("LOBBY"))
        peer.hang_up()
        self.assertIn("> JOIN aaaaaaaaaaaaaaa... (15 bytes more)", "\n".join(self.rest_of(tap)))

    def test_a_browser(self):
        server = self.serve()
        tap = self.tap("web", server.address("web"), "--connections", 2)
        bots = [self.bot("web", tap.where, "--game", "spectrangle") for _ in range(2)]
        for bot in bots:
            self.assertRegex(self.rest_of(bot)[-1], "^1 games: ")
        lines = "\n".join(self.rest_of(tap))
        for part in ("a > GET / HTTP/1.1", "a < HTTP/1.1 200", "a < HTTP/1.1 101", 'a < {"type":"welcome"', '"ask":"seek"',
                     '"type":"update"', "a > close 1000"):
            self.assertIn(part, lines)
        self.assertRegex(lines, r"2 connections, \d+ messages to the server, \d+ to the client, 0 violations$")


class Mends(TapCase):
    def lines_of(self, tap):
        return [line[12:] for line in self.rest_of(tap, code=3)]

    def test_unfinished_bytes_are_shown_with_what_is_wrong(self):
        server = self.serve()
        tap = self.tap("scrabble-twente", server.address("scrabble-twente"), "--connections", 1)
        peer = parlor.Peer(tap.where)
        peer.say("ANNOUNCE|anna")  # with LF
        parlor.wait_until(lambda: any("unfinished for 1 s: LF (0x0A) ends a message where RS (0x1E) belongs" in line for line in tap.shown),
                          "it is shown before anybody hangs up")
        peer.hang_up()
        self.assertIn("1 violation", "\n".join(self.rest_of(tap, code=3)))

    def test_a_hint_and_the_oldest_request(self):
        server = self.serve()
        tap = self.tap("chess", server.address(), "--quiet")
        white, black = parlor.Peer(tap.where), parlor.Peer(tap.where)
        white.expect("COLOR WHITE")
        black.expect("COLOR BLACK")
        white.say("MOVE 1 4 3 4\nMOVE 4 1 4 3")  # in one packet
        white.expect("ERROR 3")
        black.expect("MOVE 4 1 4 3")
        tap.signal(signal.SIGINT)
        lines = self.lines_of(tap)
        self.assertTrue(lines[0].startswith(" a ! > MOVE 1 4 3 4 breaks chess.rulings.md, 6: "), lines)
        self.assertEqual(lines[1], " a !   MOVE 4 1 4 3 would fit: X is the file, Y the rank")
        self.assertNotIn("COLOR", "\n".join(lines))
        white.hang_up()
        black.hang_up()

    def test_a_looping_client_fills_no_screen(self):
        server = self.serve(*parlor.UNSLOWED)
        tap = self.tap("chess", server.address(), "--connections", 2)
        white, black = parlor.Peer(tap.where), parlor.Peer(tap.where)
        white.expect("COLOR WHITE")
        black.expect("COLOR BLACK")
        for _ in range(94):
            white.say("MOVE 4 1 4 4")
            white.expect("ERROR 3")
        white.hang_up()
        black.expect_end()
        black.hang_up()
        shown = "\n".join(self.rest_of(tap, code=3))
        self.assertRegex(shown, r"a ~ the 3 lines above, x94\n")
        self.assertLess(shown.count("MOVE 4 1 4 4"), 15)
        self.assertIn("1. x94 by the client", shown)


class Records(TapCase, transcripts_test.Transcripts):
    test_all = test_notices_what_is_wrong = None  # of the machinery itself

    def text_of(self, file):
        with open(file, encoding="utf-8") as lines:
            return lines.read()

    def record(self, protocol, *flags, players=2):
        """A whole game of bots through a tap; the file."""
        self.records = getattr(self, "records", 0) + 1
        server = self.serve("--seed", SEED, data=os.path.join(self.folder, f"data-{self.records}-{protocol}"))
        file = os.path.join(self.folder, f"{protocol}-{self.records}.txt")
        tap = self.tap(protocol, server.address(protocol), "--record", file, "--seed", SEED, "--connections", players)
        bots = []
        for number in range(players):
            bots.append(self.bot(protocol, tap.where, "--name", f"bot-{number}", "--seed", number, *flags))
            server.wait_for(f'parlor_connections{{protocol="{protocol}"}}', number + 1)
            if protocol == "scrabble-clarkson":  # the first has its name before the second comes: none is called by its port
                parlor.wait_until(lambda name=f"bot-{number}": name in self.text_of(file), "it has its name")
        for bot in bots:
            self.assertRegex(self.rest_of(bot)[-1], "^1 games: ")
        self.assertRegex(self.rest_of(tap)[-1], r" to the client, 0 violations$")
        self.assertEqual(server.stop(), 0)
        return file

    def test_games_play_again(self):
        for protocol in ("chess", "scrabble-clarkson", "scrabble-twente", "spectrangle"):
            with self.subTest(protocol=protocol):
                self.play_a_record(protocol)

    def play_a_record(self, protocol, tries=5):
        """Where both speak at once, as here READY and USERSET do, the record does not say whom the server heard first: it is made again."""
        file = self.record(protocol)
        try:
            self.play(file)
        except AssertionError:
            if tries == 1 or protocol != "scrabble-clarkson":
                raise
            self.play_a_record(protocol, tries - 1)

    def test_my_shelfie_plays_again(self):
        for encoding in ("json", "java"):
            with self.subTest(encoding=encoding):
                self.play(self.record("shelfie", "--encoding", encoding))

    def test_a_record_that_was_changed_does_not(self):
        file = self.record("chess")
        text = self.text_of(file)
        with open(file, "w", encoding="utf-8") as lines:
            lines.write(text.replace("a< MOVE", "a< MOVE 0", 1))
        with self.assertRaises(AssertionError):
            self.play(file)


class Trouble(TapCase):
    def complains(self, *arguments, says, code=1):
        done = parlor.run("tap", *arguments)
        self.assertEqual((done.returncode, done.stdout), (code, ""))
        self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
        self.assertIn(says, done.stderr)

    def test_what_cannot_be(self):
        self.complains("ches", says="there is no protocol called 'ches': did you mean 'chess'?")
        self.complains("chess", "--to", "nowhere.invalid:1", says="nowhere.invalid")
        self.complains("chess", "--to", "here", says="'here'")
        self.complains("chess", "--listen", "here", says="'here'")
        self.complains("chess", "--record", "/nowhere/file", says="cannot write to '/nowhere/file'")
        self.complains("chess", "--color", "red", says="--color", code=2)
        self.complains(says="protocol", code=2)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            where = "127.0.0.1:%d" % taken.getsockname()[1]
            self.complains("chess", "--listen", where, says=where)

    def test_nobody_listens_there(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            where = server.getsockname()
        tap = self.tap("chess", where)
        peer = parlor.Peer(tap.where)
        self.rest_of(tap, code=1)
        self.assertEqual(tap.log(), "parlor: cannot connect to %s:%d: Connection refused\n" % where)
        peer.hang_up()


if __name__ == "__main__":
    parlor.main()
