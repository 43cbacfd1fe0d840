# Starts programs that end with whoever started them, however that ends, and leave nothing behind.
import os
import shutil
import subprocess
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Ends the program when its own standard input ends, whose other end is held by whoever started it; then removes the folder.
CARE = """folder=$1; shift; exec 3<&0 4>&2 2>/dev/null
"$@" </dev/null 2>&4 3<&- 4>&- & program=$!
{ cat <&3; kill -9 $program; } >/dev/null 4>&- & watch=$!
wait $program; code=$?
kill $watch; rm -rf "$folder"; exit $code"""


def parlor():
    """The program: PARLOR_BINARY, or the one of this tree."""
    return os.environ.get("PARLOR_BINARY", os.path.join(SOURCE, "build", "parlor"))


class Kept:
    """A running program with a folder of its own."""

    def __init__(self, arguments, **options):
        self.folder = tempfile.mkdtemp(prefix="parlor-peer-")
        command = [word.replace("{folder}", self.folder) for word in [parlor(), *arguments]]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
        self.process = subprocess.Popen(["sh", "-c", CARE, "caretaker", self.folder, *command], stdin=subprocess.PIPE,
                                        env=environment, start_new_session=True, **options)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Server(Kept):
    """parlor serve with one protocol on a free port."""

    UNLIMITED = [word for limit in ("requests-per-second", "address-requests-per-second", "address-tables-per-second") for word in ("--limit", f"{limit}=0")]

    def __init__(self, protocol, others):
        off = [word for name in (*others, "web") if name != protocol for word in ("--listen", f"{name}=off")]
        super().__init__(["serve", "--data", "{folder}/data", "--admin", "off", "--log-level", "error", *self.UNLIMITED,
                          "--listen", f"{protocol}=127.0.0.1:0", *off], stdout=subprocess.PIPE)
        ready = self.process.stdout.readline().decode()
        if not ready.startswith("ready"):
            self.end()
            raise RuntimeError(f"parlor serve does not start: {ready!r}")
        self.address = ("127.0.0.1", int(ready.split(f"{protocol}=")[1].split()[0].rsplit(":", 1)[1]))
