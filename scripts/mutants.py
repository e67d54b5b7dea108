#!/usr/bin/env python3
"""Changes single operators of modules, one at a time, and counts the changes that the module's tests notice.

Usage: mutants.py [--count N] [--seed N] [MODULE...]    (N changes of each module; all modules where none is named)

All changes are compiled in at once, in a copy of the package below .build/mutants: `a && b` becomes `a &&⊕ b`, an
operator of its own that is `||` where the environment variable DUECAL_MUTANT has its number. So one build serves all
runs. A run ends with its first failure. A change that does not compile is left out. A run that takes ten times as long
as it should is ended, and counts as noticed. Tests that take longer than SLOW seconds, or fail without any change, are
left out and named. Changes that make no difference are listed in scripts/mutants.txt, each with its reason; they are
compiled in, so that a new row moves no number, but no test is asked.
"""
import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

from manifest import ROOT, modules, tests_of

COPY = ROOT / ".build" / "mutants" / "package"
SCRATCH = ROOT / ".build" / "mutants" / "build"
BUILD = ["swift", "build", "--build-tests", "--scratch-path", str(SCRATCH)]
BUILD_COMMAND = ["swift", "build", "-c", "release", "--product", "duecal", "--scratch-path", str(SCRATCH)]
EQUIVALENT = ROOT / "scripts" / "mutants.txt"
# Changes that do not compile, so that the next run need not try them.
UNBUILDABLE = ROOT / ".build" / "mutants" / "unbuildable.txt"
SLOW = 4
# Tests that take a minute: they are not asked about a module that many others test.
SLOWEST = {"CalendarFeedsTests", "CalendarImportsTests"}
# Modules that are also tested by running the command.
OF_COMMAND = {"DuecalConfiguration", "DuecalCommands"}
# Runs the command with the change, as its tests pass on no variables of their own. It is a release: they measure time.
COMMAND = SCRATCH / "changed" / "duecal"
CHANGES = {"&&": "||", "||": "&&", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+"}
# An operator with spaces around it; sums only of small numbers, where the other sum is of the same type.
SITE = re.compile(r" (&&|\|\||==|!=|<=|>=|<|>|[+-](?= \d)) ")
# Lines in which these are no operators of values, or are declared.
DECLARATION = re.compile(r"^\s*(?:public |private |fileprivate |static |mutating |package )*(?:func|extension|import|infix|struct|protocol)\b"
                         r"|\bwhere [A-Z]\w*(?:\.\w+)* ==|@inlinable|#if|#expect|#require")
DIGITS = "⊕⊖⊗⊘"
PRECEDENCE = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence", "+": "AdditionPrecedence",
              "-": "AdditionPrecedence"}
BODIES = {
    "&&": "(l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool {{ duecalMutant == {n} ? try l {b} r() : try l {a} r() }}",
    "||": "(l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool {{ duecalMutant == {n} ? try l {b} r() : try l {a} r() }}",
    "==": "<T: Equatable>(l: T, r: T) -> Bool {{ duecalMutant == {n} ? l {b} r : l {a} r }}",
    "<": "<T: Comparable>(l: T, r: T) -> Bool {{ duecalMutant == {n} ? l {b} r : l {a} r }}",
    "+": "<T: BinaryInteger>(l: T, r: T) -> T {{ duecalMutant == {n} ? l {b} r : l {a} r }}",
}
HEAD = ["import Foundation", "",
        'let duecalMutant = Int(ProcessInfo.processInfo.environment["DUECAL_MUTANT"] ?? "") ?? 0']
# The types that ExactText compares as bytes: a generic operator would take the comparison of the standard library.
EXACT = {"==": ("String", "String?", "Substring", "[String]", "[String?]", "[String]?"), "<": ("String",)}
NIL = "<T>(l: T?, r: _OptionalNilComparisonType) -> Bool {{ duecalMutant == {n} ? l {b} r : l {a} r }}"


