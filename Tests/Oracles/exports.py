#!/usr/bin/env python3
"""Exports all available task files in several ways, checks each calendar against RFC 5545, and compares the title and the date
of every task with a second reader of the file.

Usage: exports.py DUECAL      (the path of the command)
"""
import datetime
import itertools
import re
import subprocess
import sys
import zoneinfo

import calendars
import rfc5545
import sources
import taskpaper

ZONES = ["Europe/Berlin", "America/New_York", "Etc/UTC", "Africa/Casablanca", "America/Nuuk",
         "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo", "Asia/Gaza", "Europe/Dublin",
         "Pacific/Apia", "Antarctica/Troll"]
FORMS = [[], ["--as", "todo"], ["--as", "event", "--done", "include"], ["--as", "both"], ["--plain"],
         ["--times", "utc"], ["--times", "floating"], ["--archive", "--name", "A, b; \"c\" ^"],
         ["--as", "event", "--alarms", "keep", "--undated", "todo"],
         ["--done", "exclude", "--class", "private"], ["--tag", "home", "--from", "2000-01-01", "--allow-empty"]]


def export(duecal, file, zone, form):
    """The calendar of a file."""
    command = [duecal, "export", str(file), "--zone", zone, "-q", *form]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode not in (0, 1, 65):
        raise SystemExit(f"{' '.join(command)}: exit {run.returncode}\n{run.stderr.decode()}")
    return run.stdout


# Repeating to-dos begin when they are due, as most clients write them; Docs/iCalendar.md explains why.
REPEATS_WHEN_DUE = "DUE is equal to DTSTART of a series"
# Tags that become properties; if one in the middle of a title can be read, it is not part of the title.
PROPERTIES = set("due deadline start defer done completed finished cancelled canceled dropped started progress wip priority p "
                 "repeat rec recur every repeat-rule except also remind alarm alert estimate est duration location at url link "
                 "class tz uid note color".split())
DUE = {"due", "deadline"}


def choices(task):
    """The tags in a title that may become properties, each with the possible outcomes: removed (True), kept (False), or both."""
    dated = task.due is not None
    for tag in task.inner_tags:
        if tag[1] in DUE:
            yield tag, [dated]
            dated = False
        elif tag[1] in PROPERTIES:
            yield tag, [True, False]


def titles(task):
    """The possible titles of a task; where a tag is removed, one space remains."""
    tags = list(choices(task))
    for removals in itertools.product(*(each for _, each in tags)):
        removed = [tag.span() for (tag, _), goes in zip(tags, removals) if goes]
        starts = [0, *(end for _, end in removed)]
        ends = [*(start for start, _ in removed), len(task.title)]
        yield " ".join(filter(None, (task.title[start:end].strip() for start, end in zip(starts, ends))))


def same(left, right):
    """True if two dates are the same; times in a zone are compared as instants."""
    def plain(date):
        zoned = isinstance(date, datetime.datetime) and date.tzinfo
        return date.astimezone(datetime.timezone.utc) if zoned else date
    return plain(left) == plain(right)


class Reading:
    """The expected items of a file in one zone and one form."""

    def __init__(self, zone, floating=False):
        self.zone = zone
        self.floating = floating

    def pinned(self, date, task):
        """A local time with its zone, or converted as the form requires; a day is unchanged."""
        if not isinstance(date, datetime.datetime) or task.floating:
            return date
        pinned = date.replace(tzinfo=zoneinfo.ZoneInfo(task.zone or self.zone))
        if not self.floating or (task.repeats and task.zone not in (None, self.zone)):
            return pinned
        if task.repeats:
            return date
        there = pinned.astimezone(datetime.timezone.utc)
        return there.astimezone(zoneinfo.ZoneInfo(self.zone)).replace(tzinfo=None)

    def fault(self, task, item):
        """The fault of an item, or None."""
        if calendars.title(item) not in titles(task):
            return f"title {calendars.title(item)!r}, expected {next(titles(task))!r}"
        if task.due is None:
            return "has a date" if "DUE" in item or "DTEND" in item else self.start_fault(task, item)
        start, end = calendars.due(item)
        begin, last = (self.pinned(date, task) for date in task.due)
        if not same(end, last):
            return f"due {end}, expected {last}"
        if begin != last and not task.is_last_day(item["kind"]) and not same(start, begin):
            return f"begins {start}, expected {begin}"
        return None if begin != last else self.start_fault(task, item)

    def start_fault(self, task, item):
        """The fault in the start of a to-do that has one, or None."""
        if item["kind"] == "VEVENT" or task.repeats or task.broken_start:
            return None
        wanted = self.start(task)
        found = calendars.moment(item["DTSTART"]) if "DTSTART" in item else None
        if wanted is None or found is None:
            return None if wanted is found else f"begins {found}, expected {wanted}"
        return None if same(found, wanted) else f"begins {found}, expected {wanted}"

    def start(self, task):
        """The DTSTART for a written start: it has the type of the due date, and is before it."""
        if task.start is None:
            return None
        start = task.start
        if task.due is None:
            return self.pinned(start, task)
        last = task.due[1]
        if isinstance(last, datetime.datetime) and not isinstance(start, datetime.datetime):
            start = datetime.datetime.combine(start, datetime.time())
        if not isinstance(last, datetime.datetime) and isinstance(start, datetime.datetime):
            start = start.date()
        start, last = self.pinned(start, task), self.pinned(last, task)
        zoned = isinstance(start, datetime.datetime) and start.tzinfo
        before = start.timestamp() < last.timestamp() if zoned else start < last
        return start if before else None

    def compare(self, file, calendar, dated_only=False):
        """The faults of the items of a file, one for each task and in order, and the number of items with a date."""
        tasks = list(taskpaper.tasks(file.read_bytes(), file.suffix == ".todo"))
        tasks = [task for task in tasks if (task.due or not dated_only) and not task.is_wordless]
        found = list(calendars.items(calendar))
        if len(tasks) != len(found):
            return [f"{len(found)} items of {len(tasks)} tasks"], 0
        pairs = [(task, self.fault(task, item)) for task, item in zip(tasks, found)]
        dated = sum(task.due is not None for task in tasks)
        return [f"line {task.line}: {text}" for task, text in pairs if text], dated


ALL = ["--class", "private", "--class", "confidential"]
READ = [(["--as", "todo"], False), (["--as", "event", "--done", "include", "--done-mark", ""], False),
        (["--as", "todo", "--times", "utc"], False), (["--as", "todo", "--times", "floating"], True)]


def compared(duecal, file, zones):
    """The faults of a file in every form that the second reader supports."""
    faults, dated = [], 0
    for form, floating in READ:
        zone = next(zones)
        calendar = export(duecal, file, zone, form + ALL)
        found, count = Reading(zone, floating).compare(file, calendar, "event" in form)
        dated += count
        faults += [f"{file.name} {' '.join(form)} in {zone}: {text}" for text in found]
    return faults, dated


def judge(calendar):
    """The findings in a calendar; a calendar without items has a zone that nothing uses, which is allowed."""
    isempty = b"BEGIN:VTODO" not in calendar and b"BEGIN:VEVENT" not in calendar
    return [finding for finding in rfc5545.check(calendar, feed=True)
            if not (isempty and finding.rule == "ZONE-UNUSED") and finding.sentence != REPEATS_WHEN_DUE]


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
            found, count = compared(duecal, file, zones)
            dated += count
            faults += found
    print(f"{calendars} calendars by the rules of RFC 5545, {dated} dates by a second reading, "
          f"{len(faults)} faults")
    for text in faults[:20]:
        print(text)
    sys.exit(1 if faults else 0)


main()
