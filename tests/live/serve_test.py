# parlor serve on the command line: what it says, what it refuses, and what a refusal leaves untouched.
import os
import socket
import tomllib
import unittest

import games
import journal
import parlor


class RefusalCase(parlor.Case):
    def refused(self, *arguments, says, code=1, **options):
        """The command gives one clear line on stderr, nothing on stdout, and that exit code."""
        done = parlor.run(*arguments, **options)
        told = f"{arguments}: {done}"
        self.assertEqual(done.returncode, code, told)
        self.assertEqual(done.stdout, "", told)
        self.assertRegex(done.stderr, r"^parlor: [^\n]+\n$", told)
        self.assertIn(says, done.stderr, told)

    def refuses_to_serve(self, *flags, says, data=None, code=1, **options):
        self.refused("serve", "--data", data or self.data, *parlor.free_ports(*flags), *flags, says=says, code=code,
                     **options)


class Configuration(RefusalCase):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.folder, "parlor.toml")

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        return self.file

    def printed(self, *flags, env=None):
        done = parlor.run("serve", "--print-config", *flags, env=env)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def settings(self, *flags, env=None):
        """What is printed, of the listeners only chess: there is one for every protocol."""
        printed = tomllib.loads(self.printed(*flags, env=env))
        self.assertEqual(set(printed["listen"]), set(parlor.protocols()))
        self.assertGreater(printed.pop("limits").pop("connections-per-address"), 0)
        return printed | {"listen": {"chess": printed["listen"]["chess"]}}

    def test_defaults(self):
        self.assertEqual(self.settings(), {
            "data": "./parlor-data", "host": "127.0.0.1", "admin": "127.0.0.1:9464", "hold": 120,
            "shelfie-abandon": 600,
            "listen": {"chess": "127.0.0.1:6343"}, "log": {"level": "info", "format": "text"}})

    def test_printed_is_accepted(self):
        strange = 'a "quoted" \\ näme\twith tab'
        for flags in ([], ["--seed", 2**64 - 1], ["--data", strange, "--host", "::1", "--listen", "chess=[::1]:7",
                                                 "--admin", "off", "--hold", 0, "--seed", 7, "--log-level", "trace",
                                                 "--log-format", "json"]):
            printed = self.printed(*flags)
            self.assertEqual(self.printed("--config", self.write(printed)), printed)
        self.assertEqual(tomllib.loads(printed)["data"], strange)

    def test_flag_beats_environment_beats_file(self):
        self.write('hold = 1\ndata = "file"\nhost = "10.0.0.1"\nseed = 1\nadmin = "off"\n'
                   '[listen]\nchess = "127.0.0.1:1"\n[log]\nlevel = "warn"\nformat = "json"\n')
        variables = {"PARLOR_HOLD": "2", "PARLOR_DATA": "environment", "PARLOR_SEED": "2",
                     "PARLOR_LISTEN": "chess=127.0.0.1:2", "PARLOR_LOG_LEVEL": "error", "PARLOR_ADMIN": "127.0.0.1:2"}
        flags = ["--hold", 3, "--listen", "chess=off", "--log-level", "debug"]
        only_file = {"data": "file", "host": "10.0.0.1", "admin": "off", "hold": 1, "seed": 1, "shelfie-abandon": 600,
                     "listen": {"chess": "127.0.0.1:1"}, "log": {"level": "warn", "format": "json"}}
        with_environment = only_file | {"data": "environment", "admin": "127.0.0.1:2", "hold": 2, "seed": 2,
                                        "listen": {"chess": "127.0.0.1:2"}, "log": {"level": "error", "format": "json"}}
        with_flags = with_environment | {"hold": 3, "listen": {"chess": "off"},
                                         "log": {"level": "debug", "format": "json"}}
        named = ["--config", self.file]
        self.assertEqual(self.settings(*named), only_file)
        self.assertEqual(self.settings(*named, env=variables), with_environment)
        self.assertEqual(self.settings(*named, *flags, env=variables), with_flags)

    def test_file_named_by_environment(self):
        self.write("hold = 5\n")
        variables = {"PARLOR_CONFIG": self.file}
        self.assertIn("hold = 5\n", self.printed(env=variables))
        other = os.path.join(self.folder, "other.toml")
        with open(other, "w", encoding="utf-8") as file:
            file.write("hold = 6\n")
        self.assertIn("hold = 6\n", self.printed("--config", other, env=variables))

    def test_wrong_files(self):
        for text, line, says in [
            ("hold = 1\nnosuch = 2\n", 2, "nosuch"),
            ("[log]\nlevel = 'info'\ncolour = 'red'\n", 3, "log.colour"),
            ("[listen]\nchezz = 'off'\n", 2, "chezz"),
            ("[nosuch]\nx = 1\n", 2, "nosuch.x"),
            ("hold = 'soon'\n", 1, "soon"),
            ("hold = -1\n", 1, "-1"),
            ("hold = 1.5\n", 1, "hold"),
            ("hold = true\n", 1, "hold"),
            ("data = ''\n", 1, "data"),
            ("seed = []\n", 1, "seed"),
            ("log = 'loud'\n", 1, "log"),
            ("\n[log]\nlevel = 'loud'\n", 3, "loud"),
            ("[log]\nformat = 'xml'\n", 2, "xml"),
            ("[listen]\nchess = '127.0.0.1'\n", 2, "127.0.0.1"),
            ("[listen]\nchess = 6343\n", 2, "6343"),
            ("admin = 'localhost:99999'\n", 1, "99999"),
            ("hold = 1\nhold = 2\n", 2, "hold"),
            ("hold = = 1\n", 1, ""),
            ("[log\n", 1, ""),
            ("\x01\x02", 1, ""),
        ]:
            with self.subTest(text=text):
                self.write(text)
                self.refuses_to_serve("--config", self.file, says=f"{self.file}:{line}: ")
                self.refuses_to_serve("--config", self.file, says=says)
        self.assertFalse(os.path.exists(self.data))

    def test_missing_file(self):
        self.refuses_to_serve("--config", self.file, says=self.file)
        self.refuses_to_serve(says=self.file, env={"PARLOR_CONFIG": self.file})

    def test_wrong_environment(self):
        for name, value, says in [
            ("PARLOR_NOSUCH", "1", "PARLOR_NOSUCH"), ("PARLOR_", "1", "PARLOR_"), ("PARLOR_HOLD", "x", "x"),
            ("PARLOR_SEED", "-1", "-1"), ("PARLOR_SEED", "", "seed"), ("PARLOR_LOG_LEVEL", "LOUD", "LOUD"),
            ("PARLOR_LOG_FORMAT", "xml", "xml"), ("PARLOR_LISTEN", "chess", "HOST:PORT"), ("PARLOR_DATA", "", "data"),
            ("PARLOR_LISTEN", "chess=127.0.0.1:1,go=off", "go"), ("PARLOR_ADMIN", "9464", "9464"),
        ]:
            with self.subTest(name=name, value=value):
                # Also where a flag would win: a setting that is wrong is wrong.
                self.refuses_to_serve("--hold", 1, says=f"parlor: {name}: ", env={name: value})
                self.refuses_to_serve("--hold", 1, says=says, env={name: value})

    def test_wrong_flags(self):
        for flags, says, code in [
            (["--nosuch"], "--nosuch", 2), (["extra"], "extra", 2), (["--hold"], "--hold", 2),
            (["--seed", "1", "--seed", "2"], "--seed", 2),
            (["--hold", "x"], "'x'", 1), (["--hold", "-1"], "'-1'", 1), (["--hold", "99999999999"], "99999999999", 1),
            (["--hold", ""], "''", 1), (["--seed", "1.5"], "'1.5'", 1), (["--seed", str(2**64)], str(2**64), 1),
            (["--host", ""], "host", 1), (["--log-level", "loud"], "'loud'", 1), (["--log-format", "xml"], "'xml'", 1),
            (["--clock", "chess"], "GAME=CLOCK", 1), (["--clock", "halma=60+0"], "'halma'", 1),
            (["--clock", "chess=soon"], "'soon' is no clock", 1),
            (["--limit", "connections"], "NAME=NUMBER", 1), (["--limit", "people=5"], "'people'", 1),
            (["--limit", "connections=many"], "'many' is no limit", 1),
            (["--listen", "chess"], "chess", 1), (["--listen", "go=off"], "'go'", 1), (["--listen", "=off"], "''", 1),
            (["--listen", "chess=1.2.3.4"], "1.2.3.4", 1), (["--listen", "chess=:1"], ":1", 1),
            (["--listen", "chess=1.2.3.4:65536"], "65536", 1), (["--listen", "chess=::1:5"], "::1:5", 1),
            (["--admin", "here"], "'here'", 1), (["--admin", ""], "''", 1),
            (["--listen", "chess=nowhere.invalid:1"], "nowhere.invalid", 1),
        ]:
            with self.subTest(flags=flags):
                self.refuses_to_serve(*flags, says=says, code=code)
        self.refused("serve", "--data", "", says="data")