class Mutant:
    """One operator, and what it becomes."""

    def __init__(self, path, line, column, operator, text, nth):
        self.path, self.line, self.column, self.operator, self.text = path, line, column, operator, text
        self.nth, self.number = nth, 0

    @property
    def name(self):
        """An operator that nothing else in the package is called."""
        number, digits = self.number, ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            digits += DIGITS[digit]
        return self.operator + digits

    def declaration(self, is_exact):
        """The operator, also for texts that are compared as bytes in modules that do so."""
        kind = {"!=": "==", "<=": "<", ">": "<", ">=": "<", "-": "+"}.get(self.operator, self.operator)
        values = {"n": self.number, "a": self.operator, "b": CHANGES[self.operator]}
        lines = [f"infix operator {self.name}: {PRECEDENCE.get(self.operator, 'ComparisonPrecedence')}",
                 f"func {self.name} " + BODIES[kind].format(**values)]
        if kind == "==":
            lines.append(f"func {self.name} " + NIL.format(**values))
        for type_ in EXACT.get(kind, ()) if is_exact else ():
            lines.append(f"func {self.name} " + BODIES[kind].format(**values).partition(">")[2].replace(": T", f": {type_}"))
        return "\n".join(lines)

    @property
    def key(self):
        """The change without its place, as scripts/mutants.txt names it."""
        nth = f" {self.nth}" if self.nth > 1 else ""
        return f"{self.path.name}: {self.text.strip()}: {self.operator}{nth}"

    def __str__(self):
        return f"{self.path}:{self.line}:{self.column}: {self.operator} -> {CHANGES[self.operator]}: {self.text.strip()}"


