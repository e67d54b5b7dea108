"""The rules that hold only for what duecal itself makes."""
import re

from .findings import shown
from .tables import FEED_PROPERTIES

_SCHEDULING = ("ORGANIZER", "ATTENDEE", "REQUEST-STATUS")
_ITEM_PROPERTIES = ("X-DUECAL-LINE", "X-DUECAL-PATH", "X-DUECAL-KEY")
_BREAK = re.compile(r"\\(?:\\|[nN])")


def check_component(component, ctx):
    """All feed rules for a component that has just ended."""
    for name, found in component.by_name.items():
        if name.startswith("X-"):
            _check_experimental(name, found[0], component.name, ctx)
        elif name in _SCHEDULING:
            ctx.add("FEED-SCHEDULING", found[0].head(), f"{name} in a feed")
    if component.name == "VCALENDAR" and component.first("METHOD"):
        ctx.add("FEED-METHOD", component.first("METHOD").head(), "the feed has a METHOD")
    if component.name in ("VTODO", "VEVENT"):
        _check_item(component, ctx)


def _check_experimental(name, prop, where, ctx):
    """Only known X- properties, each where it belongs."""
    if where == "VCALENDAR":
        is_known = name in FEED_PROPERTIES or name in ("X-DUECAL-PROJECT", "X-DUECAL-KEY")
    else:
        is_known = where in ("VTODO", "VEVENT") and name in _ITEM_PROPERTIES
    if not is_known and name != "X-LIC-ERROR":
        ctx.add("FEED-X-PROPERTY", prop.head(), f"{name} in a {where} of a feed")


def _check_item(component, ctx):
    """Sequence, stamps, completion and the hint of one item."""
    if "SEQUENCE" not in component.by_name:
        ctx.add("FEED-SEQUENCE", component.place, f"the {component.name} has no SEQUENCE")
    stamp, modified = component.first("DTSTAMP"), component.first("LAST-MODIFIED")
    if stamp is not None and (modified is None or stamp.value != modified.value):
        ctx.add("FEED-STAMP", stamp.head(), "DTSTAMP and LAST-MODIFIED are not equal")
    if component.name == "VTODO":
        _check_completion(component, ctx)
    for prop in component.all("X-DUECAL-LINE"):
        if any(found != "\\\\" for found in _BREAK.findall(prop.value or "")):
            ctx.add("FEED-LINE", prop.place(), "X-DUECAL-LINE has a line break")


def _check_completion(component, ctx):
    """STATUS, COMPLETED and PERCENT-COMPLETE of a VTODO tell one story."""
    status, percent = component.first("STATUS"), component.first("PERCENT-COMPLETE")
    completed = component.first("COMPLETED")
    is_done = status is not None and (status.value or "").upper() == "COMPLETED"
    number = percent.value.lstrip("+0") if percent and percent.value else None
    if is_done and number not in (None, "100"):
        ctx.add("STATUS-COMPLETED", percent.head(), f"PERCENT-COMPLETE is {shown(percent.value)}, STATUS is COMPLETED")
    if not is_done and completed is not None:
        ctx.add("STATUS-COMPLETED", completed.head(), "COMPLETED without STATUS:COMPLETED")
    elif not is_done and number == "100":
        ctx.add("STATUS-COMPLETED", percent.head(), "PERCENT-COMPLETE:100 without STATUS:COMPLETED")
