#!/usr/bin/env python3
"""The fourteen accidents that may happen to a folder of task files or to the store that it is kept equal with.

Usage: accidents.py DUECAL [NAME...]    (the path of duecal; by default all accidents)

Each function of ACCIDENTS is one accident. It is tried with task files and each kind of store on this machine, once for each of
its cases. While it lasts, a sync must

- leave every item of both sides where it is,
- end with the documented status,
- print one sentence on standard error, or none if nothing is wrong.

Meanwhile a person or a phone also edits the side to which nothing has happened. After it is over, the next sync must bring over
what was changed on both sides, without a loss or a second copy, and the sync after that must write nothing. A case that is
documented to lose something is marked with `limit`: its items are counted and printed, and are no fault.

Accidents of a server are tried as far as files have them: an answer that is cut off is a file that is cut off, a login page is
HTML in place of a calendar, and another account is another store at the same path. The requests themselves are tested in
Tests/Servers.
"""
import collections
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from place import Fault

NOW = "2026-11-23T10:00:00Z"
STORES = ("sqlite:b.sqlite", "vdir:cal")
HTML = "<!DOCTYPE html>\n<html><body><form action=login>Please log in</form></body></html>\n"
TASK = ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VTODO\r\nUID:{uid}\r\nDTSTAMP:20261101T000000Z\r\n"
        "SUMMARY:{title}\r\nDUE;VALUE=DATE:20261220\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")


