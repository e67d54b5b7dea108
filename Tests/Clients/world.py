"""The tasks that clients are shown, and what each of them must show.

Moments are written down in UTC by hand, so that nothing here can be wrong together with duecal.
"""
import dataclasses
import datetime
import os
import pathlib
import subprocess

ZONE = "Europe/Berlin"
# How khal reads and shows dates.
KHAL_LOCALE = f"""[locale]
local_timezone = {ZONE}
default_timezone = {ZONE}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M"""
# As Docs/Publishing.md has it.
OPTIONS = ["--zone", ZONE, "--name", "Tasks", "--recurring-due", "equal"]
DAY = datetime.date


def utc(text):
    """A moment: 2026-12-03 14:00."""
    return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=datetime.timezone.utc)


@dataclasses.dataclass
class Item:
    """An item, as the tasks mean it or as a client shows it. None is what a client does not tell."""
    title: str
    kind: str
    # A day, or a moment; when a to-do is due, when an event begins and ends (a day: the last one).
    due: object = None
    begin: object = None
    end: object = None
    notes: str | None = ""
    state: str | None = "open"
    priority: int | None = 0
    # All beginnings of a series of events.
    series: list | None = None


# What every client tells of what has it.
REQUIRED = ("due", "begin", "end")


STRANGE = "Buy a, b; c \\ d \"e\" <b>&amp;</b> 'f' 100% : 漢字 🎉 é"
NOTES = ["first line", "\tdeeper; with, all \\n of : it", "", "https://example.com/?a=b&c=d#e",
         "a long line that must be folded, " + "äöü 🎉 " * 30 + "end"]

SOURCE = f"""Home: @client(Acme)
	- Call Ann @due(2026-12-03 15:00) @remind(15m) @phone
		about the sink
	- {STRANGE} @due(2026-12-05)
{chr(10).join(chr(9) * 2 + line if line else "" for line in NOTES)}
	- Pay rent @due(2026-12-01) @repeat(monthly) @tags(Home Office)
	- Dentist @due(2026-12-04 09:00 - 09:30)
	- Night train @due(2027-10-31 02:30 - 03:30)
	- Standup @due(2027-03-22 09:00 - 09:15) @repeat(weekly 3 times)
	- Timesheet @due(2026-12-11 16:00 - 16:15) @repeat(weekly until 2027-01-08) @except(2026-12-25)
	- Fair @due(2026-12-14 thru 2026-12-16)
	- Review @due(2026-12-09 14:00 - 15:00) @tz(America/New_York)
	- Summer party @due(2027-07-03 18:00)
	- Ship it @due(2026-12-11 17:00) @priority(high)
		- Draft @done(2026-11-19 16:20)
	- Read the lease
	- Old plan @due(2026-12-24) @cancelled
"""

ITEMS = [
    Item("Call Ann", "todo", due=utc("2026-12-03 14:00"), notes="about the sink"),
    Item(STRANGE, "todo", due=DAY(2026, 12, 5), notes="\n".join(NOTES)),
    Item("Pay rent", "todo", due=DAY(2026, 12, 1)),
    Item("Dentist", "event", begin=utc("2026-12-04 08:00"), end=utc("2026-12-04 08:30")),
    # Clocks go back an hour at 3: 2:30 is the first of the two, 3:30 comes two hours after it.
    Item("Night train", "event", begin=utc("2027-10-31 00:30"), end=utc("2027-10-31 02:30")),
    # Clocks go ahead on 28 March.
    Item("Standup", "event", begin=utc("2027-03-22 08:00"), end=utc("2027-03-22 08:15"),
         series=[utc("2027-03-22 08:00"), utc("2027-03-29 07:00"), utc("2027-04-05 07:00")]),
    Item("Timesheet", "event", begin=utc("2026-12-11 15:00"), end=utc("2026-12-11 15:15"),
         series=[utc(f"{day} 15:00") for day in ("2026-12-11", "2026-12-18", "2027-01-01", "2027-01-08")]),
    Item("Fair", "event", begin=DAY(2026, 12, 14), end=DAY(2026, 12, 16)),
    Item("Review", "event", begin=utc("2026-12-09 19:00"), end=utc("2026-12-09 20:00")),
    Item("Summer party", "todo", due=utc("2027-07-03 16:00")),
    Item("Ship it", "todo", due=utc("2026-12-11 16:00"), priority=1),
    Item("Draft", "todo", state="done"),
    Item("Read the lease", "todo"),
    Item("Old plan", "todo", due=DAY(2026, 12, 24), state="off"),
]

# One task is put off by a day and called otherwise, and is the same one.
BEFORE, AFTER = "- Ship it @due(2026-12-11 17:00)", "- Ship it all @due(2026-12-12 17:00)"
ITEMS_AFTER = [item if item.title != "Ship it" else
               dataclasses.replace(item, title="Ship it all", due=utc("2026-12-12 16:00")) for item in ITEMS]


class Feed:
    """A task file and the feed that is exported from it."""

    def __init__(self, duecal, folder):
        self.duecal = duecal
        self.source = pathlib.Path(folder, "home.taskpaper")
        self.path = pathlib.Path(folder, "www", "tasks.ics")
        self.path.parent.mkdir()
        self.source.write_text(SOURCE)

    def export(self):
        """Exports as cron would: with no environment, and silent when all is well."""
        run = subprocess.run(
            [self.duecal, "export", self.source, *OPTIONS, "-q", "-o", self.path],
            env={"SOURCE_DATE_EPOCH": "1795162500"}, capture_output=True, check=True)
        assert not run.stdout + run.stderr, run
        return self.path.read_bytes()

    def change(self):
        """Changes one task, and exports again."""
        self.source.write_text(SOURCE.replace(BEFORE, AFTER))
        stamp = os.stat(self.path).st_mtime
        self.export()
        # What happened in between takes longer than a second where people do it.
        os.utime(self.path, (stamp + 60, stamp + 60))


# What clients get wrong whatever a feed says: of an hour that comes twice they take the second.
KNOWN = {
    ("Thunderbird", "Night train", "begin"): utc("2027-10-31 01:30"),
    ("evolution-data-server", "Night train", "begin"): utc("2027-10-31 01:30"),
    ("evolution-data-server", "Night train", "series"): [utc("2027-10-31 01:30")],
}


def faults(seen, expected, who):
    """What a client does not show as it should."""
    found = []
    titles = sorted(item.title for item in expected)
    if sorted(item.title for item in seen) != titles:
        missing = sorted(set(titles) - {item.title for item in seen})
        found.append(f"{who} shows {len(seen)} items and not {len(expected)}; missing: {missing}")
    wanted = {item.title: item for item in expected}
    for item in seen:
        if item.title in wanted:
            found += differences(item, wanted[item.title], who)
        else:
            found.append(f"{who} shows {item.title!r}, which there is not")
    return found


def differences(item, want, who):
    for field in dataclasses.fields(Item):
        value, wish = getattr(item, field.name), getattr(want, field.name)
        wish = KNOWN.get((who, item.title, field.name), wish)
        if wish is not None and value != wish and (value is not None or field.name in REQUIRED):
            yield f"{who}: {item.title}: {field.name} is {value!r}, should be {wish!r}"


def update_faults(before, after, who, keeps_names):
    """What is wrong if not one item alone is another now."""
    changed = [uid for uid in before if before[uid] != after.get(uid)]
    added = [uid for uid in after if uid not in before]
    if len(changed) != 1 or len(added) != (0 if keeps_names else 1):
        return [f"{who}: {len(changed)} items changed, {len(added)} are new, and not one changed alone"]
    return []
