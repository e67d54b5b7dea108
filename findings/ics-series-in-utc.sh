#!/bin/sh
# Software: ics 0.7.3 (PyPI, April 2026)
# A good guess: an event with RRULE, which the library does not know, keeps its zone when it is read and written; unknown
#   properties are kept, after all.
# What happens: DTSTART becomes UTC and RRULE and EXDATE stay, the latter with its TZID. From spring on, a weekly event at 19:00 in
#   Berlin is at 20:00.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ics==0.7.3 arrow==1.4.0
cat > rewrite.py <<'END'
import ics
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261101T000000Z
DTSTART;TZID=Europe/Berlin:20261207T190000
DURATION:PT1H
RRULE:FREQ=WEEKLY
EXDATE;TZID=Europe/Berlin:20261221T190000
SUMMARY:Choir
END:VEVENT
END:VCALENDAR
"""
written = ics.Calendar(text).serialize().split("BEGIN:VEVENT")[1]
print(*sorted(line for line in written.splitlines() if line.startswith(("DTSTART", "RRULE", "EXDATE"))), sep="\n")
END
venv/bin/python rewrite.py > seen
cat > expected <<'END'
DTSTART:20261207T180000Z
EXDATE;TZID=Europe/Berlin:20261221T190000
RRULE:FREQ=WEEKLY
END
diff -u expected seen
