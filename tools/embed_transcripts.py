#!/usr/bin/env python3
"""Writes an assembler source that embeds transcript files, with a table of them.

usage: embed_transcripts.py FOLDER SOURCE

FOLDER is src/protocols: every <protocol>/transcripts/*.txt below it is embedded. A row of the table (struct Embedded in
src/client/check/cases.cpp): the name "<protocol>/<file without .txt>", address and size of the text.
"""
import pathlib
import sys


def main():
    root, source = (pathlib.Path(argument) for argument in sys.argv[1:3])
    data, table = [], []
    for number, file in enumerate(sorted(root.glob("*/transcripts/*.txt"))):
        data += [f'name{number}: .asciz "{file.parent.parent.name}/{file.stem}"',
                 f"text{number}:", f'    .incbin "{file}"', f"text{number}_end:"]
        table.append(f"    .quad name{number}, text{number}, text{number}_end - text{number}")
    source.write_text("\n".join([
        "    .section .rodata", *data,
        '    .section .data.rel.ro,"aw",@progbits', "    .balign 8",
        "    .global parlor_transcripts_begin", "    .global parlor_transcripts_end",
        "parlor_transcripts_begin:", *table, "parlor_transcripts_end:",
        '    .section .note.GNU-stack,"",@progbits', ""]))


if __name__ == "__main__":
    main()
