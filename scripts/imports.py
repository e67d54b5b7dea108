#!/usr/bin/env python3
"""Compares what every module imports with the table in Docs/Design.md, with Package.swift, and with the layers."""
import re
import sys

from manifest import LAYERS, ROOT, modules

ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]*) \|", re.M)
IMPORT = re.compile(
    r"^(?:@\w+ )?(?:public |package |internal |fileprivate |private )?import "
    r"(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)", re.M)
# What comes with the toolchain and the system, and so is no dependency of a target.
SYSTEM = {"nothing", "Dispatch", "FoundationEssentials", "Foundation", "FoundationXML", "Glibc", "Synchronization", "Testing"}


def allowed():
    """The table: each module with those that it may import."""
    text = (ROOT / "Docs" / "Design.md").read_text()
    return {name: set(re.findall(r"`?(\w+)`?", cell)) for name, cell in ROW.findall(text)}


def imports(folder):
    """What the sources of a module import, each with a file that does."""
    found = {}
    for file in sorted(folder.rglob("*.swift")):
        for name in IMPORT.findall(file.read_text()):
            found.setdefault(name, file.relative_to(ROOT))
    return found


def rises(importer, imported):
    """True if an import goes up: to a higher layer, or from System to another module of ours."""
    if importer.layer == "System":
        return imported.layer != "System"
    return LAYERS.index(importer.layer) > LAYERS.index(imported.layer)


def faults_of(name, every, table):
    """What is wrong with the imports of a module."""
    own = every[name]
    if name not in table:
        yield f"{name}: not in the table of Docs/Design.md"
        return
    if own.dependencies != table[name] - SYSTEM and own.kind != "system-target":
        yield f"{name}: Package.swift has {sorted(own.dependencies)}, the table {sorted(table[name] - SYSTEM)}"
    used = imports(own.folder)
    for other, file in used.items():
        if other not in table[name]:
            yield f"{file}: imports {other}, which the table does not allow"
        if other in every and rises(own, every[other]):
            yield f"{file}: imports {other} of the layer {every[other].layer}, which is not below {own.layer}"
    if own.kind not in ("system-target", "system"):
        for other in table[name] - set(used) - {"nothing"}:
            yield f"{name}: the table allows {other}, which nothing imports"


def main():
    every, table = modules(), allowed()
    inner = [name for name, module in every.items() if module.layer]
    faults = [fault for name in inner for fault in faults_of(name, every, table)]
    faults += [f"{name}: in the table of Docs/Design.md, and no module" for name in table.keys() - set(inner)]
    print("\n".join(faults) or f"{len(inner)} modules import what the table says, and nothing of a layer above")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
