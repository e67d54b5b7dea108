"""Recurrence rules: the grammar of RRULE and what its parts ask of each other and of DTSTART."""
import datetime
import re
from functools import lru_cache
from typing import NamedTuple

from . import moments
from .findings import shown

FREQUENCIES = ("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = re.compile(r"([+-]?)(\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)", re.ASCII)

# Part: the form of one value, its range, and whether zero is out.
_LISTS = {
    "BYSECOND": (r"\d{1,2}", 0, 60),
    "BYMINUTE": (r"\d{1,2}", 0, 59),
    "BYHOUR": (r"\d{1,2}", 0, 23),
    "BYMONTHDAY": (r"[+-]?\d{1,2}", 1, 31),
    "BYYEARDAY": (r"[+-]?\d{1,3}", 1, 366),
    "BYWEEKNO": (r"[+-]?\d{1,2}", 1, 53),
    "BYMONTH": (r"\d{1,2}", 1, 12),
    "BYSETPOS": (r"[+-]?\d{1,3}", 1, 366),
}
_CLOCK_PARTS = ("BYSECOND", "BYMINUTE", "BYHOUR")
_SKIPS = ("OMIT", "BACKWARD", "FORWARD")
# The values of FREQ that a part may not stand with.
_NOT_WITH = {
    "BYWEEKNO": FREQUENCIES[:6],
    "BYYEARDAY": ("DAILY", "WEEKLY", "MONTHLY"),
    "BYMONTHDAY": ("WEEKLY",),
}


class Rule(NamedTuple):
    """A rule: its parts in upper case, where each stands, and what is wrong with it by itself."""

    parts: dict
    places: dict
    problems: tuple


@lru_cache(maxsize=4096)
def parse_rule(text):
    """The rule that a text holds, with all that can be said without DTSTART."""
    parts, places, problems, at = {}, {}, [], 0
    for piece in text.split(";"):
        name, equals, value = piece.upper().partition("=")
        if not equals or not value:
            problems.append(("RRULE-GRAMMAR", at, f"{shown(piece)} is no part of a rule"))
        elif name in parts:
            problems.append(("RRULE-PART-ONCE", at, f"{name} stands twice"))
        else:
            parts[name], places[name] = value, at + len(name) + 1
        at += len(piece) + 1
    problems += _value_problems(parts, places)
    problems += _whole_problems(parts, places)
    return Rule(parts, places, tuple(problems))


def _value_problems(parts, places):
    """What is wrong with the values of the parts, each by itself."""
    for name, value in parts.items():
        for item in value.split(","):
            reason = _item_problem(name, item, "RSCALE" in parts)
            if reason:
                yield "RRULE-GRAMMAR", places[name], f"{shown(name)} {reason}"
                break
        if "," in value and name not in _LISTS and name != "BYDAY":
            yield "RRULE-GRAMMAR", places[name], f"{name} has several values"


def _item_problem(name, item, other_calendar):
    """Why a part cannot have a value, or None."""
    if name in _LISTS:
        return _number_problem(name, item, other_calendar)
    if name == "UNTIL":
        moment = moments.parse_moment(item)
        return f"is {shown(item)}: {moment}" if isinstance(moment, str) else None
    good = {
        "FREQ": lambda: item in FREQUENCIES,
        "INTERVAL": lambda: _positive(item),
        "COUNT": lambda: _positive(item),
        "BYDAY": lambda: _is_day(item),
        "WKST": lambda: item in WEEKDAYS,
        "RSCALE": lambda: re.fullmatch(r"[A-Z0-9-]+", item),
        "SKIP": lambda: item in _SKIPS and other_calendar,
    }.get(name)
    if good is None:
        return "is no part of a rule"
    return None if good() else f"cannot be {shown(item)}"


def _positive(item):
    """Whether a text is a number of at least one."""
    return re.fullmatch(r"\d+", item, re.ASCII) and item.strip("0")


def _is_day(item):
    """Whether a text is a weekday, perhaps with its number from 1 to 53."""
    match = _DAY.fullmatch(item)
    if not match:
        return False
    sign, number, _ = match.groups()
    return 1 <= int(number) <= 53 if number else not sign


def _number_problem(name, item, other_calendar):
    """Why a number of a list is wrong, or None; RFC 7529 has leap months and longer years."""
    form, low, high = _LISTS[name]
    if other_calendar and name == "BYMONTH":
        form, high = form + "L?", 13
    elif other_calendar and name == "BYYEARDAY":
        high = 385
    if not re.fullmatch(form, item, re.ASCII):
        return f"cannot be {shown(item)}"
    return None if low <= abs(int(item.rstrip("L"))) <= high else f"is {item}, not {low} to {high}"


def _whole_problems(parts, places):
    """What is wrong with the parts together."""
    if "FREQ" not in parts:
        yield "RRULE-GRAMMAR", 0, "the rule has no FREQ"
        return
    # RFC 7529 4.1 puts RSCALE where RFC 5545 wants FREQ; both orders are read everywhere.
    if next(iter(parts)) not in ("FREQ", "RSCALE"):
        yield "RRULE-FREQ-FIRST", 0, f"{next(iter(parts))} stands before FREQ"
    if "COUNT" in parts and "UNTIL" in parts:
        yield "RRULE-COUNT-UNTIL", places["UNTIL"], "the rule has COUNT and UNTIL"
    for name, frequencies in _NOT_WITH.items():
        if name in parts and parts["FREQ"] in frequencies:
            yield "RRULE-FREQ-PART", places[name], f"{name} stands in a rule that is {parts['FREQ']}"
    if parts["FREQ"] in FREQUENCIES:
        yield from _day_problems(parts, places)


def _day_problems(parts, places):
    """Numbered weekdays and positions where they have no meaning."""
    numbered = any(item[0] in "+-0123456789" for item in parts.get("BYDAY", "MO").split(",") if item)
    if numbered and parts["FREQ"] not in ("MONTHLY", "YEARLY"):
        yield "RRULE-BYDAY", places["BYDAY"], f"BYDAY has a number in a rule that is {parts['FREQ']}"
    elif numbered and "BYWEEKNO" in parts:
        yield "RRULE-BYDAY", places["BYDAY"], "BYDAY has a number beside BYWEEKNO"
    if "BYSETPOS" in parts and not any(name.startswith("BY") for name in parts if name != "BYSETPOS"):
        yield "RRULE-BYSETPOS", places["BYSETPOS"], "BYSETPOS stands without another BY part"


def start_problems(rule, start):
    """What is wrong with a rule beside a DTSTART, as (rule id, offset, sentence)."""
    for name in _CLOCK_PARTS:
        if name in rule.parts and start.form == moments.DATE:
            yield "RRULE-DATE-PART", rule.places[name], f"{name} stands beside a DTSTART that is a date"
    until = moments.parse_moment(rule.parts.get("UNTIL", ""))
    if isinstance(until, str):
        return
    wanted = start.form if start.form in (moments.DATE, moments.LOCAL) else moments.UTC
    if until.form != wanted:
        names = {moments.DATE: "a date", moments.LOCAL: "a local time", moments.UTC: "a time in UTC"}
        yield "RRULE-UNTIL", rule.places["UNTIL"], f"UNTIL is {names[until.form]}, DTSTART asks for {names[wanted]}"


def surely_until(rule, start, years):
    """A day that the rule's last time does not lie before, at most so many years after its start."""
    limit = start.replace(year=min(start.year + years, 9998), day=1)
    until = moments.parse_moment(rule.parts.get("UNTIL", ""))
    if not isinstance(until, str):
        return min(limit, until.wall)
    if not _positive(rule.parts.get("COUNT", "")):
        return limit
    return start + datetime.timedelta(days=min((limit - start).days, _least_days(rule)))


def _least_days(rule):
    """How many days a rule with COUNT lasts at the least."""
    if any(name in rule.parts for name in _CLOCK_PARTS):
        return 0
    days, most = {"DAILY": (1, 1), "WEEKLY": (7, 7), "MONTHLY": (28, 31), "YEARLY": (365, 366)}.get(
        rule.parts.get("FREQ"), (0, 1))
    interval = rule.parts.get("INTERVAL", "1")
    step = int(interval[:6]) if _positive(interval) else 1
    # A BY part can put as many times into one period as the period has days.
    periods = (int(rule.parts["COUNT"][:6]) - 1) // (most if any(n.startswith("BY") for n in rule.parts) else 1)
    return days * step * periods
