"""Moves of a task from one file to another that are killed: the next run leaves the task in one of them."""
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

HERE = "A:\n\t- a @due(2026-12-01)\n\t\tnote\n- other\n"
THERE = "B:\n\t- b\n"
MOVED = ("A:\n- other\n", "B:\n\t- b\n\t- a @due(2026-12-01)\n\t\tnote\n")
# The system calls that change files.
WRITES = {"write", "openat", "renameat2", "renameat", "rename", "unlink", "unlinkat", "fsync", "ftruncate"}


class Moves:
    """A folder with two task files and a state."""

    def __init__(self, duecal):
        self.duecal = str(pathlib.Path(duecal).resolve())
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="duecal-moves-"))
        self.home = self.folder / "home"
        self.reset()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def reset(self):
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()
        for name, text in zip(("here", "there"), (HERE, THERE)):
            (self.home / f"{name}.taskpaper").write_text(text)

    def texts(self):
        """Both files, without what the runs after a kill do."""
        texts = [(self.home / f"{name}.taskpaper").read_text() for name in ("here", "there")]
        return tuple(re.sub(r" @done\(\S+\)", "", text) for text in texts)

    def command(self, *words):
        return [self.duecal, *words]

    def moving(self):
        return self.command("move", "a", "B", "-f", "here.taskpaper", "-f", "there.taskpaper")

    def start(self, command, **options):
        environment = ENVIRONMENT | {"HOME": str(self.home), "TZ": "UTC"}
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=self.home, **options)

    def run(self, *command):
        run = self.start(list(command))
        _, errors = run.communicate()
        return run.returncode, errors.decode()

    def judge(self, what):
        """The next run, of any file, leaves the task in one file; `undo` and `redo` go on from there."""
        status, errors = self.run(*self.command("done", "other", "-f", "here.taskpaper", "-q"))
        if status or errors:
            raise Fault(f"{what}: the next run ends with {status}: {errors}")
        texts = self.texts()
        if texts not in ((HERE, THERE), MOVED):
            raise Fault(f"{what}: the task is not in one file: {texts}")
        if texts == MOVED:
            self.reverse("undo", what, (HERE, THERE))
            self.reverse("redo", what, MOVED)
        return "moved" if texts == MOVED else "not moved"

    def reverse(self, command, what, expected):
        status, errors = self.run(*self.command(command, "-q"))
        texts = self.texts()
        if status or texts != expected:
            raise Fault(f"{what}: {command} ends with {status} and {texts}: {errors}")


def at_each_call(duecal, fault):
    """Lets each system call that changes a file fail: the run is killed there, or the disk is full."""
    tally = collections.Counter()
    with Moves(duecal) as place:
        log = place.folder / "log"
        place.run("strace", "-f", "-qq", "-o", str(log), *place.moving())
        counts = collections.Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M))
        for call in sorted(WRITES & set(counts)):
            for number in range(1, counts[call] + 1):
                place.reset()
                place.run(*inject(call, fault, number), *place.moving())
                tally[place.judge(f"move with {fault} at {call} {number}")] += 1
    return tally


def random_kills(duecal, count):
    """Kills moves at random moments."""
    tally, chance = collections.Counter(), random.Random(7)
    with Moves(duecal) as place:
        start = time.monotonic()
        place.run(*place.moving())
        usual = time.monotonic() - start
        for number in range(count):
            place.reset()
            run = place.start(place.moving())
            time.sleep(chance.uniform(0, 1.2 * usual))
            run.kill()
            run.communicate()
            tally[place.judge(f"move killed, {number}")] += 1
    return tally


def short(duecal):
    """The checks that take seconds and need no other programs."""
    yield "moves between files, killed at random", random_kills(duecal, 20)


def full(duecal):
    """All checks; they need strace."""
    yield "moves between files, killed at random", random_kills(duecal, 200)
    for fault in ("signal=KILL", "error=ENOSPC"):
        yield f"moves between files with {fault} at each call", at_each_call(duecal, fault)
