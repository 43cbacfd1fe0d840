# Faults that a peer of every protocol can have.
import select
import time

from fault import Fault, harmless, swap, unplayable

GARBAGE = bytes(range(33, 127)) * 40
HTTP = b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>Request Timeout</html>\r\n"
TLS_ALERT = bytes.fromhex("15030100020246")
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n"
CLIENT_HELLO = bytes.fromhex("16030100310100002d0303") + bytes(32) + bytes.fromhex("000006130113021303010000")
GARBLED = r"nothing ends|KiB|no message|neither|too long|garbage"


def _ignore(link):
    for _ in link.heard():
        pass


def _nothing(link):
    """The connection ends."""


def _say_and_end(said):
    return lambda link: link.send(said)


def _say_at_once(said):
    def meets(link):
        link.send(said)
        _ignore(link)
    return meets


def _garbage(link):
    """For ever, but to nobody who has hung up; with pauses, since the machine has more to do."""
    while not select.select([link.outside], [], [], 0.01)[0] or link.outside.recv(65536):
        link.send(GARBAGE)


def _keep(link):
    """Nobody is told that the other side has gone."""


def _die(link):
    """What was on its way still arrives: the right server has told everybody at once."""
    link.house.stop_listening()
    link.house.fall_silent()
    link.house.die()


def _byte_by_byte(link, data):
    for at in range(len(data)):
        link.send(data[at:at + 1])


def _slowly(link, data):
    time.sleep(0.1)
    link.send(data)


def _together(link, data):
    """All that is said within a moment goes out at once."""
    kept = link.memory.setdefault("together", [])
    kept.append(data)
    time.sleep(0.02)
    link.send(b"".join(kept))
    kept.clear()


def utf_16(message):
    return message.decode("utf-8", "replace").encode("utf-16-be")


def _length_prefix(end):
    def wire(message):
        body = message[:-len(end)]
        return len(body).to_bytes(2, "big") + body
    return wire


def _nul(end):
    return lambda message: message + b"\0" * 3


def servers(end, left, taken=None):
    """By name; `end` is what ends a message, `left` fits what is said wrongly after somebody has gone, `taken` what is said to who comes with
    the name of somebody who has gone."""
    return {
        "mute": unplayable("takes connections and never says a word", r"says nothing|nothing for", meets=_ignore),
        "closes-at-once": unplayable("hangs up on everybody at once", r"hangs up", meets=_nothing),
        "garbage": unplayable("sends garbage for ever", r"does not speak|" + GARBLED, meets=_garbage),
        "http": unplayable("is a web server", r"HTTP", meets=_say_and_end(HTTP)),
        "tls": unplayable("speaks TLS", r"TLS", meets=_say_and_end(TLS_ALERT)),
        "utf-16be": unplayable("writes UTF-16BE", r"UTF-16", wire=utf_16),
        "length-prefix": unplayable("writes the length of a message before it instead of its end", r"length", wire=_length_prefix(end)),
        "dies-at-hang-up": Fault("ends when anybody hangs up", r"refused|gone|died|dies|ended", parts=_die),
        "keeps-the-dead": Fault("does not notice when somebody hangs up", left, about=f"{left}|{taken}" if taken else left, parts=_keep),
        "slow": harmless("answers slowly", deliver=_slowly),
        "one-packet": harmless("sends several messages in one packet", deliver=_together),
        "byte-by-byte": harmless("sends every byte by itself", deliver=_byte_by_byte),
        "nul-padding": harmless("writes NUL bytes between messages", wire=_nul(end)),
    }


def clients(end):
    return {
        "mute": Fault("connects and never says a word", r"nothing|silent|says no", meets=_ignore),
        "closes-at-once": Fault("hangs up as soon as it is connected", r"end of the connection|hangs up", meets=_nothing),
        "garbage": Fault("sends garbage for ever", GARBLED, meets=_garbage),
        "http": Fault("is a web browser", r"HTTP", meets=_say_at_once(REQUEST)),
        "tls": Fault("speaks TLS", r"TLS", meets=_say_at_once(CLIENT_HELLO)),
        "utf-16be": Fault("writes UTF-16BE", r"UTF-16", wire=utf_16),
        "length-prefix": Fault("writes the length of a message before it instead of its end", r"length", wire=_length_prefix(end)),
        "slow": harmless("answers slowly", deliver=_slowly),
        "one-packet": harmless("sends several messages in one packet", deliver=_together),
        "byte-by-byte": harmless("sends every byte by itself", deliver=_byte_by_byte),
    }


def returns():
    """Two CR before LF, as printf("\\r\\n") through a text stream writes it."""
    return {"cr-cr-lf": Fault("ends lines with CR CR LF", r"CR CR LF", wire=lambda message: message.rstrip(b"\r\n") + b"\r\r\n")}


def crlf():
    return {"crlf": harmless("ends lines with CR LF", wire=lambda message: message.rstrip(b"\r\n") + b"\r\n")}


def lower_case_verbs(named):
    return {"lower-case": Fault("writes commands in lower case", r"written in capitals", about=named, says=swap(rb"^[A-Z_]+", lambda found: found[0].lower()))}
