# Chance of the built server: nobody can foresee a deal.
import json

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


if __name__ == "__main__":
    parlor.main()
