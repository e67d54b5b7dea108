#!/usr/bin/env python3
"""Changes single operators of a module, one at a time, and looks whether the module's tests notice.

Usage: mutants.py MODULE [COUNT] [SEED]

All changes are compiled in at once, in a copy of the package below .build/mutants: `a && b` becomes `a &&⊕ b`, an
operator of its own that is `||` where the environment variable DUECAL_MUTANT has its number. So one build serves all
runs. A change that does not compile is left out. A run that takes ten times as long as it should is killed, and
counts as noticed. Changes that make no difference are listed in scripts/mutants.txt, each with its reason.
"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

from manifest import ROOT, modules, tests_of

COPY = ROOT / ".build" / "mutants" / "package"
SCRATCH = ROOT / ".build" / "mutants" / "build"
EQUIVALENT = ROOT / "scripts" / "mutants.txt"
CHANGES = {"&&": "||", "||": "&&", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+"}
# An operator with spaces around it; sums only of small numbers, where the other sum is of the same type.
SITE = re.compile(r" (&&|\|\||==|!=|<=|>=|<|>|[+-](?= \d)) ")
# Lines in which these are no operators of values, or are declared.
DECLARATION = re.compile(r"^\s*(?:public |private |fileprivate |static |mutating |package )*(?:func|extension|import|infix|struct|protocol)\b"
                         r"|\bwhere [A-Z]\w*(?:\.\w+)* ==|@inlinable|#if")
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
NIL = "<T>(l: T?, r: _OptionalNilComparisonType) -> Bool {{ duecalMutant == {n} ? l {b} r : l {a} r }}"


class Mutant:
    """One operator, and what it becomes."""

    def __init__(self, path, line, column, operator, text):
        self.path, self.line, self.column, self.operator, self.text = path, line, column, operator, text
        self.number = 0

    @property
    def name(self):
        """An operator that nothing else in the package is called."""
        number, digits = self.number, ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            digits += DIGITS[digit]
        return self.operator + digits

    @property
    def declaration(self):
        kind = {"!=": "==", "<=": "<", ">": "<", ">=": "<", "-": "+"}.get(self.operator, self.operator)
        values = {"n": self.number, "a": self.operator, "b": CHANGES[self.operator]}
        lines = [f"infix operator {self.name}: {PRECEDENCE.get(self.operator, 'ComparisonPrecedence')}",
                 f"public func {self.name} " + BODIES[kind].format(**values)]
        if kind == "==":
            lines.append(f"public func {self.name} " + NIL.format(**values))
        return "\n".join(lines)

    @property
    def key(self):
        """The change without its place, as scripts/mutants.txt names it."""
        return f"{self.path.name}: {self.text.strip()}: {self.operator}"

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
            yield Mutant(path, number + 1, match.start(1) + 1, match[1], shown[number])


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


def apply(mutants, folder):
    """Writes the files with all changes, and the operators that they become."""
    for path in {mutant.path for mutant in mutants} | {path for path in sources(folder)}:
        lines = (ROOT / path).read_text().split("\n")
        own = [mutant for mutant in mutants if mutant.path == path]
        for mutant in sorted(own, key=lambda one: -one.column):
            line, start = lines[mutant.line - 1], mutant.column - 1
            lines[mutant.line - 1] = line[:start] + mutant.name + line[start + len(mutant.operator):]
        write(COPY / path, "\n".join(lines).encode())
    declarations = ["import Foundation", "", 'public let duecalMutant = Int(ProcessInfo.processInfo.environment["DUECAL_MUTANT"] ?? "") ?? 0']
    write(COPY / folder / "Mutants.swift", "\n".join(declarations + [one.declaration for one in mutants] + [""]).encode())


def sources(folder):
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.swift"))


def build(mutants, folder):
    """Builds; gives the changes that compile."""
    while True:
        apply(mutants, folder)
        run = subprocess.run(["swift", "build", "--build-tests", "--scratch-path", str(SCRATCH)], cwd=COPY, capture_output=True,
                             text=True)
        if run.returncode == 0:
            return mutants
        wrong = {(match[1], int(match[2])) for match in re.finditer(r"([^/\s]+\.swift):(\d+):\d+: error", run.stdout + run.stderr)}
        left = [one for one in mutants if (one.path.name, one.line) not in wrong]
        if len(left) == len(mutants):
            sys.exit(f"mutants: the package does not build:\n{(run.stdout + run.stderr)[-3000:]}")
        mutants = left


def run_tests(tests, number, limit):
    """True if all tests pass, and how long they take."""
    bundle = next(SCRATCH.glob("debug/*PackageTests.xctest"))
    command = [str(bundle), "--testing-library", "swift-testing"]
    for name in tests:
        command += ["--filter", f"^{name}\\."]
    environment = os.environ | {"DUECAL_MUTANT": str(number), "DUECAL_BINARY": str(SCRATCH / "debug/duecal")}
    start = time.monotonic()
    try:
        run = subprocess.run(command, cwd=COPY, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit,
                             check=False)
    except subprocess.TimeoutExpired:
        return False, limit
    return run.returncode == 0, time.monotonic() - start


def known_equivalents():
    if not EQUIVALENT.exists():
        return {}
    rows = [line.split("\t") for line in EQUIVALENT.read_text().splitlines() if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def chosen(folder, count, seed):
    """As many changes of a module, taken at random; those that make no difference are left out."""
    known = known_equivalents()
    all_sites = [one for path in sources(folder) for one in sites(path) if one.key not in known]
    random.Random(seed).shuffle(all_sites)
    mutants = sorted(all_sites[:count], key=lambda one: (str(one.path), one.line, one.column))
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    return mutants, len(all_sites)


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    module, count, seed = sys.argv[1], int((sys.argv[2:3] or ["50"])[0]), int((sys.argv[3:4] or ["1"])[0])
    every = modules()
    if module not in every:
        sys.exit(f"mutants: there is no module {module}")
    tests = sorted(tests_of(every, module))
    folder = every[module].folder.relative_to(ROOT)
    copy_package()
    mutants, total = chosen(folder, count, seed)
    mutants = build(mutants, folder)
    passes, seconds = run_tests(tests, 0, 1200)
    if not passes:
        sys.exit(f"mutants: {', '.join(tests)} fail without any change")
    survivors = [one for one in mutants if run_tests(tests, one.number, 10 * seconds + 10)[0]]
    for one in survivors:
        print(one)
    killed = len(mutants) - len(survivors)
    print(f"{module}: {killed} of {len(mutants)} changes were noticed ({100 * killed // max(1, len(mutants))} %), of {total} that "
          f"can be made; {', '.join(tests)} take {seconds:.0f} s")


main()
