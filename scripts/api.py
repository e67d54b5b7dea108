#!/usr/bin/env python3
"""Writes the public declarations of each library, and the protocols that its types conform to, into Docs/API, so that a change
of them is visible in review.

Usage: scripts/api.py [--check]      (after `make debug`)
With `--check` nothing is written, and it fails if a file would change.
"""
import difflib
import json
import sys

from docc import graphs, judged, symbols
from manifest import ROOT, dump

FOLDER = ROOT / "Docs" / "API"
# Protocols that the language itself adds.
IMPLICIT = {"Swift.BitwiseCopyable", "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


def line(symbol):
    """A declaration in one line, after the type that it is in."""
    text = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
    owner = ".".join(symbol["pathComponents"][:-1])
    return f"{owner}: {text}" if owner else text


def conformances(library, folder):
    """The protocols of each type of a library, as far as the library itself declares the conformance."""
    document = json.loads((folder / f"{library}.symbols.json").read_text())
    paths = {symbol["identifier"]["precise"]: tuple(symbol["pathComponents"]) for symbol in document["symbols"]}
    for one in document["relationships"]:
        path, target = paths.get(one["source"]), paths.get(one["target"])
        name = ".".join(target) if target else one.get("targetFallback", "")
        if one["kind"] != "conformsTo" or path is None or not name or name in IMPLICIT:
            continue
        wanted = sorted(f"{rule['lhs']} : {rule['rhs']}" for rule in one.get("swiftConstraints", [])
                        if f"Swift.{rule['rhs']}" not in IMPLICIT)
        condition = f" where {', '.join(wanted)}" if wanted else ""
        yield path, f"extension {'.'.join(path)} : {name if target else name.partition('.')[2]}{condition}"


def listing(library, folder):
    """All public declarations of a library, without those that the compiler adds."""
    lines = {(tuple(symbol["pathComponents"]), line(symbol)) for symbol, isInherited, _ in symbols(library, folder)
             if not isInherited and symbol["kind"]["identifier"] != "swift.extension"}
    lines.update(conformances(library, folder))
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
