# parlor check: our own server passes everything, broken ones fail what they break.
import contextlib
import fnmatch
import json
import os
import re
import socket
import threading

import parlor
import tamper

PATIENCE = ("--timeout", 20)  # where everything is right nobody waits for it, however busy the machine is
LEAST = {"chess": 40, "scrabble-clarkson": 65, "scrabble-twente": 70, "spectrangle": 60, "shelfie": 60}


def text_of(case):
    """The transcript that a case is made of."""
    parts = case.split("/")
    with open(os.path.join(parlor.SOURCE, "src", "protocols", parts[0], "transcripts", parts[-1] + ".txt"), encoding="utf-8") as file:
        return file.read()


def cases_with(pattern, cases):
    return {case for case in cases if re.search(pattern, text_of(case), re.MULTILINE)}


class CheckCase(parlor.Case):
    def check(self, protocol, *flags, code=0, timeout=120):
        result = parlor.run("check", protocol, *flags, timeout=timeout)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def results(self, protocol, address, *flags, code=0):
        """What came of each case, by its id."""
        report = json.loads(self.check(protocol, "--server", address, "--json", *flags, code=code).stdout)
        return {case["id"]: case for case in report["cases"]}

    def address(self, server, protocol):
        return "%s:%d" % server.address(protocol)


class OwnServer(CheckCase):
    """Everything is right, whatever is dealt: no seed is given."""

    def passes(self, protocol):
        cases = self.results(protocol, self.address(self.serve(), protocol), "--strict", *PATIENCE)
        self.assertGreaterEqual(len(cases), LEAST[protocol])
        self.assertEqual({case["id"]: case for case in cases.values() if case["result"] != "passed"}, {})

    def test_chess(self):
        self.passes("chess")

    def test_scrabble_clarkson(self):
        self.passes("scrabble-clarkson")

    def test_scrabble_twente(self):
        self.passes("scrabble-twente")

    def test_spectrangle(self):
        self.passes("spectrangle")

    def test_shelfie(self):
        self.passes("shelfie")


