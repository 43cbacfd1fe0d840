# Several servers on one PostgreSQL that are one hall: players of different nodes meet, and a node that is lost is a pause for the others.
import os
import re
import signal

import accounts_test
import games
import kills
import parlor
import postgres_test
import twente
import websocket

LEASE = "2"


class NodesCase(postgres_test.OnPostgres):
    """Several nodes, and pairs that play chess at them."""

    def start_node(self, name, *flags):
        return self.start("--cluster", self.url, "--takeover-after", LEASE, "--link", "127.0.0.1:0", *kills.HOLD, *flags,
                          data=os.path.join(self.folder, name))

    def start_nodes(self, count=3, flags=()):
        """The first of them has all shards."""
        nodes = []
        for number in range(count):
            nodes.append(self.start_node(f"node{number}", *flags).wait_until_ready())
            self.wait_until_joined(nodes[-1])
        return nodes

    def wait_until_joined(self, node):
        parlor.wait_until(lambda: node.get("/readyz")[0] == 200, "the node has joined", 60)

    def listed(self):
        """State and shards of every node."""
        done = parlor.run("nodes", "--cluster", self.url)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [(line.split()[1], int(line.split()[4])) for line in done.stdout.splitlines()[1:]]

    def seat_pair_at(self, one, other):
        """Two who play each other, White first: who of them that is depends on whose words come to the owner first."""
        pair = {peer.hear(): peer for peer in (self.connect(one), self.connect(other))}
        return pair["COLOR WHITE"], pair["COLOR BLACK"]

    def play_on(self, pair, moves, begun):
        """The rest of a game of which so many moves were played."""
        for number, move in enumerate(moves, begun):
            lines = games.say(move)
            pair[number % 2].say(*lines)
            pair[1 - number % 2].expect(*lines)

    def assert_played(self, moves):
        self.assertEqual([[entry.text for entry in table.moves()] for table in self.read_journal().values()], [moves])


