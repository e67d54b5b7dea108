"""What the RFCs say about each property and component, as tables."""
from typing import NamedTuple

# One line per property: its name, the value types that it takes, the default first; `*` after them marks a list
# with commas, `!` a property whose VALUE parameter is required. RFC 5545, 6321, 7808, 7953, 7986, 9073, 9074, 9253.
_PROPERTIES = """
CALSCALE TEXT
METHOD TEXT
PRODID TEXT
VERSION VERSION
ATTACH URI,BINARY
CATEGORIES TEXT*
CLASS TEXT
COMMENT TEXT
DESCRIPTION TEXT
GEO GEO
LOCATION TEXT
PERCENT-COMPLETE INTEGER
PRIORITY INTEGER
RESOURCES TEXT*
STATUS TEXT
SUMMARY TEXT
COMPLETED DATE-TIME
DTEND DATE-TIME,DATE
DUE DATE-TIME,DATE
DTSTART DATE-TIME,DATE
DURATION DURATION
FREEBUSY PERIOD*
TRANSP TEXT
TZID TEXT
TZNAME TEXT
TZOFFSETFROM UTC-OFFSET
TZOFFSETTO UTC-OFFSET
TZURL URI
ATTENDEE CAL-ADDRESS
CONTACT TEXT
ORGANIZER CAL-ADDRESS
RECURRENCE-ID DATE-TIME,DATE
RELATED-TO TEXT,UID,URI
URL URI
UID TEXT
EXDATE DATE-TIME,DATE*
EXRULE RECUR
RDATE DATE-TIME,DATE,PERIOD*
RRULE RECUR
ACTION TEXT
REPEAT INTEGER
TRIGGER DURATION,DATE-TIME
CREATED DATE-TIME
DTSTAMP DATE-TIME
LAST-MODIFIED DATE-TIME
SEQUENCE INTEGER
REQUEST-STATUS REQUEST-STATUS
XML TEXT
TZUNTIL DATE-TIME
TZID-ALIAS-OF TEXT
BUSYTYPE TEXT
NAME TEXT
REFRESH-INTERVAL DURATION!
SOURCE URI!
COLOR TEXT
IMAGE URI,BINARY!
CONFERENCE URI!
LOCATION-TYPE TEXT*
PARTICIPANT-TYPE TEXT
RESOURCE-TYPE TEXT
CALENDAR-ADDRESS CAL-ADDRESS
STYLED-DESCRIPTION TEXT,URI!
STRUCTURED-DATA TEXT,BINARY,URI!
ACKNOWLEDGED DATE-TIME
PROXIMITY TEXT
CONCEPT URI
LINK URI,UID,XML-REFERENCE,TEXT!
REFID TEXT
X-DUECAL-LINE TEXT
X-DUECAL-PATH TEXT*
X-DUECAL-KEY TEXT*
X-DUECAL-PROJECT TEXT*
"""

# The experimental properties of others that a feed may carry; elsewhere their values may be anything.
_FEED_PROPERTIES = """
X-WR-CALNAME TEXT
X-WR-CALDESC TEXT
X-WR-TIMEZONE TEXT
X-PUBLISHED-TTL DURATION
X-APPLE-CALENDAR-COLOR TEXT
"""


class Spec(NamedTuple):
    """The value of a property: its types, whether it is a list, whether VALUE is required."""

    types: tuple
    many: bool
    value_required: bool


class ComponentSpec(NamedTuple):
    """A component: what it must have once, may have once, may have often, and what may stand in it."""

    required: tuple
    once: frozenset
    known: frozenset
    children: frozenset


def _specs(table):
    """A property table as a dictionary."""
    specs = {}
    for row in table.strip().splitlines():
        name, types = row.split()
        specs[name] = Spec(tuple(types.rstrip("*!").split(",")), types.endswith("*"), types.endswith("!"))
    return specs


def _component(required, once="", many="", children=""):
    """A component's table of the words of four texts."""
    single = frozenset((required + " " + once).split())
    return ComponentSpec(tuple(required.split()), single, single | frozenset(many.split()),
                         frozenset(children.split()))


PROPERTIES = _specs(_PROPERTIES)
FEED_PROPERTIES = _specs(_FEED_PROPERTIES)

_OTHERS = "XML CONCEPT LINK REFID STYLED-DESCRIPTION STRUCTURED-DATA "
_ITEM_ONCE = ("CLASS CREATED DESCRIPTION DTSTART DURATION GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY RECURRENCE-ID "
              "SEQUENCE STATUS SUMMARY URL COLOR ")
_ITEM_MANY = ("ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE REQUEST-STATUS RELATED-TO RESOURCES RDATE RRULE "
              "EXRULE CONFERENCE IMAGE ") + _OTHERS
_PLACES = "PARTICIPANT VLOCATION VRESOURCE "

