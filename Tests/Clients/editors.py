"""Programs that edit tasks: each shows them, gives one a priority, and completes one."""
import json
import os
import pathlib
import subprocess
import sys

import caldav
import icalendar

from world import ZONE

BIN = pathlib.Path(sys.executable).parent
CLOSED = ("COMPLETED", "CANCELLED")


class Todoman:
    """todoman, on a folder; 4 is what it calls high."""
    priority = 4

    def __init__(self, place):
        self.folder = place.path
        (self.folder / "config.py").write_text(
            f'path = "{self.folder}/*"\ncache_path = "{self.folder}/todo.db"\ndate_format = "%Y-%m-%d"\n'
            'time_format = "%H:%M"\ndefault_list = "home"\n')
        self.place = place

    def run(self, *words):
        environment = {**os.environ, "TZ": ZONE, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        done = subprocess.run([BIN / "todo", "--config", self.folder / "config.py", *words], env=environment, check=False,
                              capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise RuntimeError(f"todo {words}: {done.stdout}{done.stderr}")
        return done.stdout

    def listed(self, *words): return json.loads(self.run("--porcelain", "list", *words))

    def items(self):
        """It does not tell UIDs, but titles."""
        uids = {summary(text): uid for uid, text in self.place.texts().items()}
        still_open = {todo["id"] for todo in self.listed()}
        return {uids[todo["summary"]]: (todo["summary"], todo["id"] in still_open) for todo in self.listed("--status", "ANY")}

    def number(self, uid):
        title = summary(self.place.texts()[uid])
        return str(next(todo["id"] for todo in self.listed("--status", "ANY") if todo["summary"] == title))

    def rank(self, uid): self.run("edit", self.number(uid), "--priority", "high")

    def complete(self, uid): self.run("done", self.number(uid))

    def stop(self): pass


def summary(text):
    return next(str(todo["SUMMARY"]) for todo in icalendar.Calendar.from_ical(text).walk("VTODO"))


class PythonCaldav:
    """python-caldav, the library of many programs."""
    priority = 1

    def __init__(self, place):
        server = place.server
        self.client = caldav.DAVClient(url=server["url"], username=server["user"], password=server["password"])
        self.calendar = self.client.calendar(url=place.url)

    def todos(self):
        return {str(todo.icalendar_component["UID"]): todo for todo in self.calendar.todos(include_completed=True)}

    def items(self):
        found = {uid: todo.icalendar_component for uid, todo in self.todos().items()}
        return {uid: (str(todo["SUMMARY"]), todo.get("STATUS") not in CLOSED) for uid, todo in found.items()}

    def rank(self, uid):
        todo = self.todos()[uid]
        todo.icalendar_component["PRIORITY"] = self.priority
        todo.save()

    def complete(self, uid): self.todos()[uid].complete()

    def stop(self): self.client.close()


class EvolutionTasks:
    """evolution-data-server, which Evolution and Endeavour show, without a password."""
    priority = 1

    def __init__(self, place, folder):
        home = pathlib.Path(folder, "evolution-trip")
        places = {f"XDG_{name}": str(home / name)
                  for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for path in places.values():
            os.makedirs(path, mode=0o700)
        environment = {**os.environ, **places, "HOME": str(home), "TZ": ZONE, "GSETTINGS_BACKEND": "memory"}
        program = pathlib.Path(__file__).with_name("eds_tasks.py")
        self.errors = open(home / "errors", "w+")
        self.process = subprocess.Popen(
            ["timeout", "-k", "5", "120", "dbus-run-session", "--", "/usr/bin/python3", program, place.url],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def ask(self, *words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.errors.seek(0)
            raise RuntimeError("evolution-data-server: " + self.errors.read()[-2000:])
        return json.loads(line)

    def items(self):
        return {uid: (title, status not in CLOSED) for uid, title, status in self.ask("items")}

    def rank(self, uid): self.ask("rank", uid, self.priority)

    def complete(self, uid): self.ask("complete", uid)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()
