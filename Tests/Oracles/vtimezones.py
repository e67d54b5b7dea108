#!/usr/bin/env python3
"""What TZIDs of files mean to duecal, beside what python-dateutil makes of the files' own VTIMEZONEs.

Every time with a TZID whose VTIMEZONE dateutil can read is looked at. Where duecal takes the VTIMEZONE
itself both must say the same offset. Where it takes a zone of the system by its name, a difference is
one between the file's VTIMEZONE and the system's data: it is counted, and shown with --all.

Usage: vtimezones.py CHECKS [--all] [FILE...]      (the path of duecal-checks; without files those of
DUECAL_CORPORA, and those of this folder)
"""
import collections
import datetime
import io
import os
import re
import subprocess
import sys
import warnings

try:
    import dateutil.tz
except ImportError:
    print("python3-dateutil is missing: VTIMEZONEs not compared")
    sys.exit(0)

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))


def files():
    roots = [os.path.join(HERE, "vtimezones")]
    if os.environ.get("DUECAL_CORPORA"):
        roots.append(os.path.join(os.environ["DUECAL_CORPORA"], "ics"))
    for root in roots:
        for folder, _, names in sorted(os.walk(root)):
            yield from (os.path.join(folder, name) for name in sorted(names))


def unfolded(path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"\n[ \t]", "", text)


def definitions(path):
    """The VTIMEZONEs of a file by TZID as dateutil reads them, the first of each; None where it cannot,
    or where what it reads is known to differ."""
    zones = {}
    for block in re.findall(r"(?ms)^BEGIN:VTIMEZONE$.*?^END:VTIMEZONE$", unfolded(path)):
        name = re.search(r"(?m)^TZID(?:;[^:]*)?:(.*)$", block)
        if not name or name.group(1).strip() in zones:
            continue
        # It takes the first line of a block for its name alone, and no parameters.
        plain = re.sub(r"(?m)^(TZID|DTSTART|TZOFFSETFROM|TZOFFSETTO|TZNAME);[^:]*:", r"\1:", block)
        plain = re.sub(r"(?m)^(DTSTART:\d{8}T\d{6})Z$", r"\1", plain)
        plain = re.sub(r"(?m)^(RRULE:.*);$", r"\1", plain)
        plain = re.sub(r"(?m)^(?!BEGIN|END|TZID:|DTSTART|TZOFFSET|RRULE|RDATE|TZNAME).*\n", "", plain)
        try:
            read = dateutil.tz.tzical(io.StringIO(plain))
            zones[name.group(1).strip()] = read.get(read.keys()[0])
        except Exception:
            zones[name.group(1).strip()] = None
    return zones


def offset(zone, text):
    moment = datetime.datetime.strptime(text, "%Y%m%dT%H%M%S")
    delta = moment.replace(tzinfo=zone).utcoffset()
    return None if delta is None else int(delta.total_seconds())


def main():
    arguments = [a for a in sys.argv[2:] if a != "--all"]
    paths = arguments or list(files())
    counts, rows = collections.Counter(), []
    output = subprocess.run(
        [sys.argv[1], "tzids"] + paths, capture_output=True, check=True).stdout
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
            continue
        if zone is None or not ours:
            counts["nothing to compare with"] += 1
            continue
        if ours.startswith("("):
            counts["before the VTIMEZONE begins"] += 1
            continue
        theirs = offset(zone, time)
        kind = "own" if source == "definition" else "named"
        same = str(theirs) == ours
        counts[f"{kind}, {'same' if same else 'different'}"] += 1
        if not same:
            rows.append((kind, os.path.basename(path), tzid, name, time, ours, theirs))
    print(", ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    for row in rows:
        if row[0] == "own" or "--all" in sys.argv:
            print(*row, sep="\t")
    sys.exit(1 if counts["own, different"] else 0)


main()
