#!/usr/bin/env python3
"""Runs every command on every hostile input. Each run must end within 2 s and 256 MiB, with the expected result.

Usage: hostile.py DUECAL

The inputs are large files that are generated here and, if DUECAL_CORPORA is set, those of corpora/hostile, whose manifest
has the expected results. Each input is given as a file, and also on standard input to every command. No run may end with a
signal or with a status that Docs/ExitCodes.md does not list, or print a control character.
"""
import csv
import functools
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

SECONDS, KIBIBYTES = 2.0, 256 * 1024
STATUSES = {0, 1, 2, 3, 4, 65, 66, 69, 73, 74, 75, 77, 78}
CALENDAR_COMMANDS = [["show"], ["show", "--json"], ["check"], ["check", "--json"], ["verify"],
                     ["import", "--zone", "Europe/Berlin"]]
# The commands that show items by date; each shows one list, however many items there are.
AGENDA = [["list", "all", "--zone", "Europe/Berlin"], ["list", "year", "--json"], ["calendar"], ["plan"],
          ["remind", "--from", "2024-01-01", "--to", "2024-03-01"]]
TASK_COMMANDS = [["export", "--zone", "Europe/Berlin"], ["check"], ["outline"], ["verify"]]
PIPED = [["export", "--zone", "Europe/Berlin"], ["check"], ["outline"], ["verify"], ["show"], ["show", "--json"],
         ["import", "--zone", "Europe/Berlin"]]
# Import into a file; each input gets its own file.
INTO = ["import", "--zone", "Europe/Berlin", "--into"]
# Bytes that must never reach a terminal: control characters, and characters that change the direction of text.
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
# Values that duecal accepts although the manifest calls them broken. RFC 5545 defines the meaning of a time that clocks skip;
# the others are in lines that do not concern the item.
UNSAID = {"due_dst_gap", "due_tzid_empty", "due_tzid_on_date", "due_value_mismatch", "due_windows_tz", "geo_1e999",
          "geo_bad", "reqstat_short", "reqstat_percent", "class_bogus", "tzoffset_bad_prop", "attach_no_enc",
          "xlic_error", "query_value", "utc_offset_bad"}
# Values that are another spelling of a date, and how each is read; no other broken value may be read as a date.
RESPELLED = {"due_24h": "2024-01-02T00:00", "due_spaces": "2024-01-01T00:00", "due_dst_gap": "2024-03-31T02:30",
             "due_twice": None, "dur_mix": "2024-01-10T12:00"}
BROKEN = {"due_feb30", "due_day0", "due_year_10000", "due_7digits", "due_iso", "due_huge", "dur_overflow_weeks",
          "dur_days_overflow", "dur_year", "dur_10k_digits"}
# Inputs with hundreds of thousands of items; to make lines of all of them takes longer than a run may take.
LARGE = {"items_1000000", "related_200000", "tzids_100000"}
# The time that the loop of slowness() takes on an idle machine of 2024.
LOOP_SECONDS = 0.08
NOT_A_CALENDAR = {"empty", "gzip_bytes", "utf16le_bom", "vcard_instead"}
ITEMS = {"two_calendars": 2, "nul_middle": 2, "uid_case_only": 2, "uid_duplicate_todo_event": 2, "lf_only": 1,
         "same_items_10000_identical": 10_000, "related_chain_5000": 5000, "related_cycle": 4, "crcrlf": 1,
         "c0_c1_controls": 1, "invalid_utf8": 1, "latin1": 1, "bidi_override": 1, "zalgo_100k_combining": 1}


class Answer:
    """The result and the cost of a run."""

    def __init__(self, command, path, piped=False, home="/proc/nowhere"):
        start = time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(path, "rb") as content:
            process = subprocess.Popen([*command, "-" if piped else str(path)], stdin=content if piped else None,
                                       stdout=out, stderr=err, preexec_fn=self.bound, env={"PATH": "/usr/bin:/bin", "HOME": str(home)})
            _, self.status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(self.status)
            self.status = process.returncode
            self.seconds, self.memory = time.monotonic() - start, usage.ru_maxrss
            # The processor time, which does not grow while the machine does other work.
            self.own = usage.ru_utime + usage.ru_stime
            out.seek(0), err.seek(0)
            self.output, self.error = out.read(), err.read()

    @staticmethod
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

    @property
    def taken(self):
        return min(self.seconds, self.own)

    @functools.cached_property
    def slowness(self):
        """How slow the machine was; measured only for a run that took long."""
        return max(slowness() for _ in range(3))

    def is_slow(self):
        return self.taken > SECONDS and self.taken > SECONDS * self.slowness

    def faults(self, command):
        """The faults of a run, whatever its input is."""
        if self.status not in STATUSES:
            yield f"ends with {self.status}: {self.error[-200:]!r}"
        if self.is_slow():
            yield f"takes {self.taken:.1f} s"
        if self.memory > KIBIBYTES:
            yield f"takes {self.memory // 1024} MiB"
        if self.status != 0 and not self.error and not self.output:
            yield "says nothing"
        if match := CONTROL.search(self.error):
            yield f"says the control character {match.group()!r}"
        if command[1] in ("show", "check") and "--json" not in command and (match := CONTROL.search(self.output)):
            yield f"prints the control character {match.group()!r}"


