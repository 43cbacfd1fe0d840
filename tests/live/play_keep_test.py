# What parlor play keeps: games that go on later, files, accounts, what was said.
import json
import os
import signal

import parlor
import transcripts_test
from accounts_test import Browser, PASSWORD
from playing import PlayCase


class Keeping(PlayCase):
    """Games and seats that outlive the program."""

    def begin(self, *flags, moves=("e4",)):
        play = self.pipe("--local", "chess", "--seat", "white", "--level", "random", "--name", "anna", *flags)
        out = play.communicate("".join(move + "\n" for move in moves), timeout=parlor.PATIENCE)[0]
        self.assertIn("1. e4", out)

    def test_a_game_goes_on_where_it_was(self):
        screen = self.screen("--local", "chess", "--seat", "white", "--level", "random", "--name", "anna")
        self.make_hints(screen, 3)
        parlor.wait_until(lambda: "not your turn" not in screen.wait_for("your turn"), "own turn")
        board = screen.text().splitlines()[2:18]
        os.kill(parlor.wait_until(screen.process, "parlor runs"), signal.SIGKILL)
        screen.wait_for("ended with 137")
        again = self.screen("--local", "--resume")
        now = again.wait_for("your turn")
        for before, after in zip(board, now.splitlines()[2:18]):
            self.assertEqual(before[:45].rstrip(), after[:45].rstrip())
        self.assertRegex(now, r"anna \(you\) +white")
        again.press("F3")
        again.wait_for("  3 ")
        again.press("Escape")
        self.make_hints(again, 1)
        again.press("F10", "y")
        again.wait_for("ended with 0")
        (kept,) = os.listdir(os.path.join(self.state(), "parlor", "games"))
        self.assertEqual(os.stat(os.path.join(self.state(), "parlor", "games", kept)).st_mode & 0o777, 0o600)

    def test_every_game_goes_on(self):
        for game in ("scrabble", "spectrangle", "shelfie"):
            with self.subTest(game):
                screen = self.screen("--local", game, "--seat", 1, "--level", "random", "--name", "anna")
                self.make_hints(screen, 2)
                parlor.wait_until(lambda: "not your turn" not in screen.wait_for("your turn"), "own turn")
                before = screen.text().splitlines()[2:4]  # everybody's points
                screen.press("C-c")
                screen.wait_for("ended with 130")
                again = self.screen("--local", game, "--resume")
                again.wait_for("your turn")
                self.assertEqual([line[50:] for line in before], [line[50:] for line in again.text().splitlines()[2:4]])

    def test_the_menu_offers_it(self):
        self.begin()
        screen = self.screen()
        screen.wait_for("go on: chess")
        screen.press("g")
        screen.wait_for("1. e4")

    def test_what_cannot_go_on(self):
        play = self.pipe("--local", "--resume")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)
        self.assertIn("there is no unfinished game to go on with", play.stderr.read())
        self.begin()
        folder = os.path.join(self.state(), "parlor", "games")
        (kept,) = os.listdir(folder)
        with open(os.path.join(folder, kept), "r+b") as file:
            file.seek(30)
            file.write(b"#")
        play = self.pipe("--local", "--resume")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)
        self.assertIn(f"{kept}: this is no whole game: its checksum is wrong", play.stderr.read())

    def test_finished_games_are_not_offered(self):
        self.begin(moves=("e4", "resign"))
        play = self.pipe("--local", "--resume")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)

    def test_a_game_is_saved_in_every_format(self):
        play = self.pipe("--local", "chess", "--seat", "white", "--level", "random", "--name", "anna")
        files = [os.path.join(self.folder, name) for name in ("a.pgn", "a.json", "a.txt")]
        out = play.communicate("e4\n" + "".join(f"save {file}\n" for file in [*files, files[0], "/no/such/a.pgn"]) + "quit\n",
                               timeout=parlor.PATIENCE)[0]
        with open(files[0], encoding="utf-8") as file:
            self.assertRegex(file.read(), r'\[White "anna"\]\n\[Black "bot 2"\]\n(.*\n)+\n1\. e4 ')
        with open(files[1], encoding="utf-8") as file:
            self.assertEqual(json.load(file)["acts"][0]["act"], "e2e4")
        self.assertIn("A game of chess is saved as .pgn or .json, and ", out)
        self.assertIn("Cannot write to '/no/such/a.pgn'.", out)

    def test_a_game_at_a_server_is_saved(self):
        server = self.serve()
        self.bot("chess", server, "--level", "random")
        play = self.pipe("chess", *server.address("chess"), "--hints")
        self.assertTrue(any(line.startswith("Your") for line in play.stdout))
        self.say(play, "hint")
        self.assertTrue(any(line.startswith("Hint") for line in play.stdout))
        files = [os.path.join(self.folder, name) for name in ("b.pgn", "b.json")]
        self.say(play, "go")
        self.assertTrue(any(line.startswith("Your") for line in play.stdout), "the other has moved")
        for line in (f"save {files[0]}", f"save {files[1]}", "quit"):
            self.say(play, line)
        self.assertEqual(play.wait(parlor.PATIENCE), 0)
        with open(files[0], encoding="utf-8") as file:
            self.assertIn("\n1. ", file.read())
        with open(files[1], encoding="utf-8") as file:
            self.assertEqual(json.load(file)["game"], "chess")

    def test_a_seat_of_the_web_waits_for_who_comes_back(self):
        server = self.serve()
        where = server.address("web")
        screen = self.screen("web", *where, "--name", "anna", "--game", "chess", "--bots", 1)
        self.make_hints(screen, 1)
        screen.press("C-c")
        screen.wait_for("ended with 130")
        again = self.screen("web", *where, "--name", "anna")
        again.wait_for("You are back in your game.")
        folder = os.path.join(self.state(), "parlor", "servers")
        for name in os.listdir(folder):
            self.assertEqual(os.stat(os.path.join(folder, name)).st_mode & 0o777, 0o600)


