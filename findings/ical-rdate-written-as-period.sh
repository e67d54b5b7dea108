#!/bin/sh
# Software: ical 14.3.1 (PyPI)
# A good guess: RDATE with date-times is written as it was read, perhaps split into one line for each value.
# What happens: the lines get VALUE=PERIOD, but hold a date-time and no period. Such a value is invalid (RFC 5545, section
#   3.3.9), so a reader that follows the parameter finds no date in it.
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
BEGIN:VEVENT
UID:three@example.org
DTSTAMP:20261101T000000Z
DTSTART;TZID=Europe/Berlin:20261201T090000
DTEND;TZID=Europe/Berlin:20261201T100000
RDATE;TZID=Europe/Berlin:20261205T090000,20261209T090000
SUMMARY:Three appointments
END:VEVENT
END:VCALENDAR
"""
written = IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(text))
print(*(line for line in written.splitlines() if line.startswith("RDATE")), sep="\n")
END
venv/bin/python write.py > seen
cat > expected <<'END'
RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20261205T090000
RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20261209T090000
END
diff -u expected seen
