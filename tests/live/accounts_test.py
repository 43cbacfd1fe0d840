# Accounts: names that belong to somebody, on all protocols, across kills, and what the host can do with them.
import os
import re
import sqlite3
import time

import parlor
import shelfie
import twente
import websocket
from websocket import WebSocket

PASSWORD = "correct horse"
OTHER = "battery staple"
ELSEWHERE = ("127.0.0.2", 0)  # another address of this machine

# The second version of the database.
BEFORE = """
    CREATE TABLE tables (id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, seed INTEGER NOT NULL,
        revision INTEGER NOT NULL, chairs TEXT NOT NULL, opened INTEGER NOT NULL, closed INTEGER, outcome TEXT,
        acts TEXT NOT NULL DEFAULT '', lobby TEXT NOT NULL DEFAULT '') STRICT;
    CREATE INDEX unfinished ON tables (id) WHERE closed IS NULL;
    CREATE TABLE log (position INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;
    PRAGMA application_id = 1348563564;
    PRAGMA user_version = 2;
"""


class Browser(WebSocket):
    """A browser with a cookie of its own that has been welcomed."""

    def __init__(self, server, cookie=None):
        self.cookie = cookie or websocket.cookie(server.address("web"))
        self.address = server.address("web")
        super().__init__(self.address, Cookie=self.cookie)
        self.welcome = self.hear_json()
        self.asked = 0

    def ask(self, what, **fields):
        """The answer; what comes before it is passed over."""
        self.asked += 1
        self.say_json(id=self.asked, ask=what, **fields)
        while (message := self.hear_json()).get("id") != self.asked:
            if message["type"] == "renew":
                self.renew(message["word"])
        return message

    def renew(self, word):
        """Somebody has signed in or out: from now on the browser has another cookie."""
        self.old_cookie = self.cookie
        status, head, _ = websocket.fetch(self.address, f"/renew/{word}", fields=[f"Cookie: {self.cookie}"])
        assert status == 200, status
        self.cookie = websocket.token_in(head)

    def hear_kind(self, kind):
        while (message := self.hear_json())["type"] != kind:
            pass
        return message

    def enter(self, what, name, password=PASSWORD):
        """Registers or signs in, which must be granted."""
        answer = self.ask(what, name=name, password=password)
        assert answer["ok"], answer
        return self.hear_kind("renamed")["to"]


class Line(parlor.Peer):
    """A peer of a protocol of lines, which may end with CR LF."""

    def hear(self):
        line = super().hear()
        return line if line is None else line.removesuffix("\r")


