#!/usr/bin/env python3
"""Checks the documentation of every library that others use: each public declaration has a comment, and the landing page of
the library links to all its types. `--build` also builds the pages, and treats warnings as errors.

Usage: scripts/docc.py [--build]      (after `make debug`)
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

from manifest import ROOT, dump, libraries, modules

# Libraries that only the project's own commands use.
INNER = {"WebAddresses"}
# A link, without the suffix that distinguishes declarations with the same name.
LINK = re.compile(r"^- ``([^`]+?)(?:-\([^`]*\))?``$", re.M)


def judged(manifest):
    """The libraries to check, each with the folder of its pages."""
    every = modules(manifest)
    return {name: every[name].folder / f"{name}.docc" for name in libraries(manifest)
            if name not in INNER}


def graphs(names):
    """The folder with the symbol graphs of the debug build, which have every public declaration.

    Graphs of the same build are used again. `swift package dump-symbol-graph` would build again.
    """
    build = ROOT / ".build" / "debug"
    folder = build / "symbols"
    if isCurrent(folder, names, build):
        return folder
    # The graphs of an earlier build would be read too.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in names:
        extract(name, build, folder)
    return folder


def isCurrent(folder, names, build):
    """True if the folder has the graphs of exactly these modules, all of them newer than every module of the build."""
    made = {file: file.stat().st_mtime for file in folder.glob("*.symbols.json")}
    if {file.name.partition(".")[0].partition("@")[0] for file in made} != set(names):
        return False
    return min(made.values()) > max(module.stat().st_mtime for module in (build / "Modules").glob("*.swiftmodule"))


def extract(name, build, folder):
    """Writes the symbol graph of a module."""
    scratch = build.resolve().parents[1]
    maps = [*ROOT.glob("Sources/*/*/module.modulemap"), *scratch.glob("checkouts/*/Sources/*/module.modulemap"),
            *scratch.glob("checkouts/*/Sources/*/include/module.modulemap"), *build.glob("*.build/module.modulemap")]
    target = subprocess.run(["swift", "-print-target-info"], capture_output=True, check=True)
    done = subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", name, "-I", build / "Modules", "-minimum-access-level", "public",
         "-skip-synthesized-members", "-target", json.loads(target.stdout)["target"]["triple"], "-output-dir", folder,
         *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}"))],
        capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)


def symbols(graph, folder):
    """The public declarations of a library, including those that it adds to types of others."""
    files = [folder / f"{graph}.symbols.json", *sorted(folder.glob(f"{graph}@*.symbols.json"))]
    for file in files:
        document = json.loads(file.read_text())
        # A requirement of a protocol is documented in the protocol.
        said = {one["source"] for one in document["relationships"]
                if "sourceOrigin" in one or one["kind"] in ("defaultImplementationOf", "overrides")}
        for symbol in document["symbols"]:
            yield symbol, symbol["identifier"]["precise"] in said, file == files[0]


def faults(library, pages, folder):
    """The declarations that are not documented, or not linked on the landing page."""
    page = pages / f"{library}.md"
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


def build(library, pages, folder):
    """Builds the pages of a library."""
    target = ROOT / ".build" / "docc" / library
    own = ROOT / ".build" / "docc" / "graphs" / library
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir(parents=True)
    for file in [folder / f"{library}.symbols.json", *folder.glob(f"{library}@*.symbols.json")]:
        shutil.copy(file, own)
    made = subprocess.run(["docc", "convert", str(pages), "--additional-symbol-graph-dir", str(own),
                           "--fallback-display-name", library, "--fallback-bundle-identifier", f"duecal.{library}",
                           "--output-path", str(target), "--warnings-as-errors"], capture_output=True, text=True)
    if made.returncode != 0:
        yield f"{library}: {made.stdout}{made.stderr}"


def main():
    wanted = judged(dump())
    folder = graphs(wanted)
    said = [fault for library, pages in wanted.items() for fault in faults(library, pages, folder)]
    if "--build" in sys.argv and not said:
        said = [fault for library, pages in wanted.items() for fault in build(library, pages, folder)]
    print("\n".join(said) or f"{len(wanted)} libraries say what all of their public declarations are"
          + (", on the pages in .build/docc" if "--build" in sys.argv else ""))
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main()
