#!/usr/bin/env python3
"""Checks the shape of the code: which way rooms depend (in sources and in CMake), I/O in pure rooms, who names games
and protocols, and how long files and functions are."""
import fnmatch
import pathlib
import re
import sys

MAY_USE = {
    "base": "", "games": "base", "table": "base games", "bots": "base games",
    "protocols": "base games table", "transcript": "base games table protocols",
    "host": "base games table bots protocols",
    "cluster": "base games table",
    "store": "base games table cluster", "net": "base",
    "server": "base games table bots protocols transcript host cluster store net",
    "client": "base games table bots protocols transcript host net",
    "app": "base games table bots protocols transcript host cluster store net server client",
}
PURE = {"base", "games", "table", "bots", "protocols", "transcript", "host", "cluster"}
LISTS = {"all.hpp", "all.cpp"}  # a room's one list names every member
OPEN = {"games", "client"}  # rooms whose members other rooms may include, too
# Where games and protocols are named: in their own rooms, and where one of them is what a file is about.
NAMING = ("games/*", "bots/*", "protocols/*/*", "protocols/all.cpp", "client/play/*/*", "client/play/desks.cpp")
NAMELESS = ("protocols/web/*",)  # it is for all games
ABOUT_ONE = {
    "protocols/scrabble*": "what two protocols of one game share",
    "app/kits.cpp": "what games are made with comes from files",
    "app/lexicon*": "the command that makes Scrabble's words",
    "client/bench_chess*": "the benchmark of wire protocols is played in chess",
    "app/host/bench.cpp": "its command",
}
FLAGS = {
    "server/engine.hpp": "the way out to the peers and its doubles in tests",
    "server/inspector.hpp": "private functions that pass on what was found out",
    "server/web/listener.hpp": "as the engine's",
    "server/web/tcp_links.hpp": "as the engine's",
    "table/table.hpp": "a private function",
}  # headers in which bool parameters stand
IO_HEADERS = re.compile(
    r"#include <(fstream|iostream|cstdio|filesystem|thread|mutex|condition_variable|atomic|random|ctime|"
    r"sys/.*|unistd\.h|fcntl\.h|netinet/.*|boost/asio.*|spdlog.*|sqlite3\.h)>")
CLOCKS = re.compile(r"(system_clock|steady_clock|high_resolution_clock)::now|\bgetenv\b|\brand\(\)")
MOST_LINES = 600
MOST_LINES_OF_FUNCTION = 60
NO_FUNCTION = re.compile(r"\s*(namespace|struct|class|enum|union|if|else|for|while|do|switch|case|try|catch|return)\b")


class Source:
    """One file, and what of it counts as code."""

    def __init__(self, path, root):
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.room, *rest = path.relative_to(root).parts
        self.member = rest[0] if len(rest) > 1 else None
        self.is_test = path.name.endswith("_test.cpp")
        self.is_for_tests = self.is_test or path.name.endswith("_fixture.hpp")
        self.lines = path.read_text().splitlines()
        self.code = [re.sub(r"//(?![^\"]*\"[^\"]*$).*", "", line) for line in self.lines]

    def is_one_of(self, patterns):
        return any(fnmatch.fnmatch(self.name, pattern) for pattern in patterns)


def names_in(root):
    """Of games and protocols: folders of their rooms. Protocols are those with transcripts."""
    games = {path.name for path in root.glob("games/*") if path.is_dir()}
    protocols = {path.parent.name for path in root.glob("protocols/*/transcripts")}
    return games | protocols


def check_page(source, _names):
    if not source.lines or not source.lines[0].startswith("//"):
        yield 1, "the first line must be one sentence saying what the file is"
    if len(source.lines) > MOST_LINES:
        yield len(source.lines), f"more than {MOST_LINES} lines"


def check_purity(source, _names):
    for number, line in enumerate(source.lines, 1):
        if source.room in PURE and not source.is_test and (IO_HEADERS.search(line) or CLOCKS.search(line)):
            yield number, f"'{source.room}' is a pure room: no I/O, threads, clocks or environment"


