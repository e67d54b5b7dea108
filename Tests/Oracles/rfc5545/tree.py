"""From properties to components: BEGIN and END, nesting, and the calendars of a file."""
from collections import Counter

from .findings import shown
from .judge import judge_calendar, judge_component
from .relations import Relations
from .tables import COMPONENTS
from .timezones import Zones

_FEED_COMPONENTS = frozenset("VCALENDAR VTODO VEVENT VALARM VTIMEZONE STANDARD DAYLIGHT".split())


class Component:
    """A component with its properties by name and the components in it."""

    __slots__ = ("name", "place", "properties", "by_name", "children", "child_count")

    def __init__(self, name, place):
        self.name = name
        self.place = place
        self.properties = []
        self.by_name = {}
        self.children = []
        self.child_count = 0

    def add(self, prop):
        """Take a property."""
        self.properties.append(prop)
        self.by_name.setdefault(prop.name, []).append(prop)

    def first(self, name):
        """The first property of a name, or None."""
        found = self.by_name.get(name)
        return found[0] if found else None

    def all(self, name):
        """All properties of a name."""
        return self.by_name.get(name, ())


class Calendar:
    """What a VCALENDAR's components tell its end: its zones, its UIDs and how they relate.

    The items themselves are judged and let go one by one, so that a long file needs little memory.
    """

    def __init__(self):
        self.component = None
        self.zones = Zones()
        self.relations = Relations()


class Builder:
    """Puts properties into components and hands each component on when it ends."""

    def __init__(self, ctx):
        self.ctx = ctx
        self.stack = []
        self.open_names = Counter()
        self.calendars = 0
        ctx.calendar = Calendar()

    def take(self, prop):
        """Put the next property of the file where it belongs."""
        if prop.name == "BEGIN":
            self._begin(prop)
        elif prop.name == "END":
            self._end(prop)
        elif self.stack:
            self._check_order(prop)
            self.stack[-1].add(prop)
        else:
            self.ctx.add("STRUCT-ROOT", prop.head(), f"{prop.name} stands outside every calendar")

    def finish(self):
        """Close what the file leaves open, and say so."""
        while self.stack:
            component = self.stack[-1]
            self.ctx.add("STRUCT-BEGIN-END", component.place, f"{component.name} has no END")
            self._close()
        if not self.calendars:
            self.ctx.add("STRUCT-ROOT", (1, 1), "the file has no VCALENDAR")

    def _begin(self, prop):
        """Open a component."""
        name = (prop.value or "").strip().upper()
        component = Component(name, prop.head())
        if name == "XROOT":
            self.ctx.add("LIBICAL-ROOT", prop.head(), "libical's mark for several roots")
            return
        self._check_nesting(component)
        if name == "VCALENDAR":
            self.calendars += 1
            self.ctx.calendar = Calendar()
            self.ctx.calendar.component = component
            if self.calendars == 2:
                self.ctx.add("FEED-CALENDAR", prop.head(), "the file has a second VCALENDAR")
        if self.stack:
            self.stack[-1].child_count += 1
        self.stack.append(component)
        self.open_names[name] += 1

    def _check_nesting(self, component):
        """Whether a component may stand here, and whether there is such a component."""
        name, parent = component.name, self.stack[-1].name if self.stack else None
        if name not in _FEED_COMPONENTS and self.ctx.feed:
            self.ctx.add("FEED-COMPONENT", component.place, f"a {shown(name)} in a feed")
        elif name not in COMPONENTS and not name.startswith("X-"):
            self.ctx.add("STRUCT-UNKNOWN", component.place, f"no component {shown(name)} is registered")
        elif parent is None and name != "VCALENDAR":
            self.ctx.add("STRUCT-ROOT", component.place, f"{name} stands outside every calendar")
        elif name in COMPONENTS and parent in COMPONENTS and name not in COMPONENTS[parent].children:
            self.ctx.add("STRUCT-NESTING", component.place, f"{name} may not stand in {parent}")

    def _check_order(self, prop):
        """Whether a property stands before its component's components; in a VTIMEZONE it need not."""
        component = self.stack[-1]
        if component.child_count and component.name != "VTIMEZONE":
            self.ctx.add("STRUCT-ORDER", prop.head(), f"{prop.name} stands after a component of its {component.name}")

    def _end(self, prop):
        """Close the component that an END names, or say why it cannot."""
        name = (prop.value or "").strip().upper()
        if name == "XROOT":
            return
        current = self.stack[-1].name if self.stack else ""
        if self.stack and current == name:
            self._close()
            return
        what = f"{shown(current)} is open" if self.stack else "nothing is open"
        self.ctx.add("STRUCT-BEGIN-END", prop.head(), f"END of {shown(name)}, but {what}")
        if self.open_names[name]:
            while self._close().name != name:
                continue
        elif current.startswith("X-"):
            # libical ends every X- component with END:X.
            self._close()

    def _close(self):
        """Judge the component that ends and give it to the one around it."""
        component = self.stack.pop()
        self.open_names[component.name] -= 1
        judge_component(component, self.ctx)
        if self.stack and self.stack[-1].name != "VCALENDAR":
            self.stack[-1].children.append(component)
        if component.name == "VCALENDAR":
            judge_calendar(component, self.ctx)
            self.ctx.calendar = Calendar()
        return component
