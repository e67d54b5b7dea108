#!/usr/bin/env python3
"""Runs the unit tests of the modules that have changed since the last commit, or with it where nothing has.

Usage: quick.py [--list] [COMMIT | MODULE...]    (since COMMIT, or those of MODULE; --list only names the tests)

The tests of a module are the target of its name with Tests at its end, or, where there is none, those that import the
module. Changed tests run too. Only these tests and what they depend on are built, in .build/quick.
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


def is_commit(word):
    return subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{word}^{{commit}}"], cwd=ROOT, check=False,
                          capture_output=True).returncode == 0


def chosen(every, words):
    """The modules whose tests run: those that are named, or have changed since a commit."""
    if words and set(words) <= set(every):
        return set(words)
    if unknown := [word for word in words if not is_commit(word)]:
        sys.exit(f"quick: there is no target {', '.join(unknown)} and no such commit; the names are those in Package.swift")
    files = changed_files(words[0] if words else None)
    return set(every) if "Package.swift" in files else changed_modules(every, files)


def build(tests):
    """Builds the tests and what they depend on; everything, if they run the command."""
    is_all = "DuecalTests" in tests
    environment = os.environ | ({} if is_all else {"DUECAL_TESTS": ",".join(tests)})
    scratch = ROOT / (".build" if is_all else ".build/quick")
    subprocess.run(["swift", "build", "--build-tests", "--scratch-path", scratch], cwd=ROOT, env=environment, check=True)
    return scratch / "debug"


def run(tests, products):
    """Runs tests; gives their exit status."""
    command = [ROOT / "scripts/in-memory", products / "duecalPackageTests.xctest", "--testing-library", "swift-testing"]
    filters = [part for name in tests for part in ("--filter", f"^{name}\\.")]
    environment = os.environ | {"DUECAL_BINARY": str(products / "duecal"), "DUECAL_CHECKS": str(products / "duecal-checks")}
    run = subprocess.run([*command, *filters], cwd=ROOT, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    lines = run.stdout.splitlines()
    shown = [line for line in lines if "✘" in line or "↳" in line or "rror:" in line] if run.returncode else lines[-1:]
    print("\n".join(shown or lines[-20:]))
    return run.returncode


def main():
    words = [each for each in sys.argv[1:] if each != "--list"]
    every = modules()
    tests = sorted(set().union(*(tests_of(every, name) for name in chosen(every, words))))
    print("quick: " + (", ".join(tests) or "no module has changed; `make unit` runs all tests"), flush=True)
    if tests and "--list" not in sys.argv:
        sys.exit(run(tests, build(tests)))


if __name__ == "__main__":
    main()
