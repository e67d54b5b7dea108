#!/usr/bin/env python3
"""vdirsyncer with todoman and khal against `duecal serve`: from the bare address to each line of the task files.

Usage: todoman_and_khal.py [TRIAL]...     (DUECAL_NET is the path of duecal-net; the Python that runs this has the clients)
"""
import json
import pathlib
import subprocess
import sys

from served import PASSWORD, USER, ZONE, Fault, Served, Watched, changed_lines, environment, expect, main, plain
from tasks_served import CALLED, DONE, DUE, EVENTS, FILES, OURS, READ, RENT, SOIL, TODOS, WATERED

BIN = pathlib.Path(sys.executable).parent
SETTINGS = """[general]
status_path = "{folder}/status"
[pair tasks]
a = "server"
b = "folder"
collections = ["from a", "from b"]
metadata = ["displayname", "color"]
[storage server]
type = "caldav"
url = "{url}"
username = "{user}"
password = "{password}"
[storage folder]
type = "filesystem"
path = "{folder}/vdir"
fileext = ".ics"
"""
KHAL = """[calendars]
[[all]]
path = {folder}/vdir/*
type = discover
[default]
default_calendar = {calendar}
[locale]
local_timezone = {zone}
default_timezone = {zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = {folder}/khal.db
"""


class Desk:
    """A folder that vdirsyncer keeps as the server is, with todoman and khal on it."""

    def __init__(self, served):
        self.served, self.folder = served, served.folder / "desk"
        (self.folder / "vdir").mkdir(parents=True)
        self.write("vdirsyncer", SETTINGS.format(folder=self.folder, url=served.url, user=USER, password=PASSWORD))
        self.run("vdirsyncer", "-c", self.folder / "vdirsyncer", "discover", told="y\n" * 20)
        self.sync()
        lists = served.lists()
        self.todos, self.events = (self.names(lists, kind) for kind in ("VTODO", "VEVENT"))
        self.write("todoman.py", f'path = "{self.folder}/vdir/*"\ncache_path = "{self.folder}/todo.db"\n'
                   f'date_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "home"\ndefault_due = 0\n')
        self.write("khal", KHAL.format(folder=self.folder, zone=ZONE, calendar=self.events["home"]))

    @staticmethod
    def names(lists, wanted):
        return {title: path.rstrip("/").split("/")[-1] for (title, kind), path in lists.items() if kind == wanted}

    def write(self, name, text): (self.folder / name).write_text(text)

    def run(self, program, *words, told=""):
        done = subprocess.run([BIN / program, *words], env=environment(HOME=self.folder), input=told, capture_output=True,
                              text=True, timeout=120, check=False)
        if done.returncode:
            raise Fault(f"{program} {' '.join(map(str, words[-3:]))}: {(done.stdout + done.stderr).strip()[-800:]}")
        return done.stdout

    def sync(self): return self.run("vdirsyncer", "-c", self.folder / "vdirsyncer", "sync")

    def todo(self, *words, told=""): return self.run("todo", "--config", self.folder / "todoman.py", *words, told=told)

    def khal(self, *words, told=""): return self.run("khal", "-c", self.folder / "khal", *words, told=told)

    def listed(self): return json.loads(self.todo("--porcelain", "list", "--status", "ANY"))

    def titles(self, name="home"): return sorted(todo["summary"] for todo in self.listed() if todo["list"] == name)

    def number(self, title): return str(next(todo["id"] for todo in self.listed() if todo["summary"] == title))


