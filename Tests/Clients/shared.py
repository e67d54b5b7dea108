#!/usr/bin/env python3
"""Lets khal, todoman, vdirsyncer and us write the same folder in turn: see `make test-clients`.

Usage: shared.py CHECKS      (the path of duecal-checks)
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from world import KHAL_LOCALE, ZONE

BIN = pathlib.Path(sys.executable).parent
KEPT = "X-OTHER;X-PARAM=\"a;b\":kept"


class Shared:
    """A folder with one list, which vdirsyncer keeps as a second one is."""

    def __init__(self, folder, checks):
        self.folder, self.checks = pathlib.Path(folder), os.path.abspath(checks)
        self.home = self.folder / "vdir" / "home"
        self.home.mkdir(parents=True)
        self.write("khal", f"""
[calendars]
[[home]]
path = {self.home}
{KHAL_LOCALE}
[sqlite]
path = {self.folder}/khal.db
""")
        self.write("todoman.py", f'path = "{self.folder}/vdir/*"\ncache_path = "{self.folder}/todo.db"\n'
                              'date_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "home"\n')
        self.write("vdirsyncer", f"""
[general]
status_path = "{self.folder}/status"
[pair folders]
a = "mine"
b = "other"
collections = ["home"]
[storage mine]
type = "filesystem"
path = "{self.folder}/vdir"
fileext = ".ics"
[storage other]
type = "filesystem"
path = "{self.folder}/other"
fileext = ".ics"
""")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def run(self, program, *arguments, **options):
        environment = {**os.environ, "TZ": ZONE, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, timeout=120,
                              **options)
        if done.returncode:
            raise RuntimeError(f"{program} {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def ours(self, *words):
        return self.run(self.checks, "folder", str(self.folder / "vdir"), *words)

    def items(self):
        """Title and status by UID, as we see them."""
        lines = [line.split("\t") for line in self.ours("list").splitlines()]
        return {uid: (title, status) for _, uid, title, _, status in lines}

    def todo(self, *arguments):
        return self.run(BIN / "todo", "--config", self.folder / "todoman.py", *arguments)

    def khal(self, *arguments):
        return self.run(BIN / "khal", "-c", self.folder / "khal", *arguments)

    def sync(self):
        for command in (["discover"], ["sync"]):
            self.run(BIN / "vdirsyncer", "-c", self.folder / "vdirsyncer", *command, input="y\n" * 9)


def expect(is_right, sentence):
    if not is_right:
        sys.exit(f"shared folder: {sentence}")


def main():
    with tempfile.TemporaryDirectory(prefix="duecal-") as folder:
        shared = Shared(folder, sys.argv[1])
        shared.ours("add", "reminder", "task@x", "Water the plants", "2026-12-03")
        shared.ours("add", "event", "event@x", "Dentist", "2026-12-04 09:00-10:00")
        expect("Water the plants" in shared.todo("list"), "todoman does not see a task")
        expect("Dentist" in shared.khal("list", "2026-12-04", "2026-12-05"), "khal does not see an event")
        shared.todo("new", "-l", "home", "From todoman")
        shared.khal("new", "-a", "home", "2026-12-05", "10:00", "11:00", "From khal")
        shared.todo("done", "1")
        seen = shared.items()
        titles = {title for title, _ in seen.values()}
        expect(titles == {"Water the plants", "Dentist", "From todoman", "From khal"}, f"we see {titles}")
        expect([status for _, status in seen.values()].count("COMPLETED") == 1, f"what todoman did is {seen}")
        foreign = next(file for file in shared.home.glob("*.ics") if "From khal" in file.read_text())
        foreign.write_bytes(foreign.read_bytes().replace(b"SUMMARY:", KEPT.encode() + b"\r\nSUMMARY:"))
        before = foreign.read_bytes()
        uid = next(uid for uid, (title, _) in shared.items().items() if title == "From khal")
        shared.ours("rename", uid, "Ours now")
        after = foreign.read_bytes()
        moved = (b"SUMMARY", b"LAST-MODIFIED", b"DTSTAMP")
        expect([line for line in before.split(b"\r\n") if not line.startswith(moved)]
               == [line for line in after.split(b"\r\n") if not line.startswith(moved)], "a line of khal's moved")
        expect("Ours now" in shared.khal("list", "2026-12-05", "2026-12-06"), "khal does not see our change")
        shared.sync()
        other = {file.name: file.read_bytes() for file in (shared.folder / "other" / "home").glob("*.ics")}
        mine = {file.name: file.read_bytes() for file in shared.home.glob("*.ics")}
        expect(len(other) == 4 and sorted(other.values()) == sorted(mine.values()), "vdirsyncer's copy is another")
        shared.ours("remove", "event@x")
        shared.sync()
        left = len(list((shared.folder / "other" / "home").glob("*.ics")))
        expect(left == 3, f"vdirsyncer has {left} items after one was removed")
    print("shared folder: khal, todoman, vdirsyncer and we read and wrote the same 4 items, none lost or doubled")


main()
