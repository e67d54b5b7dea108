#!/usr/bin/env python3
"""Exports every task file that can be had, in many ways; judges each calendar by the rules of RFC
5545, and holds every task's title and date against a second reading of the file.

Usage: exports.py DUECAL      (the path of the command)
"""
import datetime
import itertools
import subprocess
import sys
import zoneinfo

import rfc5545
import sources
import taskpaper

ZONES = ["Europe/Berlin", "America/New_York", "Etc/UTC", "Africa/Casablanca", "America/Nuuk",
         "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo", "Asia/Gaza", "Europe/Dublin",
         "Pacific/Apia", "Antarctica/Troll"]
FORMS = [[], ["--as", "todo"], ["--as", "event", "--done", "include"], ["--as", "both"], ["--plain"],
         ["--times", "utc"], ["--times", "floating"], ["--archive", "--name", "A, b; \"c\" ^"],
         ["--as", "event", "--alarms", "keep", "--undated", "todo"],
         ["--done", "exclude", "--class", "private"], ["--tag", "home", "--from", "2000-01-01"]]


def export(duecal, file, zone, form):
    """The calendar of a file."""
    command = [duecal, "export", str(file), "--zone", zone, "-q", *form]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode not in (0, 1, 65):
        raise SystemExit(f"{' '.join(command)}: exit {run.returncode}\n{run.stderr.decode()}")
    return run.stdout


def unfolded(calendar):
    """The content lines of a calendar, as (name, parameters, value)."""
    text = calendar.decode().replace("\r\n ", "")
    for line in text.split("\r\n"):
        head, _, value = line.partition(":")
        name, *parameters = head.split(";")
        yield name, dict(p.split("=", 1) for p in parameters if "=" in p), value


def items(calendar):
    """The items of a calendar: what is under test here needs no more than a few properties."""
    item, depth = None, 0
    for name, parameters, value in unfolded(calendar):
        if (name, value) in (("BEGIN", "VTODO"), ("BEGIN", "VEVENT")):
            item, depth = {"kind": value}, 0
        elif name == "BEGIN" and item is not None:
            depth += 1
        elif name == "END" and item is not None and depth:
            depth -= 1
        elif name == "END" and item is not None:
            yield item
            item = None
        elif item is not None and not depth:
            item[name] = (parameters, value)


def moment(entry):
    """A date, or a date and time in its zone, of a property."""
    parameters, value = entry
    if parameters.get("VALUE") == "DATE":
        return datetime.datetime.strptime(value, "%Y%m%d").date()
    zone = zoneinfo.ZoneInfo(parameters["TZID"]) if "TZID" in parameters else None
    if value.endswith("Z"):
        zone = datetime.timezone.utc
    return datetime.datetime.strptime(value.rstrip("Z"), "%Y%m%dT%H%M%S").replace(tzinfo=zone)


def due(item):
    """The (begin, end) that an item's dates say; a to-do that repeats is due when it ends."""
    start = moment(item["DTSTART"]) if "DTSTART" in item else None
    end = item.get("DUE") or item.get("DTEND")
    if end is None:
        return start, start
    end = moment(end)
    if item["kind"] == "VEVENT" and not isinstance(end, datetime.datetime):
        end -= datetime.timedelta(days=1)
    return start, end


def same(left, right):
    """Whether two dates are one: of times in a zone, whether they are one instant."""
    def plain(date):
        zoned = isinstance(date, datetime.datetime) and date.tzinfo
        return date.astimezone(datetime.timezone.utc) if zoned else date
    return plain(left) == plain(right)


def expected(task, zone):
    """The (begin, end) that a task's own payload says."""
    begin, end = task.due
    pinned = zoneinfo.ZoneInfo(task.zone or zone)
    if isinstance(begin, datetime.datetime) and not task.floating:
        begin, end = begin.replace(tzinfo=pinned), end.replace(tzinfo=pinned)
    return begin, end


def fault(task, item, zone):
    """What is wrong with an item of a task, or None."""
    title = item["SUMMARY"][1].replace("\\n", "\n")
    for escaped, plain in (("\\,", ","), ("\\;", ";"), ("\\\\", "\\")):
        title = title.replace(escaped, plain)
    if title != (task.title or "(no title)"):
        return f"title {title!r}, expected {task.title!r}"
    if task.due is None:
        return "has a date" if "DUE" in item else None
    start, end = due(item)
    begin, last = expected(task, zone)
    if not same(end, last):
        return f"due {end}, expected {last}"
    if begin != last and not same(start, begin):
        return f"begins {start}, expected {begin}"
    return None


def compare(file, calendar, zone):
    """The faults of the items of a file, which are one a task, in order."""
    tasks = list(taskpaper.tasks(file.read_bytes(), file.suffix == ".todo"))
    found = list(items(calendar))
    if len(tasks) != len(found):
        return [f"{len(found)} items of {len(tasks)} tasks"], 0
    pairs = [(task, fault(task, item, zone)) for task, item in zip(tasks, found)]
    dated = sum(task.due is not None for task, _ in pairs)
    return [f"line {task.line}: {text}" for task, text in pairs if text], dated


def judge(calendar):
    """The findings of a calendar; one without items has a zone instead, which nothing uses."""
    isempty = b"BEGIN:VTODO" not in calendar and b"BEGIN:VEVENT" not in calendar
    return [finding for finding in rfc5545.check(calendar, feed=True)
            if not (isempty and finding.rule == "ZONE-UNUSED")]


def main():
    duecal = sys.argv[1]
    faults, calendars, dated = [], 0, 0
    zones = itertools.cycle(ZONES)
    with sources.folder() as folder:
        for file in sources.task_files(folder, hostile=False):
            for form in FORMS:
                calendar = export(duecal, file, next(zones), form)
                calendars += 1
                faults += [f"{file.name} {' '.join(form)}: {f}" for f in judge(calendar)]
            zone = next(zones)
            calendar = export(duecal, file, zone, ["--as", "todo", "--class", "private",
                                                   "--class", "confidential"])
            found, count = compare(file, calendar, zone)
            dated += count
            faults += [f"{file.name} in {zone}: {f}" for f in found]
    print(f"{calendars} calendars by the rules of RFC 5545, {dated} dated tasks by a second reading, "
          f"{len(faults)} faults")
    for text in faults[:20]:
        print(text)
    sys.exit(1 if faults else 0)


main()
