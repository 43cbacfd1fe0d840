# Games of Scrabble afterwards: exported as GCG and JSON, checked with the words they were played with and with others.
import json

import parlor
import twente


class ScrabbleCase(parlor.Case):
    def play_pair(self, server):
        """A short game of two, until Alice leaves."""
        alice, bob = twente.seat_pair(self, server)
        alice.say("MAKEMOVE|WORD|H8|H|DEE")
        bob.skip_to("NOTIFYTURN|1")
        bob.say("MAKEMOVE|SWAP|BEF")
        alice.skip_to("NOTIFYTURN|1")
        alice.say("MAKEMOVE|SWAP")
        bob.skip_to("NOTIFYTURN|1")
        bob.say("MAKEMOVE|SWAP|")
        alice.skip_to("NOTIFYTURN|1")
        return alice, bob

    def leave(self, peers):
        """The first hangs up; the others hear of it."""
        peers[0].hang_up()
        for peer in peers[1:]:
            peer.skip_to("GAMEOVER|")

    def export(self, *flags, code=0):
        done = parlor.run("export", "--data", self.data, *flags)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done


class Export(ScrabbleCase):
    def setUp(self):
        """Tables 1 of two and 2 of three, which are over, and 3 of two, which goes on."""
        super().setUp()
        self.server = self.serve("--seed", 1)
        self.leave(self.play_pair(self.server))
        three = twente.seat(self, self.server, "Cleo", "Dora", "Eve")
        self.leave(three)
        self.running = twente.seat(self, self.server, "Fay", "Gus")

    GAME = ("#character-encoding UTF-8\n#player1 p1 Alice\n#player2 p2 Bob\n"
            ">p1: DEEELNX 8H DEE +8 8\n>p2: BEFHLOW -BEF +0 0\n>p1: EEELNRX - +0 8\n>p2: EHLOSUW - +0 0\n")

    def test_gcg(self):
        self.assertEqual(self.export("--format", "gcg", "--game", 1).stdout, self.GAME)
        every = self.export("--format", "gcg")
        first, second = every.stdout.split("\n\n")
        self.assertEqual(first + "\n", self.GAME)
        self.assertEqual(second, "#character-encoding UTF-8\n#player1 p1 " + second.split()[4] + "\n#player2 p2 " + second.split()[7] + "\n")
        self.assertEqual({second.split()[4], second.split()[7]}, {"Fay", "Gus"})
        self.assertEqual(every.stderr, "1 games are not for this format and were left out; the last: "
                                       "table 2 has 3 players, and GCG is for games of two\n")

    def test_gcg_of_other_games(self):
        pair = self.seat_pair(self.server)
        refused = self.export("--format", "gcg", "--game", 2, code=1)
        self.assertEqual((refused.stdout, refused.stderr),
                         ("", "parlor: table 2 has 3 players, and GCG is for games of two\n"))
        refused = self.export("--format", "gcg", "--game", 4, code=1)
        self.assertEqual((refused.stdout, refused.stderr), ("", "parlor: table 4 is no game of scrabble\n"))
        refused = self.export("--format", "pgn", "--game", 1, code=1)
        self.assertEqual((refused.stdout, refused.stderr), ("", "parlor: table 1 is no game of chess\n"))
        for peer in pair:
            peer.hang_up()

    def test_json_says_how_games_stand(self):
        games = json.loads(self.export("--format", "json").stdout)
        self.assertEqual([len(game["players"]) for game in games], [2, 3, 2])
        board = "15/" * 7 + "7DEE5" + "/15" * 7
        self.assertEqual(games[0]["position"], board + " EEELNRX/EHLOSUW 0/0 1")
        self.assertEqual(games[0]["outcome"]["scores"], [0, 0])
        empty, racks, scores, scoreless = games[1]["position"].split()
        self.assertEqual((empty, racks.count("/"), len(racks), scores, scoreless), ("15" + "/15" * 14, 2, 23, "0/0/0", "0"))
        self.assertIsNone(games[2]["outcome"])
        self.assertRegex(games[2]["position"], r"^15(/15){14} [A-Z?]{7}/[A-Z?]{7} 0/0 0$")


if __name__ == "__main__":
    parlor.main()
