# parlor spar: our own bots live with every style, or end with one clear line; none of them waits for ever.
import os
import re
import socket

import parlor
import tap_test

PROTOCOLS = ("chess", "scrabble-clarkson", "scrabble-twente", "spectrangle", "shelfie")


class SparCase(tap_test.TapCase):
    def spar(self, protocol, *flags):
        log = os.path.join(self.folder, f"spar-{len(self.processes)}.log")
        spar = self.keep(parlor.Process(["spar", protocol, *flags], log))
        line = spar.read_line()
        found = re.fullmatch(rf"listening on (\S+):(\d+) for {protocol}, style \S+", line)
        self.assertTrue(found, line + spar.log())
        spar.where = found[1], int(found[2])
        return spar

    def styles(self, protocol):
        done = parlor.run("spar", protocol, "--list")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r'allowed by \S+\.(md|txt)[^:]*: "')
        return [name for name in re.findall(r"^([a-z-]+) ", done.stdout, re.M) if name != "every"]


class Bouts(SparCase):
    def bout(self, protocol, style):
        spar = self.spar(protocol, "--style", style, "--seed", 3, "--connections", 1)
        tap = self.tap(protocol, spar.where, "--connections", 1)
        bot = self.bot(protocol, tap.where, "--seed", 4, "--name", "guest")
        if style == "slow":
            parlor.wait_until(lambda: "a game begins" in spar.read_line(), "a game begins")
            bot.popen.kill()
        else:
            output = bot.popen.stdout.read().decode()
            code = bot.wait()
            if code == 0:
                self.assertRegex(output, r"^game 1: ")
            else:
                self.assertEqual(code, 1)
                self.assertRegex(bot.log(), r"^parlor: [^\n]+\n$")
            if style in ("plain", "bytes", "packet", "endings", "unexpected", "names", "chat", "rename", "crowd"):
                self.assertEqual(code, 0, bot.log())
        shown = "\n".join(self.rest_of(tap, code=None))
        self.assertEqual(tap.wait(), 0 if " 0 violations" in shown else 3, shown)
        self.assertNotIn(" ! < ", shown, "what a server says keeps to its document")
        verdict = spar.popen.stdout.read().decode().split("verdict:\n")[1]
        if style == "slow":
            self.assertIn("FAILED", verdict)
            self.assertEqual(spar.wait(), 3, spar.log())
        else:
            self.assertRegex(verdict, rf"^  survived +{style} +guest 1: .+\n$")
            self.assertEqual(spar.wait(), 0, spar.log())

    def test_every_style_of_every_protocol(self):
        for protocol in PROTOCOLS:
            styles = self.styles(protocol)
            self.assertGreaterEqual(len(styles), 14)
            for style in styles:
                with self.subTest(protocol=protocol, style=style):
                    self.bout(protocol, style)

    def test_one_after_the_other(self):
        spar = self.spar("chess", "--style", "every", "--connections", 2)
        for style in self.styles("chess")[:2]:
            with socket.create_connection(spar.where):
                line = parlor.wait_until(lambda: [line for line in [spar.read_line()] if " comes from " in line], "a guest")[0]
                self.assertRegex(line, rf"^\d+: comes from .*, style {style}: ")


class Trouble(SparCase):
    def complains(self, *arguments, says, code=1):
        done = parlor.run("spar", *arguments)
        self.assertEqual((done.returncode, done.stdout), (code, ""))
        self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
        self.assertIn(says, done.stderr)

    def test_what_cannot_be(self):
        self.complains("chees", says="did you mean 'chess'?")
        self.complains("chess", "--style", "bites", says="there is no style for chess called 'bites': did you mean 'bytes'?")
        self.complains("chess", "--style", "rename", says="no style for chess called 'rename'")
        self.complains("chess", "--level", "godlike", says="'godlike'")
        self.complains("chess", "--listen", "here", says="'here'")
        self.complains("web", says="web is Parlor's own")
        self.complains(says="protocol", code=2)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            where = "127.0.0.1:%d" % taken.getsockname()[1]
            self.complains("chess", "--listen", where, says=where)


if __name__ == "__main__":
    parlor.main()
