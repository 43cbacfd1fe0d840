# Games survive the end of the server: rebuilt at the next start, given up after a while, checked and exported.
import json
import os
import re
import shutil
import time

import crowd
import games
import journal
import parlor

TABLES = 'parlor_tables{game="chess"}'
FOREVER = ("--hold", "100000")


class Recovery(parlor.Case):
    def test_unfinished_games_are_rebuilt(self):
        """Again and again; what is over stays over, what is new gets a new number."""
        server = self.serve(*FOREVER)
        kept = []
        for generation in range(3):
            for length in range(5):
                games.play(self.seat_pair(server), games.FOOLS_MATE[:length])
                kept.append(games.FOOLS_MATE[:length])
            self.connect(server)  # waits: leaves no trace
            self.assertEqual(server.stop(), 0)
            server = self.serve(*FOREVER)
            self.assertEqual(server.metrics()[TABLES], 4 * (generation + 1))
        self.assertEqual(server.stop(), 0)
        tables = journal.read(self.data)
        self.assertEqual(list(tables), list(range(1, 16)))
        self.assertEqual([table.texts() for table in tables.values()], kept)
        self.assertEqual([table.outcome for table in tables.values()], [None, None, None, None, "checkmate winners=1"] * 3)
        self.assertIn("15 tables, 3 of them finished", self.assert_in_order())

    def test_given_up_after_the_hold(self):
        server = self.serve()
        for length in range(5):
            games.play(self.seat_pair(server), games.FOOLS_MATE[:length])
        self.assertEqual(server.stop(), 0)
        server = self.serve("--hold", 3)
        began = time.monotonic()
        pair = self.seat_pair(server)  # is no part of it
        self.assertEqual(server.metrics()[TABLES], 5)
        server.wait_for(TABLES, 1)
        self.assertGreater(time.monotonic() - began, 2)
        games.play(pair, games.FOOLS_MATE[:2])
        self.assertEqual(server.stop(), 0)
        tables = list(journal.read(self.data).values())
        for length, table in enumerate(tables[:4]):
            self.assertEqual(table.texts(), games.FOOLS_MATE[:length] + ["!abandon"])
            self.assertEqual(table.outcome, "abandoned winners=")
        self.assertEqual(tables[4].outcome, "checkmate winners=1")
        self.assertIsNone(tables[5].outcome)
        self.assert_in_order()
        self.assertEqual(self.serve(*FOREVER).metrics()[TABLES], 1)

    def test_hold_of_nothing(self):
        server = self.serve()
        self.seat_pair(server)
        server.kill()
        server = self.serve("--hold", 0)
        server.wait_for(TABLES, 0)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(journal.read(self.data)[1].outcome, "abandoned winners=")

    def test_a_thousand_games(self):
        played = games.make(pairs=20, moves=100)
        for end in ("stop", "kill"):
            server = self.serve(*FOREVER)
            players = crowd.Crowd(server)
            self.addCleanup(players.close)
            for number in range(500):
                players.add(crowd.ChessPair(played[number % len(played)]))
            players.play(until=lambda: sum(pair.told for pair in players.pairs) >= 500 * 25)
            getattr(server, end)()
            players.close()
        tables = journal.read(self.data)
        self.assertEqual(sum(table.outcome is None for table in tables.values()), 1000)
        server = self.serve(*FOREVER)
        self.assertEqual(server.metrics()[TABLES], 1000)
        self.assertIn("tables=1000 damaged=0", server.log())
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()


