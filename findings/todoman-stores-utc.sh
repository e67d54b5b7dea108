#!/bin/sh
# Software: todoman 4.7.0 with icalendar 7.3.2 (PyPI)
# A good guess: `todo edit --priority high` changes PRIORITY (to 1), the stamps, and nothing else.
# What happens: DTSTART and DUE lose their zone and become UTC, so a weekly task at 09:00 is at 10:00 in summer; "high" is
#   PRIORITY:4.
# Seen: see `expected` below.
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
DTSTART;TZID=Europe/Berlin:20261205T090000~
DUE;TZID=Europe/Berlin:20261205T100000~
RRULE:FREQ=WEEKLY~
SUMMARY:Water the plants~
END:VTODO~
END:VCALENDAR~
END
venv/bin/todo -c config.py list > /dev/null
venv/bin/todo -c config.py edit --priority high 1 > /dev/null
tr -d '\r' < lists/home/a.ics | grep -E '^(DTSTART|DUE|RRULE|PRIORITY)' > seen
cat > expected <<'END'
DTSTART:20261205T080000Z
DUE:20261205T090000Z
PRIORITY:4
RRULE:FREQ=WEEKLY
END
diff -u expected seen
