"""Zone files, and the VTIMEZONEs of nine programs made from them."""
import datetime
import functools
import os
import zoneinfo

UTC = datetime.timezone.utc


class Zones:
    """The zones of a folder, whose changes count from a year on."""

    def __init__(self, folder, first):
        self.folder, self.first, self.known = folder, first, {}

    def __call__(self, name):
        if name not in self.known:
            with open(os.path.join(self.folder, name), "rb") as file:
                self.known[name] = zoneinfo.ZoneInfo.from_file(file, key=name)
        return self.known[name]

    def bytes(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    @functools.lru_cache(maxsize=None)
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
    around = zones.changes(name, int(time[:4]) - 1, int(time[:4]) + 2)
    moment = datetime.datetime.strptime(time, "%Y%m%dT%H%M%S").replace(tzinfo=zones(name)).astimezone(UTC)
    before = [c for c in around if c[0] <= moment][-1:]
    after = [c for c in around if c[0] > moment][:1]
    lines = [line for c in before + after for line in observance(c)]
    return lines if before else fixed(offset(zones(name), moment))


def listed(zones, name, time):
    """All changes until 2037; from 1990, because duecal reads at most 100 of them one by one."""
    first = min(1990, int(time[:4]) - 1)
    start = fixed(offset(zones(name), datetime.datetime(first - 1, 12, 31, tzinfo=UTC)))
    return start + [line for c in zones.changes(name, first, 2038) for line in observance(c)]


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
