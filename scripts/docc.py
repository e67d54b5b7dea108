#!/usr/bin/env python3
"""Holds the documentation of every library that others use: each public declaration says what it is, and the landing
page of its library has all types by topic. `--build` makes the pages as well, a warning counting as an error.

Usage: scripts/docc.py [--build] [FOLDER]
FOLDER is that of the package, this one if none is named.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT.joinpath(*[word for word in sys.argv[1:] if not word.startswith("--")])
# What is for the project's own commands and tests.
INNER = {"WebAddresses", "CalendarFetching", "DuecalCommands", "EditedOutlines", "FuzzedProperties", "ImportCycles", "StoreTimes"}
LINK = re.compile(r"^- ``([^`]+)``$", re.M)


def libraries():
    """The products that are libraries, in order."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=PACKAGE, capture_output=True, check=True)
    products = [product["name"] for product in json.loads(dump.stdout)["products"] if "library" in product["type"]]
    return [name for name in products if name not in INNER]


def graphs():
    """The folder of what the compiler says of every public declaration."""
    dump = subprocess.run(["swift", "package", "dump-symbol-graph", "--minimum-access-level", "public",
                           "--skip-synthesized-members"], cwd=PACKAGE, capture_output=True, text=True)
    found = re.search(r"^Files written to (.*)$", dump.stdout, re.M)
    if dump.returncode != 0 or not found:
        sys.exit(dump.stdout + dump.stderr)
    return pathlib.Path(found[1])


def symbols(graph, folder):
    """The public declarations of a library, what it adds to types of others included."""
    files = [folder / f"{graph}.symbols.json", *sorted(folder.glob(f"{graph}@*.symbols.json"))]
    for file in files:
        document = json.loads(file.read_text())
        # What a protocol asks for is said there.
        said = {one["source"] for one in document["relationships"]
                if "sourceOrigin" in one or one["kind"] in ("defaultImplementationOf", "overrides")}
        for symbol in document["symbols"]:
            yield symbol, symbol["identifier"]["precise"] in said, file == files[0]


def faults(library, folder):
    """What is not documented, or not found by the landing page."""
    page = PACKAGE / "Sources" / library / f"{library}.docc" / f"{library}.md"
    if not page.exists():
        yield f"{library}: no {page.relative_to(ROOT)}"
        return
    linked = set(LINK.findall(page.read_text()))
    for symbol, isSaid, isOwn in symbols(library, folder):
        path = ".".join(symbol["pathComponents"])
        lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
        if not any(lines) and not isSaid and symbol["kind"]["identifier"] != "swift.extension":
            place = symbol.get("location", {})
            file = place.get("uri", "?").removeprefix("file://")
            yield f"{file}:{place.get('position', {}).get('line', 0) + 1}: {library}.{path} has no documentation"
        if isOwn and len(symbol["pathComponents"]) == 1 and path not in linked:
            yield f"{page.relative_to(ROOT)}: no topic has ``{path}``"


def build(library, folder):
    """Makes the pages of a library."""
    target = ROOT / ".build" / "docc" / library
    own = ROOT / ".build" / "docc" / "graphs" / library
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir(parents=True)
    for file in [folder / f"{library}.symbols.json", *folder.glob(f"{library}@*.symbols.json")]:
        shutil.copy(file, own)
    catalog = PACKAGE / "Sources" / library / f"{library}.docc"
    made = subprocess.run(["docc", "convert", str(catalog), "--additional-symbol-graph-dir", str(own),
                           "--fallback-display-name", library, "--fallback-bundle-identifier", f"duecal.{library}",
                           "--output-path", str(target), "--warnings-as-errors"], capture_output=True, text=True)
    if made.returncode != 0:
        yield f"{library}: {made.stdout}{made.stderr}"


def main():
    wanted, folder = libraries(), graphs()
    said = [fault for library in wanted for fault in faults(library, folder)]
    if "--build" in sys.argv and not said:
        said = [fault for library in wanted for fault in build(library, folder)]
    print("\n".join(said) or f"{len(wanted)} libraries say what all of their public declarations are"
          + (", on the pages in .build/docc" if "--build" in sys.argv else ""))
    sys.exit(1 if said else 0)


main()
