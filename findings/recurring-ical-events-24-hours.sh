#!/bin/sh
# Software: recurring-ical-events 3.8.2 with icalendar 7.3.0 (PyPI)
# A good guess: DURATION:P1D ends at the same time of the next day, and DURATION:PT24H ends 24 hours of real time later, as
#   RFC 5545, section 3.3.6, says. The library knows zones, so it tells the two apart.
# What happens: both end at the same time of the next day. Over the night in which clocks go back, PT24H lasts 25 hours.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check recurring-ical-events==3.8.2 icalendar==7.3.0
cat > read.py <<'END'
import datetime, icalendar, recurring_ical_events
for length in ("P1D", "PT24H"):
    text = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261001T000000Z
DTSTART;TZID=Europe/Berlin:20261024T090000
DURATION:{length}
SUMMARY:Watch
END:VEVENT
END:VCALENDAR
"""
    calendar = icalendar.Calendar.from_ical(text.replace("\n", "\r\n"))
    for item in recurring_ical_events.of(calendar).between((2026, 10, 1), (2026, 11, 1)):
        start, end = (item[name].dt.astimezone(datetime.timezone.utc) for name in ("DTSTART", "DTEND"))
        print(length, end - start)
END
venv/bin/python read.py > seen
cat > expected <<'END'
P1D 1 day, 1:00:00
PT24H 1 day, 1:00:00
END
diff -u expected seen