class DamageCase(parlor.Case):
    """A directory with three tables: two that are not over, and the mate as the last. All of it is in the log."""

    def setUp(self):
        super().setUp()
        server = self.serve()
        for moves in (games.FOOLS_MATE[:3], games.FOOLS_MATE[:2], games.FOOLS_MATE):
            games.play(self.seat_pair(server), moves)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()

    def change(self, sql, *values):
        with journal.changed(self.data) as database:
            self.assertEqual(database.execute(sql, values).rowcount, 1, sql)

    def change_entry(self, table, seq, change):
        """Each commit was one entry: changes its line, or takes it away."""
        with journal.changed(self.data) as database:
            for position, text in database.execute("SELECT position, entries FROM log").fetchall():
                if not text.startswith(f"{table} {seq} "):
                    continue
                changed = change(text)
                if changed is None:
                    database.execute("DELETE FROM log WHERE position = ?", (position,))
                else:
                    database.execute("UPDATE log SET entries = ? WHERE position = ?", (changed, position))
                return
        self.fail(f"there is no entry {seq} of table {table}")

    def fold(self):
        """Moves the log into the rows of the tables, as the server does when it has time."""
        with journal.changed(self.data) as database:
            for (text,) in database.execute("SELECT entries FROM log ORDER BY position").fetchall():
                for line in text.splitlines(keepends=True):
                    number, line = line.split(" ", 1)
                    database.execute("UPDATE tables SET acts = acts || ? WHERE id = ?", (line, number))
            database.execute("UPDATE folded SET position = (SELECT max(position) FROM log), chain = 0")
            database.execute("DELETE FROM log")

    def contents(self):
        with open(os.path.join(self.data, "parlor.db"), "rb") as file:
            return file.read()

    def finds(self, table, says):
        """fsck names the table and no other, says what is wrong, and changes nothing."""
        before = self.contents()
        checked = parlor.run("fsck", "--data", self.data)
        self.assertEqual(checked.returncode, 1, checked)
        *problems, summary = checked.stdout.splitlines()
        self.assertRegex(problems[0], rf"^table {table} .*{re.escape(says)}")
        for problem in problems:
            self.assertTrue(problem.startswith(f"table {table} "), problem)
        self.assertRegex(summary, rf"^[23] tables, \d of them finished, \d+ entries: {len(problems)} problems$")
        self.assertEqual(self.contents(), before)

    def serves_the_others(self, tables, damaged):
        """On a copy the server starts, leaves the damaged alone, and serves the rest."""
        copy = os.path.join(self.folder, f"copy-{len(self.processes)}")
        shutil.copytree(self.data, copy)
        server = self.serve(*FOREVER, data=copy)
        self.assertEqual(server.metrics()[TABLES], tables)
        self.assertIn(f"tables={tables} damaged={damaged}", server.log())
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)
        with journal.damaged(self.data) as before, journal.damaged(copy) as after:
            query = "SELECT * FROM tables WHERE id <= 3"
            self.assertEqual(before.execute(query).fetchall(), after.execute(query).fetchall())


