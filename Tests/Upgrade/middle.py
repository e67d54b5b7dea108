#!/usr/bin/env python3
"""Makes Tests/Upgrade/middle/VERSION with the executable of a version: imports of titles with tags in their middle.

Usage: middle.py VERSION DUECAL

A feed of that version comes into a file, and a person writes tags into the titles of lines that another calendar brought.
"""
import pathlib
import shutil
import sys

from world import MADE_IN, ZONE, World

HERE = pathlib.Path(__file__).parent / "middle"
OWN = """\
Home:
\t- Call @phone Ann @due(2026-12-03 15:00)
\t- Buy seeds @errand @phone now @due(2026-12-05)
\t- Done @phone long ago @done(2026-08-02)
\t- Pay @due(2026-12-01) the rent @repeat(monthly)
\t- Meet Kim @due(2026-12-07 09:00 - 10:00) @work at noon
"""
THEIRS = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VTODO
UID:badge@example.org
DTSTAMP:20261101T000000Z
SUMMARY:Hand in the badge
DUE;VALUE=DATE:20261204
END:VTODO
BEGIN:VTODO
UID:mail@example.org
DTSTAMP:20261101T000000Z
SUMMARY:Mail @home to Max
CATEGORIES:home
END:VTODO
END:VCALENDAR
"""
IMPORTS = {"own.ics": "again.taskpaper", "theirs.ics": "theirs.taskpaper"}


def make(world):
    write = lambda name, text: (world.folder / name).write_text(text)
    write("own.taskpaper", OWN)
    write("theirs.ics", THEIRS.replace("\n", "\r\n"))
    world.run("export", "own.taskpaper", "--zone", ZONE, "-o", "own.ics", expect=(0, 1))
    for _ in range(2):
        for calendar, target in IMPORTS.items():
            world.run("import", calendar, "--into", target, "--zone", ZONE, expect=(0, 1))
        lines = (world.folder / "theirs.taskpaper").read_text()
        write("theirs.taskpaper", lines.replace("- Hand in the badge @due(2026-12-04)", "- Hand @due(2026-12-04) in the badge"))


def main(version, binary):
    folder = pathlib.Path(MADE_IN)
    folder.mkdir()
    try:
        make(World(folder, binary))
        shutil.rmtree(folder / "state/duecal/backups", ignore_errors=True)
        shutil.copytree(folder, HERE / version)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
