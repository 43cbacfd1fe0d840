# Clocks, draws offered, moves taken back and games given up in parlor play.
import parlor
from playing import PlayCase


class Chess(PlayCase):
    """Two people at the web listener."""

    def pair(self, *flags):
        server = self.serve()
        screens = []
        for name, words in (("anna", "Waiting for the others"), ("bert", "not your turn")):
            screens.append(self.screen("web", *server.address("web"), "--name", name, "--game", "chess", *flags))
            screens[-1].wait_for(words)
        screens[0].wait_for("your turn")
        return screens

    @staticmethod
    def move(mover, other, text, told):
        mover.press(":")
        mover.type(text)
        mover.press("Enter")
        for screen in (mover, other):
            screen.wait_for(told)

    def test_clocks_run(self):
        anna, bert = self.pair("--clock", "300+60")
        for screen in (anna, bert):
            self.assertRegex(screen.wait_for(" 4:"), r"white +4:\d\d\n.*black +5:00\n")
        self.move(anna, bert, "e4", "1. e4")
        for screen in (anna, bert):
            self.assertRegex(screen.wait_for(" 4:"), r"white +5:\d\d\n.*black +4:\d\d\n")

    def test_time_that_is_short_and_then_up(self):
        anna, bert = self.pair("--clock", "3+0")
        for screen in (anna, bert):
            self.assertRegex(screen.wait_for("!0:0"), r"white +!0:0\d\.\d\n.*black +!0:03\.0\n")
            screen.wait_for("You ran out of time, bert wins.", "anna ran out of time, you win.")
            self.assertRegex(screen.text(), r"white +!0:00\.0\n")

    def test_the_lobby_says_which_clock(self):
        server = self.serve()
        screen = self.screen("web", *server.address("web"), "--name", "anna", "--game", "chess", "--clock", "move=60")
        screen.wait_for("Clock: 1 min a turn")
        other = self.screen("web", *server.address("web"), "--name", "bert")
        other.wait_for("join chess: anna, 1 min a turn")
        other.press("Up", "Enter")
        for one in (screen, other):
            one.wait_for("0:5")

    def test_a_draw_is_offered_declined_withdrawn_and_taken(self):
        anna, bert = self.pair()
        anna.press("d")
        anna.wait_for("Offer a draw?")
        anna.press("y")
        anna.wait_for("You offer a draw.  w: take the offer back")
        bert.wait_for("anna offers a draw.  y: accept  n: decline")
        bert.press("n")
        anna.wait_for("Your offer of a draw is declined.")
        bert.wait_for("anna's offer of a draw is declined.")
        anna.press("d", "y")
        anna.wait_for("That was declined; offer it again after the next move.")
        bert.press("d", "y")
        anna.wait_for("bert offers a draw.  y: accept")
        bert.press("w")
        anna.wait_for("bert's offer of a draw is withdrawn.")
        self.move(anna, bert, "e4", "1. e4")
        bert.press("d", "y")
        anna.wait_for("bert offers a draw.  y: accept")
        anna.press("y")
        for screen in (anna, bert):
            screen.wait_for("A draw by agreement.")

    def test_a_move_is_taken_back_and_a_wish_lapses(self):
        anna, bert = self.pair()
        anna.press("t")
        anna.wait_for("You have made no move that could be taken back.")
        self.move(anna, bert, "e4", "1. e4")
        anna.press("t")
        bert.wait_for("anna asks to take a move back.  y: accept  n: decline")
        self.move(bert, anna, "e5", "1... e5")
        for screen, words in ((anna, "Your wish to take a move back has lapsed."), (bert, "anna's wish to take a move back has")):
            screen.wait_for(words)
        anna.press("t")
        bert.wait_for("y: accept")
        bert.press("y")
        for screen in (anna, bert):
            screen.wait_for("the last 2 moves are taken")
        self.move(anna, bert, "d4", "1. d4")

    def test_who_resigns_stays_and_the_wish_for_another_game_is_heard(self):
        anna, bert = self.pair()
        bert.press("r")
        bert.wait_for("Resign? y, or any other key to play on.")
        bert.press("x")
        bert.wait_for("anna is to move.")
        bert.press("r", "y")
        bert.wait_for("You resigned, anna wins.")
        anna.wait_for("bert resigned, you win.")
        bert.press("Enter")
        anna.wait_for("bert wants another game.")
        anna.press("Enter")
        bert.wait_for("your turn")
        self.assertIn("not your turn", anna.wait_for("The game begins: bert, anna."), "colours swap")
        anna.press(":")
        anna.type("resign")
        anna.press("Enter")
        bert.wait_for("anna resigned, you win.")
        anna.press("b")
        bert.wait_for("anna has gone; there is no other game.")

    def test_against_a_bot_of_the_server(self):
        server = self.serve()
        screen = self.screen("web", *server.address("web"), "--name", "anna", "--game", "chess", "--bots", 1)
        self.make_hints(screen, 1)
        parlor.wait_until(lambda: "not your turn" not in screen.wait_for("your turn"), "own turn")
        screen.press("t")
        screen.wait_for("moves are taken")

    def test_here(self):
        screen = self.screen("--local", "chess", "--seed", 4, "--clock", "2+0")
        self.assertRegex(screen.wait_for("your turn"), r"bot 2 +black !0:02\.0\n")
        screen.wait_for("You ran out of time, bot 2 wins.")
        screen = self.screen("--local", "chess", "--seed", 4)
        screen.wait_for("your turn")
        self.move(screen, screen, "e4", "1. e4")
        parlor.wait_until(lambda: "not your turn" not in screen.wait_for("your turn"), "own turn")
        screen.press("t")
        screen.wait_for("the last 2 moves are taken")
        screen.press("r", "y")
        screen.wait_for("You resigned, bot 2 wins.")
        screen.press("Enter")
        screen.wait_for("The game begins: bot 1,")

    def test_by_lines(self):
        server = self.serve()
        anna = self.pipe("web", *server.address("web"), "--name", "anna", "--game", "chess", "--clock", "300+5")
        self.hear(anna, "anna came")
        bert = self.pipe("web", *server.address("web"), "--name", "bert", "--game", "chess", "--clock", "300+5")
        self.assertIn(", bert 5:00.", self.hear(anna, "Time left: you "))
        self.say(anna, "e4")
        self.hear(bert, "Time left: anna ")
        self.say(bert, "draw")
        self.hear(bert, "You offer a draw.")
        self.hear(anna, "bert offers a draw.")
        self.hear(anna, "'accept' takes it, 'decline' does not.")
        self.say(anna, "accept")
        for play in (anna, bert):
            self.hear(play, "A draw by agreement.")

    def hear(self, process, beginning):
        """The next line that begins so."""
        for line in process.stdout:
            if line.startswith(beginning):
                return line
        self.fail(f"it ended without '{beginning}': {process.stderr.read()}")

    def test_protocols_without_offers(self):
        server = self.serve()
        self.bot("chess", server, "--level", "random")
        screen = self.screen("chess", *server.address("chess"))
        screen.wait_for("your turn")
        screen.press("d")
        screen.wait_for("This protocol has no word for offers.")


if __name__ == "__main__":
    parlor.main()
