# parlor lexicon as a person uses it, and --lexicon with files of every kind.
import os
import unittest

import parlor
import twente

WORDS = "dog\r\nCAT\tn. an animal\n# a remark\nit's\n\nqi\t\nzax\nx\nabcdefghijklmnop\nna\u00efve\nCat\nno end"
SYSTEM_LIST = "/usr/share/dict/words"


class LexiconCase(parlor.Case):
    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def read(self, path):
        with open(path, "rb") as file:
            return file.read()

    def build(self, words, name="compiled"):
        """Compiles a list of words; what was printed and the file."""
        target = os.path.join(self.folder, name)
        done = parlor.run("lexicon", "build", words, "-o", target)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout, target

    def assert_refused(self, done, *says):
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")
        for text in says:
            self.assertIn(text, done.stderr)

    def bad_files(self):
        """Files that are no lexicon, and what is said of each."""
        _, good = self.build(self.file("good.txt", "cat\ndog\n"), "good")
        whole = self.read(good)
        flipped = [self.file(f"flipped-{at}", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
                   for at in (0, 7, 8, 12, 16, 20, 24, 32, 40, len(whole) // 2, len(whole) - 1)]
        cut = [self.file(f"cut-{size}", whole[:size]) for size in (1, 7, 8, 39, 40, 100, len(whole) - 1)]
        return [(os.path.join(self.folder, "missing"), "No such file"),
                (self.folder, "no file"),
                (self.file("empty", ""), "empty"),
                (self.file("no-words", "x\n1234\nit's\n"), "no words"),
                (self.file("longer", whole + b"\0\0\0\0"), ""),
                *((path, "") for path in flipped + cut)]


class Build(LexiconCase):
    def test_list_of_every_kind_of_line(self):
        said, target = self.build(self.file("words.txt", WORDS))
        self.assertRegex(said, r"^\S+/compiled: 4 words from 12 lines, \d+ bytes, fingerprint [0-9a-f]{16}\n$")
        self.assertIn(f" {os.path.getsize(target)} bytes", said)
        self.assertEqual(os.stat(target).st_mode & 0o777, 0o644)

    def test_same_words_give_the_same_file(self):
        _, first = self.build(self.file("one.txt", "cat\ndog\n"), "first")
        _, second = self.build(self.file("two.txt", "DOG\r\nCAT\tx\r\ncat\r\n"), "second")
        self.assertEqual(self.read(first), self.read(second))

    def test_replaces_the_file_as_a_whole(self):
        target = self.file("compiled", "what was there before")
        before = os.stat(target).st_ino
        self.build(self.file("words.txt", WORDS))
        self.assertNotEqual(os.stat(target).st_ino, before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["compiled", "words.txt"])

    def test_what_cannot_be_read_changes_nothing(self):
        target = self.file("kept", "what was there before")
        for path, says in self.bad_files():
            with self.subTest(path=path):
                self.assert_refused(parlor.run("lexicon", "build", path, "-o", target), path, says)
        self.assertEqual(self.read(target), b"what was there before")

    def test_what_cannot_be_written(self):
        words = self.file("words.txt", WORDS)
        for target in (os.path.join(self.folder, "nowhere", "compiled"), self.folder):
            self.assert_refused(parlor.run("lexicon", "build", words, "-o", target), f"cannot write '{target}'")
        self.assertEqual(os.listdir(self.folder), ["words.txt"])

    def test_compiled_already(self):
        _, compiled = self.build(self.file("words.txt", WORDS))
        self.assert_refused(parlor.run("lexicon", "build", compiled, "-o", compiled), "compiled already")

    def test_wrong_use(self):
        for arguments in ([], ["build"], ["build", "x"], ["check"], ["check", "x"], ["burn"]):
            done = parlor.run("lexicon", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$")

    @unittest.skipUnless(os.path.exists(SYSTEM_LIST), "the system has no list of words")
    def test_list_of_the_system(self):
        said, target = self.build(SYSTEM_LIST)
        self.assertGreater(int(said.split(": ")[1].split()[0]), 10_000)
        done = parlor.run("lexicon", "check", target, "house", "xyzzyx")
        self.assertEqual((done.returncode, done.stdout), (1, "house: a word\nxyzzyx: no word\n"))


class Check(LexiconCase):
    def test_list_and_compiled_file_say_the_same(self):
        words = self.file("words.txt", WORDS)
        _, compiled = self.build(words)
        for path in (words, compiled):
            done = parlor.run("lexicon", "check", path, "CAT", "dog", "Qi", "zax")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout, "CAT: a word\ndog: a word\nQi: a word\nzax: a word\n")
            wrong = ["x", "it's", "cats", "animal", "remark", "naive", "no end", "c4t", "\U0001f600", "cat" * 4000]
            done = parlor.run("lexicon", "check", path, *wrong)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stdout, "".join(f"{word}: no word\n" for word in wrong))

    def test_one_that_is_none_among_others(self):
        done = parlor.run("lexicon", "check", self.file("words.txt", WORDS), "cat", "dok", "dog")
        self.assertEqual((done.returncode, done.stdout), (1, "cat: a word\ndok: no word\ndog: a word\n"))

    def test_words_built_in(self):
        done = parlor.run("lexicon", "check", "", "QI", "ZA", "colour", "color", "DOK")
        self.assertEqual((done.returncode, done.stdout.count(": a word"), done.stdout.count(": no word")), (1, 4, 1))

    def test_what_is_no_lexicon(self):
        for path, says in self.bad_files():
            with self.subTest(path=path):
                self.assert_refused(parlor.run("lexicon", "check", path, "cat"), path, says)


class Flag(LexiconCase):
    def test_what_is_no_lexicon_is_refused_at_start(self):
        self.assertEqual(self.serve().stop(), 0)  # leaves a data directory for fsck
        commands = [["serve", "--data", os.path.join(self.folder, "new")], ["bot", "scrabble-twente"],
                    ["fsck", "--data", self.data]]
        for path, says in self.bad_files():
            for command in commands:
                with self.subTest(path=path, command=command[0]):
                    self.assert_refused(parlor.run(*command, "--lexicon", path), path, says)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "new")), "nothing was begun")

    def test_words_of_a_file_count(self):
        """The first rack of seed 1 is DEEELNX: EEL is a word here, and DEE, which is built in, is none."""
        words = self.file("words.txt", "EEL\n")
        for path in (words, self.build(words)[1]):
            server = self.serve("--lexicon", path, "--seed", 1, "--twente-retry", data=path + "-data")
            alice, _ = twente.seat_pair(self, server)
            alice.say("MAKEMOVE|WORD|H8|H|DEE")
            alice.expect("ERROR|E006")
            alice.say("MAKEMOVE|WORD|H8|H|EEL")
            self.assertTrue(alice.hear().startswith("NEWTILES|"))
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    parlor.main()
