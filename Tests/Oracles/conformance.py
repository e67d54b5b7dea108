#!/usr/bin/env python3
"""Compares `duecal check` with the checker in Python: both must find the same rules broken in every file.

The files are the fixtures of each rule, the calendars of others if DUECAL_CORPORA names them, exports of task files, and
random changes of those. The two checkers were written independently; only the names of the rules are the same.

Usage: conformance.py DUECAL [--all]      (--all adds files that take longer)
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys

import rfc5545
import rfc5545_fixtures
import sources

# Rules that Python checks only for feeds, and `duecal check` for every file, as warnings.
FOR_ALL = {"STATUS-COMPLETED", "CATEGORIES-EMPTY", "ZONE-UNUSED", "RELATED-TARGET"}
# A rule that Python checks with the zone database, and duecal only with the VTIMEZONE.
APART = {"ZONE-COVERAGE"}
# The number of changed calendars, and the maximum size of a file of others: Python takes seconds for a megabyte.
MUTANTS, LARGEST = 300, 200_000
MANY_MUTANTS, HUGE = 6000, 2_000_000


def judged(data):
    """The rules that a file breaks according to the checker in Python."""
    found = {finding.rule for finding in rfc5545.check(data)}
    found |= {finding.rule for finding in rfc5545.check(data, feed=True)} & FOR_ALL
    if is_empty(data):
        found.discard("ZONE-UNUSED")
    return found - APART


def is_empty(data):
    """True if a calendar has nothing but zones, which nothing can use then."""
    names = {line[6:].strip() for line in data.upper().splitlines() if line.startswith(b"BEGIN:")}
    return not names - {b"VCALENDAR", b"VTIMEZONE", b"STANDARD", b"DAYLIGHT", b"XROOT"}


def checked(duecal, paths):
    """The rules that each file breaks according to `duecal check`; None for a file that is not a calendar."""
    run = subprocess.run([duecal, "check", "--json", *paths], capture_output=True, check=False)
    if run.returncode not in (0, 1, 65):
        sys.exit(f"duecal check: {run.returncode} {run.stderr[:500]}")
    rules = {path: set() for path in paths}
    for message in json.loads(run.stdout)["messages"]:
        path, rule = message["file"], message["rule"]
        if rule:
            rules[path].add(rule.upper())
        elif "contain a calendar" in message["text"]:
            rules[path] = None
    return {path: found if found is None else found - APART for path, found in rules.items()}


# The known differences and their reasons: rules that duecal reports, and the rules on which the two then may differ.
CLASSES = [
    # After an END that matches nothing, or a missing END, the two continue at different lines.
    ({"STRUCT-BEGIN-END"}, {"PROP-REQUIRED", "PROP-ONCE", "PROP-MISPLACED", "STRUCT-ORDER", "STRUCT-NESTING",
                            "STRUCT-ROOT", "STRUCT-EMPTY", "ZONE-UNUSED", "ZONE-MISSING", "ZONE-DUPLICATE",
                            "UID-UNIQUE", "RELATED-TARGET", "EVENT-DTSTART"}),
    # Python treats any component in a VTIMEZONE as an observance.
    ({"ZONE-OBSERVANCE"}, {"ZONE-OBSERVANCE"}),
    # Python does not read an observance without an offset, nor the observances of a VTIMEZONE that it does not read.
    ({"PROP-REQUIRED", "VALUE-UTC-OFFSET", "ZONE-DUPLICATE", "STRUCT-NESTING"}, {"ZONE-DTSTART", "ZONE-UNTIL"}),
    # Python checks only the alarms of items.
    ({"STRUCT-NESTING", "STRUCT-ROOT"}, {"ALARM-CONTENT", "ALARM-REPEAT", "ALARM-RELATED", "ALARM-ANCHOR"}),
    # For duecal, the items of a calendar are only those directly in it.
    ({"STRUCT-NESTING"}, {"ZONE-UNUSED"}),
    # A time without a zone is neither before nor after one with a zone.
    ({"TIME-FORM"}, {"TIME-ORDER"}),
    # A space after an empty line is a fold for duecal, and the beginning of a line for Python.
    ({"LINE-BLANK"}, {"LINE-GRAMMAR", "PROP-REQUIRED", "STRUCT-BEGIN-END", "STRUCT-EMPTY", "PROP-ONCE"}),
    # A BEGIN or END with a parameter begins or ends a component for Python, and is an ordinary line for duecal.
    ({"STRUCT-BEGIN-END"}, {"STRUCT-BEGIN-END"}),
    # Python reads no parameter after a broken one, and counts a broken number.
    ({"PARAM-GRAMMAR"}, {"TIME-FORM", "TIME-TYPE", "TIME-ORDER", "TIME-TZID", "ZONE-MISSING", "ZONE-UNUSED"}),
    ({"VALUE-INTEGER"}, {"STATUS-COMPLETED"}),
    # Python accepts a TZID on DTSTAMP and other properties that are in UTC.
    ({"TIME-TZID"}, {"TIME-TZID"}),
]


def explained(python, swift):
    """The differences between two sets of rules that no known class explains."""
    difference = python ^ swift
    for causes, follow in CLASSES:
        if causes & swift:
            difference = difference - follow
    return difference & python, difference & swift


def mutant(data, rng):
    """A calendar with a random change, which may or may not break a rule."""
    lines = data.split(b"\r\n")
    for _ in range(rng.choice((1, 1, 2))):
        index = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            del lines[index]
        elif kind == 1:
            lines.insert(index, rng.choice(lines))
        elif kind == 2:
            lines[index] = lines[index] + rng.choice(lines)
        elif kind == 3 and lines[index]:
            at = rng.randrange(len(lines[index]))
            lines[index] = lines[index][:at] + lines[index][at + 1:]
        elif kind == 4 and lines[index]:
            at = rng.randrange(len(lines[index]))
            lines[index] = lines[index][:at] + rng.choice(TOKENS) + lines[index][at:]
        elif kind == 5:
            lines[index] = lines[index].replace(*rng.choice(SWAPS))
        elif kind == 6:
            lines.insert(index, rng.choice(LINES))
        else:
            other = rng.randrange(len(lines))
            lines[index], lines[other] = lines[other], lines[index]
        if not lines:
            lines = [b""]
    return b"\r\n".join(lines)


TOKENS = [b",", b";", b":", b'"', b"\\", b"^", b"=", b"Z", b"T", b"-", b"0", b"9", b"\x07", b"\xff", "ü".encode(),
          b"\r\n ", b"\n", b";X-A=1", b";VALUE=DATE", b";TZID=Europe/Paris", b" "]
SWAPS = [(b"VTODO", b"VEVENT"), (b"DUE", b"DTEND"), (b"DTSTART", b"DUE"), (b"2026", b"2027"), (b"Z", b""),
         (b"VALUE=DATE", b"VALUE=DATE-TIME"), (b"T", b"t"), (b"DURATION", b"DTEND"), (b"END", b"BEGIN"),
         (b"Europe/Berlin", b"Europe/Paris"), (b"FREQ=", b"FREQ=DAILY;COUNT="), (b"UID", b"RELATED-TO"),
         (b"\\,", b","), (b"VALARM", b"VEVENT"), (b"STATUS", b"CLASS"), (b"P1D", b"P1W1D"), (b"0", b"6"),
         (b"RRULE", b"EXRULE"), (b"TRIGGER", b"TRIGGER;VALUE=DATE-TIME"), (b"1", b"13")]
LINES = [b"RRULE:FREQ=WEEKLY;BYDAY=1MO", b"RRULE:FREQ=DAILY;UNTIL=20270101", b"DURATION:PT1H", b"STATUS:COMPLETED",
         b"PERCENT-COMPLETE:100", b"COMPLETED:20260101T000000Z", b"EXDATE:20260101", b"RDATE;VALUE=DATE:20260230",
         b"DTSTART;VALUE=DATE:20261203", b"DTSTART:20261203T100000", b"RELATED-TO:nobody", b"PRIORITY:10",
         b"RECURRENCE-ID:20261203T100000Z", b"X-LIC-ERROR:x", b"END:X", b"BEGIN:X-COMP", b"END:VTODO",
         b"BEGIN:VALARM", b"IMAGE:https://a.org", b"COLOR:teal", b"URL:a b", b"GEO:1;2", b"REPEAT:2", b"",
         b"ATTACH;VALUE=BINARY:AAAA", b"CATEGORIES:a,,b", b"REQUEST-STATUS:2.0;x", b"STRUCTURED-DATA:x",
         b'COMMENT;ALTREP=x:"a', b'ATTENDEE;MEMBER="mailto:a":mailto:b', b"TRIGGER:-P1W2D", b"SUMMARY:a\\b;c"]

def files(folder, duecal, all_of_them):
    """All files to check, as pairs of a name and bytes."""
    for table in (rfc5545_fixtures.GOOD, rfc5545_fixtures.BAD):
        kind = "good" if table is rfc5545_fixtures.GOOD else "bad"
        for rule, fixtures in table.items():
            for number, data in enumerate(fixtures):
                yield f"{kind}-{rule}-{number}", data
    bases = [data for fixtures in rfc5545_fixtures.GOOD.values() for data in fixtures]
    for file in sources.own_files(folder):
        run = subprocess.run([duecal, "export", str(file), "--zone", "Europe/Berlin", "--as", "both", "-q"],
                             capture_output=True, check=False)
        if 0 < len(run.stdout) < 100_000:
            bases.append(run.stdout)
            yield f"export-{file.name}", run.stdout
    rng = random.Random(5545)
    for number in range(MANY_MUTANTS if all_of_them else MUTANTS):
        yield f"mutant-{number}", mutant(rng.choice(bases), rng)
    corpora = os.environ.get("DUECAL_CORPORA")
    for part in ("ics", "hostile/ics") if corpora else ():
        for path in sorted((pathlib.Path(corpora) / part).rglob("*")):
            if path.is_file() and path.stat().st_size <= (HUGE if all_of_them else LARGEST):
                yield str(path.relative_to(corpora)), path.read_bytes()


def compared(duecal, folder, batch, pool):
    """The unexplained differences in some files, as (name, only Python, only duecal, bytes), and the number of explained ones."""
    paths = {}
    for number, (name, data) in enumerate(batch):
        path = folder / f"{number}.ics"
        path.write_bytes(data)
        paths[str(path)] = (name, data)
    judgements = pool.map(judged, [data for _, data in batch], chunksize=10)
    faults, known = [], 0
    for (path, swift), python in zip(checked(duecal, list(paths)).items(), judgements):
        if swift is None or swift == python:
            continue
        missing, extra = explained(python, swift)
        known += not (missing or extra)
        if missing or extra:
            faults.append((paths[path][0], sorted(missing), sorted(extra), paths[path][1]))
    return faults, known


def main():
    duecal, all_of_them = sys.argv[1], "--all" in sys.argv
    count, known, faults = 0, 0, []
    with sources.folder() as folder, concurrent.futures.ProcessPoolExecutor() as pool:
        everything = files(folder, duecal, all_of_them)
        while batch := list(itertools.islice(everything, 200)):
            found, explained_here = compared(duecal, folder, batch, pool)
            count, known, faults = count + len(batch), known + explained_here, faults + found
    print(f"{count} calendars by two judges: {known} differ for a known reason, {len(faults)} for none")
    for name, missing, extra, data in faults[:20]:
        print(f"{name}: only Python {missing}, only duecal {extra}")
        if keep := os.environ.get("KEEP"):
            (pathlib.Path(keep) / name.replace("/", "_")).write_bytes(data)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
