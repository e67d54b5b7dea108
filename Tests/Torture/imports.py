"""Imports that are killed between the task file and the state: the next ones must continue as if nothing had happened."""
import collections
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time

from faults import inject
from place import ENVIRONMENT, Fault

TASKS = "Own:\n\t- mine @due(2026-12-01)\n\t\tmy note\n"
CALENDAR = "tasks.ics"
# The system calls that change files.
WRITES = {"pwrite64", "write", "renameat2", "rename", "unlink", "unlinkat", "fsync", "fdatasync", "ftruncate"}


def item(name, title):
    return f"BEGIN:VTODO\r\nUID:{name}@k\r\nDTSTAMP:20240101T000000Z\r\nSUMMARY:{title}\r\nEND:VTODO\r\n"


def calendar(*items):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//kill//EN\r\n" + "".join(items) + "END:VCALENDAR\r\n"


FIRST = calendar(item("a", "Stays"), item("b", "Goes"), item("c", "Old words"))
SECOND = calendar(item("a", "Stays"), item("c", "New words"), item("d", "Comes"))


class Imports:
    """A folder with task files, a calendar and a state; `reset` restores all of it."""

    def __init__(self, duecal, undoes=False):
        self.duecal = str(pathlib.Path(duecal).resolve())
        self.undoes = undoes
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="duecal-imports-"))
        self.kept = self.folder / "kept"
        self.home = self.folder / "home"
        self.home.mkdir()
        self.tasks = self.home / "tasks.taskpaper"
        self.tasks.write_text(TASKS)
        self.imports(FIRST)
        if undoes:
            self.imports(SECOND)
        shutil.copytree(self.home, self.kept)
        self.before = self.tasks.read_text()
        self.step()
        self.after = self.tasks.read_text()
        self.ends = {self.after: self.endings()}
        self.reset()
        self.ends[self.before] = self.endings()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def reset(self):
        shutil.rmtree(self.home)
        shutil.copytree(self.kept, self.home)

    def command(self, *arguments):
        return [self.duecal, *arguments]

    def environment(self):
        return ENVIRONMENT | {"HOME": str(self.home), "TZ": "UTC"}

    def imports(self, calendar):
        """Imports a calendar without any fault."""
        (self.home / CALENDAR).write_text(calendar, newline="")
        run = subprocess.run(self.importing(), capture_output=True, env=self.environment(), check=False)
        if run.returncode != 0:
            raise Fault(f"an import ends with {run.returncode}: {run.stderr.decode()}")

    def importing(self):
        return self.command("import", str(self.home / CALENDAR), "--into", str(self.tasks), "--removed", "delete",
                            "--zone", "UTC")

    def stepping(self):
        """The command that is killed."""
        if self.undoes:
            return self.command("undo", str(self.tasks))
        (self.home / CALENDAR).write_text(SECOND, newline="")
        return self.importing()

    def step(self, before=()):
        return subprocess.run([*before, *self.stepping()], capture_output=True, env=self.environment(), check=False)

    def endings(self):
        return [self.ending(calendar, adds) for calendar in (FIRST, SECOND) for adds in (False, True)]

    def ending(self, calendar, adds):
        """The file after each of two more imports, the second of the other calendar; if `adds`, a task is added before them."""
        copy = self.folder / "copy"
        shutil.copytree(self.home, copy)
        other = FIRST if calendar == SECOND else SECOND
        if adds:
            subprocess.run(self.command("add", "Added since", "-f", str(self.tasks)), capture_output=True, env=self.environment(),
                           check=True)
        self.imports(calendar)
        first = self.tasks.read_text()
        self.imports(other)
        second = self.tasks.read_text()
        shutil.rmtree(self.home)
        copy.rename(self.home)
        return first, second

    def judge(self, what):
        """Checks the files after a kill: the old or the new file, from which imports continue."""
        text = self.tasks.read_text()
        if text not in (self.before, self.after):
            raise Fault(f"{what}: neither the old nor the new file:\n{text}")
        for expected, found in zip(self.ends[text], self.endings()):
            if found != expected:
                raise Fault(f"{what}: the next imports go on otherwise:\n{text}\n{expected}\n{found}")
        return "new" if text == self.after else "old"


def faults(duecal, undoes, fault):
    """Lets each system call that changes a file fail: the run is killed there, or the disk is full."""
    tally = collections.Counter()
    with Imports(duecal, undoes) as place:
        place.reset()
        log = place.folder / "log"
        place.step(["strace", "-f", "-qq", "-o", str(log)])
        counts = collections.Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M))
        for call in sorted(WRITES & set(counts)):
            for number in range(1, counts[call] + 1):
                place.reset()
                place.step(inject(call, fault, number))
                tally[place.judge(f"{'undo' if undoes else 'import'} with {fault} at {call} {number}")] += 1
    return tally


def watched_kills(duecal, undoes, count):
    """Kills runs at the moment at which the task file, or the state, has changed."""
    tally, chance = collections.Counter(), random.Random(16)
    with Imports(duecal, undoes) as place:
        for number in range(count):
            place.reset()
            watched = place.tasks if number % 2 else place.home / ".local/state/duecal/state.sqlite"
            start = stamp(watched)
            run = subprocess.Popen(place.stepping(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=place.environment())
            while run.poll() is None and stamp(watched) == start:
                pass
            time.sleep(chance.choice([0, 0, 0.0005, 0.001, 0.002]))
            run.kill()
            run.wait()
            tally[place.judge(f"{'undo' if undoes else 'import'} killed, {number}")] += 1
    return tally


def short(duecal):
    """The checks that take seconds and need no other programs."""
    yield "imports killed when a file has changed", watched_kills(duecal, False, 10)
    yield "undo of imports killed when a file has changed", watched_kills(duecal, True, 10)


def full(duecal):
    """All checks; they need strace."""
    for undoes, name in ((False, "imports"), (True, "undo of imports")):
        yield f"{name} killed when a file has changed", watched_kills(duecal, undoes, 100)
        for fault in ("signal=KILL", "error=ENOSPC"):
            yield f"{name} with {fault} at each call", faults(duecal, undoes, fault)


def stamp(path):
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size
