# parlor talk: every protocol by hand, through a pipe and at a terminal.
import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import termios
import threading
import time

import parlor

# How a conversation begins that a server answers: what is typed, and what is heard then. Protocols that are not here are only connected to.
OPENINGS = {
    "scrabble-clarkson": (["HELLO 1.0.1,Linux,C/1,anna"], "< OK"),
    "scrabble-twente": (["ANNOUNCE|anna"], "< WELCOME|anna"),
    "spectrangle": (["JOIN anna"], "< LOBBY"),
    "shelfie": ([json.dumps({"header": {"type": "CONNECTION", "nickname": "anna"}, "payload": {"key": "CONNECTION_CREATION", "data": {}}},
                            separators=(",", ":"))], "GLOBAL_LOBBY_DECISION"),
    "chess": (["HELLO"], "< ERROR 1"),
    "web": (['{"id":1,"ask":"nonsense"}'], '< {"'),
}


class TalkCase(parlor.Case):
    def talk(self, *arguments, stdin=subprocess.PIPE):
        """Runs beside the test; ended with it."""
        process = subprocess.Popen([parlor.binary, "talk", *map(str, arguments)], env=parlor.environment(), stdin=stdin,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.leave, process)
        return process

    def leave(self, process):
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()

    def hears(self, process, part):
        """The next line that has that part in it."""
        for line in process.stdout:
            if part in line.decode():
                return line.decode()
        self.fail(f"never heard: {part}; {process.stderr.read().decode()}")


class Pipes(TalkCase):
    def test_every_protocol(self):
        server = self.serve()
        for protocol in parlor.protocols():
            with self.subTest(protocol=protocol):
                lines, heard = OPENINGS[protocol]
                process = self.talk(protocol, *server.address(protocol))
                if protocol == "scrabble-clarkson":
                    self.hears(process, "< HELLO")
                process.stdin.write("".join(line + "\n" for line in lines).encode())
                process.stdin.flush()
                self.hears(process, heard)
                process.stdin.close()
                process.stdin = None
                self.assertEqual(process.wait(parlor.PATIENCE), 0, process.stderr.read())

    def test_java_streams(self):
        server = self.serve()
        process = self.talk("shelfie", *server.address("shelfie"), "--encoding", "java")
        process.stdin.write((OPENINGS["shelfie"][0][0] + "\n").encode())
        process.stdin.flush()
        self.hears(process, "GLOBAL_LOBBY_DECISION")

    def test_a_script_from_a_file_hears_its_answers(self):
        server = self.serve()
        script = os.path.join(self.folder, "script.txt")
        with open(script, "w", encoding="utf-8") as file:
            file.write("JOIN anna\n\nLOBBIES")
        with open(script, "rb") as file:
            process = self.talk("spectrangle", *server.address("spectrangle"), "--wait", 5, stdin=file)
            output = process.stdout.read().decode()
        self.assertEqual(process.wait(parlor.PATIENCE), 0)
        self.assertRegex(output, r"< LOBBY[^\n]*\n(.*\n)*< ACTIVE_LOBBIES ")

    def test_help_in_a_pipe(self):
        server = self.serve()
        process = self.talk("chess", *server.address())
        process.stdin.write(b"help MOVE\nquit\n")
        process.stdin.flush()
        output = process.stdout.read().decode()
        self.assertIn("MOVE 4 1 4 3", output)
        self.assertIn('chess.md, MOVE: "All coordinates must be between 0 and 7."', output)
        self.assertEqual(process.wait(parlor.PATIENCE), 0)


