"""What the checker can find: the rules, a finding, and the place where findings are gathered."""
from typing import NamedTuple

# One line per rule: its id, "feed" where it holds only for what duecal itself makes ("-" where it holds for
# every file), the section that it comes from, and its meaning.
_TABLE = """
LINE-BOM             -    RFC 5545 3.1      no byte order mark
LINE-CRLF            -    RFC 5545 3.1      every line ends with CR LF
LINE-LENGTH          -    RFC 5545 3.1      no physical line is longer than 75 octets
LINE-UTF8            -    RFC 5545 3.1.4    the octets are valid UTF-8
LINE-FOLD-CHARACTER  -    RFC 5545 3.1      no fold inside a UTF-8 sequence
LINE-CONTROL         -    RFC 5545 3.1      no control character but the tab
LINE-BLANK           -    RFC 5545 3.1      no empty line
LINE-GRAMMAR         -    RFC 5545 3.1      a content line is a name, parameters, a colon and a value
PARAM-GRAMMAR        -    RFC 5545 3.1      a parameter is a name, an equals sign and values
PARAM-QUOTE          -    RFC 5545 3.2      quotes stand around whole values, and where the parameter asks for them
PARAM-CARET          -    RFC 6868 3.1      a caret begins ^n, ^^ or ^'
PARAM-ONCE           -    RFC 5545 3.2      a parameter stands once on its property
PARAM-SINGLE         -    RFC 5545 3.2      a parameter of one value has one value
PARAM-ENUM           -    RFC 5545 3.2      a parameter with a closed list of values has one of them
STRUCT-BEGIN-END     -    RFC 5545 3.4      BEGIN and END are balanced and name the same component
STRUCT-ROOT          -    RFC 5545 3.4      all content stands in a VCALENDAR
STRUCT-EMPTY         -    RFC 5545 3.6      a calendar has a component
STRUCT-NESTING       -    RFC 5545 3.6      a component stands only in those that may hold it
STRUCT-UNKNOWN       -    RFC 5545 3.6      a component is registered or experimental
STRUCT-ORDER         -    RFC 5545 3.6      the properties stand before the components
PROP-REQUIRED        -    RFC 5545 3.6      a required property is there
PROP-ONCE            -    RFC 5545 3.6      a property that may stand once stands once
PROP-MISPLACED       -    RFC 5545 3.8      a property stands in a component that it is defined for
PROP-UNKNOWN         -    RFC 5545 3.8.8    a property is registered or experimental
VALUE-PARAM          -    RFC 5545 3.2.20   VALUE names the type of the value and one that the property allows
VALUE-REQUIRED       -    RFC 7986 5        VALUE stands where the property requires it
VALUE-DATE           -    RFC 5545 3.3.4    a date exists
VALUE-DATE-TIME      -    RFC 5545 3.3.5    a date with time exists
VALUE-DURATION       -    RFC 5545 3.3.6    a duration follows its grammar
VALUE-PERIOD         -    RFC 5545 3.3.9    a period has a start and a later end or a positive duration
VALUE-INTEGER        -    RFC 5545 3.3.8    an integer is one, of 32 bits
VALUE-RANGE          -    RFC 5545 3.8      a number or duration is in its property's range
VALUE-GEO            -    RFC 5545 3.8.1.6  GEO is a latitude and a longitude
VALUE-URI            -    RFC 5545 3.3.13   a URI follows RFC 3986
VALUE-UTC-OFFSET     -    RFC 5545 3.3.14   a UTC offset follows its grammar
VALUE-BINARY         -    RFC 5545 3.3.1    binary content is BASE64 and says so
VALUE-UTC            -    RFC 5545 3.8      a property that is in UTC is in UTC
VALUE-TOKEN          -    RFC 5545 3.8      a property with a list of values has one of them
VALUE-REQUEST-STATUS -    RFC 5545 3.8.8.3  REQUEST-STATUS is a code, a text and perhaps data
VALUE-COLOR          -    RFC 7986 5.9      COLOR is a CSS3 colour name
TEXT-ESCAPE          -    RFC 5545 3.3.11   a backslash begins one of the five escapes
TEXT-BARE            -    RFC 5545 3.3.11   semicolons and commas of a text are escaped
CATEGORIES-EMPTY     feed RFC 5545 3.8.1.2  no category is empty
STATUS-VALUE         -    RFC 5545 3.8.1.11 STATUS has a value of its component
STATUS-COMPLETED     feed RFC 5545 3.8.1.11 STATUS, COMPLETED and PERCENT-COMPLETE agree
TIME-TZID            -    RFC 5545 3.2.19   no TZID on a date or a time in UTC
TIME-TYPE            -    RFC 5545 3.8.2    the times of a component have the value type of DTSTART
TIME-FORM            -    RFC 5545 3.8.2    the times of a component have the form of DTSTART
TIME-ORDER           -    RFC 5545 3.8.2    DUE and DTEND are later than DTSTART
TIME-SPAN            -    RFC 5545 3.6      DURATION excludes DUE and DTEND
TIME-START           -    RFC 5545 3.6.2    DURATION of a VTODO needs DTSTART
TIME-DAYS            -    RFC 5545 3.8.2.5  the DURATION beside a date is in days or weeks
EVENT-DTSTART        -    RFC 5545 3.6.1    a VEVENT has DTSTART where the calendar has no METHOD
RRULE-GRAMMAR        -    RFC 5545 3.3.10   a rule is parts of known names and values in range
RRULE-PART-ONCE      -    RFC 5545 3.3.10   a part of a rule stands once
RRULE-FREQ-FIRST     -    RFC 5545 3.3.10   FREQ is the first part
RRULE-COUNT-UNTIL    -    RFC 5545 3.3.10   COUNT and UNTIL exclude each other
RRULE-UNTIL          -    RFC 5545 3.3.10   UNTIL has the type and form that DTSTART asks for
RRULE-BYDAY          -    RFC 5545 3.3.10   a numbered weekday stands in monthly and yearly rules
RRULE-BYSETPOS       -    RFC 5545 3.3.10   BYSETPOS stands with another BY part
RRULE-FREQ-PART      -    RFC 5545 3.3.10   BYWEEKNO, BYYEARDAY and BYMONTHDAY stand with a FREQ that has them
RRULE-DATE-PART      -    RFC 5545 3.3.10   no BYHOUR, BYMINUTE or BYSECOND where DTSTART is a date
RRULE-DTSTART        -    RFC 5545 3.8.2.4  a component with a rule has DTSTART
RRULE-ONCE           -    RFC 5545 3.8.5.3  a component has one rule
ALARM-CONTENT        -    RFC 5545 3.6.6    an alarm has what its ACTION needs
ALARM-REPEAT         -    RFC 5545 3.6.6    DURATION and REPEAT of an alarm stand together
ALARM-ANCHOR         -    RFC 5545 3.8.6.3  what a relative TRIGGER counts from is there
ALARM-RELATED        -    RFC 5545 3.8.6.3  no RELATED on an absolute TRIGGER
ZONE-MISSING         -    RFC 5545 3.2.19   each TZID has its VTIMEZONE
ZONE-DUPLICATE       -    RFC 5545 3.6.5    each TZID has one VTIMEZONE
ZONE-OBSERVANCE      -    RFC 5545 3.6.5    a VTIMEZONE has a STANDARD or DAYLIGHT
ZONE-DTSTART         -    RFC 5545 3.6.5    an observance begins in local time
ZONE-UNTIL           -    RFC 5545 3.3.10   UNTIL of an observance is in UTC
ZONE-UNUSED          feed RFC 5545 3.6.5    each VTIMEZONE is used
ZONE-LATE            feed RFC 5545 3.6.5    a VTIMEZONE stands before its use
ZONE-UNKNOWN         feed RFC 5545 3.8.3.1  a TZID is a name of the zone database
ZONE-SECONDS         feed RFC 5545 3.3.14   offsets are whole minutes
ZONE-RRULE           feed RFC 5545 3.6.5    the rule of an observance is a yearly one
ZONE-COVERAGE        feed RFC 5545 3.6.5    a VTIMEZONE covers the times that use it
ZONE-WRONG           feed RFC 5545 3.6.5    a VTIMEZONE gives the offsets of the zone database
UID-EMPTY            -    RFC 5545 3.8.4.7  a UID is not empty
UID-UNIQUE           -    RFC 5545 3.8.4.7  UID and RECURRENCE-ID are unique in a calendar
UID-HOST             feed RFC 7986 5.3      a UID names no host
RELATED-RELTYPE      -    RFC 5545 3.2.15   RELTYPE is a known one
RELATED-CYCLE        -    RFC 5545 3.8.4.5  nothing is its own ancestor
RELATED-TARGET       feed RFC 5545 3.8.4.5  what RELATED-TO names is in the calendar
RELATED-ORDER        feed RFC 5545 3.8.4.5  a parent stands before its children
LIBICAL-ERROR        -    not an RFC's      no X-LIC-ERROR
LIBICAL-VALUE        -    not an RFC's      no "ERROR: No Value"
LIBICAL-ZONE         -    not an RFC's      no TZID of libical's own zone files
LIBICAL-ROOT         -    not an RFC's      no XROOT
FEED-CALENDAR        feed RFC 5545 3.4      a feed is one VCALENDAR
FEED-COMPONENT       feed duecal's format   a feed holds VTODO, VEVENT, VALARM and VTIMEZONE
FEED-METHOD          feed RFC 5546 1.4      a feed has no METHOD
FEED-SCHEDULING      feed RFC 5546 1.4      a feed has no ORGANIZER, ATTENDEE or REQUEST-STATUS
FEED-SEQUENCE        feed RFC 5545 3.8.7.4  each item has SEQUENCE
FEED-STAMP           feed RFC 5545 3.8.7.2  DTSTAMP and LAST-MODIFIED of an item are equal
FEED-X-PROPERTY      feed duecal's format   no X- properties but the known ones at their places
FEED-LINE            feed duecal's format   X-DUECAL-LINE is one line
"""


