#!/bin/sh
# Software: ics 0.7.3 (PyPI, April 2026)
# A good guess: a to-do that is due on a day is written as due on this day, as an all-day event is.
# What happens: it is written as due at midnight in UTC, which is the evening before in America and one or two o'clock in Europe.
#   An all-day event stays a day.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ics==0.7.3 arrow==1.4.0
cat > rewrite.py <<'END'
import ics
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
DUE;VALUE=DATE:20261204
SUMMARY:Report
END:VTODO
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261101T000000Z
DTSTART;VALUE=DATE:20261204
DTEND;VALUE=DATE:20261205
SUMMARY:Holiday
END:VEVENT
END:VCALENDAR
"""
written = ics.Calendar(text).serialize()
print(*sorted(line for line in written.splitlines() if line.startswith(("DTSTART", "DUE"))), sep="\n")
END
venv/bin/python rewrite.py > seen
cat > expected <<'END'
DTSTART;VALUE=DATE:20261204
DUE:20261204T000000Z
END
diff -u expected seen
