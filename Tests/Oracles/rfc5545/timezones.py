"""The zones of a calendar: what VTIMEZONE must hold, that each TZID has one, and that it tells the truth."""
import datetime
import zoneinfo
from functools import lru_cache

from . import moments, recurrence
from .findings import shown
from .observances import Observance, Zone, follows
from .values import decoded

_YEARS = 30
_DAY = datetime.timedelta(days=1)


class Zones:
    """The zones that a calendar defines and the times that use them."""

    def __init__(self):
        self.defined = {}
        self.first_use = {}
        self.walls = {}
        self.series = {}
        self.late = {}

    def use(self, moment, name, place):
        """Note that a property has a time in a zone."""
        tzid = moment.tzid
        if tzid not in self.first_use:
            self.first_use[tzid] = place
            self.walls[tzid] = {}
            self.series[tzid] = {}
            if tzid not in self.defined:
                self.late[tzid] = place
        self.walls[tzid].setdefault(moment.wall, (name, place))
        if moment.end is not None:
            self.walls[tzid].setdefault(moment.end.wall, (name, place))

    def repeat(self, moment, rule, name, place):
        """Note that a time in a zone repeats by a rule."""
        last = recurrence.surely_until(rule, moment.wall, _YEARS)
        # The rule's own days do not matter: what is compared is the zone at this time of day in these years.
        self.series[moment.tzid].setdefault((moment.wall, last), (name, place))


def take_zone(component, ctx):
    """Read a VTIMEZONE, judge its content, and keep it."""
    tzid = component.first("TZID")
    if not component.children:
        ctx.add("ZONE-OBSERVANCE", component.place, "the VTIMEZONE has neither STANDARD nor DAYLIGHT")
    if tzid is None or tzid.value is None:
        return
    # The property is a TEXT with escapes, the parameter that names it is not.
    name = decoded(tzid.value)
    _check_source(name, tzid.place(), ctx)
    if name in ctx.calendar.zones.defined:
        ctx.add("ZONE-DUPLICATE", tzid.place(), f"there is a VTIMEZONE {shown(name)} already")
        return
    zone = ctx.calendar.zones.defined[name] = Zone(name, component.place)
    for child in component.children:
        _take_observance(child, zone, ctx)


def _check_source(tzid, place, ctx):
    """TZIDs that show that a zone is libical's own."""
    if "freeassociation" in tzid:
        ctx.add("LIBICAL-ZONE", place, f"the TZID {shown(tzid)} is libical's name for its own file")


def _take_observance(component, zone, ctx):
    """Read a STANDARD or DAYLIGHT into its zone."""
    start, before, after = (component.first(name) for name in ("DTSTART", "TZOFFSETFROM", "TZOFFSETTO"))
    offsets = [moments.parse_offset(prop.value or "") if prop else None for prop in (before, after)]
    if start is None or not start.moments or None in offsets:
        zone.is_complete = False
        return
    moment = start.moments[0]
    if moment.form != moments.LOCAL:
        ctx.add("ZONE-DTSTART", start.place(), f"the {component.name} begins at {_form(moment)}, not in local time")
    observance = Observance(moment.wall, *offsets)
    for prop in component.all("RDATE"):
        observance.dates += [date.wall for date in prop.moments]
    for prop in component.all("RRULE"):
        _take_rule(prop, observance, zone, ctx)
    zone.observances.append(observance)


def _form(moment):
    """The form of a moment in words."""
    return {moments.DATE: "a date", moments.UTC: "a time in UTC"}.get(moment.form, "a time with a TZID")


def _take_rule(prop, observance, zone, ctx):
    """Read the rule of an observance."""
    rule = recurrence.parse_rule(prop.value or "")
    until = moments.parse_moment(rule.parts.get("UNTIL", ""))
    if not isinstance(until, str) and until.form != moments.UTC:
        ctx.add("ZONE-UNTIL", prop.place(rule.places["UNTIL"]), "UNTIL of an observance is not in UTC")
    if follows(rule):
        observance.rules.append(rule)
        return
    zone.is_complete = False
    if not rule.problems:
        ctx.add("ZONE-RRULE", prop.place(), f"the rule {shown(prop.value)} is not one that clients expect of a zone")


