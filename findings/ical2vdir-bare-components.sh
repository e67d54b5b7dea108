#!/bin/sh
# Software: ical2vdir 2.1.0 with icalendar 6.3.2 (PyPI)
# A good guess: each file of the folder is a calendar with one item, as the vdir format asks: VCALENDAR, the VTIMEZONE that
#   the item needs, and all components of one UID together.
# What happens: a file holds a bare component without VCALENDAR and VTIMEZONE, and a changed occurrence has a file of its own,
#   whose name has the offset of the zone.
# Seen: see `expected` below: the first line of each file.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ical2vdir==2.1.0 icalendar==6.3.2
tr '~' '\r' > in.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:series@example.org~
DTSTAMP:20261101T000000Z~
DTSTART:20261201T090000Z~
RRULE:FREQ=DAILY;COUNT=3~
SUMMARY:Series~
END:VEVENT~
BEGIN:VEVENT~
UID:series@example.org~
DTSTAMP:20261101T000000Z~
RECURRENCE-ID:20261202T090000Z~
DTSTART:20261202T110000Z~
SUMMARY:Moved~
END:VEVENT~
END:VCALENDAR~
END
mkdir out
venv/bin/ical2vdir -q -o out < in.ics
for file in out/*; do echo "$(basename "$file") $(head -n 1 "$file" | tr -d '\r')"; done | LC_ALL=C sort > seen
cat > expected <<'END'
series@example.org.20261202T090000+0000.ics BEGIN:VEVENT
series@example.org.ics BEGIN:VEVENT
END
diff -u expected seen
