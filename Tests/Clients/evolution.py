"""evolution-data-server, which GNOME Calendar, Evolution and Endeavour show."""
import datetime
import json
import os
import pathlib
import subprocess

from world import ZONE, Item

STATES = {None: "open", "NEEDS-ACTION": "open", "IN-PROCESS": "open", "COMPLETED": "done",
          "CANCELLED": "off", "CONFIRMED": "open"}


class Evolution:
    """A session with two subscriptions to the feed: its events, and its tasks."""

    def __init__(self, folder, url):
        home = pathlib.Path(folder, "evolution")
        places = {f"XDG_{name}": str(home / name)
                  for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for place in places.values():
            os.makedirs(place, mode=0o700)
        environment = {**os.environ, **places, "HOME": str(home), "TZ": ZONE, "GSETTINGS_BACKEND": "memory"}
        program = pathlib.Path(__file__).with_name("eds_session.py")
        self.errors = open(home / "errors", "w+")
        self.process = subprocess.Popen(
            ["timeout", "-k", "5", "120", "dbus-run-session", "--", "/usr/bin/python3", program, url],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            self.errors.seek(0)
            raise RuntimeError("evolution-data-server: " + self.errors.read()[-2000:])
        self.state = json.loads(line)

    def fetch(self):
        """Presses Refresh until something is different, and once more.

        The calendar's process takes a new feed in after it said that it was refreshed.
        """
        before = self.components()
        for _ in range(5):
            self.refresh()
            if self.components() != before:
                break
        self.refresh()

    def refresh(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.read()

    def components(self):
        return {item["uid"]: item["text"] for item in self.state["items"]}

    def items(self):
        return [self.item(found) for found in self.state["items"]]

    def item(self, found):
        item = Item(found["title"], found["kind"], due=value(found["due"]), notes=found["notes"] or "",
                    state=STATES[found["status"]], priority=int(found["priority"] or 0))
        if item.kind == "event":
            item.begin, item.end = value(found["begin"]), value(found["end"])
            if not isinstance(item.end, datetime.datetime):
                item.end -= datetime.timedelta(days=1)
            item.series = [value(begin) for uid, begin, _ in self.state["series"] if uid == found["uid"]]
        return item

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def value(found):
    """A day, or a moment."""
    if isinstance(found, int):
        return datetime.datetime.fromtimestamp(found, datetime.timezone.utc)
    return datetime.date.fromisoformat(found) if found else None
