#!/bin/sh
# Software: todoman 4.7.0 with icalendar 7.3.2 (PyPI)
# A good guess: completing a task with COUNT=3 leaves a next one with COUNT=2, or the same UID with its rule, and its alarm.
# What happens: the next one has a new UID and again COUNT=3, so the series never ends, and no alarm.
# Seen: the next task after one completion; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
export XDG_CACHE_HOME="$work/cache" HOME="$work" TZ=Europe/Berlin
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check todoman==4.7.0 icalendar==7.3.2
mkdir -p lists/home
cat > config.py <<END
path = "$work/lists/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "home"
END
tr '~' '\r' > lists/home/a.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VTODO~
UID:a@example.org~
DTSTAMP:20261101T000000Z~
DTSTART;VALUE=DATE:20261205~
DUE;VALUE=DATE:20261206~
RRULE:FREQ=WEEKLY;COUNT=3~
SUMMARY:Take the medicine~
BEGIN:VALARM~
ACTION:DISPLAY~
DESCRIPTION:Medicine~
TRIGGER:-PT15M~
END:VALARM~
END:VTODO~
END:VCALENDAR~
END
venv/bin/todo -c config.py list > /dev/null
venv/bin/todo -c config.py done 1 > /dev/null
for file in lists/home/*.ics; do
  [ "$file" = lists/home/a.ics ] || tr -d '\r' < "$file" | grep -E '^(DTSTART|RRULE|BEGIN:VALARM)' > seen
done
cat > expected <<'END'
DTSTART;VALUE=DATE:20261212
RRULE:FREQ=WEEKLY;COUNT=3
END
diff -u expected seen
