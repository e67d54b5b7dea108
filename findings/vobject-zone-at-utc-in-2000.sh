#!/bin/sh
# Software: vobject 0.9.9 (PyPI) with pytz 2020.1 and 2026.6, which Radicale uses to read calendars
# A good guess: the VTIMEZONE beside an event decides which instant its time is, as RFC 5545, section 3.6.5, asks.
# What happens: a VTIMEZONE that is at UTC in the whole year 2000, such as one of London that begins later, is taken for UTC and
#   is not remembered. If the TZID is the name of a zone, the data of pytz decide; otherwise the time has no zone.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
cat > read.py <<'END'
import sys, vobject
TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:x
BEGIN:VTIMEZONE
TZID:NAME
BEGIN:DAYLIGHT
DTSTART:20260322T020000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20270207T030000
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART;TZID=NAME:20261129T150000
END:VEVENT
END:VCALENDAR
"""
for name in ("Africa/Casablanca", "Office"):
    start = vobject.readOne(TEXT.replace("NAME", name)).vevent.dtstart.value
    print(sys.argv[1], name, start.isoformat())
END
for version in 2020.1 2026.6; do
  python3 -m venv --without-pip "$version"
  python3 -m pip --python "$version/bin/python" install -q --no-compile --disable-pip-version-check vobject==0.9.9 python-dateutil==2.9.0.post0 "pytz==$version"
  "$version/bin/python" read.py "$version" >> seen 2>> messages
done
cat > expected <<'END'
2020.1 Africa/Casablanca 2026-11-29T15:00:00+01:00
2020.1 Office 2026-11-29T15:00:00
2026.6 Africa/Casablanca 2026-11-29T15:00:00+00:00
2026.6 Office 2026-11-29T15:00:00
END
diff -u expected seen
