"""Thunderbird without a window, and what it then has in its calendar's cache."""
import datetime
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time

from world import ZONE, Item

CALENDAR = "calendar.registry.11111111-1111-4111-8111-111111111111"
# Flags of a row, from Thunderbird's CalStorageCalendar.
IS_ALL_DAY = 8
STATES = {None: "open", "NEEDS-ACTION": "open", "IN-PROCESS": "open", "COMPLETED": "done",
          "CANCELLED": "off", "CONFIRMED": "open"}


def preferences(url):
    values = {
        f"{CALENDAR}.name": "Tasks", f"{CALENDAR}.type": "ics", f"{CALENDAR}.uri": url,
        f"{CALENDAR}.cache.enabled": True, f"{CALENDAR}.readOnly": True,
        f"{CALENDAR}.calendar-main-in-composite": True, f"{CALENDAR}.refreshInterval": "1",
        "calendar.registry.sortOrder": CALENDAR.split(".")[-1], "calendar.timezone.local": ZONE,
        "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
        "mail.provider.suppress_dialog_on_startup": True, "mailnews.start_page.enabled": False,
        "mail.spotlight.firstRunDone": True, "mail.rights.version": 1,
        "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    }
    return "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in values.items())


class Thunderbird:
    """A profile that subscribes to the feed."""

    def __init__(self, folder, url, server):
        self.server = server
        self.home = pathlib.Path(folder, "thunderbird")
        self.profile = self.home / "profile"
        self.profile.mkdir(parents=True)
        (self.profile / "user.js").write_text(preferences(url))
        self.fetch()

    def fetch(self, times=1):
        """Runs until it asked for the feed this often (it does so once a minute), and took it in.

        It ends then, because its cache is locked as long as it runs.
        """
        self.server.asked()
        environment = {**os.environ, "HOME": str(self.home), "TZ": ZONE, "MOZ_HEADLESS": "1"}
        with open(self.home / "output", "w") as output:
            process = subprocess.Popen(
                ["dbus-run-session", "--", "timeout", "-k", "5", "150", "thunderbird", "--headless",
                 "--profile", self.profile, "--no-remote", "-calendar"],
                env=environment, stdout=output, stderr=output)
            for _ in range(120):
                time.sleep(1)
                if len(self.answers()) >= times:
                    break
            self.wait_for_cache()
            self.end(process)

    def answers(self):
        """The statuses that it was answered with."""
        lines = self.server.requests.read_text().splitlines()
        return [int(line.split()[0]) for line in lines if "Thunderbird" in line]

    def wait_for_cache(self):
        """Waits until the cache stays as it is for five seconds."""
        quiet, before = 0, None
        for _ in range(60):
            found = [(f.name, f.stat().st_size, f.stat().st_mtime_ns)
                     for f in sorted((self.profile / "calendar-data").glob("cache.sqlite*"))]
            quiet = quiet + 1 if found == before and found else 0
            if quiet == 5:
                return
            before = found
            time.sleep(1)

    @staticmethod
    def end(process):
        """Ends what was started here: `timeout` hands the signal on."""
        children = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)],
                                  capture_output=True, text=True).stdout
        for line in children.splitlines():
            number, name = line.split()
            if name == "timeout":
                os.kill(int(number), 15)
        process.wait(timeout=60)

    def rows(self, table):
        copy = self.home / "copy.sqlite"
        for ending in ("", "-wal", "-shm"):
            source = self.profile / "calendar-data" / f"cache.sqlite{ending}"
            if source.exists():
                shutil.copy(source, f"{copy}{ending}")
        connection = sqlite3.connect(copy)
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(f"select * from {table}")]
        connection.close()
        return rows

    def items(self):
        notes = {row["item_id"]: row["value"] for row in self.rows("cal_properties")
                 if row["key"] == "DESCRIPTION"}
        events = [self.item(row, "event", notes, begin="event_start", end="event_end")
                  for row in self.rows("cal_events")]
        return events + [self.item(row, "todo", notes, due="todo_due") for row in self.rows("cal_todos")]

    @staticmethod
    def item(row, kind, notes, **times):
        item = Item(row["title"], kind, notes=notes.get(row["id"]) or "",
                    state=STATES[row["ical_status"]], priority=row["priority"] or 0)
        for field, column in times.items():
            if row[column] is None:
                continue
            moment = datetime.datetime.fromtimestamp(row[column] / 1e6, datetime.timezone.utc)
            if row["flags"] & IS_ALL_DAY:
                moment = moment.date() - datetime.timedelta(days=field == "end")
            setattr(item, field, moment)
        return item

    def components(self):
        """All that the cache has of each item."""
        found = {}
        for table, key in (("cal_events", "id"), ("cal_todos", "id"), ("cal_properties", "item_id"),
                           ("cal_recurrence", "item_id"), ("cal_alarms", "item_id")):
            for row in self.rows(table):
                found.setdefault(row[key], []).append(str(row))
        return {uid: sorted(rows) for uid, rows in found.items()}
