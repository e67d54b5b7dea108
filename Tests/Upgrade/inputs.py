"""Task files and calendars that the fixtures are made of: as they are first, and as a person and a phone change them."""

HOME = """\
Home: @area(house)
\tThe house, and what it wants.
\t- Call @phone Ann about the sink @due(2026-12-03 15:00) @remind(15m)
\t\tShe knows a plumber.
\t\t  indented by two blanks more

\t\tafter a blank line
\t- Pay rent @due(2026-12-01) @repeat(monthly) @tags(Home Office, R&D)
\t- Water @home the plants @due(2026-11-21 07:30) @repeat(every 3 days) @remind(10m) @remind
\t- Bins out @due(2026-11-24 00:00) @repeat(weekly) @except(2026-12-08 00:00) @remind(1h)
\t- Standup @due(2026-11-23 09:00 - 09:15) @repeat(weekdays until 2027-01-31)
\t- Change filters @due(2026-12-10) @repeat(every 10 days after done)
\t- Series with a start @start(2026-11-25) @due(2026-11-27) @repeat(weekly 6 times)
\t- Dentist @due(2026-12-04 09:00 - 09:30) @location(High Street 4) @url(https://dentist.example.org/a?b=c)
\t- Holidays @due(2026-12-21 thru 2027-01-03)
\t- Trip @due(2026-12-28 18:00 thru 2026-12-30 12:00) @tz(America/New_York)
\t- Read the lease
\t- Birthday of Max @due(2026-12-12) @event @repeat(yearly)
\tGarden:
\t\t- Buy seeds @errand @phone now @due(2026-W50) @estimate(2h)
\t\t- Twin @due(2026-11-28)
\t\t- Twin @due(2026-11-28)
\t\t- Twin
\t\t- Plan the beds @due(2027) @show(year)
\t\t\t- Measure @phone
\t\t\t\t- Find the tape @done(2026-11-02)
\t\t\t- Draw @started @progress(40) @priority(1)
\t\t- Late @due(2026-10) @cancelled
Empty:
"""

WORK = """\
Work: @client(Acme)
\t- Report @due(2026-12-09 17:00) @priority(2) @writing @estimate(3h)
\t\t- Figures @due(2026-12-07) @context(office)
\t\t- Charts @due(2026-12-08 12:00) @tz(floating)
\t- Call Boston @phone @due(2026-12-02 09:30) @tz(America/New_York) @remind(2026-12-02 08:00)
\t- Secret talk @private @due(2026-12-02) @class(private)
\t- Confidential @due(2026-12-02) @class(confidential)
\t- Sent @done(2026-11-18 10:05)
\t- Done @phone long ago @due(2026-08-01) @done(2026-08-02)
\t- Done without a date @done
\t- Dropped @cancelled(2026-11-01)
\t- Half typed @due(2026-12-05)
\t- Named @uid(named-by-hand@example.org) @due(2026-12-06)
\t- Zoë’s 電話 😀 — “quotes”; commas, back\\slashes @due(2026-12-06 10:00)
\t- Mail bob@x.org at 50%, (@no) tag @due(2026-12-07)
\t- Moves with the clock @due(tomorrow 3pm)
\tTravel: @class(private)
\t\t- Book a hotel @due(2026-12-15)
Calls @search(@phone and not @done)
A note outside of all projects.
Archive:
\t- Filed @done(2026-10-01) @project(Work)
"""

TODO = "☐ buy stamps @due(26-11-30 10:00)\n✔ return the books @done (26-11-18 10:05)\n✘ sell the bicycle\n"
MARKDOWN = """\
# House
- [ ] Paint the door 📅 2026-12-11 ⏫
- [x] Oil the hinge ✅ 2026-11-12
## Roof
- [ ] Clean the gutter [due:: 2026-12-13] #autumn
"""
CRLF = "\ufeffShop:\r\n\t- Order @phone paper @due(2026-12-01 11:00)\r\n\t- Return ink @due(2026-12-02)\r\n\t\ta note\r\n"
SPACES = "Club:\n  - Meeting @due(2026-12-16 19:00 thru 21:00)\n    - Bring cake @due(2026-12-16)\n    Note of the meeting\n"
ODD = """\
Projet :
\t- Une tâche @due(2026-12-01)
- @due(2026-12-02)
- A task
\tSub:
\t\t- below a project below a task @due(2026-12-03)
- Lunch @ Joe's @due(2026-12-04)
- Overdue @due(2026-13-01)
""" + "- \n"

NOTES = {"notes/home.taskpaper": HOME, "notes/work.taskpaper": WORK, "notes/errand.todo": TODO,
         "notes/crlf.taskpaper": CRLF, "notes/club/spaces.taskpaper": SPACES, "odd/odd.taskpaper": ODD}
# With another extension than those that are read of a folder.
MARKDOWN_FILE = {"notes/roof.md": MARKDOWN}

# What a person does between two exports: each is one replacement.
EDITS = {
    "notes/home.taskpaper": [
        ("Call @phone Ann about", "Call @phone Anne about"),            # retyped
        ("\t- Read the lease\n", ""), ("Empty:\n", "Empty:\n\t- Read the lease\n"),  # moved
        ("\t\t- Twin\n", "\t\t- Twin\n\t\t- Twin @due(2026-11-28)\n"),      # one more twin
        ("@due(2026-12-28 18:00", "@due(2026-12-28 19:00"),             # another date
    ],
    "notes/work.taskpaper": [
        ("@due(2026-12-05)", "@due(2026-12-0"),                          # being typed
        ("\t- Sent @done(2026-11-18 10:05)\n", ""),                       # removed
        ("\t\t- Figures", "\t- Figures"),                                # no part any more
    ],
}


