#!/usr/bin/env python3
"""What `duecal sync`, vdirsyncer, calcurse-caldav and org-caldav do if both sides have changed, on a Radicale on loopback.

Usage: behave.py DUECAL          (the path of duecal-net, or of duecal, which syncs with a folder instead of the server; ORG_CALDAV
                                 and ONLY as in compare.py)

Each case begins with a new server and ten items that are in sync. Then both sides are changed, the program syncs twice, and the
table shows what each side has. The programs run without a person who could answer questions, so org-caldav is set to remove
without asking. What a program prints when it fails is on standard error. In the last case all items of the program's own files
are gone, as if a disk were missing.
"""
import os
import pathlib
import re
import sys
import tempfile
import time

from compare import Calcurse, Duecal, DuecalTasks, Folder, OrgCaldav, Radicale, Vdirsyncer, day, lists_of, title

COUNT, ITEM = 10, 3
DATES = {"ics": "20300102", "taskpaper": "2030-01-02", "org": "2030-01-02", "apts": "01/02/2030"}
HERE, THERE = "Item number changed here.", "Item number changed there."


class Side:
    """One side of a sync, and what the cases do to it."""

    def __init__(self, place): self.place = place

    def files(self): return self.place.files() if hasattr(self.place, "files") else [self.place.path]

    def text(self): return "".join(file.read_text() for file in self.files())

    def has(self, words): return words in self.text()

    def has_date(self): return any(date in self.text() for date in DATES.values())

    def rename(self, new): self.place.rename(title(ITEM), new)

    def put_off(self):
        """Another date for the item, on the server."""
        self.place.rename(f":{day(ITEM):%Y%m%d}", ":20300102")

    def remove(self):
        for file in self.files():
            text = file.read_text()
            if title(ITEM) not in text:
                continue
            if file.suffix == ".ics":
                file.unlink()
            elif file.suffix == ".org":
                file.write_text("".join(entry for entry in re.split(r"(?m)^(?=\* )", text) if title(ITEM) not in entry))
            elif file.suffix == ".taskpaper":
                file.write_text("".join(entry for entry in re.split(r"(?m)^(?=- )", text) if title(ITEM) not in entry))
            else:
                file.write_text("".join(line for line in text.splitlines(True) if title(ITEM) not in line))

    def clear(self):
        for file in self.files():
            if file.suffix == ".ics":
                file.unlink()
            else:
                file.write_text("")


def another_field(own, other):
    own.rename(HERE)
    other.put_off()


def same_field(own, other):
    own.rename(HERE)
    other.rename(THERE)


def removed_here(own, other):
    own.remove()
    other.rename(THERE)


def removed_there(own, other):
    own.rename(HERE)
    found = other.place.found(title(ITEM))
    if isinstance(other.place, Radicale):
        other.place.ask("DELETE", f"/ann/{found.parent.name}/{found.name}")
    else:
        found.unlink()


def emptied(own, _):
    own.clear()


def sides(own, other, held):
    return ", ".join(f"{name}: {held(side)}" for name, side in (("here", own), ("there", other)))


def items(side):
    """How many items there are of one, if there are more."""
    more = side.place.count() - COUNT
    return f", in {more + 1} items" if more else ""


def after_another(own, other):
    def held(side):
        return (" and ".join(["title"] * side.has(HERE) + ["date"] * side.has_date()) or "neither") + items(side)
    return sides(own, other, held)


def after_same(own, other):
    def held(side):
        return (" and ".join(["that of here"] * side.has(HERE) + ["that of there"] * side.has(THERE)) or "neither") + items(side)
    return sides(own, other, held)


def after_removal(own, other):
    return sides(own, other, lambda side: "it is kept" if side.has(HERE) or side.has(THERE) else "it is gone")


def after_emptying(own, other):
    return sides(own, other, lambda side: f"{side.place.count()} items")


CASES = {
    "title changed here, date there": (another_field, after_another),
    "title changed on both sides": (same_field, after_same),
    "removed here, changed there": (removed_here, after_removal),
    "changed here, removed there": (removed_there, after_removal),
    "all items gone here": (emptied, after_emptying),
}


def server_for(kind):
    """The other side: duecal without a network syncs with a folder."""
    return Folder if issubclass(kind, Duecal) and not Duecal.binary.endswith("duecal-net") else Radicale


def result(kind, change, shown):
    """What both sides have after a change and two syncs."""
    with tempfile.TemporaryDirectory(prefix="sync-") as name:
        folder = pathlib.Path(name)
        other = server_for(kind)(folder / "other", lists_of(COUNT))
        try:
            program = kind(COUNT, folder / "program", other)
            program.first()
            time.sleep(1.1)
            program.sync()
            own, there = Side(program.own), Side(other)
            change(own, there)
            time.sleep(1.1)
            stops = False
            for _ in range(2):
                try:
                    program.sync()
                    stops = False
                except RuntimeError as error:
                    stops = True
                    print(f"{kind.name}: {str(error)[:400]}", file=sys.stderr)
            return shown(own, there) + ("; it stops with an error" if stops else "")
        finally:
            other.stop()


def main():
    Duecal.binary = os.path.abspath(sys.argv[1])
    kinds = [Vdirsyncer, Calcurse] + [OrgCaldav] * bool(os.environ.get("ORG_CALDAV")) + [Duecal, DuecalTasks]
    only = os.environ.get("ONLY", "").split()
    kinds = [kind for kind in kinds if not only or kind.name.partition(",")[0].split()[0] in only]
    print("| case | " + " | ".join(kind.name for kind in kinds) + " |\n|---|" + "---|" * len(kinds))
    for name, (change, shown) in CASES.items():
        print(f"| {name} | " + " | ".join(result(kind, change, shown) for kind in kinds) + " |", flush=True)


main()
