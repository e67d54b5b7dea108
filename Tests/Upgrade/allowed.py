"""What a later version may write in another way, once, into a feed that an earlier version made.

Everything else stays as it is: the items, their UIDs, and each property of each item. A row says which properties
may differ, in which feeds, what must hold between the old item and the new one, and why.
"""
import datetime
import re

# Options that choose lines by what they say: what such a feed has to say beyond its items is kept in the state.
FILTERS = {"--tag", "--where", "--project", "--search"}
# Options that choose lines by date or state: such a feed keeps the hint of each item's own line.
NARROWING = {"--done", "--from", "--to", "--undated"}


def is_chosen(options):
    """True for a feed whose hints may go: lines chosen by their words, or made of events."""
    return bool(FILTERS & set(options)) or ("--as", "event") in zip(options, options[1:])


def is_nearest_project(_, old, new):
    """Of the path the nearest project stays, which is a category too."""
    def names(item):
        return re.split(r"(?<!\\),", item.value("X-DUECAL-PATH") or "")
    return names(new) == names(old)[-1:]


def is_repeating_todo(item):
    return item.kind == "VTODO" and bool(item.get("RRULE"))


def begins_when_due(options, old, new):
    """The due date is the same, and DTSTART is equal to it."""
    if not is_repeating_todo(old) or "duration" in options:
        return False
    due = old.get("DUE") or [line.replace("DTSTART", "DUE", 1) for line in old.get("DTSTART")]
    start = [line.replace("DUE", "DTSTART", 1) for line in due]
    return (new.get("DUE"), new.get("DTSTART"), new.get("DURATION")) == (due, start, [])


def shift(old, new):
    """How much later a series begins now; nothing where it has no time of the day."""
    moments = [re.search(r"\d{8}T\d{6}", item.get("DTSTART")[0]) for item in (old, new)]
    return moment(moments[1][0]) - moment(moments[0][0]) if all(moments) else datetime.timedelta()


def moment(text):
    return datetime.datetime.strptime(text, "%Y%m%dT%H%M%S")


def counts_from_due(options, old, new):
    """Exceptions and the end of a series name its beginnings, and are moved with them."""
    if not begins_when_due(options, old, new):
        return False
    later = shift(old, new)

    def moved(line):
        return re.sub(r"\d{8}T\d{6}", lambda found: (moment(found[0]) + later).strftime("%Y%m%dT%H%M%S"), line)
    return all([moved(line) for line in old.get(name)] == new.get(name) for name in ("EXDATE", "RDATE", "RRULE"))


def without_tags(title):
    return " ".join(word for word in title.split() if not word.startswith("@"))


def loses_tags(_, old, new):
    """The title is the same but for tags in the middle of it, which are categories."""
    words, categories = old.value("SUMMARY").split(), (old.value("CATEGORIES") or "").split(",")
    tags = [word[1:] for word in words if word.startswith("@")]
    return bool(tags) and set(tags) <= set(categories) and new.value("SUMMARY").split() == without_tags(old.value("SUMMARY")).split()


SIGNS = re.compile(r"\s*(?:[📅⏳🛫✅]\ufe0f? ?\d{4}-\d\d-\d\d|[🔺⏫🔼🔽⏬]\ufe0f?|\[\w+:: [^]]*\])")


def reads_signs(_, old, new):
    """The title is the same but for the signs of Obsidian Tasks and the fields of Dataview."""
    title = old.value("SUMMARY")
    return new.value("SUMMARY") == SIGNS.sub("", title) != title


def takes_hash_tags(_, old, new):
    """Only the `#tags` of the title are new among the categories."""
    before, after = (set((item.value("CATEGORIES") or "").split(",")) - {""} for item in (old, new))
    return before <= after and after - before <= {word[1:] for word in new.value("SUMMARY").split() if word.startswith("#")}


def alarms(item):
    return [(part.kind, sorted((each.name, each.value) for each in part.properties if each.name != "DESCRIPTION"))
            for part in item.parts]


