#!/bin/sh
# Software: caldav 3.6.0 (PyPI) with Radicale 3.9.0 (PyPI) on loopback as a server
# A good guess: completing one occurrence of a series of whole days leaves a copy that is completed, and moves the series to
#   its next day: a day stays a day.
# What happens: DTSTART and DUE of the series become times in UTC, counted from the clock at this moment: completed at 20:48:34,
#   the task is due at 20:48:34 from then on, and in some zones on another day.
# Seen: see `expected` below; UTC stands for a date and time in UTC, such as 20261204T204834Z.
set -eu
work=$(mktemp -d); server=; trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check caldav==3.6.0 icalendar==7.3.2 radicale==3.9.0
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
venv/bin/python -m radicale --storage-filesystem-folder "$work/store" --server-hosts "127.0.0.1:$port" --auth-type none > log 2>&1 &
server=$!
cat > complete.py <<'END'
import sys, time, urllib.request, caldav
address = f"http://127.0.0.1:{sys.argv[1]}/"
for _ in range(100):
    try:
        urllib.request.urlopen(address + ".web")
        break
    except OSError:
        time.sleep(0.1)
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:series@example.org
DTSTAMP:20261101T000000Z
DTSTART;VALUE=DATE:20261204
DUE;VALUE=DATE:20261205
RRULE:FREQ=WEEKLY
SUMMARY:Water the plants
END:VTODO
END:VCALENDAR
"""
calendar = caldav.DAVClient(url=address, username="ann", password="x").principal().make_calendar("tasks")
calendar.save_todo(text).complete(handle_rrule=True, rrule_mode="safe")
for to_do in calendar.todos():
    print(*sorted(line for line in to_do.data.splitlines() if line.startswith(("DTSTART", "DUE", "RRULE"))))
END
venv/bin/python complete.py "$port" 2> errors | sed -E 's/:[0-9]{8}T[0-9]{6}Z/:UTC/g' > seen || cat errors log
cat > expected <<'END'
DTSTART:UTC DUE:UTC RRULE:FREQ=WEEKLY
END
diff -u expected seen
