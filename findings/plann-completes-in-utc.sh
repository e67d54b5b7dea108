#!/bin/sh
# Software: plann 1.3.0 with caldav 3.6.0 and icalendar 7.3.2 (PyPI), and Radicale 3.9.0 (PyPI) on loopback as a server
# A good guess: completing one occurrence of a weekly to-do at 09:00 in Berlin moves it to 09:00 in Berlin a week later.
# What happens: DTSTART and DUE become times in UTC, and the VTIMEZONE stays without a use. After the clocks change, the task is
#   an hour off.
# Seen: see `expected` below; UTC stands for a date and time in UTC.
set -eu
work=$(mktemp -d); server=; trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT; cd "$work"
export HOME="$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check plann==1.3.0 caldav==3.6.0 icalendar==7.3.2 radicale==3.9.0
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
venv/bin/python -m radicale --storage-filesystem-folder "$work/store" --server-hosts "127.0.0.1:$port" --auth-type none > log 2>&1 &
server=$!
cat > put.py <<'END'
import sys, time, urllib.request, caldav
address = f"http://127.0.0.1:{sys.argv[1]}/"
for _ in range(100):
    try:
        urllib.request.urlopen(address + ".web")
        break
    except OSError:
        time.sleep(0.1)
calendar = caldav.DAVClient(url=address, username="ann", password="x").principal().make_calendar("tasks", "tasks")
if sys.argv[2] == "put":
    calendar.save_todo("""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VTODO
UID:series@example.org
DTSTAMP:20261101T000000Z
DTSTART;TZID=Europe/Berlin:20261204T090000
DUE;TZID=Europe/Berlin:20261204T100000
RRULE:FREQ=WEEKLY
SUMMARY:Water the plants
END:VTODO
END:VCALENDAR
""")
END
sed 's/calendar = .*/calendar = caldav.DAVClient(url=address, username="ann", password="x").principal().calendars()[0]/; /^if/,$d' put.py > get.py
cat >> get.py <<'END'
for to_do in calendar.todos():
    lines = to_do.data.split("BEGIN:VTODO")[1].splitlines()
    print(*sorted(line for line in lines if line.startswith(("DTSTART", "DUE", "RRULE"))))
END
venv/bin/python put.py "$port" put 2> errors || cat errors
venv/bin/plann --skip-config --caldav-url "http://127.0.0.1:$port/" --caldav-user ann --caldav-password x --calendar-name tasks select --todo --uid series@example.org complete > said 2>&1 || cat said
venv/bin/python get.py "$port" 2> errors | sed -E 's/:[0-9]{8}T[0-9]{6}Z/:UTC/g' > seen || cat errors
cat > expected <<'END'
DTSTART:UTC DUE:UTC RRULE:FREQ=WEEKLY
END
diff -u expected seen
