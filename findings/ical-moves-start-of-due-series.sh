#!/bin/sh
# Software: ical 14.3.1 (PyPI)
# A good guess: a repeating to-do whose DTSTART and DUE are one day, as Apple, Tasks.org and Nextcloud write it, is read as it is
#   or refused, because RFC 5545, section 3.8.2.3, wants DUE to be later.
# What happens: DTSTART is moved to the day before, and written so. In a monthly rule from the first of a month all dates move to
#   the last day of the month before, or to the 30th.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ical==14.3.1
cat > write.py <<'END'
from ical.calendar_stream import IcsCalendarStream
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
DTSTART;VALUE=DATE:20261201
DUE;VALUE=DATE:20261201
RRULE:FREQ=MONTHLY
SUMMARY:Pay the rent
END:VTODO
END:VCALENDAR
"""
written = IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(text))
print(*(line for line in written.splitlines() if line.startswith(("DTSTART", "DUE", "RRULE"))), sep="\n")
END
venv/bin/python write.py > seen
cat > expected <<'END'
DTSTART;VALUE=DATE:20261130
DUE;VALUE=DATE:20261201
RRULE:FREQ=MONTHLY
END
diff -u expected seen
