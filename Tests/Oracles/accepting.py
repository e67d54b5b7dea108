#!/usr/bin/env python3
"""`duecal check` and `duecal export` accept everything that `duecal import` writes.

Usage: accepting.py DUECAL [CALENDARS]

Imports each calendar of DUECAL_CORPORA, of Samples/, of Tests/ and of those generated here into an empty file. Then `check`
must report no error, `export` must end with status 0, and `check` must report no error in the exported calendar. A second
import must change and report nothing, also after `undo` and `redo`. After `undo` alone, an import must write the same bytes.
With CALENDARS, only that number of calendars is used, chosen by a hash of their bytes. A file that is not a calendar (65) is
only counted.

Two exceptions: a URL without a scheme is written back unchanged, although RFC 5545 does not allow it; and a feed of duecal
brings back the lines that it was made from, with the errors that `export` reported then (a `!` in X-DUECAL-KEY).
"""
import collections
import concurrent.futures
import contextlib
import hashlib
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Etc/UTC"]
# Forms in which lines are written; the bytes of a calendar decide which form it gets.
FORMS = [[], ["--tz", "convert"], ["--uids", "write"], ["--notes", "all"], ["--project", "Work / Calendar"]]
# The statuses with which import may end: 1 after an error in one of several items, 65 if nothing in the file is a calendar.
TAKEN, REFUSED = (0, 1), (65,)

# The errors that a command may report.
NOTHING, ANYTHING, WITHOUT_SCHEME = (re.compile(text) for text in ("(?!)", "", "has no scheme; expected a URI"))
# A feed of duecal with an item whose line had an error or a warning.
MARKED = re.compile(rb"X-DUECAL-KEY:[0-9a-f&-]+!")

# Titles, notes and words that look like the task format, as people may type them on a phone.
WORDS = ["Call Ann", "- dash", "Project:", "@due(tomorrow)", "@done", "@", "@@home", "x @tags(a\\, b)", "(@a)", "a:b",
         "\u65e5\u672c", "e\u0301", "\u2028", "\u0085", "\u2060", "\ufeff", "\\\\n", "\\;", "(", ")", "\\(", "@due", "--", "\t",
         "@search(x)", "@uid(1)", "bob@x.org", "@id(3)", "@text", "@repeat(daily)", "@p(1) @p(2)", "@due(2026-11-22", ":", "[ ]"]
DATES = ["DTSTART:20261203T150000Z", "DTSTART;VALUE=DATE:20261203", "DTSTART;TZID=America/New_York:20261101T013000",
         "DTSTART:20261203T153000", "DTSTART:00010101T000000Z", "DTSTART:99991231T235959", "DTSTART;TZID=Nowhere:20260329T023000",
         "DTSTART;TZID=W. Europe Standard Time:20260329T023000", "DTSTART;VALUE=DATE:20240229", "DTSTART:20161231T235960Z"]
ENDS = ["", "DURATION:PT1H", "DURATION:P1W", "DURATION:PT0S", "DURATION:-PT1H", "DURATION:P400D", "DUE:20261204T150000Z",
        "DTEND:20261204T150000Z", "DUE;VALUE=DATE:20261203", "DTEND;VALUE=DATE:20261203", "DTEND:20251204T150000Z"]
RULES = ["", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE;", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU",
         "FREQ=SECONDLY;INTERVAL=99999", "FREQ=DAILY;UNTIL=20261231", "FREQ=DAILY;COUNT=0", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
         "FREQ=WEEKLY;INTERVAL=99999999999", "FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR", "FREQ=HOURLY;BYMINUTE=0,30;WKST=SU"]
