#!/usr/bin/env python3
# A client that is right but for one thing: client.py PROTOCOL FAULT HOST PORT.
import signal
import socket
import subprocess
import sys

import tables
from caretaker import Kept
from link import House

FLAGS = {"shelfie": ("--encoding", "json")}


def main():
    chosen, fault = tables.arguments("A client that is right but for one thing; it connects once, and again for every game.", tables.CLIENTS,
                                     ("host", {}), ("port", {"type": int}))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(0))
    listener = socket.create_server(("127.0.0.1", 0))
    House(chosen.protocol, fault, listener, lambda: socket.create_connection((chosen.host, chosen.port)), outside_calls=False)
    bot = Kept(["bot", chosen.protocol, "--connect", "127.0.0.1:%d" % listener.getsockname()[1], "--level", "random",
                *FLAGS.get(chosen.protocol, ()), *fault.flags], stdout=subprocess.DEVNULL)
    try:
        sys.exit(bot.process.wait())
    finally:
        bot.end()


if __name__ == "__main__":
    main()