class Damage(DamageCase):
    def test_illegal_move(self):
        self.change_entry(1, 1, lambda line: line.replace("e7e5", "e7e4"))
        self.finds(1, "entry 1 'e7e4'")
        self.serves_the_others(tables=1, damaged=1)

    def test_no_move_at_all(self):
        self.change_entry(1, 1, lambda line: line.replace("e7e5", "hello"))
        self.finds(1, "entry 1 'hello'")
        self.serves_the_others(tables=1, damaged=1)

    def test_another_legal_move(self):
        """Only what follows shows it: the mate is none any more."""
        self.change_entry(3, 2, lambda line: line.replace("g2g4", "g2g3"))
        self.finds(3, "not over")

    def test_missing_entry(self):
        self.change_entry(2, 0, lambda line: None)
        self.finds(2, "entry 0 should come next")
        self.serves_the_others(tables=1, damaged=1)

    def test_entry_twice(self):
        self.change_entry(2, 1, lambda line: line + line)
        self.finds(2, "entry 2 should come next")
        self.serves_the_others(tables=1, damaged=1)

    def test_wrong_seat(self):
        self.change_entry(1, 2, lambda line: line.replace(" 0 g2g4", " 1 g2g4"))
        self.finds(1, "entry 2 'g2g4'")
        self.change_entry(1, 2, lambda line: line.replace(" 1 g2g4", " 7 g2g4"))
        self.finds(1, "no such seat")

    def test_unreadable_line(self):
        for line in ("1 1 e7e5\n", "1 1 5 x e7e5\n", "1 1 x 1 e7e5\n", "1 1 \n", "1 1 5 999 e7e5\n", "1 1 5 1 \n"):
            with self.subTest(line=line):
                self.change_entry(1, 1, lambda _, line=line: line)
                self.finds(1, "is no entry")
                self.serves_the_others(tables=1, damaged=1)

    def test_checksums_are_as_documented(self):
        with journal.damaged(self.data) as database:
            for (right, *values) in database.execute(f"SELECT sum, id, {journal.COLUMNS} FROM tables"):
                self.assertEqual(journal.checksum_of(*values), right)
            self.assertEqual(journal.chain(database), database.execute("SELECT position, chain FROM log ORDER BY position").fetchall())

    def test_flipped_bit_in_a_name(self):
        with journal.damaged(self.data) as database:
            database.execute("UPDATE tables SET chairs = replace(chairs, 'guest', 'quest') WHERE id = 2")
        self.finds(2, "does not have its checksum")
        self.serves_the_others(tables=1, damaged=1)

    def test_another_legal_move_in_the_log(self):
        with journal.damaged(self.data) as database:
            database.execute("UPDATE log SET entries = replace(entries, 'e7e5', 'e7e6') WHERE entries LIKE '2 1 %'")
        self.finds(2, "does not have its checksum")
        self.serves_the_others(tables=1, damaged=1)

    def test_lost_moves(self):
        """What somebody was told of and is gone stops the start, unless the host accepts it."""
        with journal.damaged(self.data) as database:
            database.execute("DELETE FROM log WHERE entries LIKE '2 1 %'")
        missing = r"moves that players were told of are missing: row \d+ of the log, at tables 2\b"
        self.assertRegex(parlor.run("fsck", "--data", self.data).stdout, missing)
        done = parlor.run("serve", "--data", self.data, *parlor.free_ports())
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, rf"^parlor: [^\n]*{missing}[^\n]*--accept-loss\n$")
        server = self.serve(*FOREVER, "--accept-loss")
        self.assertEqual(server.metrics()[TABLES], 2)
        self.assertEqual(server.stop(), 0)
        self.assert_in_order()
        self.assertEqual(self.serve(*FOREVER).stop(), 0)

    def test_line_of_nobody_knows_which_table(self):
        """Any unfinished table may lack a move then: no start, and nothing is written."""
        self.change_entry(1, 1, lambda _: "x 1 5 1 e7e5\n")
        self.assertIn("cannot be read", parlor.run("fsck", "--data", self.data).stdout)
        done = parlor.run("serve", "--data", self.data, *parlor.free_ports())
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"parlor: a line of the log names no table[^\n]+parlor fsck[^\n]+\n$")
        with journal.changed(self.data) as database:
            database.execute("UPDATE tables SET closed = 1, outcome = 'left winners=0' WHERE closed IS NULL")
        self.assertEqual(self.serve().stop(), 0, "where no game is unfinished no move can be missing")

    def test_changed_outcome(self):
        self.change("UPDATE tables SET outcome = 'checkmate winners=0' WHERE id = 3")
        self.finds(3, "ends as 'checkmate winners=1' but 'checkmate winners=0' was recorded")

    def test_unreadable_outcome(self):
        self.change("UPDATE tables SET outcome = 'checkmate winners=x' WHERE id = 3")
        self.finds(3, "is no outcome")
        self.serves_the_others(tables=2, damaged=0)

    def test_opened_again(self):
        self.change("UPDATE tables SET closed = NULL, outcome = NULL WHERE id = 3")
        self.finds(3, "is over but not closed")

    def test_closed_too_early(self):
        self.change("UPDATE tables SET closed = 1, outcome = 'checkmate winners=0' WHERE id = 1")
        self.finds(1, "is closed but not over")

    def test_header(self):
        for column, value, says in (("game", "halma", "halma"), ("revision", 99, "revision 99"), ("options", "x=y", ""),
                                    ("chairs", "nobody", "is no seat"), ("chairs", "a/chess", "")):
            with self.subTest(column=column, value=value):
                with journal.changed(self.data) as database:
                    (right,) = database.execute(f"SELECT {column} FROM tables WHERE id = 2").fetchone()
                self.change(f"UPDATE tables SET {column} = ? WHERE id = 2", value)
                self.finds(2, says)
                self.serves_the_others(tables=1, damaged=1)
                self.change(f"UPDATE tables SET {column} = ? WHERE id = 2", right)

    def test_entries_without_a_table(self):
        with journal.changed(self.data) as database:
            database.execute("DELETE FROM tables WHERE id = 2")
        checked = parlor.run("fsck", "--data", self.data)
        self.assertEqual(checked.returncode, 1, checked)
        self.assertIn("table 2 has entries but no header", checked.stdout)

    def test_damage_in_folded_tables(self):
        self.fold()
        self.assert_in_order()
        self.change("UPDATE tables SET acts = replace(acts, 'e7e5', 'e7e4') WHERE id = 1")
        self.finds(1, "entry 1 'e7e4'")
        self.change("UPDATE tables SET acts = replace(acts, '1 e7e4', 'e7e4') WHERE id = 1")
        self.finds(1, "is no entry")
        self.serves_the_others(tables=1, damaged=1)

    def test_broken_file(self):
        file = os.path.join(self.data, "parlor.db")
        with open(file, "r+b") as stream:
            stream.seek(4096)
            stream.write(b"\xff" * 4096)
        checked = parlor.run("fsck", "--data", self.data)
        self.assertEqual(checked.returncode, 1, checked)
        self.assertIn("malformed", checked.stdout + checked.stderr)


