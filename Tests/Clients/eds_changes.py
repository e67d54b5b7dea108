"""Opens a task list of a CalDAV server in evolution-data-server, and changes tasks as it is told, a line of JSON each.

Runs with the system's Python, which has the bindings, in a D-Bus session of its own. `["titles"]`, `["complete", TITLE]`,
`["put_off", TITLE, YEAR, MONTH, DAY, HOUR, MINUTE]`, `["note", TITLE, TEXT]`; each is answered by a line of JSON.
"""
import json
import sys
import time

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
from gi.repository import ECal, EDataServer, ICalGLib  # noqa: E402

from eds_source import source_at  # noqa: E402

KINDS = ICalGLib.PropertyKind


def opened(url):
    """The task list behind an address, as a person would add it."""
    source = source_at(url, "tasks", EDataServer.SOURCE_EXTENSION_TASK_LIST, "caldav")
    EDataServer.SourceRegistry.new_sync(None).commit_source_sync(source, None)
    return ECal.Client.connect_sync(source, ECal.ClientSourceType.TASKS, 1, None)


class Tasks:
    """The tasks of one list, by title."""

    def __init__(self, client): self.client = client

    def components(self):
        """All tasks, once they are the same two times."""
        last = None
        for _ in range(30):
            self.client.refresh_sync(None)
            time.sleep(0.5)
            found = self.client.get_object_list_sync("#t", None)[1]
            texts = sorted(component.as_ical_string() for component in found)
            if texts and texts == last:
                break
            last = texts
        return {component.get_summary(): component for component in found}

    def titles(self): return sorted(self.components())

    def complete(self, title):
        """As Evolution does it, which moves a series to its next date."""
        component = self.components()[title]
        ECal.util_mark_task_complete_sync(component, int(time.time()), self.client, None)
        self.modify(component)

    def put_off(self, title, year, month, day, hour, minute):
        """Another date and time, in the zone that the task has."""
        component = self.components()[title]
        due = component.get_first_property(KINDS.DUE_PROPERTY)
        time_due = due.get_due()
        time_due.set_date(year, month, day)
        time_due.set_time(hour, minute, 0)
        due.set_due(time_due)
        self.modify(component)

    def note(self, title, text):
        component = self.components()[title]
        self.replace(component, KINDS.DESCRIPTION_PROPERTY, ICalGLib.Property.new_description(text))
        self.modify(component)

    @staticmethod
    def replace(component, kind, new):
        found = component.get_first_property(kind)
        if found is not None:
            component.remove_property(found)
        component.add_property(new)

    def modify(self, component):
        self.client.modify_object_sync(component, ECal.ObjModType.ALL, 0, None)
        time.sleep(1)


def main():
    tasks = Tasks(opened(sys.argv[1]))
    for line in sys.stdin:
        name, *words = json.loads(line)
        print(json.dumps(getattr(tasks, name)(*words)), flush=True)


main()
