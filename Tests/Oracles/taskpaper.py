"""A second reader of task files, with regular expressions: slow and short, and independent of duecal."""
import dataclasses
import datetime
import re

START = ("A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d"
         "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd")
NAME = f"[{START}0-9.\\u00b7\\u0300-\\u036f\\u203f-\\u2040-]*"
BLANK = r"[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
TAG = rf"(?:^|{BLANK}+)@({NAME})(?:\(((?:\\\(|\\\)|[^()])*)\))?(?={BLANK}|$)"
SPACED = rf"(?:^|{BLANK}+)@({NAME}) ?(?:\(((?:\\\(|\\\)|[^()])*)\))?(?={BLANK}|$)"
BULLET = (r"(?:- ?\[[ xX-]?\]|\[[ xX+-]?\]|[\u2610\u274d\u2751\u25a0\u2b1c\u25a1\u25aa\u25ab\u2013"
          r"\u2014\u2261\u2192\u203a\u2714\u2713\u2611\u221a\u2718\u2717+x])")
DATE = r"(\d{4})-(\d{1,2})-(\d{1,2})"
TIME = r"(\d{1,2})(?::(\d\d)(?::(\d\d))?)? *([ap]m)?"


@dataclasses.dataclass
class Task:
    """A task, or a project with a date, as read from its line."""
    line: int
    title: str
    due: tuple | None
    zone: str | None
    floating: bool
    start: object
    broken_start: bool
    repeats: str | None
    isperiod: bool
    isevent: bool

    @property
    def inner_tags(self):
        """The tags in the title, each with the spaces before it."""
        return list(re.finditer(TAG, self.title))

    @property
    def is_wordless(self):
        """True for a bullet without text, which does not become an item."""
        return not self.title

    def is_last_day(self, kind):
        """True if a period is exported as its last day: long events, and series by months."""
        if not self.isperiod or (self.due[1] - self.due[0]).days < 7:
            return False
        return kind == "VEVENT" or bool(self.repeats and re.match("month|year|FREQ=(MONTH|YEAR)LY", self.repeats))


def _time(text):
    match = re.fullmatch(TIME, text, re.I)
    if not match or not (match[2] or match[4]):
        return None
    hour = int(match[1])
    if match[4]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[4].lower() == "pm" else 0)
    try:
        return datetime.time(hour, int(match[2] or 0), int(match[3] or 0))
    except ValueError:
        return None


def _day(text):
    match = re.fullmatch(DATE, text)
    try:
        return datetime.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def _moment(text):
    match = re.fullmatch(rf"({DATE})(?:T|[ \t]+)(.+)", text)
    if not match:
        return None
    day, time = _day(match[1]), _time(match[5])
    return datetime.datetime.combine(day, time) if day and time else None


def _period(text):
    try:
        if re.fullmatch(r"\d{4}", text):
            return datetime.date(int(text), 1, 1), datetime.date(int(text), 12, 31)
        if re.fullmatch(r"\d{4}-\d{1,2}", text):
            first = datetime.datetime.strptime(text, "%Y-%m").date()
            later = (first.replace(day=28) + datetime.timedelta(days=4)).replace(day=1)
            return first, later - datetime.timedelta(days=1)
        if re.fullmatch(r"\d{4}-W\d\d", text):
            year, week = int(text[:4]), int(text[6:])
            return (datetime.date.fromisocalendar(year, week, 1),
                    datetime.date.fromisocalendar(year, week, 7))
    except ValueError:
        pass
    return None


def _range(text):
    for match in re.finditer(r" *(?:-|\u2013|thru|through|to) *", text, re.I):
        left, right = text[:match.start()], text[match.end():]
        if not re.match(DATE, left):
            continue
        begin = _moment(left) or _day(left)
        end = _moment(right) or _day(right)
        if end is None and isinstance(begin, datetime.datetime) and _time(right):
            end = datetime.datetime.combine(begin.date(), _time(right))
        if begin is None or type(begin) is not type(end):
            continue
        isdays = not isinstance(begin, datetime.datetime)
        if begin < end or (isdays and begin == end):
            return begin, end
    return None


def due(payload, short_years):
    """The (begin, end) of a payload; None if it is not a date."""
    text = payload.strip(" \t")
    if short_years:
        text = re.sub(r"^(\d\d)-(?=\d{1,2}-\d{1,2})", r"20\1-", text)
    single = _moment(text) or _day(text)
    return (single, single) if single else _period(text) or _range(text)


def _lines(text):
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def _unit(lines):
    runs = [len(line) - len(line.lstrip(" ")) for line in lines if re.search(rf"[^\s\ufeff]", line)]
    return min((run for run in runs if run), default=None)


def _level(indent, unit):
    return sum(1 if part == "\t" else len(part) // unit if unit else 0
               for part in re.findall(r"\t| +", indent))


def _shape(body, todo):
    """(kind, title, tags) of a line without its indent."""
    spans = [(m.start(), m.end(), m[1], m[2]) for m in re.finditer(SPACED if todo else TAG, body)]
    end = len(body)
    if spans and not body[spans[-1][1]:].strip():
        end = spans[-1][0]
        for left, right in zip(reversed(spans[:-1]), reversed(spans)):
            if left[1] != right[0]:
                break
            end = left[0]
    content = body[:end]
    trailing = [s for s in spans if s[0] >= end]
    kind = "note"
    bullet = re.match(BULLET + rf"(?:{BLANK}|$)", content) if todo else None
    if bullet or re.match(rf"-{BLANK}", content):
        kind, content = "task", content[bullet.end() if bullet else 2:]
    elif content.endswith(":"):
        kind, content = "project", content[:-1]
    title = content.strip()
    for span in trailing:
        if not span[2] and span[3] is None:
            title = (title + " @").strip()
    return kind, title, [(s[2], s[3]) for s in spans]


def _unescaped(payload):
    return re.sub(r"\\([()])", r"\1", payload or "")


def _task(number, title, tags, todo):
    first = {}
    for name, payload in tags:
        name = {"deadline": "due", "defer": "start"}.get(name, name)
        first.setdefault(name, _unescaped(payload))
    zone = first.get("tz", "").strip()
    start = due(first.get("start", ""), todo)
    isrange = bool(start and start[0] != start[1] and not _period(first["start"].strip()))
    rule = first.get("repeat", "")
    repeats = rule and "done" not in first and "after done" not in rule
    payload = first.get("due", "")
    return Task(number, title, due(payload, todo), zone if zone and zone != "floating" else None,
                zone == "floating", start[0] if start else None, isrange,
                rule if repeats else None, bool(_period(payload.strip())), "event" in first)


def tasks(content, todo):
    """The lines of a file that become items, in order."""
    lines = _lines(content.decode())
    unit, archive = _unit(lines), None
    for number, line in enumerate(lines, 1):
        if not line.strip("\ufeff \t\n\v\f\r\u00a0\u2028\u2029\u3000"):
            continue
        indent = re.match(r"[ \t]*", line)[0]
        level = _level(indent, unit)
        if archive is not None and level <= archive:
            archive = None
        kind, title, tags = _shape(line[len(indent):], todo)
        if kind == "project" and level == 0 and title == "Archive":
            archive = 0
        dated = {"due", "deadline", "start", "defer"} & {name for name, _ in tags}
        if archive is None and (kind == "task" or (kind == "project" and dated)):
            yield _task(number, title, tags, todo)
