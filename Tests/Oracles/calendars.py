"""Reads the lines of a calendar without a library, as far as the oracles need it."""
import datetime
import zoneinfo


def unfolded(calendar):
    """The content lines of a calendar, as (name, parameters, value)."""
    text = calendar.decode().replace("\r\n ", "")
    for line in text.split("\r\n"):
        head, _, value = line.partition(":")
        name, *parameters = head.split(";")
        yield name, dict(p.split("=", 1) for p in parameters if "=" in p), value


def items(calendar):
    """The items of a calendar, with the few properties that are needed here."""
    item, depth = None, 0
    for name, parameters, value in unfolded(calendar):
        if (name, value) in (("BEGIN", "VTODO"), ("BEGIN", "VEVENT")):
            item, depth = {"kind": value}, 0
        elif name == "BEGIN" and item is not None:
            depth += 1
        elif name == "END" and item is not None and depth:
            depth -= 1
        elif name == "END" and item is not None:
            yield item
            item = None
        elif item is not None and not depth:
            item[name] = (parameters, value)


def moment(entry):
    """A date, or a date and time in its zone, of a property."""
    parameters, value = entry
    if parameters.get("VALUE") == "DATE":
        return datetime.datetime.strptime(value, "%Y%m%d").date()
    zone = zoneinfo.ZoneInfo(parameters["TZID"]) if "TZID" in parameters else None
    if value.endswith("Z"):
        zone = datetime.timezone.utc
    return datetime.datetime.strptime(value.rstrip("Z"), "%Y%m%dT%H%M%S").replace(tzinfo=zone)


def due(item):
    """The (begin, end) of an item's dates; a repeating to-do is due when it ends."""
    start = moment(item["DTSTART"]) if "DTSTART" in item else None
    end = item.get("DUE") or item.get("DTEND")
    if end is None:
        return start, start
    end = moment(end)
    if item["kind"] == "VEVENT" and not isinstance(end, datetime.datetime):
        end -= datetime.timedelta(days=1)
    return start, end


def title(item):
    """The title of an item."""
    text = item["SUMMARY"][1].replace("\\n", "\n")
    for escaped, plain in (("\\,", ","), ("\\;", ";"), ("\\\\", "\\")):
        text = text.replace(escaped, plain)
    return text
