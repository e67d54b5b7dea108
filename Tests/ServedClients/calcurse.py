#!/usr/bin/env python3
"""calcurse with calcurse-caldav against `duecal serve`: it has no discovery, so it is given the path of the list.

Usage: calcurse.py [TRIAL]...     (DUECAL_NET is the path of duecal-net; calcurse-caldav is Debian's)
"""
import os
import re
import subprocess

from served import HOST, PASSWORD, USER, Fault, Served, Watched, environment, expect, main, plain
from tasks_served import FILES, OURS, TODOS

SETTINGS = """[General]
Binary = calcurse
Hostname = {host}:{port}
Path = {path}
AuthMethod = basic
InsecureSSL = No
HTTPS = No
SyncFilter = cal,todo
DryRun = No
Verbose = Yes
[Auth]
Username = {user}
[CustomHeaders]
"""


class Calcurse:
    """A folder of calcurse, which calcurse-caldav keeps as one list of the server is."""

    def __init__(self, served, path):
        self.data = served.folder / "calcurse"
        (self.data / "caldav").mkdir(parents=True)
        for name in ("apts", "todo", "conf", "keys"):
            (self.data / name).write_text("")
        (self.data / "caldav" / "config").write_text(
            SETTINGS.format(host=HOST, port=served.port, path=path, user=USER))
        self.sync("--init=keep-remote")

    def run(self, *command):
        done = subprocess.run(command, env=environment(HOME=self.data, CALCURSE_CALDAV_PASSWORD=PASSWORD), text=True,
                              capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL)
        said = done.stdout + done.stderr
        if done.returncode or "Traceback" in said or "error" in said.lower():
            raise Fault(f"{command[-1]}: {said.strip()[-800:]}")
        return said

    def sync(self, *words):
        return self.run("/usr/bin/python3", "/usr/bin/calcurse-caldav", "--config", str(self.data / "caldav" / "config"), "--syncdb",
                        str(self.data / "caldav" / "sync.db"), "--lockfile", str(self.data / "lock"), "--datadir",
                        str(self.data), *words)

    def todos(self):
        """The lines of the to-dos: `[PRIORITY] TITLE`, with a minus for one that is done."""
        return (self.data / "todo").read_text().splitlines()

    def titles(self):
        """The titles; a name of a file with notes may stand before one."""
        return [re.sub(r"^\[-?\d\](>[0-9a-f]+)? ", "", line) for line in self.todos()]

    def write(self, name, lines): (self.data / name).write_text("".join(f"{line}\n" for line in lines))

    def change(self, old, new):
        """A person edits a to-do; nothing as the new text removes it."""
        found = [line for line in self.todos() if old in line]
        if len(found) != 1:
            raise Fault(f"calcurse has {old!r} {len(found)} times: {self.todos()}")
        self.write("todo", [line.replace(old, new) if line == found[0] else line for line in self.todos()
                            if line != found[0] or new is not None])


def todos():
    """Each thing that calcurse can do with a to-do."""
    with Served(FILES) as served:
        home = Watched(served)
        desk = Calcurse(served, served.lists()["home", "VTODO"])
        # It shows neither dates nor series of to-dos.
        for title in TODOS:
            expect(title in desk.titles(), f"calcurse shows {desk.titles()}, without {title!r}")

        def after(step, *lines):
            desk.sync()
            home.expect(step, *lines)
            desk.sync()  # it reads what the server has made of an edit

        after("nothing")
        desk.write("todo", [*desk.todos(), "[0] From calcurse"])
        after("create", plain("+", "- From calcurse"))
        desk.change("From calcurse", "From calcurse, other")
        after("edit", plain("-", "- From calcurse"), plain("+", "- From calcurse, other"))
        desk.change("[0] From calcurse, other", "[2] From calcurse, other")
        after("rank", plain("-", "- From calcurse, other"), plain("+", "- From calcurse, other @priority(2)"))
        desk.change("[2] From calcurse, other", "[-2] From calcurse, other")
        after("complete", plain("-", "- From calcurse, other @priority(2)"),
              r"+- From calcurse, other @priority\(2\) @done.*")
        desk.change("From calcurse, other", None)
        after("delete", r"-- From calcurse, other @priority\(2\) @done.*")
        # It writes an edit as a new item, and removes the old one: the line goes to the end of the file.
        desk.change("Buy soil", "Buy more soil")
        after("edit a line of the file", plain("-", "\t- Buy soil"), plain("+", "- Buy more soil"))
        for old, new in OURS:
            home.edit(old, new)
        desk.sync()
        shown = "\n".join(desk.todos())
        expect("Read the whole lease" in shown and "Drafts" in shown, f"calcurse does not show our changes: {shown}")
        after("nothing at the end")


