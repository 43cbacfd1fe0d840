# Clocks: enforced for every protocol, kept across a kill, and never running while the server does not.
import json
import os
import signal
import time

import games
import journal
import parlor
import websocket

BEAT = 200  # milliseconds: a server that stands still for less may charge it


def since(began):
    """How many milliseconds have passed, and at least that: whatever a busy machine takes is counted."""
    return (time.monotonic() - began) * 1000 + 1


class Clocks(parlor.Case):
    def browse(self, server, token):
        browser = websocket.WebSocket(server.address("web"), Cookie=token)
        self.addCleanup(browser.hang_up)
        return browser

    def hear(self, browser, kind):
        while (message := browser.hear_json())["type"] != kind:
            pass
        return message

    def ask(self, browser, number, word, **fields):
        browser.say_json(id=number, ask=word, **fields)
        while (message := browser.hear_json()).get("id") != number:
            pass
        self.assertTrue(message["ok"], message)

    def sit_down(self, server):
        """Two browsers at a new table of chess, their tokens, and what the clock says."""
        tokens = [websocket.cookie(server.address("web")) for _ in range(2)]
        pair = [self.browse(server, token) for token in tokens]
        for browser in pair:
            self.ask(browser, 1, "seek", game="chess", seats=2)
        clock = [self.hear(browser, "table")["clock"] for browser in pair]
        self.assertEqual(clock[0], clock[1])
        return tokens, pair, clock[0]

    def move(self, pair, seat, number, text, after):
        self.ask(pair[seat], number, "move", move=text, after=after)
        return [self.hear(browser, "update")["clock"] for browser in pair][0]

    def test_a_kill_costs_nobody_time(self):
        server = self.serve("--clock", "chess=60+0")
        began = time.monotonic()
        tokens, pair, clock = self.sit_down(server)
        self.assertEqual(clock, {"rule": "60+0", "remaining": [60000, 60000], "running": 0})
        time.sleep(0.6)
        clock = self.move(pair, 0, 2, "e2e4", 0)
        first = since(began)
        left = clock["remaining"]
        self.assertEqual((clock["running"], left[1]), (1, 60000))
        self.assertLess(left[0], 60000)
        time.sleep(0.3)  # Black thinks, and the server dies
        server.kill()
        time.sleep(1.5)
        server = self.serve("--clock", "chess=60+0")
        white = self.browse(server, tokens[0])
        self.assertEqual(self.hear(white, "table")["clock"], {"rule": "60+0", "remaining": left, "running": None})
        time.sleep(0.5)
        began = time.monotonic()
        black = self.browse(server, tokens[1])
        self.assertEqual(self.hear(black, "table")["clock"], {"rule": "60+0", "remaining": left, "running": 1})
        self.assertEqual(self.hear(white, "clock")["running"], 1)
        time.sleep(0.3)
        self.move([white, black], 1, 1, "e7e5", 1)
        second = since(began)
        self.assertEqual(server.stop(), 0)
        table = journal.read(self.data)[1]
        self.assertEqual(table.texts(), ["e2e4", "e7e5"])
        self.assertGreater(table.charged[0], 0)  # how much exactly depends on how often a busy machine let the server run
        self.assertLessEqual(table.charged[0], first)
        self.assertGreater(table.charged[1], 0)
        self.assertLessEqual(table.charged[1], second, "neither downtime nor absence")
        self.assert_in_order()

    def test_a_server_that_stands_still_charges_nobody(self):
        server = self.serve("--clock", "chess=5+0")
        began = time.monotonic()
        _, pair, _ = self.sit_down(server)
        os.kill(server.pid, signal.SIGSTOP)
        stopped = time.monotonic()
        time.sleep(6)  # longer than anybody has
        stood = since(stopped)
        os.kill(server.pid, signal.SIGCONT)
        left = self.hear(pair[0], "clock")["remaining"]
        self.assertGreaterEqual(left[0], 5000 - (since(began) - stood) - BEAT)
        self.move(pair, 0, 2, "e2e4", 0)
        ran = since(began) - stood
        self.assertEqual(server.stop(), 0)
        table = journal.read(self.data)[1]
        self.assertLessEqual(table.charged[0], ran + BEAT)
        self.assertGreaterEqual(table.forgiven[0], 6000 - BEAT)
        exported = json.loads(parlor.run("export", "--data", self.data, "--format", "json", "--game", 1).stdout)
        self.assertEqual(exported["acts"][0]["forgiven"], table.forgiven[0])

    def test_time_is_up_on_the_wire(self):
        server = self.serve("--clock", "chess=1+0")
        pair = self.seat_pair(server)
        games.play(pair, ["e2e4"])
        began = time.monotonic()
        pair[1].expect("ERROR 3")
        for peer in pair:
            peer.expect_end()
        self.assertGreater(time.monotonic() - began, 0.9)
        self.assertEqual(server.stop(), 0)
        table = journal.read(self.data)[1]
        self.assertEqual((table.texts(), table.outcome), (["e2e4", "!flag"], "time winners=0"))
        self.assertEqual(table.charged[1], 1000)
        self.assert_in_order()

    def test_exports_tell_the_time(self):
        server = self.serve("--clock", "chess=move=5")
        _, pair, clock = self.sit_down(server)
        self.assertEqual(clock["rule"], "move=5")
        self.move(pair, 0, 2, "e2e4", 0)
        self.move(pair, 1, 2, "e7e5", 1)
        self.ask(pair[0], 3, "offer", what="takeback")
        self.ask(pair[1], 3, "reply", accept=True)
        self.ask(pair[0], 4, "move", move="d2d4", after=3)
        self.ask(pair[1], 4, "leave")
        self.assertEqual(server.stop(), 0)
        pgn = parlor.run("export", "--data", self.data, "--format", "pgn").stdout
        self.assertIn('[TimeControl "*5"]\n', pgn)
        self.assertTrue(pgn.endswith("\n\n1. d4 {[%clk 0:00:05]} {Black left, White wins} 1-0\n"), pgn)
        table = json.loads(parlor.run("export", "--data", self.data, "--format", "json", "--game", 1).stdout)
        self.assertEqual(table["clock"], "move=5")
        self.assertEqual([act["act"] for act in table["acts"]], ["e2e4", "e7e5", "!takeback=2", "d2d4", "!leave"])
        self.assertEqual([act["charged"] for act in table["acts"]], journal.read(self.data)[1].charged)


if __name__ == "__main__":
    parlor.main()