class BrokenServers(CheckCase):
    """One thing is wrong, and exactly the cases that ask for it fail."""

    def fails(self, protocol, cut, change, pattern, only="*", flags=(), timeout=2):
        broken = tamper.Tamperer(self.serve().address(protocol), cut, change)
        self.addCleanup(broken.close)
        cases = self.results(protocol, broken.address, "--strict", "--timeout", timeout, "--only", only, *flags, code=1)
        failed = {name for name, case in cases.items() if case["result"] == "failed"}
        stopped = {name for name, case in cases.items() if case["result"] == "not_reached" and case["since"] in failed}
        self.assertEqual(failed | stopped, cases_with(pattern, cases))
        self.assertGreater(len(failed), 0)
        self.assertLess(len(failed | stopped), len(cases))
        return [cases[name] for name in failed]

    def test_chess_other_error(self):
        for case in self.fails("chess", b"\n", lambda said: said.replace(b"ERROR 3", b"ERROR 1"), "< ERROR 3$"):
            self.assertRegex(case["right"], r"^[ab]< ERROR 3$")
            self.assertRegex(case["came"], r"^[ab]< ERROR 1$")
            self.assertRegex(case["sent"], r"^[ab]> ")

    def test_chess_silence(self):
        for case in self.fails("chess", b"\n", lambda said: None if said.startswith(b"REPLAY") else said, "< REPLAY",
                               timeout=0.5):
            self.assertRegex(case["came"], "nothing for 500 ms|the end of the connection")

    def test_chess_hangs_up(self):
        broken = self.fails("chess", b"\n", lambda said: tamper.Tamperer.HANG_UP if said == b"ERROR 2" else said, "< ERROR 2")
        self.assertTrue(all(case["came"].endswith("the end of the connection") for case in broken))

    def test_chess_without_rules(self):
        relay = tamper.ChessRelay()
        self.addCleanup(relay.close)
        cases = self.results("chess", relay.address, "--timeout", 0.3, code=1)
        self.assertEqual({name for name, case in cases.items() if case["result"] == "passed"} & cases_with("< ERROR", cases), set())
        for name in ("chess/happy-flow", "chess/color-waits-for-two", "chess/coordinates", "chess/en-passant"):
            if not cases_with("< ERROR", [name]):
                self.assertEqual(cases[name]["result"], "passed", cases[name])

    def test_twente_other_error(self):
        self.fails("scrabble-twente", b"\x1e", lambda said: said.replace(b"E009", b"E003"), r"< ERROR\|E009", only="e0*")

    def test_twente_turn_not_lost(self):
        """A server that does not say whose turn it is after a refused move."""
        refused = threading.local()

        def change(said):
            lost = getattr(refused, "yes", False) and said.startswith(b"NOTIFYTURN\x1f0")
            refused.yes = said.startswith(b"ERROR\x1fE008")
            return None if lost else said
        self.fails("scrabble-twente", b"\x1e", change, r"^(.)< ERROR\|E008\n\1< NOTIFYTURN\|0", only="e00*")

    def test_clarkson_points_of_the_turn(self):
        change = lambda said: re.sub(rb"^SCORE ([1-9]\d*)", lambda found: b"SCORE %d" % (int(found[1]) + 1), said)  # noqa: E731
        self.fails("scrabble-clarkson", b"\r\n", change, "< SCORE [1-9]", only="p*")

    def test_spectrangle_other_error(self):
        self.fails("spectrangle", b"\n", lambda said: said.replace(b"ERROR 8", b"ERROR 7"), "< ERROR 8", only="*or*")

    def test_shelfie_other_error(self):
        self.fails("shelfie", b"\n", lambda said: said.replace(b"ILLEGAL_TURN", b"ILLEGAL_PHASE"), "<.*ILLEGAL_TURN", only="json/1*",
                   flags=("--encoding", "json"))

    def test_shelfie_wrong_column(self):
        """A server that shows tiles where none were put."""
        change = lambda said: said.replace(b'"WHO_CHANGE":"', b'"WHO_CHANGE":"the ')  # noqa: E731
        self.fails("shelfie", b"\n", change, '< .*"WHO_CHANGE":"[a-z]', only="json/1*", flags=("--encoding", "json"))


    def fails_at_the_end(self, change):
        at_the_end = lambda said: change(said) if b'"END_GAME"' in said and b"PERSONAL_POINTS" in said else said  # noqa: E731
        return self.fails("shelfie", b"\n", at_the_end, '< .*END_GAME.*PERSONAL_POINTS', flags=("--encoding", "json"))

    def test_shelfie_points_of_groups(self):
        change = lambda said: re.sub(rb'(adjacentPoints":)(\d+)', rb"\g<1>9\2", said)  # noqa: E731
        for case in self.fails_at_the_end(change):
            self.assertRegex(case["right"], r'< \{"adjacentPoints":\d+,.*\} among POINTS$')

    def test_shelfie_points_of_cards(self):
        change = lambda said: re.sub(rb'(PERSONAL_POINTS":\[)(\d+)', rb"\g<1>9\2", said)  # noqa: E731
        for case in self.fails_at_the_end(change):
            self.assertRegex(case["right"], r'"PERSONAL_POINTS":\[\d')

    def test_shelfie_tokens(self):
        change = lambda said: re.sub(rb'"TOKEN":\[0,', b'"TOKEN":[8,', said)  # noqa: E731
        for case in self.fails("shelfie", b"\n", change, r'< .*"TOKEN":\[', only="json/1*", flags=("--encoding", "json")):
            self.assertRegex(case["right"], r'"TOKEN":\[\d,\d\]')


