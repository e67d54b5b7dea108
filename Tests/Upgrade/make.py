#!/usr/bin/env python3
"""Makes the fixtures of a version, in Tests/Upgrade/VERSION, with its own executables.

Usage: make.py VERSION DUECAL [DUECAL_NET]
       DUECAL_NET makes the mirror of a CalDAV server; Tests/Servers/install installs that server.

What is there stays as it is: a version writes its fixtures once, and every later one opens them.
"""
import os
import pathlib
import shutil
import sys

import feeds
import inputs
import mirror
import syncs
from world import MADE_IN, NOW, ZONE, World

HERE = pathlib.Path(__file__).parent
EARLIER, LATER = "2026-11-18T08:00:00Z", "2026-11-19T08:00:00Z"
INTO = {"notes/inbox.taskpaper": [["calendars/office.ics", "calendars/private.ics", "--under", "From calendars"]],
        "notes/nameless.taskpaper": [["calendars/nameless.ics"]], "imported/twins.taskpaper": [["calendars/twins.ics"]],
        "imported/zones.taskpaper": [["calendars/zones.ics"]],
        "imported/named.taskpaper": [["calendars/office.ics", "--uids", "write", "--removed", "archive"]],
        "imported/expanded.taskpaper": [["calendars/office.ics", "--expand", "--from", "2026-11-20", "--to", "2026-12-31"]],
        "imported/converted.taskpaper": [["calendars/office.ics", "--tz", "convert", "--only", "event"]]}


class Making:
    """The steps, each as a person would take them."""

    def __init__(self, world):
        self.world = world

    def write(self, texts):
        for name, text in texts.items():
            path = self.world.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())

    def edit(self, name, *pairs):
        """Replaces texts in a file; each must be there once."""
        path = self.world.folder / name
        text = path.read_bytes().decode()
        for old, new in pairs:
            assert text.count(old) == 1, (name, old, text.count(old))
            text = text.replace(old, new)
        path.write_bytes(text.encode())

    def all_feeds(self, now):
        (self.world.folder / "feeds").mkdir(exist_ok=True)
        self.world.settle()
        for name in feeds.FEEDS:
            self.world.run(*feeds.export(name), now=now, expect=(0, 1))

    def calendars(self):
        self.write({"calendars/office.ics": inputs.office(inputs.OFFICE), "calendars/nameless.ics": inputs.NAMELESS,
                    "calendars/private.ics": inputs.calendar(*inputs.PRIVATE.values()),
                    "calendars/twins.ics": inputs.TWINS, "calendars/zones.ics": inputs.ZONES})

    def imports(self, now):
        for target, runs in INTO.items():
            (self.world.folder / target).parent.mkdir(exist_ok=True)
            for words in runs:
                self.world.run("import", *words, "--into", target, "--zone", ZONE, now=now, expect=(0, 1))

    def change_imported(self):
        """A person and a calendar change what was imported, in part the same."""
        self.edit("notes/inbox.taskpaper", ("- Book a table ", "- Reserve a table "),
                  ("- Hand in the badge", "- Hand in the old badge"), ("- Milk\n", "- Milk @done(2026-11-18)\n\t\tof oats\n"))
        path = self.world.folder / "notes/inbox.taskpaper"
        kept = [line for line in path.read_text().splitlines(True) if "Removed by hand" not in line]
        path.write_text("".join(kept))
        self.write({"calendars/office.ics": inputs.office(inputs.OFFICE_LATER)})

    def stores(self):
        for store in ("sqlite:store.sqlite", "vdir:vdir"):
            if store.startswith("vdir"):
                (self.world.folder / "vdir").mkdir()
            self.world.run("store", "add", store, "--list", "Home", "--list-color", "teal")
            self.world.run("store", "add", store, "--list", "Work", "--takes", "reminder")
            self.world.run("store", "add", f"{store}#Home", "Call Ann tomorrow 3pm @phone @priority(1)", "--zone", ZONE,
                           "--note", "about the sink")
            self.world.run("store", "add", f"{store}#Work", "Report", "--due", "2026-12-09", "--zone", ZONE)
            self.world.run("store", "import", "calendars/office.ics", f"{store}#Home", expect=(0, 1))
            self.world.run("store", "remove", f"{store}#Home", "Order a printer")

    def changes(self):
        """Edits with backups: of one file, of several at once, some of them taken back."""
        self.world.run("add", "Ring the bell 2026-12-05 10:00", "-f", "notes/home.taskpaper", "--zone", ZONE, now=EARLIER)
        self.world.run("done", "Dentist", "-f", "notes", "--zone", ZONE, now=EARLIER)
        self.world.run("undo", now=EARLIER)
        self.world.run("done", "Water", "-f", "notes", "--zone", ZONE, now=LATER)
        self.world.run("tag", "Report", "-f", "notes/work.taskpaper", "seen", "--zone", ZONE, now=LATER)

    def reminders(self):
        for words in (["notes"], ["notes", "--job", "other"], ["notes", "calendars/office.ics", "--job", "fails", "--exec", "false"]):
            self.world.run("remind", *words, "--zone", ZONE, now="2026-11-19T06:00:00Z", expect=(0, 1, 69))
            self.world.run("remind", *words, "--zone", ZONE, now="2026-11-23T08:00:00Z", expect=(0, 1, 69))

    def answers(self):
        """What this version makes of its own feeds, and shows of its own stores."""
        for name in feeds.FEEDS:
            told = self.world.run("import", f"feeds/{name}", "--zone", ZONE, expect=(0, 1)).stdout
            self.write({f"back/{name}.taskpaper": told.decode()})
        for store in ("sqlite:store.sqlite", "vdir:vdir"):
            scheme = store.partition(":")[0]
            self.write({f"shown/{scheme}.ics": self.world.run("store", "export", store).stdout.decode(),
                        f"shown/{scheme}.txt": self.world.run("store", "show", store, "--uids").stdout.decode()})

    def all(self):
        self.write({**inputs.NOTES, **inputs.MARKDOWN_FILE})
        self.calendars()
        self.imports(EARLIER)
        self.all_feeds(EARLIER)
        for name, pairs in inputs.EDITS.items():
            self.edit(name, *pairs)
        self.change_imported()
        self.imports(LATER)
        self.stores()
        self.changes()
        self.reminders()
        self.world.run("done", "--where", "@due and @phone and not @done and not project Home", "-f", "notes", "--all", "--zone", ZONE)
        self.all_feeds(NOW)
        self.answers()


def main(version, binary, net=None):
    target, made = HERE / version, pathlib.Path(MADE_IN)
    if target.exists() or made.exists():
        sys.exit(f"{target} or {made} is there; remove it first")
    made.mkdir()
    try:
        Making(World(made, binary)).all()
        if net:
            mirror.make(World(made, net))
        shutil.copytree(made, target, ignore=lambda folder, names: {"home"} & set(names) if folder == MADE_IN else set())
    finally:
        shutil.rmtree(made)
    (target / ".gitattributes").write_text("* -text\n")
    if version != "0.1":
        syncs.make(binary, target / "syncs")


if __name__ == "__main__":
    os.umask(0o022)
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
