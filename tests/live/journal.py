# Reads the journal of a data directory without Parlor's help: docs/formats/journal.md.
import contextlib
import dataclasses
import os
import shutil
import sqlite3
import tempfile
import typing


class Entry(typing.NamedTuple):
    seq: int
    who: int
    text: str


@dataclasses.dataclass
class Table:
    number: int
    game: str
    outcome: str | None  # None while it is not closed
    entries: list[Entry]
    folded: int  # how many of the entries were in the table's own row
    charged: list[int]  # milliseconds, by entry

    def texts(self):
        return [entry.text for entry in self.entries]


def read(data):
    """All tables by number, from a directory that no server uses. Works on a copy: the directory stays untouched."""
    with tempfile.TemporaryDirectory(prefix="parlor-live-") as folder:
        for name in ("parlor.db", "parlor.db-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(os.path.join(data, name), folder)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "parlor.db"))) as database:
            return _tables(database)


@contextlib.contextmanager
def changed(data):
    """The database, to change what is in it."""
    with contextlib.closing(sqlite3.connect(os.path.join(data, "parlor.db"))) as database, database:
        yield database


def _tables(database):
    tables = {}
    for number, game, outcome, acts in database.execute("SELECT id, game, outcome, acts FROM tables ORDER BY id"):
        tables[number] = table = Table(number, game, outcome, [], 0, [])
        for line in acts.splitlines():
            _add(table, line)
        table.folded = len(table.entries)
    for (lines,) in database.execute("SELECT entries FROM log ORDER BY position"):
        for line in lines.splitlines():
            number, rest = line.split(" ", 1)
            _add(tables[int(number)], rest)
    for table in tables.values():
        if [entry.seq for entry in table.entries] != list(range(len(table.entries))):
            raise AssertionError(f"the entries of table {table.number} are not in order: {table.entries}")
    return tables


def _add(table, line):
    seq, _, who, text, *charged = line.split(" ")
    table.entries.append(Entry(int(seq), int(who), text))
    table.charged.append(int(charged[0]) if charged else 0)
