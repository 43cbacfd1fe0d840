"""Proves that a game is one folder and a protocol is one folder: lays toys into a copy of the tree and uses them.

usage: prove.py BUILD_FOLDER, where everything is built. The copy with its own build folder is BUILD_FOLDER/extend. What
does not read anything that the toys touch is not compiled again but taken from BUILD_FOLDER (reuse.py).
"""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PARTS = ("CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "LICENSE", "cmake", "data", "docs/protocols", "packaging", "src", "tests", "tools", "web/dist")
TARGETS = ("parlor", "parlor_contract_tests")
KEPT = ("build", "compiled", "plan.json")  # of the copy's folder
MOST_OBJECTS = 40  # that are compiled when a game is added


class Toy:
    """A folder that is laid into a room, and the place in the room's list where it is named."""

    def __init__(self, room, name, room_list, edits):
        self.name = name
        self.folder = f"src/{room}/{name}"
        self.source = HERE / room / name
        self.room_list = f"src/{room}/{room_list}"
        self.edits = edits  # (a line of the list, what stands behind it then)

    def lay(self, tree):
        for file in files_below(self.source):
            tree[f"{self.folder}/{file.relative_to(self.source)}"] = file.read_bytes()
        text = tree[self.room_list].decode()
        for line, more in self.edits:
            assert text.count(line) == 1, f"{self.room_list} has not one '{line}'"
            text = text.replace(line, line + more)
        tree[self.room_list] = text.encode()


POSTAL = Toy("protocols", "postal", "all.cpp", [("  ROW(chess)                  \\\n", "  ROW(postal)                 \\\n")])
NOUGHTS = Toy("games", "noughts", "all.hpp",
              [('#include "games/list.hpp"\n', '#include "games/noughts/rules.hpp"\n'),
               ("shelfie::Rules", ", noughts::Rules")])


def files_below(folder):
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]


def read_tree():
    """All that the program is built from, by name."""
    tree = {}
    for part in (ROOT / part for part in PARTS):
        for path in [part] if part.is_file() else files_below(part):
            tree[str(path.relative_to(ROOT))] = path.read_bytes()
    return tree


def write_tree(folder, tree):
    """What is equal already is left alone, with its time."""
    for path in files_below(folder):
        name = path.relative_to(folder)
        if name.parts[0] not in KEPT and str(name) not in tree:
            path.unlink()
    for name, content in tree.items():
        path = folder / name
        if path.exists() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if (ROOT / name).exists():
            shutil.copymode(ROOT / name, path)


def say(text):
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"[{used.ru_utime + used.ru_stime:.0f} s of CPU] {text}", flush=True)


def run(*words, **options):
    subprocess.run([str(word) for word in words], check=True, **options)


def read_deps(build):
    """What each object of a build was made of, by names below the tree."""
    def ask(*words):
        return subprocess.run(["ninja", "-C", build, "-t", *words], check=True, capture_output=True, text=True).stdout

    targets = {line.rsplit(":", 1)[0] for line in ask("targets", "all").splitlines()}  # some are gone since
    deps = {}
    for block in ask("deps").split("\n\n"):
        head, *files = block.strip().splitlines() or [""]
        if "(VALID)" in head and head.split(":")[0] in targets:
            paths = {os.path.normpath(build / name.strip()) for name in files if "/usr/" not in name}
            deps[head.split(":")[0]] = sorted(os.path.relpath(path, ROOT) for path in paths
                                              if path.startswith(f"{ROOT}/") and not path.startswith(f"{build}/"))
    return deps


def plan_reuse(whole_build, deps, folder, tree):
    """Says which objects are as good for the copy; gives the file in which that stands."""
    changed = {name for name in tree if not (ROOT / name).exists() or (ROOT / name).read_bytes() != tree[name]}
    times = {name: (ROOT / name).stat().st_mtime for names in deps.values() for name in names if (ROOT / name).exists()}

    def is_good(target, names):
        made = (whole_build / target).stat().st_mtime if (whole_build / target).exists() else 0
        return target.endswith(".o") and all(name not in changed and times.get(name, made + 1) <= made for name in names)

    plan = {"tree": str(folder), "build": str(whole_build), "log": str(folder / "compiled"),
            "objects": {target: names for target, names in deps.items() if is_good(target, names)}}
    (folder / "compiled").write_text("")
    (folder / "plan.json").write_text(json.dumps(plan))
    return folder / "plan.json"


def build(whole_build, deps, folder, tree, toy):
    """The copy with one toy more; says what that touched."""
    plain = dict(tree)
    toy.lay(tree)
    changed = [name for name in plain if plain[name] != tree[name]]
    say(f"{toy.name}: {len(tree) - len(plain)} new files in {toy.folder}; existing files touched: {', '.join(changed)}")
    assert changed == [toy.room_list], changed
    write_tree(folder, tree)
    env = {**os.environ, "PARLOR_REUSE": str(plan_reuse(whole_build, deps, folder, tree))}
    if not (folder / "build/build.ninja").exists():
        run("cmake", "--preset", "release", "-DPARLOR_BENCH=OFF", f"-DPARLOR_CCACHE={HERE / 'reuse.py'}",
            cwd=folder, env=env, stdout=subprocess.DEVNULL)
    run("nice", "cmake", "--build", folder / "build", "--target", *TARGETS, env=env)  # other tests have clocks
    say(f"{toy.name}: built, {len((folder / 'compiled').read_text().splitlines())} objects compiled for it")


def count_objects(deps, toy):
    """How many objects of the whole program are compiled when the toy comes: those that read the list, and its own."""
    readers = [target for target, names in deps.items() if toy.room_list in names]
    own = [path for path in files_below(toy.source) if path.suffix == ".cpp" and not path.name.endswith("_test.cpp")]
    say(f"{toy.name}: adding it compiles {len(readers) + len(own)} objects of {len(deps)}")
    for reader in readers:
        print(f"    {reader}")
    return len(readers) + len(own)


def prove(folder, toy):
    program = folder / "build/parlor"
    run(folder / "build/tests/parlor_contract_tests", "--gtest_brief=1")
    say(f"{toy.name}: contract tests pass")
    for script in sorted(HERE.glob(f"{toy.name}_test.*")):
        command = sys.executable if script.suffix == ".py" else "node"
        run(command, script, program, env={**os.environ, "PYTHONPATH": str(ROOT / "tests/live"), "PYTHONDONTWRITEBYTECODE": "1"})
        say(f"{toy.name}: {script.name} passes")


def main():
    whole_build = pathlib.Path(sys.argv[1]).resolve()
    folder = whole_build / "extend"
    folder.mkdir(exist_ok=True)
    deps = read_deps(whole_build)
    assert count_objects(deps, NOUGHTS) <= MOST_OBJECTS, f"more than {MOST_OBJECTS} objects"
    tree = read_tree()
    for toy in (POSTAL, NOUGHTS):
        build(whole_build, deps, folder, tree, toy)
        prove(folder, toy)


if __name__ == "__main__":
    main()
