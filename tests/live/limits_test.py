# Limits on every door: who goes too far is slowed or let go, is told of once in the log, and nobody else notices.
import json
import re
import socket

import games
import parlor
import websocket

CONNECTIONS = 'parlor_connections{protocol="chess"}'


def limited(server, limit):
    return server.metrics()[f'parlor_limited_total{{limit="{limit}"}}']


class Connections(parlor.Case):
    def test_one_address_has_so_many(self):
        server = self.serve("--limit", "connections-per-address=4")
        pair = self.seat_pair(server)
        self.seat_pair(server)
        for _ in range(5):
            self.connect(server).expect_end()
        self.assertEqual(limited(server, "connections-per-address"), 5)
        told = [line for line in server.log().splitlines() if "limit reached" in line]
        self.assertEqual(len(told), 1, told)
        self.assertIn("limit=connections-per-address by=127.0.0.1", told[0])
        games.play(pair, ["e2e4", "e7e5"])
        others = [self.connect(server, source=("127.0.0.2", 0)) for _ in range(2)]
        self.assertEqual({peer.hear() for peer in others}, {"COLOR WHITE", "COLOR BLACK"})

    def test_who_goes_makes_room(self):
        server = self.serve("--limit", "connections-per-address=2")
        for peer in self.seat_pair(server):
            peer.hang_up()
        server.wait_for(CONNECTIONS, 0)
        self.seat_pair(server)

    def test_when_all_places_are_taken_the_host_still_gets_in(self):
        server = self.serve("--limit", "connections=3")
        self.seat_pair(server)
        # Two of one address are as many as leave a place to others.
        self.connect(server).expect_end()
        other = self.connect(server, source=("127.0.0.2", 0))
        server.wait_for(CONNECTIONS, 3)
        for host in range(3, 6):
            self.connect(server, source=(f"127.0.0.{host}", 0)).expect_end()
        self.assertEqual(limited(server, "connections"), 3)
        self.assertEqual(server.get("/livez"), (200, "ok\n"))
        other.hang_up()

    def test_browsers_count_too(self):
        server = self.serve("--limit", "connections-per-address=1")
        browser = websocket.WebSocket(server.address("web"), Cookie=websocket.cookie(server.address("web")))
        self.addCleanup(browser.hang_up)
        self.connect(server).expect_end()

    def test_behind_a_proxy_all_browsers_have_one_address(self):
        server = self.serve("--limit", "connections-per-address=1", "--web-origin", "https://play.example.org")
        for _ in range(3):
            browser = websocket.WebSocket(server.address("web"), Cookie=websocket.cookie(server.address("web")))
            self.addCleanup(browser.hang_up)


class Proxies(parlor.Case):
    SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"

    def come(self, server, host):
        """As a proxy that has opened a connection for that host; its header comes in two pieces."""
        peer = self.connect(server)
        header = self.SIGNATURE + b"\x21\x11\0\x0c" + socket.inet_aton(host) + socket.inet_aton("127.0.0.1") + b"\0\x50\0\x51"
        peer.say_bytes(header[:14])
        peer.say_bytes(header[14:])
        return peer

    def test_it_is_known_who_stands_behind_a_proxy(self):
        server = self.serve("--trust-proxy", "127.0.0.1", "--limit", "connections-per-address=2", "--log-level", "debug")
        pair = [self.come(server, "10.1.1.1") for _ in range(2)]
        self.assertEqual({peer.hear() for peer in pair}, {"COLOR WHITE", "COLOR BLACK"})
        self.come(server, "10.1.1.1").expect_end()
        self.assertEqual({peer.hear() for peer in (self.come(server, "10.1.1.2"), self.come(server, "10.1.1.3"))}, {"COLOR WHITE", "COLOR BLACK"})
        self.assertIn("by=10.1.1.1", server.log())

    def test_a_proxy_must_say_so(self):
        server = self.serve("--trust-proxy", "127.0.0.0/8")
        peer = self.connect(server)
        peer.say("MOVE 4 1 4 3")
        peer.expect_end()
        self.assertIn("a PROXY header of version 2", server.log())
        silent = self.connect(server)
        silent.expect_end()  # after its ten seconds

    def test_browsers_behind_a_proxy(self):
        server = self.serve("--trust-proxy", "127.0.0.1", "--limit", "connections-per-address=1")
        address = server.address("web")
        for host in ("10.1.1.1", "10.1.1.2"):
            browser = websocket.WebSocket(address, **{"Cookie": websocket.cookie(address), "X-Forwarded-For": host})
            self.addCleanup(browser.hang_up)
        with self.assertRaisesRegex(Exception, "429"):
            websocket.WebSocket(address, **{"Cookie": websocket.cookie(address), "X-Forwarded-For": "9.9.9.9, 10.1.1.1"})