class World:
    """Task files that are in sync with a store: of 16, 16 and 6 lines, or only the one of 6."""

    def __init__(self, duecal, folder, store, small=False):
        self.duecal, self.store = str(pathlib.Path(duecal).resolve()), store
        self.home, self.ready = folder / "home", folder / "ready"
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "TZ": "Europe/Berlin", "DUECAL_NOW": NOW,
                            "GIT_CONFIG_GLOBAL": "/dev/null"}
        (self.home / "notes").mkdir(parents=True)
        for name, count in (("few", 6),) if small else (("home", 16), ("work", 16), ("few", 6)):
            lines = [f"- {name} {n} @due(2026-12-{n + 1:02} 10:00)\n" for n in range(1, count + 1)]
            lines[1] += f"\ta note of {name} 2\n"
            self.file(name).write_text("".join(lines))
        self.sync(0)
        self.sync(0)
        self.home.rename(self.ready)

    def fresh(self):
        """Begins anew."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.ready, self.home)
        return self

    def file(self, name):
        return self.home / f"notes/{name}.taskpaper"

    @property
    def place(self):
        """The file or folder of the store."""
        return self.home / self.store.split(":")[1]

    @property
    def is_folder(self):
        return self.store.startswith("vdir")

    def run(self, *words, environment=None):
        run = subprocess.run([self.duecal, *words], cwd=self.home, env=self.environment | (environment or {}), capture_output=True)
        # Ends of lines stay as they are.
        run.stdout, run.stderr = (text.decode(errors="replace") for text in (run.stdout, run.stderr))
        return run

    def sync(self, status=None, *options, environment=None, stores=None):
        run = self.run("sync", *(stores or ("tasks:notes", self.store)), *options, environment=environment)
        if status is not None and run.returncode != status:
            raise Fault(f"status {run.returncode} instead of {status}: {run.stdout}{run.stderr}")
        return run

    # What both sides have.

    def lines(self):
        """The titles in the task files."""
        text = "".join(file.read_text(errors="replace") for file in sorted(self.home.glob("notes/*.taskpaper")))
        return collections.Counter(re.findall(r"^\s*- (.*?)(?: @.*)?$", text, re.M))

    def items(self):
        """The titles in the store; None if it cannot be read."""
        run = self.run("store", "export", self.store)
        if run.returncode:
            return None
        return collections.Counter(re.findall(r"^SUMMARY:(.*?)\r?$", run.stdout, re.M))

    def contents(self, *names):
        """The bytes and times of the files of both sides; of a database, what is in it."""
        found = {"is there": self.place.exists()}
        for path in sorted(self.home.glob("notes/**/*")) + (sorted(self.place.glob("**/*")) if self.is_folder else []):
            found[str(path.relative_to(self.home))] = (path.read_bytes(), path.stat().st_mtime_ns) if path.is_file() else ()
        if not self.is_folder:
            found[self.store] = self.run("store", "export", self.store).stdout
        return found

    def sides(self):
        """The files of each side, to see what an accident happens to."""
        everything = self.contents()
        notes = {name: value for name, value in everything.items() if name.startswith("notes")}
        return notes, {name: value for name, value in everything.items() if name not in notes}

    # What a person and a phone do.

    def type(self, name="home", number=4, added="typed in"):
        """A person retypes a line and adds one."""
        name = name if self.file(name).exists() else "few"
        path = self.file(name)
        path.write_text(path.read_text().replace(f"- {name} {number} ", f"- {name} {number} retyped ") + f"- {added} {name}\n")

    def phone(self, name="work", number=5, added="added to"):
        """A phone changes a title and adds an item."""
        if f"SUMMARY:{name} " not in self.run("store", "export", self.store).stdout:
            name = "few"
        run = self.run("store", "export", f"{self.store}#{name}")
        item = next(part for part in run.stdout.split("BEGIN:VTODO") if f"SUMMARY:{name} {number}\r\n" in part)
        zones = re.findall(r"BEGIN:VTIMEZONE.*?END:VTIMEZONE\r\n", run.stdout, re.S)
        (self.home / "changed.ics").write_text(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\n" + "".join(zones) + "BEGIN:VTODO"
            + item.split("END:VTODO")[0].replace(f"{name} {number}\r", f"{name} {number} from a phone\r")
            + "END:VTODO\r\nEND:VCALENDAR\r\n", newline="")
        self.done("store", "import", "changed.ics", f"{self.store}#{name}", "--replace")
        self.done("store", "add", f"{self.store}#{name}", f"{added} {name}")

    def done(self, *words):
        run = self.run(*words)
        if run.returncode:
            raise Fault(f"{' '.join(words)}: {run.returncode} {run.stderr}")
        return run


class Case(NamedTuple):
    """One way in which an accident happens."""
    name: str
    # What happens, and how it ends.
    happens: object
    ends: object = lambda world: None
    # The status of a sync meanwhile, or several if the documentation allows them, and its sentence. An empty one
    # stands for none; None for one if the run is refused.
    status: object = 4
    sentence: str = ""
    # The number of sentences, if there may be more than one: one for each list.
    sentences: int = 1
    # The documentation says that such a change is taken for that of a person.
    limit: bool = False
    # The kind of store, if only one has this case.
    store: str = ""
    # Options and variables of the sync meanwhile.
    options: tuple = ()
    environment: dict = {}
    # Whether a person retypes a line and a phone changes an item before the sync after the accident.
    edits: bool = True
    # Whether they also do so meanwhile, each on a side that nothing has happened to.
    meanwhile: bool = True
    # Options of the first sync after it, and its status.
    after: tuple = ()
    after_status: int = 0
    # Titles that may be there twice afterwards.
    doubled: object = lambda title: False
    # Whether there is only one file with few lines.
    small: bool = False


def away(world, name="notes"):
    (world.home / name).rename(world.home / f"{name}-away")


def back(world, name="notes"):
    path = world.home / name
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    for rest in world.home.glob(f"{name}-wal"), world.home.glob(f"{name}-shm"):
        for file in rest:
            file.unlink()
    (world.home / f"{name}-away").rename(path)


def store_away(world):
    if not world.is_folder:
        collect(world)
    away(world, world.place.name)


def store_back(world):
    back(world, world.place.name)


def collect(world):
    """Puts everything of a database into its one file."""
    with sqlite3.connect(world.place) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    for suffix in ("-wal", "-shm"):
        pathlib.Path(f"{world.place}{suffix}").unlink(missing_ok=True)


def repaired(world):
    """Puts back the items that were damaged; what a sync wrote meanwhile stays."""
    away = world.home / "cal-away"
    for path in sorted(away.glob("**/*.ics")):
        there = world.place / path.relative_to(away)
        if there.exists() and not (b"END:VCALENDAR" in there.read_bytes()):
            shutil.copy2(path, there)
    shutil.rmtree(away)


def store_copied(world):
    """Keeps a copy of the store, and leaves it in place."""
    if world.is_folder:
        shutil.copytree(world.place, world.home / "cal-away")
    else:
        collect(world)
        shutil.copy2(world.place, world.home / "b.sqlite-away")


def folder_unmounted():
    """The disk with the task files, or with the store, is not mounted."""
    def empty(world):
        away(world)
        (world.home / "notes").mkdir()

    def empty_store(world):
        store_away(world)
        world.place.mkdir()
    gone = r"there is no such|is missing|No such file|no longer has|empty now"
    yield Case("the folder of task files is missing", away, back, 69, gone)
    yield Case("the folder of task files is empty", empty, back, 69, gone)
    yield Case("the store is missing", store_away, store_back, 4, gone)
    yield Case("the folder of the store is empty", empty_store, store_back, 4, gone, store="vdir:cal")


def file_empty():
    """A file has no bytes, or only some of them, because a program was killed while it wrote."""
    def write(length):
        def happens(world):
            shutil.copy2(world.file("home"), world.home / "kept")
            world.file("home").write_bytes(world.file("home").read_bytes()[:length])
        return happens

    def lines(count):
        def happens(world):
            shutil.copy2(world.file("home"), world.home / "kept")
            world.file("home").write_text("".join(world.file("home").read_text().splitlines(True)[:count + 1]))
        return happens

    def zeros(world):
        shutil.copy2(world.file("home"), world.home / "kept")
        world.file("home").write_bytes(bytes(world.file("home").stat().st_size))

    def gone(world):
        shutil.move(world.file("home"), world.home / "kept")

    def ends(world):
        shutil.copy2(world.home / "kept", world.file("home"))
    yield Case("0 bytes", write(0), ends, 69, "the file is empty; it had 16 items")
    yield Case("cut inside a line", write(300), ends, 69, "ends inside a line|lost \\d+ of")
    yield Case("cut inside the last line", write(-4), ends, 69, "ends inside a line")
    yield Case("cut at the end of a line", lines(3), ends, 69, "lost 13 of 16 items")
    yield Case("full of zero bytes", zeros, ends, 69, "zero bytes")
    yield Case("removed", gone, ends, 69, "the file is missing")


def branch_switched():
    """The task files are in a Git repository, and another branch is checked out, with older or other lines."""
    def git(world, *words):
        run = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.example", *words], cwd=world.home / "notes",
                             env=world.environment, capture_output=True, text=True)
        if run.returncode:
            raise Fault(f"git {' '.join(words)}: {run.stderr}")

    def switch(*changes):
        def happens(world):
            git(world, "init", "-q", "-b", "main")
            git(world, "add", ".")
            git(world, "commit", "-q", "-m", "main")
            git(world, "checkout", "-q", "-b", "old")
            for change in changes:
                change(world)
            git(world, "add", "-A")
            git(world, "commit", "-q", "-m", "old")
        return happens

    def main(world):
        git(world, "checkout", "-q", "main")
        shutil.rmtree(world.home / "notes/.git")

    def lines(name, keep, *more):
        def change(world):
            file = world.file(name)
            file.write_text("".join(file.read_text().splitlines(True)[:keep]) + "".join(more))
        return change

    def removed(name):
        return lambda world: world.file(name).unlink()
    yield Case("12 of 16 lines are missing", switch(lines("home", 5)), main, 69, "lost 12 of 16 items")
    yield Case("12 of 16 lines are others", switch(lines("home", 5, *(f"- old {n}\n" for n in range(12)))), main, 69,
               "lost 12 of 16 items", doubled=lambda title: title.startswith("old"))
    yield Case("a file is missing", switch(removed("work")), main, 69, "the file is missing")
    yield Case("all files have other lines", switch(*(lines(name, 0, f"- old {name}\n") for name in ("home", "work", "few"))),
               main, 69, "lost")
    yield Case("3 of 6 lines are missing", switch(lines("few", 4)), main, 0, limit=True)


def list_empty():
    """A store, or one of its lists, is empty, because another program has removed all items."""
    def emptied(*names):
        def happens(world):
            store_copied(world)
            for name in names:
                world.done("store", "remove", f"{world.store}#{name}", *titles(world, name))
        return happens

    def titles(world, name):
        text = world.done("store", "export", f"{world.store}#{name}").stdout
        return re.findall(r"^UID:(.*?)\r?$", text, re.M)

    def list_gone(world):
        store_copied(world)
        world.done("store", "remove", f"{world.store}#home", "--list", "--all")
    yield Case("all lists", emptied("home", "work", "few"), store_back, 4, "empty now")
    yield Case("a list of 16", emptied("home"), store_back, 4, r"1\d of 16 items|empty now")
    yield Case("a list of 6", emptied("few"), store_back, 4, "6 of 6 items|empty now")
    yield Case("the only list, of 6", emptied("few"), store_back, 4, "empty now", small=True)
    yield Case("a list is gone", list_gone, store_back, 1, "no longer has the list")


def damaged(world, change):
    """Changes the bytes of each file of the store."""
    store_copied(world)
    for path in sorted(world.place.glob("**/*.ics")) if world.is_folder else [world.place]:
        path.write_bytes(change(path.read_bytes()))


def answer_cut():
    """The answer of a store ends early.

    If all items of a folder are cut, "is empty now" is true, too.
    """
    unread = r"cannot|not a |damaged|malformed|no END|missing|ends|empty now"
    failed = (4, 65, 69)
    yield Case("each item ends in the middle", lambda world: damaged(world, lambda data: data[:len(data) // 2]), repaired, failed,
               unread, store="vdir:cal")
    yield Case("each item has 0 bytes", lambda world: damaged(world, lambda data: b""), repaired, failed, unread,
               store="vdir:cal")
    yield Case("the file ends in the middle", lambda world: damaged(world, lambda data: data[:len(data) // 2]), store_back, failed,
               unread, store="sqlite:b.sqlite")
    yield Case("the file has 0 bytes", lambda world: damaged(world, lambda data: b""), store_back, 4, "no longer has|empty now",
               store="sqlite:b.sqlite")

    def one(world):
        store_copied(world)
        path = next(path for path in sorted(world.place.glob("few/*.ics")) if b"SUMMARY:few 3" in path.read_bytes())
        path.write_bytes(path.read_bytes()[:400])
    yield Case("one item ends in the middle", one, repaired, failed, unread, store="vdir:cal")

    def some(world):
        store_copied(world)
        for path in sorted(world.place.glob("home/*.ics"))[:7]:
            path.unlink()
    yield Case("7 of 16 items are not in the listing", some, store_back, 0, limit=True, store="vdir:cal")


def login_page():
    """A login page is in the place of each item, or of the store."""
    def ends(world):
        (repaired if world.is_folder else store_back)(world)
    yield Case("HTML", lambda world: damaged(world, lambda data: HTML.encode()), ends, (4, 65, 69),
               r"cannot|not a |HTML|damaged|empty now")


def other_account():
    """The store is that of another person or another account."""
    def other(title, count):
        def happens(world):
            store_away(world)
            for number in range(count):
                (world.home / "new.ics").write_text(TASK.format(uid=f"other-{number}", title=f"other {number}"), newline="")
                if not number:
                    world.done("store", "add", world.store, "--list", title)
                world.done("store", "import", "new.ics", f"{world.store}#{title}")
        return happens

    def all_lists(world):
        other("home", 20)(world)
        for title in ("work", "few"):
            world.done("store", "add", world.store, "--list", title)
            world.done("store", "add", f"{world.store}#{title}", f"other of {title}")
    yield Case("with the same lists", all_lists, store_back, 4, "would be removed")
    yield Case("with the same list, of 6 items", other("few", 5), store_back, 4, "would be removed|no longer has|another",
               small=True)
    yield Case("with another list, instead of one with 6 items", other("Private", 5), store_back, 4,
               "would be removed|no longer has|another", small=True)
    gone = "no longer has the list|would be removed"
    yield Case("with one of the lists", other("home", 20), store_back, 4, gone, sentences=3)
    yield Case("with other lists", other("Private", 20), store_back, 4, gone, sentences=3)


def restored_from_backup():
    """The store, or the folder of task files, is as it was some days ago."""
    def back_in_time(count, name="home"):
        """Adds items after the copy was made, and then goes back to it."""
        def happens(world):
            store_copied(world)
            for number in range(count):
                world.file(name).write_text(world.file(name).read_text() + f"- newer {number}\n")
            world.sync(0)
            newer = world.home / f"{world.place.name}-newer"
            if not world.is_folder:
                collect(world)
            world.place.rename(newer)
            (world.home / f"{world.place.name}-away").rename(world.place)
            newer.rename(world.home / f"{world.place.name}-away")
        return happens

    def changed(world):
        """Changes the titles of most items after the copy was made."""
        store_copied(world)
        for name in ("home", "work", "few"):
            text = world.file(name).read_text()
            world.file(name).write_text(re.sub(r"^- (\w+) (\d+) ", r"- \1 no. \2 ", text, flags=re.M))
        world.sync(0, "--allow-change", "100")
        newer = world.home / f"{world.place.name}-newer"
        if not world.is_folder:
            collect(world)
        world.place.rename(newer)
        (world.home / f"{world.place.name}-away").rename(world.place)
        newer.rename(world.home / f"{world.place.name}-away")

    def files(count):
        def happens(world):
            shutil.copytree(world.home / "notes", world.home / "notes-old")
            for number in range(count):
                world.file("home").write_text(world.file("home").read_text() + f"- newer {number}\n")
            world.sync(0)
            away(world)
            (world.home / "notes-old").rename(world.home / "notes")
        return happens
    yield Case("the store, 12 items are missing", back_in_time(12), store_back, 4, "12 of 28 items", meanwhile=False)
    yield Case("the store, all titles are old", changed, store_back, 4, "title of .* would change", edits=False)
    yield Case("the files, 12 lines are missing", files(12), back, 69, "lost 12 of 28 items", meanwhile=False)
    yield Case("the store, 4 items are missing", back_in_time(4), store_back, 0, limit=True)
    yield Case("the files, 4 lines are missing", files(4), back, 0, limit=True)


def replaced_by_empty():
    """The store is a new one without lists, or with empty lists of the same titles."""
    def empty(*titles):
        def happens(world):
            store_away(world)
            if world.is_folder:
                world.place.mkdir()
            for title in titles or ["Tasks"]:
                world.done("store", "add", world.store, "--list", title)
        return happens
    yield Case("with another list", empty(), store_back, 4, "no longer has|empty now", sentences=3)
    yield Case("with the same lists", empty("home", "work", "few"), store_back, 4, "empty now")
    yield Case("with another list, instead of one with 6 items", empty(), store_back, 4, "no longer has|empty now", small=True)


def state_lost():
    """The state of the sync, or all state of duecal, is gone."""
    def lost(name):
        def happens(world):
            shutil.rmtree(world.home / f".local/state/duecal{name}")
        return happens

    def edited(name):
        def happens(world):
            world.type()
            world.phone()
            lost(name)(world)
        return happens
    first = "this is the first sync of two stores that both have items"
    yield Case("of syncs", lost("/sync"), status=0, meanwhile=False)
    yield Case("all", lost(""), status=0, meanwhile=False)
    yield Case("of syncs, after edits on both sides", edited("/sync"), status=4, sentence=first, edits=False, after=("--yes",),
               doubled=lambda title: re.search(r" [45]\b", title))
    yield Case("all, after edits on both sides", edited(""), status=4, sentence=first, edits=False, after=("--yes",),
               doubled=lambda title: re.search(r" [45]\b", title))

    def from_phone(*fields, project=""):
        """The items that phones write say the same in other ways, and new ones are put into a project Inbox."""
        def happens(world):
            if project:
                world.file("home").write_text(f"{project}:\n" + world.file("home").read_text())
            text = TASK.format(uid="from-phone", title="from a phone")
            text = text.replace("END:VTODO", "".join(f"{field}\r\n" for field in fields) + "END:VTODO")
            (world.home / "new.ics").write_text(text, newline="")
            world.done("store", "import", "new.ics", f"{world.store}#home")
            world.sync(0)
            world.sync(0)
            lost("")(world)
        return happens
    alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:-", "TRIGGER:-PT15M", "END:VALARM")
    for name, happens in (
            ("a plain item", from_phone()), ("one in Inbox", from_phone(project="Inbox")),
            ("one with a status", from_phone("STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:0")),
            ("one with an alarm", from_phone(*alarm))):
        # A plan to be confirmed is fine, but it must not have a second copy of the item.
        yield Case(f"all, after {name} from a phone", happens, status=(0, 4), sentence=None, edits=False, after=("--yes",))

    def damage(world):
        path = world.home / ".local/state/duecal/sync/state.sqlite"
        shutil.copytree(path.parent, world.home / "state-away")
        for suffix in ("-wal", "-shm"):
            pathlib.Path(f"{path}{suffix}").unlink(missing_ok=True)
        path.write_bytes(b"SQLite" + path.read_bytes()[6:3000] + b"\0" * 5000)

    def repaired(world):
        shutil.rmtree(world.home / ".local/state/duecal/sync")
        (world.home / "state-away").rename(world.home / ".local/state/duecal/sync")
    yield Case("of syncs is damaged", damage, repaired, (65, 69), "state|not a database|damaged|malformed")


def zone_changed():
    """The machine is in another zone."""
    expected = "expected --zone Europe/Berlin"
    yield Case("TZ", lambda world: None, status=4, sentence=expected, environment={"TZ": "Asia/Tokyo"})

    def edited(world):
        world.type()
        world.phone()
    yield Case("TZ, after edits on both sides", edited, status=4, sentence=expected, environment={"TZ": "Asia/Tokyo"}, edits=False)


def filter_changed():
    """The options that choose lines are others than those of the last sync."""
    yield Case("--where is added", lambda world: None, status=4, sentence="expected --yes", options=("--where", "@nothing"))
    yield Case("--project is added", lambda world: None, status=4, sentence="no project|expected --yes",
               options=("--project", "Nothing"))


def clock_ahead():
    """The clock of the machine is a year ahead, or a year behind."""
    def kept(world):
        # A backup that a clock of next year would call old.
        world.type("few", 1)
        world.phone("few", 3)
        world.sync(0)
        if not list(world.home.glob(".local/state/duecal/backups/**/*")):
            raise Fault("there is no backup of a changed file")
    for name, year in (("a year ahead", 2027), ("a year behind", 2025)):
        clock = {"DUECAL_NOW": f"{year}-11-23T10:00:00Z"}
        yield Case(name, lambda world: None, status=0, environment=clock)

        def edited(world):
            kept(world)
            world.type()
            world.phone()
        yield Case(f"{name}, after edits on both sides", edited, status=0, environment=clock, edits=False)


def file_twice():
    """One file is there twice: as a copy, as a link, or as a second argument."""
    def copied(name):
        def happens(world):
            shutil.copy2(world.file("home"), world.home / "notes" / name)
        return happens

    def linked(world):
        (world.home / "notes/linked.taskpaper").symlink_to("home.taskpaper")

    def folder_linked(world):
        (world.home / "notes/again").symlink_to(".")

    def removed(name):
        return lambda world: (world.home / "notes" / name).unlink()
    yield Case("a copy of Syncthing", copied("home.sync-conflict-20261123-101010-ABCDEFG.taskpaper"),
               removed("home.sync-conflict-20261123-101010-ABCDEFG.taskpaper"), 0, "conflict copy left out")
    yield Case("a copy of an editor", copied("home.taskpaper~"), removed("home.taskpaper~"), 0)
    yield Case("a copy of Dropbox", copied("home (Ann's conflicted copy 2026-11-23).taskpaper"),
               removed("home (Ann's conflicted copy 2026-11-23).taskpaper"), 0, "conflict copy left out")
    yield Case("a copy of a person", copied("home copy.taskpaper"), removed("home copy.taskpaper"), 69, "are also in")
    yield Case("a symbolic link", linked, removed("linked.taskpaper"), 0)
    yield Case("a symbolic link of the folder", folder_linked, removed("again"), 0)

    def item_copied(world):
        store_copied(world)
        path = sorted(world.place.glob("home/*.ics"))[0]
        shutil.copy2(path, path.with_name("copy.ics"))
    yield Case("the file of an item, copied", item_copied, store_back, 0, store="vdir:cal", meanwhile=False,
               doubled=lambda title: True)

    def list_copied(world):
        store_copied(world)
        shutil.copytree(world.place / "home", world.place / "home-copy")
    yield Case("the folder of a list, copied", list_copied, store_back, 0, store="vdir:cal", meanwhile=False,
               doubled=lambda title: True)


ACCIDENTS = {function.__name__: function for function in (
    folder_unmounted, file_empty, branch_switched, list_empty, answer_cut, login_page, other_account, restored_from_backup,
    replaced_by_empty, state_lost, zone_changed, filter_changed, clock_ahead, file_twice)}


def backups(world):
    return len([path for path in world.home.glob(".local/state/duecal/backups/**/*") if path.is_file()])


def titles_lost(before, after):
    return sorted((before - after).elements()) if before is not None and after is not None else []


def base(title):
    """A title without the words that an edit adds: a retyped line is not a lost one."""
    return re.sub(r" (retyped|from a phone|no\.)", "", title)


def bases(titles):
    return None if titles is None else collections.Counter(base(title) for title in titles.elements())


def attempt(world, case):
    """Tries a case, and yields what is wrong."""
    world.fresh()
    first = world.sides()
    case.happens(world)
    edited = []
    if case.edits and case.meanwhile and not case.limit:
        edited = edit_meanwhile(world, first)
    lines, items, kept = world.lines(), world.items(), backups(world)
    everything = world.contents()
    run = world.sync(None, *case.options, environment=case.environment)
    if case.options and run.returncode == 2:
        yield f"left out: this duecal has no {case.options[0]}"
        return
    sentences = run.stderr.splitlines()
    lost = titles_lost(bases(lines), bases(world.lines())) + titles_lost(bases(items), bases(world.items()))
    gone = [name for name in everything if name not in world.contents()]
    if case.limit:
        yield f"limit: {len(lost)} items are removed, status {run.returncode}"
    else:
        if lost:
            yield f"lost while it lasts: {len(lost)}, such as {lost[:3]}"
        if run.returncode == 4 and world.contents() != everything:
            yield "the run was refused, and has written something"
        if gone and not lost:
            yield f"files are gone: {gone[:3]}"
    statuses = case.status if isinstance(case.status, tuple) else (case.status,)
    if not case.limit and run.returncode not in statuses:
        yield f"status {run.returncode} instead of {' or '.join(map(str, statuses))}: {run.stderr.strip()}"
    wanted = bool(case.sentence) if case.sentence is not None else run.returncode == 4
    is_expected = wanted <= len(sentences) <= wanted * case.sentences and len(set(sentences)) == len(sentences)
    if not case.limit and not is_expected:
        yield f"{len(sentences)} sentences instead of {int(wanted)}: {'; '.join(sentences[:3])}"
    if case.sentence and sentences and not re.search(case.sentence, run.stderr):
        yield f"another sentence than {case.sentence!r}: {sentences[0]}"
    if backups(world) < kept:
        yield f"{kept - backups(world)} of {kept} backups are gone"
    again = world.sync(None, *case.options, environment=case.environment)
    if not case.limit and (again.returncode, again.stderr) != (run.returncode, run.stderr):
        yield f"the second run differs: status {again.returncode}, {again.stderr.strip()}"
    if not case.limit and run.returncode == 0 and again.stdout:
        yield f"the second run does something: {again.stdout.splitlines()[:2]}"
    yield from afterwards(world, case, edited)


def edit_meanwhile(world, first):
    """Edits the sides that are as they were, and returns the titles that must reach both sides in the end."""
    now, small = world.sides(), not world.file("home").exists() and len(world.lines()) < 10
    edited = []
    names = ("few", "few") if small else ("home", "work")
    if now[0] == first[0]:
        world.type(names[0], 1, "typed meanwhile in")
        edited += [f"{names[0]} 1 retyped", f"typed meanwhile in {names[0]}"]
    if now[1] == first[1]:
        world.phone(names[1], 6, "added meanwhile to")
        edited += [f"{names[1]} 6 from a phone", f"added meanwhile to {names[1]}"]
    return edited


def afterwards(world, case, edited):
    """Ends the accident, and yields what is wrong with the next runs."""
    case.ends(world)
    before = world.lines(), world.items()
    if before[1] is None:
        yield "the store cannot be read after the accident"
        return
    expected = bases(before[0]) | bases(before[1])
    if case.edits:
        world.type()
        world.phone()
        expected |= bases(world.lines()) | bases(world.items())
    run = world.sync(None, *case.after)
    if run.returncode != case.after_status:
        yield f"the next run ends with {run.returncode}: {run.stderr.strip()}"
    world.sync(None)
    for side, titles in (("files", world.lines()), ("store", world.items())):
        short = sorted((expected - bases(titles)).elements())
        more = sorted(title for title in (bases(titles) - expected).elements() if not case.doubled(title))
        if short:
            yield f"lost afterwards in the {side}: {len(short)}, such as {short[:3]}"
        if more:
            yield f"too many afterwards in the {side}: {len(more)}, such as {more[:3]}"
    if case.edits:
        names = ("few", "few") if case.small else ("home", "work")
        for title in (*edited, f"{names[0]} 4 retyped", f"typed in {names[0]}", f"{names[1]} 5 from a phone", f"added to {names[1]}"):
            if not world.lines()[title] or not world.items()[title]:
                yield f"{title!r} has not reached both sides"
    everything = world.contents()
    last = world.sync(None)
    if last.stdout or last.stderr or last.returncode:
        yield f"the last run is not quiet: status {last.returncode}, {(last.stdout + last.stderr).strip()[:300]}"
    if world.contents() != everything:
        yield "the last run has written something"


def main():
    names = sys.argv[2:] or list(ACCIDENTS)
    if len(sys.argv) < 2 or not set(names) <= set(ACCIDENTS):
        sys.exit(__doc__)
    start, tried, faults = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory(prefix="duecal-accidents-") as folder:
        worlds = {}
        for small in (False, True):
            worlds[small] = []
            for store in STORES:
                path = pathlib.Path(folder, f"{store.split(':')[0]}-{small}")
                path.mkdir()
                worlds[small].append(World(sys.argv[1], path, store, small))
        for name in names:
            for case in ACCIDENTS[name]():
                for world in worlds[case.small]:
                    if case.store not in ("", world.store):
                        continue
                    tried += 1
                    try:
                        wrong = list(attempt(world, case))
                    except Fault as fault:
                        wrong = [f"cannot be tried: {fault}"]
                    notes = [what for what in wrong if what.startswith(("limit", "left out"))]
                    wrong = [what for what in wrong if what not in notes]
                    faults += bool(wrong)
                    print(f"{name}: {case.name}: {world.store.split(':')[0]}: {'; '.join(notes) or 'ok' if not wrong else 'FAULT'}",
                          flush=True)
                    for what in wrong:
                        print(f"  {what.replace(str(world.home) + '/', '')}", flush=True)
    print(f"accidents: {len(names)} accidents, {tried} cases, {faults} with faults, {time.monotonic() - start:.0f} s")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
