#!/bin/sh
# Software: syncall 1.8.8 (PyPI), which syncs Taskwarrior with CalDAV
# A good guess: PRIORITY 1, 5 and 9 of a to-do become H, M and L in Taskwarrior, as H, M and L become 1, 5 and 9.
# What happens: the reader makes a text of each property, and the table has numbers, so no priority ever arrives. On the way
#   back a task without a priority becomes an empty `PRIORITY:`, which is no integer.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check 'syncall[caldav]==1.8.8' icalendar==5.0.13 setuptools==80.9.0
cat > convert.py <<'END'
import icalendar
from syncall.caldav.caldav_utils import map_ics_to_item
from syncall.tw_caldav_utils import convert_caldav_to_tw, convert_tw_to_caldav
for priority in (1, 5, 9):
    text = f"""BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
STATUS:NEEDS-ACTION
PRIORITY:{priority}
SUMMARY:Call
END:VTODO
"""
    item = map_ics_to_item(icalendar.Todo.from_ical(text.replace("\n", "\r\n")))
    print(priority, convert_caldav_to_tw(item).get("priority"))
task = {"description": "Call", "status": "pending", "uuid": "0"}
print(repr(convert_tw_to_caldav(task)["priority"]))
END
venv/bin/python convert.py > seen
cat > expected <<'END'
1 None
5 None
9 None
''
END
diff -u expected seen