def todoman():
    """Each thing that todoman can do."""
    with Served(FILES) as served:
        desk, home = Desk(served), Watched(served)
        work = Watched(served, "work.taskpaper")
        expect(desk.titles() == TODOS, f"todoman shows {desk.titles()}")

        def after(step, *lines):
            desk.sync()
            home.expect(step, *lines)

        after("nothing")
        desk.todo("new", "--list", "home", "--due", "2026-12-15 10:00", "From todoman")
        after("create", plain("+", "- From todoman @due(2026-12-15 10:00)"))
        desk.todo("done", desk.number(WATERED))
        after("complete", plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
              plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
        desk.todo("edit", desk.number(CALLED), "--due", f"{DUE:%Y-%m-%d %H:%M}")
        line = '\t- Call Ann, then; "Bob" @due({}) @remind(15m) @phone @priority(low)'
        after("put off", plain("-", line.format("2026-12-03 15:00")), plain("+", line.format("2026-12-20 16:00")))
        desk.todo("edit", desk.number(READ), "--priority", "high")
        after("rank", plain("-", "\t- Read the lease @due(2026-12-08) @tags(Home Office)"),
              plain("+", "\t- Read the lease @due(2026-12-08) @tags(Home Office) @priority(4)"))
        desk.todo("edit", desk.number(READ), "-r", told="Page 3 first")
        after("note", plain("+", "\t\tPage 3 first"))
        desk.todo("done", desk.number(RENT))
        after("complete an occurrence", plain("-", "\t- Pay rent @due(2026-12-04) @repeat(monthly)"),
              # It makes a new item of what is left of the series; the category of the project may stay as a tag.
              r"+\t?- Pay rent @due\(2027-01-04\) @repeat\(monthly\)( @Home)?",
              r"+\t- Pay rent @due\(2026-12-04\) " + DONE)
        desk.todo("move", "--list", "work", desk.number(SOIL))
        after("move", plain("-", "\t- Buy soil"), plain("-", "\t\ttwo bags"))
        # The category of its old project may stay as a tag.
        work.expect("move, there", r"+- Buy soil( @Home)?", plain("+", "\ttwo bags"))
        desk.todo("delete", "--yes", desk.number("From todoman"))
        after("delete", plain("-", "- From todoman @due(2026-12-15 10:00)"))
        shows_what_we_change(desk, home)
        after("nothing at the end")


def khal():
    """Each thing that khal can do."""
    with Served(FILES) as served:
        desk, home = Desk(served), Watched(served)
        seen = desk.khal("list", "2026-12-04", "2026-12-06")
        expect(all(title in seen for title in EVENTS), f"khal shows {seen!r}")

        def after(step, *lines):
            desk.sync()
            home.expect(step, *lines)

        desk.khal("new", "2026-12-16", "10:00", "11:00", "From khal")
        after("create", plain("+", "- From khal @due(2026-12-16 10:00 - 11:00)"))
        desk.khal("new", "--repeat", "weekly", "--until", "2027-01-20", "2026-12-17", "12:00", "12:30", "Weekly")
        after("repeat", r"+- Weekly @due\(2026-12-17 12:00 - 12:30\) @repeat\(.*WEEKLY.*\)")
        desk.khal("edit", "From khal", told="s\nFrom khal, other\nl\nBerlin\nd\nBring the plan\nn\n")
        after("edit", plain("-", "- From khal @due(2026-12-16 10:00 - 11:00)"),
              plain("+", "- From khal, other @due(2026-12-16 10:00 - 11:00) @location(Berlin)"), plain("+", "\tBring the plan"))
        desk.khal("edit", "Dentist", told="D\ny\n")
        after("delete", plain("-", "\t- Dentist @due(2026-12-04 09:00 - 09:30)"))
        home.edit("From khal, other @due(2026-12-16 10:00", "Ours @due(2026-12-16 09:00")
        desk.sync()
        seen = desk.khal("list", "2026-12-16", "2026-12-17")
        expect("09:00-11:00 Ours" in seen, f"khal does not show our change, but {seen!r}")
        after("nothing at the end")


def a_new_list():
    """vdirsyncer makes a list that is only in the folder, without a slash at the end."""
    with Served(FILES) as served:
        desk = Desk(served)
        (desk.folder / "vdir" / "fresh").mkdir()
        desk.run("vdirsyncer", "-c", desk.folder / "vdirsyncer", "discover", told="y\n" * 20)
        desk.sync()
        desk.todo("new", "--list", "fresh", "In a new list")
        desk.sync()
        text = served.text("fresh.taskpaper")
        expect("\t- In a new list" in text or "- In a new list" in text.split("\n"), f"the file is {text!r}")


def shows_what_we_change(desk, home):
    for old, new in OURS:
        home.edit(old, new)
    desk.sync()
    titles = desk.titles()
    expect("Read the whole lease" in titles and "Drafts" in titles, f"todoman does not show our changes, but {titles}")


if __name__ == "__main__":
    main("todoman and khal", todoman, khal, a_new_list)
