#!/usr/bin/env python3
"""Reads items with the VTIMEZONEs of nine programs, moves them in task files, syncs them back and exports them. After each step
libical and python-dateutil, which vobject uses, must read the instants that duecal means.

The zone data of the system have changed since the items were written. Without folders the oracle makes the change itself: the
zone files of some places become those of others. With OLD and NEW it uses these, such as two versions of the package tzdata.

Usage: instants.py DUECAL [--short] [--ical-js=FILE] [OLD NEW]      (the path of the command, and two folders of zone files;
FILE is Ical.sys.mjs from omni.ja of Thunderbird, which node then runs as a third reader)
"""
import ctypes
import ctypes.util
import datetime
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import zoneinfo

try:
    import dateutil.tz
except ImportError:
    print("python3-dateutil is missing: no instants are compared")
    sys.exit(0)

warnings.simplefilter("ignore")
UTC = datetime.timezone.utc
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
TIMES = ["20260110T100000", "20260715T100000", "20261203T150000"]


class Zones:
    """The zones of a folder."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}

    def __call__(self, name):
        if name not in self.known:
            with open(os.path.join(self.folder, name), "rb") as file:
                self.known[name] = zoneinfo.ZoneInfo.from_file(file, key=name)
        return self.known[name]

    def changes(self, name, first, last):
        """The changes of the offset, as (instant, offset before, offset after, whether it begins summer time)."""
        zone, found = self(name), []
        day = datetime.datetime(first, 1, 1, tzinfo=UTC)
        while day.year < last:
            after = day + datetime.timedelta(days=1)
            if offset(zone, day) != offset(zone, after):
                low, high = day, after
                while high - low > datetime.timedelta(minutes=1):
                    middle = low + (high - low) / 2
                    middle = middle.replace(second=0, microsecond=0)
                    if middle == low:
                        break
                    low, high = (middle, high) if offset(zone, middle) == offset(zone, day) else (low, middle)
                before, now = offset(zone, day), offset(zone, after)
                found.append((high, before, now, now > before))
            day = after
        return found


def offset(zone, instant):
    return int(instant.astimezone(zone).utcoffset().total_seconds())


def signed(seconds):
    return ("-" if seconds < 0 else "+") + "%02d%02d" % divmod(abs(seconds) // 60, 60)


def observance(change, more=(), order=("DTSTART", "TZOFFSETFROM", "TZOFFSETTO")):
    instant, before, after, is_summer = change
    local = (instant + datetime.timedelta(seconds=before)).strftime("%Y%m%dT%H%M%S")
    values = {"DTSTART": local, "TZOFFSETFROM": signed(before), "TZOFFSETTO": signed(after)}
    kind = "DAYLIGHT" if is_summer else "STANDARD"
    return [f"BEGIN:{kind}", *(f"{name}:{values[name]}" for name in order), *more, f"END:{kind}"]


def fixed(seconds, start="19700101T000000"):
    return ["BEGIN:STANDARD", f"DTSTART:{start}", f"TZOFFSETFROM:{signed(seconds)}", f"TZOFFSETTO:{signed(seconds)}", "END:STANDARD"]


def rule(change, zone_changes):
    """The yearly rule of a change, if the changes of the next years follow one."""
    instant, before, _, kind = change
    local = instant + datetime.timedelta(seconds=before)
    days = [(c[0] + datetime.timedelta(seconds=c[1])).replace(tzinfo=None) for c in zone_changes
            if c[3] == kind and instant.year <= c[0].year < instant.year + 8]
    if len(days) < 8 or len({d.time() for d in days}) > 1:
        return None
    week = (local.day - 1) // 7 + 1
    for number in (week, -1):
        if all(d.weekday() == local.weekday() and d.month == local.month and nth(d, number) for d in days):
            return f"FREQ=YEARLY;BYMONTH={local.month};BYDAY={number}{'MO TU WE TH FR SA SU'.split()[local.weekday()]}"
    return None


def nth(day, number):
    if number > 0:
        return (day.day - 1) // 7 + 1 == number
    return (day + datetime.timedelta(days=7)).month != day.month


def pair(zones, name, year, order):
    """Two rules from a year on; None if the zone has no such rules now."""
    now = zones.changes(name, 2026, 2036)
    recent = [c for c in now if c[0].year == 2026]
    if not now:
        return fixed(offset(zones(name), datetime.datetime(2026, 12, 1, tzinfo=UTC)))
    rules = [rule(c, now) for c in recent]
    if len(recent) != 2 or None in rules:
        return None
    lines = []
    for change, text in zip(recent, rules):
        start = (change[0].replace(year=year), *change[1:])
        lines += observance(start, [f"RRULE:{text}"], order)
    return lines


def singles(zones, name, time):
    """The change before an item and the one after it, as khal writes them."""
    around = zones.changes(name, 2025, 2028)
    moment = datetime.datetime.strptime(time, "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    before = [c for c in around if c[0] < moment - datetime.timedelta(days=1)][-1:]
    after = [c for c in around if c[0] > moment + datetime.timedelta(days=1)][:1]
    lines = [line for c in before + after for line in observance(c)]
    return lines if before else fixed(offset(zones(name), moment))


def listed(zones, name, _):
    changes = zones.changes(name, 2015, 2038)
    start = fixed(offset(zones(name), datetime.datetime(2014, 12, 31, tzinfo=UTC)))
    return start + [line for c in changes for line in observance(c, order=("DTSTART", "TZOFFSETFROM", "TZOFFSETTO"))]


# The name of a program, its PRODID, its form of a TZID, and its VTIMEZONE.
PROGRAMS = [
    ("khal", "-//PIMUTILS.ORG//NONSGML khal / icalendar //EN", "{}", singles),
    ("eds", "-//Ximian//NONSGML Evolution Calendar//EN", "/freeassociation.sourceforge.net/{}", listed),
    ("thunderbird", "-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN", "{}",
     lambda z, n, t: pair(z, n, 1970, ("TZOFFSETFROM", "TZOFFSETTO", "DTSTART")) or listed(z, n, t)),
    ("apple", "-//Apple Inc.//macOS 15.0//EN", "{}",
     lambda z, n, t: pair(z, n, 1996, ("TZOFFSETFROM", "DTSTART", "TZOFFSETTO")) or listed(z, n, t)),
    ("google", "-//Google Inc//Google Calendar 70.9054//EN", "{}",
     lambda z, n, t: pair(z, n, 1970, ("TZOFFSETFROM", "TZOFFSETTO", "DTSTART")) or listed(z, n, t)),
    ("outlook", "-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN", "{} Time",
     lambda z, n, t: pair(z, n, 1601, ("DTSTART", "TZOFFSETFROM", "TZOFFSETTO")) or listed(z, n, t)),
    ("icalendar", "-//collective//icalendar//7//", "{}", listed),
    ("radicale", "-//PYVOBJECT//NONSGML Version 0.9.9//EN", "{}", singles),
    ("duecal", "-//duecal//duecal//EN", "{}", None),
]


class Libical:
    """Reads an instant with libical."""

    class Time(ctypes.Structure):
        _fields_ = [(name, ctypes.c_int) for name in
                    "year month day hour minute second is_date is_daylight".split()] + [("zone", ctypes.c_void_p)]

    def __init__(self):
        self.library = lib = ctypes.CDLL("libical.so.3")
        for name in ("icalcomponent_new_from_string", "icaltimezone_new"):
            getattr(lib, name).restype = ctypes.c_void_p
        lib.icalcomponent_new_from_string.argtypes = [ctypes.c_char_p]
        lib.icaltimezone_set_component.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        lib.icaltime_from_string.restype = self.Time
        lib.icaltime_from_string.argtypes = [ctypes.c_char_p]
        lib.icaltime_as_timet_with_zone.restype = ctypes.c_long
        lib.icaltime_as_timet_with_zone.argtypes = [self.Time, ctypes.c_void_p]

    def instant(self, block, time):
        component = self.library.icalcomponent_new_from_string(block.encode())
        zone = self.library.icaltimezone_new()
        self.library.icaltimezone_set_component(zone, component)
        seconds = self.library.icaltime_as_timet_with_zone(self.library.icaltime_from_string(time.encode()), zone)
        return datetime.datetime.fromtimestamp(seconds, UTC)


def dateutil_instant(block, time):
    plain = re.sub(r"(?m)^(?!BEGIN|END|TZID:|DTSTART|TZOFFSET|RRULE|RDATE|TZNAME).*\n", "", block)
    zones = dateutil.tz.tzical(io.StringIO(plain))
    moment = datetime.datetime.strptime(time, "%Y%m%dT%H%M%S").replace(tzinfo=zones.get(zones.keys()[0]))
    return moment.astimezone(UTC)


def unfolded(path):
    with open(path, "rb") as file:
        return re.sub(r"\n[ \t]", "", file.read().decode().replace("\r\n", "\n"))


def definitions(text):
    blocks = re.findall(r"(?ms)^BEGIN:VTIMEZONE$.*?^END:VTIMEZONE\n", text)
    return {re.search(r"(?m)^TZID:(.*)$", block).group(1).replace("\\,", ","): block for block in blocks}


ICAL_JS = """
const ICAL = (await import(process.argv[1])).default;
let text = '';
for await (const part of process.stdin) text += part;
const zones = new Map();
console.log(JSON.stringify(JSON.parse(text).map(([block, time]) => {
  if (!zones.has(block)) {
    const component = new ICAL.Component(ICAL.parse(block.trim().replace(/\\n/g, '\\r\\n')));
    zones.set(block, new ICAL.Timezone({ component, tzid: component.getFirstPropertyValue('tzid') }));
  }
  const moment = ICAL.Time.fromString(time.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6'));
  moment.zone = zones.get(block);
  return moment.toUnixTime();
})));
"""


def ical_js(path, rows):
    """The instants of times by Thunderbird's ical.js."""
    run = subprocess.run(["node", "--input-type=module", "-e", ICAL_JS, os.path.abspath(path)], input=json.dumps(rows),
                         capture_output=True, text=True, check=True)
    return [datetime.datetime.fromtimestamp(seconds, UTC) for seconds in json.loads(run.stdout)]


class Trial:
    def __init__(self, duecal, old, new, names, folder):
        self.duecal, self.old, self.new, self.names, self.folder = duecal, Zones(old), Zones(new), names, folder
        self.libical, self.faults, self.count, self.items, self.rows = Libical(), [], 0, {}, []

    def run(self, zones, *words):
        environment = dict(os.environ, HOME=self.folder, TZDIR=zones.folder, TZ="Europe/Berlin",
                           DUECAL_NOW="2026-01-01T12:00:00Z", DUECAL_CONFIG="")
        return subprocess.run([self.duecal, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

    def write(self):
        os.makedirs(os.path.join(self.folder, "v/x"))
        os.makedirs(os.path.join(self.folder, "n"))
        open(os.path.join(self.folder, "n/x.taskpaper"), "w", encoding="utf-8").close()
        for name in self.names:
            for program, product, tzid, make in PROGRAMS:
                for time in TIMES:
                    self.write_item(name, program, product, tzid.format(name), make, time)

    def write_item(self, name, program, product, tzid, make, time):
        uid = f"T{len(self.items)}"
        more = ["X-LIC-LOCATION:" + name] if tzid.endswith("Time") else []
        lines = make(self.old, name, time) if make else None
        if make and lines is None:
            return
        block = self.own(name, time) if not make else "\n".join(
            ["BEGIN:VTIMEZONE", f"TZID:{tzid}", *more, *lines, "END:VTIMEZONE", ""])
        head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{product}"]
        item = ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{uid}",
                f"DTSTART;TZID={tzid}:{time}", "END:VEVENT", "END:VCALENDAR", ""]
        text = "\n".join(head) + "\n" + block + "\n".join(item)
        with open(os.path.join(self.folder, f"v/x/{uid}.ics"), "w", encoding="utf-8", newline="") as file:
            file.write(text.replace("\n", "\r\n"))
        self.items[uid] = (program, name, time, block)

    def own(self, name, time):
        line = f"- X @due({time[:4]}-{time[4:6]}-{time[6:8]} {time[9:11]}:00) @tz({name})\n"
        with open(os.path.join(self.folder, "own.taskpaper"), "w", encoding="utf-8") as file:
            file.write(line)
        feed = self.run(self.old, "export", "own.taskpaper", "--plain").stdout
        return "".join(definitions(feed).values())

    def lines(self):
        """The instant of each line, as duecal means it."""
        found = {}
        with open(os.path.join(self.folder, "n/x.taskpaper"), encoding="utf-8") as file:
            for line in file:
                match = re.match(r"- (T\d+) .*@due\((\d{4}-\d\d-\d\d \d\d:\d\d)", line)
                if match:
                    zone = re.search(r"@tz\(([^)]*)\)", line)
                    moment = datetime.datetime.fromisoformat(match.group(2))
                    found[match.group(1)] = moment.replace(tzinfo=self.new(zone.group(1) if zone else "Europe/Berlin")).astimezone(UTC)
        return found

    def near_change(self, name, instant):
        for zones in (self.old, self.new):
            around = {offset(zones(name), instant + datetime.timedelta(hours=h)) for h in (-3, 0, 3)}
            if len(around) > 1:
                return True
        return False

    def compare(self, step, uid, meant, block, time):
        self.count += 1
        program, name, _, _ = self.items[uid]
        self.rows.append(((step, "ical.js", program, name, time, meant), block, time))
        for reader, read in (("libical", self.libical.instant), ("dateutil", dateutil_instant)):
            try:
                got = read(block, time)
            except Exception as error:
                got = error
            if got != meant and not self.near_change(name, meant):
                self.faults.append((step, reader, program, name, time, f"{meant:%m-%dT%H:%M}", got))

    def check_read(self):
        lines = self.lines()
        for uid, (program, name, time, block) in self.items.items():
            if uid not in lines:
                self.faults.append(("read", "missing", program, name, time))
            elif program != "duecal":
                self.compare("read", uid, lines[uid], block, time)

    def check_written(self, step):
        lines = self.lines()
        for uid, (program, name, _, _) in self.items.items():
            text = unfolded(os.path.join(self.folder, f"v/x/{uid}.ics"))
            self.check_item(step, uid, text, lines)

    def check_item(self, step, uid, text, lines):
        program, name, _, _ = self.items[uid]
        match = re.search(rf"(?ms)^BEGIN:VEVENT$(?:(?!END:VEVENT).)*?^UID:{uid}$.*?^END:VEVENT$", text)
        date = match and re.search(r'(?m)^DTSTART;(?:[^:"]|"[^"]*")*TZID="?([^":]*)"?[^:]*:(\d{8}T\d{6})$', match.group(0))
        if not date:
            plain = match and re.search(r"(?m)^DTSTART:(\d{8}T\d{6})Z$", match.group(0))
            if not plain or datetime.datetime.strptime(plain.group(1), "%Y%m%dT%H%M%S").replace(tzinfo=UTC) != lines.get(uid):
                self.faults.append((step, "no zone", program, name, match and match.group(0)))
            return
        block = definitions(text).get(date.group(1))
        if block is None or uid not in lines:
            self.faults.append((step, "no VTIMEZONE", program, name, date.group(1)))
            return
        self.compare(step, uid, lines[uid], block, date.group(2))

    def move(self, years):
        path = os.path.join(self.folder, "n/x.taskpaper")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        later = re.sub(r"@due\((\d{4})-", lambda m: f"@due({int(m.group(1)) + years}-", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(later)

    def all(self):
        self.write()
        run = self.run(self.new, "sync", "tasks:n", "vdir:v", "--yes")
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

    def check_ical_js(self, path):
        for (place, _, _), got in zip(self.rows, ical_js(path, [row[1:] for row in self.rows])):
            if got != place[-1] and not self.near_change(place[3], place[-1]):
                self.faults.append((*place[:-1], f"{place[-1]:%m-%dT%H:%M}", got))

    def check_export(self):
        path = os.path.join(self.folder, "all.ics")
        if not os.path.exists(path):
            self.faults.append(("export", "no file"))
            return
        lines = self.lines()
        for calendar in re.findall(r"(?ms)^BEGIN:VCALENDAR$.*?^END:VCALENDAR$", unfolded(path)):
            for uid in re.findall(r"(?m)^UID:(T\d+)$", calendar):
                self.check_item("export", uid, calendar, lines)


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
    """The places whose files differ from 2024 on."""
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/")
                   and all(os.path.exists(os.path.join(folder, name)) for folder in (old, new)))
    a, b = Zones(old), Zones(new)
    days = [datetime.datetime(year, month, 15, tzinfo=UTC) for year in range(2024, 2030) for month in range(1, 13)]
    return [name for name in names if any(offset(a(name), day) != offset(b(name), day) for day in days)]


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    with tempfile.TemporaryDirectory() as folder:
        old, new = arguments[1:3] if len(arguments) > 2 else made(folder)
        names = (changed_names(old, new) if len(arguments) > 2 else list(CHANGED)) + OTHERS
        if "--short" in sys.argv:
            names = names[:2] + OTHERS[:4]
        home = os.path.join(folder, "home")
        os.makedirs(home)
        trial = Trial(os.path.abspath(arguments[0]), old, new, names, home)
        trial.all()
        js = any(word.startswith("--ical-js=") for word in sys.argv)
        for word in sys.argv:
            if word.startswith("--ical-js="):
                trial.check_ical_js(word.partition("=")[2])
    print(f"{len(trial.items)} items in {len(names)} zones, {trial.count} instants compared with {2 + js} readers: "
          f"{len(trial.faults)} differ")
    for fault in trial.faults[:None if "--all" in sys.argv else 25]:
        print(*fault, sep="\t")
    sys.exit(1 if trial.faults or not trial.count else 0)


main()
