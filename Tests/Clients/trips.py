#!/usr/bin/env python3
"""Lets other programs edit tasks that duecal wrote, and looks at what comes home: see `make test-clients`.

Usage: trips.py DUECAL CHECKS     (the paths of duecal-net and duecal-checks; DUECAL_CALDAV_SERVERS names servers)

Each program is shown the same tasks, gives one another priority and completes one. Its changes must come home, the tasks
that it did not touch as they were byte by byte; what it changed besides is printed. Then duecal gives each task another
title, which moves no other line, and the program must show it.
"""
import json
import os
import pathlib
import re
import sys
import tempfile

from editors import EvolutionTasks, PythonCaldav, Todoman
from ours import Ours
from places import Collection, Folder
from tasks import CANCELLED, DONE, FOREIGN, RANKED, tasks
from texts import changed_names
from world import ZONE

ZONES = ["Pacific/Kiritimati", "Pacific/Auckland", "Australia/Lord_Howe", "Asia/Kathmandu", "Europe/Berlin", "Europe/London",
         "UTC", "America/St_Johns", "America/New_York", "America/Los_Angeles", "Pacific/Marquesas", "Pacific/Pago_Pago"]
# What a change of ours may move.
OURS = {"SUMMARY", "LAST-MODIFIED", "DTSTAMP", "SEQUENCE"}
# What is not of the task itself.
STAMPS = {"source", "id"}
# When they are due, whatever a program makes of it (A13: one of them is in a zone of Windows).
MOMENTS = {RANKED: "2026-12-03 15:00", FOREIGN: "2026-12-04 17:00"}


class Trip:
    """The tasks, where they are, and who edits them."""

    def __init__(self, name, ours, place, editor):
        self.name, self.ours, self.place, self.editor = name, ours, place, editor
        self.faults = []

    def expect(self, is_right, sentence):
        if not is_right:
            self.faults.append(f"{self.name}: {sentence}")

    def run(self):
        """There and back, twice."""
        self.before = self.place.texts()
        meant = self.ours.items(self.before)
        self.sees(meant)
        for uid in (RANKED, FOREIGN):
            self.editor.rank(uid)
        self.editor.complete(DONE)
        self.after = self.place.texts()
        self.comes_home()
        self.compare(meant, self.ours.items(self.after))
        self.rename()

    def sees(self, meant):
        """What is open stands there as open, and nothing else does (A8)."""
        shown = self.editor.items()
        self.expect(set(shown) == set(meant), f"shows {sorted(shown)}, not {sorted(meant)}")
        for uid, (title, is_open) in shown.items():
            self.expect(title == meant[uid]["title"], f"shows {title!r} for {meant[uid]['title']!r}")
            self.expect(is_open == (uid != CANCELLED), f"{title!r} is {'open' if is_open else 'not open'}")

    def comes_home(self):
        """Our store has every task byte for byte as it is in the place."""
        home = self.place.came_home()
        for uid, text in self.after.items():
            item = re.search("BEGIN:VTODO.*END:VTODO", text, re.S)[0]
            self.expect(item in home, f"{uid} does not come home as it is there")

    def compare(self, before, after):
        """What came home as we read it, and what else is another now."""
        self.expect(set(after) == set(before), f"comes home with {sorted(after)}, not {sorted(before)}")
        for uid in sorted(before.keys() & after.keys()):
            wanted = {RANKED: {"priority"}, FOREIGN: {"priority"}, DONE: {"done", "completed", "status", "percent"}}.get(uid, set())
            if not wanted:
                self.expect(self.before[uid] == self.after[uid], f"{uid} is another, and nobody touched it")
                continue
            keys = {key for key in before[uid] if before[uid][key] != after[uid][key]} - STAMPS
            self.expect(wanted & keys, f"{uid}: the change does not come home")
            self.tell(uid, keys - wanted)
        for uid in (RANKED, FOREIGN):
            self.expect(after[uid]["priority"] == self.editor.priority, f"{uid} has another priority")
        self.expect(after[DONE]["done"], "what was completed is not done")
        self.due()

    def tell(self, uid, keys):
        """A row of the table."""
        changes = changed_names(self.before[uid], self.after[uid])
        read = f"; read otherwise: {', '.join(sorted(keys))}" if keys else ""
        print(f"  {self.name} | {uid} | {' | '.join(' '.join(names) or '-' for names in changes)}{read}")

    def due(self):
        """A moment is the same one, and an all-day date is one date wherever one is (A14)."""
        for uid, moment in MOMENTS.items():
            found = self.ours.due(self.after, uid, ZONE)
            self.expect(found == f"{moment}\n", f"{uid} is due {found!r}")
        dates = {self.ours.due(self.after, DONE, zone) for zone in ZONES}
        self.expect(len(dates) == 1, f"an all-day date is {sorted(dates)}")

    def rename(self):
        """A change of ours moves no line but its own, and is seen."""
        for uid in (RANKED, FOREIGN):
            renamed = self.ours.renamed(self.after, uid, f"Renamed {uid}")
            self.place.write(uid, renamed)
            changes = changed_names(self.after[uid], self.place.texts()[uid])
            moved = {name for names in changes for name in names} - OURS
            self.expect(not moved, f"our change of {uid} moves {sorted(moved)}")
        shown = self.editor.items()
        self.expect(all(shown[uid][0] == f"Renamed {uid}" for uid in (RANKED, FOREIGN)), "does not show our change")


def trips(duecal, checks, folder):
    """All trips, one after the other."""
    servers = {server["name"]: server for server in json.loads(os.environ["DUECAL_CALDAV_SERVERS"])}
    ours = Ours(duecal, checks, folder)
    texts = tasks(ours)
    yield "todoman", lambda name: trip_of(name, ours, Folder(folder / "todoman", texts), Todoman)
    for name, server in servers.items():
        yield f"python-caldav on {name}", lambda trip, server=server: trip_of(
            trip, ours, Collection(server, "trips", texts, ours), PythonCaldav)
    if "xandikos" in servers:
        yield "evolution-data-server on xandikos", lambda trip: trip_of(
            trip, ours, Collection(servers["xandikos"], "evolution", texts, ours), EvolutionTasks, folder)


def trip_of(name, ours, place, editor, *more):
    opened = editor(place, *more)
    try:
        trip = Trip(name, ours, place, opened)
        trip.run()
        return trip.faults
    finally:
        opened.stop()


def main():
    duecal, checks = map(os.path.abspath, sys.argv[1:3])
    faults = []
    print("  who | task | lines changed | lines gone | lines new")
    with tempfile.TemporaryDirectory(prefix="duecal-") as folder:
        for name, run in trips(duecal, checks, pathlib.Path(folder)):
            try:
                faults += run(name)
            except RuntimeError as error:
                faults.append(f"{name}: {error}")
    print("\n".join(faults) or "what other programs edited came home, and nothing else moved")
    sys.exit(1 if faults else 0)


main()
