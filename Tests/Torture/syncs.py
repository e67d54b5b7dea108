"""Syncs of two stores that are killed: the next two runs must reach what an undisturbed run reaches."""
import collections
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile

from faults import inject
from place import ENVIRONMENT, Fault

TASK = ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VTODO\r\nUID:{uid}\r\nDTSTAMP:20261101T000000Z\r\n"
        "SUMMARY:{title}\r\nX-OTHER:kept\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")


class World:
    """A folder with two stores that are in sync, and a change of each kind on both sides since."""

    def __init__(self, duecal, folder, first, second):
        self.duecal, self.ready, self.home = str(pathlib.Path(duecal).resolve()), folder / "ready", folder / "home"
        self.first, self.second = first, second
        self.home.mkdir()
        self.begin()
        self.sync()
        self.change()
        self.change_other()
        self.home.rename(self.ready)
        self.reset()
        self.sync()
        self.expected = self.titles(first)
        if not {"five", "one!", "seven", "six", "two!"} <= set(self.expected) or "three" in self.expected:
            raise Fault(f"an undisturbed sync leaves {self.expected}")

    def begin(self):
        if self.second.startswith("vdir:"):
            (self.home / self.second.removeprefix("vdir:")).mkdir()
        if self.first.startswith("tasks"):
            (self.home / "notes").mkdir()
            return self.notes("Home", "one", "two", "three", "four")
        (self.home / "cal/Home").mkdir(parents=True)
        for uid in ("one", "two", "three", "four"):
            self.write(uid, uid)

    def change(self):
        """Changes, adds and removes an item of the first store, and adds a list."""
        if self.first.startswith("tasks"):
            self.notes("Home", "one!", "two", "three", "five")
            return self.notes("New", "seven")
        self.write("one", "one!")
        self.write("five", "five")
        self.file("four").unlink()
        (self.home / "cal/New").mkdir()
        (self.home / "cal/New/seven.ics").write_text(TASK.format(uid="seven", title="seven"), newline="")

    def notes(self, name, *titles):
        (self.home / f"notes/{name}.taskpaper").write_text("".join(f"- {title}\n" for title in titles))

    def change_other(self):
        """Changes, adds and removes an item of the second store, and changes the one that the first has removed."""
        listed = self.run("store", "export", self.second).stdout
        uids = dict(re.findall(r"^UID:(\S+).*?^SUMMARY:(\S+)", listed, re.M | re.S))
        uids = {title: uid for uid, title in uids.items()}
        (self.home / "new.ics").write_text(TASK.format(uid=uids["two"], title="two!"), newline="")
        self.run("store", "import", "new.ics", f"{self.second}#Home", "--replace")
        self.run("store", "add", f"{self.second}#Home", "six")
        self.run("store", "remove", f"{self.second}#Home", "three")
        changed = TASK.format(uid=uids["four"], title="four").replace("kept", "kept\r\nPRIORITY:1")
        (self.home / "four.ics").write_text(changed, newline="")
        self.run("store", "import", "four.ics", f"{self.second}#Home", "--replace")

    def file(self, uid):
        return next(path for path in (self.home / "cal/Home").glob("*.ics") if f"UID:{uid}\r\n".encode() in path.read_bytes())

    def write(self, uid, title):
        (self.home / f"cal/Home/{uid}.ics").write_text(TASK.format(uid=uid, title=title), newline="")

    def reset(self):
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.ready, self.home)

    def run(self, *words, before=(), check=True):
        environment = ENVIRONMENT | {"HOME": str(self.home)}
        run = subprocess.run([*before, self.duecal, *words], cwd=self.home, env=environment, capture_output=True, text=True)
        if check and run.returncode:
            raise Fault(f"{' '.join(words)}: {run.returncode} {run.stderr}")
        return run

    def sync(self, *options, before=(), check=True):
        return self.run("sync", self.first, self.second, *options, before=before, check=check)

    def titles(self, store):
        return sorted(re.findall(r"^SUMMARY:(.*?)\r?$", self.run("store", "export", store).stdout, re.M))

    def judge(self, what):
        """Both stores must have what an undisturbed run leaves, after at most two further runs."""
        for _ in range(2):
            run = self.sync(check=False)
        if run.returncode:
            raise Fault(f"{what}: the second run ends with {run.returncode}: {run.stderr}")
        for store in (self.first, self.second):
            if self.titles(store) != self.expected:
                raise Fault(f"{what}: {store} has {self.titles(store)}")
        third = self.sync("--dry-run")
        if third.stdout or "conflict" in third.stderr:
            raise Fault(f"{what}: a third run would do more: {third.stdout}")


def kills(duecal, first, second="sqlite:b.sqlite", every=1):
    """Kills a sync at each of its system calls, or at some of them."""
    tally = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="duecal-torture-") as folder:
        world = World(duecal, pathlib.Path(folder), first, second)
        world.reset()
        log = pathlib.Path(folder) / "log"
        world.sync(before=["strace", "-f", "-qq", "-o", str(log)])
        counts = collections.Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M))
        number = 0
        for call, count in counts.items():
            for place in range(1, count + 1):
                number += 1
                if number % every:
                    continue
                world.reset()
                run = world.sync(before=inject(call, "signal=KILL", place), check=False)
                tally["killed" if run.returncode == -signal.SIGKILL else "ended before"] += 1
                world.judge(f"sync killed at {call} {place}")
    return tally


def random_kills(duecal, count, first, second="sqlite:b.sqlite"):
    """Kills syncs after a random time."""
    chance, tally = random.Random(count), collections.Counter()
    with tempfile.TemporaryDirectory(prefix="duecal-torture-") as folder:
        world = World(duecal, pathlib.Path(folder), first, second)
        for _ in range(count):
            world.reset()
            seconds = chance.uniform(0.005, 0.15)
            run = world.sync(before=["timeout", "-s", "KILL", f"{seconds:.3f}"], check=False)
            tally["killed" if run.returncode else "done"] += 1
            world.judge(f"sync killed after {seconds:.3f} s")
    return tally
