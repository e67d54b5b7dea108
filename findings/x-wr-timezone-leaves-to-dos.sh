#!/bin/sh
# Software: x-wr-timezone 2.0.1 (PyPI), which applies the calendar property X-WR-TIMEZONE to a calendar
# A good guess: times of events and of to-dos are moved into the named zone alike, and a floating time stays floating.
# What happens: only events are changed. A to-do keeps its UTC time, and so has another zone than the event beside it; a
#   floating event, which is meant in every zone, is tied to the named one.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check x-wr-timezone==2.0.1 icalendar==7.3.2 tzdata==2026.6
tr '~' '\r' > in.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
X-WR-TIMEZONE:Europe/Berlin~
BEGIN:VEVENT~
UID:event@example.org~
DTSTAMP:20261101T000000Z~
DTSTART:20261204T090000Z~
SUMMARY:Event~
END:VEVENT~
BEGIN:VEVENT~
UID:floating@example.org~
DTSTAMP:20261101T000000Z~
DTSTART:20261204T090000~
SUMMARY:Floating event~
END:VEVENT~
BEGIN:VTODO~
UID:to-do@example.org~
DTSTAMP:20261101T000000Z~
DUE:20261204T090000Z~
SUMMARY:To-do~
END:VTODO~
END:VCALENDAR~
END
venv/bin/x-wr-timezone < in.ics | tr -d '\r' | grep -E '^(DTSTART;|DUE|SUMMARY)' | LC_ALL=C sort > seen
cat > expected <<'END'
DTSTART;TZID=Europe/Berlin:20261204T090000
DTSTART;TZID=Europe/Berlin:20261204T100000
DUE:20261204T090000Z
SUMMARY:Event
SUMMARY:Floating event
SUMMARY:To-do
END
diff -u expected seen