class PeculiarServers(CheckCase):
    """What our own client takes from a server is no fault."""

    ONLY = {"chess": ("happy-flow", "error-*"), "scrabble-clarkson": ("hello*", "userset*", "pass*"),
            "scrabble-twente": ("happy-flow", "e00*", "word-*"), "spectrangle": ("error-5*", "error-6*", "game-two", "chat")}

    def passes(self, protocol, address, *flags, told=()):
        """All cases pass; `told` are the rows that say what should be otherwise all the same."""
        cases = self.results(protocol, address, "--strict", "--only", *self.ONLY[protocol], *flags, code=1 if told else 0)
        self.assertEqual([name for name, case in cases.items() if case["result"] != "passed"], list(told))
        self.assertGreaterEqual(len(cases), 3)

    def test_nul_behind_messages(self):
        server = self.serve()
        for protocol, cut in (("chess", b"\n"), ("scrabble-clarkson", b"\r\n"), ("scrabble-twente", b"\x1e"), ("spectrangle", b"\n")):
            with self.subTest(protocol):
                padded = tamper.Tamperer(server.address(protocol), cut, lambda said: said, behind=b"\0\0\0")
                self.addCleanup(padded.close)
                self.passes(protocol, padded.address)

    def test_other_ends_of_lines(self):
        server = self.serve()
        for protocol, cut, change, behind in (("chess", b"\n", lambda said: said + b"\r", b""),
                                              ("scrabble-clarkson", b"\n", lambda said: said.rstrip(b"\r"), b""),
                                              ("scrabble-twente", b"\x1e", lambda said: said, b"\r\n")):
            with self.subTest(protocol):
                peculiar = tamper.Tamperer(server.address(protocol), cut, change, behind)
                self.addCleanup(peculiar.close)
                told = ("scrabble-clarkson/end-of-line",) if protocol == "scrabble-clarkson" else ()
                self.passes(protocol, peculiar.address, told=told)

    def test_twente_says_what_nobody_knows(self):
        change = lambda said: b"HELLO\x1fworld\x1e" + said if said.startswith(b"WELCOME") else said  # noqa: E731
        greeting = tamper.Tamperer(self.serve().address("scrabble-twente"), b"\x1e", change)
        self.addCleanup(greeting.close)
        self.passes("scrabble-twente", greeting.address)

    def test_twente_in_utf_16(self):
        self.passes("scrabble-twente", self.address(self.serve(), "scrabble-twente"), "--charset", "utf-16be")


