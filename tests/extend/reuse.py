#!/usr/bin/env python3
"""Stands before the compiler in the copy of the tree: takes an object from the whole build where nothing that it was
made of differs in the copy (prove.py says which), and compiles the others.

usage: reuse.py COMPILER ARGUMENTS, with PARLOR_REUSE naming prove.py's plan
"""
import json
import os
import re
import shutil
import sys


def is_joined_alike(source, made_of, tree):
    """Whether sources that are compiled together are those of the whole build."""
    if "/Unity/" not in source:
        return True
    with open(source, encoding="utf-8") as file:
        joined = {os.path.relpath(path, tree) for path in re.findall(r'#include "([^"]+)"', file.read())}
    return joined == {name for name in made_of if name.endswith(".cpp")}


def main():
    command = sys.argv[1:]
    with open(os.environ["PARLOR_REUSE"], encoding="utf-8") as file:
        plan = json.load(file)
    target = command[command.index("-o") + 1]
    made_of = plan["objects"].get(target)
    if made_of is None or not is_joined_alike(command[-1], made_of, plan["tree"]) or any("PARLOR_SOURCE_DIR" in word for word in command):  # it is told where the tree is
        with open(plan["log"], "a", encoding="utf-8") as log:
            log.write(target + "\n")
        cache = shutil.which("ccache")
        command = [cache, *command] if cache else command
        os.execvp(command[0], command)
    shutil.copyfile(os.path.join(plan["build"], target), target)
    if "-MF" in command:
        with open(command[command.index("-MF") + 1], "w", encoding="utf-8") as file:
            file.write(" \\\n  ".join([target + ":", *(os.path.join(plan["tree"], name) for name in made_of)]) + "\n")


if __name__ == "__main__":
    main()