class SigningIn(PlayCase):
    def test_the_password_is_asked_for_and_not_shown(self):
        server = self.serve()
        browser = Browser(server)
        browser.enter("register", "anna")
        browser.hang_up()
        screen = self.screen("web", *server.address("web"), "--account", "anna", "--game", "chess", "--bots", 1)
        screen.wait_for("Password of anna:")
        screen.type(PASSWORD)
        self.assertNotIn(PASSWORD, screen.text())
        screen.press("Enter")
        screen.wait_for("anna (you)")

    def test_the_password_is_asked_for_once(self):
        server = self.serve()
        browser = Browser(server)
        browser.enter("register", "anna")
        browser.hang_up()
        screen = self.screen("--account", "anna")
        for password in (PASSWORD, None):
            screen.wait_for("> h   here")
            screen.press("w")
            screen.wait_for("Server (HOST or HOST:PORT)")
            for _ in range(4):
                screen.press("BSpace")
            screen.type(str(server.address("web")[1]))
            screen.press("Enter")
            if password:
                screen.wait_for("Password of anna:")
                screen.type(password)
                screen.press("Enter")
            screen.wait_for("as anna")
            screen.press("q", "y")
        screen.wait_for("> h   here")

    def test_a_wrong_password(self):
        server = self.serve()
        browser = Browser(server)
        browser.enter("register", "anna")
        browser.hang_up()
        play = self.pipe("web", *server.address("web"), "--account", "anna", "--game", "chess")
        self.say(play, "something else")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)
        self.assertRegex(play.stderr.read(), r"^parlor: not signed in: .+\n$")
        play = self.pipe("chess", "--account", "anna")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)
        self.assertIn("--account is for web: chess knows no passwords", play.stderr.read())


class Recording(PlayCase):
    def test_a_recorded_game_replays(self):
        """Alone at a server of a known seed everything happens again."""
        path = os.path.join(self.folder, "recorded.txt")
        server = self.serve("--seed", 1)
        play = self.pipe("scrabble-clarkson", *server.address("scrabble-clarkson"), "--players", 1, "--name", "anna",
                         "--hints", "--record", path)
        moves = 0
        for line in play.stdout:
            if line.startswith("Your turn") and moves < 3:
                self.say(play, "hint")
            elif line.startswith("Your turn"):
                break
            elif line.startswith("Hint: "):
                moves += 1
                self.say(play, "go")
        self.say(play, "quit")
        self.assertEqual(play.wait(parlor.PATIENCE), 0)
        transcript = transcripts_test.Transcript(path)
        self.assertEqual(transcript.protocol, "scrabble-clarkson")
        self.assertGreater(len(transcript.acts), 10)
        stage = transcripts_test.Stage(transcript, lambda: self.serve("--seed", 1, data=os.path.join(self.folder, "again")))
        self.addCleanup(stage.close)
        for _, peer, sign, content in transcript.acts:
            stage.perform(peer, sign, content)
        stage.end()

    def test_a_file_that_cannot_be_written(self):
        play = self.pipe("chess", "--record", "/no/such/folder/file")
        self.assertEqual(play.wait(parlor.PATIENCE), 1)
        self.assertIn("cannot write to '/no/such/folder/file'", play.stderr.read())


if __name__ == "__main__":
    parlor.main()
