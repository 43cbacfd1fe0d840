# parlor play as a person uses it: in a terminal, through a pipe, at servers of every kind.
import os
import pty
import signal
import socket

import parlor
from playing import PlayCase
from relay import Relay


COLOURED = r"\x1b\[([0-9;]*;)?([34][0-8]|9[0-7]|10[0-7])[;m]"


class WholeGames(PlayCase):
    """One game for each protocol, the other side a bot."""

    def play(self, protocol, *flags, bot_flags=(), ready=False):
        server = self.serve()
        bot = self.bot(protocol, server, *bot_flags)
        host, port = server.address(protocol)
        screen = self.screen(protocol, host, port, "--name", "anna", "--hints", *flags)
        if ready:
            screen.wait_for("Enter: ready")
            screen.press("Enter")
        end = self.play_hints(screen)
        screen.press("q", "y")
        screen.wait_for("ended with 0")
        self.assertTrue(screen.is_restored())
        return end, bot

    def test_chess(self):
        end, _ = self.play("chess", bot_flags=["--level", "random", "--seed", "2"])
        self.assertIn("You win by checkmate.", end)

    def test_scrabble_twente(self):
        end, _ = self.play("scrabble-twente", bot_flags=["--level", "beginner"])
        self.assertRegex(end, r"(You win|wins|A draw|Nobody wins)")

    def test_scrabble_clarkson(self):
        end, _ = self.play("scrabble-clarkson", bot_flags=["--level", "beginner"])
        self.assertRegex(end, r"(You win|wins)")

    def test_spectrangle(self):
        end, _ = self.play("spectrangle", bot_flags=["--level", "greedy"], ready=True)
        self.assertRegex(end, r"(You win|wins|A draw)")

    def test_shelfie(self):
        end, _ = self.play("shelfie", bot_flags=["--level", "greedy"])
        self.assertRegex(end, r"(You win|wins)")

    def test_shelfie_in_json(self):
        end, _ = self.play("shelfie", "--encoding", "json", bot_flags=["--level", "greedy"])
        self.assertRegex(end, r"(You win|wins)")

    def test_a_game_at_the_web_listener(self):
        server = self.serve()
        screen = self.screen("web", *server.address("web"), "--name", "anna", "--game", "spectrangle", "--bots", 1,
                             "--level", "greedy")
        self.assertRegex(self.play_hints(screen), r"(You win|wins|A draw)")
        screen.press("q", "y")
        screen.wait_for("ended with 0")

    def test_every_game_at_the_web_listener(self):
        server = self.serve()
        for game in ("chess", "scrabble", "shelfie"):
            with self.subTest(game):
                screen = self.screen("web", *server.address("web"), "--name", f"anna-{game}", "--game", game, "--bots", 1)
                self.make_hints(screen, 3)
                screen.press("F10", "y")
                screen.wait_for("ended with 0")

    def test_a_game_chosen_in_the_hall(self):
        server = self.serve()
        screen = self.screen("web", *server.address("web"), "--name", "anna")
        screen.wait_for("> chess with whoever comes")
        screen.press("Down")
        screen.wait_for("> chess against a bot")
        screen.press("Enter")
        screen.wait_for("your turn")
        watcher = self.screen("web", *server.address("web"), "--name", "bert")
        watcher.wait_for("watch chess: ")
        watcher.press("Up")
        watcher.press("Enter")
        watcher.wait_for("watching")
        watcher.press("b")
        watcher.wait_for("> chess with whoever comes", "> watch chess")

    def test_another_game(self):
        server = self.serve()
        self.bot("chess", server, "--level", "random", "--seed", "2", "--games", "2")
        screen = self.screen("chess", *server.address("chess"), "--hints")
        self.play_hints(screen)
        screen.press("Enter")
        screen.wait_for("your turn")
        self.assertIn("Everybody wants another", screen.text())


