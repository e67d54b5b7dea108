"""Syncs of task files that the fixtures are made of: some settled, some killed half way, some undone.

Each of WORLDS is a folder `VERSION/syncs/NAME` with a state of its own. Version 0.1 has no syncs.
"""
import pathlib
import shutil

import inputs
import killing
import phone
from phone import at
from world import MADE_IN, ZONE, World

FIRST, EARLIER, LATER, NOW = (f"2026-11-{day}T08:00:00Z" for day in (17, 18, 19, 20))
# What is kept equal in `settled`, with the options of each run.
SETTLED = {
    "vdir": ["tasks:notes", "vdir:phone"],
    "work": ["tasks:notes", "sqlite:work.sqlite", "--project", "Work"],
    "lists": ["tasks:lists", "sqlite:lists.sqlite", "--prefer", "ask"],
    "plans": ["tasks:plans", "vdir:plans-phone"],
}
NOTES = {name: text for name, text in inputs.NOTES.items() if name.startswith("notes/")}
LISTS = {
    "lists/garden.taskpaper": """\
Garden:
\t- Mow the lawn @due(2026-11-21 10:00) @repeat(every 2 weeks) @remind(1h)
\t\tonly when dry
\t- Rake @due(2026-11-22) @repeat(weekly 6 times)
\t- Prune the roses @due(2026-12-05) @tools
\t\t- Sharpen the shears @due(2026-12-01)
\t- Order bulbs @due(2026-12-06) @priority(2)
\t- Check the pond @due(2026-11-24 18:00) @repeat(every tuesday)
""",
    "lists/shop.taskpaper": "Shop:\n\t- Bread\n\t- Milk @due(2026-11-21)\n\t- Ink @due(2026-12-03)\n",
    # Public tasks of a private project and of a private task.
    "lists/party.taskpaper": """\
Party: @class(private)
\t- Order a cake @due(2026-12-14) @class(public)
- Surprise Max @class(private) @due(2026-12-20)
\t- Bake bread @due(2026-12-19) @class(public)
""",
}
PLANS = {"plans/roof.md": """\
# House
Some words about the house.
- [ ] Paint the door 📅 2026-12-11 ⏫
- [x] Oil the hinge ✅ 2026-11-12
- [ ] Water the roses 🔁 every week 📅 2026-11-25
- no task
## Roof
- [ ] Clean the gutter [due:: 2026-12-13] #autumn
\t- [ ] Borrow the ladder #home
"""}
KILLED = """\
House:
\t- Paint the door @due(2026-12-01 10:00) @home
\t\twith the old brush
\t- Oil the hinge @due(2026-12-02)
\t- Clean the gutter @due(2026-12-03) @priority(1)
\t- Sweep the yard @due(2026-12-04) @repeat(weekly)
\t- Call the plumber
"""
HISTORY = {"notes/home.taskpaper": KILLED, "notes/shop.taskpaper": """\
Shop:
\t- Bread @due(2026-12-20)
\t- Milk @due(2026-11-21)
\t- Ink @due(2026-12-03)
"""}
# What a run that is killed leaves behind, in each folder of `killed`.
KILLS = {"planned": "vdir:planned-phone", "written": "sqlite:written.sqlite", "partial": "vdir:partial-phone"}
CALENDAR = {"calendars/club.ics": inputs.calendar(
    inputs.todo("cake", "SUMMARY:Bake a cake", "DUE;VALUE=DATE:20261205", "DESCRIPTION:with nuts"),
    inputs.todo("chairs", "SUMMARY:Set up the chairs", "DUE;VALUE=DATE:20261206"),
    inputs.todo("hall", "SUMMARY:Book the hall"))}
CALENDAR_LATER = {"calendars/club.ics": inputs.calendar(
    inputs.todo("cake", "SUMMARY:Bake two cakes", "DUE;VALUE=DATE:20261205", "DESCRIPTION:with nuts"),
    inputs.todo("hall", "SUMMARY:Book the hall", "DUE;VALUE=DATE:20261201"),
    inputs.todo("music", "SUMMARY:Find a band", "DUE;VALUE=DATE:20261207"))}
INTO = ["import", "calendars/club.ics", "--into", "club.taskpaper", "--zone", ZONE]


def pair(folder):
    """The two stores of a folder of `killed`."""
    return [f"tasks:{folder}", KILLS[folder]]


def shown(store):
    """The file with what this version shows of a store."""
    return f"shown/{store.partition(':')[0]}-{pathlib.Path(store.partition(':')[2]).stem}.ics"


