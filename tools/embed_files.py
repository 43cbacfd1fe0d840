#!/usr/bin/env python3
"""Compresses every file below a folder and writes an assembler source that embeds them all, with a table of them.

usage: embed_files.py FOLDER COMPRESSED SOURCE --brotli PROGRAM

A row of the table (struct Embedded in src/server/web/files.hpp): path, hash, then address and size of the file as it
is, by gzip and by brotli. What compression does not make smaller is left out: its size is 0.
"""
import argparse
import gzip
import hashlib
import pathlib
import shutil
import subprocess

MOST_BYTES = 1024 * 1024  # more than a connection may have waiting to be sent would never arrive


def squeeze(file, folder, name, brotli):
    """The compressed forms of a file: gzip, brotli; None for one that is not smaller."""
    content = file.read_bytes()
    zipped = folder / f"{name}.gz"
    zipped.write_bytes(gzip.compress(content, 9, mtime=0))
    broth = folder / f"{name}.br"
    subprocess.run([brotli, "--force", "--best", f"--output={broth}", file], check=True)
    return [form if form.stat().st_size < len(content) else None for form in (zipped, broth)]


def rows(root, folder, brotli):
    """Lines of data and lines of the table for every file."""
    data, table = [], []
    for number, file in enumerate(sorted(path for path in root.rglob("*") if path.is_file())):
        if file.stat().st_size > MOST_BYTES:
            raise SystemExit(f"{file} has more than {MOST_BYTES} bytes")
        path = "/" + file.relative_to(root).as_posix()
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:20]
        data += [f'path{number}: .asciz "{path}"', f'hash{number}: .asciz "{digest}"']
        row = [f"path{number}", f"hash{number}"]
        for letter, form in zip("pgb", [file, *squeeze(file, folder, str(number), brotli)]):
            label = f"{letter}{number}"
            if form is None:
                row += ["0", "0"]
                continue
            data += [f"{label}:", f'    .incbin "{form}"', f"{label}_end:"]
            row += [label, f"{label}_end - {label}"]
        table.append("    .quad " + ", ".join(row))
    return data, table


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--brotli", required=True)
    flags = parser.parse_args()
    shutil.rmtree(flags.folder, ignore_errors=True)
    flags.folder.mkdir(parents=True)
    data, table = rows(flags.root, flags.folder, flags.brotli)
    flags.source.write_text("\n".join([
        "    .section .rodata", *data,
        '    .section .data.rel.ro,"aw",@progbits', "    .balign 8",
        "    .global parlor_web_begin", "    .global parlor_web_end",
        "parlor_web_begin:", *table, "parlor_web_end:",
        '    .section .note.GNU-stack,"",@progbits', ""]))


if __name__ == "__main__":
    main()