def rings_as_before(options, old, new):
    """The alarms are the same, but for the title that they show and the date that they count from."""
    follows = begins_when_due(options, old, new) or loses_tags(options, old, new)
    return follows and alarms(old) == alarms(new)


def is_stamped(_, old, new):
    """The number rose by one, and no stamp went back; only where something else is new."""
    bare = [name for name in changed(old, new) if name not in STAMPS and name != "X-DUECAL-KEY"]
    number = int(new.value("SEQUENCE")) - int(old.value("SEQUENCE"))
    return bool(bare) and number in (0, 1) and new.value("DTSTAMP") >= old.value("DTSTAMP")


STAMPS = {"SEQUENCE", "DTSTAMP", "LAST-MODIFIED"}
ROWS = [
    # properties, which feeds, what must hold, why
    ({"DTSTART", "DUE", "DURATION"}, lambda options: "duration" not in options, begins_when_due,
     "0.2: a repeating to-do begins when it is due, unless --recurring-due says otherwise"),
    ({"EXDATE", "RDATE", "RRULE"}, lambda options: "duration" not in options, counts_from_due, "0.2: follows DTSTART"),
    ({"SUMMARY"}, lambda options: True, loses_tags,
     "0.2: a tag in the middle of a title that became a property is removed from the title"),
    ({"SUMMARY", "DUE", "PRIORITY", "COMPLETED"}, lambda options: True, reads_signs,
     "0.2: in Markdown, the signs of Obsidian Tasks and the fields of Dataview are read"),
    ({"CATEGORIES"}, lambda options: True, takes_hash_tags, "0.2: the #tags of Markdown are categories"),
    ({"VALARM"}, lambda options: True, rings_as_before, "0.2: follows DTSTART and SUMMARY"),
    ({"X-DUECAL-LINE", "X-DUECAL-PATH"}, is_chosen, lambda options, old, new: True,
     "0.2: a feed that is chosen, or of events, has no hints beyond its properties"),
    ({"X-DUECAL-PATH"}, lambda options: bool(NARROWING & set(options)), is_nearest_project,
     "0.2: what is left out leaves no word in a feed"),
    ({"X-DUECAL-KEY"}, lambda options: True, lambda options, old, new: True,
     "a hash of the mapping, which may be another in each version"),
    (STAMPS, lambda options: True, is_stamped, "an item that changes says so"),
]
# Properties of the calendar itself that may be others or go.
OF_CALENDAR = {"X-DUECAL-KEY": "a hash of what it is made of", "X-DUECAL-PROJECT": "0.2: what is left out leaves no word in a feed"}
# Names that are no name: version 0.1 made them of title and date where a calendar had none.
NO_NAME = re.compile(r"$|.* $|.* \d{4}-\d\d-\d\d( \d\d:\d\d)?$")


def is_misnamed(key, keys):
    """True for an event with the very UID of its to-do, which version 0.1 gave to new lines that have a name of their own."""
    kind, uid, occurrence = key
    return kind == "VEVENT" and ("VTODO", uid, occurrence) in keys


# A bullet without words is no item any more.
NO_TITLE = "(no title)"


def changed(old, new):
    """The names of the properties that differ; VALARM stands for all parts."""
    names = {each.name for item in (old, new) for each in item.properties}
    differing = {name for name in names if old.get(name) != new.get(name)}
    parts = [[part.text for part in item.parts] for item in (old, new)]
    return sorted(differing | ({"VALARM"} if parts[0] != parts[1] else set()))


def faults(options, old, new):
    """What differs between an old item and the new one that no row allows."""
    return [f"{old.key}: {name} was {old.get(name) or alarms(old)}, is {new.get(name) or alarms(new)}"
            for name in changed(old, new)
            if not any(name in names and feeds(options) and holds(options, old, new) for names, feeds, holds, _ in ROWS)]