class Rule(NamedTuple):
    """A rule as the table above has it."""

    feed: bool
    section: str
    meaning: str


def _rules():
    """The table above as a dictionary from id to rule."""
    rules = {}
    for row in _TABLE.strip().splitlines():
        name, feed, section, meaning = row[:21].strip(), row[21:26].strip(), row[26:44].strip(), row[44:]
        rules[name] = Rule(feed == "feed", section, meaning)
    return rules


RULES = _rules()


class Finding(NamedTuple):
    """One breach of one rule at one place, ordered by place."""

    line: int
    column: int
    rule: str
    sentence: str
    section: str

    def text(self, file):
        """The finding as one line of output."""
        return f"{file}:{self.line}:{self.column}: {self.rule}: {self.sentence} ({self.section})"


class Context:
    """What the checks of one run share: the mode, the findings, and the calendar they are in."""

    def __init__(self, feed):
        self.feed = feed
        self.findings = []
        self.calendar = None

    def add(self, rule, place, sentence):
        """Note a breach of a rule at a place, unless the rule is for feeds and this is none."""
        known = RULES[rule]
        if known.feed and not self.feed:
            return
        self.findings.append(Finding(place[0], place[1], rule, _printable(sentence), known.section))


def _printable(text):
    """A text with all that is no printable character written as its number."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)


def shown(text, limit=60):
    """A text as a sentence quotes it, of bounded length."""
    return f"'{text}'" if len(text) <= limit else f"'{text[:limit]}…'"