class Listening(RefusalCase):
    def test_ready_when_all_listen(self):
        server = self.serve()
        self.assertRegex(server.ready, r"^ready( [\w-]+=127\.0\.0\.1:\d+)+$")
        self.assertEqual(set(server.listeners()), {*parlor.protocols(), "admin"})
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.get("/readyz")[0], 200)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(server.popen.stdout.read(), b"", "only the ready line belongs on stdout")

    def test_off(self):
        server = self.serve("--listen", "chess=off")
        self.assertEqual(set(server.listeners()), {*parlor.protocols(), "admin"} - {"chess"})
        self.assertEqual(server.stop(), 0)
        server = self.serve("--admin", "off")
        self.assertEqual(set(server.listeners()), set(parlor.protocols()))
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)

    def test_host_for_all_protocols(self):
        # No --listen: the protocol's own port on the host that was given, here one that no machine has.
        done = parlor.run("serve", "--data", self.data, "--host", "192.0.2.1", "--admin", "off")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^parlor: [\w-]+: cannot listen on 192\.0\.2\.1:\d+: [^\n]+\n$")

    def test_by_name(self):
        self.assertRegex(self.serve("--listen", "chess=localhost:0").listeners()["chess"], r"^(127\.0\.0\.1|\[::1\]):\d+$")

    def test_version_six(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("this machine has no IPv6")
        server = self.serve("--listen", "chess=[::1]:0")
        self.assertTrue(server.listeners()["chess"].startswith("[::1]:"))

    def test_taken_port(self):
        server = self.serve()
        taken = server.listeners()
        other = os.path.join(self.folder, "other")
        self.refuses_to_serve("--listen", f"chess={taken['chess']}", data=other,
                              says=f"chess: cannot listen on {taken['chess']}")
        self.refuses_to_serve("--admin", taken["admin"], data=other, says=f"admin: cannot listen on {taken['admin']}")
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.serve(data=other).stop(), 0)

    def test_taken_port_leaves_games_alone(self):
        server = self.serve()
        games.play(self.seat_pair(server), games.FOOLS_MATE[:3])
        self.assertEqual(server.stop(), 0)
        taken = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(taken.close)
        self.refuses_to_serve("--listen", f"chess=127.0.0.1:{taken.getsockname()[1]}", "--hold", 0,
                              "--log-level", "error", says="cannot listen")
        self.assertIsNone(journal.read(self.data)[1].outcome)

    def test_address_is_free_again_at_once(self):
        server = self.serve()
        games.play(self.seat_pair(server), games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)
        where = server.listeners()["chess"]
        self.assertEqual(self.serve("--listen", f"chess={where}").listeners()["chess"], where)


