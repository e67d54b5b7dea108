"""To-dos, events, journals and their alarms: how the properties of one item fit together."""
import datetime
import zoneinfo

from . import moments, recurrence
from .relations import same_form
from .timezones import known_zones

ITEMS = frozenset(("VTODO", "VEVENT", "VJOURNAL"))
_EPOCH = datetime.datetime(1970, 1, 1)
_ENDS = {"VTODO": "DUE", "VEVENT": "DTEND"}
_ALARM_NEEDS = {"DISPLAY": ("DESCRIPTION",), "EMAIL": ("DESCRIPTION", "SUMMARY", "ATTENDEE")}


def check_item(component, ctx):
    """All rules for one item."""
    start = _moment(component, "DTSTART")
    end_name = _ENDS.get(component.name)
    _check_presence(component, end_name, ctx)
    if start is not None:
        _check_series_forms(component, start, ctx)
        _check_days(component, start, ctx)
        if end_name and _moment(component, end_name):
            _check_end(component, start, end_name, ctx)
    _check_rules(component, start, end_name, ctx)
    for child in component.children:
        if child.name == "VALARM":
            _check_alarm(child, component, end_name, ctx)
    ctx.calendar.relations.take(component, ctx)


def _moment(component, name):
    """The moment of a property, or None where it is not there or is broken."""
    prop = component.first(name)
    return prop.moments[0] if prop and prop.moments else None


def _check_presence(component, end_name, ctx):
    """Which of DTSTART, the end and DURATION stand together."""
    names = component.by_name
    duration = component.first("DURATION")
    if duration and end_name in names:
        ctx.add("TIME-SPAN", duration.head(), f"the {component.name} has DURATION and {end_name}")
    if duration and component.name == "VTODO" and "DTSTART" not in names:
        ctx.add("TIME-START", duration.head(), "the VTODO has DURATION without DTSTART")
    calendar = ctx.calendar.component
    if component.name == "VEVENT" and "DTSTART" not in names and not (calendar and calendar.first("METHOD")):
        ctx.add("EVENT-DTSTART", component.place, "the VEVENT has no DTSTART")


def _check_series_forms(component, start, ctx):
    """Value type and form of all times that stand beside DTSTART."""
    for name in (_ENDS.get(component.name), "EXDATE", "RDATE"):
        for prop in component.all(name):
            for moment in prop.moments:
                _check_form(prop, moment, start, ctx)


def _check_form(prop, moment, start, ctx):
    """Value type and form of one time beside DTSTART."""
    if (moment.form == moments.DATE) != (start.form == moments.DATE):
        ctx.add("TIME-TYPE", prop.place(), f"{prop.name} and DTSTART are not both dates or both times")
    elif not same_form(moment, start, ctx.feed):
        ctx.add("TIME-FORM", prop.place(), f"{prop.name} is {_named(moment)}, DTSTART {_named(start)}")


def _named(moment):
    """The form of a moment in words."""
    return f"in the zone {moment.tzid}" if moment.form == moments.ZONED else f"a {moment.form} time"


def _check_days(component, start, ctx):
    """A duration beside a date counts days."""
    prop = component.first("DURATION")
    length = moments.parse_duration(prop.value) if prop and prop.value else None
    if length and start.form == moments.DATE and not length.whole_days:
        ctx.add("TIME-DAYS", prop.place(), "DURATION beside a date is not in days or weeks alone")


def _check_end(component, start, end_name, ctx):
    """DUE or DTEND is later than DTSTART."""
    end = _moment(component, end_name)
    if (end.form == moments.DATE) != (start.form == moments.DATE):
        return
    first, second = _instant(start), _instant(end)
    if first is not None and second is not None and second <= first:
        what = "equal to" if first == second else "before"
        repeating = " of a series" if component.first("RRULE") or component.first("RDATE") else ""
        ctx.add("TIME-ORDER", component.first(end_name).place(), f"{end_name} is {what} DTSTART{repeating}")


def _instant(moment):
    """A moment as a number that orders moments, or None where its zone is unknown here."""
    seconds = (moment.wall - _EPOCH).total_seconds()
    if moment.form != moments.ZONED:
        return seconds
    if moment.tzid not in known_zones():
        return None
    # RFC 5545 3.3.5 has Python's reading of fold 0: the first of two, and the offset before a gap.
    return seconds - moment.wall.replace(tzinfo=zoneinfo.ZoneInfo(moment.tzid)).utcoffset().total_seconds()


def _check_rules(component, start, end_name, ctx):
    """What a rule asks of DTSTART, and what it tells the zones."""
    for prop in component.all("RRULE"):
        if "DTSTART" not in component.by_name:
            ctx.add("RRULE-DTSTART", prop.head(), f"the {component.name} has RRULE without DTSTART")
        if start is None or prop.value is None:
            continue
        rule = recurrence.parse_rule(prop.value)
        for name, offset, sentence in recurrence.start_problems(rule, start):
            ctx.add(name, prop.place(offset), sentence)
        if ctx.feed:
            _tell_zones(component, rule, end_name, ctx)


def _tell_zones(component, rule, end_name, ctx):
    """Let the zones know which times of day repeat."""
    for name in ("DTSTART", end_name):
        moment = _moment(component, name)
        if moment is not None and moment.form == moments.ZONED:
            ctx.calendar.zones.repeat(moment, rule, name, component.first(name).place())


def check_free_busy(component, ctx):
    """DTSTART and DTEND of a VFREEBUSY are in UTC."""
    for name in ("DTSTART", "DTEND"):
        moment = _moment(component, name)
        if moment is not None and moment.form != moments.UTC:
            ctx.add("VALUE-UTC", component.first(name).place(), f"{name} of a VFREEBUSY is not in UTC")


def _check_alarm(alarm, item, end_name, ctx):
    """All rules for one alarm of an item."""
    action = alarm.first("ACTION")
    kind = (action.value or "").upper() if action else ""
    for name in _ALARM_NEEDS.get(kind, ()):
        if name not in alarm.by_name:
            ctx.add("ALARM-CONTENT", alarm.place, f"the {kind} alarm has no {name}")
    if kind == "AUDIO" and len(alarm.all("ATTACH")) > 1:
        ctx.add("ALARM-CONTENT", alarm.all("ATTACH")[1].head(), "the AUDIO alarm has more than one ATTACH")
    if ("DURATION" in alarm.by_name) != ("REPEAT" in alarm.by_name):
        there = "DURATION" if "DURATION" in alarm.by_name else "REPEAT"
        ctx.add("ALARM-REPEAT", alarm.first(there).head(), "DURATION and REPEAT do not stand together")
    trigger = alarm.first("TRIGGER")
    if trigger is not None and trigger.value is not None:
        _check_trigger(trigger, item, end_name, ctx)


def _check_trigger(trigger, item, end_name, ctx):
    """What a trigger counts from."""
    related = trigger.param("RELATED")
    if (trigger.param("VALUE") or "").upper() == "DATE-TIME":
        if related is not None:
            ctx.add("ALARM-RELATED", trigger.head(), "an absolute TRIGGER has RELATED")
        return
    if moments.parse_duration(trigger.value) is None:
        return
    names = item.by_name
    if (related or "START").upper() == "START":
        if "DTSTART" not in names:
            ctx.add("ALARM-ANCHOR", trigger.head(), f"the TRIGGER counts from DTSTART, which the {item.name} has not")
    elif end_name not in names and not ("DTSTART" in names and "DURATION" in names):
        ctx.add("ALARM-ANCHOR", trigger.head(), f"the TRIGGER counts from the end, which the {item.name} has not")
