#!/usr/bin/env python3
"""Sets duecal beside todoman, khal, taskwarrior and calcurse: the same items, the same question.

Usage: compare.py DUECAL [ITEMS]        (10,000 items by default)

The question is what is to be done or takes place today. Among the items are some that programs are known to
show wrongly; which of them each shows is the second table. The programs are taken from PATH; one that is not
there is left out, and said. Everything is made in a folder of its own, with the clock of the machine and
TZ=Europe/Berlin.
"""
import datetime
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ZONE = "Europe/Berlin"
TODAY = datetime.date.today()
RUNS = 5

VTIMEZONES = """BEGIN:VTIMEZONE\r
TZID:Europe/Berlin\r
BEGIN:STANDARD\r
DTSTART:19701025T030000\r
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
TZOFFSETFROM:+0200\r
TZOFFSETTO:+0100\r
END:STANDARD\r
BEGIN:DAYLIGHT\r
DTSTART:19700329T020000\r
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
TZOFFSETFROM:+0100\r
TZOFFSETTO:+0200\r
END:DAYLIGHT\r
END:VTIMEZONE\r
BEGIN:VTIMEZONE\r
TZID:Asia/Tokyo\r
BEGIN:STANDARD\r
DTSTART:19700101T000000\r
TZOFFSETFROM:+0900\r
TZOFFSETTO:+0900\r
END:STANDARD\r
END:VTIMEZONE\r
"""


def day(offset):
    return TODAY + datetime.timedelta(days=offset)


class Item:
    """A task or an event, as each of the programs is told of it."""

    def __init__(self, title, date, clock=None, shown=None, zone=ZONE, rule=None, words=None, state=None, project="P0",
                 except_=None, moved=None):
        self.title, self.date, self.clock, self.zone = title, date, clock, zone
        self.rule, self.words, self.state, self.project = rule, words, state, project
        self.except_, self.moved, self.shown = except_, moved, shown

    def line(self):
        tags = [f"@due({self.date}{' ' + self.clock if self.clock else ''})"]
        tags += [f"@tz({self.zone})"] if self.zone != ZONE else []
        tags += [f"@repeat({self.words})"] if self.words else []
        tags += [f"@except({self.except_})"] if self.except_ else []
        tags += {None: [], "done": [f"@done({day(-1)})"], "cancelled": ["@cancelled"]}[self.state]
        return f"\t- {self.title} " + " ".join(tags)

    def moment(self, name, date=None, clock=None):
        stamp, clock = f"{date or self.date:%Y%m%d}", clock or self.clock
        if not clock:
            return f"{name};VALUE=DATE:{stamp}\r\n"
        return f"{name};TZID={self.zone}:{stamp}T{clock.replace(':', '')}00\r\n"

    def component(self, number, kind):
        """A VTODO or a VEVENT, and those that replace an occurrence of it."""
        todo = kind == "VTODO"
        text = f"BEGIN:{kind}\r\nUID:{number}@compare\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:{self.title}\r\n"
        starts = not todo or self.rule
        text += self.moment("DTSTART") if starts else ""
        text += "DURATION:P1D\r\n" if self.rule and todo and not self.clock else ""
        text += self.moment("DUE") if todo and not (self.rule and not self.clock) else ""
        text += f"RRULE:{self.rule}\r\n" if self.rule else ""
        text += self.moment("EXDATE", self.except_) if self.except_ else ""
        text += {None: "", "done": "STATUS:COMPLETED\r\nPERCENT-COMPLETE:100\r\n" if todo else "",
                 "cancelled": "STATUS:CANCELLED\r\n"}[self.state]
        text += f"END:{kind}\r\n"
        if self.moved:
            text += (f"BEGIN:{kind}\r\nUID:{number}@compare\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:{self.title}\r\n"
                     + self.moment("RECURRENCE-ID", self.moved[0])
                     + (self.moment("DUE" if todo else "DTSTART", self.moved[1])) + f"END:{kind}\r\n")
        return text

    def warrior(self):
        zone = datetime.timezone.utc
        clock = self.clock or "00:00"
        import zoneinfo
        due = datetime.datetime.fromisoformat(f"{self.date} {clock}").replace(tzinfo=zoneinfo.ZoneInfo(self.zone))
        task = {"description": self.title, "due": f"{due.astimezone(zone):%Y%m%dT%H%M%SZ}",
                "project": self.project, "status": "pending"}
        if self.state == "done":
            task |= {"status": "completed", "end": f"{day(-1):%Y%m%d}T120000Z"}
        if self.state == "cancelled":
            task |= {"status": "deleted", "end": f"{day(-1):%Y%m%d}T120000Z"}
        if self.rule:
            task |= {"status": "recurring", "recur": "weekly"}
        return task


