"""From content lines to properties: names, parameters, quotes and carets."""
import re
from functools import lru_cache
from typing import NamedTuple

from .findings import shown

_NAME = re.compile(r"[A-Za-z0-9-]++")
# Possessive throughout, so that a long line without a colon costs one pass.
_LINE = re.compile(r'([A-Za-z0-9-]++)((?:;(?:[^":]++|"[^"]*+")*+)?+):')
_PARAM = re.compile(r';([A-Za-z0-9-]++)=((?:"[^"]*+"|[^",;:]*+)(?:,(?:"[^"]*+"|[^",;:]*+))*+)')
_PARAM_VALUE = re.compile(r'"([^"]*+)"|([^",]*+)')
_CARET = re.compile(r"\^(?![n^'])|\^\^")

_SINGLE = frozenset("ALTREP CN CUTYPE DIR ENCODING FMTTYPE FBTYPE LANGUAGE PARTSTAT RANGE RELATED RELTYPE ROLE RSVP "
                    "SENT-BY TZID VALUE EMAIL LABEL ORDER SCHEMA DERIVED GAP LINKREL SCHEDULE-AGENT "
                    "SCHEDULE-FORCE-SEND SCHEDULE-STATUS MANAGED-ID SIZE FILENAME".split())
_QUOTED = frozenset("ALTREP DIR SENT-BY MEMBER DELEGATED-FROM DELEGATED-TO".split())
_CLOSED = {
    "ENCODING": ("8BIT", "BASE64"),
    "RANGE": ("THISANDFUTURE",),
    "RELATED": ("START", "END"),
    "RSVP": ("TRUE", "FALSE"),
    "DERIVED": ("TRUE", "FALSE"),
}


class Parameters(NamedTuple):
    """The parameters of a property: the first value of each name, and what is wrong with them."""

    first: dict
    problems: tuple


_NONE = Parameters({}, ())


class Property:
    """One content line, taken apart; `value` is None where the line was too broken for that."""

    __slots__ = ("name", "params", "value", "line", "at", "moments")

    def __init__(self, name, params, value, line, at):
        self.name = name
        self.params = params
        self.value = value
        self.line = line
        self.at = at
        self.moments = ()

    def param(self, name):
        """The first value of a parameter, or None."""
        return self.params.first.get(name)

    def place(self, offset=0):
        """Where a character of the value stands."""
        return self.line.place(self.at + offset)

    def head(self):
        """Where the property begins."""
        return self.line.place(0)


def parse_line(line, ctx):
    """The property of a content line, or None for a line that has not even a name."""
    match = _LINE.match(line.text)
    if match is None:
        return _broken_line(line, ctx)
    name, raw = match.groups()
    params = parse_parameters(raw) if raw else _NONE
    for rule, offset, sentence in params.problems:
        ctx.add(rule, line.place(len(name) + offset), sentence)
    return Property(name.upper(), params, line.text[match.end():], line, match.end())


def _broken_line(line, ctx):
    """Say why a line is no content line, and keep its name where it has one."""
    name = _NAME.match(line.text)
    if name is None or line.text[name.end():name.end() + 1] not in (";", ":"):
        ctx.add("LINE-GRAMMAR", line.place(0), f"{shown(line.text)} is no content line")
        return None
    quote = _open_quote(line.text, name.end())
    if quote is None:
        ctx.add("LINE-GRAMMAR", line.place(len(line.text)), "the content line has no colon")
    else:
        ctx.add("PARAM-QUOTE", line.place(quote), "the quote has no end")
    return Property(name.group().upper(), _NONE, None, line, name.end())


def _open_quote(text, start):
    """Where a quote without an end begins, or None."""
    count = text.count('"', start)
    return text.rfind('"') if count % 2 else None


@lru_cache(maxsize=4096)
def parse_parameters(raw):
    """The parameters of the text between a property's name and its colon."""
    first, problems, at = {}, [], 0
    while at < len(raw):
        match = _PARAM.match(raw, at)
        if match is None or (match.end() < len(raw) and raw[match.end()] != ";"):
            problems.append(_broken_parameter(raw, at, match))
            break
        name = match.group(1).upper()
        values = _split_values(match.group(2))
        problems += _parameter_problems(name, values, at, name in first)
        first.setdefault(name, _decode(values[0][0]))
        at = match.end()
    return Parameters(first, tuple(problems))


def _broken_parameter(raw, at, match):
    """The problem with a parameter that does not follow the grammar."""
    if match is not None:
        return "PARAM-QUOTE", match.end(), "a quote stands beside other characters of a parameter's value"
    end = raw.find(";", at + 1)
    return "PARAM-GRAMMAR", at + 1, f"{shown(raw[at + 1:end if end > 0 else None])} is no parameter"


def _split_values(text):
    """The values of a parameter, each with whether it is quoted."""
    values, at = [], 0
    while True:
        match = _PARAM_VALUE.match(text, at)
        quoted = match.group(1) is not None
        values.append((match.group(1) if quoted else match.group(2), quoted))
        at = match.end()
        if at >= len(text):
            return values
        at += 1


def _parameter_problems(name, values, at, seen):
    """What is wrong with one parameter whose grammar is right."""
    if seen and not name.startswith("X-"):
        yield "PARAM-ONCE", at + 1, f"{name} stands twice on one property"
    if len(values) > 1 and name in _SINGLE:
        yield "PARAM-SINGLE", at + 1, f"{name} has {len(values)} values, it takes one"
    for text, quoted in values:
        if not quoted and name in _QUOTED:
            yield "PARAM-QUOTE", at + 1, f"the value of {name} is not quoted"
        if any(len(found) == 1 for found in _CARET.findall(text)):
            yield "PARAM-CARET", at + 1, f"a caret in {name} begins none of ^n ^^ ^'"
    if name in _CLOSED and values[0][0].upper() not in _CLOSED[name]:
        yield "PARAM-ENUM", at + 1, f"{name} is {shown(values[0][0])}, not one of {', '.join(_CLOSED[name])}"


def _decode(text):
    """A parameter's value without RFC 6868's escapes."""
    if "^" not in text:
        return text
    return re.sub(r"\^[n^']", lambda found: {"^n": "\n", "^^": "^", "^'": '"'}[found.group()], text)