class DataDirectory(RefusalCase):
    def test_made_with_everything_above_it(self):
        deep = os.path.join(self.folder, "a", "b", "c")
        self.assertEqual(self.serve(data=deep).stop(), 0)
        self.assert_in_order(deep)

    def test_used_by_another_process(self):
        server = self.serve()
        pair = self.seat_pair(server)
        self.refuses_to_serve(says=f"'{self.data}' is used by another process")
        games.play(pair, games.FOOLS_MATE)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(journal.read(self.data)[1].texts(), games.FOOLS_MATE)

    def test_cannot_be_made(self):
        file = os.path.join(self.folder, "file")
        with open(file, "w", encoding="ascii") as stream:
            stream.write("precious")
        self.refuses_to_serve(data=os.path.join(file, "below"), says=f"'{file}/below'")
        self.refuses_to_serve(data=file, says=f"'{file}'")
        self.refuses_to_serve(data="/proc/parlor", says="'/proc/parlor'")
        with open(file, encoding="ascii") as stream:
            self.assertEqual(stream.read(), "precious")

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_cannot_be_written(self):
        os.mkdir(self.data, 0o500)
        self.refuses_to_serve(says=f"'{self.data}'")

    def put_database(self, content):
        os.makedirs(self.data, exist_ok=True)
        with open(os.path.join(self.data, "parlor.db"), "wb") as file:
            file.write(content)

    def refuses_database(self, says):
        """The server and fsck refuse the file, and its bytes stay."""
        file = os.path.join(self.data, "parlor.db")
        with open(file, "rb") as stream:
            before = stream.read()
        self.refuses_to_serve(says=f"the database in '{self.data}': {says}")
        self.refused("fsck", "--data", self.data, says=says)
        with open(file, "rb") as stream:
            self.assertEqual(stream.read(), before)

    def test_garbage_database(self):
        for content in (b"garbage" * 1000, os.urandom(5000), b"SQLite format 3\0" + b"\xff" * 4080):
            self.put_database(content)
            self.refuses_database("")

    def test_database_of_another_program(self):
        for script in ("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)",
                       "CREATE TABLE mine (x); PRAGMA user_version=1",
                       "PRAGMA application_id=7"):
            with self.subTest(script=script):
                self.put_database(b"")
                with journal.damaged(self.data) as database:
                    database.executescript(script)
                self.refuses_database("the database is not Parlor's")

    def test_database_of_a_later_version(self):
        self.assertEqual(self.serve().stop(), 0)
        with journal.damaged(self.data) as database:
            database.execute("PRAGMA user_version=99")
        self.refuses_database("the database has version 99")

    def test_database_is_a_directory(self):
        os.makedirs(os.path.join(self.data, "parlor.db"))
        self.refuses_to_serve(says=f"the database in '{self.data}': ")


class CommandLine(RefusalCase):
    def test_version(self):
        done = parlor.run("--version")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^parlor \d+\.\d+\.\d+\n$")

    def test_help_of_everything(self):
        whole = parlor.run("--help")
        self.assertEqual((whole.returncode, whole.stderr), (0, ""))
        listed = whole.stdout.split("Subcommands:\n")[1]
        commands = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
        self.assertLessEqual({"serve", "bot", "bench", "fsck"}, set(commands))
        for command in commands:
            done = parlor.run(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)
            self.assertIn(f"Usage: parlor {command}", done.stdout)

    def test_wrong_commands(self):
        self.refused(says="subcommand", code=2)
        self.refused("nosuch", says="there is no 'nosuch'", code=2)
        self.refused("--nosuch", says="there is no '--nosuch'", code=2)
        self.refused("serve", "nosuch", says="nosuch", code=2)
        self.refused("bot", says="protocol", code=2)
        self.refused("bot", "go", says="'go'")
        self.refused("bench", "go", says="go", code=2)
        self.refused("bench", "chess", "--pairs", "0", says="--pairs", code=2)
        self.refused("fsck", "--data", self.data, says=self.data)


if __name__ == "__main__":
    parlor.main()
