#!/usr/bin/env python3
# A server that is right but for one thing: server.py PROTOCOL FAULT --port N.
import signal
import socket
import sys

import tables
from caretaker import Server
from link import House


def main():
    chosen, fault = tables.arguments("A server that is right but for one thing.", tables.SERVERS,
                                     ("--port", {"type": int, "default": 0, "help": "where it listens on 127.0.0.1 (default: a free port)"}))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(0))
    right = None if fault.meets else Server(chosen.protocol, tables.SERVERS)
    try:
        listener = socket.create_server(("127.0.0.1", chosen.port))
        print("ready 127.0.0.1:%d" % listener.getsockname()[1], flush=True)
        house = House(chosen.protocol, fault, listener, lambda: socket.create_connection(right.address), outside_calls=True)
        house.over.wait()
    finally:
        if right:
            right.end()


if __name__ == "__main__":
    main()