def slowness():
    """How many times slower the machine is at present than the one for which the 2 s are meant; at least 1."""
    start, text = time.process_time(), b"BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n" * 1000
    for _ in range(200):
        sum(hash(line[:3]) & 1 for line in text.split(b"\r\n"))
    return max(1.0, (time.process_time() - start) / LOOP_SECONDS)


def expected(name, kind, data, answers):
    """The differences from the manifest's row of a calendar; `answers` are the results of CALENDAR_COMMANDS."""
    shown, listed, checked = (answers[place] for place in (0, 1, 2))
    try:
        items = json.loads(listed.output)["items"]
    except ValueError:
        return [f"show --json is no JSON: {listed.output[:80]!r}"]
    by_uid, faults = {item["uid"]: item for item in items}, []
    if name in NOT_A_CALENDAR and {shown.status, checked.status} != {65}:
        faults.append(f"is no calendar, and ends with {shown.status} and {checked.status}")
    if answers[4].status != 0:
        faults.append("does not come back")
    if b"good@h" in data and by_uid.get("good@h", {}).get("start") != "2024-01-01T09:00":
        faults.append("the good item is not shown as it is")
    if name in ITEMS and len(items) != ITEMS[name]:
        faults.append(f"has {len(items)} items")
    said = shown.error + checked.output
    if kind == "value" and name not in UNSAID and b"u1@h" not in said:
        faults.append("nothing names the item with the broken value")
    if kind == "value" and not re.search(rb":(9|10):\d+: (error|warning)", said) and name not in UNSAID:
        faults.append("nothing is said of the line")
    due = (by_uid.get("u1@h", {}).get("due") or {}).get("start")
    if name in BROKEN and due is not None:
        faults.append(f"is due {due}, which nobody wrote")
    if RESPELLED.get(name, due) not in (due, None):
        faults.append(f"is due {due}")
    if kind == "rrule" and shown.status == 1 and b'UID "u1@h"' not in shown.error and b"there are" not in shown.error:
        faults.append("a rule is refused, and nothing names its item")
    return faults


