#!/bin/sh
# Software: remind 0.19.2 (PyPI), its program ics2rem, with vobject 0.9.9
# A good guess: an excluded day becomes an OMIT, or the dates are written one by one, or an error is raised.
# What happens: EXDATE is dropped without a word, so the excluded day is a day of the reminder. To-dos are dropped too.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check remind==0.19.2 vobject==0.9.9
tr '~' '\r' > in.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:series@example.org~
DTSTAMP:20261101T000000Z~
DTSTART;VALUE=DATE:20261201~
RRULE:FREQ=DAILY;COUNT=4~
EXDATE;VALUE=DATE:20261203~
SUMMARY:Holiday~
END:VEVENT~
BEGIN:VTODO~
UID:to-do@example.org~
DTSTAMP:20261101T000000Z~
DUE;VALUE=DATE:20261204~
SUMMARY:Pack~
END:VTODO~
END:VCALENDAR~
END
venv/bin/ics2rem in.ics - > seen
cat > expected <<'END'
REM Dec 1 2026 *1 UNTIL Dec 4 2026 MSG Holiday
END
diff -u expected seen
