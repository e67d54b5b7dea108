#!/bin/sh
# Software: mergecal 0.5.0 (PyPI), which merges calendars into one
# A good guess: everything in both calendars is in the merged one, at least each event, to-do and journal entry.
# What happens: only events (and zones) are. To-dos are left out without a word, and the exit status is 0.
# Seen: see `expected` below: the components of the merged file.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check mergecal==0.5.0 icalendar==7.3.2
for name in a b; do
  tr '~' '\r' > "$name.ics" <<END
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:event-$name@example.org~
DTSTAMP:20261101T000000Z~
DTSTART:20261204T090000Z~
SUMMARY:Event~
END:VEVENT~
BEGIN:VTODO~
UID:to-do-$name@example.org~
DTSTAMP:20261101T000000Z~
DUE:20261204T090000Z~
SUMMARY:To-do~
END:VTODO~
END:VCALENDAR~
END
done
venv/bin/mergecal a.ics b.ics -o merged.ics > said 2>&1
grep -ci 'to-do\|todo' said > seen || true
tr -d '\r' < merged.ics | grep '^BEGIN' | LC_ALL=C sort >> seen
cat > expected <<'END'
0
BEGIN:VCALENDAR
BEGIN:VEVENT
BEGIN:VEVENT
END
diff -u expected seen
