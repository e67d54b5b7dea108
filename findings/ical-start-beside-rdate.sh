#!/bin/sh
# Software: ical 14.3.1 (PyPI)
# A good guess: DTSTART is the first occurrence, and each RDATE adds one, with or without an RRULE (RFC 5545, section 3.8.5.2).
# What happens: an event with only RDATE loses the occurrence at its DTSTART; the first of three appointments is not shown.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ical==14.3.1
cat > read.py <<'END'
from ical.calendar_stream import IcsCalendarStream
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:three@example.org
DTSTAMP:20261101T000000Z
DTSTART:20261201T090000Z
DTEND:20261201T100000Z
RDATE:20261205T090000Z,20261209T090000Z
SUMMARY:Three appointments
END:VEVENT
END:VCALENDAR
"""
for event in IcsCalendarStream.calendar_from_ics(text).timeline:
    print(event.dtstart.isoformat())
END
venv/bin/python read.py > seen
cat > expected <<'END'
2026-12-05T09:00:00+00:00
2026-12-09T09:00:00+00:00
END
diff -u expected seen
