# The inspector and the second screen of the built server: what browsers see of wire connections.
import os

import parlor
import transcripts_test
import twente
import websocket


class Browser:
    """A browser that asks, and passes over what it is told."""

    def __init__(self, server):
        self.socket = websocket.WebSocket(server.address("web"))
        self.last = 0

    def ask(self, **request):
        self.last += 1
        self.socket.say_json(id=self.last, **request)
        while True:
            told = self.socket.hear_json()
            if told["type"] == "answer" and told["id"] == self.last:
                return told

    def told(self, kind):
        while True:
            told = self.socket.hear_json()
            if told["type"] == kind:
                return told

    def connections(self):
        self.ask(ask="connections", on=True)
        return self.told("connections")["connections"]


class Inspector(parlor.Case):
    play = transcripts_test.Transcripts.play

    def browser(self, server):
        browser = Browser(server)
        self.addCleanup(browser.socket.hang_up)
        return browser

    def bots(self, server, protocol, *flags):
        """Two bots play one game against each other, to the end."""
        for number in range(2):
            log = os.path.join(self.folder, f"bot-{protocol}-{number}.log")
            address = "%s:%d" % server.address(protocol)
            self.keep(parlor.Process(["bot", protocol, "--connect", address, *flags], log))
            if number == 0:
                server.wait_for(f'parlor_connections{{protocol="{protocol}"}}', 1)
        for bot in self.processes[-2:]:
            self.assertEqual(bot.wait(), 0, bot.log())

    def test_games_of_bots_play_again(self):
        """What was said at the second table of a server is what a fresh one says, with the seed that is written down."""
        server = self.serve()
        for protocol, flags in (("chess", ["--level", "simple"]), ("scrabble-twente", []), ("spectrangle", [])):
            self.bots(server, protocol, *flags)
        browser = self.browser(server)
        connections = browser.connections()
        self.assertEqual(len(connections), 6)
        for connection in connections[1::2]:
            with self.subTest(protocol=connection["protocol"]):
                self.assertIsNotNone(connection["closed"])
                self.assertGreater(connection["messages"], 10)
                text = browser.ask(ask="transcript", connection=connection["connection"])["transcript"]
                self.assertNotIn("# A fresh server", text)
                path = os.path.join(self.folder, f"heard-{connection['protocol']}.txt")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                self.play(path)

    def test_what_comes_from_here_is_listed(self):
        server = self.serve()
        peer = self.connect(server)
        browser = self.browser(server)
        self.assertEqual([one["protocol"] for one in browser.connections()], ["chess"])
        self.assertFalse(browser.ask(ask="inspect", connection=2)["ok"])
        peer.hang_up()

    def test_a_host_can_switch_it_off(self):
        for flags in (["--no-inspector"], ["--web-origin", "https://play.example.org"]):
            server = self.serve(*flags, data=os.path.join(self.folder, flags[0]))
            self.connect(server)
            self.assertEqual(self.browser(server).connections(), [])
            server.stop()

    def test_the_link_is_told_where_there_are_words(self):
        server = self.serve("--second-screen", "http://play.example.org:8080")
        peer = parlor.Peer(server.address("scrabble-clarkson"))
        peer.say("HELLO 1.0.1,x,y,z", "READY", "PASS")
        lines = []
        while not lines or "OK passed" not in lines[-1]:
            lines.append(peer.hear())
        found = lines[-1].split("See your board at http://play.example.org:8080/seat/")
        self.assertEqual(len(found), 2, lines[-1])
        answer = self.browser(server).ask(ask="screen", link=found[1].strip())
        self.assertTrue(answer["ok"], answer)
        peer.hang_up()

    def test_a_second_cookie_sees_no_rack(self):
        """Browsers at the same address, and whoever plays there, see tiles of a running game only by the seat's link."""
        server = self.serve("--seed", 1)
        alice, bob = twente.seat_pair(self, server)
        stranger = self.browser(server)
        connections = stranger.connections()
        self.assertEqual([one["link"] for one in connections], [None, None])
        for connection in connections:
            number = connection["connection"]
            self.assertIn("NEWTILES|(hidden)", self.heard(stranger, number))
            self.assertEqual(stranger.ask(ask="transcript", connection=number)["code"], "game_running")
        bob.hang_up()
        alice.skip_to("GAMEOVER|")
        self.assertIn("NEWTILES|DEEELNX", self.heard(stranger, connections[1]["connection"]))
        self.assertIn("seed=1\n", stranger.ask(ask="transcript", connection=connections[1]["connection"])["transcript"])

    def heard(self, browser, connection):
        """All lines that the server has said there."""
        browser.ask(ask="inspect", off=True)
        self.assertTrue(browser.ask(ask="inspect", connection=connection)["ok"])
        return [line["text"] for line in browser.told("wire")["lines"]]

    def test_bad_flags(self):
        done = parlor.run("serve", "--second-screen", "nowhere")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("'nowhere' is no origin: https://HOST is meant", done.stderr)


if __name__ == "__main__":
    parlor.main()
