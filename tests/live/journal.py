# Reads a journal without Parlor's help: docs/formats/journal.md.
import contextlib
import dataclasses
import json
import os
import shutil
import sqlite3
import tempfile
import typing
import urllib.parse


class Entry(typing.NamedTuple):
    seq: int
    who: int
    text: str


@dataclasses.dataclass
class Table:
    number: int
    game: str
    chairs: list[tuple[str, str]]  # name and protocol, by seat
    outcome: str | None  # None while it is not closed
    entries: list[Entry]
    folded: int  # how many of the entries were in the table's own row
    charged: list[int]  # milliseconds, by entry
    forgiven: list[int]
    addresses: list[str] = dataclasses.field(default_factory=list)  # by seat, as far as they are known
    opened: int = 0  # milliseconds, as far as it is known

    def texts(self):
        return [entry.text for entry in self.entries]

    def moves(self):
        """The entries that are moves of the game, not the table's own."""
        return [entry for entry in self.entries if not entry.text.startswith("!")]


def read(data):
    """All tables by number, from a directory that no server uses. Works on a copy: the directory stays untouched."""
    with tempfile.TemporaryDirectory(prefix="parlor-live-") as folder:
        for name in ("parlor.db", "parlor.db-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(os.path.join(data, name), folder)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "parlor.db"))) as database:
            return _tables(database)


def read_postgres(query):
    """The same from a database of PostgreSQL; `query(sql)` gives what it says."""
    entries = "SELECT json_agg(concat_ws(' ', seq, at, who, text, charged, forgiven) ORDER BY seq) FROM parlor.entries WHERE table_id = id"
    rows = query(f"SELECT json_agg(t) FROM (SELECT id, game, chairs, opened, outcome, acts, ({entries}) AS lines FROM parlor.tables ORDER BY id) t")
    tables = {}
    for row in json.loads(rows or "[]"):
        addresses = [urllib.parse.unquote(chair.split("/")[2]) for chair in row["chairs"].split(" ") if chair.count("/") > 1]
        tables[row["id"]] = table = Table(row["id"], row["game"], _chairs(row["chairs"]), row["outcome"], [], 0, [], [], addresses, row["opened"])
        for line in (row["acts"] or "").splitlines():
            _add(table, line)
        table.folded = len(table.entries)
        for line in row["lines"] or []:
            _add(table, line)
    _check_order(tables)
    return tables


@contextlib.contextmanager
def damaged(data):
    """The database, to change what is in it, as a damaged disk would."""
    with contextlib.closing(sqlite3.connect(os.path.join(data, "parlor.db"))) as database, database:
        yield database


@contextlib.contextmanager
def changed(data):
    """The database, to change what is in it, as somebody would who makes all checksums right again."""
    with damaged(data) as database:
        yield database
        for (number, *values) in database.execute(f"SELECT id, {COLUMNS} FROM tables").fetchall():
            database.execute("UPDATE tables SET sum = ? WHERE id = ?", (checksum_of(number, *values), number))
        for position, right in chain(database):
            database.execute("UPDATE log SET chain = ? WHERE position = ?", (right, position))
    with contextlib.suppress(FileNotFoundError):
        os.remove(os.path.join(data, "parlor.mark"))


COLUMNS = "game, options, seed, revision, chairs, opened, closed, outcome, acts, lobby, clock"


def chain(database):
    """The checksum that every row of the log should have, by position."""
    ((_, before),) = database.execute("SELECT position, chain FROM folded").fetchall()
    rows = []
    for position, touched, entries in database.execute("SELECT position, touched, entries FROM log ORDER BY position").fetchall():
        before = checksum(f"{before} {position} {touched}\n{entries}".encode())
        rows.append((position, before))
    return rows


def checksum_of(*values):
    """The checksum of a row with those values."""
    return checksum(text_of(*values))


def text_of(*values):
    """A row with those values, as its checksum reads it."""
    text = b""
    for value in values:
        if value is None:
            text += b"n;"
        elif isinstance(value, int):
            text += b"i%d;" % value
        else:
            text += b"t%d:%s;" % (len(value.encode()), value.encode())
    return text


def checksum(text, key=b"Parlor's journal"):
    """SipHash-2-4, as a number with a sign."""
    mask = 2**64 - 1
    first, second = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")
    v = [first ^ 0x736F6D6570736575, second ^ 0x646F72616E646F6D, first ^ 0x6C7967656E657261, second ^ 0x7465646279746573]

    def turn(x, by):
        return (x << by | x >> (64 - by)) & mask

    def stir(times):
        for _ in range(times):
            v[0] = (v[0] + v[1]) & mask
            v[2] = (v[2] + v[3]) & mask
            v[1] = turn(v[1], 13) ^ v[0]
            v[3] = turn(v[3], 16) ^ v[2]
            v[0] = turn(v[0], 32)
            v[2] = (v[2] + v[1]) & mask
            v[0] = (v[0] + v[3]) & mask
            v[1] = turn(v[1], 17) ^ v[2]
            v[3] = turn(v[3], 21) ^ v[0]
            v[2] = turn(v[2], 32)

    padded = text + bytes(7 - len(text) % 8) + bytes([len(text) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at:at + 8], "little")
        v[3] ^= word
        stir(2)
        v[0] ^= word
    v[2] ^= 0xFF
    stir(4)
    sum_ = v[0] ^ v[1] ^ v[2] ^ v[3]
    return sum_ - 2**64 if sum_ >= 2**63 else sum_


def _tables(database):
    tables = {}
    for number, game, chairs, outcome, acts in database.execute("SELECT id, game, chairs, outcome, acts FROM tables ORDER BY id"):
        tables[number] = table = Table(number, game, _chairs(chairs), outcome, [], 0, [], [])
        for line in acts.splitlines():
            _add(table, line)
        table.folded = len(table.entries)
    for (lines,) in database.execute("SELECT entries FROM log ORDER BY position"):
        for line in lines.splitlines():
            number, rest = line.split(" ", 1)
            _add(tables[int(number)], rest)
    _check_order(tables)
    return tables


def _check_order(tables):
    for table in tables.values():
        if [entry.seq for entry in table.entries] != list(range(len(table.entries))):
            raise AssertionError(f"the entries of table {table.number} are not in order: {table.entries}")


def _chairs(text):
    return [tuple(map(urllib.parse.unquote, chair.split("/")[:2])) for chair in text.split(" ")]


def _add(table, line):
    seq, _, who, text, *spent = line.split(" ")
    table.entries.append(Entry(int(seq), int(who), text))
    table.charged.append(int(spent[0]) if spent else 0)
    table.forgiven.append(int(spent[1]) if spent[1:] else 0)
