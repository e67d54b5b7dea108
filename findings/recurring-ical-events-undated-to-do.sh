#!/bin/sh
# Software: recurring-ical-events 3.8.2 (PyPI); ics-query uses it
# A good guess: a to-do without dates is in no period, or in every one, and is returned as it is.
# What happens: it is returned with dates that nobody wrote: DTSTART 1970-01-01 and DUE 2038-01-01. If a program writes this
#   to-do back, it is due in 2038.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check recurring-ical-events==3.8.2 icalendar==7.3.0
cat > read.py <<'END'
import icalendar, recurring_ical_events
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
SUMMARY:Undated
END:VTODO
END:VCALENDAR
"""
calendar = icalendar.Calendar.from_ical(text.replace("\n", "\r\n"))
for item in recurring_ical_events.of(calendar, components=["VTODO"]).between((2026, 12, 1), (2027, 1, 1)):
    print(*(line for line in item.to_ical().decode().split("\r\n") if line.startswith(("DTSTART", "DUE"))))
END
venv/bin/python read.py > seen
cat > expected <<'END'
DTSTART;VALUE=DATE:19700101 DUE;VALUE=DATE:20380101
END
diff -u expected seen
