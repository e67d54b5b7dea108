#!/usr/bin/env python3
"""Thunderbird without a window against `duecal serve`; its own code finds the server, and changes tasks and events.

Usage: thunderbird_served.py [TRIAL]...     (DUECAL_NET is the path of duecal-net; Thunderbird is Debian's)
"""
import json
import subprocess
import time

from marionette import Marionette
from running import free_port
from served import PASSWORD, USER, ZONE, Fault, Served, Watched, environment, expect, main, plain
from tasks_served import CALLED, DONE, FILES, OURS, READ, RENT, SOIL, TODOS, WATERED
from thunderbird import Thunderbird

HEAD = """
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const { CalTodo } = ChromeUtils.importESModule("resource:///modules/CalTodo.sys.mjs");
const { CalEvent } = ChromeUtils.importESModule("resource:///modules/CalEvent.sys.mjs");
const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const named = name => cal.manager.getCalendars().find(one => one.name == name);
const items = calendar => calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null);
const item = async (calendar, title) => (await items(calendar)).find(one => one.title == title);
"""
SCRIPTS = {
    # What the window for a new calendar on the network does.
    "found": """
        const [url, user, password] = given;
        await cal.auth.passwordManagerSave(user, password, Services.io.newURI(url).prePath, "duecal");
        const found = await cal.provider.detection.detect(user, password, url, true, [], {});
        return Array.from(found.entries()).flatMap(([, all]) => all.map(one => [one.name, one.uri.spec]));
        """,
    "subscribe": """
        const [name, url, user, password] = given;
        await cal.auth.passwordManagerSave(user, password, Services.io.newURI(url).prePath, "duecal");
        const calendar = cal.manager.createCalendar("caldav", Services.io.newURI(url));
        calendar.name = name;
        calendar.setProperty("username", user);
        calendar.setProperty("cache.enabled", true);
        cal.manager.registerCalendar(calendar);
        """,
    # The titles, once they are the same two times.
    "titles": """
        const calendar = named(given[0]);
        let last = null;
        for (let turn = 0; turn < 30; turn++) {
          calendar.refresh();
          await pause(1500);
          const titles = (await items(calendar)).map(one => one.title).sort();
          if (titles.length && JSON.stringify(titles) == JSON.stringify(last)) return titles;
          last = titles;
        }
        return last ?? [];
        """,
    "create": """
        const [name, text] = given;
        const made = text.includes("VEVENT") ? new CalEvent(text) : new CalTodo(text);
        await named(name).addItem(made);
        """,
    "change": """
        const [name, title, what, value] = given;
        const calendar = named(name), before = await item(calendar, title), after = before.clone();
        const at = time => { const moved = time.clone(); moved.resetTo(...value, 0, time.timezone); return moved; };
        if (what == "complete") after.isCompleted = value;
        else if (what == "note") after.descriptionText = value;
        else if (what == "title") after.title = value;
        else if (what == "due") after.dueDate = at(after.dueDate);
        else if (what == "begin") {
          const length = after.duration;
          after.startDate = at(after.startDate);
          const end = after.startDate.clone();
          end.addDuration(length);
          after.endDate = end;
        } else if (what == "repeat") {
          if (!after.startDate && !(after instanceof CalEvent)) after.entryDate = after.entryDate ?? after.dueDate;
          after.recurrenceInfo = after.recurrenceInfo ?? new (ChromeUtils.importESModule(
            "resource:///modules/CalRecurrenceInfo.sys.mjs").CalRecurrenceInfo)(after);
          after.recurrenceInfo.appendRecurrenceItem(cal.createRecurrenceRule(value));
        }
        await calendar.modifyItem(after, before);
        """,
    # As the list of tasks does it: what is ticked is an occurrence.
    "complete_occurrence": """
        const [name, title] = given;
        const calendar = named(name), series = await item(calendar, title);
        const from = cal.createDateTime("20261101T000000Z"), to = cal.createDateTime("20270301T000000Z");
        const one = series.recurrenceInfo.getOccurrences(from, to, 1)[0], done = one.clone();
        done.isCompleted = true;
        const changed = series.clone();
        changed.recurrenceInfo.modifyException(done, true);
        await calendar.modifyItem(changed, series);
        """,
    "remove": """
        const [name, title] = given;
        const calendar = named(name);
        await calendar.deleteItem(await item(calendar, title));
        """,
    # As its window does: added there, then removed here.
    "move": """
        const [name, title, target] = given;
        const calendar = named(name), moved = await item(calendar, title);
        await named(target).addItem(moved.clone());
        await calendar.deleteItem(moved);
        """,
    "text": "return (await item(named(given[0]), given[1]))?.icalString ?? null;",
}


class Desk:
    """A profile of its own."""

    def __init__(self, served):
        home = served.folder / "thunderbird"
        profile = home / "profile"
        profile.mkdir(parents=True)
        port = free_port()
        values = {
            "calendar.timezone.local": ZONE, "marionette.port": port, "signon.rememberSignons": True, "app.update.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False, "mail.provider.suppress_dialog_on_startup": True,
            "mailnews.start_page.enabled": False, "mail.spotlight.firstRunDone": True, "mail.rights.version": 1,
            "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
        }
        (profile / "user.js").write_text("".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in values.items()))
        self.output = open(home / "output", "w")
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", "timeout", "-k", "5", "400", "thunderbird", "--headless", "--profile", profile,
             "--no-remote", "--marionette", "--remote-allow-system-access"],
            env=environment(HOME=home, MOZ_HEADLESS=1), stdout=self.output, stderr=self.output)
        try:
            self.session = Marionette(port)
        except BaseException:
            Thunderbird.end(self.process)
            raise

    def ask(self, name, *words):
        try:
            return self.session.run(HEAD + SCRIPTS[name], *words)
        except RuntimeError as error:
            raise Fault(f"{name} {words}: {error}") from None

    def change(self, name, title, what, value=None): self.ask("change", name, title, what, value)

    def subscribe(self, served, *lists):
        for name, title, kind in lists:
            self.ask("subscribe", name, served.url.rstrip("/") + served.lists()[title, kind], USER, PASSWORD)

    def __enter__(self): return self

    def __exit__(self, *_):
        self.session.close()
        Thunderbird.end(self.process)
        self.output.close()


