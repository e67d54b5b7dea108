#!/bin/sh
# Software: icalendar 7.3.0 with tzdata 2025.3 and 2026.6 (PyPI), which khal, todoman and many others use
# A good guess: the VTIMEZONE beside an event decides which instant its time is, as RFC 5545, section 3.6.5, asks.
# What happens: if the TZID is the name of a zone, or ends with one, icalendar takes the zone of the system or of the package
#   tzdata, so an event has another instant after each change of these data. Only a TZID without such a name is read from the
#   VTIMEZONE.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
cat > read.py <<'END'
import sys, icalendar
TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:x
BEGIN:VTIMEZONE
TZID:NAME
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:-0800
TZOFFSETTO:-0800
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART;TZID=NAME:20270115T120000
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")
for name in ("America/Vancouver", "Office"):
    event = icalendar.Calendar.from_ical(TEXT.replace("NAME", name)).walk("VEVENT")[0]
    print(sys.argv[1], name, event["DTSTART"].dt.isoformat())
END
for version in 2025.3 2026.6; do
  python3 -m venv --without-pip "$version"
  python3 -m pip --python "$version/bin/python" install -q --no-compile --disable-pip-version-check icalendar==7.3.0 "tzdata==$version"
  PYTHONTZPATH="" "$version/bin/python" read.py "$version" >> seen
done
cat > expected <<'END'
2025.3 America/Vancouver 2027-01-15T12:00:00-08:00
2025.3 Office 2027-01-15T12:00:00-08:00
2026.6 America/Vancouver 2027-01-15T12:00:00-07:00
2026.6 Office 2027-01-15T12:00:00-08:00
END
diff -u expected seen
