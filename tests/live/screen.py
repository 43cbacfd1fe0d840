# A program in a terminal of its own (tmux): keys go in, the text of the screen comes out.
import os
import subprocess
import tempfile
import time
import uuid

import parlor


class Screen:
    """Runs a command of the shell in a terminal of that size. The terminal lives on when the command has ended."""

    def __init__(self, command, columns=80, rows=24, env=None):
        self.socket = os.path.join(tempfile.gettempdir(), f"parlor-tmux-{uuid.uuid4().hex[:12]}")
        words = {"LANG": "C.UTF-8", "TERM": "tmux-256color", **(env or {})}
        exports = " ".join(f"{key}='{value}'" for key, value in words.items())
        script = f"stty -a > {self.socket}.before; env {exports} {command}; code=$?; " \
                 f"stty -a > {self.socket}.after; echo \"ended with $code\"; exec sleep 1000"
        self._tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), script)

    def _tmux(self, *words):
        done = subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], capture_output=True, text=True,
                              env=parlor.environment({"LANG": "C.UTF-8"}), timeout=parlor.PATIENCE)
        if done.returncode != 0:
            raise AssertionError(f"tmux {words[0]}: {done.stderr}")
        return done.stdout

    def press(self, *keys):
        """Keys by tmux's names: Enter, Up, Escape, F1, or single characters."""
        self._tmux("send-keys", *keys)

    def type(self, text):
        self._tmux("send-keys", "-l", text)

    def click(self, *places):
        """The left button, pressed and let go at each (row, column), as tmux reports it to programs that asked for it;
        several at once, as a program meets them that was not looking for a while."""
        self._tmux("send-keys", "-H", *(f"{byte:x}" for row, column in places for button in (32, 35)
                                        for byte in (27, 91, 77, button, column + 33, row + 33)))

    def text(self):
        return self._tmux("capture-pane", "-p")

    def styled(self):
        """The same with the escape sequences that make it look as it does."""
        return self._tmux("capture-pane", "-p", "-e")

    def shows(self, *texts):
        now = self.text()
        return now if any(text in now for text in texts) else None

    def wait_for(self, *texts, patience=parlor.PATIENCE):
        """The screen as soon as it shows one of the texts."""
        try:
            return parlor.wait_until(lambda: self.shows(*texts), f"the screen shows {texts}", patience)
        except AssertionError as problem:
            raise AssertionError(f"{problem}; it shows\n{self.text()}") from None

    def settled(self):
        """The screen once nothing changes there any more."""
        before = None
        while (now := self.text()) != before:
            before = now
            time.sleep(0.1)
        return now

    def resize(self, columns, rows):
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def value(self, name):
        """What tmux knows of the terminal: alternate_on, cursor_flag, mouse_any_flag ..."""
        return self._tmux("display-message", "-p", "#{" + name + "}").strip()

    def process(self, name="parlor"):
        """The number of the program that runs in it."""
        shell = self.value("pane_pid")
        found = subprocess.run(["pgrep", "-P", shell, name], capture_output=True, text=True, check=False).stdout.split()
        return int(found[0]) if found else None

    def is_restored(self):
        """Whether the terminal is again what it was before the command."""
        with open(self.socket + ".before", encoding="utf-8") as before, \
             open(self.socket + ".after", encoding="utf-8") as after:
            same = before.read() == after.read()
        return same and (self.value("alternate_on"), self.value("cursor_flag"),
                         self.value("mouse_any_flag")) == ("0", "1", "0")

    def end(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)
        for path in (self.socket, self.socket + ".before", self.socket + ".after"):
            if os.path.exists(path):
                os.unlink(path)