class OtherRules(CheckCase):
    """A server of My Shelfie with another rules file, which the check is given, too."""

    def test_other_board_and_points(self):
        with open(os.path.join(parlor.SOURCE, "data", "shelfie", "rules.json"), encoding="utf-8") as file:
            rules = json.load(file)
        rules["board"] = [list(reversed(row)) for row in rules["board"]]
        rules["common_goal_tokens"] = {"2": [9, 5], "3": [9, 7, 5], "4": [9, 7, 5, 3]}
        rules["group_points"] = {"3": 3, "4": 4, "5": 6, "6": 9}
        path = os.path.join(self.folder, "rules.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(rules, file)
        address = self.address(self.serve("--shelfie-rules", path), "shelfie")
        flags = ("--encoding", "json", "--only", "json/0*", "json/1*", "json/2*", "json/37*")
        cases = self.results("shelfie", address, "--strict", "--shelfie-rules", path, *flags)
        self.assertEqual({name: case for name, case in cases.items() if case["result"] != "passed"}, {})
        self.assertGreaterEqual(len(cases), 25)
        cases = self.results("shelfie", address, *flags, code=1)
        self.assertIn("failed", {case["result"] for case in cases.values()})


class Skipped(CheckCase):
    """What had to be tried and was not is not in order."""

    def test_server_without_features(self):
        server = self.serve("--twente-no-teamplay")
        told = self.check("scrabble-twente", "--server", self.address(server, "scrabble-twente"), "--only", "requestgame-four",
                          code=4).stdout
        self.assertRegex(told, r"skipped +must +scrabble-twente/requestgame-four")

    def test_fewer_clients_than_cases(self):
        check = self.keep(parlor.Process(["check", "chess", "--client", "--listen", "127.0.0.1:0", "--timeout", "2", "--only",
                                          "client/sits-down", "client/plays"], os.path.join(self.folder, "check.log")))
        found = parlor.wait_until(lambda: re.search(r"waiting for clients of \S+ at (\S+):(\d+)", check.log()), "it listens")
        with socket.create_connection((found[1], int(found[2]))) as client:
            self.assertRegex(client.recv(100), b"COLOR")
        output = check.popen.stdout.read().decode()
        self.assertEqual(check.wait(), 4, output + check.log())
        self.assertRegex(output, r"skipped +must +chess/client/plays")


class Sleep(CheckCase):
    """Who waits does not work: what the system is asked for is counted, since time says nothing on a busy machine."""

    def calls_while_waiting(self, process):
        """How often it reads anything, from now until it has ended."""
        def calls():
            with contextlib.suppress(OSError):
                with open(f"/proc/{process.popen.pid}/io", encoding="ascii") as file:
                    return int(re.search(r"syscr: (\d+)", file.read())[1])
            return None
        first = last = calls()
        while process.is_running():
            last = calls() or last
        return last - first

    def test_nothing_comes_from_a_server(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        address = "127.0.0.1:%d" % listener.getsockname()[1]
        check = self.keep(parlor.Process(["check", "scrabble-twente", "--server", address, "--timeout", "2"],
                                         os.path.join(self.folder, "check.log")))
        client, _ = listener.accept()
        with client:
            self.assertTrue(client.recv(1))
            self.assertLess(self.calls_while_waiting(check), 100)
        self.assertEqual(check.wait(), 3)


class WholeGames(CheckCase):
    """Games that are played to their end on any server, and servers that get one thing about them wrong."""

    GAMES = ("whole-game-*", "game-ended-*", "game-left-*")

    def fails(self, protocol, cut, change, *patterns):
        """Exactly the games that fit the patterns fail; each failure."""
        broken = tamper.Tamperer(self.serve().address(protocol), cut, change)
        self.addCleanup(broken.close)
        cases = self.results(protocol, broken.address, "--strict", "--only", *self.GAMES, code=1)
        cases.pop(f"{protocol}/order", None)  # is no game
        self.assertGreaterEqual(len(cases), 5)
        failed = {name for name, case in cases.items() if case["result"] in ("failed", "not_reached")}
        self.assertEqual(failed, {name for name in cases if any(fnmatch.fnmatch(name, f"*/{pattern}") for pattern in patterns)})
        self.assertEqual({case["result"] for name, case in cases.items() if name not in failed}, {"passed"} if len(failed) < len(cases) else set())
        return [cases[name] for name in failed if cases[name]["result"] == "failed"]

    @staticmethod
    def one_more(pattern, said):
        """The message with every number behind the pattern greater by one."""
        return re.sub(pattern + rb"(-?\d+)", lambda found: found[1] + b"%d" % (int(found[2]) + 1), said)

    @staticmethod
    def after_the_deal(word, change):
        """Changes every message that begins with the word, but for the first that somebody hears."""
        heard = threading.local()

        def changed(said):
            if not said.startswith(word):
                return said
            first, heard.yes = not getattr(heard, "yes", False), True
            return said if first else change(said)
        return changed

    def test_twente_points_of_a_word(self):
        change = lambda said: self.one_more(rb"(\x1f(?!0\x1f|0$))", said) if said.startswith(b"GAMEOVER") else said  # noqa: E731
        for case in self.fails("scrabble-twente", b"\x1e", change, *self.GAMES):
            self.assertRegex(case["came"], r"GAMEOVER\|")
            self.assertRegex(case["right"], r"GAMEOVER\|")

    def test_twente_deduction(self):
        change = lambda said: self.one_more(rb"(\x1f)", said) if said.startswith(b"GAMEOVER\x1fWIN") else said  # noqa: E731
        self.fails("scrabble-twente", b"\x1e", change, "whole-game-*", "game-ended-*")

    def test_twente_order_of_turns(self):
        change = lambda said: re.sub(rb"^(NOTIFYTURN\x1f.\x1f)Charlie", rb"\1Alice", said)  # noqa: E731
        for case in self.fails("scrabble-twente", b"\x1e", change, "*-of-three", "*-of-four"):
            self.assertRegex(case["right"], r"NOTIFYTURN\|[01]\|")

    def test_twente_one_tile_too_many(self):
        for case in self.fails("scrabble-twente", b"\x1e", self.after_the_deal(b"NEWTILES", lambda said: said + b"A"), *self.GAMES):
            self.assertRegex(case["right"], r"NEWTILES\|, and \d tiles")
            self.assertRegex(case["sent"], r"MAKEMOVE\|")

    def test_clarkson_points_of_a_word(self):
        for case in self.fails("scrabble-clarkson", b"\r\n", lambda said: self.one_more(rb"^(SCORE (?!0 ))", said), *self.GAMES):
            self.assertRegex(case["right"], r"SCORE \d+ ")
            self.assertRegex(case["sent"], r"PLACE ")

    def test_clarkson_deduction(self):
        """The document has none."""
        for case in self.fails("scrabble-clarkson", b"\r\n", lambda said: self.one_more(rb"^(WINNER )", said), *self.GAMES):
            self.assertRegex(case["right"], r"WINNER \d+ ")

    def test_clarkson_order_of_turns(self):
        change = lambda said: re.sub(rb"^TURN Cid", b"TURN Ann", said)  # noqa: E731
        for case in self.fails("scrabble-clarkson", b"\r\n", change, "*-of-three"):
            self.assertRegex(case["right"], r"TURN ")

    def test_clarkson_one_tile_too_many(self):
        for case in self.fails("scrabble-clarkson", b"\r\n", self.after_the_deal(b"TILES", lambda said: said + b"A"), *self.GAMES):
            self.assertRegex(case["right"], r"TILES and \d letters")

    def test_spectrangle_points(self):
        change = lambda said: self.one_more(rb"(,)", said) if said.startswith(b"SCORE") else said  # noqa: E731
        for case in self.fails("spectrangle", b"\n", change, *self.GAMES):
            self.assertRegex(case["right"], r"SCORE ")

    def test_spectrangle_one_tile_too_many(self):
        updated = threading.local()

        def change(said):
            refill = getattr(updated, "yes", False) and said.startswith(b"TILE")
            updated.yes = said.startswith(b"UPDATE")
            return said + b"\n" + said if refill else said
        self.fails("spectrangle", b"\n", change, *self.GAMES)

    def test_spectrangle_order_of_turns(self):
        """The second and the third move in each other's place."""
        change = lambda said: re.sub(rb"^UPDATE carol", b"UPDATE bob", said)  # noqa: E731
        for case in self.fails("spectrangle", b"\n", change, "*-of-three", "*-of-four"):
            self.assertRegex(case["right"], r"UPDATE carol")


class SecondBegins(CheckCase):
    """Whoever comes second begins, and every case is played all the same."""

    def passes(self, protocol, *only):
        peculiar = tamper.SecondBegins(self.serve().address(protocol), protocol)
        self.addCleanup(peculiar.close)
        flags = ("--encoding", "json") if protocol == "shelfie" else ()
        cases = self.results(protocol, peculiar.address, "--strict", *PATIENCE, "--only", *only, *flags)
        self.assertEqual({case["result"] for case in cases.values()}, {"passed"})
        self.assertGreaterEqual(len(cases), 5)
        self.assertGreaterEqual(peculiar.exchanged, 5)

    def test_chess(self):
        self.passes("chess", "error-*", "end-*", "rematch-*", "opponent-left*")

    def test_scrabble_twente(self):
        self.passes("scrabble-twente", "e006*", "e008*", "e009*", "*happy-flow", "game-again", "scoreless-end", "*-of-two", "chat", "e012*", "words-in-turn")

    def test_scrabble_clarkson(self):
        self.passes("scrabble-clarkson", "place-*", "pass-*", "stays*", "*-of-two", "userset-*")

    def test_spectrangle(self):
        self.passes("spectrangle", "error-*", "leave-two*", "multilobby", "refused-*", "*-of-two")

    def test_shelfie(self):
        self.passes("shelfie", "json/1*", "json/32*")


class Clients(CheckCase):
    """parlor check plays the server: our own client passes, others are told what they do wrong."""

    def reception(self, protocol, *flags):
        """A check that waits for clients, and where."""
        log = os.path.join(self.folder, f"check-{len(self.processes)}.log")
        check = self.keep(parlor.Process(["check", protocol, "--client", "--listen", "127.0.0.1:0", "--json", *flags], log))
        found = parlor.wait_until(lambda: re.search(r"waiting for clients of \S+ at (\S+):(\d+)", check.log()), "it listens")
        return check, (found[1], int(found[2]))

    def report(self, check, code):
        output = check.popen.stdout.read().decode()
        self.assertEqual(check.wait(), code, output + check.log())
        return {case["id"].split("/")[-1]: case for case in json.loads(output)["cases"]}

    def passes(self, protocol, *flags):
        check, address = self.reception(protocol, "--strict")
        while check.is_running():
            parlor.run("bot", protocol, "--connect", "%s:%d" % address, "--level", "random", *flags, timeout=60)
        cases = self.report(check, 0)
        self.assertGreaterEqual(len(cases), 9)
        self.assertEqual({case["result"] for case in cases.values()}, {"passed"})

    def test_chess(self):
        self.passes("chess")

    def test_scrabble_twente(self):
        self.passes("scrabble-twente")

    def test_scrabble_clarkson(self):
        self.passes("scrabble-clarkson")

    def test_spectrangle(self):
        self.passes("spectrangle")

    def test_shelfie(self):
        self.passes("shelfie")
        self.passes("shelfie", "--encoding", "json")

    def test_client_that_knows_no_rules(self):
        check, address = self.reception("chess", "--only", "client/plays", "client/sits-down")
        for _ in range(2):
            with socket.create_connection(address, timeout=10) as client:
                client.sendall(b"MOVE 4 1 4 4\n")
                while client.recv(4096):
                    pass
        cases = self.report(check, 1)
        self.assertEqual(cases["plays"]["result"], "failed")
        self.assertEqual(cases["plays"]["came"], "a> MOVE 4 1 4 4")
        self.assertIn("a legal move", cases["plays"]["right"])
        self.assertIn("chess", cases["plays"]["hint"])
        self.assertEqual(cases["plays"]["board"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")

    def test_client_that_goes_away(self):
        check, address = self.reception("chess", "--only", "client/plays")
        socket.create_connection(address).close()
        self.assertEqual(self.report(check, 1)["plays"]["came"], "a> the end of the connection")

    def test_client_that_says_nothing(self):
        check, address = self.reception("spectrangle", "--only", "client/plays", "client/sits-down", "--timeout", 0.5)
        with socket.create_connection(address):
            cases = self.report(check, 1)
        self.assertEqual((cases["sits-down"]["result"], cases["plays"]["result"]), ("failed", "skipped"))

    def test_nobody_comes(self):
        check, _ = self.reception("chess", "--timeout", 0.3)
        self.assertEqual(check.wait(), 3)
        self.assertIn("no client connected", check.log())


class Isolation(CheckCase):
    """One fault is told once; what it keeps from being tried is not reached."""

    def test_same_cause_is_told_once(self):
        server = self.serve()
        broken = tamper.Tamperer(server.address("chess"), b"\n", lambda said: said.replace(b"COLOR", b"COLOUR"))
        self.addCleanup(broken.close)
        result = self.check("chess", "--server", broken.address, "--timeout", 0.5, code=3)
        self.assertIn("does not speak chess: it says 'COLOUR", result.stderr)
        broken = tamper.Tamperer(server.address("chess"), b"\n", lambda said: said.replace(b"BLACK", b"RED"))
        self.addCleanup(broken.close)
        cases = self.results("chess", broken.address, "--timeout", 0.5, code=1)
        failed = [case for case in cases.values() if case["result"] == "failed"]
        self.assertEqual([case["right"] for case in failed], ["b< COLOR BLACK"])
        self.assertEqual({case["since"] for case in cases.values() if case["result"] == "not_reached"}, {failed[0]["id"]})
        self.assertGreater(len(cases), 40)

    def test_server_that_dies_when_somebody_hangs_up(self):
        broken = tamper.Mortal(self.serve().address("chess"))
        self.addCleanup(broken.close)
        cases = self.results("chess", broken.address, "--timeout", 0.3, code=1)
        self.assertEqual([name for name, case in cases.items() if case["result"] == "failed"], ["chess/goes-on"])
        self.assertIn("refused", cases["chess/goes-on"]["came"])
        self.assertEqual({case["result"] for name, case in cases.items() if name != "chess/goes-on"}, {"not_reached"})

    def test_fresh_server_for_every_case(self):
        script = os.path.join(parlor.SOURCE, "tests", "live", "mortal_chess.py")
        result = self.check("chess", "--spawn", f"exec python3 {script} {{port}}", "--json", "--timeout", 5, "--only", "happy-flow", "error-3*", code=1)
        cases = {case["id"]: case for case in json.loads(result.stdout)["cases"]}
        self.assertEqual(cases["chess/happy-flow"]["result"], "passed")
        self.assertRegex(cases["chess/goes-on"]["came"], "ended with code 7: 'somebody hung up'")

    def test_spawned_server_that_never_listens(self):
        result = self.check("chess", "--spawn", "echo no luck on {port}; exit 5", code=3)
        self.assertRegex(result.stderr, r"the server of --spawn ended with code 5: 'no luck on \d+'\n$")

    def test_other_order_is_no_must(self):
        kept = threading.local()

        def change(said):
            if said.startswith(b"NEWTILES") and getattr(kept, "begun", False):
                kept.tiles = said
                return None
            kept.begun = getattr(kept, "begun", False) or said.startswith(b"NOTIFYTURN")
            tiles, kept.tiles = getattr(kept, "tiles", None), None
            return said if tiles is None else said + b"\x1e" + tiles
        broken = tamper.Tamperer(self.serve().address("scrabble-twente"), b"\x1e", change)
        self.addCleanup(broken.close)
        cases = self.results("scrabble-twente", broken.address, "--only", "happy-flow", "word-*")
        self.assertEqual([name for name, case in cases.items() if case["result"] != "passed"], ["scrabble-twente/order"])
        self.assertEqual(cases["scrabble-twente/order"]["level"], "should")
        self.assertIn("NEWTILES", cases["scrabble-twente/order"]["right"])

    def test_spawned_clients(self):
        bot = f"exec {parlor.binary} bot chess --connect 127.0.0.1:{{port}} --level random"
        cases = json.loads(self.check("chess", "--client", "--spawn", bot, "--json", "--timeout", 20).stdout)["cases"]
        self.assertEqual({case["result"] for case in cases}, {"passed"})
        told = self.check("chess", "--client", "--spawn", "echo I want no {port}; exit 4", "--timeout", 5, code=1).stdout
        self.assertRegex(told, r"came +the client ended with code 4: 'I want no \d+'")

    def test_spawn_needs_a_port(self):
        self.assertIn("{port}", self.check("chess", "--spawn", "true", code=2).stderr)


if __name__ == "__main__":
    parlor.main()
