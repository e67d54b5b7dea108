"""vdirsyncer, and khal and todoman on what it fetched."""
import datetime
import json
import os
import pathlib
import subprocess
import sys

import icalendar

from world import KHAL_LOCALE, ZONE, Item

BIN = pathlib.Path(sys.executable).parent


class Vdir:
    """A folder that vdirsyncer keeps as the feed is."""

    def __init__(self, folder, url):
        self.folder = pathlib.Path(folder, "vdir")
        self.items = self.folder / "items"
        self.folder.mkdir()
        self.write("vdirsyncer", f"""
[general]
status_path = "{self.folder}/status"
[pair tasks]
a = "feed"
b = "local"
collections = null
conflict_resolution = "a wins"
[storage feed]
type = "http"
url = "{url}"
[storage local]
type = "filesystem"
path = "{self.items}"
fileext = ".ics"
""")
        self.write("khal", f"""
[calendars]
[[tasks]]
path = {self.items}
{KHAL_LOCALE}
[sqlite]
path = {self.folder}/khal.db
""")
        self.write("todoman.py", f'path = "{self.folder}/items"\ncache_path = "{self.folder}/todo.db"\n'
                              'date_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n')

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def run(self, program, *arguments, **options):
        environment = {**os.environ, "TZ": ZONE, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        done = subprocess.run([BIN / program, *arguments], env=environment, capture_output=True, text=True,
                              timeout=120, **options)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def sync(self):
        if not self.items.exists():
            self.run("vdirsyncer", "-c", self.folder / "vdirsyncer", "discover", input="y\n")
        self.run("vdirsyncer", "-c", self.folder / "vdirsyncer", "sync")

    def components(self):
        """The texts of the items by UID."""
        texts = [file.read_text() for file in sorted(self.items.glob("*.ics"))]
        return {str(next(iter(icalendar.Calendar.from_ical(text).walk(select=is_item)))["UID"]): text
                for text in texts}

    def khal(self):
        """The events, each with all its beginnings, as khal lists them: an array for each day."""
        fields = ["title", "start-long-full", "end-long-full", "all-day", "description", "uid"]
        output = self.run("khal", "-c", self.folder / "khal", "list", "--notstarted",
                          *(part for field in fields for part in ("--json", field)), "2026-11-01", "400d")
        events = {}
        for record in (record for line in output.splitlines() for record in json.loads(line)):
            parse = day if record["all-day"] == "True" else moment
            begin = parse(record["start-long-full"])
            item = events.setdefault(record["uid"], Item(
                record["title"], "event", begin=begin, end=parse(record["end-long-full"]),
                notes=record["description"], state=None, priority=None, series=[]))
            if begin not in item.series:
                item.series.append(begin)
        return list(events.values())

    def todoman(self):
        """The to-dos, as todoman lists them."""
        listed = json.loads(self.run("todo", "--config", self.folder / "todoman.py", "--porcelain", "list",
                                     "--status", "ANY"))
        statuses = self.statuses()
        return [Item(todo["summary"], "todo", due=self.due(todo), notes=todo["description"],
                     state=statuses[todo["summary"]], priority=todo["priority"]) for todo in listed]

    def statuses(self):
        """What each status filter of todoman lists."""
        names = {"NEEDS-ACTION": "open", "IN-PROCESS": "open", "COMPLETED": "done", "CANCELLED": "off"}
        found = {}
        for status, state in names.items():
            listed = self.run("todo", "--config", self.folder / "todoman.py", "--porcelain", "list", "--status",
                              status)
            found |= {todo["summary"]: state for todo in json.loads(listed)}
        return found

    @staticmethod
    def due(todo):
        """A day is a midnight of here to todoman's JSON."""
        if todo["due"] is None:
            return None
        found = datetime.datetime.fromtimestamp(todo["due"], datetime.timezone.utc)
        is_midnight = (found.hour, found.minute) == (23, 0) and found.month in (11, 12, 1)
        return (found + datetime.timedelta(hours=1)).date() if is_midnight else found


def is_item(component):
    return component.name in ("VEVENT", "VTODO")


def day(text):
    return datetime.date.fromisoformat(text.split()[0])


def moment(text):
    """A reading of the clock here; of an hour that comes twice khal does not say which."""
    from zoneinfo import ZoneInfo
    local = datetime.datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(ZONE))
    return local.astimezone(datetime.timezone.utc)