class Accounts(parlor.Case):
    def browse(self, server, cookie=None):
        browser = Browser(server, cookie)
        self.addCleanup(browser.hang_up)
        return browser

    def peer(self, kind, server, protocol, *arguments, source=None):
        peer = kind(server.address(protocol), *arguments, source=source)
        self.addCleanup(peer.hang_up)
        return peer

    # What each protocol says to somebody who wants a name, and whether it was granted.

    def twente(self, server, name, source):
        peer = self.peer(twente.Peer, server, "scrabble-twente", source=source)
        peer.say(f"ANNOUNCE|{name}")
        return peer, peer.hear(), f"WELCOME|{name}|CHAT|TEAMPLAY"

    def clarkson(self, server, name, source):
        peer = self.peer(Line, server, "scrabble-clarkson", source=source)
        peer.say("HELLO 1.0.1,Linux,Python/3,a test", f"USERSET {name}")
        for line in iter(peer.hear, None):
            if line.startswith("NOK ") or re.fullmatch(f"USERCHANGE .* {name}", line):
                return peer, re.sub("USERCHANGE .* ", "", line), name
        raise AssertionError("the stream ended")

    def spectrangle(self, server, name, source):
        peer = self.peer(Line, server, "spectrangle", source=source)
        peer.say(f"JOIN {name}")
        return peer, peer.hear(), f"LOBBY {name}"

    def shelfie(self, server, name, source):
        peer = self.peer(shelfie.Player, server, "shelfie", name, source=source)
        peer.send("CONNECTION", "CONNECTION_CREATION")
        key, data = peer.message()
        return peer, data.get("ERROR", key), "GLOBAL_LOBBY_DECISION"

    def test_every_protocol_refuses_the_name_and_grants_it_where_the_owner_is(self):
        server = self.serve("--host", "127.0.0.1")
        owner = self.browse(server)
        self.assertEqual(owner.enter("register", "anna"), "anna")
        refusals = {self.twente: "ERROR|E001",
                    self.clarkson: "NOK name already taken",
                    self.spectrangle: "ERROR 4 Player name already taken: that name belongs to an account: its owner "
                                      "signs in with a browser",
                    self.shelfie: "ERR_NICKNAME_TAKEN"}
        for attempt, refusal in refusals.items():
            with self.subTest(attempt.__name__):
                _, heard, _ = attempt(server, "anna", ELSEWHERE)
                self.assertEqual(heard, refusal)
                peer, heard, granted = attempt(server, "anna", None)
                self.assertEqual(heard, granted)
                self.assertRegex(owner.hear_kind("renamed")["to"], "guest-")
                peer.hang_up()
                self.assertEqual(owner.hear_kind("renamed")["to"], "anna", "the browser has it again")

    def test_chess_has_no_names_but_its_guests_never_have_an_account_s(self):
        server = self.serve()
        owner = self.browse(server)
        owner.enter("register", "guest-2")
        self.seat_pair(server)
        owner.ask("hall", on=True)
        table = owner.hear_kind("hall")["tables"][0]
        self.assertEqual([player["name"] for player in table["players"]], ["guest-3", "guest-4"])

    def test_a_killed_server_knows_who_is_signed_in(self):
        server = self.serve()
        owner = self.browse(server)
        owner.enter("register", "Anna")
        server.kill()
        server = self.serve()
        stranger = self.browse(server)
        self.assertIsNone(stranger.welcome["account"])
        self.assertEqual(stranger.ask("name", name="\u0410nna")["code"], "name_taken")
        owner = self.browse(server, owner.cookie)
        self.assertEqual((owner.welcome["account"], owner.welcome["name"]), ("Anna", "Anna"))
        self.assertTrue(owner.ask("sign_out")["ok"])
        server.kill()
        server = self.serve()
        self.assertIsNone(self.browse(server, owner.cookie).welcome["account"])

    def test_a_seat_of_an_account_is_its_owner_s_alone(self):
        server = self.serve()
        owner, other = self.browse(server), self.browse(server)
        owner.enter("register", "anna")
        for browser in (owner, other):
            self.assertTrue(browser.ask("seek", game="chess", seats=2)["ok"])
        table = owner.hear_kind("table")["table"]
        server.kill()
        server = self.serve()
        stranger = self.browse(server)
        self.assertEqual(stranger.ask("name", name="anna")["code"], "name_taken")
        elsewhere = self.browse(server)
        self.assertTrue(elsewhere.ask("sign_in", name="ANNA", password=PASSWORD)["ok"])
        self.assertEqual(elsewhere.hear_kind("table")["table"], table, "another browser of the owner's")

    def test_wrong_passwords_and_unknown_names_take_as_long_and_say_the_same(self):
        server = self.serve()
        self.browse(server).enter("register", "anna")
        times, answers = {"anna": [], "nobody": []}, {}
        for name in ("anna", "nobody") * 4:  # the fastest of several: on a busy machine any of them may wait
            browser = self.browse(server)
            start = time.monotonic()
            answer = browser.ask("sign_in", name=name, password=OTHER)
            times[name].append(time.monotonic() - start)
            answers[name] = answer["code"], answer["text"]
        self.assertEqual(answers["anna"], ("wrong_password", "the name or the password is wrong"))
        self.assertEqual(answers["nobody"], answers["anna"])
        self.assertGreater(min(times["nobody"]), min(times["anna"]) / 4)

    def test_attempts_are_counted_and_hashing_keeps_nobody_waiting(self):
        server = self.serve()
        white, black = self.seat_pair(server)
        sly = self.browse(server)
        for number in range(1, 7):
            sly.say_json(id=number, ask="sign_in", name="anna", password=OTHER)
        start = time.monotonic()
        white.say("MOVE 4 1 4 3")
        black.expect("MOVE 4 1 4 3")
        played = time.monotonic() - start
        codes = []
        while len(codes) < 6:
            if (message := sly.hear_json())["type"] == "answer":
                codes.append(message["code"])
        hashed = time.monotonic() - start
        self.assertEqual(codes, ["wrong_password"] * 5 + ["too_often"])
        self.assertLess(played, hashed / 2, "the move did not wait for five hashes")
        asked = 'parlor_account_requests_total{act="sign_in",result="%s"}'
        self.assertEqual([server.metrics()[asked % code] for code in ("wrong_password", "too_often", "ok")], [5, 1, 0])

    def test_an_orderly_stop_answers_what_was_asked(self):
        server = self.serve()
        browser = self.browse(server)
        browser.say_json(id=1, ask="register", name="anna", password=PASSWORD)
        time.sleep(0.02)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.list_accounts(), ["anna"])

    def test_passwords_are_neither_logged_nor_kept(self):
        server = self.serve("--log-level", "trace")
        browser = self.browse(server)
        browser.enter("register", "anna", "unlikely-to-occur")
        browser.ask("password", old="unlikely-to-occur", new="as-unlikely-to-occur")
        browser.ask("sign_in", name="x", password="unlikely-to-occur")
        self.assertEqual(server.stop(), 0)
        self.assertNotIn("unlikely", server.log())
        for name in os.listdir(self.data):
            with open(os.path.join(self.data, name), "rb") as file:
                self.assertNotIn(b"unlikely", file.read(), name)
        database = sqlite3.connect(os.path.join(self.data, "parlor.db"))
        self.assertRegex(database.execute("SELECT hash FROM accounts").fetchone()[0], r"^\$argon2id\$")
        kept = database.execute("SELECT browser, pass FROM browsers").fetchone()
        database.close()
        token = browser.cookie.removeprefix("parlor=")
        self.assertEqual(token[:22], kept[0])
        self.assertRegex(kept[1], "^[0-9a-f]{64}$", "what makes it a token is kept as a hash")

    def test_a_token_that_somebody_else_knows_signs_nobody_in(self):
        server = self.serve()
        planted = websocket.cookie(server.address("web"))
        owner, sly = self.browse(server, planted), self.browse(server, planted)
        owner.enter("register", "anna")
        self.assertNotIn("anna", "".join(sly.hear_close()[0]), "whoever it is must come again")
        with self.assertRaises(websocket.Refused) as caught:
            self.browse(server, planted)
        self.assertEqual(caught.exception.status, 401)
        _, head, _ = websocket.fetch(server.address("web"), fields=[f"Cookie: {planted}"])
        self.assertIsNone(self.browse(server, websocket.token_in(head)).welcome["account"])
        self.assertEqual(self.browse(server, owner.cookie).welcome["account"], "anna", "another page of the owner's")
        signed_in = owner.cookie
        self.assertTrue(owner.ask("sign_out")["ok"])
        self.assertNotEqual(owner.cookie, signed_in)
        with self.assertRaises(websocket.Refused):
            self.browse(server, signed_in)

    def test_a_guest_who_registers_in_a_game_keeps_the_seat(self):
        server = self.serve()
        pair = self.browse(server), self.browse(server)
        for browser in pair:
            self.assertTrue(browser.ask("seek", game="chess", seats=2)["ok"])
        table = pair[0].hear_kind("table")["table"]
        pair[0].enter("register", "anna")
        pair[0].hang_up()
        back = self.browse(server, pair[0].cookie)
        self.assertEqual(back.welcome["account"], "anna")
        self.assertEqual(back.hear_kind("table")["table"], table)
        self.assertTrue(back.ask("move", move="e2e4", after=0)["ok"])

    def list_accounts(self):
        listed = parlor.run("account", "list", "--data", self.data)
        self.assertEqual(listed.returncode, 0, listed.stderr)
        return [re.fullmatch(r"\d{4}-\d\d-\d\d +\d+ signed in  (.*)", line)[1] for line in listed.stdout.splitlines()]

    def test_the_host_lists_resets_and_deletes_beside_the_server(self):
        server = self.serve()
        anna, bert = self.browse(server), self.browse(server)
        anna.enter("register", "Anna B")
        bert.enter("register", "bert")
        self.assertEqual(self.list_accounts(), ["Anna B", "bert"])
        reset = parlor.run("account", "reset", "anna b", "--data", self.data)
        self.assertEqual(reset.returncode, 0, reset.stderr)
        anna.hang_up()
        anna = self.browse(server, anna.cookie)
        self.assertIsNone(anna.welcome["account"], "all browsers are signed out")
        self.assertEqual(anna.ask("sign_in", name="Anna B", password=PASSWORD)["code"], "wrong_password")
        self.assertEqual(anna.enter("sign_in", "Anna B", reset.stdout.strip()), "Anna B")
        deleted = parlor.run("account", "delete", "Anna B", "--data", self.data)
        self.assertEqual((deleted.returncode, deleted.stdout), (0, ""), deleted.stderr)
        anna.hang_up()
        stranger = self.browse(server)
        self.assertEqual(stranger.ask("sign_in", name="Anna B", password=PASSWORD)["code"], "wrong_password")
        self.assertTrue(stranger.ask("name", name="Anna B")["ok"], "the server has noticed")
        self.assertEqual(self.list_accounts(), ["bert"])

    def test_the_host_is_told_what_is_wrong(self):
        self.serve().stop()
        for command, words in [(["reset", "nobody"], "there is no account called 'nobody'"),
                               (["delete", "nobody"], "there is no account called 'nobody'")]:
            failed = parlor.run("account", *command, "--data", self.data)
            self.assertEqual((failed.returncode, failed.stderr), (1, f"parlor: {words}\n"))
        nowhere = os.path.join(self.folder, "nowhere")
        failed = parlor.run("account", "list", "--data", nowhere)
        self.assertEqual((failed.returncode, failed.stderr), (1, f"parlor: there is no database in '{nowhere}'\n"))
        self.assertFalse(os.path.exists(nowhere))
        for wrong in ([], ["list", "x"], ["rename", "x"], ["reset"]):
            failed = parlor.run("account", *wrong)
            self.assertEqual(failed.returncode, 2, failed.stderr)
            self.assertEqual(len(failed.stderr.splitlines()), 1, failed.stderr)
        self.assertIn("list", parlor.run("account", "--help").stdout)

    def test_without_accounts(self):
        server = self.serve()
        owner = self.browse(server)
        owner.enter("register", "anna")
        server.stop()
        server = self.serve("--accounts", "off")
        browser = self.browse(server, owner.cookie)
        self.assertEqual((browser.welcome["accounts"], browser.welcome["account"]), (False, None))
        self.assertEqual(browser.ask("sign_in", name="anna", password=PASSWORD)["code"], "no_accounts")
        self.assertTrue(browser.ask("name", name="anna")["ok"], "nothing is reserved")
        failed = parlor.run("serve", "--accounts", "maybe")
        self.assertEqual((failed.returncode, failed.stderr), (1, "parlor: 'accounts' must be true or false\n"))

    def test_a_database_from_before_there_were_accounts_gets_them(self):
        os.makedirs(self.data)
        database = sqlite3.connect(os.path.join(self.data, "parlor.db"))
        database.executescript(BEFORE)
        database.close()
        self.browse(self.serve()).enter("register", "anna")
        self.assertEqual(self.list_accounts(), ["anna"])
        self.assert_in_order()


if __name__ == "__main__":
    parlor.main()