class Local(PlayCase):
    def test_every_game_against_bots(self):
        for game, players in (("chess", 2), ("scrabble", 3), ("spectrangle", 4), ("shelfie", 3)):
            with self.subTest(game):
                screen = self.screen("--local", game, "--players", players, "--level", "random", "--seed", 5)
                self.make_hints(screen, 3)
                screen.press("F10")
                screen.wait_for("Leave the game?")
                screen.press("y")
                screen.wait_for("ended with 0")
                self.assertTrue(screen.is_restored())

    def test_resizing_redraws(self):
        screen = self.screen("--local", "chess", "--seed", 4)
        screen.wait_for("your turn")
        for columns, rows in ((120, 40), (80, 24), (200, 60)):
            screen.resize(columns, rows)
            parlor.wait_until(lambda: len(screen.text().splitlines()) == rows and
                              "F1: help" in screen.text().splitlines()[-1], f"{columns}x{rows}")
            self.assertRegex(screen.text(), r"♜ {4,12}♞ {4,12}♝")
        self.assertIn("♜            ♞            ♝", screen.text(), "the board has grown with the window")
        screen.resize(60, 20)
        screen.wait_for("Too small")
        screen.resize(80, 24)
        screen.wait_for("♜    ♞    ♝")

    def test_mouse_and_undo(self):
        screen = self.screen("--local", "chess", "--seed", 4, "--level", "random")
        screen.wait_for("your turn")
        screen.click((14, 26))  # e2
        screen.wait_for("From e2 to e2")
        screen.press("Escape")
        screen.wait_for("Your move: choose a piece")
        screen.click((14, 26), (10, 26))  # e2 and e4
        screen.wait_for("1. e4")

    def test_help(self):
        screen = self.screen("--local", "scrabble", "--seed", 4)
        screen.wait_for("in the bag")
        screen.press("F1")
        screen.wait_for("Any key goes back.")
        screen.press("Escape")
        screen.wait_for("in the bag")

    def test_without_unicode_or_colour(self):
        screen = self.screen("--local", "chess", "--seed", 4, env={"LANG": "C", "TERM": "vt100"})
        text = screen.wait_for("your turn")
        self.assertIn("r  n  b  q  k  b  n  r", text)
        self.assertTrue(text.isascii(), text)


    def test_no_color(self):
        """Everything is there without colours, and a user who wants none has none."""
        for game, words in (("chess", "your turn"), ("scrabble", "in the bag"), ("spectrangle", "in the bag"),
                            ("shelfie", "your turn")):
            with self.subTest(game):
                coloured = self.screen("--local", game, "--seed", 4, env={"NO_COLOR": ""})
                coloured.wait_for(words)
                self.assertRegex(coloured.styled(), r"\x1b\[[0-9;]*[34]8;5;\d")
                plain = self.screen("--local", game, "--seed", 4, env={"NO_COLOR": "1"})
                plain.wait_for(words)
                self.assertNotRegex(plain.styled(), COLOURED)

    def test_colours_by_flag(self):
        """What is said on the command line counts more than what the surroundings say."""
        always = self.screen("--local", "chess", "--color", "always", env={"NO_COLOR": "1"})
        always.wait_for("your turn")
        self.assertRegex(always.styled(), COLOURED)
        never = self.screen("--local", "chess", "--color", "never", env={"NO_COLOR": ""})
        never.wait_for("your turn")
        self.assertNotRegex(never.styled(), COLOURED)

    def test_the_seat_that_was_chosen(self):
        for seat, words in (("white", r"anna \(you\) +white"), ("2", r"anna \(you\) +black")):
            with self.subTest(seat):
                self.assertRegex(self.screen("--local", "chess", "--seat", seat, "--name", "anna").wait_for("(you)"), words)
        third = self.pipe("--local", "shelfie", "--players", 3, "--seat", 3, "--name", "anna")
        self.assertIn("The game begins: bot 1, bot 2, anna.", third.communicate("quit\n", timeout=parlor.PATIENCE)[0])


class Ending(PlayCase):
    def test_signals_restore_the_terminal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV, signal.SIGABRT):
            with self.subTest(number.name):
                screen = self.screen("--local", "chess")
                screen.wait_for("your turn")
                self.assertEqual(screen.value("alternate_on"), "1")
                os.kill(parlor.wait_until(screen.process, "parlor runs"), number)
                screen.wait_for(f"ended with {128 + number}")
                self.assertTrue(screen.is_restored())

    def test_control_c_restores_the_terminal(self):
        screen = self.screen("--local", "chess")
        screen.wait_for("your turn")
        screen.press("C-c")
        screen.wait_for("ended with 130")
        self.assertTrue(screen.is_restored())