class Making:
    """The steps of one world."""

    def __init__(self, world):
        self.world, self.folder = world, world.folder

    def write(self, texts):
        for name, text in texts.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())

    def make_folders(self, *names):
        for name in names:
            (self.folder / name).mkdir()

    def edit(self, name, *pairs):
        """Replaces texts in a file; each must be there once."""
        path = self.folder / name
        text = path.read_bytes().decode()
        for old, new in pairs:
            assert text.count(old) == 1, (name, old, text.count(old), text)
            text = text.replace(old, new)
        path.write_bytes(text.encode())

    def sync(self, *words, now, expect=(0, 1)):
        return self.world.run("sync", *words, "--zone", ZONE, now=now, expect=expect)

    def settle(self, *pairs, now):
        """Runs the syncs until none of them writes anything."""
        for _ in range(4):
            for words in pairs:
                self.sync(*words, "--yes", now=now)
            told = [self.sync(*words, now=now).stdout.decode() for words in pairs]
            if not any(told):
                return
        raise AssertionError(f"not settled: {told}")

    def phone(self, store):
        scheme, _, path = store.partition(":")
        return phone.Phone(phone.Folder(self.world, path) if scheme == "vdir" else phone.Database(self.world, store))

    # MARK: Settled

    def settled(self):
        """Pairs of stores that are equal, after changes on both sides, and a feed of the same lines."""
        self.write({**NOTES, **LISTS, **PLANS})
        self.make_folders("phone", "plans-phone", "feeds")
        # The feed knows a line by its old words, the syncs by its new ones.
        self.feeds(FIRST)
        self.edit("notes/home.taskpaper", ("- Dentist @due", "- See the dentist @due"),
                  ("- Read the lease", "- Read the new lease"))
        self.settle(*SETTLED.values(), now=FIRST)
        self.change_on_phone(self.phone("vdir:phone"))
        self.change_plans(self.phone("vdir:plans-phone"))
        self.settle(*SETTLED.values(), now=EARLIER)
        self.change_text()
        self.change_elsewhere(self.phone("sqlite:work.sqlite"), self.phone("sqlite:lists.sqlite"))
        self.settle(*SETTLED.values(), now=LATER)
        self.feeds(LATER)
        self.disagree()
        self.settle(*SETTLED.values(), now=NOW)
        for _, store, *_ in SETTLED.values():
            self.write({shown(store): self.world.run("store", "export", store).stdout.decode()})

    def feeds(self, now):
        self.world.run("export", "notes", "--zone", ZONE, "-o", "feeds/notes.ics", now=now, expect=(0, 1))

    def change_on_phone(self, on):
        on.complete("Read the new lease")
        on.change_date("Bins out", at("20261201T000000"), at("20261202T180000", "DUE"),
                       at("20261202T180000", "DTSTART"), "SUMMARY:Bins out in the evening")
        on.change_date("Standup", at("20261202T090000"), at("20261202T090000", "DTSTART"),
                       at("20261202T091500", "DTEND"), "STATUS:CANCELLED")
        on.change_date("Water the plants", at("20261121T073000"), at("20261121T073000", "DUE"),
                       at("20261121T073000", "DTSTART"), *phone.COMPLETED)
        on.change("See the dentist", "ATTENDEE;CN=\"Max; B\";PARTSTAT=ACCEPTED:mailto:max@example.org",
                  "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC", "GEO:52.5;13.4", parts=phone.alarm("-PT45M"))
        on.change("Report", "DESCRIPTION:Ask Kim.\\nThe old one has 12 pages.", "X-APPLE-SORT-ORDER:7")
        on.complete("Figures")
        on.remove("Order paper")
        # A to-do as Tasks.org writes it, a part of another one, and an appointment.
        on.add("Report", "VTODO", "4711-tasks-org", "SUMMARY:Ask for the keys", at("20261201T093000", "DUE"),
               "PRIORITY:1", "CATEGORIES:office", "DESCRIPTION:at the desk\\n\\nor by mail", "X-APPLE-SORT-ORDER:8",
               *phone.alarm("-PT10M"))
        on.add("Plan the beds", "VTODO", "4712-tasks-org", "SUMMARY:Draw a map",
               f"RELATED-TO;RELTYPE=PARENT:{on.uid('Plan the beds')}")
        on.add("Standup", "VEVENT", "0A1B2C3D-PHONE", "SUMMARY:Concert", at("20261211T200000", "DTSTART"),
               at("20261211T223000", "DTEND"), "LOCATION:Town hall", "X-APPLE-STRUCTURED-LOCATION:geo:52.5,13.4")

    def change_plans(self, on):
        on.complete("Paint the door")
        on.change("Clean the gutter #autumn", "DUE;VALUE=DATE:20261215", "X-OTHER:kept", without=["DTSTART"])
        on.add("Clean the gutter #autumn", "VTODO", "4716-phone", "SUMMARY:Buy nails", "DUE;VALUE=DATE:20261212",
               "X-OTHER:new", "DESCRIPTION:long ones")

    def change_text(self):
        """What a person changes in the task files."""
        self.edit("notes/home.taskpaper", ("Call @phone Ann about", "Call @phone Anne about"),
                  ("\t\tShe knows a plumber.\n", "\t\tShe knows two plumbers.\n"),
                  ("Empty:\n", "Empty:\n\t- Sort the books\n"))
        self.edit("notes/club/spaces.taskpaper", ("cake @due(2026-12-16)", "cake @due(2026-12-16) @done(2026-11-18)"))
        self.edit("notes/work.taskpaper", ("- Call Boston ", "- Call Boston again "),
                  # Out of the project, so that it is in one of two syncs no more.
                  ("\t- Half typed @due(2026-12-05)\n", ""),
                  ("Calls @search", "- Half typed @due(2026-12-05)\nCalls @search"))
        self.world.run("done", "Change filters", "-f", "notes", "--zone", ZONE, now=LATER)
        self.world.run("add", "Sort the mail 2026-12-08", "-f", "notes/work.taskpaper", "--project", "Work",
                       "--zone", ZONE, now=LATER)
        self.edit("lists/garden.taskpaper", ("- Order bulbs @due(2026-12-06)", "- Order bulbs @due(2026-12-07)"))
        self.edit("lists/shop.taskpaper", ("\t- Bread\n", ""))

    def change_elsewhere(self, work, lists):
        """What other programs change in the stores that are one file."""
        work.change("Report", "PRIORITY:1", "X-OTHER;X-P=\"a;b\":kept")
        lists.change_date("Mow the lawn", at("20261205T100000"), at("20261206T110000", "DUE"),
                          at("20261206T110000", "DTSTART"))
        lists.change("Prune the roses", "ATTENDEE:mailto:max@example.org", "X-OTHER:kept", parts=phone.alarm("-P1D"))
        lists.complete("Sharpen the shears")
        lists.add("Milk", "VTODO", "4713-phone", "SUMMARY:Buy candles", "DUE;VALUE=DATE:20261213", "X-OTHER:new",
                  *phone.alarm("-PT2H"))

    def disagree(self):
        """One field is changed on both sides, and nobody has said which value counts."""
        self.edit("lists/shop.taskpaper", ("- Ink @due(2026-12-03)", "- Ink @due(2026-12-04)"))
        self.phone("sqlite:lists.sqlite").change("Ink", "DUE;VALUE=DATE:20261209", without=["DTSTART"])

    # MARK: Killed

    def killed(self):
        """Syncs that were killed before a file was written, after that, and between two items; and an import."""
        self.write(CALENDAR)
        self.world.run(*INTO, now=EARLIER)
        for folder, store in KILLS.items():
            self.write({f"{folder}/house.taskpaper": KILLED})
            if store.startswith("vdir"):
                self.make_folders(store.partition(":")[2])
            self.settle(pair(folder), now=EARLIER)
            self.change_house(folder, store)
        self.write(CALENDAR_LATER)
        self.finish()
        for folder in KILLS:
            self.kill(["sync", *pair(folder), "--zone", ZONE], self.left_by(folder))
        club = self.club()
        self.kill(INTO, lambda: self.has_open_save() and self.club() != club)
        print("left:", self.rows("taskPlan"), "planned files,", self.rows("intent", "sync/state.sqlite"), "intents")

    def left_by(self, folder):
        """What must be true of a folder when its sync has been killed."""
        path = self.folder / folder / "house.taskpaper"
        before, stored = path.read_bytes(), phone.all_titles(self.items(folder))
        plans = lambda: self.rows("taskPlan")
        intents = lambda: self.rows("intent", "sync/state.sqlite")
        planned, intended = plans(), intents()
        finished = phone.all_titles((self.folder / f"finished/{folder}.ics").read_bytes().decode())
        return {
            "planned": lambda: plans() > planned and intents() > intended and path.read_bytes() == before,
            "written": lambda: plans() > planned and path.read_bytes() != before,
            "partial": lambda: intents() > intended and phone.all_titles(self.items(folder)) not in (stored, finished),
        }[folder]

    def rows(self, table, database="state.sqlite"):
        return killing.rows(self.folder / "state/duecal" / database, table)

    def has_open_save(self):
        """True if the registry has a save that is neither confirmed nor taken back; 0.2 had another table for it."""
        database = self.folder / "state/duecal/state.sqlite"
        tables = "SELECT count(*) FROM sqlite_master WHERE name = 'preparedSave'"
        return self.rows("preparedSave" if killing.value(database, tables) else "plannedWrite") > 0

    def club(self):
        return (self.folder / "club.taskpaper").read_bytes()

    def planned(self):
        """An import that was killed before it wrote its file."""
        self.write(CALENDAR)
        self.world.run(*INTO, now=EARLIER)
        self.write(CALENDAR_LATER)
        self.finish()
        club = self.club()
        self.kill(INTO, lambda: self.has_open_save() and self.club() == club)

    def kill(self, words, holds):
        print(words[1], killing.killed_when(self.world, words, holds, pathlib.Path(f"{MADE_IN}-kept"), now=NOW))

    def change_house(self, folder, store):
        """Changes, adds and removes an item on each side."""
        self.edit(f"{folder}/house.taskpaper", ("- Oil the hinge", "- Oil both hinges"), ("\t- Call the plumber\n", ""),
                  ("\t- Sweep", "\t- Lock the shed @due(2026-12-09)\n\t- Sweep"))
        on = self.phone(store)
        on.change("Paint the door", "DESCRIPTION:with the new brush", "X-OTHER:kept", parts=phone.alarm("-PT1H"))
        on.remove("Clean the gutter")
        on.add("Paint the door", "VTODO", f"4714-{folder}", "SUMMARY:Buy paint", "DUE;VALUE=DATE:20261130",
               "X-OTHER:new")

    def finish(self):
        """What undisturbed runs leave, in `finished`; then all is as it was."""
        kept = pathlib.Path(f"{MADE_IN}-kept")
        shutil.copytree(self.folder, kept)
        self.world.run(*INTO, now=NOW)
        finished = {"club.taskpaper": self.club().decode()}
        for folder in KILLS if (self.folder / "planned").exists() else ():
            self.sync(*pair(folder), now=NOW)
            finished[f"{folder}.taskpaper"] = (self.folder / folder / "house.taskpaper").read_bytes().decode()
            finished[f"{folder}.ics"] = self.items(folder)
        killing.restore(kept, self.folder)
        shutil.rmtree(kept)
        self.write({f"finished/{name}": text for name, text in finished.items()})

    def items(self, folder):
        return self.world.run("store", "export", KILLS[folder]).stdout.decode()

    # MARK: History

    def history(self):
        """Runs of each kind, of which some were undone and one was done again."""
        self.write({**HISTORY, **CALENDAR})
        self.make_folders("phone")
        on = self.phone("vdir:phone")
        self.world.run("add", "Buy soil 2026-12-05", "-f", "notes/home.taskpaper", "--zone", ZONE, now=FIRST)
        self.world.run("done", "Milk", "-f", "notes", "--zone", ZONE, now=FIRST)
        self.world.run(*INTO, now=FIRST)
        self.recorded(["--yes"], FIRST)
        on.complete("Paint the door")
        on.change("Oil the hinge", "SUMMARY:Oil both hinges", "DESCRIPTION:and the lock", "X-OTHER:kept")
        on.add("Oil both hinges", "VTODO", "4715-phone", "SUMMARY:Buy candles", "DUE;VALUE=DATE:20261213",
               *phone.alarm("-PT2H"))
        self.recorded([], EARLIER)
        on.change("Sweep the yard", "PRIORITY:1")
        on.complete("Clean the gutter")
        self.edit("notes/home.taskpaper", ("- Buy soil ", "- Buy soil and pots "), ("\t- Call the plumber\n", ""))
        self.recorded([], EARLIER)
        self.world.run("tag", "Ink", "-f", "notes/shop.taskpaper", "seen", "--zone", ZONE, now=LATER)
        self.write(CALENDAR_LATER)
        self.world.run(*INTO, now=LATER)
        self.world.run("undo", now=LATER)
        self.world.run("redo", now=LATER)
        on.change("Bread", "DUE;VALUE=DATE:20261222", "X-OTHER:late")
        on.remove("Buy candles")
        self.recorded([], NOW)
        self.world.run("undo", now=NOW)
        self.world.run("add", "Wash the car 2026-12-05", "-f", "notes/home.taskpaper", "--zone", ZONE, now=NOW)
        self.write({"runs/last.taskpaper": (self.folder / "notes/home.taskpaper").read_bytes().decode()})
        self.world.run("undo", now=NOW)

    def recorded(self, options, now):
        """A sync, with what the store had before and after it, by the number of the run."""
        show = lambda: self.world.run("store", "export", "vdir:phone", expect=(0, 66)).stdout.decode()
        before = show()
        self.sync("tasks:notes", "vdir:phone", *options, now=now)
        number = killing.highest(self.folder / "state/duecal/sync/state.sqlite", "syncRun", "number")
        self.write({f"runs/{number}-before.ics": before, f"runs/{number}-after.ics": show()})


WORLDS = ["settled", "killed", "planned", "history"]


def make(binary, target):
    """Makes all worlds of a version, one after the other at the same path."""
    made = pathlib.Path(MADE_IN)
    for name in WORLDS:
        made.mkdir()
        try:
            getattr(Making(World(made, binary)), name)()
            killing.merge_logs(made)
            shutil.rmtree(made / "cache", ignore_errors=True)
            shutil.copytree(made, target / name)
        finally:
            shutil.rmtree(made)
