"""A person with evolution-data-server, who finds a server from its bare address and does what he is told, a line of JSON each.

Runs with the system's Python, which has the bindings, in a D-Bus session of its own: eds_served.py URL USER PASSWORD. The first
line that it prints has the lists that it found, by kind and title; then each line `["NAME", WORD...]` that comes in calls a
method of `Tasks`, and is answered by a line.
"""
import json
import sys
import time

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
from gi.repository import ECal, EDataServer, GLib, ICalGLib  # noqa: E402

KINDS = ICalGLib.PropertyKind
TASKS, EVENTS = ECal.ClientSourceType.TASKS, ECal.ClientSourceType.EVENTS
EXTENSIONS = {TASKS: EDataServer.SOURCE_EXTENSION_TASK_LIST, EVENTS: EDataServer.SOURCE_EXTENSION_CALENDAR}


class Account:
    """An account at a server, of which only the address is known."""

    def __init__(self, url, user, password):
        self.url, self.user, self.password = url, user, password
        self.registry = EDataServer.SourceRegistry.new_sync(None)

    def source(self, url, title, kind):
        source = EDataServer.Source.new(None, None)
        source.set_display_name(title)
        source.set_parent("caldav-stub")
        source.get_extension(EXTENSIONS[kind]).set_backend_name("caldav")
        address = GLib.Uri.parse(url, GLib.UriFlags.ENCODED)
        dav = source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND)
        dav.set_uri(address)
        authentication = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
        authentication.set_host(address.get_host())
        authentication.set_port(address.get_port())
        authentication.set_user(self.user)
        authentication.set_method("plain/password")
        source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
        return source

    def found(self):
        """What the search for calendars finds: `{"home": [URL, [KIND, ...]]}`."""
        credentials = EDataServer.NamedParameters.new()
        credentials.set("username", self.user)
        credentials.set("password", self.password)
        probe = self.source(self.url, "search", TASKS)
        answer = EDataServer.webdav_discover_sources_sync(probe, self.url, 0, credentials, None)
        found = next(part for part in answer if isinstance(part, list))
        return [[one.display_name, one.href, int(one.supports)] for one in found]

    def add(self, url, title, kind):
        """A list, as the search's window adds it, with the password.

        All are added before one is opened: the file of passwords is read once.
        """
        source = self.source(url, title, kind)
        self.registry.commit_source_sync(source, None)
        time.sleep(0.5)
        source = self.registry.ref_source(source.get_uid())
        source.store_password_sync(self.password, True, None)
        return source


class Tasks:
    """The items of the lists, by title."""

    def __init__(self, account):
        self.account, self.clients = account, {}

    def found(self): return self.account.found()

    def open(self, *lists):
        """Adds lists, each a name, an address and a kind, and opens them."""
        kinds = [TASKS if kind == "VTODO" else EVENTS for _, _, kind in lists]
        sources = [self.account.add(url, name, kind) for (name, url, _), kind in zip(lists, kinds)]
        for (name, _, _), source, kind in zip(lists, sources, kinds):
            self.clients[name] = ECal.Client.connect_sync(source, kind, 10, None)
        return [self.titles(name) for name, _, _ in lists]

    def components(self, name):
        """All items, once they are the same two times."""
        last = None
        for _ in range(30):
            self.clients[name].refresh_sync(None)
            time.sleep(0.5)
            found = self.clients[name].get_object_list_sync("#t", None)[1]
            texts = sorted(component.as_ical_string() for component in found)
            if texts == last:
                break
            last = texts
        return {component.get_summary(): component for component in found}

    def titles(self, name): return sorted(self.components(name))

    def text(self, name, title): return self.components(name)[title].as_ical_string()

    def create(self, name, text):
        """A new item."""
        self.clients[name].create_object_sync(ICalGLib.Component.new_from_string(text), 0, None)

    def complete(self, name, title):
        """As Evolution does it, which moves a series to its next date."""
        component = self.components(name)[title]
        ECal.util_mark_task_complete_sync(component, int(time.time()), self.clients[name], None)
        self.modify(name, component)

    def reopen(self, name, title):
        component = self.components(name)[title]
        for kind in (KINDS.COMPLETED_PROPERTY, KINDS.PERCENTCOMPLETE_PROPERTY):
            self.take(component, kind)
        self.replace(component, KINDS.STATUS_PROPERTY, ICalGLib.Property.new_status(ICalGLib.PropertyStatus.NEEDSACTION))
        self.modify(name, component)

    def put_off(self, name, title, year, month, day, hour, minute):
        """Another date and time, in the zone that the item has; the end of an event is an hour later."""
        component = self.components(name)[title]
        for kind, field, add in ((KINDS.DUE_PROPERTY, "due", 0), (KINDS.DTSTART_PROPERTY, "dtstart", 0),
                                 (KINDS.DTEND_PROPERTY, "dtend", 1)):
            found = component.get_first_property(kind)
            if found is None:
                continue
            moment = getattr(found, f"get_{field}")()
            moment.set_date(year, month, day)
            moment.set_time(hour + add, minute, 0)
            getattr(found, f"set_{field}")(moment)
        self.modify(name, component)

    def rename(self, name, title, new):
        component = self.components(name)[title]
        component.set_summary(new)
        self.modify(name, component)

    def note(self, name, title, text):
        component = self.components(name)[title]
        self.replace(component, KINDS.DESCRIPTION_PROPERTY, ICalGLib.Property.new_description(text))
        self.modify(name, component)

    def repeat(self, name, title, rule):
        component = self.components(name)[title]
        self.replace(component, KINDS.RRULE_PROPERTY, ICalGLib.Property.new_rrule(ICalGLib.Recurrence.new_from_string(rule)))
        self.modify(name, component)

    def remove(self, name, title):
        component = self.components(name)[title]
        self.clients[name].remove_object_sync(component.get_uid(), None, ECal.ObjModType.ALL, 0, None)

    def move(self, name, title, target):
        """As Evolution's window: a copy with the same UID, then the removal."""
        component = self.components(name)[title]
        self.clients[target].create_object_sync(component.clone(), 0, None)
        self.clients[name].remove_object_sync(component.get_uid(), None, ECal.ObjModType.ALL, 0, None)

    def refresh(self, name): self.components(name)

    def stale_note(self, name, title, text):
        """A change of an item as it was last read, without asking the server anew."""
        component = next(one for one in self.clients[name].get_object_list_sync("#t", None)[1] if one.get_summary() == title)
        self.replace(component, KINDS.DESCRIPTION_PROPERTY, ICalGLib.Property.new_description(text))
        self.modify(name, component)

    def take(self, component, kind):
        found = component.get_first_property(kind)
        if found is not None:
            component.remove_property(found)

    def replace(self, component, kind, new):
        self.take(component, kind)
        component.add_property(new)

    def modify(self, name, component): self.clients[name].modify_object_sync(component, ECal.ObjModType.ALL, 0, None)


def main():
    tasks = Tasks(Account(*sys.argv[1:]))
    for line in sys.stdin:
        name, *words = json.loads(line)
        try:
            answer = [getattr(tasks, name)(*words), None]
        except GLib.Error as error:
            answer = [None, error.message]
        print(json.dumps(answer), flush=True)


main()
