#!/usr/bin/env python3
"""Writes the public declarations of each library into Docs/API, so that a change of them shows in review.

Usage: scripts/api.py [--check] [--network]      (after `swift build`)
With `--check` nothing is written; a file that is not as it would be written is a fault. With `--network` the libraries
of the trait Network are listed; else all others.
"""
import difflib
import sys

from docc import graphs, judged, symbols
from manifest import ROOT, dump

FOLDER = ROOT / "Docs" / "API"


def line(symbol):
    """A declaration in one line, after the type that it is in."""
    text = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
    owner = ".".join(symbol["pathComponents"][:-1])
    return f"{owner}: {text}" if owner else text


def listing(library, folder):
    """All public declarations of a library; what the compiler adds by itself is left out."""
    lines = {(tuple(symbol["pathComponents"]), line(symbol)) for symbol, isInherited, _ in symbols(library, folder)
             if not isInherited and symbol["kind"]["identifier"] != "swift.extension"}
    return "".join(f"{text}\n" for _, text in sorted(lines))


def main():
    names = judged(dump())
    folder = graphs(names)
    changed = []
    for name in sorted(names):
        file, new = FOLDER / f"{name}.txt", listing(name, folder)
        old = file.read_text() if file.exists() else ""
        if old == new:
            continue
        changed.append(name)
        if "--check" in sys.argv:
            shown = difflib.unified_diff(old.splitlines(), new.splitlines(), str(file.relative_to(ROOT)), "as built", lineterm="", n=0)
            print("\n".join(shown))
        else:
            FOLDER.mkdir(exist_ok=True)
            file.write_text(new)
    if changed and "--check" in sys.argv:
        sys.exit(f"the public declarations of {', '.join(changed)} changed; expected `make api` in the same commit")
    print(f"{len(names)} libraries, {sum(len((FOLDER / f'{name}.txt').read_text().splitlines()) for name in names)} public declarations")


if __name__ == "__main__":
    main()
