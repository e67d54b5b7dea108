"""What a phone does to the items of a store: it rewrites their texts, and knows nothing of task files."""
import re

STAMP = "20261118T120000Z"


def unfolded(text):
    """The content lines of a text."""
    return re.sub(r"\r?\n[ \t]", "", text).replace("\r\n", "\n").splitlines()


def joined(lines):
    return "".join(f"{line}\r\n" for line in lines)


def name(line):
    return re.split("[;:]", line, maxsplit=1)[0]


def alarm(trigger):
    """An alarm with properties that only a phone has."""
    return ["BEGIN:VALARM", "UID:7A1C0B52-ALARM", "X-WR-ALARMUID:7A1C0B52-ALARM", "ACTION:DISPLAY",
            "DESCRIPTION:Reminder", f"TRIGGER:{trigger}", "X-APPLE-DEFAULT-ALARM:TRUE", "END:VALARM"]


def at(moment, name=""):
    """A property with a time in Berlin; without a name only its parameter and its value."""
    return f"{name};TZID=Europe/Berlin:{moment}"


def rewritten(text, without=(), more=(), parts=(), after=()):
    """An item with other properties and alarms, and with components after it, such as occurrences that were changed."""
    lines = unfolded(text)
    first = next(n for n, line in enumerate(lines) if line in ("BEGIN:VTODO", "BEGIN:VEVENT"))
    last = lines.index(lines[first].replace("BEGIN", "END"), first)
    inner = lines[first + 1:last]
    cut = next((n for n, line in enumerate(inner) if line.startswith("BEGIN:")), len(inner))
    number = next((int(line[9:]) for line in inner if name(line) == "SEQUENCE"), 0)
    dropped = {*without, *map(name, more), "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"}
    stamps = [f"DTSTAMP:{STAMP}", f"LAST-MODIFIED:{STAMP}", f"SEQUENCE:{number + 1}"]
    own = [line for line in inner[:cut] if name(line) not in dropped]
    item = [*own, *more, *stamps, *inner[cut:], *parts]
    return joined([*lines[:first + 1], *item, lines[last], *after, *lines[last + 1:]])


def occurrence(text, identity, *lines):
    """A component for one date of a series, as a phone writes it."""
    item = unfolded(text)
    kind = next(line[6:] for line in item if line in ("BEGIN:VTODO", "BEGIN:VEVENT"))
    first = item[:item.index(f"END:{kind}")]
    kept = [line for line in first if name(line) in {"UID", "SUMMARY", "CATEGORIES"} - set(map(name, lines))]
    return [f"BEGIN:{kind}", *kept, f"DTSTAMP:{STAMP}", f"RECURRENCE-ID{identity}", *lines, f"END:{kind}"]


COMPLETED = ("STATUS:COMPLETED", "PERCENT-COMPLETE:100", f"COMPLETED:{STAMP}")


def titles(text):
    """The title of the item itself, which may be a series with changed occurrences."""
    return [plain(line[8:]) for line in unfolded(text) if line.startswith("SUMMARY:")][:1]


def all_titles(text):
    """The titles of all items of a calendar, and of the occurrences that were changed."""
    return sorted(line[8:] for line in unfolded(text) if line.startswith("SUMMARY:"))


def plain(title):
    """A title without the tags in its middle, which not every version leaves in it."""
    return re.sub(r"@\w+ ", "", title)


class Folder:
    """A folder of calendars, whose files the phone rewrites."""

    def __init__(self, world, path):
        self.folder = world.folder / path

    def file(self, title):
        found = [path for path in sorted(self.folder.rglob("*.ics")) if title in titles(path.read_bytes().decode())]
        assert len(found) == 1, (title, found)
        return found[0]

    def text(self, title):
        return self.file(title).read_bytes().decode()

    def replace(self, title, text):
        self.file(title).write_bytes(text.encode())

    def add(self, beside, uid, text):
        """A new file in the list that has another item."""
        (self.file(beside).parent / f"{uid}.ics").write_bytes(text.encode())

    def remove(self, title):
        self.file(title).unlink()


class Database:
    """A store in one file, which the phone's changes reach through `duecal store`."""

    def __init__(self, world, address):
        self.world, self.address = world, address

    def text(self, title):
        """An item with its changed occurrences, in a calendar of its own."""
        lines = unfolded(self.world.run("store", "export", self.address).stdout.decode())
        parts = "\n".join(lines)
        found = re.findall(r"BEGIN:(VTODO|VEVENT)\n(.*?)END:\1\n", parts, re.S)
        uid = next(re.search("^UID:(.*)$", inner, re.M)[1] for _, inner in found if titles(inner) == [title])
        own = [f"BEGIN:{kind}\n{inner}END:{kind}\n" for kind, inner in found if f"UID:{uid}\n" in inner]
        zones = re.findall(r"BEGIN:VTIMEZONE\n.*?END:VTIMEZONE\n", parts, re.S)
        return joined(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//Tasks//EN",
                       *"".join(zones + own).splitlines(), "END:VCALENDAR"])

    def list(self, title):
        """The address of the list that has an item."""
        told = self.world.run("store", "show", self.address).stdout.decode()
        line = next(line for line in told.splitlines() if re.search(rf": \w+ {re.escape(title)}(,|$| )", line))
        return line.partition(": ")[0]

    def replace(self, title, text):
        self.put(text, self.list(title), "--replace")

    def add(self, beside, uid, text):
        self.put(text, self.list(beside))

    def put(self, text, target, *more):
        path = self.world.folder / "changed.ics"
        path.write_bytes(text.encode())
        self.world.run("store", "import", "changed.ics", target, *more, expect=(0, 1))
        path.unlink()

    def remove(self, title):
        self.world.run("store", "remove", self.list(title), title)


class Phone:
    """A phone that shows the items of a store."""

    def __init__(self, store):
        self.store = store

    def change(self, title, *more, without=(), parts=()):
        self.store.replace(title, rewritten(self.store.text(title), without, more, parts))

    def complete(self, title):
        self.change(title, *COMPLETED)

    def change_date(self, title, identity, *lines):
        """Changes one date of a series."""
        text = self.store.text(title)
        self.store.replace(title, rewritten(text, after=occurrence(text, identity, *lines)))

    def uid(self, title):
        return next(line[4:] for line in unfolded(self.store.text(title)) if line.startswith("UID:"))

    def add(self, beside, kind, uid, *lines):
        """Adds an item to the list that has another one."""
        self.store.add(beside, uid, joined(
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//Tasks//EN", f"BEGIN:{kind}", f"UID:{uid}",
             f"DTSTAMP:{STAMP}", f"CREATED:{STAMP}", *lines, f"END:{kind}", "END:VCALENDAR"]))

    def remove(self, title):
        self.store.remove(title)
