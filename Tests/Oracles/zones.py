#!/usr/bin/env python3
"""Compares duecal's zones with Python's zoneinfo: every zone of the system's database, every change of its clocks from 1970 to
2037 with the seconds around it, and a sample of 1900 to 2100.

Usage: zones.py CHECKS      (the path of duecal-checks)
"""
import datetime
import os
import random
import struct
import subprocess
import sys
import zoneinfo

ROOT = "/usr/share/zoneinfo"
EPOCH = datetime.datetime(1970, 1, 1)
UTC = datetime.timezone.utc
LIMIT = int((datetime.datetime(2038, 1, 1) - EPOCH).total_seconds())


def names():
    for folder, folders, files in os.walk(ROOT):
        if folder == ROOT:
            folders[:] = [f for f in folders if f not in ("posix", "right")]
        for file in files:
            path = os.path.join(folder, file)
            with open(path, "rb") as content:
                if content.read(4) == b"TZif" and file not in ("posixrules", "localtime"):
                    yield os.path.relpath(path, ROOT)


def written_changes(name):
    """The changes that are listed in the second block of the file."""
    with open(os.path.join(ROOT, name), "rb") as file:
        content = file.read()
    counts = struct.unpack(">6l", content[20:44])
    second = 44 + counts[3] * 5 + counts[4] * 6 + counts[5] + counts[2] * 8 + counts[0] + counts[1]
    count = struct.unpack(">l", content[second + 32:second + 36])[0]
    start = second + 44
    return struct.unpack(f">{count}q", content[start:start + 8 * count])


def offset(zone, second):
    moment = datetime.datetime.fromtimestamp(0, UTC) + datetime.timedelta(seconds=second)
    return int(moment.astimezone(zone).utcoffset().total_seconds())


def instant(zone, second):
    local = (EPOCH + datetime.timedelta(seconds=second)).replace(tzinfo=zone)
    return second - int(local.utcoffset().total_seconds())


def later_changes(zone, start):
    """The changes after those that are listed, from the rule of the file, found day by day."""
    day = max(start, 0)
    before = offset(zone, day)
    while day < LIMIT:
        after = offset(zone, day + 86400)
        if after != before:
            low, high = day, day + 86400
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(zone, middle) == before else (low, middle)
            yield high
        day, before = day + 86400, after


def probes(name, zone, rng):
    changes = [c for c in written_changes(name) if 0 <= c < LIMIT]
    changes += later_changes(zone, max(changes, default=0) + 1)
    for change in changes:
        for near in (-43200, -3600, -1, 0, 1, 3600, 43200):
            yield "U", change + near
        before, after = offset(zone, change - 1), offset(zone, change)
        for shift in (before, after):
            for near in (-7200, -3601, -1, 0, 1, 1800, 3599, 3600, 7200):
                yield "L", change + shift + near
    for _ in range(200):
        second = rng.randrange(-2208988800, 4102444800)
        yield "U", second
        yield "L", second


def main():
    rng = random.Random(1)
    questions, expected = [], []
    zones = sorted(set(names()))
    for name in zones:
        zone = zoneinfo.ZoneInfo(name)
        for kind, second in probes(name, zone, rng):
            questions.append(f"{kind} {name} {second}\n")
            expected.append(offset(zone, second) if kind == "U" else instant(zone, second))
    answers = subprocess.run(
        [sys.argv[1], "zones"], input="".join(questions), capture_output=True, text=True,
        check=True).stdout.split()
    assert len(answers) == len(questions), (len(answers), len(questions))
    wrong = [(q.strip(), e, a) for q, e, a in zip(questions, expected, answers) if str(e) != a]
    print(f"{len(zones)} zones, {len(questions)} probes, {len(wrong)} differences from zoneinfo")
    for row in wrong[:20]:
        print(*row)
    sys.exit(1 if wrong else 0)


main()
