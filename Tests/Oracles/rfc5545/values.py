"""The value of each property by its type."""
import base64
import binascii
import re

from . import moments, recurrence
from .findings import shown
from .tables import COLORS, FEED_PROPERTIES, PROPERTIES, RANGES, STATUS, TOKENS, UTC_ONLY

_TEXT = re.compile(r"[^\\;,]*+(?:\\[\\;,nN][^\\;,]*+)*+").fullmatch
_TEXTS = re.compile(r"[^\\;]*+(?:\\[\\;,nN][^\\;]*+)*+").fullmatch
_TEXT_TOKEN = re.compile(r"\\(.?)|([;,])", re.DOTALL)
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII).fullmatch
_FLOAT = r"[+-]?\d+(?:\.\d+)?"
_GEO = re.compile(rf"({_FLOAT});({_FLOAT})", re.ASCII).fullmatch
_WORD = re.compile(r"[A-Za-z0-9-]+").fullmatch
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:")
# What RFC 3986 has no room for: blanks, controls, all beyond ASCII, and a percent sign without two digits.
_NOT_URI = re.compile(r"[^!#$&'()*+,./:;=?@\[\]_~0-9A-Za-z%-]|%(?![0-9A-Fa-f]{2})")
_REQUEST_STATUS = re.compile(r"\d+(?:\.\d+){1,2};(?:[^\\;,]|\\[\\;,nN])*+(?:;(?:[^\\;,]|\\[\\;,nN])*+)?", re.ASCII)
# Types that have a name of their own here, and the type that VALUE calls them.
_REAL_TYPES = {"GEO": "FLOAT", "REQUEST-STATUS": "TEXT", "VERSION": "TEXT"}


def check_value(prop, ctx):
    """The rules for a property's value and VALUE parameter that need no other property."""
    spec = PROPERTIES.get(prop.name) or (FEED_PROPERTIES.get(prop.name) if ctx.feed else None)
    if prop.value == "ERROR: No Value":
        ctx.add("LIBICAL-VALUE", prop.place(), f"{prop.name} holds libical's mark for a missing value")
        return
    if prop.value is None or spec is None:
        _check_unknown(prop, ctx)
        return
    kind = _kind(prop, spec, ctx)
    if kind is None:
        return
    _CHECKS[kind](prop, spec, kind, ctx)
    extra = _EXTRAS.get(prop.name)
    if extra:
        extra(prop, ctx)


def _check_unknown(prop, ctx):
    """Whether a property without a table entry may exist at all."""
    if prop.name == "X-LIC-ERROR":
        ctx.add("LIBICAL-ERROR", prop.head(), "a note of libical about a line that it could not read")
    elif not prop.name.startswith("X-") and prop.name not in PROPERTIES:
        ctx.add("PROP-UNKNOWN", prop.head(), f"no property {prop.name} is registered")


def _kind(prop, spec, ctx):
    """The type that the value must have, or None where VALUE already breaks a rule."""
    declared = prop.param("VALUE")
    if declared is None:
        if spec.value_required:
            ctx.add("VALUE-REQUIRED", prop.head(), f"{prop.name} needs VALUE={spec.types[0]}")
            return None
        return spec.types[0]
    declared = declared.upper()
    if declared == _REAL_TYPES.get(spec.types[0]):
        return spec.types[0]
    if declared not in spec.types:
        ctx.add("VALUE-PARAM", prop.head(), f"{prop.name} takes no VALUE={declared}")
        return None
    return declared


def items(prop, spec):
    """The values of a property with their offsets."""
    if not spec.many:
        yield 0, prop.value
        return
    at = 0
    for item in prop.value.split(","):
        yield at, item
        at += len(item) + 1


def _check_text(prop, spec, _kind_name, ctx):
    """The escapes of a text."""
    if (_TEXTS if spec.many else _TEXT)(prop.value) is not None:
        return
    for match in _TEXT_TOKEN.finditer(prop.value):
        escaped, bare = match.groups()
        if bare is None and escaped not in ("\\", ";", ",", "n", "N"):
            what = f"a backslash before {shown(escaped)}" if escaped else "a backslash at the end"
            ctx.add("TEXT-ESCAPE", prop.place(match.start()), f"{prop.name} has {what}")
        elif bare is not None and not (bare == "," and spec.many):
            ctx.add("TEXT-BARE", prop.place(match.start()), f"{prop.name} has a '{bare}' without a backslash")


def decoded(text):
    """A text without its escapes."""
    return re.sub(r"\\([\\;,nN])", lambda found: "\n" if found.group(1) in "nN" else found.group(1), text)