def all_of_it():
    """One start of Thunderbird for all, because it takes long."""
    with Served(FILES) as served, Desk(served) as desk:
        found = {url for _, url in desk.ask("found", served.url, USER, PASSWORD)}
        for path in served.lists().values():
            expect(any(url.endswith(path) for url in found), f"the search finds {found}, without {path}")
        print("  the lists are found from the bare address")
        desk.subscribe(served, ("tasks", "home", "VTODO"), ("work", "work", "VTODO"), ("events", "home", "VEVENT"))
        home, work = Watched(served), Watched(served, "work.taskpaper")
        shown = desk.ask("titles", "tasks")
        expect(shown == TODOS, f"it shows {shown}")
        desk.ask("titles", "work")
        todos(desk, home, work)
        events(desk, home)
        for old, new in OURS:
            home.edit(old, new)
        shown = desk.ask("titles", "tasks")
        expect("Read the whole lease" in shown and "Drafts" in shown, f"our changes are not shown: {shown}")
        home.edit("Dentist @due(2026-12-04 09:00 - 09:30)", "Dentist again @due(2026-12-07 09:00 - 09:30)")
        shown = desk.ask("titles", "events")
        expect("20261207T090000" in (desk.ask("text", "events", "Dentist again") or ""), f"our event is not shown: {shown}")
        home.expect("nothing at the end")


def todos(desk, home, work):
    home.expect("nothing")
    desk.ask("create", "tasks", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VTODO\r\nUID:new-one\r\n"
             "SUMMARY:From Thunderbird\r\nDTSTART;TZID=Europe/Berlin:20261215T090000\r\nDUE;TZID=Europe/Berlin:20261215T100000\r\n"
             "DTSTAMP:20261130T120000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
    home.expect("create", r"+- From Thunderbird @.*due\(2026-12-15 10:00\).*")
    desk.change("tasks", WATERED, "complete", True)
    home.expect("complete", plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
                plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
    desk.change("tasks", WATERED, "complete", False)
    home.expect("open again", plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
                plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
    desk.change("tasks", CALLED, "due", [2026, 11, 20, 16, 0])
    line = '\t- Call Ann, then; "Bob" @due({}) @remind(15m) @phone @priority(low)'
    home.expect("put off", plain("-", line.format("2026-12-03 15:00")), plain("+", line.format("2026-12-20 16:00")))
    desk.change("tasks", READ, "note", "Page 3 first")
    home.expect("note", plain("+", "\t\tPage 3 first"))
    desk.change("tasks", "From Thunderbird", "repeat", "RRULE:FREQ=WEEKLY;COUNT=4")
    home.expect("repeat", r"-- From Thunderbird @.*", r"+- From Thunderbird @.*@repeat\(weekly 4 times\).*")
    desk.ask("complete_occurrence", "tasks", RENT)
    home.expect("complete an occurrence", plain("-", "\t- Pay rent @due(2026-12-04) @repeat(monthly)"),
                r"+\t- Pay rent @due\(2026-12-04\) " + DONE, plain("+", "\t- Pay rent @due(2027-01-04) @repeat(monthly)"))
    desk.ask("move", "tasks", SOIL, "work")
    home.expect("move", plain("-", "\t- Buy soil"), plain("-", "\t\ttwo bags"))
    # The category of its old project may stay as a tag.
    work.expect("move, there", r"+- Buy soil( @Home)?", plain("+", "\ttwo bags"))
    desk.ask("remove", "tasks", "From Thunderbird")
    home.expect("delete", r"-- From Thunderbird @.*")


def events(desk, home):
    desk.ask("titles", "events")
    desk.ask("create", "events", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:new-event\r\n"
             "SUMMARY:Meeting\r\nDTSTART;TZID=Europe/Berlin:20261216T100000\r\nDTEND;TZID=Europe/Berlin:20261216T110000\r\n"
             "DTSTAMP:20261130T120000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    home.expect("create an event", plain("+", "- Meeting @due(2026-12-16 10:00 - 11:00)"))
    desk.change("events", "Meeting", "begin", [2026, 11, 17, 12, 30])
    home.expect("put it off", plain("-", "- Meeting @due(2026-12-16 10:00 - 11:00)"),
                plain("+", "- Meeting @due(2026-12-17 12:30 - 13:30)"))
    desk.change("events", "Meeting", "repeat", "RRULE:FREQ=WEEKLY;COUNT=3")
    home.expect("repeat it", plain("-", "- Meeting @due(2026-12-17 12:30 - 13:30)"),
                plain("+", "- Meeting @due(2026-12-17 12:30 - 13:30) @repeat(weekly 3 times)"))
    desk.ask("remove", "events", "Meeting")
    home.expect("delete it", plain("-", "- Meeting @due(2026-12-17 12:30 - 13:30) @repeat(weekly 3 times)"))


if __name__ == "__main__":
    main("Thunderbird", all_of_it)