class Connections(PlayCase):
    def test_a_lost_connection_is_told_and_made_again(self):
        server = self.serve("--grace", "60")
        self.bot("scrabble-twente", server, "--level", "random")
        with Relay(server.address("scrabble-twente")) as relay:
            screen = self.screen("scrabble-twente", *relay.address, "--name", "anna")
            screen.wait_for("your turn")
            relay.cut()
            screen.wait_for("You are back", "The game begins: ", "Trying again")
            screen.wait_for("your turn")
            self.play_hints(screen)

    def test_a_browsers_seat_waits(self):
        server = self.serve()
        with Relay(server.address("web")) as relay:
            screen = self.screen("web", *relay.address, "--name", "anna", "--game", "chess", "--bots", 1)
            screen.wait_for("your turn")
            relay.cut()
            screen.wait_for("You are back in your game.")
            screen.wait_for("your turn")

    def test_a_connection_that_breaks_again_while_coming_back(self):
        server = self.serve()
        with Relay(server.address("web")) as relay:
            screen = self.screen("web", *relay.address, "--name", "anna", "--game", "chess", "--bots", 1)
            screen.wait_for("your turn")
            relay.turned_away = 2
            relay.cut()
            screen.wait_for("You are back in your game.")
            screen.wait_for("your turn")

    def test_a_server_that_is_gone_for_good(self):
        with Relay(self.serve().address("spectrangle")) as relay:
            screen = self.screen("spectrangle", *relay.address, "--name", "anna")
            screen.wait_for("Enter: ready")
            relay.close()
            screen.wait_for("There is no connection. Enter: begin again")
            screen.press("Enter")
            screen.wait_for("annot connect to")
            screen.press("q", "y")
            screen.wait_for("ended with 0")

    def test_a_taken_name_asks_for_another(self):
        server = self.serve()
        first = self.screen("scrabble-twente", *server.address("scrabble-twente"), "--name", "anna")
        first.wait_for("Waiting for the others")
        second = self.screen("scrabble-twente", *server.address("scrabble-twente"), "--name", "anna")
        second.wait_for("another name:")
        second.type("bert")
        second.press("Enter")
        second.wait_for("your turn")

    def test_a_taken_name_in_the_hall_asks_before_it_plays(self):
        server = self.serve()
        first = self.screen("web", *server.address("web"), "--name", "anna", "--game", "chess")
        first.wait_for("Waiting for the others")
        second = self.screen("web", *server.address("web"), "--name", "anna", "--game", "chess",
                             env={"XDG_STATE_HOME": self.folder})  # another user
        second.wait_for("another name:")
        second.type("bert")
        second.press("Enter")
        for screen in (first, second):
            self.assertIn("anna, bert.", screen.wait_for("The game begins: "))

    def test_people_talk(self):
        server = self.serve()
        for protocol in ("spectrangle", "scrabble-twente"):
            with self.subTest(protocol):
                names = [f"{name}-{protocol}" for name in ("anna", "bert")]
                anna, bert = (self.screen(protocol, *server.address(protocol), "--name", name) for name in names)
                for screen in (anna, bert):
                    screen.wait_for("Enter: ready", "your turn")
                    if protocol == "spectrangle":
                        screen.press("Enter")
                for screen in (anna, bert):
                    screen.wait_for("your turn")
                anna.press("/")
                anna.type("hello there")
                anna.press("Enter")
                bert.wait_for(f"{names[0]}: hello")


class Plain(PlayCase):
    def test_a_whole_game_through_a_pipe(self):
        server = self.serve()
        self.bot("spectrangle", server, "--level", "greedy")
        play = self.pipe("spectrangle", *server.address("spectrangle"), "--name", "anna")
        heard = []
        self.say(play, "ready")
        for line in play.stdout:
            heard.append(line)
            if line.startswith("Your turn."):
                self.say(play, "hint")
            if line.startswith("Hint: "):
                self.say(play, "go")
            if " Points: " in line:  # whoever won, or nobody
                break
        else:
            self.fail("".join(heard) + play.stderr.read())
        self.say(play, "quit")
        self.assertEqual(play.wait(parlor.PATIENCE), 0)

    def test_commands(self):
        play = self.pipe("--local", "chess", "--seed", 4, "--level", "random")
        out, err = play.communicate("help\nnonsense\n:e4\nboard\nquit\n", timeout=parlor.PATIENCE)
        self.assertEqual((play.returncode, err), (0, ""))
        self.assertIn("hint         asks a bot", out)
        self.assertIn("1. e4", out)
        self.assertIn(" 2  P  P  P  P", out)
        self.assertTrue(out.isascii(), out)

    def test_the_end_of_input_is_the_end(self):
        play = self.pipe("--local", "chess")
        play.communicate("", timeout=parlor.PATIENCE)
        self.assertEqual(play.returncode, 0)
        done = parlor.run("play", "--local", "chess")  # standard input is /dev/null
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_with_no_arguments_it_asks(self):
        play = self.pipe()
        out, err = play.communicate("nowhere\n1\n9\nspectrangle\n\n2\nsecond\nboard\nquit\n", timeout=parlor.PATIENCE)
        self.assertEqual((play.returncode, err), (0, ""))
        self.assertIn("1. here: against bots", out)
        self.assertIn("'nowhere' is none of them: type a number from 1 to ", out)
        self.assertIn("'9' is none of them", out)
        self.assertRegex(out, r"skilled: plays 600 games out in thought\n", "the levels, each with what it does")
        self.assertIn("You play against casual bots: plays 20 games out in thought.", out)
        self.assertRegex(out, r"The game begins: bot 1, (\S+), bot 3\. You are \1\.", "two bots, and the second seat")
        self.assertIn("in the bag: ", out, "what is behind the answers is for the game")
        server = self.serve()
        play = self.pipe()
        where = "%s:%d" % server.address("scrabble-twente")
        play.stdin.write(f"scrabble-twente\n{where}\ndora\n")
        play.stdin.flush()
        server.wait_for('parlor_connections{protocol="scrabble-twente"}', 1)

    def test_nobody_answers(self):
        done = parlor.run("play")  # standard input is /dev/null
        self.assertEqual(done.returncode, 1)
        self.assertIn("nobody answered", done.stderr)


