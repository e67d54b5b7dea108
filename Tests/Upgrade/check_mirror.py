#!/usr/bin/env python3
"""Opens the mirrors of all versions: without their server they show the items that they had.

Usage: check_mirror.py DUECAL_NET

It asks no server, but needs the command with the network, which is built for `make caldav`.
"""
import collections
import re
import shutil
import sys

import mirror
from calendars import items
from fixtures import VERSIONS
from world import copied


def in_own_zones(shown):
    """Items with their dates in their own zones, as version 0.1 showed them; now these are in brackets."""
    return re.sub(rb", [^,(\n]* \(([^()\n]* \w+/\w+)\)", rb", \1", shown)


def faults(version, binary):
    """What a mirror shows in another way than the version that made it."""
    world = copied(version, binary)
    try:
        mirror.know_password(world)
        shown = [world.run("store", *words, mirror.STORE, *more, expect=(69,), zone="UTC").stdout
                 for words, more in [(["show"], ["--uids"]), (["export"], [])]]
        then = (world.folder / "shown/caldav.txt").read_bytes().replace(b" UTC", b"")
        if in_own_zones(shown[0]) != in_own_zones(then):
            yield f"{version.name}: shows {shown[0].decode()}"
        texts = [collections.Counter(item.text for item in items(each))
                 for each in (shown[1], (world.folder / "shown/caldav.ics").read_bytes())]
        if not texts[0] or texts[0] != texts[1]:
            yield f"{version.name}: other texts: {list((texts[0] - texts[1]) + (texts[1] - texts[0]))}"
    finally:
        shutil.rmtree(world.folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = [fault for version in VERSIONS for fault in faults(version, sys.argv[1])]
    print(*found or [f"{len(VERSIONS)} mirrors of earlier versions show what they had"], sep="\n")
    sys.exit(bool(found))