def calendar(*components):
    """A calendar of components, each a text with a line for each line."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Else//EN", *components, "END:VCALENDAR", ""]
    return "\r\n".join("\n".join(lines).split("\n"))


def todo(uid, *lines):
    return component("VTODO", uid, lines)


def event(uid, *lines):
    return component("VEVENT", uid, lines)


def component(kind, uid, lines):
    """A component; without a UID it has none."""
    name = [f"UID:{uid}"] if uid else []
    return "\n".join([f"BEGIN:{kind}", *name, "DTSTAMP:20261101T000000Z", *lines, f"END:{kind}"])


ALARM = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT30M\nX-ALARM-OWN:1\nEND:VALARM"
# A zone of its own name, which agrees with Berlin on every date.
OWN_ZONE = """\
BEGIN:VTIMEZONE
TZID:Our Office
BEGIN:DAYLIGHT
DTSTART:19960331T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
END:VTIMEZONE"""
# The example of RFC 2445, 4.6.5: in December 1998 five hours behind UTC, which version 0.1 took for La Paz.
WRONG_ZONE = """\
BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:STANDARD
DTSTART:19981025T020000
RDATE:19981025T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19990404T020000
RDATE:19990404T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
END:DAYLIGHT
END:VTIMEZONE"""

MOVED_SERIES = [
    event("team", "SUMMARY:Team", "DTSTART;TZID=Our Office:20261123T100000", "DURATION:PT45M",
          "RRULE:FREQ=WEEKLY;COUNT=8", "EXDATE;TZID=Our Office:20261221T100000"),
    event("team", "SUMMARY:Team with the board", "RECURRENCE-ID;TZID=Our Office:20261207T100000",
          "DTSTART;TZID=Our Office:20261208T140000", "DURATION:PT90M"),
    todo("rent", "SUMMARY:Pay", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=MONTHLY"),
    todo("rent", "SUMMARY:Pay late", "RECURRENCE-ID;VALUE=DATE:20270101", "DUE;VALUE=DATE:20270104"),
]
OFFICE = {
    "report": todo("report", "SUMMARY:Write the report", "DUE;VALUE=DATE:20261204", "PRIORITY:1",
                   "CATEGORIES:writing,Acme & Co", "DESCRIPTION:Ask Kim.\\nThe old one has 12 pages.",
                   "X-VENDOR;X-P=\"a;b\":kept", "ATTACH:https://example.org/a.pdf", ALARM),
    "figures": todo("figures", "SUMMARY:Collect the figures", "DUE:20261130T110000Z", "RELATED-TO:report"),
    "badge": todo("badge", "SUMMARY:Hand in the badge", "STATUS:COMPLETED", "COMPLETED:20261113T101500Z"),
    "printer": todo("printer", "SUMMARY:Order a printer", "STATUS:CANCELLED"),
    "at": todo("at", "SUMMARY:Lunch @ Joe's with @ann", "DUE;VALUE=DATE:20261205"),
    "table": todo("table", "SUMMARY:Book a table", "DUE;VALUE=DATE:20261206"),
    "gone": todo("gone", "SUMMARY:Goes away", "DUE;VALUE=DATE:20261207"),
    "removed": todo("removed", "SUMMARY:Removed by hand", "DUE;VALUE=DATE:20261208"),
    "boston": event("boston", "SUMMARY:Call with Boston", "DTSTART;TZID=America/New_York:20261202T093000",
                    "DTEND;TZID=America/New_York:20261202T100000", "ORGANIZER:mailto:kim@example.org",
                    "ATTENDEE;CN=\"Ann; B\":mailto:ann@example.org", "GEO:52.5;13.4"),
    "floats": event("floats", "SUMMARY:Floats", "DTSTART:20261203T080000", "DTEND:20261203T083000"),
    "days": event("days", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261213", "TRANSP:OPAQUE"),
}
# What the calendar says a day later: dates and titles are others, an item is gone, another came.
OFFICE_LATER = {
    **{name: text for name, text in OFFICE.items() if name != "gone"},
    "report": OFFICE["report"].replace("20261204", "20261209"),
    "table": OFFICE["table"].replace("Book a table", "Book a table for six"),
    "lunch": todo("lunch", "SUMMARY:New one", "DUE;VALUE=DATE:20261211"),
}
PRIVATE = {
    "paint": todo("paint", "SUMMARY:Paint the roof", "DUE;VALUE=DATE:20261201"),
    "milk": todo("milk", "SUMMARY:Milk"),
}
# Items without a UID, each of its own title and start.
NAMELESS = calendar(
    event(None, "SUMMARY:Class", "DTSTART:20270101T090000Z", "RRULE:FREQ=WEEKLY;COUNT=4"),
    todo(None, "SUMMARY:One without a name", "DUE;VALUE=DATE:20270102"), todo(None, "SUMMARY:Neither name nor date"),
    event(None, "SUMMARY:Party", "DTSTART;VALUE=DATE:20270103"))
# Some that only their notes tell apart; version 0.1 takes the last one alone.
TWINS = calendar(todo(None, "SUMMARY:Milk", "DESCRIPTION:two litres"), todo(None, "SUMMARY:Milk", "DESCRIPTION:of oats"),
                 todo(None, "SUMMARY:Bread", "DUE;VALUE=DATE:20270102"))
ZONES = calendar(
    WRONG_ZONE, event("wrong", "SUMMARY:In a zone of its own", "DTSTART;TZID=US-Eastern:19981201T083000"),
    event("right", "SUMMARY:In UTC", "DTSTART:20261201T083000Z"))


def office(items):
    return calendar(OWN_ZONE, *MOVED_SERIES, *items.values())