class Admin(parlor.Case):
    def test_there_is_always_room_for_another(self):
        server = self.serve()
        idle = [parlor.Peer(server.address("admin")) for _ in range(40)]
        for peer in idle:
            self.addCleanup(peer.hang_up)
        self.assertEqual(server.get("/livez"), (200, "ok\n"))
        for peer in idle:
            peer.expect_end()  # let go for others, or for being idle


class Requests(parlor.Case):
    def test_who_asks_too_much_waits_and_is_logged_once(self):
        server = self.serve("--limit", "requests-per-second=30")
        wild, other = self.seat_pair(server)
        wild.say(*["NONSENSE"] * 12)  # six are as much as two seconds allow
        wild.expect(*["ERROR 1"] * 12)
        self.assertGreaterEqual(limited(server, "requests-per-second"), 1)
        wild.hang_up()
        other.expect_end()
        server.wait_for(CONNECTIONS, 0)
        self.assertEqual(server.stop(), 0)
        lines = server.log().splitlines()
        self.assertEqual(len([line for line in lines if " refused protocol" in line]), 1, lines)
        self.assertEqual(len([line for line in lines if " slowed protocol" in line]), 1, lines)
        player = re.search(r"refused protocol=chess player=(\d+)", server.log())[1]
        self.assertRegex(server.log(), rf"disconnected protocol=chess player={player} refused=12 slowed=\d+\n")


class Log(parlor.Case):
    def test_a_host_can_live_with_it(self):
        server = self.serve()
        pair = self.seat_pair(server)
        games.play(pair, ["f2f3", "e7e5", "g2g4", "d8h4"])
        for peer in pair:
            peer.say("REPLAY No")
        for peer in pair:
            peer.expect("REPLAY No")
        server.wait_for(CONNECTIONS, 0)
        self.assertEqual(server.stop(), 0)
        version = parlor.run("--version").stdout.split()[1]
        self.assertRegex(server.log(), rf"info  started version={version} data=\S+ listeners=\"?chess=127.0.0.1:\d+ ")
        self.assertRegex(server.log(), r"info  game begun table=1 game=chess players=\"guest-1/chess guest-2/chess\"\n")
        self.assertRegex(server.log(), r"info  game ended table=1 result=\"checkmate winners=1\"\n")
        self.assertNotIn(" connected ", server.log())

    def test_connections_have_one_number(self):
        server = self.serve("--log-level", "debug", "--log-format", "json")
        for _ in range(3):
            for peer in self.seat_pair(server):
                peer.hang_up()
            server.wait_for(CONNECTIONS, 0)
        self.assertEqual(server.stop(), 0)
        told = {"connected": [], "disconnected": []}
        for line in map(json.loads, server.log().splitlines()):
            if line["message"] in told:
                told[line["message"]].append(line["player"])
        self.assertEqual(len(told["connected"]), 6)
        self.assertEqual(sorted(told["connected"]), sorted(told["disconnected"]))


if __name__ == "__main__":
    parlor.main()