def _wrong_type(prop, spec, item, kind, offset, ctx):
    """Say that a value has another type than VALUE or the default has, where that is what is wrong."""
    looks = moments.kind_of(item)
    if looks is None or looks == kind or looks not in spec.types:
        return False
    ctx.add("VALUE-PARAM", prop.place(offset), f"{shown(item)} is a {looks}, {prop.name} says {kind}")
    return True


def _check_moments(prop, spec, kind, ctx):
    """Dates, and dates with time."""
    tzid = prop.param("TZID")
    found = []
    for offset, item in items(prop, spec):
        moment = moments.parse_moment(item)
        if isinstance(moment, str):
            _wrong_moment(prop, spec, (item, kind, moment), offset, ctx)
        elif (moment.form == moments.DATE) != (kind == "DATE"):
            _wrong_moment(prop, spec, (item, kind, f"it is no {kind}"), offset, ctx)
        else:
            found.append(_with_zone(prop, moment, tzid, offset, ctx))
    prop.moments = found
    _check_utc(prop, ctx)


def _wrong_moment(prop, spec, wrong, offset, ctx):
    """Say what is wrong with a date: its type, or else its value."""
    item, kind, reason = wrong
    if not _wrong_type(prop, spec, item, kind, offset, ctx):
        ctx.add(f"VALUE-{kind}", prop.place(offset), f"{shown(item)} is wrong: {reason}")


def _with_zone(prop, moment, tzid, offset, ctx):
    """A moment in the zone of its property, the use of the zone noted."""
    if tzid is None:
        return moment
    zoned = moment._replace(form=moments.ZONED, tzid=tzid)
    if prop.name in UTC_ONLY or ctx.where in ("STANDARD", "DAYLIGHT"):
        # That these have no zone of their own has rules of its own.
        return moment if moment.form == moments.UTC else zoned
    if moment.form != moments.LOCAL:
        what = "a date" if moment.form == moments.DATE else "a time in UTC"
        ctx.add("TIME-TZID", prop.place(offset), f"{prop.name} has a TZID on {what}")
        return moment
    ctx.calendar.zones.use(zoned, prop.name, prop.place(offset))
    return zoned


def _check_utc(prop, ctx):
    """Properties that are in UTC by their definition."""
    if prop.name not in UTC_ONLY:
        return
    for moment in prop.moments:
        if moment.form != moments.UTC:
            ctx.add("VALUE-UTC", prop.place(), f"{prop.name} is not in UTC")


def _check_periods(prop, spec, kind, ctx):
    """Periods, each from a time to a later one or for a length."""
    found = []
    for offset, item in items(prop, spec):
        period = moments.parse_period(item)
        if not isinstance(period, str):
            found.append(_with_zone(prop, period, prop.param("TZID"), offset, ctx))
        elif not _wrong_type(prop, spec, item, kind, offset, ctx):
            ctx.add("VALUE-PERIOD", prop.place(offset), f"{shown(item)} is no period: {period}")
    prop.moments = found
    _check_utc(prop, ctx)


def _check_duration(prop, spec, kind, ctx):
    """Durations; only a TRIGGER may be negative."""
    length = moments.parse_duration(prop.value)
    if length is None:
        if not _wrong_type(prop, spec, prop.value, kind, 0, ctx):
            ctx.add("VALUE-DURATION", prop.place(), f"{shown(prop.value)} is no duration")
    elif length.seconds < 0 and prop.name != "TRIGGER":
        ctx.add("VALUE-RANGE", prop.place(), f"{prop.name} is negative")


def _check_integer(prop, _spec, _kind_name, ctx):
    """Integers of 32 bits in their property's range."""
    if not _INTEGER(prop.value) or len(prop.value) > 20 or not -2**31 <= int(prop.value) < 2**31:
        ctx.add("VALUE-INTEGER", prop.place(), f"{shown(prop.value)} is no integer of 32 bits")
        return
    low, high = RANGES[prop.name]
    if not low <= int(prop.value) <= high:
        ctx.add("VALUE-RANGE", prop.place(), f"{prop.name} is {prop.value}, not {low} to {high}")


def _check_geo(prop, _spec, _kind_name, ctx):
    """A latitude and a longitude."""
    match = _GEO(prop.value)
    if not match or abs(float(match.group(1))) > 90 or abs(float(match.group(2))) > 180:
        ctx.add("VALUE-GEO", prop.place(), f"{shown(prop.value)} is no latitude;longitude")


