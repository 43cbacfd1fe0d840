# Broken servers: ours behind somebody who changes what it says, and a small one that checks nothing.
import contextlib
import socket
import threading


class Tamperer:
    """Stands between clients and a server. `change(message)` gives what a client hears instead of a message of the server: bytes,
    None for nothing at all, or `HANG_UP`; `cut` ends a message."""

    HANG_UP = object()

    def __init__(self, server, cut, change):
        self.server = server
        self.cut = cut
        self.change = change
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.server)
                threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()
                threading.Thread(target=self._change, args=(far, near), daemon=True).start()

    @staticmethod
    def _end(*ends):
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _pass_on(self, near, far):
        with contextlib.suppress(OSError):
            while data := near.recv(65536):
                far.sendall(data)
        self._end(near, far)

    def _change(self, far, near):
        rest = b""
        with contextlib.suppress(OSError):
            while data := far.recv(65536):
                *messages, rest = (rest + data).split(self.cut)
                for message in messages:
                    said = self.change(message)
                    if said is self.HANG_UP:
                        return self._end(near, far)
                    if said is not None:
                        near.sendall(said + self.cut)
        self._end(near, far)


class ChessRelay:
    """A chess server that pairs people and passes on whatever they say, without a look at it."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                white, _ = self.listener.accept()
                black, _ = self.listener.accept()
                while self._is_gone(white):
                    white.close()
                    white, black = black, self.listener.accept()[0]
                for one, other, colour in ((white, black, b"WHITE"), (black, white, b"BLACK")):
                    with contextlib.suppress(OSError):
                        one.sendall(b"COLOR " + colour + b"\n")
                    threading.Thread(target=self._relay, args=(one, other), daemon=True).start()

    @staticmethod
    def _is_gone(peer):
        """Whether somebody who waits has hung up."""
        peer.setblocking(False)
        try:
            return peer.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            peer.setblocking(True)

    @staticmethod
    def _relay(one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        Tamperer._end(one, other)
