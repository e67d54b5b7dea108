#!/usr/bin/env python3
"""evolution-data-server (Evolution, GNOME Calendar, Endeavour) against `duecal serve`.

Usage: evolution_served.py [TRIAL]...     (DUECAL_NET is the path of duecal-net; the programs are Debian's)
"""
import json
import pathlib
import subprocess

from served import PASSWORD, USER, Fault, Served, Watched, environment, expect, main, plain
from tasks_served import CALLED, DONE, FILES, OURS, READ, RENT, SOIL, TODOS, WATERED


class Evolution:
    """A session of its own, which keeps passwords in a file."""

    def __init__(self, served):
        home = served.folder / "evolution"
        places = {f"XDG_{name}": home / name for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        for path in places.values():
            path.mkdir(mode=0o700, parents=True)
        secrets = {"SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": home / "secrets", "SECRET_FILE_TEST_PASSWORD": "x"}
        self.served, self.errors = served, open(home / "errors", "w+")
        self.process = subprocess.Popen(
            ["timeout", "-k", "5", "240", "dbus-run-session", "--", "/usr/bin/python3",
             pathlib.Path(__file__).with_name("eds_served.py"), served.url, USER, PASSWORD],
            env=environment(HOME=home, GSETTINGS_BACKEND="memory", **places, **secrets), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def ask(self, name, *words):
        self.process.stdin.write(json.dumps([name, *words]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.errors.seek(0)
            raise Fault("evolution-data-server: " + self.errors.read()[-2000:])
        answer, error = json.loads(line)
        if error:
            raise Fault(f"evolution-data-server, {name} {words}: {error}")
        return answer

    def __enter__(self): return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def url(served, title, kind): return served.url.rstrip("/") + served.lists()[title, kind]


def finds_the_lists():
    """From the bare address."""
    with Served(FILES) as served, Evolution(served) as desk:
        found = {href for _, href, _ in desk.ask("found")}
        for path in served.lists().values():
            expect(any(href.endswith(path) for href in found), f"the search finds {found}, without {path}")


def todos():
    """Each thing that evolution-data-server can do with a to-do."""
    with Served(FILES) as served, Evolution(served) as desk:
        home, work = Watched(served), Watched(served, "work.taskpaper")
        shown = desk.ask("open", ["home", url(served, "home", "VTODO"), "VTODO"], ["work", url(served, "work", "VTODO"), "VTODO"])
        expect(shown == [TODOS, ["Write the report"]], f"it shows {shown}")
        home.expect("nothing")
        desk.ask("create", "home", "BEGIN:VTODO\r\nUID:new-one\r\nSUMMARY:From Evolution\r\nDUE;VALUE=DATE:20261215\r\n"
                 "DTSTAMP:20261130T120000Z\r\nEND:VTODO\r\n")
        home.expect("create", plain("+", "- From Evolution @due(2026-12-15)"))
        desk.ask("complete", "home", WATERED)
        home.expect("complete", plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
                    plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
        desk.ask("reopen", "home", WATERED)
        home.expect("open again", plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
                    plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
        desk.ask("put_off", "home", CALLED, 2026, 12, 20, 16, 0)
        line = '\t- Call Ann, then; "Bob" @due({}) @remind(15m) @phone @priority(low)'
        home.expect("put off", plain("-", line.format("2026-12-03 15:00")), plain("+", line.format("2026-12-20 16:00")))
        desk.ask("note", "home", READ, "Page 3 first")
        home.expect("note", plain("+", "\t\tPage 3 first"))
        desk.ask("repeat", "home", "From Evolution", "FREQ=WEEKLY;COUNT=4")
        home.expect("repeat", plain("-", "- From Evolution @due(2026-12-15)"),
                    plain("+", "- From Evolution @due(2026-12-15) @repeat(weekly 4 times)"))
        desk.ask("complete", "home", RENT)
        # It moves the series to its next date, and keeps no record of what was done.
        home.expect("complete an occurrence", plain("-", "\t- Pay rent @due(2026-12-04) @repeat(monthly)"),
                    plain("+", "\t- Pay rent @due(2027-01-04) @repeat(monthly)"))
        desk.ask("move", "home", SOIL, "work")
        home.expect("move", plain("-", "\t- Buy soil"), plain("-", "\t\ttwo bags"))
        # The category of its old project may stay as a tag.
        work.expect("move, there", r"+- Buy soil( @Home)?", plain("+", "\ttwo bags"))
        desk.ask("remove", "home", "From Evolution")
        home.expect("delete", plain("-", "- From Evolution @due(2026-12-15) @repeat(weekly 4 times)"))
        for old, new in OURS:
            home.edit(old, new)
        shown = desk.ask("titles", "home")
        expect("Read the whole lease" in shown and "Drafts" in shown, f"our changes are not shown: {shown}")
        home.expect("nothing at the end")


def an_edit_beside_an_edit():
    """It writes without If-Match: what a person changed in the line meanwhile stands."""
    with Served(FILES) as served, Evolution(served) as desk:
        home = Watched(served)
        desk.ask("open", ["home", url(served, "home", "VTODO"), "VTODO"])
        home.edit("- Water the plants @due(2026-12-05)", "- Water the plants @due(2026-12-06)")
        desk.ask("stale_note", "home", WATERED, "with the can")
        home.expect("a note, while the date was put off", plain("+", "\t\twith the can"))


def events():
    """Each thing that evolution-data-server can do with an event."""
    with Served(FILES) as served, Evolution(served) as desk:
        home = Watched(served)
        shown = desk.ask("open", ["home", url(served, "home", "VEVENT"), "VEVENT"])
        expect(shown == [["Dentist"]], f"it shows {shown}")
        desk.ask("create", "home", "BEGIN:VEVENT\r\nUID:new-event\r\nSUMMARY:From Evolution\r\n"
                 "DTSTART;TZID=Europe/Berlin:20261216T100000\r\nDTEND;TZID=Europe/Berlin:20261216T110000\r\n"
                 "DTSTAMP:20261130T120000Z\r\nEND:VEVENT\r\n")
        home.expect("create", plain("+", "- From Evolution @due(2026-12-16 10:00 - 11:00)"))
        desk.ask("put_off", "home", "From Evolution", 2026, 12, 17, 12, 30)
        home.expect("put off", plain("-", "- From Evolution @due(2026-12-16 10:00 - 11:00)"),
                    plain("+", "- From Evolution @due(2026-12-17 12:30 - 13:30)"))
        desk.ask("repeat", "home", "From Evolution", "FREQ=WEEKLY;COUNT=3")
        home.expect("repeat", plain("-", "- From Evolution @due(2026-12-17 12:30 - 13:30)"),
                    plain("+", "- From Evolution @due(2026-12-17 12:30 - 13:30) @repeat(weekly 3 times)"))
        desk.ask("remove", "home", "From Evolution")
        home.expect("delete", plain("-", "- From Evolution @due(2026-12-17 12:30 - 13:30) @repeat(weekly 3 times)"))
        home.edit("Dentist @due(2026-12-04 09:00 - 09:30)", "Dentist again @due(2026-12-07 09:00 - 09:30)")
        text = desk.ask("text", "home", "Dentist again") if "Dentist again" in desk.ask("titles", "home") else ""
        expect("20261207T090000" in text, f"our change is not shown: {text!r}")
        home.expect("nothing at the end")


if __name__ == "__main__":
    main("evolution-data-server", finds_the_lists, todos, an_edit_beside_an_edit, events)
