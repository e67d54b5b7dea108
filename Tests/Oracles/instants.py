#!/usr/bin/env python3
"""Reads items with the VTIMEZONEs of nine programs, moves them in task files, syncs them back and exports them. After each step
libical, python-dateutil, vobject, the package icalendar and ical.js must read the instants that duecal means.

The zone data of the system have changed since the items were written. Without folders the oracle makes the change itself: the
zone files of some places become those of others. With OLD and NEW it uses these, such as two versions of the package tzdata, and
takes each zone that differs in them since 1970.

Items lie before that change, in its first hour and some weeks after it, and for changes since 2024 on three other days; in zones
without a change of the data, around the last change of the clocks, and there is a series without an end too, which is compared until
2060.

Within three hours of a change of the clocks readers differ from each other. There it counts as a fault only if no reader agrees
with duecal; the others are counted. icalendar reads the zone that a TZID names instead of the VTIMEZONE, so it is asked twice:
for the VTIMEZONE, and for the whole calendar, which must have the instants of the new zone data.

Usage: instants.py DUECAL [--short] [--changed] [--all] [--ical-js=FILE] [OLD NEW]      (the path of the command, and two folders
of zone files; --changed takes only zones that differ in them; FILE is Ical.sys.mjs from omni.ja of Thunderbird, which node then
runs; --all prints all faults)
"""
import collections
import datetime
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import zoneinfo

try:
    import dateutil.tz  # noqa: F401, the reader that is always there
except ImportError:
    print("python3-dateutil is missing: no instants are compared")
    sys.exit(0)

import zone_readers
from zone_programs import PROGRAMS, UTC, Zones, offset

warnings.simplefilter("ignore")
SYSTEM = "/usr/share/zoneinfo"
# The places whose data change, with where the new data come from.
CHANGED = {"America/Vancouver": "America/Phoenix", "America/Edmonton": "America/Regina", "America/Winnipeg": "America/Regina",
           "America/Havana": "America/Panama", "Africa/Casablanca": "Africa/Abidjan", "Europe/Chisinau": "Europe/Moscow",
           "America/Inuvik": "America/Phoenix"}
OTHERS = """Europe/Berlin Europe/London Europe/Dublin Europe/Lisbon Europe/Athens Europe/Moscow America/New_York America/Chicago
    America/Los_Angeles America/St_Johns America/Sao_Paulo America/Santiago Asia/Kolkata Asia/Tokyo Asia/Kathmandu Asia/Tehran
    Asia/Jerusalem Asia/Beirut Australia/Sydney Australia/Lord_Howe Australia/Adelaide Pacific/Auckland Pacific/Chatham
    Pacific/Apia Africa/Cairo Africa/Lagos Africa/Nairobi America/Asuncion America/Bogota America/Nuuk Atlantic/Azores
    Asia/Gaza Asia/Almaty Asia/Manila Asia/Shanghai Europe/Istanbul Europe/Warsaw Europe/Paris Europe/Kyiv Asia/Dubai""".split()
FORM = "%Y%m%dT%H%M%S"


def definitions(text):
    blocks = re.findall(r"(?ms)^BEGIN:VTIMEZONE$.*?^END:VTIMEZONE\n", text)
    return {zone_readers.tzid_of(block): block for block in blocks}


def unfolded(path):
    with open(path, "rb") as file:
        return re.sub(r"\n[ \t]", "", file.read().decode().replace("\r\n", "\n"))


def readers():
    """The readers that are installed."""
    found = {"libical": zone_readers.Libical(), "dateutil": zone_readers.Dateutil()}
    for name, make in (("vobject", zone_readers.Vobject), ("icalendar", zone_readers.Icalendar)):
        try:
            found[name] = make()
        except ImportError:
            print(f"{name} is missing: it reads nothing")
    return found


