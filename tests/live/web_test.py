# The web listener: pages, caching, cookies, origins, TLS, and what it refuses while others play on.
import gzip
import http.client
import os
import re
import signal
import socket
import ssl
import statistics
import subprocess
import threading
import time

import games
import parlor
import websocket
from websocket import WebSocket, fetch

SECURITY = {
    "content-security-policy": "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                               "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
WEB = 'parlor_connections{protocol="web"}'


def refused(reason):
    return 'parlor_web_refused_total{reason="%s"}' % reason


class WebCase(parlor.Case):
    def browse(self, server, **options):
        """A browser that has been welcomed."""
        browser = WebSocket(server.address("web"), **options)
        self.addCleanup(browser.hang_up)
        welcome = browser.hear_json()
        self.assertEqual((welcome["type"], welcome["version"]), ("welcome", 1))
        return browser

    def ask(self, browser, number, what, **fields):
        """The answer to a request; other messages before it are passed over."""
        browser.say_json(id=number, ask=what, **fields)
        while (message := browser.hear_json()).get("id") != number:
            pass
        return message

    def hear(self, browser, kind):
        """The next message of that type."""
        while (message := browser.hear_json())["type"] != kind:
            pass
        return message

    def check_refused(self, server, reason, count=1):
        server.wait_for(refused(reason), count)


class Pages(WebCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.address = self.server.address("web")

    def get(self, path, *fields, method="GET"):
        status, head, body = fetch(self.address, path, method, fields)
        for name, value in SECURITY.items():
            self.assertEqual(head[name], value, path)
        return status, head, body

    def built(self):
        return b"were not built" not in self.get("/")[2]

    def test_the_page(self):
        status, head, body = self.get("/")
        self.assertEqual(status, 200)
        self.assertEqual(head["cache-control"], "no-cache")
        if self.built():
            self.assertEqual(head["content-type"], "text/html; charset=utf-8")
        for path in ("/table/12", "/replay/3", "/join/chess/1", "/join/chess/v1.5", "/?x=1.2"):
            self.assertEqual(self.get(path)[2], body, path)

    def test_files(self):
        _, head, page = self.get("/")
        if not self.built():
            self.assertEqual(head["content-type"], "text/plain; charset=utf-8")
            return
        assets = re.findall(r"/assets/[\w.-]+", page.decode())
        self.assertTrue(assets)
        for path in {*assets, "/"}:
            with self.subTest(path=path):
                self.check_file(path)

    def check_file(self, path):
        status, head, plain = self.get(path)
        self.assertEqual(status, 200)
        self.assertEqual(head["cache-control"],
                         "no-cache" if path == "/" else "public, max-age=31536000, immutable")
        self.assertNotIn("content-encoding", head)
        _, zipped_head, zipped = self.get(path, "Accept-Encoding: gzip, deflate")
        if "content-encoding" in zipped_head:
            self.assertEqual(gzip.decompress(zipped), plain)
            self.assertNotEqual(zipped_head["etag"], head["etag"])
        _, best_head, best = self.get(path, "Accept-Encoding: gzip, deflate, br")
        self.assertLessEqual(len(best), len(zipped))
        status, again, nothing = self.get(path, "Accept-Encoding: gzip, deflate, br",
                                          f"If-None-Match: {best_head['etag']}")
        self.assertEqual((status, nothing, again["etag"]), (304, b"", best_head["etag"]))
        status, head_only, nothing = self.get(path, method="HEAD")
        self.assertEqual((status, nothing, head_only["content-length"]), (200, b"", str(len(plain))))

    def test_what_is_not_there(self):
        for path in ("/nosuch.js", "/assets/nosuch.js", "/assets/../index.html", "/../../etc/passwd.txt", "/export/1.pgn",
                     "/export/x.pgn", "/export/", "/export/1.exe"):
            self.assertEqual(self.get(path)[0], 404, path)

    def test_bad_requests(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            status, head, body = self.get("/", method=method)
            self.assertEqual((status, head["allow"], body), (405, "GET, HEAD", b"only GET and HEAD are answered here\n"))
        self.assertEqual(self.get("/", "Content-Length: 5")[0], 413)
        self.assertEqual(self.get("/", "Cookie: " + "x" * 9000)[0], 431)
        self.assertEqual(self.get("/" + "x" * 9000)[0], 431)
        self.assertEqual(self.get("nowhere")[0], 400)
        self.assertEqual(self.get("/", "Host: elsewhere")[0], 400)
        with websocket.connect(self.address) as client:
            client.sendall(b"\x16\x03\x01\r\n\r\n")
            self.assertTrue(client.makefile("rb").read().startswith(b"HTTP/1.1 400 "))

    def test_one_connection_for_all(self):
        with websocket.connect(self.address) as client:
            stream = client.makefile("rb")
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /no.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for status in (200, 404):
                got, head = websocket.read_head(stream)
                self.assertEqual(got, status)
                stream.read(int(head["content-length"]))
            for byte in b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n":
                client.sendall(bytes([byte]))
            self.assertEqual(websocket.read_head(stream)[0], 200)
            self.assertEqual(stream.read(), b"")

    def test_the_cookie(self):
        _, head, _ = self.get("/")
        self.assertRegex(head["set-cookie"],
                         r"^parlor=[\w-]{87}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000$")
        own = websocket.cookie(self.address)
        self.assertNotEqual(own, websocket.cookie(self.address))
        self.assertNotIn("set-cookie", self.get("/table/1", f"Cookie: a=b; {own}")[1])
        self.assertIn("set-cookie", self.get("/", "Cookie: parlor=forged")[1])
        forged = own[:-1] + ("A" if own[-1] != "A" else "B")
        for wrong in (forged, "parlor=" + "A" * 43, "parlor=" + "A" * 87):
            self.assertIn("set-cookie", self.get("/", f"Cookie: {wrong}")[1], "the server has not made it")
        self.assertNotIn("set-cookie", self.get("/no.js")[1])

    def test_what_is_counted(self):
        self.get("/")
        self.get("/no.js")
        self.get("/", method="POST")
        metrics = self.server.metrics()
        self.assertEqual(metrics['parlor_web_requests_total{status="2xx"}'], 1)
        self.assertEqual(metrics['parlor_web_requests_total{status="4xx"}'], 2)


class Handshakes(WebCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def refused(self, server, status, says, **fields):
        with self.assertRaises(websocket.Refused) as caught:
            WebSocket(server.address("web"), **fields)
        self.assertEqual(caught.exception.status, status)
        self.assertIn(says, caught.exception.body)
        for name, value in SECURITY.items():
            self.assertEqual(caught.exception.head[name], value)

    def test_agreed(self):
        browser = self.browse(self.server)
        self.server.wait_for(WEB, 1)
        self.assertEqual(self.server.metrics()['parlor_web_requests_total{status="1xx"}'], 1)
        browser.say_frame(0x80 | websocket.CLOSE, b"\x03\xe9")
        self.assertEqual(browser.hear_close()[1], 1001)
        self.assertIsNone(browser.hear_frame())
        self.server.wait_for(WEB, 0)

    def test_another_origin(self):
        for origin in ("http://evil.example", "null", "http://127.0.0.1", None):
            self.refused(self.server, 403, "another origin", Origin=origin)
        self.check_refused(self.server, "origin", 4)

    def test_another_name(self):
        """A site whose name leads to this machine is answered nowhere, the admin listener included."""
        self.refused(self.server, 421, "not known by that name", Host="evil.example", Origin="http://evil.example")
        self.check_refused(self.server, "host", 1)
        named = self.serve("--web-host", "games.local", "--web-host", "play.local", data=self.data + "-named")
        for name, status in (("games.local", 200), ("Play.local:80", 200), ("localhost", 200), ("evil.example", 421)):
            for listener, path in (("web", "/"), ("admin", "/livez")):
                connection = http.client.HTTPConnection(*named.address(listener), timeout=parlor.PATIENCE)
                self.addCleanup(connection.close)
                connection.request("GET", path, headers={"Host": name})
                self.assertEqual(connection.getresponse().status, status, (listener, name))
        self.browse(named, Host="games.local", Origin="http://games.local")

    def test_behind_a_proxy(self):
        server = self.serve("--web-origin", "https://play.example.org", data=self.data + "-proxy")
        _, head, _ = fetch(server.address("web"))
        self.assertRegex(head["set-cookie"], r"^__Host-parlor=.*; Secure$", "the browser speaks https with the proxy")
        self.browse(server, Host="play.example.org", Origin="https://play.example.org")
        self.browse(server, Origin="https://play.example.org")
        self.browse(server)
        self.refused(server, 403, "another origin", Origin="https://evil.example.org")

    def test_no_token(self):
        for cookie in (None, "parlor=forged", "parlor=" + "x" * 44, "other=1"):
            self.refused(self.server, 401, "load the page first", Cookie=cookie)
        self.check_refused(self.server, "cookie", 4)

    def test_no_handshake(self):
        self.refused(self.server, 426, "version 13", Sec_WebSocket_Version="8")
        self.refused(self.server, 426, "only a WebSocket", Upgrade="h2c")
        self.refused(self.server, 426, "only a WebSocket", Connection="close")
        self.refused(self.server, 400, "Sec-WebSocket-Key", Sec_WebSocket_Key="x")
        self.assertEqual(fetch(self.server.address("web"), "/ws")[0], 426)
        self.check_refused(self.server, "handshake", 5)


class Players(WebCase):
    def test_another_game_against_a_bot(self):
        """One request leads to it after every game, and the bot does not outlive its player."""
        server = self.serve()
        for game, level in (("chess", "simple"), ("scrabble", "beginner"), ("spectrangle", "greedy"), ("shelfie", "greedy")):
            with self.subTest(game):
                browser = self.browse(server)
                self.ask(browser, 1, "seek", game=game, seats=2, make="always", bots=[level])
                table = self.hear(browser, "table")
                number, state, seq, asked = table["table"], table["state"], table["seq"], 1
                while state["outcome"] is None:
                    if state["turn"] == table["you"]:
                        asked += 1
                        first = state["moves"][0] if "moves" in state else "pass"
                        move = first if isinstance(first, str) else first["move"] if isinstance(first, dict) else first[0]
                        browser.say_json(id=asked, ask="move", move=move, after=seq)
                        time.sleep(0.02)  # so many a second are allowed
                    told = self.hear(browser, "update")
                    state, seq = state | told["patch"], told["seq"]
                browser.say_json(id=asked + 1, ask="rematch", wish="again")
                again = self.hear(browser, "table")
                self.assertNotEqual(again["table"], number)
                self.assertEqual([player["protocol"] for player in again["players"]].count("bot"), 1)
                self.ask(browser, asked + 2, "leave")
                browser.hang_up()
                server.wait_for(f'parlor_tables{{game="{game}"}}', 1 if game == "shelfie" else 0)

    def test_a_game_of_my_shelfie_is_seen_again_once_it_is_over(self):
        server = self.serve("--shelfie-abandon", "1")
        browsers = [self.browse(server) for _ in range(2)]
        for browser in browsers:
            self.ask(browser, 1, "seek", game="shelfie", seats=2)
        table = [self.hear(browser, "table")["table"] for browser in browsers][0]
        self.assertFalse(self.ask(browsers[0], 2, "replay", table=table)["ok"])
        browsers[1].hang_up()
        while not (told := self.hear(browsers[0], "update"))["patch"].get("outcome"):
            pass
        self.assertEqual(told["patch"]["outcome"]["winners"], [0])
        answer = self.ask(browsers[0], 3, "replay", table=table)
        self.assertTrue(answer["ok"], answer)
        self.assertEqual(answer["replay"]["outcome"]["winners"], [0])
        self.assertIsNone(answer["replay"]["next"])
        self.assertEqual(fetch(server.address("web"), f"/export/{table}.json")[0], 200)

    def test_a_game_and_its_files(self):
        server = self.serve()
        white, black = self.browse(server), self.browse(server)
        for browser in (white, black):
            self.assertTrue(self.ask(browser, 1, "seek", game="chess", seats=2)["ok"])
        table = self.hear(white, "table")["table"]
        self.hear(black, "table")
        self.assertEqual(fetch(server.address("web"), f"/export/{table}.pgn")[0], 404, "it is not over")
        for number, move in enumerate(("f2f3", "e7e5", "g2g4", "d8h4")):
            mover = (white, black)[number % 2]
            self.assertTrue(self.ask(mover, number + 2, "move", move=move, after=number)["ok"], move)
            for browser in (white, black):
                self.assertEqual(self.hear(browser, "update")["seq"], number + 1)
        _, head, text = fetch(server.address("web"), f"/export/{table}.pgn")
        self.assertIn("1. f3 e5 2. g4 Qh4# 0-1", text.decode())
        self.assertEqual(head["content-disposition"], f'attachment; filename="parlor-{table}.pgn"')
        self.assertIn(b'"act":"d8h4"', fetch(server.address("web"), f"/export/{table}.json")[2])
        self.assertEqual(fetch(server.address("web"), f"/export/{table}.gcg")[0], 404)

    def test_nothing_secret_is_kept(self):
        server = self.serve("--log-level", "trace")
        tokens = [websocket.cookie(server.address("web")) for _ in range(2)]
        for token in tokens:
            self.ask(self.browse(server, Cookie=token), 1, "seek", game="chess", seats=2)
        server.wait_for('parlor_tables{game="chess"}', 1)
        self.assertEqual(server.stop(), 0)
        kept = server.log().encode()
        for name in os.listdir(self.data):
            with open(os.path.join(self.data, name), "rb") as file:
                kept += file.read()
        self.assertIn(b"token:", kept)
        for token in tokens:
            self.assertNotIn(token.removeprefix("parlor=").encode(), kept)

    def test_fragments_and_pings(self):
        browser = self.browse(self.serve())
        browser.say_frame(websocket.TEXT, b'{"id":1,"ask":"na')
        browser.say_frame(0x80 | websocket.PING, b"there?")
        self.assertEqual(browser.hear_frame(), (websocket.PONG, b"there?"))
        for byte in websocket.write_frame(0x80, b'me",\n"name":"zo\xc3\xab"}'):
            browser.socket.sendall(bytes([byte]))
        self.assertTrue(browser.hear_json()["ok"])

    def test_stopping(self):
        server = self.serve()
        browser = self.browse(server)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(browser.hear_close(), ([], 1001, "the server stops"))
        self.assertIsNone(browser.hear_frame())


class Hostile(WebCase):
    """Two browsers play on whatever another one does."""

    @classmethod
    def setUpClass(cls):
        cls.moves = games.make(pairs=1, moves=300)[0]

    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.pair = self.browse(self.server), self.browse(self.server)
        for browser in self.pair:
            self.ask(browser, 1, "seek", game="chess", seats=2)
        for browser in self.pair:
            self.hear(browser, "table")
        self.acts = 0
        self.calm = [self.next_move() for _ in range(20)]

    def next_move(self):
        """How long it takes the other to hear of a move."""
        move = self.moves[self.acts]
        mover = self.pair[self.acts % 2]
        began = time.monotonic()
        mover.say_json(id=self.acts + 2, ask="move", move=move, after=self.acts)
        update = self.hear(self.pair[1 - self.acts % 2], "update")
        took = time.monotonic() - began
        self.acts += 1
        self.assertEqual(update["seq"], self.acts)
        self.hear(mover, "update")
        return took

    def check_pace(self, took):
        self.assertLess(statistics.median(took), 10 * statistics.median(self.calm) + 0.25)

    def cut_off(self, hostile, code, says):
        """It is told why, then the connection is closed."""
        texts, got, reason = hostile.hear_close()
        self.assertEqual(got, code)
        self.assertIn(says, reason)
        self.assertIn(says, texts[-1])
        self.assertIn('"type":"error"', texts[-1])
        self.assertIsNone(hostile.hear_frame())
        self.check_pace([self.next_move() for _ in range(4)])
        self.server.wait_for(WEB, 2)

    def test_a_message_of_a_megabyte(self):
        hostile = self.browse(self.server)
        hostile.say("x" * 1024 * 1024)
        self.cut_off(hostile, 1009, "at most 65536 bytes")
        self.check_refused(self.server, "too_big")

    def test_a_megabyte_in_fragments(self):
        hostile = self.browse(self.server)
        hostile.say_frame(websocket.TEXT, b"x")
        for _ in range(256):
            hostile.say_frame(0, b"x" * 4096)
        self.cut_off(hostile, 1009, "at most 65536 bytes")

    def test_what_is_refused_is_counted(self):
        """Others' tables and turns, private tables, forged tokens: told why, and counted."""
        browser = self.browse(self.server)

        def counted(code):
            return self.server.metrics()[f'parlor_refused_total{{code="{code}",protocol="web"}}']

        private = self.browse(self.server), self.browse(self.server)
        for one in private:
            self.ask(one, 1, "seek", game="chess", seats=2, lobby="-private")
        table = [self.hear(one, "table")["table"] for one in private][0]
        turn = self.acts % 2
        for number, (who, code, says, what, fields) in enumerate([
                (browser, "not_at_table", "you sit at no table", "move", {"move": "e2e4", "after": self.acts}),
                (browser, "not_at_table", "private", "watch", {"table": table}),
                (browser, "not_at_table", "no such table", "watch", {"table": 99}),
                (browser, "not_at_table", "no finished game", "replay", {"table": table}),
                (browser, "name_taken", "somebody has that name", "name", {"name": "guest-1"}),
                (browser, "bad_name", "1 to 32 characters", "name", {"name": "x" * 33}),
                (browser, "malformed", "no such request", "steal", {}),
                (self.pair[1 - turn], "not_your_turn", "", "move", {"move": self.moves[self.acts], "after": self.acts}),
                (self.pair[turn], "stale", "gone on", "move", {"move": "a1a1", "after": 1})], start=1000):
            counter = "not_your_turn" if code == "stale" else code
            before = counted(counter)
            answer = self.ask(who, number, what, **fields)
            self.assertFalse(answer["ok"])
            self.assertEqual(answer["code"], code)
            self.assertIn(says, answer["text"])
            self.assertEqual(counted(counter), before + 1, what)
        # A token that the server has not made leads nowhere.
        for token in ("", "A" * 86, "A" * 87, "A" * 88, "A" * 86 + "!", "../../etc"):
            before = self.server.metrics()[refused("cookie")]
            with self.assertRaises(websocket.Refused) as caught:
                WebSocket(self.server.address("web"), Cookie="parlor=" + token)
            self.assertEqual(caught.exception.status, 401)
            self.assertEqual(self.server.metrics()[refused("cookie")], before + 1)
        self.check_pace([self.next_move() for _ in range(4)])

    def test_a_binary_message(self):
        hostile = self.browse(self.server)
        hostile.say_frame(0x80 | websocket.BINARY, b"\x01\x02")
        self.cut_off(hostile, 1003, "only text messages")
        self.check_refused(self.server, "binary")

    def test_what_is_no_text(self):
        hostile = self.browse(self.server)
        hostile.say_frame(0x80 | websocket.TEXT, b"\xff\xfe")
        self.cut_off(hostile, 1007, "must be UTF-8")
        self.check_refused(self.server, "not_utf8")

    def test_frames_without_a_mask(self):
        hostile = self.browse(self.server)
        hostile.say_frame(0x80 | websocket.TEXT, b"{}", mask=b"")
        self.cut_off(hostile, 1002, "must be masked")
        self.check_refused(self.server, "frame")

    def test_what_is_no_json(self):
        hostile = self.browse(self.server)
        for text in ("", "{", "[]", "null", "<script>", '{"ask":"name"}', "{" * 10_000):
            hostile.say(text)
        while hostile.hear_json()["type"] != "error":
            pass
        self.check_pace([self.next_move() for _ in range(4)])

    def test_ten_thousand_messages_a_second(self):
        hostile = self.browse(self.server)
        flood = websocket.write_frame(0x80 | websocket.TEXT, b'{"id":1,"ask":"ready"}') * 1000
        stopped = threading.Event()

        def pour():
            try:
                for _ in range(10):
                    hostile.socket.sendall(flood)
            except OSError:
                pass
            stopped.set()

        thread = threading.Thread(target=pour)
        thread.start()
        took = []
        while not stopped.is_set() and len(took) < 200:
            took.append(self.next_move())
        self.check_pace(took or [0])
        self.cut_off(hostile, 1008, "at most 200 messages in 10 seconds")
        thread.join()
        self.check_refused(self.server, "rate")

    def test_who_does_not_read(self):
        hostile = self.browse(self.server)
        before = self.server.memory()
        hostile.say_json(id=1, ask="hall", on=True)
        for number in range(150):
            hostile.say_json(id=number + 2, ask="hall", on=number % 2 == 0)
        self.check_pace([self.next_move() for _ in range(20)])
        self.assertLess(self.server.memory(), before + 16 * 1024 * 1024)

    def test_silent_visitors(self):
        visitors = [websocket.connect(self.server.address("web")) for _ in range(500)]
        self.check_pace([self.next_move() for _ in range(20)])
        for visitor in visitors:
            visitor.close()

    def test_who_breaks_off(self):
        for _ in range(50):
            hostile = self.browse(self.server)
            hostile.say_json(id=1, ask="seek", game="chess", seats=2, make="always")
            hostile.hang_up()
        self.server.wait_for(WEB, 2)
        self.check_pace([self.next_move() for _ in range(4)])

    def tearDown(self):
        self.next_move()
        games.play(self.seat_pair(self.server), games.FOOLS_MATE)
        self.assertEqual(self.server.stop(), 0)
        self.assert_in_order()


class Tls(WebCase):
    def make_certificate(self, name):
        """Names of a certificate and its key, made for 127.0.0.1."""
        files = [os.path.join(self.folder, f"{name}.{ending}") for ending in ("crt", "key")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
        return files

    def trust(self, certificate):
        return ssl.create_default_context(cafile=certificate)

    def test_pages_and_players(self):
        certificate, key = self.make_certificate("one")
        server = self.serve("--tls-cert", certificate, "--tls-key", key)
        context = self.trust(certificate)
        status, head, _ = fetch(server.address("web"), tls=context)
        self.assertEqual(status, 200)
        self.assertRegex(head["set-cookie"], r"^__Host-parlor=[\w-]{87}; .*; Secure$")
        self.assertEqual(head["strict-transport-security"], "max-age=31536000")
        browsers = [self.browse(server, tls=context) for _ in range(2)]
        for browser in browsers:
            self.assertTrue(self.ask(browser, 1, "seek", game="chess", seats=2)["ok"])
        self.hear(browsers[0], "table")
        browsers[0].say("x" * 1024 * 1024)
        self.assertEqual(browsers[0].hear_close()[1], 1009)
        self.assertEqual(server.stop(), 0)

    def test_who_does_not_encrypt(self):
        certificate, key = self.make_certificate("one")
        server = self.serve("--tls-cert", certificate, "--tls-key", key)
        status, _, body = fetch(server.address("web"))
        self.assertEqual((status, body), (400, b"this is an encrypted listener: its address begins with https://\n"))
        for garbage in (b"\0" * 100, os.urandom(5000), b"\x16\x03\x01\x00\x05hello"):
            with websocket.connect(server.address("web")) as client:
                client.sendall(garbage)
                client.shutdown(socket.SHUT_WR)
                client.recv(4096)
        self.assertGreaterEqual(server.metrics()[refused("tls")], 2)
        self.assertEqual(fetch(server.address("web"), tls=self.trust(certificate))[0], 200)

    def test_renewed(self):
        certificate, key = self.make_certificate("one")
        server = self.serve("--tls-cert", certificate, "--tls-key", key)
        old = self.trust(certificate)
        browser = self.browse(server, tls=old)
        other_certificate, other_key = self.make_certificate("two")
        os.replace(other_certificate, certificate)
        os.replace(other_key, key)
        server.signal(signal.SIGHUP)
        parlor.wait_until(lambda: "the certificate was re-read" in server.log(), "the certificate is read again")
        self.assertEqual(fetch(server.address("web"), tls=self.trust(certificate))[0], 200)
        with self.assertRaises(ssl.SSLCertVerificationError):
            fetch(server.address("web"), tls=old)
        self.assertTrue(self.ask(browser, 1, "name", name="anna")["ok"], "who is there stays")
        with open(key, "w", encoding="ascii") as file:
            file.write("garbage")
        server.signal(signal.SIGHUP)
        parlor.wait_until(lambda: "the certificate was not re-read" in server.log(), "the garbage is found")
        self.assertEqual(fetch(server.address("web"), tls=self.trust(certificate))[0], 200)
        self.assertEqual(server.stop(), 0)

    def refuses(self, *flags, says):
        done = parlor.run("serve", "--data", self.data, *parlor.free_ports(), *flags)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
        self.assertIn(says, done.stderr)

    def test_what_cannot_be_used(self):
        certificate, key = self.make_certificate("one")
        other = self.make_certificate("two")[1]
        self.refuses("--tls-cert", certificate, says="tls-cert and tls-key must be set together")
        self.refuses("--tls-cert", "/nosuch", "--tls-key", key, says="the certificate in '/nosuch' cannot be used")
        self.refuses("--tls-cert", key, "--tls-key", key, says=f"the certificate in '{key}' cannot be used")
        self.refuses("--tls-cert", certificate, "--tls-key", "/nosuch", says="the key in '/nosuch' cannot be used")
        self.refuses("--tls-cert", certificate, "--tls-key", other, says=f"the key in '{other}' cannot be used")


if __name__ == "__main__":
    parlor.main()
