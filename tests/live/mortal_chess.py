# mortal_chess.py PORT: a chess server that pairs people, passes on what they say, and ends when anybody hangs up.
import os
import socket
import sys
import threading

LAST = threading.Lock()


def relay(one, other):
    while data := one.recv(4096):
        other.sendall(data)
    LAST.acquire()  # for ever: two may hang up at once, and one says so
    os.write(1, b"somebody hung up\n")
    os._exit(7)


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    white, black = listener.accept()[0], listener.accept()[0]
    white.sendall(b"COLOR WHITE\n")
    black.sendall(b"COLOR BLACK\n")
    for pair in ((white, black), (black, white)):
        threading.Thread(target=relay, args=pair, daemon=True).start()