class Trouble(TalkCase):
    def complains(self, process, code, says):
        errors = process.stderr.read().decode()
        self.assertEqual(process.wait(parlor.PATIENCE), code, errors)
        self.assertRegex(errors, r"^parlor: [^\n]+\n$")
        self.assertIn(says, errors)

    def stranger(self, speak):
        """A server that does that to whoever comes."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            try:
                link, _ = listener.accept()
                with link:
                    speak(link)
            except OSError:
                pass  # whoever came is gone

        threading.Thread(target=serve, daemon=True).start()
        return listener.getsockname()

    def test_what_cannot_be(self):
        self.complains(self.talk("ches"), 1, "did you mean 'chess'?")
        self.complains(self.talk("chess", "127.0.0.1", "99999"), 1, "'99999' is no port")
        self.complains(self.talk("chess", "nowhere.invalid"), 1, "nowhere.invalid")
        self.complains(self.talk("shelfie", "--encoding", "morse"), 1, "morse")
        self.complains(self.talk(), 2, "protocol")
        with socket.create_server(("127.0.0.1", 0)) as gone:
            where = gone.getsockname()
        self.complains(self.talk("chess", *where), 1, "cannot connect to %s:%d: Connection refused" % where)

    def test_a_line_that_is_no_message(self):
        process = self.talk("chess", *self.serve().address())
        process.stdin.write(b"MOVE 4 1 4 3\nMOVE \\q\n")
        process.stdin.flush()
        self.complains(process, 2, "line 2 of the input: an escape is")

    def test_hangs_up_at_once(self):
        where = self.stranger(lambda link: None)
        self.complains(self.talk("chess", *where), 3, "hung up without a word")

    def test_garbage_for_ever(self):
        def speak(link):
            while True:
                link.sendall(b"\xff\x00garbage" * 8000)

        process = self.talk("chess", *self.stranger(speak))
        self.complains(process, 3, "the server sends what is no message of chess")
        self.assertLess(len(process.stdout.read()), 1_000_000)

    def test_lines_for_ever_fill_no_screen(self):
        def speak(link):
            for number in range(0, 100_000, 100):
                link.sendall(b"".join(b"COLOR WHITE %d\n" % each for each in range(number, number + 100)))

        process = self.talk("chess", *self.stranger(speak))
        output = process.stdout.read()
        self.assertEqual(process.wait(parlor.PATIENCE), 3)
        self.assertIn(b"too fast to be shown", output)
        self.assertLess(len(output), 1_000_000)

    def test_a_flood_takes_no_memory(self):
        def speak(link):
            block = b"x" * 1000 + b"\n"
            for _ in range(100):
                link.sendall(block * 1000)

        process = self.talk("chess", *self.stranger(speak))
        output = 0
        most = 0
        while data := process.stdout.read1(65536):
            output += len(data)
            try:
                with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                    most = max(most, int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]))
            except (OSError, TypeError):
                break  # it has ended
        output += len(process.stdout.read())
        self.assertLess(most, 100_000)  # KiB
        self.assertLess(output, 20_000_000)

    def test_what_is_unfinished_is_shown(self):
        done = threading.Event()
        self.addCleanup(done.set)

        def speak(link):
            link.sendall(b"COLOR WHITE\r")
            done.wait(parlor.PATIENCE)

        process = self.talk("chess", *self.stranger(speak))
        self.hears(process, "unfinished for 1 s: CR (0x0D) ends a message where LF (0x0A) belongs")


class Terminal(TalkCase):
    def open(self, *arguments):
        """At a pseudo-terminal: the process, the other end, and its settings before."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        before = termios.tcgetattr(theirs)
        process = subprocess.Popen([parlor.binary, "talk", *map(str, arguments)], env=parlor.environment({"TERM": "xterm"}),
                                   stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        self.addCleanup(self.leave, process)
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        self.seen = ""
        return process, ours, theirs, before

    def sees(self, ours, part):
        deadline = time.monotonic() + parlor.PATIENCE
        while part not in self.seen:
            self.assertLess(time.monotonic(), deadline, f"never seen: {part!r} in {self.seen!r}")
            if select.select([ours], [], [], 0.1)[0]:
                self.seen += os.read(ours, 65536).decode(errors="replace")
        self.seen = self.seen.split(part, 1)[1]

    def test_typed_completed_recalled_and_put_back(self):
        server = self.serve()
        process, ours, theirs, before = self.open("spectrangle", *server.address("spectrangle"), "--color", "never")
        self.sees(ours, "- this is spectrangle at ")
        os.write(ours, b"JO\tanna\r")
        self.sees(ours, "> JOIN anna")
        self.sees(ours, "< LOBBY")
        os.write(ours, b"MOVE_\t")
        self.sees(ours, "  MOVE_SWAP")
        os.write(ours, b"\x15\x1b[A")
        self.sees(ours, "> JOIN anna")
        os.write(ours, b"\x15help READY\r")
        self.sees(ours, '"The player indicates he is ready to start the game."')
        os.write(ours, b"MOVE_SKIP\r")
        self.sees(ours, "< ERROR 8")
        self.sees(ours, "  spectrangle.md, error code 8: ")
        os.write(ours, b"\x04")
        self.assertEqual(process.wait(parlor.PATIENCE), 0)
        self.assertEqual(termios.tcgetattr(theirs), before)

    def test_the_terminal_is_put_back_when_it_is_killed_or_left(self):
        server = self.serve()
        for ending in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(ending=ending):
                process, ours, theirs, before = self.open("chess", *server.address())
                self.sees(ours, "- this is chess at ")
                process.send_signal(ending)
                self.assertEqual(process.wait(parlor.PATIENCE), 0)
                self.assertEqual(termios.tcgetattr(theirs), before)
        server.stop()

    def test_the_server_goes(self):
        server = self.serve()
        process, ours, theirs, before = self.open("scrabble-clarkson", *server.address("scrabble-clarkson"), "--color", "never")
        self.sees(ours, "< HELLO")
        server.stop()
        self.sees(ours, "- the server hung up")
        self.assertEqual(process.wait(parlor.PATIENCE), 0)
        self.assertEqual(termios.tcgetattr(theirs), before)


if __name__ == "__main__":
    parlor.main()
