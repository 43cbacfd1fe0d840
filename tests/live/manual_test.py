# Manual pages and completion: made of the command line itself, so they must say what --help says.
import os
import re
import subprocess
import tempfile

import parlor


def commands(*path):
    """The commands below one, from its help."""
    text = parlor.run(*path, "--help").stdout
    found = re.search(r"\nSubcommands:\n((?:  .*\n)*)", text)
    return re.findall(r"^  (\S+)", found[1], re.M) if found else []


def every_command():
    """All commands, as the words that call them."""
    paths = [()]
    for path in paths:
        paths += [(*path, name) for name in commands(*path)]
    return paths


class Manual(parlor.Case):
    def page(self, *path):
        done = parlor.run("man", *path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_every_flag_of_every_command(self):
        paths = every_command()
        self.assertGreater(len(paths), 10)
        for path in paths:
            with self.subTest(command=path):
                help_text = parlor.run(*path, "--help").stdout
                options = re.search(r"\nOptions:\n((?:  .*\n|\n(?=  ))*)", help_text)
                wanted = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", options[1], re.M)
                page = self.page(*path)
                section = page.split(".SH OPTIONS\n")[1].split(".SH ")[0]
                self.assertEqual(set(re.findall(r"^\\fB(\\-\\-(?:\\-|[a-z])+)", section, re.M)),
                                 {flag.replace("-", "\\-") for flag in wanted})
                for name in commands(*path):
                    self.assertIn("\\fB" + " ".join(("parlor", *path, name)).replace("-", "\\-") + "\\fR", page)

    def test_pages_are_what_man_takes(self):
        for path in every_command():
            with self.subTest(command=path):
                done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z"], input=self.page(*path), text=True,
                                      capture_output=True, timeout=parlor.PATIENCE)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_all_at_once(self):
        folder = os.path.join(self.folder, "man1")
        self.assertEqual(parlor.run("man", "--write", folder).returncode, 0)
        self.assertEqual(sorted(os.listdir(folder)), sorted("-".join(("parlor", *path)) + ".1" for path in every_command()))

    def test_unknown_command(self):
        done = parlor.run("man", "sevre")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "parlor: there is no command called 'sevre': did you mean 'serve'?\n")
        done = parlor.run("man", "--write", "/dev/null/x")
        self.assertEqual((done.returncode, done.stderr), (1, "parlor: cannot write to '/dev/null/x'\n"))


class Completion(parlor.Case):
    def script(self, shell):
        done = parlor.run("completion", shell)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        path = os.path.join(self.folder, f"completion.{shell}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(done.stdout)
        return path

    def complete(self, shell, *words):
        """What the shell would offer for the last word."""
        if shell == "bash":
            program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _parlor; printf "%s\\n" "${COMPREPLY[@]}"'
        else:
            program = ('compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print -l -- FILES; }; source "$1"; shift; '
                       'words=("$@"); CURRENT=$#; _parlor')
        done = subprocess.run([shell, "-c", program, shell, self.script(shell), "parlor", *words], capture_output=True, text=True,
                              timeout=parlor.PATIENCE, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [word for word in done.stdout.split("\n") if word and (shell == "bash" or word.startswith(words[-1]))]

    def test_commands_flags_and_values(self):
        names = parlor.protocols()
        for shell in ("bash", "zsh"):
            with self.subTest(shell=shell):
                self.assertEqual(sorted(self.complete(shell, "l")), ["lexicon"])
                self.assertEqual(set(commands()) - set(self.complete(shell, "")), set())
                self.assertEqual(sorted(self.complete(shell, "lexicon", "")), ["--help", "build", "check"])
                self.assertEqual(sorted(self.complete(shell, "tap", "s")), sorted(name for name in names if name.startswith("s")))
                self.assertEqual(self.complete(shell, "tap", "chess", "--rec"), ["--record"])
                self.assertEqual(sorted(self.complete(shell, "tap", "--color", "")), ["always", "auto", "never"])
                self.assertEqual(sorted(self.complete(shell, "bot", "web", "--game", "s")), ["scrabble", "shelfie", "spectrangle"])
                self.assertIn("greedy", self.complete(shell, "bot", "web", "--level", "g"))
                self.assertIn("hang-up-lobby", self.complete(shell, "spar", "chess", "--style", "hang"))
                self.assertEqual(sorted(self.complete(shell, "completion", "z")), ["zsh"])
                self.assertEqual(self.complete(shell, "tap", "--listen", ""), [])

    def test_files(self):
        with open(os.path.join(self.folder, "words.txt"), "w", encoding="utf-8") as file:
            file.write("x\n")
        self.assertEqual(self.complete("bash", "serve", "--lexicon", "wor"), ["words.txt"])
        self.assertEqual(self.complete("zsh", "serve", "--lexicon", "F"), ["FILES"])

    def test_unknown_shell(self):
        done = parlor.run("completion", "bsh")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "parlor: there is no shell here called 'bsh': did you mean 'bash'?\n")


class Install(parlor.Case):
    def test_program_pages_and_completion(self):
        build = os.path.dirname(parlor.binary)
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, capture_output=True, timeout=120)
            installed = os.path.join(prefix, "bin", "parlor")
            done = subprocess.run([installed, "--version"], capture_output=True, text=True, check=True, timeout=parlor.PATIENCE)
            self.assertTrue(done.stdout.startswith("parlor "))
            self.assertIn("parlor-serve.1", os.listdir(os.path.join(prefix, "share", "man", "man1")))
            for path in ("share/bash-completion/completions/parlor", "share/zsh/site-functions/_parlor"):
                with open(os.path.join(prefix, path), encoding="utf-8") as file:
                    self.assertIn("_parlor_words()", file.read())


if __name__ == "__main__":
    parlor.main()