def check_includes(source, _names):
    room, member, is_test = source.room, source.member, source.is_test
    for number, line in enumerate(source.lines, 1):
        found = re.match(r'#include "([^"]+)"', line)
        if not found:
            continue
        target, *inside = found[1].split("/")
        into_member = len(inside) > 1
        if is_test and target == "harness":
            continue
        if target not in MAY_USE:
            yield number, f"'{found[1]}' is in no room; include by the path below src/"
        elif target != room and target not in MAY_USE[room].split():
            yield number, f"'{room}' may not use '{target}'"
        elif target == room and into_member and member and inside[0] != member:
            yield number, f"members of '{room}' are named only in its list (all.hpp, all.cpp)"
        elif (target == room and into_member and not member and source.path.name not in LISTS and not is_test
              and room in PURE):
            yield number, f"members of '{room}' are named only in its list (all.hpp, all.cpp)"
        elif target != room and into_member and target not in OPEN and not is_test and not source.is_one_of(ABOUT_ONE):
            yield number, f"members of '{target}' are for '{target}' alone; the rest goes through its list"


def check_names(source, names):
    """Outside of strings a name counts in every word; in a string only alone, so that sentences may have it."""
    named = source.is_one_of(NAMING) and not source.is_one_of(NAMELESS)
    if named or source.is_for_tests or source.is_one_of(ABOUT_ONE):
        return
    parts = {part for name in names for part in name.split("-")} - {"web"}  # a word of its own, too
    word = re.compile("|".join(rf"(?<![a-z]){part}(?![a-z])|{part.capitalize()}(?![a-z])" for part in sorted(parts)))
    for number, line in enumerate(source.code, 1):
        strings = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
        rest = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line) if not line.startswith("#include") else line
        found = next((text for text in strings if text in names), None) or (word.search(rest) or [None])[0]
        if found and found != source.member and not line.startswith('#include <'):
            yield number, f"'{found}' is named; only games, bots, protocols and pictures name games and protocols"


def check_functions(source, _names):
    """By the layout that clang-format gives: a function ends with a brace as far in as its first line."""
    for number, line in enumerate(source.code, 1):
        inset = len(line) - len(line.lstrip())
        opens = re.search(r"\).*\{$|^\s*(:|\).*).*\{$", line)
        if inset > 4 or not opens or NO_FUNCTION.match(line) or "= [" in line:
            continue
        length = next((at for at, end in enumerate(source.code[number - 1:], 1)
                       if len(end) - len(end.lstrip()) <= inset and end.strip().startswith("}")), 1)
        if length > MOST_LINES_OF_FUNCTION:
            yield number, f"a function of {length} lines, more than {MOST_LINES_OF_FUNCTION}"


def check_flags(source, _names):
    if source.path.suffix != ".hpp" or source.is_for_tests or source.is_one_of(FLAGS):
        return
    for number, line in enumerate(source.code, 1):
        found = re.search(r"[(,]\s*(const )?bool \w+( = \w+)?[,)]|\(bool\)|^\s+(const )?bool \w+[,)]", line)
        if found and "bool truth" not in found[0]:  # what is written down as such is no flag
            yield number, "a bool parameter says nothing where it is given; use an enum"


CHECKS = (check_page, check_purity, check_includes, check_names, check_functions, check_flags)


def problems_of_links(lists):
    """Each room must link just the rooms that it may use: itself what stands in CMake, and what those link."""
    text = "\n".join(path.read_text() for path in lists if path.exists())
    links = {}
    for room, uses in re.findall(r"parlor_room\((\w+)\s+(?:USES\s+)?([^)]*)\)", text):
        links[room] = re.findall(r"parlor_(\w+)", uses.split("PRIVATE_USES")[0])
    for uses in re.findall(r"target_link_libraries\(parlor PRIVATE([^)]*)\)", text):
        links.setdefault("app", []).extend(re.findall(r"parlor_(\w+)", uses))

    def reach(room):
        return set().union(*({one} | reach(one) for one in links.get(room, []))) & set(MAY_USE)

    for room in links:
        too_much, too_little = reach(room) - set(MAY_USE[room].split()), set(MAY_USE[room].split()) - reach(room)
        if too_much:
            yield f"CMake: '{room}' links {', '.join(sorted(too_much))}, which it may not use"
        if too_little:
            yield f"CMake: '{room}' does not link {', '.join(sorted(too_little))}, which it may use"


def problems_in(root):
    names = names_in(root)
    yield from problems_of_links((root.parent / "CMakeLists.txt", root / "app/CMakeLists.txt"))
    for path in sorted(p for p in root.rglob("*") if p.suffix in {".cpp", ".hpp"}):
        source = Source(path, root)
        for check in CHECKS:
            for line, problem in check(source, names):
                yield f"{path}:{line}: {problem}"


def main():
    problems = list(problems_in(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "src")))
    print("\n".join(problems + [f"layers: {len(problems)} problems" if problems else "layers: in order"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
