# Finished private games are for those who played them: by replay and as files, also after a restart.
import games
import parlor
import web_test
import websocket

PASSWORD = "correct horse"


class Private(web_test.WebCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.cookies = {}
        self.asked = 0

    def come(self, name):
        """A browser of that name's own; the same one each time."""
        if name not in self.cookies:
            self.cookies[name] = websocket.cookie(self.server.address("web"))
        return self.browse(self.server, Cookie=self.cookies[name])

    def request(self, browser, what, **fields):
        self.asked += 1
        return self.ask(browser, self.asked, what, **fields)

    def enter(self, name, browser, what):
        """Makes an account, or signs in to it, and takes the new cookie."""
        self.asked += 1
        browser.say_json(id=self.asked, ask=what, name="anna", password=PASSWORD)
        word = self.hear(browser, "renew")["word"]
        _, fields, _ = websocket.fetch(self.server.address("web"), f"/renew/{word}", fields=[f"Cookie: {self.cookies[name]}"])
        self.cookies[name] = websocket.token_in(fields)
        self.assertEqual(self.hear(browser, "account")["account"], "anna")

    def play(self, *players):
        """A game to its end, in a lobby that nobody else is shown; its table."""
        for browser in players:
            self.assertTrue(self.request(browser, "seek", game="chess", seats=2, lobby="-ours")["ok"])
        table = [self.hear(browser, "table")["table"] for browser in players][0]
        for number, move in enumerate(games.FOOLS_MATE):
            self.assertTrue(self.request(players[number % 2], "move", move=move, after=number)["ok"], move)
        return table

    def check(self, name, table, may_see):
        """Whether the browser of that name gets the replay and every file of the game."""
        answer = self.request(self.come(name), "replay", table=table)
        self.assertEqual(answer["ok"], may_see == "sees", (name, answer))
        for kind in ("pgn", "json"):
            status, _, body = websocket.fetch(self.server.address("web"), f"/export/{table}.{kind}",
                                              fields=[f"Cookie: {self.cookies[name]}"])
            self.assertEqual(status, 200 if may_see == "sees" else 404, (name, kind))
            self.assertEqual(b"Qh4#" in body or b"d8h4" in body, may_see == "sees", (name, kind))

    def check_all(self, table):
        self.check("white", table, "sees")
        self.check("black", table, "sees")
        self.check("stranger", table, "sees nothing")
        self.assertEqual(websocket.fetch(self.server.address("web"), f"/export/{table}.pgn")[0], 404, "without a cookie")

    def test_only_for_those_who_played(self):
        table = self.play(self.come("white"), self.come("black"))
        self.check_all(table)
        self.server.kill()
        self.server = self.serve()
        self.check_all(table)

    def test_an_account_sees_its_games_in_any_browser(self):
        white = self.come("white")
        self.enter("white", white, "register")
        table = self.play(white, self.come("black"))
        self.check("elsewhere", table, "sees nothing")
        white.hang_up()
        self.enter("elsewhere", self.come("elsewhere"), "sign_in")
        self.check("elsewhere", table, "sees")
        self.check("black", table, "sees")
        self.check("stranger", table, "sees nothing")


if __name__ == "__main__":
    parlor.main()
