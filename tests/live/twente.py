# People who play Scrabble through scrabble-twente: messages with `|` for the unit separator.
import parlor


class Peer(parlor.Peer):
    def say(self, *messages):
        self.say_bytes("".join(message.replace("|", "\x1f") + "\x1e" for message in messages).encode())

    def hear(self):
        """The next message without its end; None at the end of the stream."""
        while b"\x1e" not in self._heard:
            data = self.socket.recv(65536)
            if not data:
                return None
            self._heard += data
        message, self._heard = self._heard.split(b"\x1e", 1)
        return message.decode().replace("\x1f", "|")

    def skip_to(self, start):
        """The next message that begins so; those before it are passed over."""
        for message in iter(self.hear, None):
            if message.startswith(start):
                return message
        raise AssertionError(f"the stream ended before {start!r} came")


def connect(case, server):
    peer = Peer(server.address("scrabble-twente"))
    case.addCleanup(peer.hang_up)
    return peer


def seat(case, server, *names):
    """Players of one game who have heard whose turn it is; nobody else may be waiting."""
    peers = []
    for name in names:
        peers.append(connect(case, server))
        peers[-1].say(f"ANNOUNCE|{name}", f"REQUESTGAME|{len(names)}")
        peers[-1].skip_to(f"INFORMQUEUE|{len(peers)}|")
    for peer in peers:
        peer.skip_to("NOTIFYTURN|")
    return peers


def seat_pair(case, server):
    """Alice and Bob. With seed 1 it is Alice's turn, who holds DEEELNX; Bob holds BEFHLOW."""
    return seat(case, server, "Alice", "Bob")
