#!/usr/bin/env python3
"""Syncs task files with a Radicale on loopback, lets other programs change tasks there, and looks at what the next sync writes.

Usage: synced.py DUECAL-NET [todoman|evolution|thunderbird]...          (`sync` installs the programs and runs this)

Each program completes a task, puts one off, and gives one a note. After the next sync the task files may differ in exactly
these lines, and every item that the program did not touch is on the server byte for byte as it was. Then two lines are
changed in the file, and the program must show that. A sync with nothing to do must write nothing and print nothing.
"""
import datetime
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from changers import Evolution, ThunderbirdTasks, Todoman
from running import PYPI, Process, Server, free_port, subfolder
from texts import changed_names
from world import ZONE

PROGRAMS = {"todoman": Todoman, "evolution": Evolution, "thunderbird": ThunderbirdTasks}
NAMES = {"todoman": "todoman", "evolution": "evolution-data-server", "thunderbird": "Thunderbird"}
SOURCE = """Home:
	- Call Ann, then; "Bob" @due(2026-12-03 15:00) @remind(15m) @phone @priority(low)
		about the sink: a\\b 漢字 🎉
	- Water the plants @due(2026-12-05) @estimate(20m)
	- Pay rent @due(2026-12-01) @repeat(monthly)
	- Read the lease @due(2026-12-08) @tags(Home Office)
	- Ship it @due(2026-12-11 17:00) @priority(high)
		- Draft @due(2026-12-10)
	- Buy soil
		two bags

Garden:
	- Prune the roses @repeat(every 10 days after done) @due(2026-12-06)
	- Dentist @due(2026-12-04 09:00 - 09:30)
	- Paid already @done(2026-11-20)
"""
CALLED, WATERED, READ = 'Call Ann, then; "Bob"', "Water the plants", "Read the lease"
DUE = datetime.datetime(2026, 12, 20, 16, 0)
# What the file has after the program's changes; each line is matched as a whole.
CHANGED = [
    ("-", re.escape('\t- Call Ann, then; "Bob" @due(2026-12-03 15:00) @remind(15m) @phone @priority(low)')),
    ("+", re.escape('\t- Call Ann, then; "Bob" @due(2026-12-20 16:00) @remind(15m) @phone @priority(low)')),
    ("-", re.escape("\t- Water the plants @due(2026-12-05) @estimate(20m)")),
    ("+", re.escape("\t- Water the plants @due(2026-12-05) @estimate(20m) @done(") + r"[-0-9]{10} [:0-9]{5}\)"),
    ("+", re.escape("\t\tPage 3 first")),
]
OURS = [("Ship it @due(2026-12-11 17:00)", "Ship it all @due(2026-12-12 18:00)"), ("Buy soil", "Buy more soil")]


class Radicale:
    """A server that accepts every password, and none: evolution-data-server has nobody to ask for one here."""

    def __init__(self, folder):
        place = subfolder(folder, "radicale")
        port = free_port()
        self.data = place / "data" / "collection-root"
        process = Process([PYPI / "python", "-m", "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{port}",
                           "--auth-type", "none", "--storage-filesystem-folder", place / "data"], place, "radicale")
        self.server = Server("radicale", f"http://127.0.0.1:{port}/", "/", [process]).answering()
        self.base = f"http://127.0.0.1:{port}"
        for name in PROGRAMS:
            (self.data / name).mkdir(parents=True)

    def items(self, name):
        """The texts of the to-dos of an account, by title."""
        found = {}
        for file in (self.data / name).glob("*/*.ics"):
            text = file.read_bytes().decode()
            if "BEGIN:VTODO" in text:
                found[re.search("(?m)^SUMMARY:(.*?)\r?$", text)[1].replace("\\", "")] = text
        return found

    def url(self, name):
        """The address of the list with the to-dos."""
        folder = next(file.parent.name for file in (self.data / name).glob("*/*.ics") if "BEGIN:VTODO" in file.read_text())
        return f"{self.base}/{name}/{folder}/"

    def stop(self): self.server.stop()


