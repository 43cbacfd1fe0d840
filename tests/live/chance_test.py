# Chance of the built server: nobody can foresee a deal, no seed is told before its game is over, and anybody can check it then.
import copy
import json
import os

import games
import parlor
import websocket


class Chance(parlor.Case):
    def mate(self, server):
        pair = self.seat_pair(server)
        games.play(pair, games.FOOLS_MATE[:-1])
        pair[1].say(*games.say(games.FOOLS_MATE[-1]))
        pair[0].expect(*games.say(games.FOOLS_MATE[-1]))

    def exported(self, server, table):
        answer = websocket.fetch(server.address("web"), f"/export/{table}.json")
        self.assertEqual(answer[0], 200)
        return json.loads(answer[2])

    def test_one_seed_tells_nothing_of_the_next(self):
        server = self.serve()
        for _ in range(2):
            self.mate(server)
        seeds = [self.exported(server, table)["seed"] for table in (1, 2)]
        for seed in seeds:
            self.assertRegex(seed, "^[0-9a-f]{64}$")
        self.assertNotEqual(*seeds)

    def test_a_number_repeats_what_was_dealt(self):
        """As it always has."""
        server = self.serve("--seed", 42)
        for _ in range(2):
            self.mate(server)
        seeds = [self.exported(server, table)["seed"] for table in (1, 2)]
        self.assertEqual(seeds, ["13679457532755275413", "2949826092126892291"])

    def test_a_key_is_the_seed_of_the_first_table(self):
        server = self.serve("--seed", "ab" * 32)
        self.mate(server)
        self.assertEqual(self.exported(server, 1)["seed"], "ab" * 32)

    def test_a_running_game_tells_no_seed(self):
        server = self.serve()
        games.play(self.seat_pair(server), games.FOOLS_MATE[:2])
        self.assertEqual(websocket.fetch(server.address("web"), "/export/1.json")[0], 404)
        done = parlor.run("export", "--data", self.data, "--format", "json", "--game", 1)
        game = json.loads(done.stdout)
        self.assertEqual((done.returncode, game["seed"], game["outcome"]), (0, None, None))
        self.assertFalse({"salt", "commitment"} & set(game))
        code, said = self.verify(game)
        self.assertEqual(code, 2, said)
        self.assertIn("the game is not over: its seed is told when it is", said)

    def verify(self, game, *flags):
        """Exit code and what is said of a game, or of any text as a file."""
        path = os.path.join(self.folder, "game.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(game if isinstance(game, str) else json.dumps(game))
        done = parlor.run("verify", path, *flags)
        return done.returncode, done.stdout + done.stderr

    def hear(self, browser, kind):
        while True:
            told = browser.hear_json()
            if told["type"] == kind:
                return told

    def scrabble(self, server):
        """Browsers play until each has passed twice; the commitment that each was told."""
        browsers = [websocket.WebSocket(server.address("web")) for _ in range(2)]
        for browser in browsers:
            self.addCleanup(browser.hang_up)
            browser.say_json(id=1, ask="seek", game="scrabble", options="rules=twente", seats=2)
        tables = [self.hear(browser, "table") for browser in browsers]
        state = tables[0]["state"]
        seq = 0
        while state["outcome"] is None:
            browsers[state["turn"]].say_json(id=2 + seq, ask="move", move="pass", after=seq)
            for browser in browsers:
                update = self.hear(browser, "update")
            state |= update["patch"]
            seq = update["seq"]
        return [table["deal"] for table in tables]

    def test_everybody_can_check_the_deal(self):
        server = self.serve()
        deals = self.scrabble(server)
        self.assertRegex(deals[0], "^[0-9a-f]{64}$")
        self.assertEqual(deals[0], deals[1])
        game = self.exported(server, 1)
        self.assertEqual(game["commitment"], deals[0])
        self.assertEqual(self.verify(game, "--deal", deals[0]), (0, "table 1: fair\n"))
        self.assertEqual(self.verify(game), (0, "table 1: fair\n"))
        code, said = self.verify([game, game | {"table": 7}, game])
        self.assertEqual((code, said.count("table 1: fair"), said.count("table 7: not fair")), (1, 2, 1), said)
        self.assertEqual(self.verify(game, "--deal", "0" * 64),
                         (1, "table 1: not fair: the commitment in the file is not the one that was told\n"))
        for key, value in (("table", 2), ("seed", "ab" * 32), ("salt", "ab" * 32), ("commitment", "ab" * 32), ("acts", game["acts"][1:]),
                           ("position", game["position"] + "x"), ("players", game["players"][::-1]),
                           ("outcome", game["outcome"] | {"scores": [99, 0]})):
            with self.subTest(changed=key):
                changed = copy.deepcopy(game) | {key: value}
                self.assertNotEqual(changed, game)
                code, said = self.verify(changed)
                self.assertEqual(code, 1, said)
                self.assertIn("not fair: ", said)

    def test_what_is_no_game(self):
        for text in ("", "{}", "nonsense", "[1, 2]"):
            code, said = self.verify(text)
            self.assertEqual(code, 2, said)
            self.assertIn("this is no exported game: ", said)
        done = parlor.run("verify", os.path.join(self.folder, "nosuch.json"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be read", done.stderr)


if __name__ == "__main__":
    parlor.main()
