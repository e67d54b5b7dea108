#!/usr/bin/env python3
"""Some weeks in the life of a vault of Obsidian and a phone.

Usage: vault_days.py DUECAL [--notes 300] [--days 30] [--seed 1] [--lists files|folders|one] [--plugin JSON] [--keep FOLDER]

A vault has daily notes, projects, lists, fields of Dataview, tags and prose. Each day a phone completes, reopens, moves, renames,
cancels, adds and deletes tasks, and adds notes. It completes a series in each of the ways that programs have: it moves the series on
and adds a completed copy (Apple), completes one occurrence (Thunderbird), completes the whole item (jtx Board), or only moves it on
(Tasks.org). A person also completes tasks in the text, with `duecal done` and with the plugin. Then `duecal sync` runs.

The plugin has settings that the seed chooses: the next occurrence above or below, `➕`, and whether `⏳` goes.

After each day every file is what it should be, byte for byte: a completed, continued or cancelled line is what Obsidian Tasks
would have written (`Tests/Oracles/obsidian_tasks.py`), another changed line differs in its field alone, and nothing else has
changed. A further run changes nothing. The rule of each series on the phone leads to the next date of Obsidian Tasks.
"""
import argparse
import calendar
import datetime
import difflib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Oracles"))
import obsidian_tasks  # noqa: E402

BEGIN = datetime.datetime(2026, 11, 27, 13, tzinfo=datetime.timezone.utc)
WORDS = "Call Write Buy Mend Sort Paint Plan Read Sell Clean Ann Bob door roof garden letter bread car bill".split()
RULES = ["every day", "every week", "every 2 weeks", "every month", "every 6 months", "every year", "every weekday", "every 3 days",
         "every week on Monday, Thursday", "every month on the 1st", "every month on the last", "every month on the 2nd Friday",
         "every January on the 15th", "every week when done", "every month on the 1st when done", "every 10 days when done"]
TOKEN = re.compile(r"\bk\d{4}\b")


class Fault(Exception):
    pass


class Vault:
    """The notes as they should be: for each file its lines."""

    def __init__(self, chance, notes):
        self.chance, self.files, self.count = chance, {}, 0
        for number in range(notes):
            kind = chance.choice(("daily", "daily", "project", "signs", "dataview", "tags"))
            getattr(self, kind)(number)

    def title(self):
        self.count += 1
        words = " ".join(self.chance.sample(WORDS, self.chance.randint(1, 3)))
        return f"{words} k{self.count:04}"

    def day(self, first=-20, last=60):
        if self.chance.random() < 0.25:
            return self.chance.choice(("2026-08-31", "2026-10-30", "2027-01-31", "2026-12-29", "2024-02-29"))
        return (BEGIN.date() + datetime.timedelta(self.chance.randint(first, last))).isoformat()

    def task(self, repeats=0.4):
        """A task in signs, most in the order of the plugin."""
        chance, due = self.chance, self.day()
        signs = []
        if chance.random() < 0.2:
            signs.append(f"🆔 i{self.count}")
        if chance.random() < 0.3:
            signs.append(chance.choice(obsidian_tasks.PRIORITIES))
        is_series = chance.random() < repeats
        if is_series:
            signs.append(f"🔁 {chance.choice(RULES)}")
        if chance.random() < 0.1:
            signs.append(f"🏁 {chance.choice(('keep', 'delete'))}")
        if chance.random() < 0.3:
            signs.append("➕ 2026-11-01")
        earlier = (datetime.date.fromisoformat(due) - datetime.timedelta(chance.randint(2, 5))).isoformat()
        if chance.random() < 0.2:
            signs.append(f"🛫 {earlier}")
        if chance.random() < 0.2:
            later = (datetime.date.fromisoformat(due) - datetime.timedelta(1)).isoformat()
            signs.append(f"⏳ {later}")
        if is_series or chance.random() < 0.8:
            signs.append(f"📅 {due}")
        if chance.random() < 0.15 and not any("🆔" in sign for sign in signs):
            chance.shuffle(signs)
        tag = chance.choice(("", "", " #home", " #work/plan"))
        return f"- [ ] {self.title()}{tag} {' '.join(signs)}".rstrip()

    def prose(self):
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(3, 9))) + "."

    def daily(self, number):
        day = BEGIN.date() - datetime.timedelta(number)
        self.files[f"Daily/{day}.md"] = [f"# {day}", "", self.prose(), "", "## Tasks", "", *[self.task() for _ in range(2)], "", "## Log", "",
                                         "- " + self.prose(), ""]

    def project(self, number):
        lines = ["---", "tags: project", "---", f"# Project {number}", "", self.prose(), ""]
        for part in range(2):
            lines += [f"## Part {part}", "", self.task(), self.task(), "  - a note that stays", ""]
        self.files[f"Projects/Project {number}.md"] = lines

    def signs(self, number):
        self.files[f"Lists/List {number}.md"] = [self.task(0.7) for _ in range(4)]

    def dataview(self, number):
        lines = [f"- [ ] {self.title()} [due:: {self.day()}]" for _ in range(3)]
        self.files[f"Lists/Fields {number}.md"] = ["# Fields", "", *lines, "", self.prose()]

    def tags(self, number):
        lines = [f"- [ ] {self.title()} @due({self.day()} 15:00)" for _ in range(2)]
        self.files[f"Lists/Tags {number}.md"] = [*lines, "```", "- [ ] code", "```"]

    def bytes(self):
        return {name: "\n".join(lines).encode() + b"\n" for name, lines in self.files.items()}

    def find(self, wanted):
        """The open lines in signs that satisfy a condition, as (file, index)."""
        return [(name, index) for name, lines in sorted(self.files.items()) for index, line in enumerate(lines)
                if line.startswith("- [ ] ") and TOKEN.search(line) and "@due" not in line and "::" not in line and wanted(line)]