OTHERS = ["EXDATE:20261204T150000Z", "RDATE:20261205T150000Z", "RDATE;VALUE=PERIOD:20261205T150000Z/PT1H", "PRIORITY:11",
          "PRIORITY:5", "STATUS:COMPLETED", "STATUS:CANCELLED", "STATUS:IN-PROCESS", "STATUS:TENTATIVE", "PERCENT-COMPLETE:100",
          "PERCENT-COMPLETE:40", "COMPLETED:20261118T100000Z", "COMPLETED;VALUE=DATE:20261118", "URL:a b", "URL:www.x.org/(a)",
          "CLASS:PRIVATE", "CLASS:X-MINE", "COLOR:tomato", "COLOR:#ff0000", "ESTIMATED-DURATION:PT90M", "TRANSP:TRANSPARENT",
          "GEO:1;2", "CREATED:00000101T000000Z", "SEQUENCE:-1", "X-DUECAL-AFTER-DONE:FREQ=DAILY", "RELATED-TO:u0", "RELATED-TO:u1",
          "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM", "BEGIN:VALARM\nTRIGGER;RELATED=END:PT0S\nEND:VALARM",
          "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20261201T090000Z\nEND:VALARM",
          "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-P5000D\nREPEAT:3\nDURATION:PT5M\nEND:VALARM"]


def made(seed):
    """A generated calendar of 20 items."""
    rng = random.Random(seed)

    def words(count):
        return " ".join(rng.choice(WORDS) for _ in range(rng.randint(0, count)))

    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//nobody//EN"]
    for number in range(20):
        kind = rng.choice(["VTODO", "VEVENT"])
        rule, end = rng.choice(RULES), rng.choice(ENDS)
        item = [f"UID:{words(1) if rng.random() < 0.1 else f'u{number}'}", "DTSTAMP:20260101T000000Z", "SUMMARY:" + words(4),
                rng.choice(DATES + [""]), end, rule and "RRULE:" + rule, "DESCRIPTION:" + words(4).replace(" ", "\\n"),
                "LOCATION:" + words(2), "CATEGORIES:" + words(3).replace(" ", ","), *rng.sample(OTHERS, rng.randint(0, 4))]
        lines += ["BEGIN:" + kind, *(line for line in item if line), "END:" + kind]
    return "\r\n".join("\n".join(lines + ["END:VCALENDAR", ""]).split("\n")).encode()


def calendars(folder):
    """The paths of all calendars; the generated ones come last."""
    places = [ROOT / "Samples" / "calendars", ROOT / "Tests"]
    if corpora := os.environ.get("DUECAL_CORPORA"):
        places += [pathlib.Path(corpora) / "ics", pathlib.Path(corpora) / "hostile" / "ics"]
    for place in places:
        yield from sorted(path for path in place.rglob("*") if path.is_file() and b"BEGIN:VCALENDAR" in path.read_bytes())
    for seed in range(100):
        path = folder / f"made{seed}.ics"
        path.write_bytes(made(seed))
        yield path


class Fault(Exception):
    pass


class World:
    """A folder with its own state, and a command that runs in it."""

    def __init__(self, duecal, folder):
        self.duecal, self.folder = duecal, pathlib.Path(folder)
        self.file, self.feed = self.folder / "tasks.taskpaper", self.folder / "out.ics"
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder, "DUECAL_NOW": "2026-11-22T10:00:00Z"}

    def run(self, *words):
        done = subprocess.run([self.duecal, *map(str, words)], cwd=self.folder, env=self.environment, capture_output=True,
                              check=False, timeout=120)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def expect(self, statuses, *words, allowing=NOTHING):
        """Runs the command, which must end with one of these statuses or only with allowed errors. Returns what it printed."""
        status, told = self.run(*words)
        errors = [line for line in told.split("\n") if " error: " in line]
        is_allowed = status == 1 and errors and all(map(allowing.search, errors))
        if status not in statuses and not is_allowed:
            raise Fault(f"{' '.join(map(str, words))}: status {status}: " + "\n".join(errors or [told])[:600])
        return told

    def bytes(self):
        return self.file.read_bytes() if self.file.exists() else b""

    def expect_bytes(self, bytes, after):
        if self.bytes() != bytes:
            raise Fault(f"other bytes after {after}: {difference(bytes, self.bytes())}")


