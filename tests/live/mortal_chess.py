# mortal_chess.py PORT: a chess server that pairs people, passes on what they say, and ends when anybody hangs up.
import os
import socket
import sys
import threading


def relay(one, other):
    while data := one.recv(4096):
        other.sendall(data)
    os.write(1, b"somebody hung up\n")  # at once, since two may say so
    os._exit(7)


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    white, black = listener.accept()[0], listener.accept()[0]
    white.sendall(b"COLOR WHITE\n")
    black.sendall(b"COLOR BLACK\n")
    for pair in ((white, black), (black, white)):
        threading.Thread(target=relay, args=pair, daemon=True).start()
