#!/usr/bin/env python3
"""Runs commands on inputs of two sizes, and judges how much more the larger one costs.

Usage: growth.py [--debug] DUECAL [NAME...]      only the cases with one of these names

Each case is run at a size and at four times that size. Linear growth costs four times as much, the square sixteen.
Cost is processor time without that of a command that has nothing to do, so other work on the machine does not count.
A cost is judged only if it is high; `--debug` is for a build for tests, whose costs are higher and vary more.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

STEP, GROWTH = 4, 8
# Costs below this, in seconds, are not judged: they vary too much.
LEAST = 0.25
# How often a case is measured that seems to grow too fast.
ATTEMPTS = 5
# How long a run may take, in seconds of processor time.
HANGING = 120
BEGIN, END = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//growth//EN\r\n", "END:VCALENDAR\r\n"


def item(uid, more="", title=None, kind="VTODO"):
    """An item; `more` are lines with their ends."""
    named = f"UID:{uid}\r\n" if uid is not None else ""
    return (f"BEGIN:{kind}\r\n{named}DTSTAMP:20240101T000000Z\r\nSUMMARY:{f's{uid}' if title is None else title}\r\n"
            f"{more}END:{kind}\r\n")


def day(number):
    """A date; each month has 28 days."""
    return f"{2000 + number // 336:04}{number // 28 % 12 + 1:02}{number % 28 + 1:02}"


class Place:
    """A folder with files, and a command that runs there."""

    def __init__(self, duecal, folder):
        self.duecal, self.folder, self.cost = str(pathlib.Path(duecal).absolute()), pathlib.Path(folder), 0.0
        self.calendar, self.tasks = self.folder / "in.ics", self.folder / "t.taskpaper"
        self.index = self.folder / "state/duecal/backups/index"

    def run(self, *words, statuses=(0, 1)):
        """Runs a command, and keeps what it costs."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "TZ": "UTC", "LC_ALL": "C.UTF-8",
                       "XDG_STATE_HOME": str(self.folder / "state"), "DUECAL_NOW": "2024-06-01T12:00:00Z"}
        with tempfile.TemporaryFile() as error:
            process = subprocess.Popen([self.duecal, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=error, env=environment, preexec_fn=bound)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            error.seek(0)
            said = error.read()
        self.cost = usage.ru_utime + usage.ru_stime
        if process.returncode not in statuses:
            raise SystemExit(f"duecal {' '.join(words)} ends with {process.returncode}: {said[-300:]!r}")

    def imports(self, *items, options=()):
        """Imports a calendar of these items into the task file."""
        self.calendar.write_text(BEGIN + "".join(items) + END, newline="")
        self.run("import", "in.ics", "--into", "t.taskpaper", "--zone", "UTC", "--allow-delete", "1000000", *options)


def bound():
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (HANGING, HANGING))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# MARK: What costs; the last command of each case is the one that is measured

def same_uid(place, size):
    """Items with one UID."""
    place.imports(*(item("u", title=f"s{n}") for n in range(size)))


def versions(place, size):
    """Versions of one item."""
    place.imports(*(item("u", f"SEQUENCE:{n}\r\n", f"s{n}") for n in range(size)))


def changed_occurrences(place, size):
    """A series with many changed occurrences."""
    series = item("u", "DTSTART:20000101T090000Z\r\nRRULE:FREQ=DAILY\r\n", kind="VEVENT")
    place.imports(series, *(item("u", f"RECURRENCE-ID:{day(n)}T090000Z\r\nDTSTART:{day(n)}T100000Z\r\n", kind="VEVENT")
                            for n in range(size)))


def without_uid(place, size):
    """Equal items without a UID."""
    place.imports(*(item(None, f"DESCRIPTION:{n}\r\n", "s") for n in range(size)))


def zones(place, size):
    """Definitions of zones that all items use."""
    defined = (f"BEGIN:VTIMEZONE\r\nTZID:Z{n}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0017\r\n"
               "TZOFFSETTO:+0017\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n" for n in range(size))
    place.imports(*defined, *(item(n, f"DUE;TZID=Z{n}:20240101T090000\r\n") for n in range(size)))


def soft_breaks(place, size):
    """A line of quoted-printable text with many soft breaks, none of which says that it is quoted before the end."""
    place.imports("BEGIN:VTODO\r\nUID:u\r\nSUMMARY;" + "X=" + "y" * 460 + ";ENCODING=QUOTED-PRINTABLE:"
                  + "=\r\n" * (50 * size) + "x\r\nEND:VTODO\r\n")


def moves(place, size):
    """Items that move from one item below another."""
    def parts(parent):
        return item("p"), item("q"), *(item(n, f"RELATED-TO:{parent}\r\n") for n in range(size))
    place.imports(*parts("p"))
    place.imports(*parts("q"))


def moves_into_a_chain(place, size):
    """Items that move each below the one before."""
    place.imports(*(item(n) for n in range(size)))
    place.imports(item(0), *(item(n, f"RELATED-TO:{n - 1}\r\n") for n in range(1, size)))


def archive(place, size):
    """Items that go into the archive of a file that ends with it, and come back."""
    items = [item(n) for n in range(size)]
    place.tasks.write_text("- mine\n" * size + "Archive:\n\t- old\n")
    place.imports(*items, item("stays"))
    place.imports(item("stays"), options=("--removed", "archive"))