class Menu(PlayCase):
    def test_arrows_and_letters_lead_into_a_game_and_back(self):
        screen = self.screen()
        screen.wait_for("> h   here")
        screen.press("Down")
        screen.wait_for("> w   web")
        screen.press("Up", "Enter")
        screen.wait_for("Which game?")
        screen.press("Escape")
        screen.wait_for("> h   here")
        screen.press("Enter")
        screen.wait_for("Which game?")
        screen.press("c")  # chess
        screen.wait_for("> r   regular")
        screen.press("n")  # newcomer
        screen.wait_for("Which seat is yours?")
        screen.press("b")
        self.assertIn("against a newcomer bot", screen.wait_for("(you) "))
        screen.press("q", "y")
        screen.wait_for("> h   here")
        screen.press("q")
        screen.wait_for("ended with 0")
        self.assertTrue(screen.is_restored())

    def test_a_server_that_is_not_there_is_told_in_the_menu(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        screen = self.screen()
        screen.wait_for("> h   here")
        screen.press("c")
        screen.wait_for("Server (HOST or HOST:PORT)")
        for _ in range(4):
            screen.press("BSpace")
        screen.type(str(port))
        screen.press("Enter")
        screen.wait_for("Your name")
        screen.press("Enter")
        screen.wait_for("There was no game: cannot connect to")
        screen.press("C-c")
        screen.wait_for("ended with 130")
        self.assertTrue(screen.is_restored())

    def test_it_is_drawn_again_in_a_window_of_another_size(self):
        screen = self.screen()
        screen.wait_for("> h   here")
        screen.resize(120, 40)
        parlor.wait_until(lambda: "q: quit" in "".join(screen.text().splitlines()[39:]), "the keys stand below")


    def test_it_ends_with_its_terminal(self):
        program, terminal = pty.fork()
        if program == 0:
            os.execve(parlor.binary, [parlor.binary, "play"], parlor.environment({"XDG_STATE_HOME": self.state(), "TERM": "xterm"}))
        self.addCleanup(self.forget, program)
        shown = b""
        while b"quit" not in shown:
            shown += os.read(terminal, 4096)
        os.close(terminal)
        parlor.wait_until(lambda: os.waitid(os.P_PID, program, os.WEXITED | os.WNOHANG | os.WNOWAIT), "the program ends, too")

    @staticmethod
    def forget(program):
        os.kill(program, signal.SIGKILL)
        os.waitpid(program, 0)


class ReadOut(PlayCase):
    def test_nothing_speaks_of_keys_or_draws_boxes(self):
        """Who hears the lines read out gets words only, and asks for what they want to know."""
        for game, asks in (("chess", ["what is on e2", "pieces", "moves e2", "taken"]),
                           ("scrabble", ["what is on H8", "hand", "unseen", "row 8"]),
                           ("spectrangle", ["what is on 11", "pieces", "hand"]),
                           ("shelfie", ["what is on 4,4", "table", "shelf", "hand"])):
            with self.subTest(game):
                play = self.pipe("--local", game, "--seed", 4, "--seat", 1, "--level", "random")
                lines = "\n".join(["turn", "moves", "scores", *asks, "quit"])
                for line in play.stdout:
                    if line.startswith("You"):
                        break
                out, err = play.communicate(lines + "\n", timeout=parlor.PATIENCE)
                self.assertEqual((play.returncode, err), (0, ""))
                self.assertNotRegex(out, r"Enter|Esc\b|F10|PgUp|[/\\|]|\[.\]|  +[.:]  ")
                self.assertNotIn("no command", out)
        play = self.pipe("--local", "chess", "--seat", 1, "--level", "random")
        out = play.communicate("what is on e2\npieces\nquit\n", timeout=parlor.PATIENCE)[0]
        self.assertIn("On e2: a white pawn.", out)
        self.assertIn("White: king e1, queen d1, rooks a1 h1, ", out)


if __name__ == "__main__":
    parlor.main()
