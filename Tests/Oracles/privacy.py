#!/usr/bin/env python3
"""Checks that a feed publishes no word of a line that is left out.

    privacy.py DUECAL [COUNT [SEED]]

Each of COUNT random outlines is exported several times to one feed: first all of it, then parts of it, while lines change,
dates are half typed and the state is lost. Every word occurs only once in an outline, so a word in a feed shows which line it
comes from. A few rules here decide again which lines a run chooses.
"""

import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

WORD = re.compile(r"w[0-9]+w")


class Line:
    """A project or a task, with its words and those of its notes."""

    def __init__(self, rng, words, kind, depth, above):
        self.kind, self.depth, self.above = kind, depth, above
        self.title, self.notes = words(), [words() for _ in range(rng.choice((0, 0, 1, 2)))]
        self.tags, self.payload = [words() for _ in range(rng.choice((0, 0, 1)))], None
        self.marked = kind == "task" and rng.random() < 0.4
        self.private = rng.random() < 0.12
        self.place = words() if kind == "task" and rng.random() < 0.2 else None
        if kind == "task" and rng.random() < 0.3:
            self.payload = (words(), words())
        self.day = rng.randint(1, 28) if kind == "task" and rng.random() < 0.7 else None
        self.is_range = self.day is not None and rng.random() < 0.3
        self.done = kind == "task" and rng.random() < 0.2
        self.half = False

    def text(self):
        tags = "".join(f" @{tag}" for tag in self.tags)
        if self.marked:
            tags += " @phone"
        if self.private:
            tags += " @class(private)"
        if self.place:
            tags += f" @location({self.place})"
        if self.payload:
            tags += f" @{self.payload[0]}({self.payload[1]})"
        if self.day:
            date = f"2026-12-{self.day:02}"
            if self.half:
                tags += " @due(2026-1"
            else:
                tags += f" @due({date} 09:00 - 10:00)" if self.is_range else f" @due({date})"
        if self.done:
            tags += " @done(2026-11-01)"
        start = "\t" * self.depth
        line = start + (f"{self.title}:" if self.kind == "project" else f"- {self.title}") + tags
        return "\n".join([line] + [f"{start}\t{note}" for note in self.notes]) + "\n"

    def chain(self):
        return [self] + (self.above.chain() if self.above else [])

    def projects(self):
        """The projects that contain it, the nearest first."""
        return [line for line in self.chain()[1:] if line.kind == "project"]

    def is_private(self):
        return any(line.private for line in self.chain())


def outline(rng):
    """Some lines in which each word occurs once."""
    number = iter(range(10_000))
    used = rng.sample(range(100, 99_999), 400)
    words = lambda: f"w{used[next(number)]}w"
    lines, open_lines = [], []
    for _ in range(rng.randint(3, 16)):
        depth = rng.randint(0, len(open_lines))
        open_lines = open_lines[:depth]
        above = open_lines[-1] if open_lines else None
        kind = "project" if rng.random() < 0.35 else "task"
        line = Line(rng, words, kind, depth, above)
        lines.append(line)
        open_lines.append(line)
    return lines


class Choice:
    """The options of a run, and the lines that they choose."""

    def __init__(self, rng, lines):
        self.options, self.rules, self.is_part, self.hints = [], [], True, set()
        projects = [line for line in lines if line.kind == "project"]
        kind = rng.choice(("tag", "where", "project", "event", "to", "done", "undated", "all", "plain"))
        if kind in ("tag", "where"):
            self.options += ["--tag", "phone"] if kind == "tag" else ["--where", "@phone"]
            self.rules.append(lambda line: line.marked)
        elif kind == "project" and projects:
            name = rng.choice(projects).title
            self.options += ["--project", name]
            self.rules.append(lambda line: any(above.title == name for above in line.projects()))
        elif kind == "to":
            day = rng.randint(1, 28)
            self.options += ["--to", f"2026-12-{day:02}"]
            self.rules.append(lambda line: line.day is None or line.half or line.day <= day)
        elif kind == "done":
            self.options += ["--done", "exclude"]
            # Open tasks below a done task stay open.
            self.rules.append(lambda line: not line.done)
        elif kind == "undated":
            self.options += ["--undated", "skip"]
            self.rules.append(lambda line: line.day is not None)
        elif kind == "plain":
            self.options.append("--plain")
        else:
            self.is_part = False
        if kind in ("to", "done", "undated"):
            self.hints = {"X-DUECAL-LINE", "X-DUECAL-PATH"}
        if kind == "event" or (self.is_part and rng.random() < 0.3):
            self.is_part, self.hints = True, set()
            self.options += ["--as", "event"]
            self.rules.append(lambda line: line.day is not None)
        elif rng.random() < 0.2:
            self.options += ["--as", "both"]

    def chooses(self, line):
        return line.kind == "task" and not line.is_private() and all(rule(line) for rule in self.rules)

    def allowed(self, line):
        """The words that a chosen line may put into the feed."""
        words = {line.title, *line.tags, *line.notes} | ({line.place} if line.place else set())
        if line.payload:
            words.add(line.payload[0])
        shown = [project for project in line.projects() if not project.is_private()]
        words |= {project.title for project in shown[:1]}
        if line.half or self.hints:
            words |= set(line.payload or ())  # in the hint, or in the title before an open tag
        if not self.is_part:
            words |= set(line.payload or ())
            for project in shown:
                words |= {project.title, *project.tags, *project.notes}
        return words

    def allowed_words(self, lines):
        allowed = set()
        for line in lines:
            if self.chooses(line):
                allowed |= self.allowed(line)
        if not self.is_part:
            for project in lines:
                is_empty = not any(project in line.chain()[1:] and line.kind == "task" for line in lines)
                if project.kind == "project" and is_empty and not project.is_private():
                    allowed |= {project.title, *project.tags, *project.notes}
        return allowed


