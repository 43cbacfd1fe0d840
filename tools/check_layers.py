#!/usr/bin/env python3
"""Checks which way the rooms depend: includes between rooms, between members of a room, I/O in pure rooms, and who
names protocols and games."""
import pathlib
import re
import sys

MAY_USE = {
    "base": "", "games": "base", "table": "base games", "bots": "base games",
    "protocols": "base games table", "transcript": "base games table protocols",
    "host": "base games table bots protocols transcript",
    "store": "base games table", "net": "base",
    "server": "base games table bots protocols transcript host store net",
    "client": "base games table bots protocols transcript host net",
    "app": "base games table bots protocols transcript host store net server client",
}
PURE = {"base", "games", "table", "bots", "protocols", "transcript", "host"}
LISTS = {"all.hpp", "all.cpp"}  # a room's one list names every member
OPEN = {"games", "client"}  # rooms whose members other rooms may include, too
ABOUT_ONE = {"client/bench_chess.cpp"}  # what is about one member of another room
GAMELESS = {"protocols/web"}  # where no game is named
NAMELESS = {"transcript", "client/check", "client/play", "client/spar", "client/tap"}  # where no protocol is named
IO_HEADERS = re.compile(
    r"#include <(fstream|iostream|cstdio|filesystem|thread|mutex|condition_variable|atomic|random|ctime|"
    r"sys/.*|unistd\.h|fcntl\.h|netinet/.*|boost/asio.*|spdlog.*|sqlite3\.h)>")
CLOCKS = re.compile(r"(system_clock|steady_clock|high_resolution_clock)::now|\bgetenv\b|\brand\(\)")
MOST_LINES = 600


def names_of_protocols(root):
    """As string literals: some are names of games, too, so that words alone prove nothing."""
    names = (re.escape(folder.parent.name) for folder in root.glob("protocols/*/transcripts"))
    return re.compile(f'"({"|".join(sorted(names))})"')


def names_of_games(root):
    """As string literals, namespaces and folders."""
    names = "|".join(sorted(re.escape(folder.parent.name) for folder in root.glob("games/*/positions")))
    return re.compile(f'"(?:games/)?({names})(?:"|/)|games::({names})::')


def problems_of(path, root, protocols, games):
    room, *rest = path.relative_to(root).parts
    nameless = {room, "/".join((room, *rest[:1]))} & NAMELESS
    gameless = {room, "/".join((room, *rest[:1]))} & GAMELESS
    member = rest[0] if len(rest) > 1 else None
    test = path.name.endswith("_test.cpp")
    for_tests = test or path.name.endswith("_fixture.hpp")
    lines = path.read_text().splitlines()
    if not lines or not lines[0].startswith("//"):
        yield 1, "the first line must be one sentence saying what the file is"
    if len(lines) > MOST_LINES:
        yield len(lines), f"more than {MOST_LINES} lines"
    for number, line in enumerate(lines, 1):
        if room in PURE and not test and (IO_HEADERS.search(line) or CLOCKS.search(line)):
            yield number, f"'{room}' is a pure room: no I/O, threads, clocks or environment"
        named = protocols.search(line.split("//")[0])
        if nameless and named and not for_tests:
            yield number, f"{named[0]}: tools name no protocol; what they know of it stands in protocols/{named[1]}/"
        game = games.search(line.split("//")[0])
        if gameless and game and not for_tests:
            yield number, f"{game[0]}: no game is named here; what is known of it stands in games/{game[1] or game[2]}/"
        found = re.match(r'#include "([^"]+)"', line)
        if not found:
            continue
        target, *inside = found[1].split("/")
        if test and target == "harness":
            continue
        if target not in MAY_USE:
            yield number, f"'{found[1]}' is in no room; include by the path below src/"
        elif target != room and target not in MAY_USE[room].split():
            yield number, f"'{room}' may not use '{target}'"
        elif (target == room and member and len(inside) > 1 and inside[0] != member) or (
                target == room and not member and len(inside) > 1 and path.name not in LISTS and not test
                and room in PURE):
            yield number, f"members of '{room}' are named only in its list (all.hpp, all.cpp)"
        elif (target != room and len(inside) > 1 and target not in OPEN and not test
              and path.relative_to(root).as_posix() not in ABOUT_ONE):
            yield number, f"members of '{target}' are for '{target}' alone; the rest goes through its list"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "src")
    protocols, games = names_of_protocols(root), names_of_games(root)
    count = 0
    for path in sorted(p for p in root.rglob("*") if p.suffix in {".cpp", ".hpp"}):
        for line, problem in problems_of(path, root, protocols, games):
            print(f"{path}:{line}: {problem}")
            count += 1
    print(f"layers: {count} problems" if count else "layers: in order")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