def special():
    """What is hard, with whether it is to be shown today."""
    weekly = {"rule": "FREQ=WEEKLY", "words": "weekly"}
    return [
        Item("all day today", TODAY, shown=True),
        Item("today at a time", TODAY, "15:00", shown=True),
        Item("tomorrow in Tokyo today here", day(1), "01:30", zone="Asia/Tokyo", shown=True),
        Item("today in Tokyo yesterday here", TODAY, "01:30", zone="Asia/Tokyo", shown=False),
        Item("weekly since a year", day(-364), shown=True, **weekly),
        Item("weekly since a year at a time", day(-364), "08:30", shown=True, **weekly),
        Item("weekly without today", day(-364), except_=TODAY, shown=False, **weekly),
        Item("weekly moved away from today", day(-364), moved=(TODAY, day(2)), except_=None, shown=False, **weekly),
        Item("done and due today", TODAY, state="done", shown=False),
        Item("cancelled and due today", TODAY, state="cancelled", shown=False),
        Item("tomorrow", day(1), shown=False),
    ]


def items(count):
    """So many items over two years around today, and the special ones."""
    plain = [Item(f"Item {n} of project {n % 100}", day(n * 37 % 729 - 364), None if n % 3 else f"{8 + n % 12:02}:15",
                  project=f"P{n % 100}", state="done" if n % 5 == 0 else None) for n in range(count)]
    return plain + special()


# MARK: What each program reads

def calendar(body):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//compare//EN\r\n" + VTIMEZONES + body + "END:VCALENDAR\r\n"


def task_file(folder, every):
    path = folder / "tasks.taskpaper"
    by_project = {}
    for item in every:
        # A moved occurrence is an exception and a line of its own.
        lines = [item.line()]
        if item.moved:
            lines = [Item(item.title, item.date, item.clock, rule=item.rule, words=item.words,
                          except_=item.moved[0]).line(),
                     Item(item.title, item.moved[1], item.clock).line()]
        by_project.setdefault(item.project, []).extend(lines)
    path.write_text("".join(f"{name}:\n" + "\n".join(lines) + "\n" for name, lines in by_project.items()))
    return path


def one_calendar(folder, every, kind):
    path = folder / f"{kind.lower()}.ics"
    path.write_bytes(calendar("".join(item.component(n, kind) for n, item in enumerate(every))).encode())
    return path


def many_calendars(folder, every, kind):
    path = folder / kind.lower()
    path.mkdir()
    for number, item in enumerate(every):
        (path / f"{number}.ics").write_bytes(calendar(item.component(number, kind)).encode())
    return path


# MARK: Asking

class Program:
    """A program, how it is filled, and how it is asked what today brings."""

    def __init__(self, name, ask, fill=None, environment=None, first=None):
        self.name, self.ask, self.fill, self.first = name, ask, fill, first
        self.environment = {**os.environ, "TZ": ZONE, "LC_ALL": "C.UTF-8", **(environment or {})}