class Phone:
    """A vdir that a program for CalDAV changes."""

    def __init__(self, folder):
        self.folder = folder

    def items(self):
        for path in self.folder.glob("*/*.ics"):
            yield path, path.read_bytes().decode().replace("\r\n ", "")

    def item(self, token):
        found = [(path, text) for path, text in self.items() if re.search(rf"^SUMMARY:.*\b{token}\b", text, re.M) and "STATUS:COMPLETED" not in text]
        if len(found) != 1:
            raise Fault(f"{token} is {len(found)} times open in the store")
        return found[0]

    @staticmethod
    def value(text, name):
        found = re.search(rf"^{name}(?:;[^:\r]*)?:(.*?)\r?$", text, re.M)
        return found and found[1]

    def put(self, path, text):
        new = path.with_name(f".{path.name}.tmp")
        new.write_bytes(text.encode())
        new.rename(path)

    def set(self, text, name, value, now):
        head, task, tail = re.match(r"(.*?^BEGIN:VTODO\r\n)(.*?)(^END:VTODO.*)", text, re.M | re.S).groups()
        for key, new in ((name, value), ("LAST-MODIFIED", f"LAST-MODIFIED:{now:%Y%m%dT%H%M%SZ}")):
            task = re.sub(rf"^{key}[;:].*\r\n", "", task, flags=re.M)
            task += f"{new}\r\n" if new else ""
        return head + task + tail

    def complete(self, text, now):
        for name, value in (("STATUS", "STATUS:COMPLETED"), ("PERCENT-COMPLETE", "PERCENT-COMPLETE:100"), ("COMPLETED", f"COMPLETED:{now:%Y%m%dT%H%M%SZ}")):
            text = self.set(text, name, value, now)
        return text

    def moved(self, text, day, now):
        """The series on another day, with its start."""
        due = datetime.date.fromisoformat(day)
        old = self.date(text, "DUE")
        start = self.date(text, "DTSTART")
        if start:
            text = self.set(text, "DTSTART", f"DTSTART;VALUE=DATE:{start + (due - old):%Y%m%d}", now)
        return self.set(text, "DUE", f"DUE;VALUE=DATE:{due:%Y%m%d}", now)

    def date(self, text, name):
        value = self.value(text, name)
        return value and datetime.datetime.strptime(value[:8], "%Y%m%d").date()

    def following(self, text):
        """The next date by the rule of the series, as RFC 5545 has it."""
        rule = dict(part.split("=") for part in self.value(text, "RRULE").split(";"))
        start = self.date(text, "DUE")
        step, day = int(rule.get("INTERVAL", 1)), start
        for _ in range(366 * 12):
            day += datetime.timedelta(1)
            if self.fits(rule, step, day, start):
                if "BYSETPOS" in rule:  # the last of the days in its month
                    tomorrow = day + datetime.timedelta(1)
                    if tomorrow.month == day.month and self.fits(rule, step, tomorrow, start):
                        continue
                return day
        raise Fault(f"no date after {start} in {rule}")

    @staticmethod
    def fits(rule, step, day, start):
        frequency = rule["FREQ"]
        if frequency == "DAILY":
            return (day - start).days % step == 0
        names = "MO TU WE TH FR SA SU".split()
        days = [re.match(r"(-?\d*)(\w\w)", part).groups() for part in rule["BYDAY"].split(",")] if "BYDAY" in rule else []
        if frequency == "WEEKLY":
            weeks = (obsidian_tasks.monday(day) - obsidian_tasks.monday(start)).days // 7
            return weeks % step == 0 and names[day.weekday()] in ([name for _, name in days] or [names[start.weekday()]])
        months = (day.year - start.year) * 12 + day.month - start.month
        if frequency == "MONTHLY" and months % step or frequency == "YEARLY" and (day.year - start.year) % step:
            return False
        if frequency == "YEARLY" and day.month not in ([int(month) for month in rule["BYMONTH"].split(",")] if "BYMONTH" in rule else [start.month]):
            return False
        last = calendar.monthrange(day.year, day.month)[1]
        if days:
            return any(names[day.weekday()] == name and (not number or int(number) in ((day.day - 1) // 7 + 1, -((last - day.day) // 7 + 1)))
                       for number, name in days)
        wanted = [int(part) for part in rule["BYMONTHDAY"].split(",")] if "BYMONTHDAY" in rule else [start.day]
        return day.day in wanted or day.day - last - 1 in wanted


class World:
    def __init__(self, duecal, options, root):
        self.duecal, self.options, self.root = duecal, options, root
        self.chance = random.Random(options.seed)
        choose = random.Random(f"plugin {options.seed}").random
        names = ("recurrenceOnNextLine", "setCreatedDate", "removeScheduledDateOnRecurrence")
        self.plugin = json.loads(options.plugin) if options.plugin else {name: choose() < 0.5 for name in names}
        self.vault = Vault(self.chance, options.notes)
        self.now = BEGIN
        self.tally = {}
        for name, text in self.vault.bytes().items():
            path = root / "notes" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        settings = root / "notes/.obsidian/plugins/obsidian-tasks-plugin/data.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps(self.plugin))
        (root / "store").mkdir()
        (root / "home/.config/duecal").mkdir(parents=True)
        (root / "home/.config/duecal/config.toml").write_text(f'lists = "{options.lists}"\n')
        self.phone = Phone(root / "store")
        self.copies, self.added, self.log = 0, [], []

    def run(self, *words, status=(0,)):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.root / "home"), "TZ": "Europe/Berlin", "DUECAL_NOW": f"{self.now:%Y-%m-%dT%H:%M:%SZ}"}
        run = subprocess.run([self.duecal, *words], cwd=self.root, env=environment, capture_output=True, text=True)
        if run.returncode not in status:
            raise Fault(f"duecal {' '.join(words)}: status {run.returncode}\n{run.stdout}{run.stderr}")
        return run.stdout + run.stderr

    def sync(self):
        return self.run("sync", "tasks:notes", "vdir:store", "--yes")

    def check(self, name):
        self.take_additions(name)
        for file, wanted in self.vault.bytes().items():
            got = (self.root / "notes" / file).read_bytes()
            if got != wanted:
                lines = list(difflib.unified_diff(wanted.decode().split("\n"), got.decode().split("\n"), lineterm="", n=1))[2:]
                raise Fault("\n".join([f"{name}: {file} (- wanted, + found)", *lines, *self.log]))
        files = {str(path.relative_to(self.root / "notes")) for path in (self.root / "notes").glob("**/*.md")}
        if files != set(self.vault.files):
            raise Fault(f"{name}: other files: {files ^ set(self.vault.files)}")

    def take_additions(self, name):
        """Takes the places of lines that the phone added, if each is there once."""
        for words, line, after in self.added:
            files = [(file, number) for file in self.vault.files for number, text in enumerate(self.found(file)) if words in text]
            if len(files) != 1:
                raise Fault(f"{name}: {words!r} is {len(files)} times in the notes\n" + "\n".join(self.log))
            file, number = files[0]
            if callable(line):
                line = line(file)
            if self.found(file)[number].strip() != line:
                raise Fault(f"{name}: {self.found(file)[number]!r} instead of {line!r}")
            if after and after not in self.found(file)[number - 1]:
                raise Fault(f"{name}: {words!r} is not below {after}")
            self.vault.files[file].insert(number, self.found(file)[number])
        self.added = []

    def found(self, file):
        return (self.root / "notes" / file).read_text().removesuffix("\n").split("\n")

    # What happens.

    def day(self, number):
        self.now = BEGIN + datetime.timedelta(number)
        self.log, self.touched = [], set()
        for action in self.chance.choices(sorted(ACTIONS), k=self.options.actions):
            done = getattr(self, action)()
            self.tally[action] = self.tally.get(action, 0) + bool(done)
        self.sync()
        self.sync()  # brings the next date of a series to the phone
        self.check(f"day {number}")
        for text in (self.sync(), self.sync()):
            if re.search(r"^(added|changed|removed)", text, re.M):
                raise Fault(f"day {number}: a further run is not quiet: {text}\n" + "\n".join(self.log))
        self.check(f"day {number}, again")
        self.check_rules(number)

    def check_rules(self, number):
        for token in sorted(self.touched):
            line = next((line for lines in self.vault.files.values() for line in lines if line.startswith("- [ ]") and token in line), None)
            if not line or "🔁" not in line:
                continue
            _, text = self.phone.item(token)
            rule = self.phone.value(text, "RRULE")
            if "when done" in line:
                if rule:
                    raise Fault(f"day {number}: {token} has a rule: {rule}")
                continue
            wanted = obsidian_tasks.Line(self.next_line(line)).signs["📅"]
            if not rule or self.phone.following(text).isoformat() != wanted:
                raise Fault(f"day {number}: the rule {rule} of {line!r} does not lead to {wanted}")

    def pick(self, wanted):
        places = [place for place in self.vault.find(wanted) if self.token(place) not in self.touched]
        if not places:
            return None
        place = self.chance.choice(places)
        self.touched.add(self.token(place))
        self.log.append(f"  {sys._getframe(1).f_code.co_name}: {place[0]}: {self.line(place)}")
        return place

    def line(self, place):
        return self.vault.files[place[0]][place[1]]

    def token(self, place):
        return TOKEN.search(self.line(place))[0]

    def replace(self, place, *lines):
        self.vault.files[place[0]][place[1]:place[1] + 1] = lines

    def completed(self, place):
        """The lines that a completed task becomes; notes below it stay below a series, and are copied below the completed line."""
        return self.complete_line(self.line(place))

    def complete_line(self, line):
        """The next date, if there is one, and the completed line, unless it is deleted; in this order or in the other."""
        lines = obsidian_tasks.complete(line, self.now.date(), sets_created=self.plugin["setCreatedDate"],
                                        removes_scheduled=self.plugin["removeScheduledDateOnRecurrence"])
        return lines[::-1] if self.plugin["recurrenceOnNextLine"] else lines

    def next_line(self, line):
        return next(line for line in self.complete_line(line) if line.startswith("- [ ]"))

    @staticmethod
    def is_plain(line):
        return "🔁" not in line

    @staticmethod
    def is_series(line):
        return "🔁" in line and "when done" not in line and "📅" in line

    def replace_series(self, place, lines):
        file, index = place
        notes = []
        rest = self.vault.files[file][index + 1:]
        while rest and rest[0].startswith(("  ", "\t")):
            notes.append(rest.pop(0))
        self.vault.files[file][index:index + 1 + len(notes)] = [part for line in lines for part in (line, *notes)]

    def complete_plain(self):
        if place := self.pick(self.is_plain):
            path, text = self.phone.item(self.token(place))
            self.phone.put(path, self.phone.complete(text, self.now))
            self.replace_plain(place)
            return True

    def replace_plain(self, place):
        """Ticks a task off; one that is to be deleted stays if lines are below it."""
        file, index = place
        line, rest = self.line(place), self.vault.files[file][index + 1:]
        if rest and rest[0].startswith(("  ", "\t")):
            kept = obsidian_tasks.complete(line.replace("🏁 delete", "🏁 keep"), self.now.date())[0]
            self.replace(place, kept.replace("🏁 keep", "🏁 delete") if "🏁 delete" in line else kept)
        else:
            self.replace(place, *self.completed(place))

    def complete_whole_series(self):
        if place := self.pick(lambda line: "🔁" in line and "📅" in line):
            path, text = self.phone.item(self.token(place))
            self.phone.put(path, self.phone.complete(text, self.now))
            self.replace_series(place, self.completed(place))
            return True

    def complete_by_copy(self):
        # Apple: a completed copy with another UID, and the series on its next date.
        if place := self.pick(lambda line: self.is_series(line) and "🛫" not in line and "⏳" not in line):
            path, text = self.phone.item(self.token(place))
            self.copies += 1
            copy = self.phone.complete(re.sub(r"^(RRULE|X-DUECAL-LINE)[;:].*\r\n", "", text, flags=re.M), self.now)
            copy = re.sub(r"^UID:.*", f"UID:copy-{self.copies}\r", copy, flags=re.M).replace("\r\r", "\r")
            self.phone.put(path.with_name(f"copy-{self.copies}.ics"), copy)
            self.phone.put(path, self.phone.moved(text, self.phone.following(text).isoformat(), self.now))
            self.replace_copied(place)
            return True

    def replace_copied(self, place):
        """The copy has no notes, as the phone has none of it."""
        self.replace_series(place, self.completed(place))

    def complete_occurrence(self):
        # Thunderbird: a changed occurrence that is completed.
        if place := self.pick(self.is_series):
            path, text = self.phone.item(self.token(place))
            date = self.phone.date(text, "DTSTART") or self.phone.date(text, "DUE")
            task = re.search(r"^BEGIN:VTODO.*?^END:VTODO\r\n", text, re.M | re.S)[0]
            occurrence = re.sub(r"^(RRULE|X-DUECAL-LINE)[;:].*\r\n", "", task, flags=re.M)
            occurrence = occurrence.replace("END:VTODO", f"RECURRENCE-ID;VALUE=DATE:{date:%Y%m%d}\r\nSTATUS:COMPLETED\r\nPERCENT-COMPLETE:100\r\n"
                                            f"COMPLETED:{self.now:%Y%m%dT%H%M%SZ}\r\nEND:VTODO")
            self.phone.put(path, text.replace("END:VCALENDAR", occurrence + "END:VCALENDAR"))
            self.replace_series(place, self.completed(place))
            return True

    def complete_in_text(self):
        if place := self.pick(lambda line: "🔁" not in line or "📅" in line):
            self.write_texts()
            self.run("done", self.token(place), "-f", f"notes/{place[0]}")
            if self.is_plain(self.line(place)):
                self.replace_plain(place)
            else:
                self.replace_series(place, self.completed(place))
            return True

    def has_notes(self, line):
        """True for a line with notes below it; the plugin leaves them below the lower line."""
        return any(lines[index + 1].startswith(("  ", "\t")) for lines in self.vault.files.values() for index, other in enumerate(lines[:-1]) if other == line)

    def complete_in_plugin(self):
        if place := self.pick(lambda line: ("🔁" not in line or "📅" in line) and not self.has_notes(line)):
            path = self.root / "notes" / place[0]
            lines = self.completed(place)
            text = path.read_text()
            new = "".join(f"{line}\n" for line in lines)
            path.write_text(text.replace(self.line(place) + "\n", new, 1))
            self.replace(place, *lines)
            return True

    def add_task(self):
        """A task in one of the lists."""
        title = self.vault.title()
        folder = self.chance.choice(sorted(path for path in self.phone.folder.iterdir() if path.is_dir()))
        day = self.vault.day(5, 90)
        self.touched.add(TOKEN.search(title)[0])
        self.log.append(f"  add_task: {folder.name}: {title}")
        text = "\r\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:phone", "BEGIN:VTODO", f"UID:new-{self.vault.count}", f"DTSTAMP:{self.now:%Y%m%dT%H%M%SZ}",
            f"CREATED:{self.now:%Y%m%dT%H%M%SZ}", f"SUMMARY:{title}", f"DUE;VALUE=DATE:{day.replace('-', '')}", "END:VTODO", "END:VCALENDAR", ""])
        self.phone.put(folder / f"new-{self.vault.count}.ics", text)
        today = self.now.date() if self.plugin["setCreatedDate"] else None
        self.added.append((title, lambda file: self.new_line(file, title, today, day), None))
        return True

    @staticmethod
    def new_line(file, title, today, day):
        """A new line, in the form that its file has."""
        if "/Fields" in file:
            return f"- [ ] {title}" + (f"  [created:: {today}]" if today else "") + f"  [due:: {day}]"
        if "/Tags" in file:
            return f"- [ ] {title} @due({day})"
        return f"- [ ] {title}" + (f" ➕ {today}" if today else "") + f" 📅 {day}"

    def delete_task(self):
        if place := self.pick(lambda line: not self.has_notes(line)):
            path, _ = self.phone.item(self.token(place))
            path.unlink()
            self.replace(place)
            return True

    def add_note(self):
        if place := self.pick(lambda line: self.is_plain(line) and not self.has_notes(line)):
            path, text = self.phone.item(self.token(place))
            note = f"a word of the phone about {self.token(place).replace('k', 'K')}"
            self.phone.put(path, self.phone.set(text, "DESCRIPTION", f"DESCRIPTION:{note}", self.now))
            self.added.append((note, note, self.token(place)))
            return True

    def reschedule_field(self):
        """A day in a field of Dataview, and a time in a tag."""
        places = [(name, index) for name, lines in sorted(self.vault.files.items()) for index, line in enumerate(lines)
                  if line.startswith("- [ ] ") and ("[due::" in line or "@due(" in line)]
        places = [place for place in places if self.token(place) not in self.touched]
        if not places:
            return None
        place = self.chance.choice(places)
        self.touched.add(self.token(place))
        self.log.append(f"  reschedule_field: {place[0]}: {self.line(place)}")
        path, text = self.phone.item(self.token(place))
        day = self.vault.day(5, 90)
        if "[due::" in self.line(place):
            self.phone.put(path, self.phone.set(text, "DUE", f"DUE;VALUE=DATE:{day.replace('-', '')}", self.now))
            self.replace(place, re.sub(r"due:: [\d-]+", f"due:: {day}", self.line(place)))
        else:
            self.phone.put(path, self.phone.set(text, "DUE", f"DUE;TZID=Europe/Berlin:{day.replace('-', '')}T163000", self.now))
            self.replace(place, re.sub(r"@due\([^)]*\)", f"@due({day} 16:30)", self.line(place)))
        return True

    def write_texts(self):
        """Brings the phone's changes into the text first, so that both sides do not change one list at a time."""

    def move_on(self):
        # Tasks.org: the series on its next date, without a record.
        if place := self.pick(lambda line: self.is_series(line)):
            path, text = self.phone.item(self.token(place))
            day = self.phone.following(text)
            old = datetime.date.fromisoformat(obsidian_tasks.Line(self.line(place)).signs["📅"])
            self.phone.put(path, self.phone.moved(text, day.isoformat(), self.now))
            self.replace(place, re.sub(r"([🛫⏳📅]) (\d{4}-\d\d-\d\d)", lambda found: f"{found[1]} {datetime.date.fromisoformat(found[2]) + (day - old)}",
                                       self.line(place)))
            return True

    def reschedule(self):
        if place := self.pick(lambda line: self.is_plain(line) and "📅" in line and "🛫" not in line and "⏳" not in line):
            path, text = self.phone.item(self.token(place))
            day = self.vault.day(5, 90)
            self.phone.put(path, self.phone.set(text, "DUE", f"DUE;VALUE=DATE:{day.replace('-', '')}", self.now))
            self.replace(place, re.sub(r"📅 [\d-]+", f"📅 {day}", self.line(place)))
            return True

    def rename(self):
        if place := self.pick(lambda line: True):
            path, text = self.phone.item(self.token(place))
            token = self.token(place)
            title = self.phone.value(text, "SUMMARY").replace(token, f"again {token}")
            self.phone.put(path, self.phone.set(text, "SUMMARY", f"SUMMARY:{title}", self.now))
            self.replace(place, self.line(place).replace(token, f"again {token}"))
            return True

    def cancel(self):
        if place := self.pick(self.is_plain):
            path, text = self.phone.item(self.token(place))
            self.phone.put(path, self.phone.set(text, "STATUS", "STATUS:CANCELLED", self.now))
            self.replace(place, obsidian_tasks.cancel(self.line(place), self.now.date()))
            return True

    def reopen(self):
        done = [(name, index) for name, lines in sorted(self.vault.files.items()) for index, line in enumerate(lines)
                if line.startswith("- [x]") and "🔁" not in line and self.token((name, index)) not in self.touched]
        if not done:
            return None
        place = self.chance.choice(done)
        token = self.token(place)
        self.touched.add(token)
        self.log.append(f"  reopen: {place[0]}: {self.line(place)}")
        path, text = next((path, text) for path, text in self.phone.items() if re.search(rf"^SUMMARY:.*\b{token}\b", text, re.M))
        for name in ("COMPLETED", "PERCENT-COMPLETE"):
            text = self.phone.set(text, name, "", self.now)
        self.phone.put(path, self.phone.set(text, "STATUS", "STATUS:NEEDS-ACTION", self.now))
        self.replace(place, re.sub(r" ✅ [\d-]+", "", self.line(place).replace("[x]", "[ ]")))
        return True


ACTIONS = ("complete_plain complete_whole_series complete_by_copy complete_occurrence complete_in_text complete_in_plugin move_on reschedule "
           "reschedule_field rename cancel reopen add_task delete_task add_note").split()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("duecal")
    parser.add_argument("--notes", type=int, default=300)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", type=int, default=12, help="what happens on a day")
    parser.add_argument("--lists", default="files", choices=("files", "folders", "one"))
    parser.add_argument("--plugin", help="the settings of Obsidian Tasks, as JSON; otherwise the seed chooses them")
    parser.add_argument("--keep", help="a folder for the world, which stays")
    options = parser.parse_args()
    duecal = os.path.abspath(options.duecal)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(options.keep or folder)
        root.mkdir(parents=True, exist_ok=True)
        world = World(duecal, options, root)
        try:
            world.sync()
            world.check("the first sync")
            for number in range(options.days):
                world.day(number)
        except Fault as fault:
            sys.exit(f"vault_days.py --seed {options.seed}: {fault}")
    counts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(world.tally.items()))
    print(f"vault: {len(world.vault.files)} notes, {world.vault.count} tasks, {options.days} days, {json.dumps(world.plugin)}: {counts}; "
          "every line as it should be")


if __name__ == "__main__":
    main()