def difference(old, new):
    """The first line in which two files differ, from both files."""
    pairs = zip(old.split(b"\n") + [b""], new.split(b"\n") + [b""])
    return next((f"{left!r} became {right!r}" for left, right in pairs if left != right), "one is longer")


class Calendar:
    """The checks of one calendar."""

    def __init__(self, duecal, path):
        self.path, self.duecal = path, duecal
        choice = int.from_bytes(hashlib.sha256(path.read_bytes()).digest()[:4])
        self.own_faults = ANYTHING if MARKED.search(path.read_bytes()) else NOTHING
        self.zone = ["--zone", ZONES[choice % len(ZONES)]]
        self.import_words = ["import", path, "--into", "tasks.taskpaper", *self.zone, *FORMS[choice // 7 % len(FORMS)]]

    def judge(self):
        """The outcome, as a word to count, and a fault or None."""
        place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        with tempfile.TemporaryDirectory(prefix="duecal-", dir=place) as folder:
            world = World(self.duecal, folder)
            try:
                return self.demands(world), None
            except (Fault, subprocess.TimeoutExpired) as fault:
                return "at fault", f"{self.path}: {fault}"

    def demands(self, world):
        status, told = world.run(*self.import_words)
        if status in REFUSED and not world.bytes():
            return "refused"
        if status not in TAKEN:
            raise Fault(f"import: status {status}: {told[:600]}")
        if not (written := world.bytes()):
            return "without an item"
        self.demand_acceptance(world)
        self.demand_rest(world, status, written, "a second import")
        self.demand_undo(world, status, written)
        return "accepted"

    def demand_acceptance(self, world):
        """`check` must report no error in the lines, nor in the calendars that `export` makes of them."""
        world.expect([0], "check", "tasks.taskpaper", *self.zone, allowing=self.own_faults)
        # The copy is not in the state, so its lines are exported as a person's own.
        (world.folder / "copy.taskpaper").write_bytes(world.bytes())
        for words in (["tasks.taskpaper", "--imported"], ["copy.taskpaper"]):
            world.expect([0], "export", *words, *self.zone, "-q", "-o", "out.ics", allowing=self.own_faults)
            world.expect([0], "check", "out.ics", allowing=WITHOUT_SCHEME)
            world.feed.unlink()

    def demand_rest(self, world, status, written, after):
        """One more import must end with the same status, and change nothing and report no conflict."""
        told = world.expect([status], *self.import_words, "-v")
        world.expect_bytes(written, after)
        if any(word in told for word in ("both changed", ": added: ", ": changed: ", ": removed: ", ": kept: ")):
            raise Fault(f"{after} tells: {told[:600]}")

    def demand_undo(self, world, status, written):
        world.expect([0], "undo")
        world.expect_bytes(b"", "undo")
        world.expect([0], "redo")
        world.expect_bytes(written, "redo")
        self.demand_rest(world, status, written, "an import after redo")
        world.expect([0], "undo")
        world.expect([status], *self.import_words)
        world.expect_bytes(written, "an import after undo")


def chosen(paths, count):
    """The given number of calendars, in the order of a hash of their bytes; all of them without a number."""
    return sorted(paths, key=lambda path: hashlib.sha256(path.read_bytes()).digest())[:count]


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else None
    counts = collections.Counter()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="duecal-")))
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(1 if count else os.cpu_count()))
        all_calendars = [Calendar(os.path.abspath(sys.argv[1]), path) for path in chosen(calendars(folder), count)]
        for word, fault in pool.map(Calendar.judge, all_calendars):
            counts[word] += 1
            if fault:
                print(fault, flush=True)
    print(f"{sum(counts.values())} calendars imported: " + ", ".join(f"{n} {word}" for word, n in sorted(counts.items())))
    sys.exit(1 if counts["at fault"] or not counts["accepted"] else 0)


if __name__ == "__main__":
    main()
