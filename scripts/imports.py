#!/usr/bin/env python3
"""Compares the imports of every module with the table in Docs/Design.md, with Package.swift, and with the layers."""
import re
import sys

from manifest import LAYERS, ROOT, modules

ROW = re.compile(r"^\| `([\w-]+)` \| ([^|]*) \|", re.M)
IMPORT = re.compile(
    r"^(?:@\w+ )?(?:public |package |internal |fileprivate |private )?import "
    r"(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)", re.M)
# Modules of the toolchain and the system, which are not dependencies of a target.
SYSTEM = {"nothing", "Dispatch", "FoundationEssentials", "Foundation", "FoundationXML", "Glibc", "Synchronization", "Testing"}

# A module that checks another may use only these folders of it, so that it does not repeat the other's faults.
JUDGES = {"ICalendarConformance": ("ICalendar", {"Lines", "Limits"})}
TYPE = re.compile(r"^( *)(?:@\w+ )*(?:(?:public|package|private|fileprivate) )?(?:indirect |final )*"
                  r"(?:struct|class|enum|protocol|typealias|actor) (\w+)", re.M)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def allowed():
    """The table: each module with the modules that it may import."""
    text = (ROOT / "Docs" / "Design.md").read_text()
    return {name: set(re.findall(r"`?(\w+)`?", cell)) for name, cell in ROW.findall(text)}


def imports(folder):
    """The modules that a module imports, each with a file that imports it."""
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
    """The faults in the imports of a module."""
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


def types(files):
    """The names of the types that some files declare, each with its indent."""
    return {(name, indent) for file in files for indent, name in TYPE.findall(file.read_text())}


def borrowings(name, every):
    """The types that a checking module uses although they are in other folders of the checked module."""
    judged, folders = JUDGES[name]
    folder, own = every[judged].folder, sorted(every[name].folder.rglob("*.swift"))
    known = types(own) | types(file for each in folders for file in (folder / each).rglob("*.swift"))
    others = types(file for file in folder.rglob("*.swift") if file.relative_to(folder).parts[0] not in folders)
    hidden = {name for name, indent in others if not indent} - {name for name, _ in known}
    for file in own:
        for word in sorted(hidden & set(re.findall(r"\w+", COMMENT_OR_TEXT.sub("", file.read_text())))):
            yield f"{file.relative_to(ROOT)}: uses {word}, a part of what it judges; expected {', '.join(sorted(folders))} alone"


def main():
    every, table = modules(), allowed()
    inner = [name for name, module in every.items() if module.layer]
    faults = [fault for name in inner for fault in faults_of(name, every, table)]
    faults += [fault for name in JUDGES for fault in borrowings(name, every)]
    faults += [f"{name}: in the table of Docs/Design.md, and no module" for name in table.keys() - set(inner)]
    print("\n".join(faults) or f"{len(inner)} modules import what the table says, and nothing of a layer above")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
