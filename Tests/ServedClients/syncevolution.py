#!/usr/bin/env python3
"""syncevolution against `duecal serve`: it finds the server from its bare address, and syncs a list with a folder of files.

Usage: syncevolution.py [TRIAL]...     (DUECAL_NET is the path of duecal-net; syncevolution is Debian's)
"""
import subprocess

from served import PASSWORD, USER, Fault, Served, Watched, environment, expect, main, plain
from tasks_served import DONE, FILES, OURS, TODOS


class SyncEvolution:
    """A folder with a file for each to-do, which is kept as a list of the server is."""

    def __init__(self, served, title):
        home = served.folder / "syncevolution"
        self.served, self.items = served, home / "items"
        self.items.mkdir(parents=True)
        self.environment = environment(HOME=home, XDG_CONFIG_HOME=home / "config", XDG_CACHE_HOME=home / "cache",
                                       XDG_DATA_HOME=home / "data")
        self.access = [f"syncURL={served.url}", f"username={USER}", f"password={PASSWORD}"]
        self.database = self.found(title)
        self.run("--configure", "--template", "webdav", "--keyring=no", *self.access, "todo/backend=caldavtodo",
                 f"todo/database={self.database}", "target-config@served", "todo")
        self.run("--configure", "--template", "SyncEvolution_Client", "--keyring=no", "syncURL=local://@served", "username=",
                 "password=", "todo/backend=file", f"todo/database=file://{self.items}", "todo/databaseFormat=text/calendar",
                 "todo/sync=two-way", "served", "todo")
        self.run("--sync", "slow", "served", "todo")

    def run(self, *words):
        done = subprocess.run(["timeout", "90", "dbus-run-session", "--", "syncevolution", "--daemon=no", *words], text=True,
                              env=self.environment, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise Fault(f"syncevolution {words[0]}: {(done.stdout + done.stderr).strip()[-1500:]}")
        return done.stdout

    def found(self, title):
        """The address of a list, as the search of the server finds it."""
        said = self.run("--print-databases", "backend=caldavtodo", *self.access)
        for line in said.splitlines():
            name, _, rest = line.strip().partition(" (")
            if name == title and rest.startswith(self.served.url):
                return rest.partition(")")[0]
        raise Fault(f"the search finds {said!r}")

    def sync(self): self.run("served", "todo")

    def texts(self):
        """The texts of the items by title."""
        found = {}
        for path in self.items.iterdir():
            text = path.read_text()
            found[next(line[8:] for line in text.splitlines() if line.startswith("SUMMARY:")).replace("\\", "")] = (path, text)
        return found

    def change(self, title, *changes):
        """A person edits an item: each change is an old text and a new one."""
        path, text = self.texts()[title]
        for old, new in changes:
            if old not in text:
                raise Fault(f"{title} has no {old!r}: {text!r}")
            text = text.replace(old, new)
        path.unlink()
        path.write_text(text)


def todos():
    """Each thing that syncevolution passes on."""
    with Served(FILES) as served:
        home = Watched(served)
        desk = SyncEvolution(served, "home")
        expect(sorted(desk.texts()) == sorted(TODOS), f"syncevolution has {sorted(desk.texts())}")

        def after(step, *lines):
            desk.sync()
            home.expect(step, *lines)

        after("nothing")
        (desk.items / "new").write_text(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A person//EN\r\nBEGIN:VTODO\r\nSUMMARY:From syncevolution\r\n"
            "DUE;VALUE=DATE:20261215\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
        after("create", plain("+", "- From syncevolution @due(2026-12-15)"))
        desk.change("Read the lease", ("DUE;VALUE=DATE:20261208", "DUE;VALUE=DATE:20261209"))
        after("put off", plain("-", "\t- Read the lease @due(2026-12-08) @tags(Home Office)"),
              plain("+", "\t- Read the lease @due(2026-12-09) @tags(Home Office)"))
        desk.change('Call Ann, then; "Bob"', ("20261203T150000", "20261203T163000"))
        line = '\t- Call Ann, then; "Bob" @due(2026-12-03 {}) @remind(15m) @phone @priority(low)'
        after("put off, with an alarm", plain("-", line.format("15:00")), plain("+", line.format("16:30")))
        desk.change("Ship it", ("SUMMARY:Ship it", "SUMMARY:Ship it now"))
        after("rename", plain("-", "\t- Ship it @due(2026-12-11 17:00) @priority(high)"),
              plain("+", "\t- Ship it now @due(2026-12-11 17:00) @priority(high)"))
        desk.change("Draft", ("END:VTODO", "STATUS:COMPLETED\r\nPERCENT-COMPLETE:100\r\nCOMPLETED:20261201T100000Z\r\nEND:VTODO"))
        after("complete", plain("-", "\t\t- Draft @due(2026-12-10)"), plain("+", "\t\t- Draft @due(2026-12-10) ") + DONE)
        desk.change("Buy soil", ("DESCRIPTION:two bags", "DESCRIPTION:two bags\\nof the black one"))
        after("note", plain("+", "\t\tof the black one"))
        desk.texts()["From syncevolution"][0].unlink()
        after("delete", plain("-", "- From syncevolution @due(2026-12-15)"))
        home.edit(*OURS[0])
        home.edit("- Water the plants @due(2026-12-05)", "- Water the plants @due(2026-12-06)")
        desk.sync()
        expect("Read the whole lease" in desk.texts(), f"our change is not shown: {sorted(desk.texts())}")
        expect("20261206" in desk.texts()["Water the plants"][1], "our date is not shown")
        after("nothing at the end")


if __name__ == "__main__":
    main("syncevolution", todos)
