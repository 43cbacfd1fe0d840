# What parlor check takes on its command line, and the forms of its report.
import fnmatch
import os
import socket
import xml.etree.ElementTree

import parlor
import tamper
from check_test import CheckCase, LEAST


class CommandLine(CheckCase):
    def test_list(self):
        for protocol, least in LEAST.items():
            lines = self.check(protocol, "--list").stdout.splitlines()
            self.assertGreaterEqual(len(lines), least)
            ids = [line.split()[0] for line in lines]
            self.assertEqual(len(ids), len(set(ids)))
            for line in lines:
                self.assertRegex(line, rf"^{protocol}/\S+ +(must|should|may) +\S")

    def test_only(self):
        lines = self.check("shelfie", "--list", "--only", "json/0*", "shelfie/java/12-turn").stdout.splitlines()
        self.assertTrue(all(fnmatch.fnmatch(line.split()[0], "shelfie/json/0*") for line in lines[1:]))
        self.assertEqual(lines[0].split()[0], "shelfie/java/12-turn")

    def test_every_protocol_asks_for_what_its_document_says(self):
        for protocol in LEAST:
            self.assertIn(" must ", self.check(protocol, "--list").stdout)

    def test_reports(self):
        address = self.address(self.serve(), "chess")
        file = os.path.join(self.folder, "report.xml")
        told = self.check("chess", "--server", address, "--only", "happy-flow", "error-1*", "--verbose", "--junit", file).stdout
        self.assertRegex(told, r"passed +must +chess/happy-flow\n")
        self.assertRegex(told, r"all +5 +0 +0 +0   chess at 127")
        suite = xml.etree.ElementTree.parse(file).getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("5", "0", "0"))
        self.assertIn("chess/happy-flow", [case.get("name") for case in suite])

    def test_report_of_a_failure(self):
        broken = tamper.Tamperer(self.serve().address("chess"), b"\n", lambda said: said.replace(b"ERROR 2", b"ERROR <&>"))
        self.addCleanup(broken.close)
        file = os.path.join(self.folder, "report.xml")
        told = self.check("chess", "--server", broken.address, "--only", "error-2*", "--junit", file, code=1).stdout
        self.assertRegex(told, r"^To mend:\n\n1\. chess\.md, .*\n +chess/error-2-number-of-arguments, must\n +sent +[ab]> .*\n +came +[ab]< ERROR <&>\n"
                               r" +right +[ab]< ERROR 2\n")
        failure = xml.etree.ElementTree.parse(file).getroot()[0][0]
        self.assertEqual((failure.tag, failure.get("type")), ("failure", "must"))
        self.assertIn("ERROR <&>", failure.text)

    def test_only_strict_counts_what_should_be(self):
        broken = tamper.Tamperer(self.serve().address("chess"), b"\n", lambda said: said.replace(b"ERROR 1", b"ERROR 2"))
        self.addCleanup(broken.close)
        flags = ("--server", broken.address, "--only", "error-1-early-replay")
        self.assertRegex(self.check("chess", *flags).stdout, "chess/error-1-early-replay, should")
        self.check("chess", *flags, "--strict", code=1)

    def test_misused(self):
        for flags, words in ((["ches", "--server", "127.0.0.1:1"], "did you mean 'chess'"), (["chess"], "--server HOST:PORT"),
                             (["chess", "--server", "nowhere"], "HOST:PORT"), (["web", "--list"], "there is no protocol called 'web'"),
                             (["chess", "--list", "--only", "nothing"], "no case fits"),
                             (["shelfie", "--list", "--encoding", "xml"], "no encoding called 'xml'"),
                             (["chess", "--server", "127.0.0.1:1", "--timeout", "0"], "--timeout")):
            result = self.check(*flags, code=2)
            self.assertIn(words, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1)

    def test_nobody_there(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        silent = "127.0.0.1:%d" % listener.getsockname()[1]
        refused = socket.create_server(("127.0.0.1", 0))
        gone = "127.0.0.1:%d" % refused.getsockname()[1]
        refused.close()
        server = self.serve()
        for protocol in LEAST:
            for address, words in ((gone, "cannot connect to"), (silent, "says nothing for 300 ms"),
                                   ("no-such-host.invalid:7", "no-such-host.invalid")):
                result = self.check(protocol, "--server", address, "--timeout", 0.3, code=3)
                self.assertIn(words, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1)
        result = self.check("spectrangle", "--server", self.address(server, "scrabble-clarkson"), "--timeout", 0.5, code=3)
        self.assertIn("does not speak spectrangle: it says 'HELLO", result.stderr)
        result = self.check("spectrangle", "--server", self.address(server, "web"), "--timeout", 0.5, code=3)
        self.assertRegex(result.stderr, "does not speak spectrangle|hangs up")

    def test_wrong_frames(self):
        """What is wrong about bytes that never become a message is said in one sentence."""
        server = self.serve()
        for change, words in ((lambda said: said.replace(b"\x1e", b"\n"), "LF \\(0x0A\\) ends a message where RS"),
                              (lambda said: said.replace(b"\x1f", b"|").replace(b"\x1e", b"\n"), "'\\|' stands between the words where US"),
                              (lambda said: said.decode().encode("utf-16-be"), "UTF-16BE"),
                              (lambda said: (len(said) - 1).to_bytes(2, "big") + said[:-1], "2 bytes with the length"),
                              (lambda said: b"HTTP/1.1 400 Bad Request\r\n\r\n", "this is HTTP"),
                              (lambda said: bytes.fromhex("15030100020246"), "this is TLS")):
            broken = tamper.Tamperer(server.address("scrabble-twente"), b"\x1e", lambda said, change=change: change(said + b"\x1e"), end=b"")
            self.addCleanup(broken.close)
            result = self.check("scrabble-twente", "--server", broken.address, "--timeout", 1, code=3)
            self.assertRegex(result.stderr, words)
            self.assertEqual(result.stderr.count("\n"), 1)

    def test_never_stops(self):
        """Garbage without an end is answered with a sentence, in bounded memory."""
        noise = tamper.Noise()
        self.addCleanup(noise.close)
        for protocol in LEAST:
            result = self.check(protocol, "--server", noise.address, "--timeout", 1, code=3)
            self.assertRegex(result.stderr, f"does not speak {protocol}")
            self.assertLess(len(result.stderr), 1000)


if __name__ == "__main__":
    parlor.main()