@functools.lru_cache(maxsize=None)
def first_difference(old, new, name):
    """The minute from which the data differ; None without one before 2038."""
    if old.bytes(name) == new.bytes(name):
        return None
    a, b, day = old(name), new(name), datetime.datetime(old.first, 1, 2, tzinfo=UTC)
    step, minute = datetime.timedelta(hours=12), datetime.timedelta(minutes=1)
    while day.year < 2038 and offset(a, day) == offset(b, day):
        day += step
    if day.year == 2038:
        return None
    low, high = day - step, day
    while high - low > minute:
        middle = (low + (high - low) / 2).replace(second=0, microsecond=0)
        low, high = (middle, high) if offset(a, middle) == offset(b, middle) else (low, middle)
    return high


def times(old, new, name, is_short):
    """Local times before a change, in its first hour and after it."""
    changes = new.changes(name, 2026, 2027)
    change = first_difference(old, new, name) or (changes[-1][0] if changes else datetime.datetime(2026, 10, 25, 1, tzinfo=UTC))
    local = change.astimezone(new(name)).replace(tzinfo=None)
    half = datetime.timedelta(minutes=30)
    days = [(local - datetime.timedelta(days=40)).replace(hour=10, minute=0), local + half,
            (local + datetime.timedelta(days=70)).replace(hour=15, minute=0)]
    if not is_short and change.year > 2023:
        days += [(local + datetime.timedelta(days=1)).replace(hour=12, minute=0),
                 datetime.datetime(2026, 7, 15, 10), datetime.datetime(2027, 1, 10, 10)]
    return [day.replace(second=0).strftime(FORM) for day in days]