def judge_zones(zones, ctx):
    """What can be said of the zones at the end of a calendar."""
    for tzid, place in zones.first_use.items():
        _check_source(tzid, place, ctx)
        zone = zones.defined.get(tzid)
        # RFC 5545 3.2.19: a TZID that begins with a slash names a registry's zone and needs no VTIMEZONE.
        if zone is None and (ctx.feed or not tzid.startswith("/")):
            ctx.add("ZONE-MISSING", place, f"the TZID {shown(tzid)} has no VTIMEZONE")
        elif zone is not None and tzid in zones.late:
            ctx.add("ZONE-LATE", place, f"the VTIMEZONE {shown(tzid)} stands after this use of it")
    for tzid, zone in zones.defined.items():
        if tzid not in zones.first_use:
            ctx.add("ZONE-UNUSED", zone.place, f"nothing uses the VTIMEZONE {shown(tzid)}")
        if ctx.feed:
            _judge_truth(zone, zones, ctx)


@lru_cache(maxsize=None)
def known_zones():
    """The names of the zone database."""
    return zoneinfo.available_timezones()


def _judge_truth(zone, zones, ctx):
    """Compare a VTIMEZONE with the zone database at all times that use it."""
    if zone.tzid not in known_zones():
        ctx.add("ZONE-UNKNOWN", zone.place, f"the zone database has no {shown(zone.tzid)}")
        return
    if not zone.is_complete or zone.tzid not in zones.first_use:
        return
    database = zoneinfo.ZoneInfo(zone.tzid)
    walls = dict(zones.walls[zone.tzid])
    _expand(zone, walls, zones.series[zone.tzid])
    for (wall, last), source in zones.series[zone.tzid].items():
        for sample in _samples(zone, database, wall, last):
            walls.setdefault(sample, source)
    _compare(zone, database, walls, ctx)


def _expand(zone, walls, series):
    """Work out a zone up to the last time that will be asked for."""
    last = max([wall.year for wall in walls] + [last.year for _, last in series])
    zone.expand(min(last + 1, 9999))


def _samples(zone, database, wall, last):
    """The times of a series to compare: 1 January, 1 July, and the days around each change, same time of day."""
    days = [datetime.date(year, month, 1) for year in range(wall.year, last.year + 1) for month in (1, 7)]
    for year in range(wall.year, last.year + 1):
        for change in _changes(database.key, year):
            days += [change - _DAY, change, change + _DAY]
    for onset in zone.onsets():
        if wall.year <= onset.year <= last.year and 1 < onset.year < 9999:
            days += [onset.date() - _DAY, onset.date(), onset.date() + _DAY]
    times = (datetime.datetime.combine(day, wall.time()) for day in days)
    return [time for time in times if wall <= time <= last]


@lru_cache(maxsize=None)
def _changes(key, year):
    """The days of a year on which a zone's offset changes, by the zone database."""
    zone = zoneinfo.ZoneInfo(key)
    day = datetime.datetime(year, 1, 1, tzinfo=zone)
    before, found = day.utcoffset(), []
    while day.year == year and not (day.month == 12 and day.day == 31):
        after = (day + _DAY).utcoffset()
        if after != before:
            found.append(day.date())
        day, before = day + _DAY, after
    return tuple(found)


def _compare(zone, database, walls, ctx):
    """One finding for all times that a zone does not cover, and one for all where it is wrong."""
    uncovered, wrong = [], []
    for wall, source in walls.items():
        right = _database_offset(database, wall)
        if right is None:
            continue
        ours = zone.offset(wall)
        if ours is None:
            uncovered.append((wall, source, right, ours))
        elif abs(ours - right) > 30:
            wrong.append((wall, source, right, ours))
    if uncovered:
        wall, (name, place), _, _ = uncovered[0]
        ctx.add("ZONE-COVERAGE", place, f"{name}: {wall.isoformat()} is before the first onset of the VTIMEZONE "
                                        f"{zone.tzid}; so are {len(uncovered)} of {len(walls)} times compared")
    if wrong:
        wall, (name, place), right, ours = wrong[0]
        ctx.add("ZONE-WRONG", place, f"{name}: at {wall.isoformat()} the VTIMEZONE {zone.tzid} says {_clock(ours)}, "
                                     f"the database {_clock(right)}; they differ at {len(wrong)} of {len(walls)} times")


def _database_offset(database, wall):
    """The database's offset in seconds at a local time, or None where clocks show the time twice or never."""
    first = wall.replace(tzinfo=database).utcoffset()
    second = wall.replace(tzinfo=database, fold=1).utcoffset()
    return first.total_seconds() if first == second else None


def _clock(seconds):
    """An offset as iCalendar writes it."""
    minutes = round(abs(seconds) / 60)
    return f"{'-' if seconds < 0 else '+'}{minutes // 60:02}{minutes % 60:02}"
