"""Dates, times, durations and offsets: their grammar and what they mean."""
import datetime
import re
from functools import lru_cache
from typing import NamedTuple, Optional

DATE, LOCAL, UTC, ZONED = "DATE", "local", "UTC", "zoned"

_DATE = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_DATE_TIME = re.compile(r"(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(Z?)", re.ASCII)
_TIME = r"T(?:(\d+)H(?:(\d+)M(?:(\d+)S)?)?|(\d+)M(?:(\d+)S)?|(\d+)S)"
_DURATION = re.compile(rf"([+-]?)P(?:(\d+)W|(\d+)D(?:{_TIME})?|{_TIME})", re.ASCII)
_OFFSET = re.compile(r"([+-])(\d{2})(\d{2})(\d{2})?", re.ASCII)


class Moment(NamedTuple):
    """A date or a time as it is written: its form, its wall clock value and its zone."""

    form: str
    wall: datetime.datetime
    tzid: Optional[str] = None
    end: Optional["Moment"] = None


class Length(NamedTuple):
    """A duration: its days and seconds, and whether it is written in days or weeks alone."""

    seconds: int
    whole_days: bool


@lru_cache(maxsize=65536)
def parse_moment(text):
    """The moment that a text stands for, or the sentence that says why it is none."""
    match = _DATE_TIME.fullmatch(text)
    if match is None:
        match = _DATE.fullmatch(text)
        return _date(match) if match else "it is neither YYYYMMDD nor YYYYMMDDTHHMMSS"
    utc = match.group(7) == "Z"
    hour, minute, second = (int(match.group(index)) for index in (4, 5, 6))
    problem = _clock_problem(hour, minute, second, utc)
    if problem:
        return problem
    day = _date(match)
    if isinstance(day, str):
        return day
    # datetime has no second 60; the one before it serves every comparison.
    return Moment(UTC if utc else LOCAL, day.wall.replace(hour=hour, minute=minute, second=min(second, 59)))


def _date(match):
    """The day of a match's first three groups, or the sentence that says why there is none."""
    year, month, day = (int(match.group(index)) for index in (1, 2, 3))
    try:
        return Moment(DATE, datetime.datetime(year, month, day))
    except ValueError:
        return f"there is no day {year:04}-{month:02}-{day:02}"


def _clock_problem(hour, minute, second, utc):
    """Why there is no such time of day, or None."""
    if second == 60 and hour == 23 and minute == 59 and utc:
        return None
    if hour > 23 or minute > 59 or second > 59:
        return f"there is no time {hour:02}:{minute:02}:{second:02}"
    return None


@lru_cache(maxsize=4096)
def parse_duration(text):
    """The length of a duration, or None where the text follows no duration's grammar."""
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    # Eighteen digits are more than any calendar has seconds, and int() refuses some thousands.
    numbers = [int((number or "0")[:18]) for number in match.groups()[1:]]
    sign, (weeks, days), clock = match.group(1), numbers[:2], numbers[2:]
    hours, minutes, seconds = 0, 0, 0
    for first in (0, 6):
        hours += clock[first]
        minutes += clock[first + 1] + clock[first + 3]
        seconds += clock[first + 2] + clock[first + 4] + clock[first + 5]
    total = ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds
    return Length(-total if sign == "-" else total, "T" not in text)


def parse_offset(text):
    """The seconds of a UTC offset, or None where the text is none."""
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(match.group(index) or 0) for index in (2, 3, 4))
    total = hours * 3600 + minutes * 60 + seconds
    # RFC 5545 3.3.14 forbids minus zero.
    if hours > 23 or minutes > 59 or seconds > 59 or (match.group(1) == "-" and total == 0):
        return None
    return -total if match.group(1) == "-" else total


def parse_period(text):
    """The two halves of a period: its start and its end or length, or a sentence that says why it is none."""
    start, slash, rest = text.partition("/")
    begin = parse_moment(start)
    if not slash or isinstance(begin, str) or begin.form == DATE:
        return "it does not begin with a date and time and a slash"
    length = parse_duration(rest)
    if length is not None:
        longest = (datetime.datetime.max - begin.wall) // datetime.timedelta(seconds=1)
        end = begin.wall + datetime.timedelta(seconds=min(length.seconds, longest))
        return begin._replace(end=begin._replace(wall=end)) if length.seconds > 0 else "its duration is not positive"
    end = parse_moment(rest)
    if isinstance(end, str) or end.form == DATE:
        return "it ends with neither a date and time nor a duration"
    if end.form != begin.form:
        return "its two times have different forms"
    return begin._replace(end=end) if end.wall > begin.wall else "its end is not later than its start"


def kind_of(text):
    """The value type that a text has by its looks: DATE, DATE-TIME, PERIOD, DURATION, or None."""
    if _DATE.fullmatch(text):
        return "DATE"
    if _DATE_TIME.fullmatch(text):
        return "DATE-TIME"
    if _DURATION.fullmatch(text):
        return "DURATION"
    return "PERIOD" if _DATE_TIME.match(text) and "/" in text else None