def _check_uri(prop, _spec, _kind_name, ctx):
    """URIs by the characters and the scheme of RFC 3986."""
    if not _SCHEME.match(prop.value):
        ctx.add("VALUE-URI", prop.place(), f"{shown(prop.value)} begins with no scheme")
        return
    wrong = _NOT_URI.search(prop.value)
    if wrong:
        ctx.add("VALUE-URI", prop.place(wrong.start()), f"a URI may not hold {shown(wrong.group())}")


def _check_offset(prop, _spec, _kind_name, ctx):
    """UTC offsets, in a feed without seconds."""
    if moments.parse_offset(prop.value) is None:
        ctx.add("VALUE-UTC-OFFSET", prop.place(), f"{shown(prop.value)} is no UTC offset")
    elif len(prop.value) != 5:
        ctx.add("ZONE-SECONDS", prop.place(), f"{prop.name} has seconds, which clients do not read")


def _check_binary(prop, _spec, _kind_name, ctx):
    """Binary content in BASE64."""
    if (prop.param("ENCODING") or "").upper() != "BASE64":
        ctx.add("VALUE-BINARY", prop.head(), f"binary {prop.name} has no ENCODING=BASE64")
        return
    try:
        base64.b64decode(prop.value.encode("utf-8", "replace"), validate=True)
    except binascii.Error:
        ctx.add("VALUE-BINARY", prop.place(), f"the content of {prop.name} is not BASE64")


def _check_request_status(prop, _spec, _kind_name, ctx):
    """A status code, a description and perhaps data."""
    if not _REQUEST_STATUS.fullmatch(prop.value):
        ctx.add("VALUE-REQUEST-STATUS", prop.place(), f"{shown(prop.value)} is no code;text")


def _check_rule(prop, _spec, _kind_name, ctx):
    """The grammar of a recurrence rule; what depends on DTSTART is judged with its component."""
    for rule, offset, sentence in recurrence.parse_rule(prop.value).problems:
        ctx.add(rule, prop.place(offset), sentence)


def _check_nothing(_prop, _spec, _kind_name, _ctx):
    """A type whose values this checker takes as they are."""


def _check_token(prop, ctx):
    """Words: of a closed list, or any that could be registered."""
    words = TOKENS[prop.name]
    # VERSION may be a range, "lowest;highest"; no other word can hold a semicolon and be in a list.
    word = prop.value.upper().rpartition(";")[2] if prop.name == "VERSION" else prop.value.upper()
    if words is not None and word not in words:
        ctx.add("VALUE-TOKEN", prop.place(), f"{prop.name} is {shown(prop.value)}, not {' or '.join(words)}")
    elif words is None and not _WORD(prop.value):
        ctx.add("VALUE-TOKEN", prop.place(), f"{prop.name} is {shown(prop.value)}, which is no word")


def _check_status(prop, ctx):
    """The values of STATUS differ by component."""
    allowed = STATUS.get(ctx.where)
    if allowed and prop.value.upper() not in allowed:
        ctx.add("STATUS-VALUE", prop.place(), f"STATUS of a {ctx.where} is {shown(prop.value)}")


def _check_color(prop, ctx):
    """Colours have CSS3 names."""
    if prop.value.lower() not in COLORS:
        ctx.add("VALUE-COLOR", prop.place(), f"{shown(prop.value)} is no CSS3 colour name")


def _check_categories(prop, ctx):
    """No category is empty."""
    unescaped = prop.value.replace("\\\\", "xx").replace("\\,", "xx")
    if any(not item.strip() for item in unescaped.split(",")):
        ctx.add("CATEGORIES-EMPTY", prop.place(), "a category is empty")


def _check_uid(prop, ctx):
    """UIDs are not empty, and in a feed they name no host."""
    if not prop.value.strip():
        ctx.add("UID-EMPTY", prop.place(), f"the UID of a {ctx.where} is empty")
    elif "@" in prop.value:
        ctx.add("UID-HOST", prop.place(prop.value.index("@")), "the UID names a host")


_CHECKS = {
    "TEXT": _check_text, "DATE-TIME": _check_moments, "DATE": _check_moments, "PERIOD": _check_periods,
    "DURATION": _check_duration, "INTEGER": _check_integer, "GEO": _check_geo, "URI": _check_uri,
    "CAL-ADDRESS": _check_uri, "UTC-OFFSET": _check_offset, "BINARY": _check_binary,
    "REQUEST-STATUS": _check_request_status, "RECUR": _check_rule, "UID": _check_nothing,
    "VERSION": _check_nothing, "XML-REFERENCE": _check_nothing,
}
_EXTRAS = {name: _check_token for name in TOKENS} | {
    "STATUS": _check_status, "COLOR": _check_color, "CATEGORIES": _check_categories, "UID": _check_uid,
}
