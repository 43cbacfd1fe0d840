# What stands between a client and its server, and can cut them off.
import socket
import threading


class Relay:
    """Stands between a client and a server, and can cut all connections or go away altogether."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        self.pairs = []
        self.turned_away = 0  # so many of the next connections are taken and closed
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.turned_away > 0:
                self.turned_away -= 1
                client.close()
                continue
            server = socket.create_connection(self.target)
            self.pairs.append((client, server))
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self._move, args=(source, sink), daemon=True).start()

    @staticmethod
    def _move(source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        """Every connection breaks, without an end in order."""
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for one in pair:
                try:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
                    one.shutdown(socket.SHUT_RDWR)
                    one.close()
                except OSError:
                    pass

    def close(self):
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # for the second time
        self.listener.close()
        self.cut()
