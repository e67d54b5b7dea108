#!/bin/sh
# Software: khal 0.14.1 (PyPI)
# A good guess: importing the same calendar again with `--batch` changes nothing, because each event has its UID.
# What happens: each further import leaves copies with random names beside the events; they do not end in .ics, so khal does not
#   show them, but tools that sync the folder see them.
# Seen: the number of files after one, two and three imports of one event; see `expected` below.
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
BEGIN:VEVENT~
UID:event@example.org~
DTSTAMP:20261101T000000Z~
DTSTART;VALUE=DATE:20261204~
SUMMARY:Holiday~
END:VEVENT~
END:VCALENDAR~
END
for run in 1 2 3; do
  venv/bin/khal -c config import --batch -a home in.ics
  ls -A calendar | wc -l >> seen
done
cat > expected <<'END'
1
3
5
END
diff -u expected seen
