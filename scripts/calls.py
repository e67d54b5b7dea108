#!/usr/bin/env python3
"""Finds calls in the debug build that compare texts by canonical equivalence, or that may trap on a row of a database.

Swift's == on String treats two spellings of a letter as equal; for files, servers and the text format they are different. A
file that imports ExactText compares bytes, and so do the keys of ExactDictionary and ExactSet. GRDB's subscript of a row ends
the process if a column has another type; `Row.value` returns nil.

The script examines the output of the compiler and not the source. So it also finds the == that the compiler writes for a
struct, a `contains`, and a dictionary whose type is inferred. `scripts/calls.txt` lists the places that are correct, each
with the reason.

Usage: calls.py      (after `make debug`)
"""
import collections
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "scripts" / "calls.txt"
# The unwanted functions and conformances, by their names in an object file.
TEXTS = {
    "$sSS2eeoiySbSS_SStFZ": "String ==",
    "$sSSSQsWP": "String as Equatable",
    "$sSSSHsWP": "String as Hashable",
    "$sSysE2eeoiySbx_qd__tSyRd__lFZ": "StringProtocol ==",
    "$sSysE2neoiySbx_qd__tSyRd__lFZ": "StringProtocol !=",
    "$sSsSQsWP": "Substring as Equatable",
    "$sSsSHsWP": "Substring as Hashable",
}
ROW = re.compile(r"^\$s4GRDB3RowCy\S*ig$")
# If a text only goes into a hash, equal bytes give equal hashes, and == decides. The conformance of an enum concerns its
# cases, and inherited functions are not ours.
HARMLESS = re.compile(r"4hash4into|TW$|WOb$|TWl$")
SECTION = re.compile(r"^Relocation section '\.rela(\S+)'")
HEADER = re.compile(r"^\s+\[\s*(\d+)\] (\S+)\s")
RELOCATION = re.compile(r"^([0-9a-f]{16})\s+\S+\s+\S+\s+\S+\s+(\S+)")
SYMBOL = re.compile(r"^\s*\d+: ([0-9a-f]{16})\s+(\d+) FUNC\s+\S+\s+\S+\s+(\d+) (\S+)")


def calls(path):
    """The functions of an object file, each with the unwanted functions that it uses."""
    data = path.read_bytes()
    if not any(name.encode() in data for name in TEXTS) and b"$s4GRDB3RowC" not in data:
        return {}
    text = subprocess.run(["readelf", "-rsSW", path], capture_output=True, check=True).stdout.decode(errors="replace")
    sections, functions, used = {}, collections.defaultdict(list), collections.defaultdict(list)
    section = None
    for line in text.splitlines():
        if header := HEADER.match(line):
            sections.setdefault(header[2], []).append(header[1])
        elif start := SECTION.match(line):
            section = start[1]
        elif section and (relocation := RELOCATION.match(line)):
            used[section].append((int(relocation[1], 16), relocation[2]))
        elif symbol := SYMBOL.match(line):
            functions[symbol[3]].append((int(symbol[1], 16), int(symbol[2]), symbol[4]))
    found = collections.defaultdict(set)
    for name, places in used.items():
        for offset, target in places:
            found[function(functions, sections.get(name, []), offset) or name].add(target)
    return unwanted(found)


def function(functions, sections, offset):
    """The function that contains an offset of a section."""
    for section in sections:
        for start, size, name in functions[section]:
            if start <= offset < start + size:
                return name
    return None


def unwanted(uses):
    """The unwanted functions that each function uses; those used by the maker of a witness table count for its callers."""
    def kinds(targets):
        return {TEXTS[target] for target in targets if target in TEXTS} | {
            "GRDB's subscript of a row" for target in targets if ROW.match(target)}

    makers = {name: kinds(targets) for name, targets in uses.items() if name.endswith("Wl")}
    found = {}
    for name, targets in uses.items():
        own = kinds(targets).union(*(makers.get(target, set()) for target in targets))
        if own and name not in makers and not HARMLESS.search(name):
            found[name] = own
    return found


def demangled(names):
    """The names as in the source, if the tool of the toolchain is available."""
    tool = shutil.which("swift-demangle") or pathlib.Path(shutil.which("swift") or "").resolve().with_name("swift-demangle")
    if not os.access(tool, os.X_OK):
        return {name: name for name in names}
    said = subprocess.run([tool, "-compact", "-simplified"], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, said.stdout.splitlines()))


def allowed():
    """The patterns of allowed files, each of which has a reason."""
    lines = [line for line in ALLOWED.read_text().splitlines() if line and not line.startswith("#")]
    return [line.split(None, 1)[0] for line in lines if len(line.split(None, 1)) == 2]


def objects():
    """The object files of our own sources, each with its source as `Module/File.swift`.

    Object files whose sources no longer exist, which a build leaves behind, are skipped.
    """
    build = ROOT / ".build" / "debug"
    for target in sorted(ROOT.glob("Sources/*/*")):
        folder = build / f"{target.name.replace('-', '_')}.build"
        sources = {source.name for source in target.rglob("*.swift")}
        for path in sorted(path for path in folder.glob("*.swift.o") if path.name[:-2] in sources):
            yield f"{target.name}/{path.name[:-2]}", path


def main():
    every = list(objects())
    if not every:
        sys.exit("calls.py: nothing is built; expected `make debug` before")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = dict(zip((name for name, _ in every), pool.map(calls, (path for _, path in every))))
    patterns, left = allowed(), {}
    modules = {file.split("/")[0] for file in found}
    for file, functions in found.items():
        if functions and not any(fnmatch.fnmatchcase(file, pattern) for pattern in patterns):
            left[file] = functions
    faults = report(left)
    known = [file for file, functions in found.items() if functions]
    for pattern in patterns:
        if pattern.split("/")[0] in modules and not fnmatch.filter(known, pattern):
            faults.append(f"scripts/calls.txt: {pattern}: no such call is there any more; remove the line")
    print("\n".join(faults) or f"{len(every)} object files make only calls that are allowed")
    sys.exit(1 if faults else 0)


def report(left):
    """A sentence about each function, with what to do."""
    names = demangled(sorted({name for functions in left.values() for name in functions}))
    return [f"{file}: {names[name]} uses {', '.join(sorted(kinds))}; expected ExactText, Row.value, "
            "or a line with the reason in scripts/calls.txt"
            for file, functions in left.items() for name, kinds in sorted(functions.items())]


if __name__ == "__main__":
    main()