def two_edits_in_a_row():
    """An edit, a sync, another edit, a sync: what the server makes of the first must not be another edit to calcurse."""
    with Served(FILES) as served:
        home = Watched(served)
        desk = Calcurse(served, served.lists()["home", "VTODO"])
        desk.write("todo", [*desk.todos(), "[0] From calcurse"])
        desk.sync()
        home.expect("create", plain("+", "- From calcurse"))
        desk.change("[0] From calcurse", "[2] From calcurse")
        desk.sync()
        home.expect("edit", plain("-", "- From calcurse"), plain("+", "- From calcurse @priority(2)"))
        desk.change("[2] From calcurse", "[3] From calcurse")
        desk.sync()
        desk.sync()
        home.expect("edit again", plain("-", "- From calcurse @priority(2)"), plain("+", "- From calcurse @priority(3)"))
        shown = [line for line in desk.todos() if "From calcurse" in line]
        expect(shown == ["[3] From calcurse"], f"calcurse shows {shown}")


def events():
    """Each thing that calcurse can do with an appointment."""
    with Served(FILES) as served:
        home = Watched(served)
        desk = Calcurse(served, served.lists()["home", "VEVENT"])
        expect("Dentist" in (desk.data / "apts").read_text(), f"calcurse shows {(desk.data / 'apts').read_text()!r}")

        def after(step, *lines):
            desk.sync()
            home.expect(step, *lines)

        def add(line): (desk.data / "apts").write_text((desk.data / "apts").read_text() + line + "\n")

        add("12/16/2026 @ 10:00 -> 12/16/2026 @ 11:00 |From calcurse")
        after("create", plain("+", "- From calcurse @due(2026-12-16 10:00) @event @tz(floating) @estimate(1h)"))
        add("12/17/2026 @ 12:00 -> 12/17/2026 @ 12:30 {1W -> 01/20/2027} |Weekly")
        after("repeat", r"+- Weekly @due\(2026-12-17 12:00\) @event @repeat\(.*\) @tz\(floating\) @estimate\(30m\)")
        text = (desk.data / "apts").read_text()
        (desk.data / "apts").write_text(text.replace("|From calcurse", "|From calcurse, other"))
        after("edit", plain("-", "- From calcurse @due(2026-12-16 10:00) @event @tz(floating) @estimate(1h)"),
              plain("+", "- From calcurse, other @due(2026-12-16 10:00) @event @tz(floating) @estimate(1h)"))
        text = (desk.data / "apts").read_text()
        (desk.data / "apts").write_text("".join(line + "\n" for line in text.splitlines() if "other" not in line))
        after("delete", plain("-", "- From calcurse, other @due(2026-12-16 10:00) @event @tz(floating) @estimate(1h)"))
        home.edit("Dentist @due(2026-12-04 09:00 - 09:30)", "Dentist again @due(2026-12-07 09:00 - 09:30)")
        desk.sync()
        text = (desk.data / "apts").read_text()
        expect("12/07/2026 @ 09:00" in text and "Dentist again" in text, f"calcurse does not show our change, but {text!r}")
        after("nothing at the end")


if __name__ == "__main__":
    os.environ["TZ"] = "Europe/Berlin"
    main("calcurse", todos, two_edits_in_a_row, events)
