#!/usr/bin/env python3
"""Holds the imports and the dependencies of every target against the table of modules in Docs/Design.md."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = [ROOT, ROOT / "Net"]
ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]*) \|", re.M)
IMPORT = re.compile(
    r"^(?:@\w+ )?(?:public |package |internal |fileprivate |private )?import "
    r"(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)", re.M)
# What comes with the toolchain and the system, and so is no dependency of a target.
SYSTEM = {"nothing", "Dispatch", "FoundationEssentials", "Foundation", "FoundationXML", "Glibc", "Synchronization", "Testing"}


def allowed():
    """The table: each target with the modules that it may import."""
    text = (ROOT / "Docs" / "Design.md").read_text()
    return {name: set(re.findall(r"`?(\w+)`?", cell)) for name, cell in ROW.findall(text)}


def imports(folder):
    """What the sources of a target import, each with a file that does."""
    found = {}
    for file in sorted(folder.rglob("*.swift")):
        for module in IMPORT.findall(file.read_text()):
            found.setdefault(module, file.relative_to(ROOT))
    return found


def dependencies():
    """What each Package.swift lets each target depend on."""
    found = {}
    for package in PACKAGES:
        dump = subprocess.run(["swift", "package", "dump-package"], cwd=package, capture_output=True, check=True)
        for target in json.loads(dump.stdout)["targets"]:
            found[target["name"]] = {(d.get("byName") or d.get("target") or d.get("product"))[0]
                                     for d in target["dependencies"]}
    return found


def main():
    table = allowed()
    package = dependencies()
    faults = []
    for target in table:
        if package[target] != table[target] - SYSTEM and target != "CLibical":
            faults.append(f"{target}: Package.swift has {sorted(package[target])}, the table "
                          f"{sorted(table[target] - SYSTEM)}")
    for folder in (folder for package in PACKAGES for folder in sorted((package / "Sources").iterdir())):
        if folder.name not in table:
            faults.append(f"{folder.name}: not in the table of Docs/Design.md")
            continue
        used = imports(folder)
        for module, file in used.items():
            if module not in table[folder.name]:
                faults.append(f"{file}: imports {module}, which the table does not allow")
        for module in table[folder.name] - set(used) - {"nothing"}:
            if not folder.name.startswith("C"):
                faults.append(f"{folder.name}: the table allows {module}, which nothing imports")
    print("\n".join(faults) or f"{len(table)} targets import what the table says")
    sys.exit(1 if faults else 0)


main()
