#!/bin/sh
# Software: recurring-ical-events 3.8.2 with icalendar 7.3.0 (PyPI)
# A good guess: `DTSTART;TZID=…;VALUE=DATE:20261204`, which Google and old phones write, is a whole day; the zone is ignored.
# What happens: it is an instant, midnight in that zone, and the event lasts no time. In a western zone it is shown on 3
#   December. The same day without TZID is a day.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check recurring-ical-events==3.8.2 icalendar==7.3.0
cat > read.py <<'END'
import icalendar, recurring_ical_events
for zone in (";TZID=Europe/Berlin", ""):
    text = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261101T000000Z
DTSTART{zone};VALUE=DATE:20261204
SUMMARY:Holiday
END:VEVENT
END:VCALENDAR
"""
    calendar = icalendar.Calendar.from_ical(text.replace("\n", "\r\n"))
    for item in recurring_ical_events.of(calendar).between((2026, 12, 1), (2027, 1, 1)):
        print(item["DTSTART"].dt.isoformat(), item["DTEND"].dt.isoformat())
END
venv/bin/python read.py > seen
cat > expected <<'END'
2026-12-04T00:00:00+01:00 2026-12-04T00:00:00+01:00
2026-12-04 2026-12-05
END
diff -u expected seen
