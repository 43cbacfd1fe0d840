# Links between nodes that can be cut: every node is reached through a forwarder of the test, which the directory names in its place.
import contextlib
import select
import socket
import threading


class Forwarder:
    """Takes whoever dials it to wherever `find()` says. `cut` breaks what stands and takes nobody; `hush` carries nothing more, and breaks
    nothing; `mend` ends both."""

    def __init__(self, find):
        self._find = find
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._state = "carries"
        self._ends = []  # all sockets there are, two and two
        self._changing = threading.Lock()
        self._bell, self._rope = socket.socketpair()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def cut(self):
        self._turn("cut")

    def hush(self):
        self._turn("hushes")

    def mend(self):
        self._turn("carries")

    def close(self):
        self._turn("ended")
        self._thread.join()

    def _turn(self, state):
        with self._changing:
            self._state = state
        self._rope.send(b"!")

    def _run(self):
        while True:
            with self._changing:
                state = self._state
            if state in ("cut", "ended"):
                self._break(list(self._ends))
            if state == "ended":
                break
            carried = self._ends if state == "carries" else []
            for ready in select.select([self._listener, self._bell, *carried], [], [])[0]:
                if ready is self._bell:
                    self._bell.recv(64)
                elif ready is self._listener:
                    self._accept(state)
                elif ready in self._ends:
                    self._carry(ready)
        for one in (self._listener, self._bell, self._rope):
            one.close()

    def _accept(self, state):
        near, _ = self._listener.accept()
        far = None
        if state == "carries":
            with contextlib.suppress(OSError, TypeError):
                far = socket.create_connection(self._find())
        if far is None:
            return near.close()
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._ends += [near, far]

    def _carry(self, one):
        other = self._ends[self._ends.index(one) ^ 1]
        try:
            data = one.recv(1 << 20)
            if data:
                return other.sendall(data)
        except OSError:
            pass
        self._break([one, other])

    def _break(self, ends):
        for one in ends:
            self._ends.remove(one)
            one.close()


def put_between(query, forwarders):
    """From now on the directory names the forwarders instead of the nodes, which are numbered in their order."""
    ports = ", ".join(str(forwarder.port) for forwarder in forwarders)
    query(f"""CREATE FUNCTION parlor.by_forwarder() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN NEW.address := '127.0.0.1:' || (ARRAY[{ports}])[NEW.id]; RETURN NEW; END $$;
              CREATE TRIGGER by_forwarder BEFORE INSERT OR UPDATE ON parlor.nodes FOR EACH ROW EXECUTE FUNCTION parlor.by_forwarder();
              UPDATE parlor.nodes SET address = address""")