def timed(program, command, seconds=600):
    """Seconds, KiB and output of a run."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                   env=program.environment)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            process.returncode = 0
        taken = time.monotonic() - start
        output.seek(0)
        return taken, usage.ru_maxrss, output.read().decode(errors="replace"), os.waitstatus_to_exitcode(status)


def khal(folder, events):
    configuration = folder / "khal.conf"
    configuration.write_text(
        f"[calendars]\n[[c]]\npath = {events}\n[locale]\nlocal_timezone = {ZONE}\ndefault_timezone = {ZONE}\n"
        f"timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
        f"datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[sqlite]\npath = {folder}/khal.db\n")
    return ["khal", "-c", str(configuration), "list", "--format", "{title}", "today", "1d"]


def todoman(folder, todos):
    configuration = folder / "todoman.py"
    configuration.write_text(
        f'path = "{todos.parent}/vtodo"\ncache_path = "{folder}/todoman.db"\ndate_format = "%Y-%m-%d"\n'
        f'time_format = "%H:%M"\n')
    return ["todo", "--config", str(configuration), "list", "--due", "24"]


def programs(duecal, folder, every):
    tasks, todos, events = task_file(folder, every), one_calendar(folder, every, "VTODO"), one_calendar(
        folder, every, "VEVENT")
    yield Program("duecal, a task file", [duecal, "list", "day", "--no-overdue", str(tasks)])
    yield Program("duecal, an .ics file", [duecal, "list", "day", "--no-overdue", str(todos)])
    if shutil.which("task"):
        home = folder / "task"
        home.mkdir()
        (folder / "taskrc").write_text(f"data.location={home}\nconfirmation=no\nverbose=nothing\n")
        (folder / "tasks.json").write_text(json.dumps([item.warrior() for item in every]))
        yield Program("taskwarrior", ["task", "due:today", "list"], ["task", "import", str(folder / "tasks.json")],
                      {"TASKRC": str(folder / "taskrc"), "TASKDATA": str(home)})
    if shutil.which("todo"):
        yield Program("todoman", todoman(folder, many_calendars(folder, every, "VTODO")), first=True)
    if shutil.which("khal"):
        yield Program("khal", khal(folder, many_calendars(folder, every, "VEVENT")), first=True)
    if shutil.which("calcurse"):
        home = folder / "calcurse"
        home.mkdir()
        yield Program("calcurse", ["calcurse", "-D", str(home), "-Q", "--from", "today", "--days", "1"],
                      ["calcurse", "-D", str(home), "-q", "-i", str(events)])


def version(name):
    found = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
    return (found.stdout or found.stderr).splitlines()[0] if found.stdout or found.stderr else "?"


def is_shown(item, output):
    """True if the item's title is in the output, not counting longer titles that begin with it."""
    others = [other.title for other in special() if other.title != item.title and item.title in other.title]
    for other in others:
        output = output.replace(other, "")
    return item.title in " ".join(output.split())


def main():
    duecal, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    every, hard, rows, shown = items(count), special(), [], {}
    with tempfile.TemporaryDirectory() as name:
        for program in programs(duecal, pathlib.Path(name), every):
            filled = timed(program, program.fill)[0] if program.fill else None
            first = timed(program, program.ask)[0] if program.first else None
            runs = [timed(program, program.ask) for _ in range(RUNS)]
            output = runs[-1][2]
            rows.append((program.name, filled, first, statistics.median(run[0] for run in runs),
                         max(run[1] for run in runs), runs[-1][3]))
            shown[program.name] = [is_shown(item, output) == item.shown for item in hard]
            if os.environ.get("SHOW"):
                print(program.name, output[-3000:], file=sys.stderr)
    print(f"{count:,} items and {len(hard)} hard ones; the median of {RUNS} runs, in seconds")
    print("\n| program | filling it | the first time | asking | memory | exit |\n|---|---|---|---|---|---|")
    for name, filled, first, seconds, memory, status in rows:
        cells = ["" if value is None else f"{value:.2f}" for value in (filled, first)]
        print(f"| {name} | {cells[0]} | {cells[1]} | {seconds:.3f} | {memory // 1024} MB | {status} |")
    print("\n| what is to be shown today | " + " | ".join(shown) + " |\n|---|" + "---|" * len(shown))
    for number, item in enumerate(hard):
        wanted = "" if item.shown else " (is not)"
        cells = " | ".join("right" if answers[number] else "wrong" for answers in shown.values())
        print(f"| {item.title}{wanted} | {cells} |")


main()
