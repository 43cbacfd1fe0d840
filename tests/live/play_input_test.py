# parlor play and what it cannot use: wrong words, servers that are none.
import socket
import threading

import parlor
from playing import PlayCase


class BadInput(PlayCase):
    def complaint(self, *arguments, code=1, patience=parlor.PATIENCE):
        """The one line that it says."""
        play = self.pipe(*arguments)
        self.assertEqual(play.wait(patience), code)
        said = play.stderr.read()
        self.assertEqual(said.count("\n"), 1, said)
        return said

    def stranger(self, answer):
        """A server that says `answer` to whoever comes, and keeps the connection."""
        listener = socket.create_server(("127.0.0.1", 0))
        kept = []

        def serve():
            while True:
                try:
                    peer, _ = listener.accept()
                except OSError:
                    return
                kept.append(peer)
                if answer:
                    peer.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        self.addCleanup(listener.close)
        self.addCleanup(lambda: [peer.close() for peer in kept])
        return listener.getsockname()

    def test_names_that_there_are_not(self):
        self.assertIn("did you mean 'chess'?", self.complaint("ches"))
        self.assertIn("did you mean 'scrabble-twente'?", self.complaint("scrable-twente"))
        self.assertNotIn("did you mean", self.complaint("poker"), "that would be far-fetched")
        self.assertIn("there is no protocol called 'xyzzyxyzzy': chess, ", self.complaint("xyzzyxyzzy"))
        self.assertIn("did you mean 'spectrangle'?", self.complaint("--local", "spectrangel"))
        self.assertIn("there is no bot called 'genius'", self.complaint("--local", "chess", "--level", "genius"))
        self.assertIn("chess is for 2 to 2 players", self.complaint("--local", "chess", "--players", 3))
        self.assertIn("no encoding called 'xml'", self.complaint("shelfie", "--encoding", "xml"))
        for port in ("port", "0", "99999"):
            said = self.complaint("chess", "localhost", port, code=2)
            self.assertIn(f"'{port}' is no port: a number from 1 to 65535 is meant", said)
            self.assertIn("parlor play --help", said)

    def test_clocks_that_there_are_not(self):
        self.assertIn("--clock is for web and --local: chess has no word for it",
                      self.complaint("chess", "--clock", "300+5"))
        self.assertIn("'5 min' is no clock: none, move=60", self.complaint("--local", "chess", "--clock", "5 min"))

    def test_seats_that_there_are_not(self):
        self.assertIn("'3' is no seat of this game: a number from 1 to 2, white or black is meant",
                      self.complaint("--local", "chess", "--seat", 3))
        self.assertIn("a number from 1 to 2 is meant", self.complaint("--local", "scrabble", "--seat", "white"))
        self.assertIn("--seat is for web and --local", self.complaint("chess", "--seat", "white"))

    def test_servers_that_there_are_not(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        self.assertIn(f"cannot connect to 127.0.0.1:{port}: Connection refused", self.complaint("chess", "127.0.0.1", port))
        self.assertIn("no-such-host.invalid", self.complaint("chess", "no-such-host.invalid"))

    def test_other_protocols_on_that_port(self):
        server = self.serve()
        for protocol in ("chess", "scrabble-twente", "scrabble-clarkson", "spectrangle", "shelfie"):
            with self.subTest(protocol):
                http = self.stranger(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
                garbage = self.stranger(bytes(range(256)) * 64)
                for address in (http, garbage):
                    said = self.complaint(protocol, *address, "--timeout", 0.5)
                    self.assertIn("%s:%d" % address, said)
                    self.assertIn(protocol, said)
        for answer in (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", b"garbage\n" * 100):
            said = self.complaint("web", *self.stranger(answer), "--timeout", 0.5)
            self.assertIn("web", said + "web" if "pages" in said else said)
        self.assertIn("is an HTTP server", self.complaint("chess", *self.stranger(b"HTTP/1.1 200 OK\r\n\r\n")))
        self.assertIn("web", server.listeners())

    def test_silence(self):
        for protocol in ("scrabble-twente", "scrabble-clarkson", "spectrangle", "shelfie"):
            with self.subTest(protocol):
                said = self.complaint(protocol, *self.stranger(b""), "--timeout", 0.3)
                self.assertIn("said nothing of the protocol", said)

    def test_input_that_ends_before_anything_is_said(self):
        done = parlor.run("play", "chess", *self.stranger(b""), "--plain")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^parlor: the input ended before 127.0.0.1:\d+ had said anything of the protocol chess\n$")

    def test_answers_come_in_the_order_of_the_lines(self):
        play = self.pipe("--local", "chess", "--seat", "white")
        play.stdin.write("what is on e4\nboard\nwhat is on e2\nquit\n")
        play.stdin.flush()
        told = play.stdout.read()
        self.assertRegex(told, r"(?s)e4 is empty.*a  b  c  d  e  f  g  h.*On e2: a white pawn")

    def test_silence_that_says_nothing_is_told(self):
        address = self.stranger(b"")
        play = self.pipe("chess", *address, "--timeout", 0.6)
        wanted = "%s:%d has said nothing yet: nobody else has come, or it does not speak chess." % address
        self.assertTrue(any(wanted in line for line in play.stdout), "it is told")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)

    def test_terminals_that_cannot_be_used(self):
        for env, size, words in (({}, (60, 20), "the terminal is too small: 60x20"),
                                 ({"TERM": "dumb"}, (80, 24), "--plain needs none"),
                                 ({"TERM": "nonsense"}, (80, 24), "--plain needs none")):
            with self.subTest(words):
                screen = self.screen("--local", "chess", columns=size[0], rows=size[1], env=env)
                screen.wait_for("ended with 1")
                self.assertIn(words, screen.text().replace("\n", ""))


if __name__ == "__main__":
    parlor.main()
