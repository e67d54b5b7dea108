#!/bin/sh
# Software: Radicale 3.9.0 (PyPI); Xandikos 0.4.10 does the same
# A good guess: a CalDAV server stores the object that a client puts, or changes at most what its vendor needs. A length of
#   24 hours stays PT24H, because RFC 5545 gives P1D another meaning: over a change of the clocks a day has 23 or 25 hours.
# What happens: PT24H comes back as P1D, and an alarm 24 hours before a Monday in March fires an hour later or earlier. A
#   client that compares texts sees a change that nobody made.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); server=; trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check radicale==3.9.0 vobject==0.9.9
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
venv/bin/python -m radicale --storage-filesystem-folder "$work/store" --server-hosts "127.0.0.1:$port" --auth-type none > log 2>&1 &
server=$!
cat > put.py <<'END'
import sys, time, urllib.request
address = f"http://127.0.0.1:{sys.argv[1]}/ann/tasks/"
def ask(method, name="", body=None):
    request = urllib.request.Request(address + name, body and body.encode(), {"Authorization": "Basic YW5uOng="}, method=method)
    return urllib.request.urlopen(request).read().decode()
for _ in range(100):
    try:
        urllib.request.urlopen(address.replace("ann/tasks/", ".web"))
        break
    except OSError:
        time.sleep(0.1)
ask("MKCALENDAR")
text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTODO
UID:to-do@example.org
DTSTAMP:20261101T000000Z
DTSTART:20270328T080000Z
DURATION:PT24H
SUMMARY:Watch
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Watch
TRIGGER:-PT159H
END:VALARM
END:VTODO
END:VCALENDAR
"""
ask("PUT", "a.ics", text.replace("\n", "\r\n"))
print(*(line for line in ask("GET", "a.ics").splitlines() if line.startswith(("DURATION", "TRIGGER"))))
END
venv/bin/python put.py "$port" > seen || cat log
cat > expected <<'END'
DURATION:P1D TRIGGER:-P6DT15H
END
diff -u expected seen
