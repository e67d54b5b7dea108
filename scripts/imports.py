#!/usr/bin/env python3
"""Holds the imports of every target against the table of modules in Docs/Design.md."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| `(\w+)` \| ([^|]*) \|", re.M)
IMPORT = re.compile(r"^(?:public |package |internal )?import (\w+)", re.M)


def allowed():
    """The table: each target with the modules that it may import."""
    text = (ROOT / "Docs" / "Design.md").read_text()
    return {name: set(re.findall(r"`?(\w+)`?", cell)) for name, cell in ROW.findall(text)}


def imports(target):
    """What the sources of a target import, each with a file that does."""
    found = {}
    for file in sorted((ROOT / "Sources" / target).rglob("*.swift")):
        for module in IMPORT.findall(file.read_text()):
            found.setdefault(module, file.relative_to(ROOT))
    return found


def main():
    table = allowed()
    faults = []
    for folder in sorted((ROOT / "Sources").iterdir()):
        if folder.name not in table:
            faults.append(f"{folder.name}: not in the table of Docs/Design.md")
            continue
        used = imports(folder.name)
        for module, file in used.items():
            if module not in table[folder.name]:
                faults.append(f"{file}: imports {module}, which the table does not allow")
        for module in table[folder.name] - set(used) - {"nothing"}:
            if folder.name != "CLibical":
                faults.append(f"{folder.name}: the table allows {module}, which nothing imports")
    print("\n".join(faults) or f"{len(table)} targets import what the table says")
    sys.exit(1 if faults else 0)


main()
