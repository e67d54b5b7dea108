#!/bin/sh
# Software: gcalcli 4.5.1 with vobject 0.9.9 (PyPI)
# A good guess: `gcalcli import` of an event with RRULE, EXDATE and RDATE sends all three, because Google's field `recurrence`
#   is a list of just these lines.
# What happens: only RRULE is sent. Days that the author excluded come back, and added ones are missing.
# Seen: the field `recurrence` of the request; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check gcalcli==4.5.1 vobject==0.9.9
cat > request.py <<'END'
import io
from gcalcli.ics import get_ics_data
from gcalcli.printer import Printer
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:series@example.org
DTSTAMP:20261101T000000Z
DTSTART:20261201T090000Z
DTEND:20261201T100000Z
RRULE:FREQ=DAILY;COUNT=4
EXDATE:20261203T090000Z
RDATE:20261210T090000Z
SUMMARY:Series
END:VEVENT
END:VCALENDAR
"""
data = get_ics_data(io.StringIO(text), verbose=False, default_tz="Europe/Berlin", printer=Printer())
print(data.events[0].body["recurrence"])
END
venv/bin/python request.py > seen
cat > expected <<'END'
['RRULE:FREQ=DAILY;COUNT=4']
END
diff -u expected seen
