"""The tasks that other programs edit: what people write, and what the calendars of others have."""
import re

RANKED, DONE, CANCELLED, SERIES, FOREIGN = ("zoned@trip", "day@trip", "off@trip", "series@trip", "foreign@trip")
SOURCE = """Home:
	- Call Ann, then; "Bob" @due(2026-12-03 15:00) @remind(15m) @phone @priority(low)
		about the sink: a\\b 漢字 🎉
	- Water the plants @due(2026-12-05)
	- Old plan @due(2026-12-24) @cancelled
	- Pay rent @due(2026-12-01) @repeat(monthly)
"""
UIDS = {"Call Ann": RANKED, "Water": DONE, "Old plan": CANCELLED, "Pay rent": SERIES}

# A Windows zone, parameters and values that few expect, properties and components that nobody knows.
STRANGE = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else 1.0//EN
X-OF-THE-CALENDAR:kept
BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VTODO
UID:foreign@trip
DTSTAMP:20261120T000000Z
CREATED:20261101T120000Z
SUMMARY;LANGUAGE=en:Ship it
DTSTART;TZID=W. Europe Standard Time:20261204T090000
DUE;TZID=W. Europe Standard Time:20261204T170000
PRIORITY:5
CATEGORIES:A
CATEGORIES:B,C
GEO:52.5;13.4
ATTACH;FMTTYPE=text/plain:https://example.com/a?b=c
RELATED-TO;RELTYPE=PARENT:zoned@trip
X-OTHER;X-PARAM="a;b":one
X-APPLE-SORT-ORDER:7
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Soon
TRIGGER;RELATED=END:-PT1H
X-ALARM:kept
END:VALARM
END:VTODO
END:VCALENDAR
""".replace("\n", "\r\n")


def tasks(ours):
    """Texts by UID, each as duecal last wrote it."""
    calendar = ours.exported(SOURCE)
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//duecal//duecal//EN\r\n"
    zone = re.search(r"BEGIN:VTIMEZONE.*?END:VTIMEZONE\r\n", calendar, re.S)[0]
    texts = {FOREIGN: STRANGE}
    for item in re.findall(r"BEGIN:VTODO.*?END:VTODO\r\n", calendar, re.S):
        uid = next(uid for title, uid in UIDS.items() if f"SUMMARY:{title}" in item)
        item = re.sub(r"UID:.*", f"UID:{uid}\r", item)
        texts[uid] = head + (zone if "TZID=" in item else "") + item + "END:VCALENDAR\r\n"
    titles = {uid: item["title"] for uid, item in ours.items(texts).items()}
    return {uid: ours.renamed(texts, uid, f"{titles[uid]}!") for uid in texts}