class ClusterTest(NodesCase):
    def test_a_game_survives_its_owner(self):
        nodes = self.start_nodes()
        self.assertEqual(self.listed(), [("up", 1024), ("up", 0), ("up", 0)])
        pair = self.seat_pair_at(nodes[1], nodes[2])
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        nodes[0].kill()
        self.play_on(pair, games.FOOLS_MATE[2:], 2)
        self.assert_played(games.FOOLS_MATE)
        self.assertEqual(sum(shards for state, shards in self.listed() if state == "up"), 1024)

    def test_a_game_survives_a_pause_of_its_owner(self):
        nodes = self.start_nodes()
        pair = self.seat_pair_at(nodes[1], nodes[2])
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        nodes[0].freeze()
        self.play_on(pair, games.FOOLS_MATE[2:3], 2)
        nodes[0].signal(signal.SIGCONT)
        parlor.wait_until(lambda: self.listed()[0] == ("up", 0), "it has joined anew, without its tables", 60)
        self.wait_until_joined(nodes[0])
        self.play_on(pair, games.FOOLS_MATE[3:], 3)
        self.assert_played(games.FOOLS_MATE)

    def test_players_of_a_paused_node_play_on(self):
        nodes = self.start_nodes()
        pair = self.seat_pair_at(nodes[0], nodes[1])
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        nodes[0].freeze()
        parlor.wait_until(lambda: self.listed()[0] == ("down", 0), "others have its tables", 60)
        nodes[0].signal(signal.SIGCONT)
        self.play_on(pair, games.FOOLS_MATE[2:], 2)
        self.assert_played(games.FOOLS_MATE)

    def test_who_was_connected_to_a_lost_node_comes_back_at_another(self):
        nodes = self.start_nodes()
        alice, bob = self.announce(nodes[1], "Alice"), self.announce(nodes[2], "Bob")
        for peer in (alice, bob):
            peer.say("REQUESTGAME|2")
        first = bob.skip_to("NOTIFYTURN|").split("|")[2]
        nodes[1].kill()
        parlor.wait_until(lambda: self.listed()[1] == ("down", 0), "it has been taken over", 60)
        alice = parlor.wait_until(lambda: self.announce(nodes[0], "Alice"), "the table's node has heard of it, too", 60)
        self.assertEqual(alice.skip_to("NOTIFYTURN|").split("|")[2], first)
        {"Alice": alice, "Bob": bob}[first].say("MAKEMOVE|SWAP|")
        for peer in (alice, bob):
            self.assertNotEqual(peer.skip_to("NOTIFYTURN|").split("|")[2], first)
        self.assertEqual([table.texts() for table in self.read_journal().values()], [["pass"]], "nobody has left")

    def announce(self, node, name):
        """None as long as the name is somebody's."""
        peer = twente.connect(self, node)
        peer.say(f"ANNOUNCE|{name}")
        return peer if peer.hear().startswith("WELCOME|") else None

    def test_a_node_is_paused_while_it_takes_another_over(self):
        """What it has locked in the database is free before it goes on."""
        nodes = self.start_nodes(count=2)
        with self.postgres.locking("SELECT 1 FROM parlor.nodes WHERE id = 1 FOR SHARE", self.database):
            nodes[0].kill()
            waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE nodes%'"
            parlor.wait_until(lambda: self.query(waiting) == "1", "the other takes it over")
            nodes[1].freeze()
        self.start_node("node2").wait_until_ready()
        parlor.wait_until(lambda: self.listed() == [("down", 0), ("down", 0), ("up", 1024)], "the third has taken both over")

    def test_tables_are_spread(self):
        nodes = self.start_nodes()
        pairs = []
        while min(self.tables()) == 0 and len(pairs) < 60:  # until all know of each other
            pairs.append(self.seat_pair_at(nodes[1], nodes[2]))
        self.assertGreater(min(self.tables()), 0, "each has some")
        for pair in pairs:
            self.play_on(pair, games.FOOLS_MATE[:2], 0)
        nodes[0].kill()
        for pair in pairs:
            self.play_on(pair, games.FOOLS_MATE[2:], 2)
        played = [[entry.text for entry in table.moves()] for table in self.read_journal().values()]
        self.assertEqual(played, [games.FOOLS_MATE] * len(pairs))

    def tables(self):
        """How many each node has."""
        done = parlor.run("nodes", "--cluster", self.url)
        return [int(line.split()[5]) for line in done.stdout.splitlines()[1:]]

    def test_one_hall_at_all_nodes(self):
        nodes = self.start_nodes(2)
        self.seat_pair_at(nodes[0], nodes[0])
        browser = websocket.WebSocket(nodes[1].address("web"))
        self.addCleanup(browser.hang_up)
        self.assertEqual(browser.hear_json()["type"], "welcome")
        browser.say_json(id=1, ask="hall", on=True)
        hall = {"tables": []}
        while not hall["tables"]:
            told = browser.hear_json()
            hall = told if told["type"] == "hall" else hall
        browser.say_json(id=2, ask="watch", table=hall["tables"][0]["table"])
        self.hear_of(browser, "table")
        browser.say_json(id=3, ask="connections")
        first = self.hear_of(browser, "connections")["connections"][-1]
        browser.say_json(id=4, ask="inspect", connection=first["connection"])
        self.assertIn("COLOR", self.hear_of(browser, "wire")["lines"][0]["text"])

    def test_a_client_uses_the_name_of_its_account_at_any_node(self):
        nodes = self.start_nodes(2)
        owner = accounts_test.Browser(nodes[0])
        self.addCleanup(owner.hang_up)
        self.assertEqual(owner.enter("register", "anna"), "anna")
        for node in nodes:
            for source, answer in ((("127.0.0.2", 0), "ERROR|E001"), (None, "WELCOME|anna|CHAT|TEAMPLAY")):
                client = twente.Peer(node.address("scrabble-twente"), source=source)
                client.say("ANNOUNCE|anna")
                self.assertEqual(client.hear(), answer)
                client.hang_up()
            self.assertRegex(owner.hear_kind("renamed")["to"], "guest-")
            self.assertEqual(owner.hear_kind("renamed")["to"], "anna", "the browser has it again")

    def test_whoever_waits_watches_a_table_of_any_node(self):
        nodes = self.start_nodes()
        pairs = [self.seat_pair_at(nodes[0], nodes[0]) for _ in range(3)]
        parlor.wait_until(lambda: sum(self.tables()) == len(pairs), "all nodes tell what they have", 60)
        browser = accounts_test.Browser(nodes[1])
        self.addCleanup(browser.hang_up)
        self.assertTrue(browser.ask("hall", on=True)["ok"])
        tables = []
        while len(tables) < len(pairs):
            tables = [one["table"] for one in browser.hear_kind("hall")["tables"]]
        self.assertTrue(browser.ask("seek", game="chess", seats=2, options="dead=wire")["ok"])
        for table in tables:
            self.assertTrue(browser.ask("watch", table=table)["ok"])
            self.assertEqual(browser.hear_kind("table")["table"], table)
        self.assertEqual(self.connect(nodes[2]).hear(), "COLOR BLACK")
        self.assertTrue(browser.hear_kind("table")["began"])

    def test_an_account_is_in_one_browser_at_all_nodes(self):
        nodes = self.start_nodes(2)
        first, second = accounts_test.Browser(nodes[0]), accounts_test.Browser(nodes[1])
        for browser in (first, second):
            self.addCleanup(browser.hang_up)
        first.enter("register", "anna")
        self.assertTrue(first.ask("seek", game="chess", seats=2)["ok"])
        second.enter("sign_in", "anna")
        self.assertEqual(first.hear_kind("elsewhere"), {"type": "elsewhere"})
        self.assertEqual(second.hear_kind("lobby")["present"], ["anna"])

    def hear_of(self, browser, what):
        """The next that it is told of this type."""
        while (told := browser.hear_json())["type"] != what:
            pass
        return told

    def test_sigterm_gives_all_to_others(self):
        nodes = self.start_nodes()
        pair = self.seat_pair_at(nodes[1], nodes[2])
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        self.assertEqual(nodes[0].stop(), 0)
        self.assertEqual(self.listed(), [("down", 0), ("up", 512), ("up", 512)])
        self.play_on(pair, games.FOOLS_MATE[2:], 2)
        self.assert_played(games.FOOLS_MATE)

    def test_a_game_survives_an_orderly_end_of_its_owner(self):
        nodes = self.start_nodes(2)
        self.assert_refused("drain", "--cluster", self.url, "9", says="there is no node 9")
        pair = self.seat_pair_at(nodes[1], nodes[1])
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        done = parlor.run("drain", "--cluster", self.url, "1")
        self.assertEqual((done.returncode, done.stdout), (0, "node 1 gives its tables to others and stops\n"))
        self.assertEqual(nodes[0].wait(), 0)
        self.play_on(pair, games.FOOLS_MATE[2:], 2)
        self.assert_played(games.FOOLS_MATE)
        self.assertEqual(self.listed(), [("down", 0), ("up", 1024)])
        self.assert_refused("drain", "--cluster", self.url, "1", says="node 1 does not run")
        self.assert_refused("drain", "--cluster", self.url, "2", says="node 2 is the only one that runs")
        self.assertEqual(nodes[1].stop(), 0)

    def test_a_node_stays_for_who_cannot_come_back(self):
        nodes = self.start_nodes(2, flags=("--drain-wait", "600"))
        pair = self.seat_pair_at(nodes[0], nodes[1])
        self.play_on(pair, games.FOOLS_MATE[:2], 0)
        nodes[0].signal(signal.SIGTERM)
        parlor.wait_until(lambda: self.listed() == [("draining", 0), ("up", 1024)], "the node has given all away", 60)
        self.assertEqual(nodes[0].get("/readyz")[0], 503)
        self.play_on(pair, games.FOOLS_MATE[2:], 2)
        self.assertEqual(nodes[0].wait(), 0)
        self.assert_played(games.FOOLS_MATE)

    def test_alarms_and_documents_name_what_is_counted(self):
        nodes = self.start_nodes(2)
        self.seat_pair_at(nodes[0], nodes[1])  # so that there are guests, and shadows at the other
        pages = [node.get("/metrics")[1] for node in nodes]
        named = set()
        with open(os.path.join(parlor.SOURCE, "packaging", "cluster", "alarms.yaml"), encoding="utf-8") as file:
            for line in file:
                if line.lstrip().startswith("expr:"):
                    named.update(re.findall(r"parlor_[a-z_]+", line))
        self.assertGreater(len(named), 5)
        with open(os.path.join(parlor.SOURCE, "docs", "cluster.md"), encoding="utf-8") as file:
            named.update(re.findall(r"`(parlor_[a-z_]+)`", file.read()))
        counted = {name for page in pages for name in re.findall(r"^# HELP (\S+)", page, re.MULTILINE)}
        self.assertEqual(named - counted, set())

    def test_a_stranger_on_the_port_of_links(self):
        node = self.start_nodes(1)[0]
        for _ in range(2):
            stranger = parlor.Peer(node.address("link"))
            self.addCleanup(stranger.hang_up)
            stranger.say("GET / HTTP/1.1", "")
            stranger.expect_end()
        parlor.wait_until(lambda: "refused on the port of links" in node.log(), "it is noted")
        self.assertEqual(node.log().count("refused on the port of links"), 1)
        self.assertEqual(node.stop(), 0)

    def test_who_cannot_join_says_why(self):
        node = self.start_nodes(1)[0]
        words = os.path.join(self.folder, "words")
        with open(words, "w", encoding="ascii") as file:
            file.write("aa\nab\n")
        serve = ("serve", "--cluster", self.url, *parlor.free_ports())
        other = ("--data", os.path.join(self.folder, "other"))
        link = ("--link", "127.0.0.1:0")
        self.assert_refused(*serve, *other, *link, "--lexicon", words, says="plays by other rules or with other words")
        self.assert_refused(*serve, *other, says="serves this database")
        self.assert_refused(*serve, *other, *link, "--standby", says="it needs no --standby")
        self.assert_refused(*serve, *other, "--link", "0.0.0.0:7310", says="is no address at which others find this node")
        self.assert_refused(*serve, *other, *link, "--link-tls-cert", words, says="must be set together")
        self.assert_refused(*serve, "--data", node.data, *link, says="used by another process")
        self.assert_refused("serve", *parlor.free_ports(), *other, *link, says="--link is for servers with --cluster")
        os.makedirs(os.path.join(self.folder, "copy"))
        with open(os.path.join(node.data, "node"), "rb") as old, open(os.path.join(self.folder, "copy", "node"), "wb") as new:
            new.write(old.read())
        self.assert_refused(*serve, "--data", os.path.join(self.folder, "copy"), *link, says="each needs a data directory of its own")
        self.assertEqual(self.listed(), [("up", 1024), ("down", 0)])
        self.assertEqual(node.stop(), 0)


if __name__ == "__main__":
    parlor.main()
