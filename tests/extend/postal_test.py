# The toy protocol: served, played by bots, checked both ways, tapped, sparred and talked with. Nothing here knows how it is written.
import check_test
import parlor
import spar_test
import talk_test

PROTOCOL = "postal"


class Postal(spar_test.SparCase, check_test.CheckCase):
    def test_bots_play_it(self):
        server = self.serve()
        bots = [self.bot(PROTOCOL, server.address(PROTOCOL), "--games", 2) for _ in range(2)]
        reports = [self.rest_of(bot) for bot in bots]
        for report in reports:
            self.assertRegex(report[-1], "^2 games: ")
        self.assertEqual(server.stop(), 0)
        self.assertIn("2 tables", self.assert_in_order())

    def test_it_meets_a_bot_of_the_browsers_protocol(self):
        server = self.serve()
        wire = self.bot(PROTOCOL, server.address(PROTOCOL))
        web = self.bot("web", server.address("web"), "--game", "chess")
        self.assertRegex(self.rest_of(wire)[-1], "^1 games: ")
        self.assertRegex(self.rest_of(web)[-1], "^1 games: ")

    def test_check_of_servers(self):
        cases = self.results(PROTOCOL, self.address(self.serve(), PROTOCOL), "--strict", *check_test.PATIENCE)
        self.assertEqual(len(cases), 5)
        self.assertEqual({case["result"] for case in cases.values()}, {"passed"})

    def test_check_finds_a_server_of_another_protocol(self):
        told = self.check(PROTOCOL, "--server", self.address(self.serve(), "chess"), "--timeout", 0.5, code=3)
        self.assertIn("does not speak postal: it says 'COLOR", told.stderr)

    def test_check_of_clients(self):
        check_test.Clients.passes(self, PROTOCOL)

    reception = check_test.Clients.reception
    report = check_test.Clients.report

    def test_tap(self):
        tap = self.tap(PROTOCOL, self.serve().address(PROTOCOL), "--color", "never", "--connections", 2)
        white, black = parlor.Peer(tap.where), parlor.Peer(tap.where)
        white.expect("SIDE white")
        black.expect("SIDE black")
        white.say("CARD e2e5")
        white.expect("ERROR illegal")
        white.say("HELLO")
        white.expect("ERROR unread")
        white.hang_up()
        black.expect("END black left")
        black.expect_end()
        black.hang_up()
        shown = "\n".join(self.rest_of(tap, code=3))
        self.assertIn("a > CARD e2e5\n", shown)
        self.assertIn("HELLO breaks postal.md, 4: \"A line that is no card", shown)
        self.assertIn("CARD e2e5 breaks postal.md, 2: \"A card that is illegal", shown)
        self.assertIn("2 connections, ", shown)

    def test_talk(self):
        server = self.serve()
        other = parlor.Peer(server.address(PROTOCOL))
        black = talk_test.TalkCase.talk(self, PROTOCOL, *server.address(PROTOCOL))
        talk_test.TalkCase.hears(self, black, "< SIDE black")
        black.stdin.write(b"help CARD\nCARD e7e5\n")
        black.stdin.flush()
        talk_test.TalkCase.hears(self, black, "for example: CARD e2e4")
        talk_test.TalkCase.hears(self, black, "< ERROR")
        other.hang_up()

    leave = talk_test.TalkCase.leave

    def test_spar(self):
        styles = self.styles(PROTOCOL)
        self.assertGreaterEqual(len(styles), 12)
        for style in styles:
            with self.subTest(style=style):
                spar_test.Bouts.bout(self, PROTOCOL, style)

    def test_it_is_documented(self):
        self.assertIn(PROTOCOL, parlor.protocols())
        self.assertIn(f"parlor_connections{{protocol=\"{PROTOCOL}\"}}", self.serve().metrics())


if __name__ == "__main__":
    parlor.main()