class Notes:
    """A folder of task files that is synced with an account."""

    def __init__(self, duecal, folder, store):
        self.duecal, self.folder, self.store = duecal, folder, store
        self.path = folder / "notes" / "home.taskpaper"
        self.path.parent.mkdir()
        self.path.write_text(SOURCE)
        netrc = folder / ".netrc"
        netrc.write_text("machine 127.0.0.1 login anybody password any\n")
        netrc.chmod(0o600)

    def text(self): return self.path.read_text()

    def sync(self):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TZ": ZONE}
        done = subprocess.run([self.duecal, "sync", f"tasks:{self.path.parent}", self.store, "--zone", ZONE],
                              env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"sync: {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr


def lines_between(before, after):
    """The lines that differ, with their signs."""
    found = difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=0)
    return [(line[0], line[1:]) for line in found if line[0] in "-+" and line[:3] not in ("---", "+++")]


def faults_of_lines(found):
    """How the lines that differ are not those that should."""
    left = list(CHANGED)
    for sign, line in found:
        match = next((wish for wish in left if wish[0] == sign and re.fullmatch(wish[1], line)), None)
        if match is None:
            yield f"another line differs: {sign}{line}"
        else:
            left.remove(match)
    for sign, wish in left:
        yield f"a line does not differ as it should: {sign}{wish}"


def faults_with(name, duecal, server, folder):
    """There and back with one program."""
    notes = Notes(duecal, folder, f"caldav+{server.base}/{name}/")
    notes.sync()
    sent = server.items(name)
    program = PROGRAMS[name](folder, server.url(name), server)
    try:
        shown = program.titles()
        if shown != sorted(sent):
            yield f"shows {shown}, not {sorted(sent)}"
        program.complete(WATERED)
        program.put_off(CALLED, DUE)
        program.note(READ, "Page 3 first")
        program.sent()
        came = server.items(name)
        for title, text in sorted(came.items()):
            if text != sent.get(title):
                changes = changed_names(sent.get(title, ""), text)
                print(f"  {NAMES[name]} | {title} | {' | '.join(' '.join(names) or '-' for names in changes)}")
                if title not in (WATERED, CALLED, READ):
                    yield f"changes {title!r} on the server, which nobody touched"
        said = notes.sync()
        print("".join(f"  {line}\n" for line in said.splitlines()), end="")
        found = lines_between(SOURCE, notes.text())
        print("".join(f"    {sign}{line}\n" for sign, line in found), end="")
        yield from faults_of_lines(found)
        yield from faults_of_rest(notes)
        text = notes.text()
        for old, new in OURS:
            text = text.replace(old, new)
        notes.path.write_text(text)
        notes.sync()
        if notes.text() != text:
            yield f"a change of ours changes the file: {lines_between(text, notes.text())}"
        shown = program.titles()
        if not {"Ship it all", "Buy more soil"} <= set(shown) or len(shown) != len(sent):
            yield f"does not show our changes, but {shown}"
        yield from faults_of_rest(notes)
    finally:
        program.stop()


def faults_of_rest(notes):
    """A sync with nothing to do."""
    before, said = os.stat(notes.path), notes.sync()
    after = os.stat(notes.path)
    if said or (before.st_mtime_ns, before.st_ino) != (after.st_mtime_ns, after.st_ino):
        yield f"a sync with nothing to do says or writes something: {said}"


def main():
    duecal, names = os.path.abspath(sys.argv[1]), sys.argv[2:] or [*PROGRAMS]
    faults = []
    print("  who | task | lines changed | lines gone | lines new")
    with tempfile.TemporaryDirectory(prefix="duecal-") as name:
        folder = pathlib.Path(name)
        os.chmod(folder, 0o755)
        server = Radicale(folder)
        try:
            for name in names:
                begin, found = time.monotonic(), []
                try:
                    found += faults_with(name, duecal, server, subfolder(folder, f"trip-{name}"))
                except RuntimeError as error:
                    found.append(str(error))
                print(f"{NAMES[name]}: {'with faults' if found else 'only what it changed has changed'}, "
                      f"{time.monotonic() - begin:.0f} s", flush=True)
                faults += [f"{NAMES[name]}: {fault}" for fault in found]
        finally:
            server.stop()
    print("\n".join(faults) or "the task files have what other programs changed, and nothing else")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
