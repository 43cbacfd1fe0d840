# Games of Scrabble afterwards: exported as GCG and JSON, checked with the words they were played with and with others.
import contextlib
import json
import os
import sqlite3
import time

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

    GAME = (r"^#character-encoding UTF-8\n#player1 p1 Alice\n#player2 p2 Bob\n#lexicon \S+\n"
            r">p1: DEEELNX 8H DEE \+8 8\n>p2: BEFHLOW -BEF \+0 0\n>p1: EEELNRX - \+0 8\n>p2: EHLOSUW - \+0 0\n$")

    def test_gcg(self):
        self.assertRegex(self.export("--format", "gcg", "--game", 1).stdout, self.GAME)
        refused = self.export("--format", "gcg", code=1)
        self.assertEqual((refused.stdout, refused.stderr),
                         ("", "parlor: a file of gcg holds one game: --game ID writes one, --out DIR a file for each\n"))
        out = os.path.join(self.folder, "games")
        told = self.export("--format", "gcg", "--out", out)
        self.assertEqual(told.stderr, "1 games were left out; the last: table 2 has 3 players, and GCG is for games of two\n")
        self.assertEqual(sorted(os.listdir(out)), ["1.gcg", "3.gcg"])
        with open(os.path.join(out, "1.gcg"), encoding="utf-8") as file:
            self.assertRegex(file.read(), self.GAME)
        with open(os.path.join(out, "3.gcg"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"#player1 p1 (Fay|Gus)\n#player2 p2 (Fay|Gus)\n#lexicon \S+\n$")

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


class OtherWords(ScrabbleCase):
    def setUp(self):
        """Table 1 is over and table 2 is not, both with the words that are built in."""
        super().setUp()
        self.words = os.path.join(self.folder, "words.txt")
        with open(self.words, "w", encoding="ascii") as file:
            file.write("EEL\nDEEL\n")
        server = self.serve("--seed", 1)
        self.leave(self.play_pair(server))
        self.assertEqual(server.stop(), 0)
        server = self.serve("--seed", 1)
        self.play_pair(server)
        self.assertEqual(server.stop(), 0)
        self.before = self.rows()

    def rows(self):
        """Tables and log as they are in the database."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.data, "parlor.db"))) as database:
            return database.execute("SELECT * FROM tables").fetchall(), database.execute("SELECT * FROM log").fetchall()

    def test_unfinished_table_waits_untouched(self):
        server = self.serve("--lexicon", self.words, "--hold", 1)
        self.assertRegex(server.log(), r"a table waits untouched for another start.*table=2 .*played with other words \(lexicon [0-9a-f]{16}, and this is [0-9a-f]{16}\)")
        self.assertEqual(server.metrics()['parlor_tables{game="scrabble"}'], 0)
        alice, _ = twente.seat_pair(self, server)  # a new game: nobody is led back
        time.sleep(1.2)  # the hold is over
        self.assertEqual(server.stop(), 0)
        tables, log = self.rows()
        self.assertEqual((tables[:2], log[:len(self.before[1])]), self.before)
        self.assertEqual(len(tables), 3)
        server = self.serve()
        alice = twente.connect(self, server)
        alice.say("ANNOUNCE|Alice")
        alice.expect("WELCOME|Alice|CHAT|TEAMPLAY", "STARTGAME|Alice|Bob")
        self.assertEqual(alice.skip_to("NOTIFYTURN"), "NOTIFYTURN|1|Alice")
        self.assertRegex(server.log(), "a table waits untouched for another start.*table=3 ")

    def test_fsck_says_so(self):
        self.assertRegex(self.assert_in_order(), r"^2 tables, 1 of them finished, 9 entries: in order\n$")
        checked = parlor.run("fsck", "--data", self.data, "--lexicon", self.words)
        self.assertEqual(checked.returncode, 0)
        first, second, whole = checked.stdout.splitlines()
        for number, line in enumerate((first, second), 1):
            self.assertRegex(line, rf"^table {number} was played with other words \(lexicon \S+, and this is \S+\): not replayed$")
        self.assertEqual(whole, "2 tables, 1 of them finished, 9 entries: in order; 2 not replayed, see --lexicon")

    def test_export_says_so(self):
        told = self.export("--format", "json", "--lexicon", self.words)
        self.assertEqual([game["position"] for game in json.loads(told.stdout)], [None, None])
        self.assertEqual(told.stderr.count("was played with other words"), 2)
        self.assertEqual(self.export("--format", "gcg", "--game", 2, "--lexicon", self.words, code=1).stdout, "")
        left_out = self.export("--format", "gcg", "--lexicon", self.words, "--out", os.path.join(self.folder, "none"))
        self.assertRegex(left_out.stderr, r"^2 games were left out; the last: table 2 was played with other words")
        self.assertEqual(self.export("--format", "gcg", "--game", 2).stdout.count("\n>p"), 4)

    def test_same_words_in_another_file(self):
        """What counts are the words, not where they come from."""
        compiled = os.path.join(self.folder, "compiled")
        parlor.run("lexicon", "build", self.words, "-o", compiled)
        data = os.path.join(self.folder, "other")
        server = self.serve("--lexicon", self.words, data=data)
        twente.seat_pair(self, server)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.serve("--lexicon", compiled, data=data).metrics()['parlor_tables{game="scrabble"}'], 1)


if __name__ == "__main__":
    parlor.main()
