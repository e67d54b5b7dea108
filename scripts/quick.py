#!/usr/bin/env python3
"""Runs the unit tests of the modules that have changed since the last commit, or with it where nothing has.

Usage: quick.py [--list] [COMMIT]    (since COMMIT; --list only names the tests)

The tests of a module are the target of its name with Tests at its end, or, where there is none, those that import the
module. Changed tests run too.
"""
import os
import subprocess
import sys

from manifest import ROOT, modules, tests_of


def lines(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def changed_files(commit):
    """What differs from a commit; by default from the last one, or what that one changed."""
    untracked = lines("git", "ls-files", "--others", "--exclude-standard")
    changed = lines("git", "diff", "--name-only", commit or "HEAD") + untracked
    return changed or lines("git", "diff", "--name-only", "HEAD~1", "HEAD")


def changed_modules(every, files):
    """The targets that have a changed file."""
    return {name for name, module in every.items()
            if any((ROOT / file).is_relative_to(module.folder) for file in files)}


def main():
    arguments = [each for each in sys.argv[1:] if each != "--list"]
    every = modules()
    files = changed_files(arguments[0] if arguments else None)
    found = set(every) if "Package.swift" in files else changed_modules(every, files)
    tests = sorted(set().union(*(tests_of(every, name) for name in found)))
    if not tests:
        print("quick: no module has changed; `make unit` runs all tests")
        return
    print("quick: " + ", ".join(tests), flush=True)
    if "--list" in sys.argv:
        return
    environment = os.environ | {"DUECAL_BINARY": str(ROOT / ".build/debug/duecal")}
    build = subprocess.run(["swift", "build", "--build-tests"], cwd=ROOT, check=False)
    if build.returncode == 0:
        filters = [part for name in tests for part in ("--filter", f"^{name}\\.")]
        build = subprocess.run(["scripts/in-memory", "swift", "test", "--skip-build", "--quiet", *filters], cwd=ROOT, env=environment,
                               check=False)
    sys.exit(build.returncode)


if __name__ == "__main__":
    main()
