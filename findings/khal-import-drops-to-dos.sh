#!/bin/sh
# Software: khal 0.14.1 (PyPI)
# A good guess: `khal import` says that it leaves out the to-dos of a calendar, or fails, because khal has no to-dos.
# What happens: they are left out in silence, with exit status 0.
# Seen: exit status, lines of messages, files in the calendar; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check khal==0.14.1 icalendar==7.3.2
mkdir calendar
cat > config <<END
[calendars]
[[home]]
path = $work/calendar
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
[default]
default_calendar = home
[sqlite]
path = $work/cache
END
tr '~' '\r' > in.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VTODO~
UID:to-do@example.org~
DTSTAMP:20261101T000000Z~
DUE;VALUE=DATE:20261204~
SUMMARY:Report~
END:VTODO~
END:VCALENDAR~
END
status=0
venv/bin/khal -c config import --batch -a home in.ics > said 2>&1 || status=$?
echo "$status $(wc -l < said) $(ls -A calendar | wc -l)" > seen
cat > expected <<'END'
0 0 0
END
diff -u expected seen