class World:
    """A folder with a task file, a feed and a state."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.tasks, self.feed = f"{folder}/t.taskpaper", f"{folder}/f.ics"
        self.home = f"{folder}/home"
        self.state = f"{self.home}/state/duecal/state.sqlite"

    def write(self, lines):
        with open(self.tasks, "w", encoding="utf-8") as file:
            file.write("".join(line.text() for line in lines))

    def export(self, *options, **person):
        world = {"PATH": "/usr/bin:/bin", "HOME": self.home, "XDG_STATE_HOME": f"{self.home}/state"}
        command = [self.binary, "export", self.tasks, "--zone", "UTC", "-o", self.feed, "--allow-empty"]
        run = subprocess.run([*command, *options], env=world, capture_output=True, text=True, check=False, **person)
        if run.returncode not in (0, 1, 4):
            raise SystemExit(f"{options}: status {run.returncode}: {run.stderr}")
        return run

    def bytes(self, path):
        if not os.path.exists(path):
            return b""
        with open(path, "rb") as file:
            return file.read()

    def text(self):
        return self.bytes(self.feed).decode().replace("\r\n ", "")

    def forget(self):
        shutil.rmtree(f"{self.home}/state", ignore_errors=True)


def change(rng, lines):
    """Changes lines: they become private, lose a mark, get a half-typed date, or become complete again."""
    for line in lines:
        if line.kind == "task" and rng.random() < 0.25:
            act = rng.choice(("half", "whole", "private", "marked", "done"))
            if act in ("half", "whole"):
                line.half = act == "half"
            else:
                setattr(line, act, not getattr(line, act))


def check(world, seed):
    """Checks one outline, and returns the number of runs."""
    rng = random.Random(seed)
    lines = outline(rng)
    world.write(lines)
    world.export()
    for step in range(3):
        if step:
            change(rng, lines)
            world.write(lines)
        choice = Choice(rng, lines)
        if rng.random() < 0.15:
            world.forget()
        if world.export(*choice.options).returncode == 4:
            continue
        text = world.text()
        leaked = set(WORD.findall(text)) - choice.allowed_words(lines)
        if leaked:
            raise SystemExit(f"seed {seed}, step {step}: {choice.options} publishes {leaked}\n{text}")
        hints = set(re.findall(r"^X-DUECAL-[A-Z]+", text, re.MULTILINE))
        if choice.is_part and not hints <= choice.hints:
            raise SystemExit(f"seed {seed}, step {step}: {choice.options} publishes hints\n{text}")
        again(world, choice, f"seed {seed}, step {step}: {choice.options}")
    return 7


def again(world, choice, subject):
    """The same files give the same feed, and a run for an unchanged feed does not write the state."""
    before = (world.bytes(world.feed), world.bytes(world.state))
    world.export(*choice.options, "-q")
    if before != (world.bytes(world.feed), world.bytes(world.state)):
        raise SystemExit(f"{subject}: a second run differs")


def names(text):
    """The UID of each title."""
    return dict(zip(re.findall(r"SUMMARY:(.*)\r", text), re.findall(r"\nUID:(.*)\r", text)))


def check_old_state(world):
    """A state of version 0.1 is read unchanged, and gets its new tables only when something is written."""
    with open(world.tasks, "w", encoding="utf-8") as file:
        file.write("Work:\n\t- Call Ann @phone @due(2026-12-01)\n\t- Pay @x(secret)\n")
    world.export("--tag", "phone")
    with sqlite3.connect(world.state) as state:
        for table in ("feedItem", "feed"):
            state.execute(f"DROP TABLE {table}")
        state.execute("DELETE FROM grdb_migrations WHERE identifier = '3'")
        state.commit()
        state.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    state.close()
    old = world.bytes(world.state)
    before = names(world.text())
    world.export("--tag", "phone", "--dry-run")
    assert world.bytes(world.state) == old, "a dry run writes no state"
    world.export("--tag", "phone")
    assert names(world.text()) == before, "an old state changes no UID"
    with sqlite3.connect(world.state) as state:
        assert state.execute("SELECT count(*) FROM feedItem").fetchone() == (1,), "the new table is filled"
        state.execute("UPDATE feedItem SET line = x'ff00', key = 7")
    state.close()
    assert world.export("--tag", "phone").returncode == 0, "values of another type are no notes"
    assert names(world.text()) == before


def check_no_state(world):
    """If the state folder cannot be created, the export works, and warns unless it is quiet."""
    world.forget()
    os.makedirs(world.home, exist_ok=True)
    with open(f"{world.home}/state", "w", encoding="utf-8"):
        pass
    run = world.export("--tag", "phone")
    assert run.returncode == 0 and run.stderr.count("not remembered") == 1, run.stderr
    assert world.export("--tag", "phone", "-q").stderr == ""
    os.remove(f"{world.home}/state")


def retype(world, body, title):
    """Exports a file with a line of this title, and returns the UID of each title."""
    with open(world.tasks, "w", encoding="utf-8") as file:
        file.write(body.format(title))
    world.export("--tag", "phone", "-q")
    return names(world.text())


def check_read_only_state(world):
    """If the database of the state cannot be written, the export uses its contents, and warns that nothing new is recorded."""
    world.forget()
    body = "Work:\n\t- {} @phone @due(2026-12-01) @x(1)\n\t- Other @phone @due(2026-12-02)\n"
    first, kept = retype(world, body, "Call Ann")["Call Ann"], world.bytes(world.state)
    with open(world.tasks, "w", encoding="utf-8") as file:
        file.write(body.format("Ring up the doctor"))
    with read_only(world.folder, os.path.dirname(world.state)) as person:
        run = world.export("--tag", "phone", **person)
        assert run.returncode == 0 and run.stderr.count("not remembered") == 1, run.stderr
        quiet = world.export("--tag", "phone", "-q", **person)
        assert (quiet.returncode, quiet.stderr) == (0, ""), quiet.stderr
    assert names(world.text())["Ring up the doctor"] == first, "a retyped line keeps its name"
    assert world.bytes(world.state) == kept, "nothing is written"


@contextlib.contextmanager
def read_only(folder, state):
    """Makes a state folder read-only. Yields the user who runs the command, because root may write everywhere."""
    person = {}
    if os.geteuid() == 0:
        person = {"user": 65534, "group": 65534, "extra_groups": []}
        os.chmod(os.path.dirname(folder), 0o755)
        for above, folders, files in os.walk(folder):
            for path in [above, *(os.path.join(above, name) for name in folders + files)]:
                os.chown(path, 65534, 65534)
    paths = [state, *(entry.path for entry in os.scandir(state))]
    for path in paths:
        os.chmod(path, 0o500 if os.path.isdir(path) else 0o400)
    try:
        yield person
    finally:
        for path in paths:
            if os.path.exists(path):
                os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)


def check_identity(world):
    """If everything but the tags of a line changes, it is still the same item, because the state has the tags."""
    world.forget()
    body = "Work:\n\t- {} @phone @due(2026-12-01) @x(1)\n\t- Other @phone @due(2026-12-02)\n"
    first = retype(world, body, "Call Ann")["Call Ann"]
    found = retype(world, body, "Ring up the doctor")
    assert found["Ring up the doctor"] == first, "a retyped line keeps its name"
    shutil.copy(world.feed, f"{world.folder}/g.ics")
    moved = World(world.binary, world.folder)
    moved.feed = f"{world.folder}/g.ics"
    moved.export("--tag", "phone", "-q")
    assert names(moved.text()) == found, "a copied feed keeps its names by itself"


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        runs = 0
        for seed in range(first, first + count):
            place = f"{folder}/{seed}"
            os.makedirs(place)
            runs += check(World(binary, place), seed)
            shutil.rmtree(place)
        place = f"{folder}/world"
        os.makedirs(place)
        world = World(binary, place)
        for step in (check_old_state, check_no_state, check_read_only_state, check_identity):
            step(world)
    print(f"privacy: {count} outlines, {runs} runs, no word of a line that is left out")


if __name__ == "__main__":
    main()
