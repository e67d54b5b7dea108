"""Subscribes to a feed in evolution-data-server, and prints what it holds as JSON.

Runs with the system's Python, which has the bindings, in a D-Bus session of its own. It prints once, and
once more for each line that comes in, fetching the feed anew.
"""
import json
import sys
import time

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
from gi.repository import ECal, EDataServer, ICalGLib  # noqa: E402

from eds_source import source_at  # noqa: E402

SPAN = (1793491200, 1830297600)  # 2026-11-01 to 2028-01-01, where series are laid out


def subscribe(registry, url, kind):
    """A calendar or a task list with the feed's address, as a person would add it."""
    is_tasks = kind == "todo"
    extension = EDataServer.SOURCE_EXTENSION_TASK_LIST if is_tasks else EDataServer.SOURCE_EXTENSION_CALENDAR
    source = source_at(url, kind, extension, "webcal")
    registry.commit_source_sync(source, None)
    wanted = ECal.ClientSourceType.TASKS if is_tasks else ECal.ClientSourceType.EVENTS
    return ECal.Client.connect_sync(source, wanted, 1, None)


def moment(time, zone=None):
    """A time: a day, or seconds since 1970."""
    if time is None or time.is_null_time():
        return None
    if time.is_date():
        return f"{time.get_year():04}-{time.get_month():02}-{time.get_day():02}"
    zone = zone or time.get_timezone()
    return time.as_timet_with_zone(zone) if zone else time.as_timet()


def when(component, kind, client):
    """The time of a property, in the zone that this calendar has for its TZID."""
    found = component.get_first_property(kind)
    if found is None:
        return None
    parameter = found.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER)
    zone = client.get_timezone_sync(parameter.get_tzid(), None)[1] if parameter else None
    value = found.get_value()
    is_day = value.isa() == ICalGLib.ValueKind.DATE_VALUE
    return moment(value.get_date() if is_day else value.get_datetime(), zone)


def word(component, kind):
    found = component.get_first_property(kind)
    return found.get_value().as_ical_string() if found else None


def shown(component, client):
    kinds = ICalGLib.PropertyKind
    return {
        "uid": component.get_uid(), "title": component.get_summary(), "notes": component.get_description(),
        "due": when(component, kinds.DUE_PROPERTY, client),
        "begin": when(component, kinds.DTSTART_PROPERTY, client),
        "end": when(component, kinds.DTEND_PROPERTY, client),
        "status": word(component, kinds.STATUS_PROPERTY),
        "priority": word(component, kinds.PRIORITY_PROPERTY),
        "text": component.as_ical_string(),
    }


def series(client):
    """Every beginning and end of every event, as the calendar lays them out."""
    found = []

    def note(component, begin, end, *_):
        found.append([component.get_uid(), moment(begin), moment(end)])
        return True

    client.generate_instances_sync(*SPAN, None, note)
    return found


def state(clients):
    # A calendar says that it was refreshed before its items are in: it is asked until they stay.
    last = None
    while True:
        items = {kind: client.get_object_list_sync("#t", None)[1] for kind, client in clients.items()}
        text = [item.as_ical_string() for items_of_kind in items.values() for item in items_of_kind]
        if text and text == last:
            break
        last = text
        time.sleep(1)
    return {"items": [shown(i, clients[kind]) | {"kind": kind} for kind in items for i in items[kind]],
            "series": series(clients["event"])}


def main():
    registry = EDataServer.SourceRegistry.new_sync(None)
    clients = {kind: subscribe(registry, sys.argv[1], kind) for kind in ("event", "todo")}
    while True:
        for client in clients.values():
            client.refresh_sync(None)
        time.sleep(1)
        print(json.dumps(state(clients)), flush=True)
        if not sys.stdin.readline():
            return


main()