class Trial:
    """Items in a folder, what became of them, and how the readers read each."""

    def __init__(self, duecal, old, new, names, folder, is_short):
        self.duecal, self.names, self.folder, self.old, self.new = duecal, names, folder, old, new
        self.is_short, self.readers, self.faults, self.items, self.rows = is_short, readers(), [], {}, []
        self.counts = collections.Counter()
        if "icalendar" in self.readers:
            zone_readers.take_zone_data(new.folder)

    def run(self, zones, *words):
        environment = dict(os.environ, HOME=self.folder, TZDIR=zones.folder, TZ="Europe/Berlin",
                           DUECAL_NOW="1970-01-01T12:00:00Z", DUECAL_CONFIG="")
        return subprocess.run([self.duecal, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

    def write(self):
        os.makedirs(os.path.join(self.folder, "v/x"))
        os.makedirs(os.path.join(self.folder, "n"))
        open(os.path.join(self.folder, "n/x.taskpaper"), "w", encoding="utf-8").close()
        for name in self.names:
            moments = times(self.old, self.new, name, self.is_short)
            is_stable = first_difference(self.old, self.new, name) is None
            for program in PROGRAMS:
                for time in moments:
                    self.write_item(name, program, time)
                if is_stable:
                    self.write_item(name, program, moments[0], "RRULE:FREQ=MONTHLY")

    def write_item(self, name, made_by, time, *more):
        program, product, tzid, make = made_by
        tzid, uid = tzid.format(name), f"T{len(self.items)}"
        place = ["X-LIC-LOCATION:" + name] if tzid.endswith("Time") else []
        block = self.own(name, time, more) if not make else "\n".join(
            ["BEGIN:VTIMEZONE", f"TZID:{tzid}", *place, *make(self.old, name, time), "END:VTIMEZONE", ""])
        head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{product}"]
        item = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{uid}",
                f"DTSTART;TZID={tzid}:{time}", *more, "END:VEVENT", "END:VCALENDAR", ""]
        text = "\n".join(head) + "\n" + block + "\n".join(item)
        with open(os.path.join(self.folder, f"v/x/{uid}.ics"), "w", encoding="utf-8", newline="") as file:
            file.write(text.replace("\n", "\r\n"))
        self.items[uid] = (program, name, time, block, bool(more))

    def own(self, name, time, more):
        repeat = " @repeat(monthly)" if more else ""
        line = f"- X @due({time[:4]}-{time[4:6]}-{time[6:8]} {time[9:11]}:{time[11:13]}) @tz({name}){repeat}\n"
        with open(os.path.join(self.folder, "own.taskpaper"), "w", encoding="utf-8") as file:
            file.write(line)
        feed = self.run(self.old, "export", "own.taskpaper", "--plain").stdout
        return "".join(definitions(feed).values())

    def lines(self):
        """The instant of each line, as duecal means it, and its zone."""
        found = {}
        with open(os.path.join(self.folder, "n/x.taskpaper"), encoding="utf-8") as file:
            for line in file:
                match = re.match(r"- (T\d+) .*@due\((\d{4}-\d\d-\d\d \d\d:\d\d)", line)
                if match:
                    zone = re.search(r"@tz\(([^)]*)\)", line)
                    name = zone.group(1) if zone else "Europe/Berlin"
                    moment = datetime.datetime.fromisoformat(match.group(2))
                    found[match.group(1)] = (moment.replace(tzinfo=self.new(name)).astimezone(UTC), name)
        return found

    def near_change(self, name, instant):
        for zones in (self.old, self.new):
            around = {offset(zones(name), instant + datetime.timedelta(hours=h)) for h in (-3, 0, 3)}
            if len(around) > 1:
                return True
        return False

    def compare(self, step, uid, meant, block, time):
        self.rows.append((step, uid, meant, block, time))

    def check_read(self):
        lines = self.lines()
        for uid, (program, name, time, block, is_series) in self.items.items():
            if uid not in lines:
                self.faults.append(("read", "missing", program, name, time))
            elif program == "duecal":
                continue
            elif time < min(re.findall(r"(?m)^DTSTART:(.*)$", block)):
                self.counts["before the VTIMEZONE begins"] += 1
            elif not is_series or lines[uid][1] == name:
                self.compare("read", uid, lines[uid][0], block, time)

    def check_written(self, step):
        lines = self.lines()
        for uid in self.items:
            self.check_item(step, uid, unfolded(os.path.join(self.folder, f"v/x/{uid}.ics")), lines)

    def check_item(self, step, uid, text, lines):
        program, name, _, _, is_series = self.items[uid]
        match = re.search(rf"(?ms)^BEGIN:VEVENT$(?:(?!END:VEVENT).)*?^UID:{uid}$.*?^END:VEVENT$", text)
        date = match and re.search(r'(?m)^DTSTART;(?:[^:"]|"[^"]*")*TZID="?([^":]*)"?[^:]*:(\d{8}T\d{6})$', match.group(0))
        if not date:
            plain = match and re.search(r"(?m)^DTSTART:(\d{8}T\d{6})Z$", match.group(0))
            meant = uid in lines and lines[uid][0]
            if not plain or datetime.datetime.strptime(plain.group(1), FORM).replace(tzinfo=UTC) != meant:
                self.faults.append((step, "no zone", program, name, match and match.group(0)))
            return
        block = definitions(text).get(date.group(1))
        if block is None or uid not in lines:
            self.faults.append((step, "no VTIMEZONE", program, name, date.group(1)))
            return
        self.compare(step, uid, lines[uid][0], block, date.group(2))
        if is_series:
            self.check_series(step, uid, block, date.group(2), lines[uid][1])

    def check_series(self, step, uid, block, time, shown):
        """Compares a date in January and one in July of each third year."""
        program, name, *_ = self.items[uid]
        if shown != name:
            self.faults.append((step, "the zone of a series", program, name, shown))
            return
        for year in range(int(time[:4]) + 1, 2061, 3):
            for month in ("01", "07"):
                later = f"{year}{month}{time[6:]}"
                meant = datetime.datetime.strptime(later, FORM).replace(tzinfo=self.new(name)).astimezone(UTC)
                self.compare(step + ", series", uid, meant, block, later)

    def move(self, years):
        path = os.path.join(self.folder, "n/x.taskpaper")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        later = re.sub(r"@due\((\d{4})-", lambda m: f"@due({int(m.group(1)) + years}-", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(later)

    def all(self):
        self.write()
        self.run(self.new, "sync", "tasks:n", "vdir:v", "--yes")
        self.check_read()
        for years in (2, 9, -6):
            self.move(years)
            allowed = str(len(self.items))
            run = self.run(self.new, "sync", "tasks:n", "vdir:v", "--allow-change", allowed)
            if run.returncode:
                self.faults.append((run.returncode, run.stderr[-300:]))
            self.check_written(f"{years:+} years")
        self.run(self.new, "store", "export", "vdir:v", "-o", "all.ics")
        self.check_export()

    def check_export(self):
        path = os.path.join(self.folder, "all.ics")
        if not os.path.exists(path):
            self.faults.append(("export", "no file"))
            return
        lines = self.lines()
        for calendar in re.findall(r"(?ms)^BEGIN:VCALENDAR$.*?^END:VCALENDAR$\n?", unfolded(path)):
            for uid in re.findall(r"(?m)^UID:(T\d+)$", calendar):
                self.check_item("export", uid, calendar, lines)
            if "vobject" in self.readers:
                self.check_whole(calendar, lines)

    def check_whole(self, calendar, lines):
        """vobject reads a calendar of the export as a whole."""
        blocks = definitions(calendar)
        for uid, got in self.readers["vobject"].all(calendar.replace("\n", "\r\n")).items():
            date = re.search(rf"(?ms)^UID:{uid}$(?:(?!END:VEVENT).)*?^DTSTART;[^\n]*TZID=\"?([^\n:\"]*)", calendar)
            if uid not in lines:
                self.faults.append(("whole export", "no line", *self.items[uid][:3]))
            elif date and not zone_readers.Vobject.is_skipped(blocks[date.group(1)]):
                self.judge(("whole export", uid, lines[uid][0]), {"vobject": got.astimezone(UTC)})

    def judge_rows(self, ical_js):
        """Compares what all readers read."""
        more = zone_readers.ical_js(ical_js, [row[3:] for row in self.rows]) if ical_js else None
        known = {}
        for index, (step, uid, meant, block, time) in enumerate(self.rows):
            if (block, time) not in known:
                known[block, time] = {name: self.read(reader, block, time) for name, reader in self.readers.items()}
            got = dict(known[block, time])
            if more:
                got["ical.js"] = more[index]
            name = self.items[uid][1]
            self.set_skipped(meant, got, name, block, time)
            if self.is_skipped_time(name, meant, time):
                self.counts["times that clocks skip"] += 1
                self.counts.update(f"in a skipped time, {reader}" for reader, found in got.items() if found != meant)
            else:
                self.judge((step, uid, meant), got)
        if "icalendar" in self.readers:
            self.judge_names()

    @staticmethod
    def read(reader, block, time):
        try:
            return reader(block, time)
        except Exception as error:
            return error

    def set_skipped(self, meant, got, name, block, time):
        """Takes vobject out where it does not read the VTIMEZONE: then it has the data of pytz, or no zone at all."""
        if "vobject" in got and got["vobject"] != meant and zone_readers.Vobject.is_skipped(block):
            found = got.pop("vobject")
            by_name = zone_readers.moment(time).replace(tzinfo=self.new(name)).astimezone(UTC)
            if found != by_name and not isinstance(found, ValueError):
                got["vobject by name"] = found
            self.counts["vobject takes pytz's zone, or none"] += 1

    def is_skipped_time(self, name, meant, time):
        """Whether clocks skip a time, which is then meant by the offset before it: RFC 5545, section 3.3.5."""
        local = zone_readers.moment(time)
        for zones in (self.old, self.new):
            instant = local.replace(tzinfo=zones(name)).astimezone(UTC)
            if instant == meant and instant.astimezone(zones(name)).replace(tzinfo=None) != local:
                return True
        return False

    def judge(self, place, got):
        step, uid, meant = place
        program, name, *_ = self.items[uid]
        self.counts["compared"] += 1
        wrong = {reader: found for reader, found in got.items() if found != meant}
        if not wrong:
            return
        if self.near_change(name, meant) and len(wrong) < len(got):
            self.counts.update(f"near a change, {reader}" for reader in wrong)
            return
        for reader, found in wrong.items():
            self.faults.append((step, reader, program, name, uid, f"{meant:%Y-%m-%dT%H:%M}", found))

    def judge_names(self):
        """icalendar reads calendars by the names of their zones: each instant is that of the VTIMEZONE or that of the name."""
        reader = zone_readers.NamedIcalendar()
        for (block, time), (step, uid, meant) in {row[3:]: row[:3] for row in self.rows}.items():
            program, name, *_ = self.items[uid]
            got = self.read(reader, block, time)
            by_name = datetime.datetime.strptime(time, FORM).replace(tzinfo=self.new(name)).astimezone(UTC)
            if got == meant:
                self.counts["icalendar by name, same"] += 1
            elif got == by_name:
                self.counts["icalendar by name, other data than the VTIMEZONE"] += 1
            elif not self.near_change(name, meant):
                self.faults.append((step, "icalendar by name", program, name, uid, f"{meant:%Y-%m-%dT%H:%M}", got))


def made(folder):
    """Two folders of zone files, between which the data of some places change."""
    old, new = os.path.join(folder, "old"), os.path.join(folder, "new")
    for target, sources in ((old, {}), (new, CHANGED)):
        for name in [*CHANGED, *OTHERS, "UTC", *set(CHANGED.values())]:
            os.makedirs(os.path.dirname(os.path.join(target, name)), exist_ok=True)
            shutil.copy(os.path.join(SYSTEM, sources.get(name, name)), os.path.join(target, name))
        with open(os.path.join(target, "zone1970.tab"), "w", encoding="utf-8") as file:
            file.writelines(f"XX\t+0000+00000\t{name}\n" for name in [*CHANGED, *OTHERS])
    return old, new


def changed_names(old, new):
    """The places whose data differ since 1970."""
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/")
                   and all(os.path.exists(os.path.join(zones.folder, name)) for zones in (old, new)))
    return [name for name in names if first_difference(old, new, name)]


def chosen(old, new, is_made):
    """The zones of this run."""
    changed = list(CHANGED) if is_made else changed_names(old, new)
    others = [name for name in OTHERS if name not in changed]
    if "--short" in sys.argv:
        return changed[:2] + OTHERS[:4]
    return changed + others if "--changed" not in sys.argv else changed


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    ical_js = next((word.partition("=")[2] for word in sys.argv if word.startswith("--ical-js=")), None)
    with tempfile.TemporaryDirectory() as folder:
        is_made = len(arguments) < 3
        old, new = [Zones(os.path.abspath(path), 2026 if is_made else 1970) for path in arguments[1:3] or made(folder)]
        names = chosen(old, new, is_made)
        home = os.path.join(folder, "home")
        os.makedirs(home)
        trial = Trial(os.path.abspath(arguments[0]), old, new, names, home, "--short" in sys.argv)
        trial.all()
        trial.judge_rows(ical_js)
    counts = trial.counts
    print(f"{len(trial.items)} items in {len(names)} zones, {counts.pop('compared', 0)} instants compared with "
          f"{len(trial.readers) + bool(ical_js)} readers: {len(trial.faults)} differ")
    print(*(f"{count} {what}" for what, count in sorted(counts.items())), sep="\n")
    for fault in trial.faults[:None if "--all" in sys.argv else 25]:
        print(*fault, sep="\t")
    sys.exit(1 if trial.faults or not trial.rows else 0)


main()
