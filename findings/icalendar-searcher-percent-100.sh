#!/bin/sh
# Software: icalendar-searcher 1.3.0 with icalendar 7.3.2 (PyPI), which plann and caldav use
# A good guess: `include_completed=False` leaves out a to-do of 100 percent, as it does one with STATUS:COMPLETED or with
#   COMPLETED; several phones write only the percentage.
# What happens: a to-do with PERCENT-COMPLETE:100 and no STATUS counts as open.
# Seen: whether the to-do is found among the open ones; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check icalendar-searcher==1.3.0 icalendar==7.3.2
cat > search.py <<'END'
import icalendar
from icalendar_searcher import Searcher
searcher = Searcher(todo=True, include_completed=False)
for line in ("STATUS:COMPLETED", "COMPLETED:20261101T000000Z", "PERCENT-COMPLETE:100"):
    text = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
{line}
SUMMARY:Done
END:VTODO
END:VCALENDAR
"""
    calendar = icalendar.Calendar.from_ical(text.replace("\n", "\r\n"))
    print(line, "open" if list(searcher.filter([calendar])) else "done")
END
venv/bin/python search.py 2> errors > seen || cat errors
cat > expected <<'END'
STATUS:COMPLETED done
COMPLETED:20261101T000000Z done
PERCENT-COMPLETE:100 open
END
diff -u expected seen