def manifest(folder):
    """The name, the class and the path of each hostile file."""
    with open(folder / "MANIFEST.tsv", encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            path = folder / row["name"]
            if path.is_file():
                yield path.stem, row["class"], path


def item(number, more=""):
    return (f"BEGIN:VTODO\r\nUID:{number}@h\r\nDTSTAMP:20240101T000000Z\r\nDTSTART:20240101T090000Z\r\n"
            f"SUMMARY:s{number}\r\n{more}END:VTODO\r\n").encode()


BEGIN, END = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//hostile//EN\r\n", b"END:VCALENDAR\r\n"
WEEKLY = "RRULE:FREQ=WEEKLY\r\n"


def giants(folder):
    """Large inputs, which are generated because they do not belong in a repository."""
    makers = {
        "line_100M": lambda: BEGIN + b"X-LONG:" + b"x" * 100_000_000 + b"\r\n" + item(1) + END,
        "line_40M": lambda: BEGIN + b"BEGIN:VTODO\r\nUID:u\r\nSUMMARY:" + b"x" * 40_000_000 + b"\r\nEND:VTODO\r\n"
                            + item(1) + END,
        "line_folded_30M": lambda: BEGIN + b"BEGIN:VTODO\r\nUID:u\r\nSUMMARY:" + b"x\r\n " * 7_000_000
                                   + b"\r\nEND:VTODO\r\n" + item(1) + END,
        "nested_100000": lambda: BEGIN + b"BEGIN:VTODO\r\n" * 100_000 + item(1) + END,
        "nested_closed_100000": lambda: BEGIN + b"BEGIN:X-A\r\n" * 100_000 + item(1) + b"END:X-A\r\n" * 100_000 + END,
        "nested_names_100000": lambda: BEGIN + b"".join(b"BEGIN:X-%d\r\n" % n for n in range(100_000)) + item(1) + END,
        "ends_500000": lambda: BEGIN + b"END:VTODO\r\n" * 500_000 + item(1) + END,
        "items_1000000": lambda: BEGIN + b"BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n" * 1_000_000 + END,
        "calendars_100000": lambda: (BEGIN + END) * 100_000 + BEGIN + item(1) + END,
        "bytes_64M_and_1": lambda: (BEGIN + b"X-A:" + b"a" * 70 + b"\r\n").ljust(64 * 1024 * 1024 + 1, b"\n"),
        "categories_1M": lambda: BEGIN + item(1, "CATEGORIES:" + "a," * 500_000 + "a\r\n") + END,
        "categories_controls_1M": lambda: BEGIN + item(1, "CATEGORIES:" + "\x01," * 500_000 + "a\r\n") + END,
        "exdates_1M": lambda: BEGIN + item(1, WEEKLY + "EXDATE:" + "20240101T090000Z," * 60_000 + "\r\n") + END,
        "bad_dates_1M": lambda: BEGIN + item(1, WEEKLY + "EXDATE:" + "x," * 500_000 + "\r\n") + END,
        "periods_1M": lambda: BEGIN + item(1, "RDATE;VALUE=PERIOD:" + "1/2," * 250_000 + "\r\n") + END,
        "parameters_1M": lambda: BEGIN + item(1, "COMMENT" + ";X=1" * 250_000 + ":c\r\n") + END,
        "quotes_1M": lambda: BEGIN + item(1, "COMMENT" + ";X=\"" * 250_000 + ":c\r\n") + END,
        "members_1M": lambda: BEGIN + item(1, "DUE;TZID=" + ",\"a\"" * 200_000 + ":20240101T090000\r\n") + END,
        "rules_5000": lambda: BEGIN + item(1, "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\r\n" * 5000) + END,
        "related_200000": lambda: BEGIN + b"".join(item(n, f"RELATED-TO:{n + 1}@h\r\n") for n in range(100_000)) + END,
        "zones_10000": lambda: BEGIN + b"BEGIN:VTIMEZONE\r\nTZID:Z\r\nEND:VTIMEZONE\r\n" * 10_000 + item(1) + END,
        "tzids_100000": lambda: BEGIN + b"".join(
            item(n, f"DUE;TZID=No/Zone{n}:20240101T090000\r\n") for n in range(50_000)) + END,
        "soft_breaks_5M": lambda: BEGIN + b"BEGIN:VTODO\r\nUID:u\r\nSUMMARY;X=" + b"y" * 460
                                  + b";ENCODING=QUOTED-PRINTABLE:" + b"=\r\n" * 1_700_000 + b"x\r\nEND:VTODO\r\n"
                                  + item(1) + END,
        "returns_20M": lambda: b"\r" * 20_000_000,
        "blanks_20M": lambda: BEGIN + b" \r\n" * 7_000_000 + item(1) + END,
        "nul_20M": lambda: BEGIN + b"\0" * 20_000_000,
        "colons_20M": lambda: BEGIN + b":" * 20_000_000 + END,
    }
    for name, make in makers.items():
        path = folder / f"{name}.ics"
        path.write_bytes(make())
        yield name, "giant", path
        path.unlink()


def main():
    duecal, count, faults = sys.argv[1], 0, []

    def run(name, command, path, piped=False, home="/proc/nowhere"):
        nonlocal count
        count += 1
        answer = Answer([duecal, *command], path, piped, home)
        # Up to four times, because the machine may be busy. An import into a file is run once, because a second run is
        # different.
        for _ in range(3):
            if "--into" not in command and answer.is_slow():
                answer = min(answer, Answer([duecal, *command], path, piped, home), key=lambda one: one.taken / one.slowness)
        how = " ".join(command) + (" < " if piped else " ") + name
        faults.extend(f"{how}: {fault}" for fault in answer.faults([duecal, *command]))
        return answer

    def import_into(name, path, before=None):
        """Imports twice into a file: the second import must change nothing, and the earlier text of the file must stay."""
        with tempfile.TemporaryDirectory() as home:
            tasks = pathlib.Path(home, "tasks.taskpaper")
            if before is not None:
                tasks.write_bytes(before)
            answers, texts = [], []
            for _ in range(2):
                answers.append(run(name, [*INTO, str(tasks)], path, home=home))
                texts.append(tasks.read_bytes() if tasks.exists() else b"")
            if answers[0].status != answers[1].status or texts[0] != texts[1]:
                faults.append(f"import {name}: is not the same the second time")
            if before is not None and not texts[0].startswith(before):
                faults.append(f"import into {name}: changes what stood there")

    own = tempfile.TemporaryDirectory()
    small = pathlib.Path(own.name, "small.ics")
    small.write_bytes(BEGIN + item(1) + END)
    corpora = os.environ.get("DUECAL_CORPORA")
    hostile = pathlib.Path(corpora) / "hostile" if corpora else None
    for name, kind, path in manifest(hostile) if hostile else ():
        if path.suffix == ".ics":
            answers = [run(name, command, path) for command in CALENDAR_COMMANDS + AGENDA]
            import_into(name, path)
            faults += [f"{name}: {fault}" for fault in expected(name, kind, path.read_bytes(), answers)]
        elif path.suffix == ".taskpaper":
            verified = [run(name, command, path) for command in AGENDA + TASK_COMMANDS][-1]
            if verified.status not in (0, 65):
                faults.append(f"{name}: does not come back")
            import_into(name, small, path.read_bytes())
        for command in PIPED:
            run(name, command, path, piped=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, _, path in giants(pathlib.Path(folder)):
            for command in CALENDAR_COMMANDS[:-1] if name in LARGE else CALENDAR_COMMANDS + AGENDA:
                run(name, command, path)
            if name not in LARGE:
                import_into(name, path)
            run(name, ["export", "--zone", "Europe/Berlin"], path, piped=True)
    print(f"{count} runs on hostile inputs, {len(faults)} faults")
    print("\n".join(faults[:60]))
    sys.exit(1 if faults else 0)


main()
