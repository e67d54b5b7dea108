#!/bin/sh
# Software: ical 14.3.1 (PyPI), the library of Home Assistant's local calendar
# A good guess: a series that is read with TZID=Europe/London is written with it, at least if nothing was changed.
# What happens: a time whose offset is zero on its own day is written in UTC. For a weekly series that begins in winter this
#   moves every summer occurrence by an hour: 09:00 in London becomes 10:00 on 2 April.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ical==14.3.1
venv/bin/python - > seen <<'END'
from ical.calendar_stream import IcsCalendarStream
for zone in ("Europe/London", "Europe/Berlin"):
    text = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:series@example.org
DTSTAMP:20261101T000000Z
DTSTART;TZID={zone}:20261204T090000
DTEND;TZID={zone}:20261204T100000
RRULE:FREQ=WEEKLY
SUMMARY:Weekly
END:VEVENT
END:VCALENDAR
"""
    written = IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(text))
    print(*(line for line in written.splitlines() if line.startswith(("DTSTART", "RRULE"))))
END
cat > expected <<'END'
DTSTART:20261204T090000Z RRULE:FREQ=WEEKLY
DTSTART;TZID=Europe/Berlin:20261204T090000 RRULE:FREQ=WEEKLY
END
diff -u expected seen
