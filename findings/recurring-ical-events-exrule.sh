#!/bin/sh
# Software: recurring-ical-events 3.8.2 with icalendar 7.3.0 (PyPI)
# A good guess: EXRULE of RFC 2445, which RFC 5545 still tells readers to expect in old files, is applied like EXDATE, or the
#   library raises an error.
# What happens: it is ignored in silence. Dates that the author excluded are shown as appointments.
# Seen: see `expected` below: four days, of which the rule excludes the first and the third.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check recurring-ical-events==3.8.2 icalendar==7.3.0
cat > read.py <<'END'
import icalendar, recurring_ical_events
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261101T000000Z
DTSTART;VALUE=DATE:20261201
RRULE:FREQ=DAILY;COUNT=4
EXRULE:FREQ=DAILY;INTERVAL=2
SUMMARY:Every day but every second
END:VEVENT
END:VCALENDAR
"""
calendar = icalendar.Calendar.from_ical(text.replace("\n", "\r\n"))
print(*(item["DTSTART"].dt for item in recurring_ical_events.of(calendar).between((2026, 12, 1), (2027, 1, 1))))
END
venv/bin/python read.py > seen
cat > expected <<'END'
2026-12-01 2026-12-02 2026-12-03 2026-12-04
END
diff -u expected seen
