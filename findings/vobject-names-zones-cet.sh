#!/bin/sh
# Software: vobject 0.9.9 (PyPI), which Radicale uses to write calendars
# A good guess: an event in Europe/Berlin is written with TZID=Europe/Berlin, and a VTIMEZONE whose changes are at 02:00 and
#   at 03:00 of the clock before the change, as RFC 5545, section 3.6.5, asks.
# What happens: the zone is named CET, after its abbreviation in winter, which is also the name of another zone. Its change to
#   winter time is written at 04:00 instead of 03:00, so that readers of the VTIMEZONE keep summer time an hour too long.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check vobject==0.9.9 python-dateutil==2.9.0.post0
venv/bin/python - > written <<'END'
import datetime, vobject
from dateutil import tz
calendar = vobject.iCalendar()
event = calendar.add("vevent")
event.add("uid").value = "event@example.org"
event.add("dtstamp").value = datetime.datetime(2026, 11, 1, tzinfo=vobject.icalendar.utc)
event.add("dtstart").value = datetime.datetime(2026, 12, 4, 9, tzinfo=tz.gettz("Europe/Berlin"))
print(calendar.serialize())
END
tr -d '\r' < written | grep -E '^(TZID|BEGIN:(STANDARD|DAYLIGHT)|DTSTART)' > seen
cat > expected <<'END'
TZID:CET
BEGIN:STANDARD
DTSTART:20001029T040000
BEGIN:DAYLIGHT
DTSTART:20000326T020000
DTSTART;TZID=CET:20261204T090000
END
diff -u expected seen
