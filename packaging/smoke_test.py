# Tries what is in dist/: sums, the Debian package's server, the static tools of both processors, the container.
#
#   python3 packaging/smoke_test.py dist
import glob
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/live"))
import parlor  # noqa: E402  (the tests' own servers and processes)

dist = None


def one(pattern):
    """The only file in dist/ of that form."""
    found = glob.glob(os.path.join(dist, pattern))
    if len(found) != 1:
        raise AssertionError(f"{len(found)} files of the form {pattern}, not one")
    return found[0]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class Packages(parlor.Case):
    def setUp(self):
        super().setUp()
        run("dpkg-deb", "-x", one("parlor_*.deb"), self.folder)
        parlor.binary = os.path.join(self.folder, "usr/bin/parlor")

    def tools(self, processor):
        """The program of the static tools, unpacked."""
        archive = one(f"parlor-tools-*-{processor}.tar.gz")
        run("tar", "-C", self.folder, "-xzf", archive)
        return os.path.join(self.folder, os.path.basename(archive).removesuffix(".tar.gz"), "parlor")

    def play_with(self, *program):
        """Two of its bots play each other in every protocol of the packaged server, and its checker lists its cases."""
        self.assertIn("must", run(*program, "check", "chess", "--list"))
        server = self.serve()
        for protocol in parlor.protocols():
            address = server.listeners()[protocol]
            bot = [*program, "bot", protocol, "--connect", address, "--level", "random", "--timeout", "120"]
            bot += ["--game", "spectrangle"] if protocol == "web" else []
            other = subprocess.Popen(bot + ["--name", "left"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            try:
                run(*bot, "--name", "right")
                self.assertEqual(other.wait(120), 0, protocol)
            finally:
                other.kill()
                other.communicate()
        self.assertEqual(server.stop(), 0)

    def test_sums(self):
        with open(one("SHA256SUMS"), encoding="ascii") as file:
            self.assertEqual(len(file.readlines()), len(os.listdir(dist)) - 1)
        subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=dist, check=True)

    def test_debian_package(self):
        facts = run("dpkg-deb", "-f", one("parlor_*.deb"))
        self.assertRegex(facts, r"Depends: .*libsqlite3-0")
        for name in ("lib/systemd/system/parlor.service", "etc/parlor.toml", "usr/share/man/man1/parlor-serve.1",
                     "usr/share/bash-completion/completions/parlor", "usr/share/doc/parlor/copyright"):
            self.assertTrue(os.path.exists(os.path.join(self.folder, name)), name)
        with open(os.path.join(self.folder, "lib/systemd/system/parlor.service"), encoding="utf-8") as unit:
            self.assertIn("\nExecStart=/usr/bin/parlor serve ", unit.read())
        self.play_with(parlor.binary)
        self.assert_in_order()

    def test_tools_of_this_processor(self):
        self.assert_static(self.tools("x86_64"))
        self.play_with(self.tools("x86_64"))

    def test_tools_of_arm(self):
        program = self.tools("aarch64")
        self.assert_static(program)
        self.play_with("qemu-aarch64-static", program)

    def assert_static(self, program):
        self.assertNotIn("INTERP", run("readelf", "--program-headers", program))

    def test_container(self):
        store = tempfile.mkdtemp(dir=self.folder)
        buildah = ["buildah", "--storage-driver", "vfs", "--root", f"{store}/images", "--runroot", f"{store}/run"]
        box = run(*buildah, "from", "oci-archive:" + os.path.abspath(one("parlor-server-*.oci.tar"))).strip()
        settings = run(*buildah, "inspect", "--format", "{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}", box)
        self.assertRegex(settings, r"^parlor \[parlor serve --data /var/lib/parlor ")
        inside = [*buildah, "run", "--isolation", "chroot", box, "--"]
        self.assertRegex(run(*inside, "parlor", "--version"), r"^parlor \d")
        self.assertEqual(run(*inside, "id", "-un").strip(), "parlor")
        script = os.path.join(self.folder, "boxed")
        with open(script, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec " + " ".join([*inside, "parlor"]) + ' "$@"\n')
        os.chmod(script, 0o755)
        parlor.binary = script
        server = self.serve(data="/var/lib/parlor")
        self.assertEqual(server.get("/readyz")[0], 200)
        run("pkill", "-TERM", "-x", "-g", str(os.getpgid(server.pid)), "parlor")
        self.assertEqual(server.wait(), 0)
        run(*buildah, "rm", box)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} DIST [UNITTEST ARGUMENTS]")
    dist = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
