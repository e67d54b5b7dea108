"""Programs that change tasks of a CalDAV server as people would: each completes one, puts one off, and gives one a note."""
import json
import os
import pathlib
import subprocess
import sys

from marionette import Marionette
from running import free_port
from thunderbird import Thunderbird
from world import ZONE

BIN = pathlib.Path(sys.executable).parent


class Todoman:
    """todoman, on a folder that vdirsyncer keeps as the server is."""

    def __init__(self, folder, url, _):
        self.folder = folder / "todoman"
        (self.folder / "status").mkdir(parents=True)
        parent, _, self.name = url.rstrip("/").rpartition("/")
        self.write("config.py", f'path = "{self.folder}/vdir/*"\ncache_path = "{self.folder}/todo.db"\ndate_format = "%Y-%m-%d"\n'
                   f'time_format = "%H:%M"\ndefault_list = "{self.name}"\n')
        self.write("vdirsyncer", f"""[general]
status_path = "{self.folder}/status"
[pair tasks]
a = "server"
b = "folder"
collections = [["tasks", "{self.name}", "{self.name}"]]
[storage server]
type = "caldav"
url = "{parent}/"
[storage folder]
type = "filesystem"
path = "{self.folder}/vdir"
fileext = ".ics"
""")
        (self.folder / "vdir" / self.name).mkdir(parents=True)
        self.run("vdirsyncer", "-c", self.folder / "vdirsyncer", "discover")
        self.sync()

    def write(self, name, text): (self.folder / name).write_text(text)

    def run(self, program, *words, told=""):
        environment = {**os.environ, "TZ": ZONE, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        done = subprocess.run([BIN / program, *words], env=environment, input=told, check=False, capture_output=True,
                              text=True, timeout=120)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def sync(self): self.run("vdirsyncer", "-c", self.folder / "vdirsyncer", "sync")

    def todo(self, *words, told=""): return self.run("todo", "--config", self.folder / "config.py", *words, told=told)

    def listed(self): return json.loads(self.todo("--porcelain", "list", "--status", "ANY"))

    def number(self, title): return str(next(todo["id"] for todo in self.listed() if todo["summary"] == title))

    def titles(self):
        self.sync()
        return sorted(todo["summary"] for todo in self.listed())

    def complete(self, title): self.todo("done", self.number(title))

    def put_off(self, title, due): self.todo("edit", self.number(title), "--due", f"{due:%Y-%m-%d %H:%M}")

    def note(self, title, text):
        self.todo("edit", self.number(title), "-r", told=text)

    def sent(self):
        """All changes are on the server."""
        self.sync()

    def stop(self): pass


class Evolution:
    """evolution-data-server, which Evolution and GNOME's programs show."""

    def __init__(self, folder, url, _):
        home = folder / "evolution"
        places = {f"XDG_{name}": str(home / name) for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for path in places.values():
            os.makedirs(path, mode=0o700)
        environment = {**os.environ, **places, "HOME": str(home), "TZ": ZONE, "GSETTINGS_BACKEND": "memory"}
        program = pathlib.Path(__file__).with_name("eds_changes.py")
        self.errors = open(home / "errors", "w+")
        self.process = subprocess.Popen(
            ["timeout", "-k", "5", "180", "dbus-run-session", "--", "/usr/bin/python3", program, url],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def ask(self, *words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.errors.seek(0)
            raise RuntimeError("evolution-data-server: " + self.errors.read()[-2000:])
        return json.loads(line)

    def titles(self): return self.ask("titles")

    def complete(self, title): self.ask("complete", title)

    def put_off(self, title, due): self.ask("put_off", title, due.year, due.month, due.day, due.hour, due.minute)

    def note(self, title, text): self.ask("note", title, text)

    def sent(self): pass

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


SUBSCRIBE = """
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const [url] = given;
await cal.auth.passwordManagerSave("thunderbird", "x", Services.io.newURI(url).prePath, "Radicale - Password Required");
const calendar = cal.manager.createCalendar("caldav", Services.io.newURI(url));
calendar.name = "Tasks";
calendar.setProperty("username", "thunderbird");
calendar.setProperty("cache.enabled", true);
cal.manager.registerCalendar(calendar);
"""
FIND = """
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const found = async () => {
  const [calendar] = cal.manager.getCalendars().filter(one => one.type == "caldav");
  return [calendar, await calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null)];
};
"""
CHANGE = FIND + """
const [title, change, value] = given;
const [calendar, items] = await found();
const before = items.find(item => item.title == title);
const after = before.clone();
if (change == "complete") after.isCompleted = true;
else if (change == "note") after.descriptionText = value;
else {
  const due = before.dueDate.clone();
  due.resetTo(...value, 0, due.timezone);
  after.dueDate = due;
}
await calendar.modifyItem(after, before);
"""


class ThunderbirdTasks:
    """Thunderbird without a window, with the calendar of the server. Its own code changes the tasks."""

    def __init__(self, folder, url, _):
        self.home = folder / "thunderbird"
        profile = self.home / "profile"
        profile.mkdir(parents=True)
        port = free_port()
        values = {
            "calendar.timezone.local": ZONE, "marionette.port": port, "signon.rememberSignons": True, "app.update.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False, "mail.provider.suppress_dialog_on_startup": True,
            "mailnews.start_page.enabled": False, "mail.spotlight.firstRunDone": True, "mail.rights.version": 1,
            "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
        }
        (profile / "user.js").write_text("".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in values.items()))
        environment = {**os.environ, "HOME": str(self.home), "TZ": ZONE, "MOZ_HEADLESS": "1"}
        self.output = open(self.home / "output", "w")
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", "timeout", "-k", "5", "300", "thunderbird", "--headless", "--profile", profile,
             "--no-remote", "--marionette", "--remote-allow-system-access"],
            env=environment, stdout=self.output, stderr=self.output)
        try:
            self.session = Marionette(port)
            self.session.run(SUBSCRIBE, url)
        except BaseException:
            Thunderbird.end(self.process)
            raise

    def titles(self):
        """The titles, once they are the same two times."""
        return self.session.run(FIND + """
            const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
            const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
            let last = null;
            for (let turn = 0; turn < 30; turn++) {
              (await found())[0].refresh();
              await pause(2000);
              const titles = (await found())[1].map(item => item.title).sort();
              if (titles.length && JSON.stringify(titles) == JSON.stringify(last)) return titles;
              last = titles;
            }
            return last ?? [];
            """)

    def complete(self, title): self.session.run(CHANGE, title, "complete", None)

    def put_off(self, title, due):
        self.session.run(CHANGE, title, "due", [due.year, due.month - 1, due.day, due.hour, due.minute])

    def note(self, title, text): self.session.run(CHANGE, title, "note", text)

    def sent(self): pass

    def stop(self):
        self.session.close()
        Thunderbird.end(self.process)
        self.output.close()
