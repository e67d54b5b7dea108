"""Reads calendars for the comparison of two versions: no value is understood, only taken apart."""
import re


class Property:
    """A content line: its name, its parameters as one text, and its value."""

    def __init__(self, line):
        name, separator, self.value = re.match(r'((?:[^":]|"[^"]*")*)(:?)(.*)', line, re.S).groups()
        assert separator, line
        self.name, _, self.parameters = name.partition(";")
        self.line = line

    def __repr__(self):
        return self.line


class Component:
    """A component with its properties and parts."""

    def __init__(self, kind):
        self.kind, self.properties, self.parts = kind, [], []

    def get(self, name):
        """The lines of all properties of a name."""
        return [each.line for each in self.properties if each.name == name]

    def value(self, name):
        """The value of the first property of a name; None without one."""
        return next((each.value for each in self.properties if each.name == name), None)

    @property
    def text(self):
        inner = [each.line for each in self.properties] + [part.text for part in self.parts]
        return "\n".join([f"BEGIN:{self.kind}", *inner])

    @property
    def key(self):
        """What names an item: kind, UID, occurrence."""
        return self.kind, self.value("UID"), self.value("RECURRENCE-ID")


def calendars(data):
    """All calendars of some bytes, each a component."""
    lines = re.sub(r"\r?\n[ \t]", "", data.decode()).replace("\r\n", "\n").split("\n")
    top, open_components = [], []
    for line in filter(None, lines):
        if line.startswith("BEGIN:"):
            made = Component(line[6:])
            (open_components[-1].parts if open_components else top).append(made)
            open_components.append(made)
        elif line.startswith("END:"):
            assert open_components.pop().kind == line[4:], line
        else:
            open_components[-1].properties.append(Property(line))
    assert not open_components, "a calendar that is cut off"
    return top


def items(data):
    """The to-dos and events of some bytes, in their order."""
    return [part for one in calendars(data) for part in one.parts if part.kind in ("VTODO", "VEVENT")]
