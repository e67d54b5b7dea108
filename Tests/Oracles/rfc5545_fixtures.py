"""Calendars for the tests of the checker: a valid one, and for each rule small edits that keep or break the rule."""

# The base is valid in feed mode. A name in braces is a place for further lines.
BASE = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Checker//EN
{head}\
BEGIN:VTIMEZONE
TZID:Europe/Berlin
{zone}\
BEGIN:DAYLIGHT
DTSTART:19810329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
{first}\
BEGIN:VTODO
UID:todo
DTSTAMP:20261120T081500Z
LAST-MODIFIED:20261120T081500Z
SEQUENCE:0
SUMMARY:Call Ann
DUE;TZID=Europe/Berlin:20261203T150000
{todo}\
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Ring
TRIGGER;RELATED=END:-PT15M
{alarm}\
END:VALARM
END:VTODO
BEGIN:VTODO
UID:series
DTSTAMP:20261120T081500Z
LAST-MODIFIED:20261120T081500Z
SEQUENCE:0
SUMMARY:Pay rent
DTSTART;VALUE=DATE:20261201
DURATION:P1D
RRULE:FREQ=MONTHLY
{series}\
END:VTODO
BEGIN:VEVENT
UID:event
DTSTAMP:20261120T081500Z
LAST-MODIFIED:20261120T081500Z
SEQUENCE:0
SUMMARY:Dentist
DTSTART;TZID=Europe/Berlin:20261204T090000
DTEND;TZID=Europe/Berlin:20261204T093000
STATUS:CONFIRMED
TRANSP:OPAQUE
{event}\
END:VEVENT
{last}\
END:VCALENDAR
{after}"""

_SLOTS = ("head", "zone", "first", "todo", "alarm", "series", "event", "last", "after")
DUE = "DUE;TZID=Europe/Berlin:20261203T150000"
SERIES_START = "DTSTART;VALUE=DATE:20261201\nDURATION:P1D\n"
EVENT_START = "DTSTART;TZID=Europe/Berlin:20261204T090000"
EVENT_END = "DTEND;TZID=Europe/Berlin:20261204T093000"
RULE = "RRULE:FREQ=MONTHLY"
TRIGGER = "TRIGGER;RELATED=END:-PT15M"
UTC_SERIES = "DTSTART:20261201T100000Z\nDURATION:PT1H\n"
ZONED_SERIES = "DTSTART;TZID=Europe/Berlin:20261201T100000\nDURATION:PT1H\n"
FLOATING_SERIES = "DTSTART:20261201T100000\nDURATION:PT1H\n"


def build(*swaps, **slots):
    """The base with lines in its places and with texts replaced, as bytes with CR LF; each replaced text must exist."""
    text = BASE
    for name in _SLOTS:
        lines = slots.get(name, "")
        text = text.replace("{" + name + "}", lines + "\n" if lines else "")
    for old, new in swaps:
        if old not in text:
            raise ValueError(f"the base has no {old!r}")
        text = text.replace(old, new)
    return text.replace("\n", "\r\n").encode()


def item(uid, *lines, kind="VTODO"):
    """A complete further item."""
    return "\n".join((f"BEGIN:{kind}", f"UID:{uid}", "DTSTAMP:20261120T081500Z", "LAST-MODIFIED:20261120T081500Z",
                      "SEQUENCE:0", *lines, f"END:{kind}"))


def zone(tzid, *lines):
    """A complete further VTIMEZONE with one observance that has these lines."""
    lines = lines or ("DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100")
    return "\n".join(("BEGIN:VTIMEZONE", f"TZID:{tzid}", "BEGIN:STANDARD", *lines, "END:STANDARD", "END:VTIMEZONE"))


def octets(old, new, **slots):
    """The base with bytes replaced that a text cannot have."""
    data = build(**slots)
    if old not in data:
        raise ValueError(f"the base has no {old!r}")
    return data.replace(old, new)


def rule(text, start=""):
    """The base with another rule in its series, and optionally another start."""
    swaps = [(RULE, "RRULE:" + text)]
    return build(*swaps, (SERIES_START, start)) if start else build(*swaps)


def trigger(line):
    """The base with another trigger in its alarm."""
    return build((TRIGGER, line))


_YEAR_ROUND = ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU")
_TO_2037 = (RULE, "RRULE:FREQ=MONTHLY;UNTIL=20371231T000000Z"), (SERIES_START, ZONED_SERIES)
_WHOLE_ZONE = BASE[BASE.index("BEGIN:VTIMEZONE"):BASE.index("{first}")].replace("{zone}", "")
_SUMMARY_75 = "SUMMARY:" + "x" * 67

GOOD = {
    "LINE-BOM": [build(todo="DESCRIPTION:\ufeffthe mark inside a line is a character")],
    "LINE-CRLF": [build()],
    "LINE-LENGTH": [build(("SUMMARY:Call Ann", _SUMMARY_75)), build(("SUMMARY:Call Ann", _SUMMARY_75 + "\n x"))],
    "LINE-UTF8": [build(todo="DESCRIPTION:Grüße\\, 日本 😀")],
    "LINE-FOLD-CHARACTER": [build(todo="DESCRIPTION:Gr\n üße\n 😀")],
    "LINE-CONTROL": [build(todo="DESCRIPTION:a\ttab and \u0085 of C1")],
    "LINE-BLANK": [build(todo="DESCRIPTION:a fold\n \n  of nothing is no empty line")],
    "LINE-GRAMMAR": [build(todo="x-other;x-a=b:any:value"), build(todo="DESCRIPTION:\n after the colon")],
    "PARAM-GRAMMAR": [build(todo="COMMENT;LANGUAGE=en;X-EMPTY=:text")],
    "PARAM-QUOTE": [build(todo='COMMENT;ALTREP="cid:a;b:c,d":text'),
                    build(todo='ATTENDEE;MEMBER="mailto:a@example.org",\n "mailto:b@example.org"'
                          ":mailto:c@example.org")],
    "PARAM-CARET": [build(todo="COMMENT;X-NOTE=^^ ^n ^':text")],
    "PARAM-ONCE": [build(todo="COMMENT;X-NOTE=1;X-NOTE=2;LANGUAGE=en:text")],
    "PARAM-SINGLE": [build(todo='ATTENDEE;CN="Ann, Bob":mailto:a@example.org')],
    "PARAM-ENUM": [build(todo="ATTENDEE;RSVP=true;PARTSTAT=X-LATER:mailto:a@example.org")],
    "STRUCT-BEGIN-END": [build(last="BEGIN:X-OWN\nX-A:b\nEND:X-OWN"), build(("BEGIN:VEVENT", "begin:vevent"))],
    "STRUCT-ROOT": [build(after="BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTODO\nUID:todo\n"
                                "DTSTAMP:20261120T081500Z\nEND:VTODO\nEND:VCALENDAR")],
    "STRUCT-EMPTY": [b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:X-OWN\r\nEND:X-OWN\r\nEND:VCALENDAR\r\n"],
    "STRUCT-NESTING": [build(event="BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM")],
    "STRUCT-UNKNOWN": [build(event="BEGIN:VLOCATION\nUID:place\nNAME:Office\nEND:VLOCATION")],
    "STRUCT-ORDER": [build(("TZID:Europe/Berlin\n", ""), ("END:VTIMEZONE", "TZID:Europe/Berlin\nEND:VTIMEZONE"))],
    "PROP-REQUIRED": [build()],
    "PROP-ONCE": [build(todo="COMMENT:one\nCOMMENT:two")],
    "PROP-MISPLACED": [build(todo="PERCENT-COMPLETE:10", event="LOCATION:Office")],
    "PROP-UNKNOWN": [build(todo="CONCEPT:https://example.org/concept\nX-ANY:thing")],
    "VALUE-PARAM": [build(todo="DTSTART;VALUE=DATE-TIME;TZID=Europe/Berlin:20261203T140000"),
                    build(todo="GEO;VALUE=FLOAT:1.0;2.0\nREQUEST-STATUS;VALUE=TEXT:2.0;Fine")],
    "VALUE-REQUIRED": [build(head="REFRESH-INTERVAL;VALUE=DURATION:PT4H\nSOURCE;VALUE=URI:https://example.org/a.ics",
                             event="IMAGE;VALUE=URI:https://example.org/a.png\nCONFERENCE;VALUE=URI:tel:+1-555-1\n"
                                   "IMAGE;VALUE=BINARY;ENCODING=BASE64:QUJD")],
    "VALUE-DATE": [build(series="EXDATE;VALUE=DATE:20280229,20000229")],
    "VALUE-DATE-TIME": [build(("DTSTAMP:20261120T081500Z", "DTSTAMP:20161231T235960Z")),
                        build((DUE, "DUE;TZID=Europe/Berlin:20261203T235959"))],
    "VALUE-DURATION": [build(("DURATION:P1D", "DURATION:+P2W")), trigger("TRIGGER;RELATED=END:-P1DT2H3M4S"),
                       trigger("TRIGGER;RELATED=END:PT0S")],
    "VALUE-PERIOD": [build((SERIES_START, UTC_SERIES), series="RDATE;VALUE=PERIOD:20270103T000000Z/PT1H,"
                           "20270104T0\n 00000Z/20270104T010000Z")],
    "VALUE-INTEGER": [build(todo="PRIORITY:+5")],
    "VALUE-RANGE": [build(todo="PRIORITY:0\nPERCENT-COMPLETE:99"), build(todo="PRIORITY:9\nPERCENT-COMPLETE:0"),
                    build(("SEQUENCE:0", "SEQUENCE:2147483647"))],
    "VALUE-GEO": [build(todo="GEO:-90.0;180")],
    "VALUE-URI": [build(todo="URL:https://[::1]:80/a%20b?q=(1)#f\nATTACH:cid:part@example.org")],
    "VALUE-UTC-OFFSET": [build(("TZOFFSETTO:+0200", "TZOFFSETTO:+020000"))],
    "VALUE-BINARY": [build(todo="ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJDRA==")],
    "VALUE-UTC": [build(todo="CREATED:20261120T081500Z\nSTATUS:COMPLETED\nCOMPLETED:20261120T081500Z",
                        alarm="ACKNOWLEDGED:20261120T081500Z"),
                  build(last="BEGIN:VFREEBUSY\nUID:busy\nDTSTAMP:20261120T081500Z\nDTSTART:20261120T000000Z\n"
                             "FREEBUSY:20261120T080000Z/PT1H\nEND:VFREEBUSY")],
    "VALUE-TOKEN": [build(head="CALSCALE:gregorian", todo="CLASS:X-SECRET", event="CLASS:CONFIDENTIAL"),
                    build(("VERSION:2.0", "VERSION:1.0;2.0"))],
    "VALUE-REQUEST-STATUS": [build(todo="REQUEST-STATUS:3.1;Bad property\\, value;DTSTART:19960401T010203")],
    "VALUE-COLOR": [build(head="COLOR:Turquoise", event="COLOR:mediumpurple")],
    "TEXT-ESCAPE": [build(todo="DESCRIPTION:a\\\\ b\\; c\\, d\\n e\\N f")],
    "TEXT-BARE": [build(todo='DESCRIPTION:colon: and "quote"\nCATEGORIES:a,b\\,c,d\\;e'),
                  build(todo="X-DUECAL-LINE:- Call\\, Ann\nX-DUECAL-PATH:Home\\, sweet,Garden")],
    "CATEGORIES-EMPTY": [build(todo="CATEGORIES:a,b\\,,\\\\,c")],
    "STATUS-VALUE": [build(("STATUS:CONFIRMED", "STATUS:tentative"), todo="STATUS:IN-PROCESS"),
                     build(last=item("diary", "STATUS:FINAL", kind="VJOURNAL"))],
    "STATUS-COMPLETED": [build(todo="STATUS:COMPLETED\nPERCENT-COMPLETE:100\nCOMPLETED:20261201T110000Z"),
                         build(todo="STATUS:COMPLETED\nPERCENT-COMPLETE:100"),
                         build(todo="STATUS:IN-PROCESS\nPERCENT-COMPLETE:40")],
    "TIME-TZID": [build((DUE, "DUE;VALUE=DATE:20261203"))],
    "TIME-TYPE": [build(series="EXDATE;VALUE=DATE:20270101\nRDATE;VALUE=DATE:20270105"),
                  # The DTSTART of an occurrence may have another type than that of its series.
                  build(last=item("series", "RECURRENCE-ID;VALUE=DATE:20270101", "DTSTART:20270101T100000Z"))],
    "TIME-FORM": [build((SERIES_START, ZONED_SERIES), series="EXDATE:20270101T090000Z"),
                  build((EVENT_START, "DTSTART:20261204T080000Z"))],
    "TIME-ORDER": [build(todo="DTSTART;TZID=Europe/Berlin:20261203T145959"),
                   build((EVENT_START, "DTSTART:20261204T082959Z")),
                   # 02:30 on the day of the change is 01:30 UTC in either reading; 03:31 is a minute later.
                   build((EVENT_START, "DTSTART;TZID=Europe/Berlin:20270328T023000"),
                         (EVENT_END, "DTEND;TZID=Europe/Berlin:20270328T033100"))],
    "TIME-SPAN": [build(last=item("long", "DTSTART:20261201T100000Z", "DURATION:PT1H", kind="VEVENT"))],
    "TIME-START": [build(last=item("long", "DTSTART:20261201T100000Z", "DURATION:PT1H"))],
    "TIME-DAYS": [build(("DURATION:P1D", "DURATION:P1W"))],
    "EVENT-DTSTART": [build((EVENT_START + "\n" + EVENT_END + "\n", ""), head="METHOD:CANCEL")],
    "RRULE-GRAMMAR": [rule("FREQ=YEARLY;INTERVAL=2;BYMONTH=1,12;BYMONTHDAY=-31,+31;WKST=SU"),
                      rule("FREQ=YEARLY;BYYEARDAY=1,-366"), rule("FREQ=YEARLY;BYWEEKNO=53,-53;BYDAY=MO"),
                      rule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;SKIP=FORWARD"), rule("freq=monthly;byday=+1mo")],
    "RRULE-PART-ONCE": [rule("FREQ=MONTHLY;BYDAY=MO,MO")],
    "RRULE-FREQ-FIRST": [rule("FREQ=MONTHLY;INTERVAL=2")],
    "RRULE-COUNT-UNTIL": [rule("FREQ=MONTHLY;COUNT=3"), rule("FREQ=MONTHLY;UNTIL=20270101")],
    "RRULE-UNTIL": [rule("FREQ=DAILY;UNTIL=20270101"), rule("FREQ=DAILY;UNTIL=20270101T000000Z", ZONED_SERIES),
                    rule("FREQ=DAILY;UNTIL=20270101T000000Z", UTC_SERIES),
                    rule("FREQ=DAILY;UNTIL=20270101T000000", FLOATING_SERIES)],
    "RRULE-BYDAY": [rule("FREQ=MONTHLY;BYDAY=1MO,-1FR"), rule("FREQ=YEARLY;BYDAY=53SU"),
                    rule("FREQ=WEEKLY;BYDAY=MO")],
    "RRULE-BYSETPOS": [rule("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1")],
    "RRULE-FREQ-PART": [rule("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO"), rule("FREQ=MONTHLY;BYMONTHDAY=1")],
    "RRULE-DATE-PART": [rule("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0;BYSECOND=0", UTC_SERIES)],
    "RRULE-DTSTART": [build((RULE + "\n", ""), (SERIES_START, ""))],
    "RRULE-ONCE": [build()],
    "ALARM-CONTENT": [build(alarm="X-A:b", last=item(
        "alarms", "DTSTART:20261201T100000Z", "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:PT0S", "SUMMARY:s",
        "DESCRIPTION:d", "ATTENDEE:mailto:a@example.org", "ATTENDEE:mailto:b@example.org", "END:VALARM",
        "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:PT0S", "ATTACH:https://example.org/a.wav", "END:VALARM"))],
    "ALARM-REPEAT": [build(alarm="REPEAT:4\nDURATION:PT5M")],
    "ALARM-ANCHOR": [build((TRIGGER, "TRIGGER:-PT15M"), todo="DTSTART;TZID=Europe/Berlin:20261203T140000"),
                     build(series="BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=END:PT0S\nEND:VALARM"),
                     build((TRIGGER, "TRIGGER;VALUE=DATE-TIME:20261203T140000Z"))],
    "ALARM-RELATED": [build((TRIGGER, "TRIGGER;VALUE=DATE-TIME:20261203T140000Z"))],
    "ZONE-MISSING": [build((DUE, "DUE;TZID=/registry.example/Berlin:20261203T150000")),
                     build((DUE, 'DUE;TZID="A, b":20261203T150000'), first=zone("A\\, b"))],
    "ZONE-DUPLICATE": [build(first=zone("Other"))],
    "ZONE-OBSERVANCE": [build(first=zone("Other"))],
    "ZONE-DTSTART": [build(first=zone("Other", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100"))],
    "ZONE-UNTIL": [build(first=zone("Other", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100",
                                    "RRULE:FREQ=YEARLY;UNTIL=19801231T230000Z"))],
    "ZONE-UNUSED": [build()],
    "ZONE-LATE": [build()],
    "ZONE-UNKNOWN": [build((DUE, "DUE;TZID=Africa/Lagos:20261203T150000"), first=zone("Africa/Lagos"))],
    "ZONE-SECONDS": [build()],
    "ZONE-RRULE": [build(("BYMONTH=3;BYDAY=-1SU", "BYMONTH=3;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU"))],
    "ZONE-COVERAGE": [build((DUE, "DUE;TZID=Europe/Berlin:19970101T120000"))],
    "ZONE-WRONG": [build(*_TO_2037), build((SERIES_START, ZONED_SERIES)),
                   # A local time that clocks skip, and one that they show twice, have no single right offset.
                   build((DUE, "DUE;TZID=Europe/Berlin:20270328T023000")),
                   build((DUE, "DUE;TZID=Europe/Berlin:20271031T023000"))],
    "UID-EMPTY": [build()],
    "UID-UNIQUE": [build(last=item("series", "RECURRENCE-ID;VALUE=DATE:20270101") + "\n"
                         + item("series", "RECURRENCE-ID;VALUE=DATE:20270201"))],
    "UID-HOST": [build()],
    "RELATED-RELTYPE": [build(todo="RELATED-TO;RELTYPE=DEPENDS-ON:series\nRELATED-TO;RELTYPE=X-OWN:series\n"
                                   "RELATED-TO;RELTYPE=child:series")],
    "RELATED-CYCLE": [build(todo="RELATED-TO;RELTYPE=SIBLING:series", series="RELATED-TO;RELTYPE=SIBLING:todo"),
                      build(todo="RELATED-TO;RELTYPE=CHILD:series", series="RELATED-TO:todo")],
    "RELATED-TARGET": [build(series="RELATED-TO:todo", event="RELATED-TO;RELTYPE=SIBLING:todo")],
    "RELATED-ORDER": [build(todo="RELATED-TO;RELTYPE=SIBLING:event", event="RELATED-TO;RELTYPE=PARENT:series")],
    "LIBICAL-ERROR": [build(todo="X-LIC-LOCATION:Europe/Berlin")],
    "LIBICAL-VALUE": [build(todo="DESCRIPTION:the words ERROR: No Value inside a text")],
    "LIBICAL-ZONE": [build(todo="DESCRIPTION:/freeassociation.sourceforge.net/Europe/Berlin")],
    "LIBICAL-ROOT": [build(todo="DESCRIPTION:XROOT")],
    "FEED-CALENDAR": [build()],
    "FEED-COMPONENT": [build(event="BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM")],
    "FEED-METHOD": [build(head="CALSCALE:GREGORIAN")],
    "FEED-SCHEDULING": [build(event="CONTACT:Ann")],
    "FEED-SEQUENCE": [build()],
    "FEED-STAMP": [build()],
    "FEED-X-PROPERTY": [build(head="X-WR-CALNAME:Tasks\nX-WR-CALDESC:All\\, of them\nX-WR-TIMEZONE:Europe/Berlin\n"
                                   "X-PUBLISHED-TTL:PT4H\nX-APPLE-CALENDAR-COLOR:#FF2968\nX-DUECAL-PROJECT:Home:",
                              todo="X-DUECAL-LINE:- Call Ann\nX-DUECAL-PATH:Home\nX-DUECAL-KEY:00ff")],
    "FEED-LINE": [build(todo="X-DUECAL-LINE:\t- a path C:\\\\new\\, and a tab")],
}

BAD = {
    "LINE-BOM": [b"\xef\xbb\xbf" + build()],
    "LINE-CRLF": [build().replace(b"\r\n", b"\n"), build().replace(b"\r\n", b"\r"), build()[:-2],
                  octets(b"SUMMARY:Call Ann\r\n", b"SUMMARY:Call Ann\n")],
    "LINE-LENGTH": [build(("SUMMARY:Call Ann", _SUMMARY_75 + "x")),
                    build(("SUMMARY:Call Ann", "SUMMARY:x\n " + "x" * 75))],
    "LINE-UTF8": [octets(b"Call Ann", b"Call \xe4nn"), octets(b"Call Ann", b"Call \xed\xa0\x80"),
                  octets(b"Call Ann", b"Call \xc0\xaf")],
    "LINE-FOLD-CHARACTER": [octets(b"Call Ann", b"Call \xc3\r\n \xa4nn")],
    "LINE-CONTROL": [octets(b"Call Ann", b"Call\x00Ann"), octets(b"Call Ann", b"Call\x0bAnn"),
                     octets(b"Call Ann", b"Call\x7fAnn")],
    "LINE-BLANK": [build(todo="\nCOMMENT:text"), build() + b"\r\n"],
    "LINE-GRAMMAR": [build(todo="no content line"), build(todo="X-NOTHING"), build(todo="PERCENT_DONE:3"),
                     b" \r\n" + build(), build(todo=":value")],
    "PARAM-GRAMMAR": [build(todo="COMMENT;LANGUAGE:text"), build(todo="COMMENT;:text"),
                      build(todo="COMMENT;LAN GUAGE=en:text")],
    "PARAM-QUOTE": [build(todo='COMMENT;LANGUAGE="en:text'), build(todo='COMMENT;X-A=e"n":text'),
                    build(todo='COMMENT;X-A="e"n:text'), build(todo="COMMENT;ALTREP=cid1:text")],
    "PARAM-CARET": [build(todo="COMMENT;X-NOTE=2^3:text"), build(todo="COMMENT;X-NOTE=^:text")],
    "PARAM-ONCE": [build(todo="COMMENT;LANGUAGE=en;language=de:text")],
    "PARAM-SINGLE": [build(todo="ATTENDEE;CN=Ann,Bob:mailto:a@example.org")],
    "PARAM-ENUM": [build(todo="ATTENDEE;RSVP=YES:mailto:a@example.org"),
                   build((TRIGGER, TRIGGER.replace("=END", "=MIDDLE")), todo="DTSTART:20261203T130000Z")],
    "STRUCT-BEGIN-END": [build(last="BEGIN:X-OWN\nX-A:b\nEND:X"), build(("END:VEVENT\n", "")),
                         build(("END:VALARM\nEND:VTODO", "END:VTODO\nEND:VALARM")), build(("END:VCALENDAR\n", "")),
                         build(after="END:VCALENDAR")],
    "STRUCT-ROOT": [build(after="SUMMARY:outside"), build(after=item("bare")), b""],
    "STRUCT-EMPTY": [b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n"],
    "STRUCT-NESTING": [build(last="BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM"), build(event=item("inner")),
                       build(event="BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\n"
                                   "END:STANDARD")],
    "STRUCT-UNKNOWN": [build(last="BEGIN:VSTATUS\nEND:VSTATUS")],
    "STRUCT-ORDER": [build(("END:VALARM\nEND:VTODO", "END:VALARM\nCOMMENT:late\nEND:VTODO")),
                     build(last="NAME:late")],
    "PROP-REQUIRED": [build(("PRODID:-//Example//Checker//EN\n", "")), build(("VERSION:2.0\n", "")),
                      build(("UID:todo\n", "")), build(("DTSTAMP:20261120T081500Z\n", "")),
                      build(("ACTION:DISPLAY\n", "")), build((TRIGGER + "\n", "")),
                      build(("TZOFFSETFROM:+0100\n", "")), build(("DTSTART:19961027T030000\n", ""))],
    "PROP-ONCE": [build(todo="SUMMARY:again"), build(head="VERSION:2.0"), build(alarm="ACTION:DISPLAY"),
                  build(zone="TZURL:https://example.org/a\nTZURL:https://example.org/b")],
    "PROP-MISPLACED": [build(event="COMPLETED:20261201T110000Z"), build(event="DUE:20261205T110000Z"),
                       build(event="PERCENT-COMPLETE:3"), build(todo="TRANSP:OPAQUE"),
                       build(todo="DTEND:20261205T110000Z"),
                       build(head="SUMMARY:calendar"), build(alarm="STATUS:CONFIRMED")],
    "PROP-UNKNOWN": [build(todo="PERCENT-DONE:3"), build(todo="X:3")],
    "VALUE-PARAM": [build((DUE, "DUE:20261203")), build((DUE, "DUE;VALUE=DATE:20261203T150000")),
                    build((DUE, "DUE;VALUE=PERIOD:20261203T150000/PT1H")),
                    build(("SUMMARY:Call", "SUMMARY;VALUE=URI:Call")),
                    trigger("TRIGGER:20261203T140000Z"), trigger("TRIGGER;VALUE=DATE-TIME:-PT15M"),
                    build(series="RDATE:20270102T100000/PT1H")],
    "VALUE-REQUIRED": [build(head="REFRESH-INTERVAL:PT4H"), build(head="SOURCE:https://example.org/a.ics"),
                       build(event="IMAGE:https://example.org/a.png"), build(event="CONFERENCE:tel:+1-555-1")],
    "VALUE-DATE": [build(series="EXDATE;VALUE=DATE:20270229"), build(series="EXDATE;VALUE=DATE:21000229"),
                   build(series="EXDATE;VALUE=DATE:20270431"), build(series="EXDATE;VALUE=DATE:2027-01-01"),
                   build(series="EXDATE;VALUE=DATE:20270101,"), build((SERIES_START, "DTSTART;VALUE=DATE:00000101\n"))],
    "VALUE-DATE-TIME": [build((DUE, "DUE:20261203T240000Z")), build((DUE, "DUE:20261203T235960")),
                        build((DUE, "DUE:20261203T115960Z")), build((DUE, "DUE:20260229T120000Z")),
                        build((DUE, "DUE:20261203T1200Z")), build((DUE, "DUE:20261203T120000+0100")),
                        build(("DTSTAMP:20261120T081500Z", "DTSTAMP:20261120"))],
    "VALUE-DURATION": [build(("DURATION:P1D", "DURATION:1D")), build(("DURATION:P1D", "DURATION:P")),
                       build(("DURATION:P1D", "DURATION:P1DT")), build(("DURATION:P1D", "DURATION:P1W2D")),
                       build(("DURATION:P1D", "DURATION:PT1H5S")), build(("DURATION:P1D", "DURATION:P1M"))],
    "VALUE-PERIOD": [build((SERIES_START, UTC_SERIES), series=f"RDATE;VALUE=PERIOD:{period}") for period in (
        "20270103T000000Z/-PT1H", "20270103T000000Z/20270103T000000Z", "20270103T000000Z/", "20270103/P1D",
        "20270103T000000Z/20270104T000000")],
    "VALUE-INTEGER": [build(todo="PRIORITY:high"), build(todo="PRIORITY:"), build(todo="PRIORITY:1.5"),
                      build(("SEQUENCE:0", "SEQUENCE:99999999999"))],
    "VALUE-RANGE": [build(todo="PRIORITY:10"), build(todo="PERCENT-COMPLETE:101"), build(todo="PERCENT-COMPLETE:-1"),
                    build(("SEQUENCE:0", "SEQUENCE:-1")), build(("DURATION:P1D", "DURATION:-P1D"))],
    "VALUE-GEO": [build(todo="GEO:91;0"), build(todo="GEO:1,2"), build(todo="GEO:1")],
    "VALUE-URI": [build(todo="URL:example.org"), build(todo="URL:https://example.org/a b"),
                  build(todo="URL:https://example.org/ä"), build(todo="URL:https://example.org/%2"),
                  build(todo="URL:"), build(todo="ATTACH:file\\:///a"), build(event="ORGANIZER:ann@example.org")],
    "VALUE-UTC-OFFSET": [build(first=zone("Other", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100",
                                          f"TZOFFSETTO:{offset}"))
                         for offset in ("0100", "-0000", "+01:00", "+2500", "+0160", "+010060", "Z")],
    "VALUE-BINARY": [build(todo="ATTACH;VALUE=BINARY:QUJD"), build(todo="ATTACH;VALUE=BINARY;ENCODING=8BIT:QUJD"),
                     build(todo="ATTACH;VALUE=BINARY;ENCODING=BASE64:QUJ")],
    "VALUE-UTC": [build(todo="CREATED:20261120T081500"), build(todo="STATUS:COMPLETED\nCOMPLETED:20261120T081500"),
                  build(("DTSTAMP:20261120T081500Z", "DTSTAMP;TZID=Europe/Berlin:20261120T081500")),
                  trigger("TRIGGER;VALUE=DATE-TIME:20261203T140000"), build(alarm="ACKNOWLEDGED:20261120T081500"),
                  build(last="BEGIN:VFREEBUSY\nUID:busy\nDTSTAMP:20261120T081500Z\nDTSTART:20261120T000000\n"
                             "END:VFREEBUSY")],
    "VALUE-TOKEN": [build(("TRANSP:OPAQUE", "TRANSP:FREE")), build(("VERSION:2.0", "VERSION:1.0")),
                    build(head="CALSCALE:JULIAN"), build(todo="CLASS:top secret"), build(todo="CLASS:")],
    "VALUE-REQUEST-STATUS": [build(todo="REQUEST-STATUS:2.0"), build(todo="REQUEST-STATUS:Fine;2.0")],
    "VALUE-COLOR": [build(head="COLOR:#ff0000"), build(event="COLOR:bluish")],
    "TEXT-ESCAPE": [build(todo="DESCRIPTION:a\\: b"), build(todo="DESCRIPTION:a\\t"), build(todo="DESCRIPTION:end\\"),
                    build(todo='CATEGORIES:a,\\"b')],
    "TEXT-BARE": [build(("Call Ann", "Call, Ann")), build(("Call Ann", "Call; Ann")), build(todo="CATEGORIES:a;b"),
                  build(todo="X-DUECAL-LINE:- Call, Ann")],
    "CATEGORIES-EMPTY": [build(todo="CATEGORIES:"), build(todo="CATEGORIES:a,,b"), build(todo="CATEGORIES:a,")],
    "STATUS-VALUE": [build(todo="STATUS:CONFIRMED"), build(("STATUS:CONFIRMED", "STATUS:NEEDS-ACTION")),
                     build(todo="STATUS:"), build(last=item("diary", "STATUS:COMPLETED", kind="VJOURNAL"))],
    "STATUS-COMPLETED": [build(todo="COMPLETED:20261201T110000Z"), build(todo="PERCENT-COMPLETE:100"),
                         build(todo="STATUS:CANCELLED\nCOMPLETED:20261201T110000Z"),
                         build(todo="STATUS:COMPLETED\nPERCENT-COMPLETE:0")],
    "TIME-TZID": [build((DUE, "DUE;VALUE=DATE;TZID=Europe/Berlin:20261203")), build((DUE, DUE + "Z"))],
    "TIME-TYPE": [build(todo="DTSTART;VALUE=DATE:20261202"), build((EVENT_END, "DTEND;VALUE=DATE:20261205")),
                  build(series="EXDATE:20270101T000000Z"), build(series="RDATE:20270101T000000Z"),
                  build(last=item("series", "RECURRENCE-ID:20270101T000000Z"))],
    "TIME-FORM": [build(todo="DTSTART:20261202T100000"), build((EVENT_START, "DTSTART:20261204T080000")),
                  build((SERIES_START, ZONED_SERIES), series="EXDATE:20270101T100000"),
                  build((SERIES_START, ZONED_SERIES), last=item("series", "RECURRENCE-ID:20270101T100000"))],
    "TIME-ORDER": [build(todo="DTSTART;TZID=Europe/Berlin:20261203T150000"),
                   build((EVENT_END, "DTEND;TZID=Europe/Berlin:20261204T085959")),
                   build((EVENT_START, "DTSTART:20261204T083000Z")),
                   # In local time 03:15 is later than 02:30, but on that day 02:30 becomes 03:30.
                   build((EVENT_START, "DTSTART;TZID=Europe/Berlin:20270328T023000"),
                         (EVENT_END, "DTEND;TZID=Europe/Berlin:20270328T031500")),
                   build((EVENT_START, "DTSTART;VALUE=DATE:20261204"), (EVENT_END, "DTEND;VALUE=DATE:20261204"))],
    "TIME-SPAN": [build(series="DUE;VALUE=DATE:20261202"), build(event="DURATION:PT30M")],
    "TIME-START": [build((DUE, "DURATION:PT1H"), (TRIGGER, "TRIGGER;VALUE=DATE-TIME:20261203T140000Z"))],
    "TIME-DAYS": [build(("DURATION:P1D", "DURATION:PT24H")), build(("DURATION:P1D", "DURATION:P1DT1H"))],
    "EVENT-DTSTART": [build((EVENT_START + "\n" + EVENT_END + "\n", ""))],
    "RRULE-GRAMMAR": [rule(text) for text in (
        "FREQ=FORTNIGHTLY", "INTERVAL=2", "", "FREQ=MONTHLY;", "FREQ=MONTHLY;;COUNT=3", "FREQ=MONTHLY;X-PART=1",
        "FREQ=MONTHLY;INTERVAL=0", "FREQ=MONTHLY;COUNT=0", "FREQ=MONTHLY;COUNT=-1", "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTH=13", "FREQ=MONTHLY;BYMONTH=-1", "FREQ=MONTHLY;BYDAY=54MO",
        "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=-MO", "FREQ=WEEKLY;BYDAY=MO, TU", "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=YEARLY;BYYEARDAY=367", "FREQ=YEARLY;BYWEEKNO=54", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367",
        "FREQ=MONTHLY;WKST=1", "FREQ=MONTHLY;UNTIL=20270230", "FREQ=MONTHLY;INTERVAL=1,2", "FREQ=MONTHLY;SKIP=OMIT",
        "FREQ=YEARLY;BYMONTH=5L")],
    "RRULE-PART-ONCE": [rule("FREQ=MONTHLY;INTERVAL=2;interval=3")],
    "RRULE-FREQ-FIRST": [rule("INTERVAL=2;FREQ=MONTHLY")],
    "RRULE-COUNT-UNTIL": [rule("FREQ=MONTHLY;COUNT=3;UNTIL=20270101")],
    "RRULE-UNTIL": [rule("FREQ=DAILY;UNTIL=20270101T000000Z"), rule("FREQ=DAILY;UNTIL=20270101T000000", ZONED_SERIES),
                    rule("FREQ=DAILY;UNTIL=20270101", UTC_SERIES), rule("FREQ=DAILY;UNTIL=20270101", ZONED_SERIES),
                    rule("FREQ=DAILY;UNTIL=20270101T000000Z", FLOATING_SERIES)],
    "RRULE-BYDAY": [rule("FREQ=WEEKLY;BYDAY=1MO"), rule("FREQ=DAILY;BYDAY=-1MO"),
                    rule("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO")],
    "RRULE-BYSETPOS": [rule("FREQ=MONTHLY;BYSETPOS=1")],
    "RRULE-FREQ-PART": [rule("FREQ=MONTHLY;BYWEEKNO=20"), rule("FREQ=DAILY;BYYEARDAY=1"),
                        rule("FREQ=WEEKLY;BYMONTHDAY=1")],
    "RRULE-DATE-PART": [rule("FREQ=DAILY;BYHOUR=9"), rule("FREQ=DAILY;BYMINUTE=9"), rule("FREQ=DAILY;BYSECOND=9")],
    "RRULE-DTSTART": [build(todo="RRULE:FREQ=DAILY")],
    "RRULE-ONCE": [build(series="RRULE:FREQ=YEARLY")],
    "ALARM-CONTENT": [build(("DESCRIPTION:Ring\n", "")), build(("ACTION:DISPLAY", "ACTION:EMAIL")),
                      build(("ACTION:DISPLAY", "ACTION:AUDIO"), alarm="ATTACH:https://example.org/a\n"
                                                                      "ATTACH:https://example.org/b")],
    "ALARM-REPEAT": [build(alarm="REPEAT:4"), build(alarm="DURATION:PT5M")],
    "ALARM-ANCHOR": [trigger("TRIGGER:-PT15M"), trigger("TRIGGER;RELATED=START:-PT15M"), build((DUE + "\n", "")),
                     build((EVENT_END + "\n", ""),
                           event="BEGIN:VALARM\nACTION:AUDIO\nTRIGGER;RELATED=END:PT0S\nEND:VALARM")],
    "ALARM-RELATED": [trigger("TRIGGER;VALUE=DATE-TIME;RELATED=END:20261203T140000Z")],
    "ZONE-MISSING": [build((DUE, "DUE;TZID=Europe/Paris:20261203T150000")), build((DUE, "DUE;TZID=:20261203T150000"))],
    "ZONE-DUPLICATE": [build(first=zone("Europe/Berlin"))],
    "ZONE-OBSERVANCE": [build(first="BEGIN:VTIMEZONE\nTZID:Other\nEND:VTIMEZONE")],
    "ZONE-DTSTART": [build(("DTSTART:19961027T030000", f"DTSTART{value}")) for value in (
        ":19961027T010000Z", ";VALUE=DATE:19961027", ";TZID=Europe/Berlin:19961027T030000")],
    "ZONE-UNTIL": [build(("BYMONTH=3;BYDAY=-1SU", f"BYMONTH=3;BYDAY=-1SU;UNTIL={until}"))
                   for until in ("20370329T020000", "20370329")],
    "ZONE-UNUSED": [build(first=zone("Africa/Lagos"))],
    "ZONE-LATE": [build(("Checker//EN\n" + _WHOLE_ZONE, "Checker//EN\n"), last=_WHOLE_ZONE.rstrip("\n"))],
    "ZONE-UNKNOWN": [build((DUE, "DUE;TZID=W. Europe Standard Time:20261203T150000"),
                           first=zone("W. Europe Standard Time")),
                     build((DUE, "DUE;TZID=../../../etc/localtime:20261203T150000"),
                           first=zone("../../../etc/localtime"))],
    "ZONE-SECONDS": [build((DUE, "DUE;TZID=Africa/Lagos:20261203T150000"), first=zone(
        "Africa/Lagos", "DTSTART:19190901T000000", "TZOFFSETFROM:+001335", "TZOFFSETTO:+0100"))],
    "ZONE-RRULE": [build(("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", f"RRULE:{text}")) for text in (
        "FREQ=DAILY;BYMONTH=3;BYDAY=SU", "FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=-1")],
    "ZONE-COVERAGE": [build((DUE, "DUE;TZID=Europe/Berlin:19700101T120000")),
                      build((DUE, "DUE;TZID=Africa/Lagos:20261203T150000"), first=zone(
                          "Africa/Lagos", "DTSTART:20270101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100"))],
    "ZONE-WRONG": [build(("TZOFFSETTO:+0100", "TZOFFSETTO:+0000")),
                   build((DUE, "DUE;TZID=Asia/Kolkata:20261203T150000"), first=zone("Asia/Kolkata")),
                   # Wrong only in summer, years after the only time in the file.
                   build((SERIES_START, ZONED_SERIES), ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
                         "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20370329T010000Z")),
                   # Wrong only on the days between the second and the last Sunday of March.
                   build((SERIES_START, ZONED_SERIES), _YEAR_ROUND),
                   build((SERIES_START, ZONED_SERIES), ("DTSTART:19810329T020000", "DTSTART:19810329T020000\n"
                         "RDATE:20400115T020000"))],
    "UID-EMPTY": [build(("UID:todo\n", "UID:\n")), build(("UID:todo\n", "UID: \n"))],
    "UID-UNIQUE": [build(last=item("todo")), build(last=item("todo", "DTSTART:20261204T090000Z", kind="VEVENT")),
                   build(last=item("series", "RECURRENCE-ID;VALUE=DATE:20270101") + "\n"
                         + item("series", "RECURRENCE-ID;VALUE=DATE:20270101"))],
    "UID-HOST": [build(("UID:todo\n", "UID:todo@host.example\n"))],
    "RELATED-RELTYPE": [build(todo="RELATED-TO;RELTYPE=UNCLE:series")],
    "RELATED-CYCLE": [build(todo="RELATED-TO:series", series="RELATED-TO:todo"), build(todo="RELATED-TO:todo"),
                      build(todo="RELATED-TO;RELTYPE=CHILD:series\nRELATED-TO:series"),
                      build(todo="RELATED-TO:series", series="RELATED-TO:event", event="RELATED-TO:todo")],
    "RELATED-TARGET": [build(todo="RELATED-TO:nobody"), build(event="RELATED-TO;RELTYPE=SIBLING:nobody")],
    "RELATED-ORDER": [build(todo="RELATED-TO:series")],
    "LIBICAL-ERROR": [build(todo="X-LIC-ERROR;X-LIC-ERRORTYPE=VALUE-PARSE-ERROR:No value for DUE")],
    "LIBICAL-VALUE": [build((RULE, "RRULE:ERROR: No Value")), build(todo="X-ANY:ERROR: No Value")],
    "LIBICAL-ZONE": [build(("Europe/Berlin", "/freeassociation.sourceforge.net/Europe/Berlin"),
                           ("DTSTART;TZID=/f", "DTSTART;\n TZID=/f")),
                     build((DUE, "DUE;TZID=/freeassociation.sourceforge.net/Europe/Paris:\n 20261203T150000"))],
    "LIBICAL-ROOT": [b"BEGIN:XROOT\r\n" + build() + b"END:XROOT\r\n"],
    "FEED-CALENDAR": [build() + b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
                      + item("other").replace("\n", "\r\n").encode() + b"\r\nEND:VCALENDAR\r\n"],
    "FEED-COMPONENT": [build(last=item("diary", kind="VJOURNAL")), build(last="BEGIN:X-OWN\nEND:X-OWN")],
    "FEED-METHOD": [build(head="METHOD:PUBLISH")],
    "FEED-SCHEDULING": [build(event="ORGANIZER:mailto:a@example.org"), build(todo="REQUEST-STATUS:2.0;Fine"),
                        build(event="ATTENDEE:mailto:a@example.org")],
    "FEED-SEQUENCE": [build(("SEQUENCE:0\n", ""))],
    "FEED-STAMP": [build(("LAST-MODIFIED:20261120T081500Z\n", "")),
                   build(("LAST-MODIFIED:20261120T081500Z", "LAST-MODIFIED:20261120T081501Z"))],
    "FEED-X-PROPERTY": [build(todo="X-OTHER:a"), build(head="X-DUECAL-LINE:- a"), build(todo="X-WR-CALNAME:a"),
                        build(zone="X-LIC-LOCATION:Europe/Berlin"), build(alarm="X-DUECAL-KEY:00"),
                        build(event="X-DUECAL-TAG:a")],
    "FEED-LINE": [build(todo="X-DUECAL-LINE:- one\\n- two"), build(todo="X-DUECAL-LINE:- one\\\\\\N- two")],
}
