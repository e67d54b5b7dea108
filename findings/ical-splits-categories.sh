#!/bin/sh
# Software: ical 14.3.1 (PyPI)
# A good guess: `CATEGORIES:Work,Home\, garden` is two categories, and is written as it was read.
# What happens: it is three, `Work`, `Home\` and ` garden`, because the line is split before the escapes are read. They are
#   written as three lines with a doubled backslash, so each further round makes them worse.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ical==14.3.1
cat > write.py <<'END'
from ical.calendar_stream import IcsCalendarStream
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
CATEGORIES:Work,Home\\, garden
END:VTODO
END:VCALENDAR
"""
written = IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(text))
print(*(line for line in written.splitlines() if line.startswith("CATEGORIES")), sep="\n")
END
venv/bin/python write.py > seen
cat > expected <<'END'
CATEGORIES:Work
CATEGORIES:Home\\
CATEGORIES: garden
END
diff -u expected seen
