"""The offsets that a VTIMEZONE gives, worked out from its own observances."""
import calendar
import datetime
from bisect import bisect_right

from . import moments, recurrence

_RULE_PARTS = frozenset("FREQ INTERVAL COUNT UNTIL BYMONTH BYDAY BYMONTHDAY BYYEARDAY WKST".split())


class Observance:
    """A STANDARD or DAYLIGHT: when it begins, in local time of the offset before it, and its offset."""

    def __init__(self, start, before, after):
        self.start = start
        self.before = before
        self.after = after
        self.rules = []
        self.dates = []

    def onsets(self, last_year):
        """All local times at which the observance begins, up to a year."""
        found = {self.start, *self.dates}
        for rule in self.rules:
            found.update(self._rule_onsets(rule, last_year))
        return found

    def _rule_onsets(self, rule, last_year):
        """The local times of a yearly rule, DTSTART the first of them."""
        interval = int(rule.parts.get("INTERVAL", "1")[:6])
        left = int(rule.parts["COUNT"][:6]) - 1 if "COUNT" in rule.parts else None
        for year in range(self.start.year, last_year + 1, interval):
            for day in yearly_days(rule.parts, self.start, year):
                onset = datetime.datetime.combine(day, self.start.time())
                if onset <= self.start:
                    continue
                if left == 0 or self._is_over(rule, onset):
                    return
                left = left - 1 if left is not None else None
                yield onset

    def _is_over(self, rule, onset):
        """Whether an onset is later than UNTIL, which is in UTC."""
        until = moments.parse_moment(rule.parts.get("UNTIL", ""))
        if isinstance(until, str):
            return False
        # As numbers, since a time beside the first or the last year has no neighbour in UTC.
        return (onset - until.wall).total_seconds() > self.before


def follows(rule):
    """Whether a rule is one that can be worked out here: yearly, of the parts that zones need."""
    return not rule.problems and rule.parts.get("FREQ") == "YEARLY" and set(rule.parts) <= _RULE_PARTS


def yearly_days(parts, start, year):
    """The days of a year that a yearly rule has, in order."""
    months = [int(month) for month in parts["BYMONTH"].split(",")] if "BYMONTH" in parts else None
    days = _candidates(parts, start, year, months)
    for name, number in (("BYMONTHDAY", _month_numbers), ("BYYEARDAY", _year_numbers)):
        if name in parts:
            wanted = {int(item) for item in parts[name].split(",")}
            days = [day for day in days if wanted & number(day)]
    if "BYDAY" in parts:
        wanted = set(parts["BYDAY"].split(","))
        days = [day for day in days if wanted & _day_names(day, months is not None)]
    return days


def _candidates(parts, start, year, months):
    """The days that the rule's other parts choose from."""
    chosen = [datetime.date(year, month, day) for month in months or range(1, 13)
              for day in range(1, calendar.monthrange(year, month)[1] + 1)]
    if any(name in parts for name in ("BYDAY", "BYMONTHDAY", "BYYEARDAY")):
        return chosen
    # Without a BY part for the day, the day is DTSTART's, and without BYMONTH so is the month.
    return [day for day in chosen if day.day == start.day and (months is not None or day.month == start.month)]


def _month_numbers(day):
    """The numbers of a day in its month, from the front and from the back."""
    return {day.day, day.day - calendar.monthrange(day.year, day.month)[1] - 1}


def _year_numbers(day):
    """The numbers of a day in its year, from the front and from the back."""
    number = day.timetuple().tm_yday
    return {number, number - (366 if calendar.isleap(day.year) else 365) - 1}


def _day_names(day, in_month):
    """The names that BYDAY can call a day by: MO, 2MO, +2MO and -4MO in the month or in the year."""
    name = recurrence.WEEKDAYS[day.weekday()]
    front, back = sorted(_month_numbers(day) if in_month else _year_numbers(day), reverse=True)
    front, back = (front - 1) // 7 + 1, (-back - 1) // 7 + 1
    return {name} | {f"{sign}{number:0{width}}{name}" for sign, number in (("", front), ("+", front), ("-", back))
                     for width in (1, 2)}


class Zone:
    """A VTIMEZONE as a table of onsets and offsets."""

    def __init__(self, tzid, place):
        self.tzid = tzid
        self.place = place
        self.observances = []
        self.is_complete = True
        self._last_year = 0
        self._onsets = []
        self._offsets = []

    def expand(self, last_year):
        """Work out the onsets up to the end of a year."""
        if last_year <= self._last_year:
            return
        self._last_year = last_year
        table = sorted((onset, one.after) for one in self.observances for onset in one.onsets(last_year))
        self._onsets = [onset for onset, _ in table]
        self._offsets = [offset for _, offset in table]

    def offset(self, wall):
        """The offset in seconds at a local time, or None before the first onset."""
        index = bisect_right(self._onsets, wall)
        return self._offsets[index - 1] if index else None

    def onsets(self):
        """The onsets that were worked out, in order."""
        return self._onsets
