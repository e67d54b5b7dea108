"""Opens a task list of a CalDAV server in evolution-data-server, and does what it is told, a line of JSON each.

Runs with the system's Python, which has the bindings, in a D-Bus session of its own. `["items"]`, `["rank", UID, PRIORITY]`,
`["complete", UID]`; each is answered by a line of JSON.
"""
import json
import sys
import time

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
from gi.repository import ECal, EDataServer, ICalGLib  # noqa: E402

from eds_source import source_at  # noqa: E402


def opened(url):
    """The task list behind an address, as a person would add it."""
    source = source_at(url, "tasks", EDataServer.SOURCE_EXTENSION_TASK_LIST, "caldav")
    EDataServer.SourceRegistry.new_sync(None).commit_source_sync(source, None)
    return ECal.Client.connect_sync(source, ECal.ClientSourceType.TASKS, 1, None)


class Tasks:
    """The tasks of one list."""

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
        return {component.get_uid(): component for component in found}

    def items(self):
        return [[uid, component.get_summary(), word(component, ICalGLib.PropertyKind.STATUS_PROPERTY)]
                for uid, component in self.components().items()]

    def rank(self, uid, priority):
        component = self.components()[uid]
        self.take(component, ICalGLib.PropertyKind.PRIORITY_PROPERTY)
        component.add_property(ICalGLib.Property.new_priority(priority))
        self.modify(component)

    def complete(self, uid):
        """As Evolution does it."""
        component = self.components()[uid]
        for kind in (ICalGLib.PropertyKind.STATUS_PROPERTY, ICalGLib.PropertyKind.PERCENTCOMPLETE_PROPERTY,
                     ICalGLib.PropertyKind.COMPLETED_PROPERTY):
            self.take(component, kind)
        component.add_property(ICalGLib.Property.new_status(ICalGLib.PropertyStatus.COMPLETED))
        component.add_property(ICalGLib.Property.new_percentcomplete(100))
        utc = ICalGLib.Timezone.get_utc_timezone()
        component.add_property(ICalGLib.Property.new_completed(ICalGLib.Time.new_current_with_zone(utc)))
        self.modify(component)

    def take(self, component, kind):
        found = component.get_first_property(kind)
        if found is not None:
            component.remove_property(found)

    def modify(self, component):
        self.client.modify_object_sync(component, ECal.ObjModType.ALL, 0, None)
        time.sleep(1)


def word(component, kind):
    found = component.get_first_property(kind)
    return found.get_value().as_ical_string() if found else None


def main():
    tasks = Tasks(opened(sys.argv[1]))
    for line in sys.stdin:
        name, *words = json.loads(line)
        print(json.dumps(getattr(tasks, name)(*words)), flush=True)


main()
