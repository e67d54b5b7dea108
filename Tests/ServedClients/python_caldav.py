#!/usr/bin/env python3
"""python-caldav (Home Assistant, plann) against `duecal serve`.

Usage: python_caldav.py [TRIAL]...     (DUECAL_NET is the path of duecal-net; the Python that runs this has caldav)
"""
import datetime
import zoneinfo

import caldav

from served import PASSWORD, USER, ZONE, Served, Watched, expect, main, plain
from tasks_served import CALLED, DONE, FILES, OURS, READ, RENT, SHIP, TODOS, WATERED


def calendars(served):
    """The lists by title and kind, from the bare address."""
    client = caldav.DAVClient(url=served.url, username=USER, password=PASSWORD)
    found = {}
    for calendar in client.principal().calendars():
        for kind in calendar.get_supported_components():
            found[calendar.get_display_name(), kind] = calendar
    return found


def todo(calendar, title):
    return next(one for one in calendar.todos(include_completed=True) if one.icalendar_component["SUMMARY"] == title)


def titles(calendar): return sorted(str(one.icalendar_component["SUMMARY"]) for one in calendar.todos(include_completed=True))


def change(one, **values):
    """Sets properties, and saves as the library does."""
    component = one.icalendar_component
    for name, value in values.items():
        component.pop(name, None)
        component.add(name, value)
    one.save()


def todos():
    with Served(FILES) as served:
        lists, home = calendars(served), Watched(served)
        expect(set(lists) == {("home", "VTODO"), ("home", "VEVENT"), ("work", "VTODO"), ("work", "VEVENT")}, f"it finds {set(lists)}")
        tasks = lists["home", "VTODO"]
        expect(titles(tasks) == TODOS, f"it shows {titles(tasks)}")
        left = {str(one.icalendar_component["SUMMARY"]) for one in tasks.todos()}
        expect(left == set(TODOS) - {"Paid already"}, f"open are {left}")
        at = datetime.datetime(2026, 12, 15, 10, 0, tzinfo=zoneinfo.ZoneInfo(ZONE))
        tasks.add_todo(summary="From caldav", due=at)
        home.expect("create", plain("+", "- From caldav @due(2026-12-15 10:00)"))
        todo(tasks, WATERED).complete()
        home.expect("complete", plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
                    plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
        todo(tasks, WATERED).uncomplete()
        home.expect("open again", plain("+", "\t- Water the plants @due(2026-12-05) @estimate(20m)"),
                    plain("-", "\t- Water the plants @due(2026-12-05) @estimate(20m) ") + DONE)
        change(todo(tasks, CALLED), due=datetime.datetime(2026, 12, 20, 16, 0, tzinfo=zoneinfo.ZoneInfo(ZONE)))
        line = '\t- Call Ann, then; "Bob" @due({}) @remind(15m) @phone @priority(low)'
        home.expect("put off", plain("-", line.format("2026-12-03 15:00")), plain("+", line.format("2026-12-20 16:00")))
        change(todo(tasks, READ), description="Page 3 first")
        home.expect("note", plain("+", "\t\tPage 3 first"))
        change(todo(tasks, SHIP), summary="Ship it now")
        home.expect("rename", plain("-", "\t- Ship it @due(2026-12-11 17:00) @priority(high)"),
                    plain("+", "\t- Ship it now @due(2026-12-11 17:00) @priority(high)"))
        change(todo(tasks, "From caldav"), rrule={"freq": "weekly", "count": 4})
        home.expect("repeat", plain("-", "- From caldav @due(2026-12-15 10:00)"),
                    plain("+", "- From caldav @due(2026-12-15 10:00) @repeat(weekly 4 times)"))
        todo(tasks, RENT).complete(handle_rrule=True, rrule_mode="safe")
        home.expect("complete an occurrence", plain("-", "\t- Pay rent @due(2026-12-04) @repeat(monthly)"),
                    r"+\t?- Pay rent @due\(2026-12-04\) (@Home )?" + DONE + "( @Home)?",
                    # It counts a month from now, and writes that in UTC.
                    r"+\t- Pay rent @due\(.*\) @repeat\(monthly\) @tz\(UTC\)")
        todo(tasks, "From caldav").delete()
        home.expect("delete", plain("-", "- From caldav @due(2026-12-15 10:00) @repeat(weekly 4 times)"))
        token = tasks.objects_by_sync_token()
        for old, new in OURS:
            home.edit(old, new)
        shown = titles(tasks)
        expect("Read the whole lease" in shown and "Drafts" in shown, f"our changes are not shown: {shown}")
        updated, deleted = token.sync()
        expect((len(list(updated)), len(list(deleted))) == (2, 0), f"the sync tells of {list(updated)} and {list(deleted)}")
        home.expect("nothing at the end")


def events():
    with Served(FILES) as served:
        lists, home = calendars(served), Watched(served)
        calendar, zone = lists["home", "VEVENT"], zoneinfo.ZoneInfo(ZONE)
        calendar.add_event(summary="Meeting", dtstart=datetime.datetime(2026, 12, 16, 10, tzinfo=zone),
                           dtend=datetime.datetime(2026, 12, 16, 11, tzinfo=zone))
        home.expect("create", plain("+", "- Meeting @due(2026-12-16 10:00 - 11:00)"))
        found = calendar.search(event=True, start=datetime.datetime(2026, 12, 16), end=datetime.datetime(2026, 12, 17))
        expect([str(one.icalendar_component["SUMMARY"]) for one in found] == ["Meeting"], f"the day has {found}")
        change(found[0], rrule={"freq": "weekly", "count": 3})
        home.expect("repeat", plain("-", "- Meeting @due(2026-12-16 10:00 - 11:00)"),
                    plain("+", "- Meeting @due(2026-12-16 10:00 - 11:00) @repeat(weekly 3 times)"))
        found = calendar.search(event=True, expand=True, start=datetime.datetime(2026, 12, 20), end=datetime.datetime(2027, 1, 10))
        expect(len(found) == 2, f"expanded are {[one.data for one in found]}")
        calendar.search(event=True, start=datetime.datetime(2026, 12, 16), end=datetime.datetime(2026, 12, 17))[0].delete()
        home.expect("delete", plain("-", "- Meeting @due(2026-12-16 10:00 - 11:00) @repeat(weekly 3 times)"))
        home.edit("Dentist @due(2026-12-04 09:00 - 09:30)", "Dentist again @due(2026-12-07 09:00 - 09:30)")
        found = calendar.search(event=True, start=datetime.datetime(2026, 12, 7), end=datetime.datetime(2026, 12, 8))
        expect(len(found) == 1, "our change is not shown")
        home.expect("nothing at the end")


if __name__ == "__main__":
    main("python-caldav", todos, events)
