#!/usr/bin/env python3
"""Imports times in VTIMEZONEs in two ways: with their zone (`--tz keep`) and in the zone of the run (`--tz convert`). Both must
be the same instants.

Every VTIMEZONE of DUECAL_CORPORA, and some random ones, get a TZID that is not the name of a zone, and 40 times between 1990
and 2045. python-dateutil also reads the VTIMEZONEs without UNTIL, as far as it can.

Usage: keeping.py DUECAL      (the path of the command)
"""
import collections
import datetime
import glob
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings
import zoneinfo

try:
    import dateutil.tz
except ImportError:
    print("python3-dateutil is missing: VTIMEZONEs are not imported")
    sys.exit(0)

import vtimezone_cases

warnings.simplefilter("ignore")
UTC = datetime.timezone.utc
TIMES = 40
NAMES = r"(?m)^(TZID|X-LIC-LOCATION|TZID-ALIAS-OF|X-MICROSOFT-CDO-TZID)[;:].*\n"


def blocks():
    """The VTIMEZONEs without their names, each once."""
    texts = [vtimezone_cases.calendar(random.Random(2), 100).replace("\r", "")]
    corpora = os.environ.get("DUECAL_CORPORA")
    for path in sorted(glob.glob(os.path.join(corpora, "ics", "**", "*"), recursive=True)) if corpora else []:
        if os.path.isfile(path):
            with open(path, "rb") as file:
                text = file.read().decode("utf-8", "replace")
            texts.append(re.sub(r"\n[ \t]", "", text.replace("\r\n", "\n").replace("\r", "\n")))
    found = {}
    for text in texts:
        for block in re.findall(r"(?ms)^BEGIN:VTIMEZONE$.*?^END:VTIMEZONE$", text):
            found[re.sub(NAMES, "", block)] = True
    return list(found)


def calendar(all_blocks, times):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//duecal//test//EN"]
    for number, block in enumerate(all_blocks):
        lines += block.replace("BEGIN:VTIMEZONE", f"BEGIN:VTIMEZONE\nTZID:Nowhere {number}").split("\n")
    for (number, place), time in times.items():
        lines += ["BEGIN:VEVENT", f"UID:{number}-{place}", "DTSTAMP:20260101T000000Z",
                  f"DTSTART;TZID=Nowhere {number}:{time:%Y%m%dT%H%M%S}", f"SUMMARY:T{number}-{place}",
                  "END:VEVENT"]
    return "\r\n".join(lines + ["END:VCALENDAR", ""])


def imported(duecal, ics, way, folder):
    """The instant of each line, by title, and the titles of those without a zone."""
    path = os.path.join(folder, way + ".taskpaper")
    environment = dict(os.environ, HOME=folder, XDG_STATE_HOME=os.path.join(folder, way))
    subprocess.run([duecal, "import", ics, "--into", path, "--zone", "UTC", "--tz", way, "-q"],
                   env=environment, capture_output=True, check=False)
    instants, floating = {}, set()
    with open(path, encoding="utf-8") as file:
        for number, place, time, zone in re.findall(
                r"(?m)^- T(\d+)-(\d+) @due\(([^)]*)\) @event(?: @tz\(([^)]*)\))?$", file.read()):
            moment = datetime.datetime.fromisoformat(time)
            tz = zoneinfo.ZoneInfo(zone) if zone not in ("", "floating") else UTC
            if zone == "floating":
                floating.add((int(number), int(place)))
            instants[int(number), int(place)] = moment.replace(tzinfo=tz).astimezone(UTC)
    return instants, floating


def judge(block):
    """The zone as dateutil reads it; None if it cannot read it, or misreads UNTIL."""
    if "UNTIL" in block:
        return None
    plain = re.sub(r"(?m)^(DTSTART|TZOFFSETFROM|TZOFFSETTO|TZNAME);[^:]*:", r"\1:", block)
    plain = re.sub(r"(?m)^(DTSTART:\d{8}T\d{6})Z$", r"\1", plain)
    plain = re.sub(r"(?m)^(RRULE:.*);$", r"\1", plain)
    plain = re.sub(r"(?m)^(?!BEGIN|END|DTSTART|TZOFFSET|RRULE|RDATE|TZNAME).*\n", "", plain)
    try:
        zones = dateutil.tz.tzical(io.StringIO(plain.replace("VTIMEZONE\n", "VTIMEZONE\nTZID:Z\n", 1)))
        return zones.get("Z")
    except Exception:
        return None


def beginning(block):
    """The first DTSTART; before it a VTIMEZONE is not defined."""
    return min(re.findall(r"(?m)^DTSTART[^:]*:(\d{8})", block), default="99999999")


def agrees(zone, time, instant):
    """True if dateutil has the same instant, or if the clocks change within three hours."""
    found = {(time + datetime.timedelta(hours=hours)).replace(tzinfo=zone).utcoffset() for hours in (-3, 0, 3)}
    return len(found) > 1 or time - found.pop() == instant.replace(tzinfo=None)


def main():
    rng, all_blocks = random.Random(1), blocks()
    start, days = datetime.datetime(1990, 1, 1), 55 * 365
    times = {
        (number, place): start + datetime.timedelta(days=rng.randrange(days), minutes=15 * rng.randrange(96))
        for number in range(len(all_blocks)) for place in range(TIMES)}
    with tempfile.TemporaryDirectory() as folder:
        ics = os.path.join(folder, "all.ics")
        with open(ics, "w", encoding="utf-8", newline="") as file:
            file.write(calendar(all_blocks, times))
        (keep, floating), (convert, _) = (imported(sys.argv[1], ics, way, folder) for way in ("keep", "convert"))
    counts, faults = collections.Counter(), []
    judges = [judge(block) for block in all_blocks]
    for name, time in times.items():
        counts["times"] += 1
        counts["of VTIMEZONEs that are refused"] += name in floating
        if keep.get(name, 0) != convert.get(name, 1):
            faults.append((f"Nowhere {name[0]}", time, keep.get(name), convert.get(name)))
        zone, instant = judges[name[0]], keep.get(name)
        if zone and instant and name not in floating and f"{time:%Y%m%d}" > beginning(all_blocks[name[0]]):
            same = agrees(zone, time, instant)
            counts["as dateutil" if same else "not as dateutil"] += 1
            if not same and "--all" in sys.argv:
                print("dateutil", name[0], time, instant, sep="\t")
    print(f"{len(all_blocks)} VTIMEZONEs imported both ways: "
          + ", ".join(f"{n} {k}" for k, n in sorted(counts.items())) + f", {len(faults)} differ")
    for fault in faults[:20]:
        print(*fault, sep="\t")
    sys.exit(1 if faults or not counts["times"] else 0)


main()