class Export(DamageCase):
    def export(self, *flags, code=0):
        done = parlor.run("export", "--data", self.data, *flags)
        self.assertEqual(done.returncode, code, done)
        return done

    def test_json(self):
        exported = json.loads(self.export("--format", "json").stdout)
        kept = journal.read(self.data)
        self.assertEqual([game["table"] for game in exported], list(kept))
        for game, table in zip(exported, kept.values()):
            self.assertEqual([(act["seq"], act["seat"], act["act"]) for act in game["acts"]], table.entries)
            self.assertEqual([player["protocol"] for player in game["players"]], ["chess", "chess"])
        self.assertEqual([game["outcome"] and game["outcome"]["reason"] for game in exported], [None, None, "checkmate"])
        self.assertEqual(json.loads(self.export("--format", "json", "--game", 3).stdout), exported[2])

    def test_pgn(self):
        whole = self.export("--format", "pgn").stdout
        games_written = re.split(r"\n\n(?=\[Event )", whole)
        self.assertEqual(len(games_written), 3)
        for tag in ("Event", "Site", "Date", "Round", "White", "Black", "Result"):
            self.assertEqual(len(re.findall(rf'^\[{tag} "[^"]+"\]$', whole, re.M)), 3, tag)
        self.assertTrue(games_written[0].endswith("\n\n1. f3 e5 2. g4 *"))
        self.assertTrue(games_written[1].endswith("\n\n1. f3 e5 *"))
        self.assertTrue(games_written[2].endswith("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"))
        self.assertIn(games_written[1], self.export("--format", "pgn", "--game", 2).stdout)

    def test_while_a_server_runs(self):
        server = self.serve(*FOREVER)
        pair = self.seat_pair(server)
        games.play(pair, games.FOOLS_MATE[:1])
        self.assertEqual(json.loads(self.export("--format", "json", "--game", 4).stdout)["acts"][0]["act"], "f2f3")
        self.assert_in_order()
        pair[1].say("MOVE 4 6 4 4")
        pair[0].expect("MOVE 4 6 4 4")

    def test_damaged_tables(self):
        """What cannot be replayed is passed over as PGN, and shown as it is as JSON."""
        self.change_entry(1, 1, lambda line: line.replace("e7e5", "e7e4"))
        done = self.export("--format", "pgn", code=1)
        self.assertEqual(done.stdout.count("[Event "), 2)
        self.assertIn("table 1", done.stderr)
        acts = json.loads(self.export("--format", "json").stdout)[0]["acts"]
        self.assertEqual([act["act"] for act in acts], ["f2f3", "e7e4", "g2g4"])

    def test_wrong_words(self):
        self.assertIn("99", self.export("--format", "json", "--game", 99, code=1).stderr)
        self.export("--format", "xml", code=2)
        self.export(code=2)
        self.assertEqual(parlor.run("export", "--format", "json", "--data", "/nosuch").returncode, 1)


if __name__ == "__main__":
    parlor.main()