def code_only(text):
    """The text with comments and string literals blanked, so that columns stay."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/|/(?=\S)(?:\\.|[^/\\\n])+/', blank, text)


def sites(path):
    """The operators of a file that can be changed."""
    text = (ROOT / path).read_text()
    shown = text.split("\n")
    for number, line in enumerate(code_only(text).split("\n")):
        if DECLARATION.search(line):
            continue
        for match in SITE.finditer(line):
            nth = line[:match.start()].count(f" {match[1]} ") + 1
            yield Mutant(path, number + 1, match.start(1) + 1, match[1], shown[number], nth)


def copy_package():
    """The package as it is in the work tree; files that are the same keep their time."""
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.splitlines()
    for name in files:
        old, new = ROOT / name, COPY / name
        if not old.is_file():
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        write(new, old.read_bytes())
    present = set(files)
    for path in COPY.rglob("*.swift"):
        if str(path.relative_to(COPY)) not in present:
            path.unlink()


def write(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def apply(mutants, folders):
    """Writes the files of modules with all changes, and the operators that they become."""
    for folder in folders:
        for path in sources(folder):
            own = [mutant for mutant in mutants if mutant.path == path]
            write(COPY / path, changed_text(path, own).encode())
        inside = [mutant for mutant in mutants if mutant.path.is_relative_to(folder)]
        is_exact = any(b"import ExactText" in (ROOT / path).read_bytes() for path in sources(folder))
        head = ["import ExactText"] * is_exact + HEAD
        text = "\n".join(head + [one.declaration(is_exact or folder.name == "ExactText") for one in inside] + [""])
        write(COPY / folder / "Mutants.swift", text.encode())


def changed_text(path, mutants):
    lines = (ROOT / path).read_text().split("\n")
    for mutant in sorted(mutants, key=lambda one: -one.column):
        line, start = lines[mutant.line - 1], mutant.column - 1
        lines[mutant.line - 1] = line[:start] + mutant.name + line[start + len(mutant.operator):]
    return "\n".join(lines)


def sources(folder):
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.swift"))


def build(mutants, folders):
    """Builds; gives the changes that compile."""
    while True:
        apply(mutants, folders)
        run = subprocess.run(BUILD, cwd=COPY, capture_output=True, text=True)
        if run.returncode == 0:
            return mutants
        wrong = {(match[1], int(match[2])) for match in re.finditer(r"(\S+\.swift):(\d+):\d+: error", run.stdout + run.stderr)}
        left = [one for one in mutants if (str(COPY / one.path), one.line) not in wrong]
        if len(left) == len(mutants):
            sys.exit(f"mutants: the package does not build:\n{(run.stdout + run.stderr)[-3000:]}")
        print(f"mutants: {len(mutants) - len(left)} changes do not compile", file=sys.stderr, flush=True)
        with UNBUILDABLE.open("a") as file:
            file.writelines(f"{one}\n" for one in mutants if one not in left)
        mutants = left


def stop(run):
    """Ends a run, which has a session of its own, so that an interrupt does not reach it."""
    if run.poll() is not None:
        return
    os.killpg(run.pid, signal.SIGTERM)
    try:
        run.wait(5)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()


def run_tests(target, number, limit, *options):
    """True if all tests of a target pass, how long they take, and what they print."""
    bundle = next(SCRATCH.glob("debug/*PackageTests.xctest"))
    command = [str(ROOT / "scripts" / "in-memory"), str(bundle), "--testing-library", "swift-testing", "--filter", f"^{target}\\.", *options]
    COMMAND.parent.mkdir(exist_ok=True)
    COMMAND.write_text(f'#!/bin/sh\nDUECAL_MUTANT={number} exec "{SCRATCH}/release/duecal" "$@"\n')
    COMMAND.chmod(0o755)
    environment = os.environ | {"DUECAL_MUTANT": str(number), "DUECAL_BINARY": str(COMMAND),
                                "DUECAL_CHECKS": str(SCRATCH / "debug/duecal-checks")}
    start = time.monotonic()
    run = subprocess.Popen(command, cwd=COPY, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           start_new_session=True)
    timer = threading.Timer(limit, stop, [run])
    timer.start()
    output = ""
    try:
        for line in run.stdout:
            output += line
            # The first failure, which may have a color, is enough.
            if number and "✘" in line[:10]:
                break
        else:
            run.wait()
    finally:
        timer.cancel()
        stop(run)
    return run.returncode == 0, time.monotonic() - start, output


class Targets(dict):
    """For each target of tests, how many seconds it takes without any change, and the options that leave out its slow and failing tests;
    None for a target without tests."""

    def __missing__(self, target):
        # One after the other, as each would take part in the time of those beside it.
        _, _, output = run_tests(target, 0, 1200, "--no-parallel")
        if "with 0 tests" in output:
            self[target] = None
            return None
        left_out = sorted(slow_tests(output) | failing_tests(output))
        options = [part for name in left_out for part in ("--skip", f"/{re.escape(name)}\\b")]
        passes, seconds, output = run_tests(target, 0, 1200, *options)
        if not passes:
            sys.exit(f"mutants: {target} fails without any change:\n{output[-2000:]}")
        self[target] = seconds, options
        print(f"mutants: {target} takes {seconds:.0f} s; left out: {', '.join(left_out) or 'none'}", file=sys.stderr, flush=True)
        return self[target]


def slow_tests(output):
    """The functions of which a case takes longer than SLOW seconds; those with a name of their own are not known."""
    rows = re.finditer(r"Test (\w+)\([\w:]*\)(?: with (\d+) test cases?)? passed after ([\d.]+) seconds", output)
    return {name for name, cases, seconds in (row.groups() for row in rows) if float(seconds) > SLOW * int(cases or 1)}


def failing_tests(output):
    """The functions that fail without any change, such as those that install what `make build` builds."""
    return set(re.findall(r"✘\S* Test (\w+)\(", output))


def survives(mutant, targets, known):
    """True if no target notices the change; the quickest are asked first."""
    for target in sorted((name for name in targets if known[name]), key=lambda name: known[name][0]):
        seconds, options = known[target]
        if not run_tests(target, mutant.number, 10 * seconds + 10, *options)[0]:
            return False
    return True


def known_equivalents():
    if not EQUIVALENT.exists():
        return {}
    rows = [line.split("\t") for line in EQUIVALENT.read_text().splitlines() if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def chosen(folder, count, seed):
    """As many changes of a module, taken at random."""
    every = [one for path in sources(folder) for one in sites(path)]
    random.Random(seed).shuffle(every)
    return sorted(every[:count], key=lambda one: (str(one.path), one.line, one.column))


def report(module, mutants, targets, known):
    """Prints the changes of a module that no test notices, and its score; gives how many were noticed."""
    survivors = [one for one in mutants if survives(one, targets, known)]
    for one in survivors:
        print(one)
    noticed = len(mutants) - len(survivors)
    print(f"{module}: {noticed} of {len(mutants)} changes were noticed ({100 * noticed // max(1, len(mutants))} %)", flush=True)
    return noticed


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("modules", nargs="*")
    return parser.parse_args()


def main():
    options = arguments()
    every = modules()
    # StoreContract is made of requirements, which are tests themselves.
    names = options.modules or [name for name in every if every[name].layer and name != "StoreContract"]
    if unknown := set(names) - set(every):
        sys.exit(f"mutants: there is no module {', '.join(sorted(unknown))}")
    folders = {name: every[name].folder.relative_to(ROOT) for name in names}
    copy_package()
    mutants = [one for name in names for one in chosen(folders[name], options.count, options.seed)]
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    unbuildable = set(UNBUILDABLE.read_text().splitlines() if UNBUILDABLE.exists() else ())
    mutants = build([one for one in mutants if str(one) not in unbuildable], [folder for name, folder in folders.items() if sources(folder)])
    if OF_COMMAND & set(names):
        subprocess.run(BUILD_COMMAND, cwd=COPY, check=True, stdout=sys.stderr)
    known, noticed, count = Targets(), 0, 0
    equivalent = known_equivalents()
    for name in names:
        own = [one for one in mutants if one.path.is_relative_to(folders[name]) and one.key not in equivalent]
        targets = tests_of(every, name) | ({"DuecalTests"} if name in OF_COMMAND else set())
        if len(targets) > 3:
            targets = targets - SLOWEST
        if own and any(known[target] for target in targets):
            noticed += report(name, own, targets, known)
            count += len(own)
    print(f"all: {noticed} of {count} changes were noticed")


main()
