# Terminals and pipes with parlor play in them, for its tests.
import os
import subprocess
import time

import parlor
from screen import Screen


class PlayCase(parlor.Case):
    def screen(self, *arguments, **options):
        """A terminal in which parlor play runs."""
        options["env"] = {"XDG_STATE_HOME": self.state(), **(options.get("env") or {})}
        screen = Screen(" ".join([parlor.binary, "play", *map(str, arguments)]), **options)
        self.addCleanup(screen.end)
        return screen

    def state(self):
        """Where what is kept for players lies."""
        return os.path.join(self.folder, "state")

    def bot(self, protocol, server, *flags):
        log = os.path.join(self.folder, f"bot-{len(self.processes)}.log")
        address = "%s:%d" % server.address(protocol)
        return self.keep(parlor.Process(["bot", protocol, "--connect", address, *flags], log))

    def pipe(self, *arguments):
        """parlor play with lines instead of a terminal."""
        process = subprocess.Popen([parlor.binary, "play", *map(str, arguments)], env=parlor.environment({"XDG_STATE_HOME": self.state()}),
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end_pipe, process)
        return process

    @staticmethod
    def say(process, line):
        process.stdin.write(line + "\n")
        process.stdin.flush()

    @staticmethod
    def end_pipe(process):
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()

    def play_hints(self, screen, patience=150):
        """Asks for a hint and makes it whenever it is the player's turn, until the game is over."""
        deadline = time.monotonic() + patience
        while True:
            self.assertLess(time.monotonic(), deadline, screen.text())
            now = screen.wait_for("your turn", "game over", patience=patience)
            if "game over" in now:
                return screen.settled()
            if "not your turn" in now:
                time.sleep(0.01)
                continue
            screen.press("?")
            hinted = screen.wait_for("Hint: ", "not your turn", "game over")
            if "Hint: " in hinted:
                screen.press("Enter")
                parlor.wait_until(lambda: "Hint: " not in screen.text(), "the hint is made")

    @staticmethod
    def make_hints(screen, count):
        """Makes so many moves that bots would make."""
        for _ in range(count):
            parlor.wait_until(lambda: "not your turn" not in screen.wait_for("your turn"), "own turn")
            screen.press("?")
            screen.wait_for("Hint: ")
            screen.press("Enter")
            parlor.wait_until(lambda: "Hint: " not in screen.text(), "the hint is made")
