# Makes a data directory with a long log by copying games of a short one, with all checksums as they should be.
import ctypes
import os

import games
import journal
import parlor

SODIUM = ctypes.CDLL("libsodium.so.23")
PAIRS, MOVES = 100, 300


def checksum(text):
    """SipHash-2-4 as journal.checksum, at the speed that a long log needs."""
    out = ctypes.create_string_buffer(8)
    SODIUM.crypto_shorthash(out, text, ctypes.c_ulonglong(len(text)), b"Parlor's journal")
    return int.from_bytes(out.raw, "little", signed=True)


def make(data, size):
    """A log of about so many bytes in which games of chess run side by side; the numbers of its tables."""
    log = data + ".log"
    server = parlor.Server(data, "--log-level", "warn", log=log)
    try:
        games.record(server.wait_until_ready(), pairs=PAIRS, moves=MOVES)
    finally:
        server.end()
    os.remove(os.path.join(data, "parlor.mark"))
    with journal.damaged(data) as database:
        rows = _unfolded(database)
        copies = max(1, size // sum(len(f"{table} {entry}\n") for row in rows for table, entry in row))
        _copy_tables(database, copies)
        _write_log(database, rows, copies)
    return range(1, PAIRS * copies + 1)


def _unfolded(database):
    """The entries of all games as rows of a log, a move of each game a row."""
    acts = [lines.splitlines() for (lines,) in database.execute("SELECT acts FROM tables ORDER BY id").fetchall()]
    for (entries,) in database.execute("SELECT entries FROM log ORDER BY position").fetchall():
        for line in entries.splitlines():
            table, entry = line.split(" ", 1)
            acts[int(table) - 1].append(entry)
    return [[(table, lines[at]) for table, lines in enumerate(acts, 1) if at < len(lines)] for at in range(MOVES + 1)]


def _copy_tables(database, copies):
    rows = database.execute(f"SELECT id, {journal.COLUMNS} FROM tables ORDER BY id").fetchall()
    database.execute("DELETE FROM tables")
    acts = journal.COLUMNS.split(", ").index("acts")
    marks = ", ".join("?" * (len(rows[0]) + 1))
    for copy in range(copies):
        for number, *values in rows:
            values[acts] = ""
            row = (number + copy * PAIRS, *values)
            database.execute(f"INSERT INTO tables (id, {journal.COLUMNS}, sum) VALUES ({marks})",
                             (*row, checksum(journal.text_of(*row))))


def _write_log(database, rows, copies):
    """Rows as of one commit for each move of a hundred games; copies come one after the other."""
    database.execute("DELETE FROM log")
    database.execute("UPDATE folded SET position = 0, chain = 0")
    before, position = 0, 0
    for copy in range(copies):
        for row in rows:
            position += 1
            tables = sorted(table + copy * PAIRS for table, _ in row)
            touched = " ".join(map(str, tables))
            entries = "".join(f"{table + copy * PAIRS} {entry}\n" for table, entry in row)
            before = checksum(f"{before} {position} {touched}\n{entries}".encode())
            database.execute("INSERT INTO log (position, entries, touched, chain) VALUES (?, ?, ?, ?)",
                             (position, entries, touched, before))
