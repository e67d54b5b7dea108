#!/usr/bin/env python3
"""Compares the meaning of TZIDs in files for duecal with the files' own VTIMEZONEs, as other libraries read them:
python-dateutil or, with --icalendar, the package of that name, which reads fewer.

Every time with a TZID whose VTIMEZONE the library can read is compared. If duecal uses the VTIMEZONE itself, both must have
the same offset. If duecal uses a zone of the system by its name, a difference is between the file's VTIMEZONE and the data
of the system: it is counted, and printed with --all.

Usage: vtimezones.py CHECKS [--all] [--icalendar] [FILE...]      (the path of duecal-checks; without files, 300 random
VTIMEZONEs and the files of DUECAL_CORPORA)
"""
import collections
import datetime
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

try:
    import dateutil.tz
except ImportError:
    print("python3-dateutil is missing: VTIMEZONEs not compared")
    sys.exit(0)

import vtimezone_cases

warnings.simplefilter("ignore")


def files():
    corpora = os.environ.get("DUECAL_CORPORA")
    for folder, _, names in sorted(os.walk(os.path.join(corpora, "ics"))) if corpora else []:
        yield from (os.path.join(folder, name) for name in sorted(names))


def unfolded(path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"\n[ \t]", "", text)


def definitions(path):
    """The VTIMEZONEs of a file by TZID, the first of each, as dateutil reads them; None if it cannot read one, or is known to
    read it in another way."""
    zones = {}
    for block in re.findall(r"(?ms)^BEGIN:VTIMEZONE$.*?^END:VTIMEZONE$", unfolded(path)):
        name = re.search(r"(?m)^TZID(?:;[^:]*)?:(.*)$", block)
        if not name or name.group(1).strip() in zones:
            continue
        # dateutil treats the first line of a block as its name, and accepts no parameters.
        plain = re.sub(r"(?m)^(TZID|DTSTART|TZOFFSETFROM|TZOFFSETTO|TZNAME);[^:]*:", r"\1:", block)
        plain = re.sub(r"(?m)^(DTSTART:\d{8}T\d{6})Z$", r"\1", plain)
        plain = re.sub(r"(?m)^(RRULE:.*);$", r"\1", plain)
        plain = re.sub(r"(?m)^(?!BEGIN|END|TZID:|DTSTART|TZOFFSET|RRULE|RDATE|TZNAME).*\n", "", plain)
        try:
            zones[name.group(1).strip()] = read(plain)
        except Exception:
            zones[name.group(1).strip()] = None
    return zones


def read(block):
    if "--icalendar" in sys.argv:
        import icalendar
        plain = re.sub(r"(?m)^TZID:.*$", "TZID:Nowhere/Nothing", block)
        return icalendar.Timezone.from_ical(plain.replace("\n", "\r\n")).to_tz(lookup_tzid=False)
    zones = dateutil.tz.tzical(io.StringIO(block))
    return zones.get(zones.keys()[0])


def offsets(zone, text):
    """The possible offsets at a time. Within three hours of a change both offsets are right here, because dateutil is not sure
    about gaps and repeated hours; `zones.py` checks those."""
    moment = datetime.datetime.strptime(text, "%Y%m%dT%H%M%S")
    found = [
        (moment + datetime.timedelta(hours=hours)).replace(tzinfo=zone).utcoffset()
        for hours in (-3, 0, 3)]
    found = [None if delta is None else str(int(delta.total_seconds())) for delta in found]
    return found[:1] + found[2:] if found[0] != found[2] else found[1:2]


def compare(checks, paths, counts, rows):
    output = subprocess.run([checks, "tzids"] + paths, capture_output=True, check=True).stdout
    known = {}
    for line in output.decode("utf-8", "replace").split("\n"):
        fields = line.split("\t")
        if fields[0] != "T" or len(fields) < 8:
            continue
        _, path, tzid, source, name, time, ours, _ = fields
        if path not in known:
            known[path] = definitions(path)
        zone = known[path].get(tzid.strip())
        if source == "none":
            counts["unknown to duecal"] += 1
        elif zone is None or not ours:
            counts["days, or without a VTIMEZONE to compare with"] += 1
        elif ours.startswith("("):
            counts["before the VTIMEZONE begins, or after it ends"] += 1
        else:
            theirs = offsets(zone, time)
            kind = "own" if source == "definition" else "named"
            same = ours in theirs
            counts[f"{kind}, {'same' if same else 'different'}"] += 1
            if not same:
                rows.append((kind, os.path.basename(path), tzid, name, time, ours, *theirs))


def main():
    paths = [a for a in sys.argv[2:] if a[:2] != "--"]
    counts, rows = collections.Counter(), []
    with tempfile.NamedTemporaryFile("w", suffix=".ics", newline="") as drawn:
        if not paths:
            drawn.write(vtimezone_cases.calendar(random.Random(1), 300))
            drawn.flush()
            paths = [drawn.name] + list(files())
        compare(sys.argv[1], paths, counts, rows)
    print("times with a TZID: " + ", ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    for row in rows:
        if row[0] == "own" or "--all" in sys.argv:
            print(*row, sep="\t")
    sys.exit(1 if counts["own, different"] else 0)


main()
