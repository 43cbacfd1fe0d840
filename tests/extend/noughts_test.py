# The toy game with bots, in the journal, in files and in a terminal. Nothing here but its name and notation is known of it.
import json

import journal
import parlor
import playing
import tap_test

GAME = "noughts"


class Noughts(tap_test.TapCase, playing.PlayCase):
    def bots_play(self, server, games=2):
        bots = [self.web_bot(server, "--games", games) for _ in range(2)]
        for bot in bots:
            self.assertRegex(self.rest_of(bot)[-1], f"^{games} games: ")

    def web_bot(self, server, *flags):
        return tap_test.TapCase.bot(self, "web", server.address("web"), "--game", GAME, *flags)

    def test_bots_journal_files_and_fsck(self):
        server = self.serve()
        self.bots_play(server)
        self.assertEqual(server.metrics()[f'parlor_tables{{game="{GAME}"}}'], 0)
        self.assertEqual(server.stop(), 0)
        tables = journal.read(self.data).values()
        self.assertEqual([table.game for table in tables], [GAME] * 2)
        for table in tables:
            self.assertRegex(table.outcome, "^(three_in_a_row|full_board)")
            exported = parlor.run("export", "--data", self.data, "--format", "json", "--game", table.number)
            self.assertEqual(exported.returncode, 0, exported.stderr)
            game = json.loads(exported.stdout)
            self.assertEqual(game["game"], GAME)
            self.assertEqual([move for move in table.texts()], [entry.text for entry in table.moves()])
        self.assertIn("2 tables", self.assert_in_order())

    def test_it_goes_on_after_a_kill(self):
        server = self.serve("--hold", 30)
        screen = self.screen("web", *server.address("web"), "--name", "anna", "--game", GAME, "--bots", 1, "--level", "random")
        screen.wait_for("your turn")
        server.kill()
        again = self.serve("--hold", 30)
        self.assertEqual(again.metrics()[f'parlor_tables{{game="{GAME}"}}'], 1)

    def test_in_a_terminal(self):
        screen = self.local(GAME, "--level", "random")
        end = self.play_hints(screen)
        self.assertRegex(end, r"(You win|wins|A draw): (three in a row|full board)")
        screen.press("q", "y")
        screen.wait_for("ended with 0")
        self.assertTrue(screen.is_restored())

    def local(self, game, *flags):
        return self.screen("--local", game, *flags)


if __name__ == "__main__":
    parlor.main()
