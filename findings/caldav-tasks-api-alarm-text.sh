#!/bin/sh
# Software: caldav-tasks-api 1.8.1 (PyPI)
# A good guess: a to-do that is read and written again keeps its DESCRIPTION; what the library does not know, such as an alarm,
#   may be lost.
# What happens: the DESCRIPTION of the alarm is written as that of the to-do, so the notes are replaced by the alarm's text.
#   The zone of the due time and all CATEGORIES lines but the last are lost too.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
export XDG_STATE_HOME="$work" HOME="$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check caldav-tasks-api==1.8.1 icalendar==7.3.2
cat > rewrite.py <<'END'
from caldav_tasks_api.utils.data import TaskData
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
SUMMARY:Call
DESCRIPTION:Ask for the figures
DUE;TZID=America/New_York:20261204T090000
CATEGORIES:Work
CATEGORIES:Phone
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Reminder
TRIGGER:-PT15M
END:VALARM
END:VTODO
END:VCALENDAR
"""
written = TaskData.from_ical(text, "list").to_ical()
print(*sorted(line for line in written.splitlines() if line.startswith(("DESCRIPTION", "DUE", "CATEGORIES"))), sep="\n")
END
venv/bin/python rewrite.py 2> errors > seen || cat errors
cat > expected <<'END'
CATEGORIES:Phone
DESCRIPTION:Reminder
DUE:20261204T090000
END
diff -u expected seen