def back_from_archive(place, size):
    """Items that come back from the archive."""
    archive(place, size)
    place.imports(*(item(n) for n in range(size)), item("stays"), options=("--removed", "archive"))


def projects(place, size):
    """Projects that are no items, in an import after one that was undone."""
    named = "".join(f"X-DUECAL-PROJECT:p{n}:\r\n" for n in range(size))
    for isagain in (False, True):
        place.imports(named, *(item(n) for n in range(size)))
        if not isagain:
            place.run("undo", "t.taskpaper")


def occurrences_that_are_gone(place, size):
    """Occurrences of a series, none of which is looked at the second time."""
    series = item("u", "DTSTART:19000101T090000Z\r\nRRULE:FREQ=DAILY\r\n", kind="VEVENT")
    others = [item(n) for n in range(size)]
    days = ("--expand", "--from", "2000-01-01", "--to")
    place.imports(*others, series, options=(*days, f"{2000 + size // 365}-12-31"))
    place.imports(*others, series, options=(*days, "2000-01-02", "--past", "archive"))


def redo_in_an_edited_file(place, size):
    """Tags that come back beside words that were edited since."""
    place.tasks.write_text("".join(f"- s{n} @due(2024-01-01)\n" for n in range(size)))
    place.run("done", "--where", "@due", "--all", "-f", "t.taskpaper")
    place.run("undo", "t.taskpaper")
    place.tasks.write_text(place.tasks.read_text().replace("01-01", "01-02"))
    place.run("redo", "t.taskpaper", statuses=(0, 1, 4))


def brackets_without_end(place, size):
    """A line with tags whose brackets have no end."""
    line = "- a" + " @a((b" * (20 * size)
    place.tasks.write_text(f"{line}\n- b @due(2024-01-01)\n")
    place.run("done", "--where", "@due", "--all", "-f", "t.taskpaper")
    place.tasks.write_text(place.tasks.read_text().replace("- a", "- c"))
    place.run("undo", "t.taskpaper", statuses=(0, 1, 4))


def edits_without_an_outcome(place, size):
    """An index of backups in which no edit has an outcome."""
    place.tasks.write_text("- a\n")
    place.run("add", "b", "-f", "t.taskpaper")
    words = next(line for line in place.index.read_text().splitlines() if line.startswith("edit")).split("\t")[:-1]
    with open(place.index, "w", encoding="utf-8") as index:
        for number in range(1, size + 1):
            path = words[10] if number % 2 else f"{words[10]}{number}"
            line = "\t".join(["edit", str(number), str(number), *words[3:10], path, words[11]])
            index.write(f"{line}\t{checksum(line)}\n")
        for number in range(size, 0, -1):
            if number % 2 == 0:
                index.write(f"done\t{number}\t{checksum(f'done	{number}')}\n")
    place.run("undo", "--list", statuses=range(256))


def checksum(line):
    """The checksum of a line of the index."""
    sum_ = 0xCBF29CE484222325
    for byte in line.encode():
        sum_ = (sum_ ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"~{sum_:016x}"


# Each case with its smaller size: large enough that the square is seen.
CASES = {same_uid: 4000, versions: 4000, changed_occurrences: 1500, without_uid: 2000, zones: 2500, soft_breaks: 2000,
         moves: 700, moves_into_a_chain: 700, archive: 4000, back_from_archive: 700, projects: 5000,
         occurrences_that_are_gone: 1500, redo_in_an_edited_file: 30000, brackets_without_end: 2000,
         edits_without_an_outcome: 3000}


def nothing(place, _):
    """An import of one item: what every run costs."""
    place.imports(item("u"))


def cost(duecal, case, size):
    with tempfile.TemporaryDirectory() as folder:
        place = Place(duecal, folder)
        case(place, size)
        return place.cost


def judge(duecal, case, size, least):
    """A sentence about a case that grows too fast; None for any other.

    A machine that does other work at the same time makes a run cost up to twice as much, even in processor time. So a
    case that seems to grow too fast is measured again, and the least cost of each size, and of a run that does nothing,
    counts.
    """
    idle, small, large = float("inf"), float("inf"), float("inf")
    for _ in range(ATTEMPTS):
        idle = min(idle, cost(duecal, nothing, 1))
        small = min(small, cost(duecal, case, size))
        large = min(large, cost(duecal, case, STEP * size))
        low, high = max(small - idle, 0.02), large - idle
        if high <= least or high <= GROWTH * low:
            break
    print(f"{case.__name__}: {low:.2f} s for {size}, {high:.2f} s for {STEP * size}", flush=True)
    if high > least and high > GROWTH * low:
        return f"{case.__name__}: costs {high / low:.0f} times as much for {STEP} times the size"
    return None


def main(isdebug, duecal, *names):
    wanted = [case for case in CASES if not names or case.__name__ in names]
    least = LEAST * (2 if isdebug else 1)
    faults = [fault for case in wanted if (fault := judge(duecal, case, CASES[case], least))]
    print(f"{len(wanted)} cases of growth, {len(faults)} faults")
    print("".join(f"{fault}\n" for fault in faults), end="")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main("--debug" in sys.argv[1:], *[word for word in sys.argv[1:] if word != "--debug"])
