#!/bin/sh
# Software: khal 0.14.1 with icalendar 7.3.2 (PyPI)
# A good guess: a series that khal creates has a VTIMEZONE with the rules of the zone, or the changes of many years.
# What happens: the VTIMEZONE has two single changes, the one before the start and the one after it, and no rule. After the
#   second one the zone stays in summer time for ever, so an endless weekly series is an hour wrong in every later winter for
#   each reader that believes the VTIMEZONE.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check khal==0.14.1 icalendar==7.3.2 pytz==2026.6
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
venv/bin/khal -c config new --repeat weekly 2026-12-24 10:00 11:00 Choir
cat calendar/*.ics | tr -d '\r' | grep -E '^(BEGIN:(STANDARD|DAYLIGHT)|DTSTART|RDATE|RRULE)' > seen
cat > expected <<'END'
BEGIN:STANDARD
DTSTART:20261025T020000
BEGIN:DAYLIGHT
DTSTART:20270328T030000
DTSTART;TZID=Europe/Berlin:20261224T100000
RRULE:FREQ=WEEKLY
END
diff -u expected seen