COMPONENTS = {
    "VCALENDAR": _component(
        "PRODID VERSION", "CALSCALE METHOD UID LAST-MODIFIED URL REFRESH-INTERVAL SOURCE COLOR",
        "NAME DESCRIPTION CATEGORIES IMAGE " + _OTHERS,
        "VEVENT VTODO VJOURNAL VFREEBUSY VTIMEZONE VAVAILABILITY"),
    "VEVENT": _component("UID DTSTAMP", _ITEM_ONCE + "TRANSP DTEND", _ITEM_MANY, "VALARM " + _PLACES),
    "VTODO": _component("UID DTSTAMP", _ITEM_ONCE + "COMPLETED PERCENT-COMPLETE DUE", _ITEM_MANY,
                        "VALARM " + _PLACES),
    "VJOURNAL": _component(
        "UID DTSTAMP",
        "CLASS CREATED DTSTART LAST-MODIFIED ORGANIZER RECURRENCE-ID SEQUENCE STATUS SUMMARY URL COLOR",
        "ATTACH ATTENDEE CATEGORIES COMMENT CONTACT DESCRIPTION EXDATE RELATED-TO RDATE RRULE EXRULE "
        "REQUEST-STATUS IMAGE " + _OTHERS, _PLACES),
    "VFREEBUSY": _component(
        "UID DTSTAMP", "CONTACT DTSTART DTEND ORGANIZER URL",
        "ATTENDEE COMMENT FREEBUSY REQUEST-STATUS " + _OTHERS, _PLACES),
    "VTIMEZONE": _component("TZID", "LAST-MODIFIED TZURL TZUNTIL", "TZID-ALIAS-OF XML", "STANDARD DAYLIGHT"),
    "STANDARD": _component("DTSTART TZOFFSETFROM TZOFFSETTO", "", "RRULE COMMENT RDATE TZNAME XML"),
    "DAYLIGHT": _component("DTSTART TZOFFSETFROM TZOFFSETTO", "", "RRULE COMMENT RDATE TZNAME XML"),
    "VALARM": _component(
        "ACTION TRIGGER", "DURATION REPEAT DESCRIPTION SUMMARY ACKNOWLEDGED UID PROXIMITY",
        "ATTACH ATTENDEE RELATED-TO " + _OTHERS, "VLOCATION"),
    "VAVAILABILITY": _component(
        "UID DTSTAMP", "BUSYTYPE CLASS CREATED DESCRIPTION DTSTART DTEND DURATION LAST-MODIFIED LOCATION ORGANIZER "
        "PRIORITY SEQUENCE SUMMARY URL", "CATEGORIES COMMENT CONTACT " + _OTHERS, "AVAILABLE " + _PLACES),
    "AVAILABLE": _component(
        "UID DTSTAMP DTSTART", "CREATED DESCRIPTION DTEND DURATION LAST-MODIFIED LOCATION RECURRENCE-ID SUMMARY",
        "CATEGORIES COMMENT CONTACT EXDATE RDATE RRULE " + _OTHERS),
    "PARTICIPANT": _component(
        "UID PARTICIPANT-TYPE", "CALENDAR-ADDRESS CREATED DESCRIPTION DTSTAMP GEO LAST-MODIFIED PRIORITY SEQUENCE "
        "STATUS SUMMARY URL", "ATTACH CATEGORIES COMMENT CONTACT LOCATION REQUEST-STATUS RELATED-TO RESOURCES "
        + _OTHERS, "VLOCATION VRESOURCE"),
    "VLOCATION": _component("UID", "DESCRIPTION GEO LOCATION-TYPE NAME URL", "RELATED-TO " + _OTHERS),
    "VRESOURCE": _component("UID", "DESCRIPTION GEO NAME RESOURCE-TYPE", "RELATED-TO " + _OTHERS),
}

UTC_ONLY = frozenset("DTSTAMP CREATED LAST-MODIFIED COMPLETED ACKNOWLEDGED TZUNTIL FREEBUSY TRIGGER".split())

STATUS = {
    "VEVENT": ("TENTATIVE", "CONFIRMED", "CANCELLED"),
    "VTODO": ("NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"),
    "VJOURNAL": ("DRAFT", "FINAL", "CANCELLED"),
}

# Properties whose text is a word: the words, or None where any registered one will do.
TOKENS = {
    "VERSION": ("2.0",),
    "CALSCALE": ("GREGORIAN",),
    "TRANSP": ("OPAQUE", "TRANSPARENT"),
    "METHOD": None,
    "CLASS": None,
    "ACTION": None,
    "BUSYTYPE": None,
    "PROXIMITY": None,
    "PARTICIPANT-TYPE": None,
    "RESOURCE-TYPE": None,
}

RANGES = {
    "PERCENT-COMPLETE": (0, 100),
    "PRIORITY": (0, 9),
    "SEQUENCE": (0, 2**31 - 1),
    "REPEAT": (0, 2**31 - 1),
}

RELTYPES = frozenset("PARENT CHILD SIBLING FINISHTOSTART FINISHTOFINISH STARTTOFINISH STARTTOSTART FIRST NEXT "
                     "DEPENDS-ON REFID CONCEPT SNOOZE".split())

COLORS = frozenset("""
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple red
rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray
slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
yellowgreen
""".split())
