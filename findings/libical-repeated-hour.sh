#!/bin/sh
# Software: libical 3.0.16 (Debian 12, package libical3 3.0.16-1+b1), which GNOME, KDE and Cyrus use; ical.js of Thunderbird 153.8
#   does the same
# A good guess: a time that clocks show twice is the first of both, as RFC 5545, section 3.3.5, says; 02:30 on 25 October 2026 in
#   Berlin is 00:30 UTC.
# What happens: it is the second, 01:30 UTC. The times around it are right.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
cat > read.py <<'END'
import ctypes, datetime

class Time(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in
                "year month day hour minute second is_date is_daylight".split()] + [("zone", ctypes.c_void_p)]

lib = ctypes.CDLL("libical.so.3")
for name in ("icalcomponent_new_from_string", "icaltimezone_new"):
    getattr(lib, name).restype = ctypes.c_void_p
lib.icalcomponent_new_from_string.argtypes = [ctypes.c_char_p]
lib.icaltimezone_set_component.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
lib.icaltime_from_string.restype = Time
lib.icaltime_from_string.argtypes = [ctypes.c_char_p]
lib.icaltime_as_timet_with_zone.restype = ctypes.c_long
lib.icaltime_as_timet_with_zone.argtypes = [Time, ctypes.c_void_p]
BLOCK = b"""BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:19810329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
"""
zone = lib.icaltimezone_new()
lib.icaltimezone_set_component(zone, lib.icalcomponent_new_from_string(BLOCK))
for time in ("20261025T013000", "20261025T023000", "20261025T033000"):
    seconds = lib.icaltime_as_timet_with_zone(lib.icaltime_from_string(time.encode()), zone)
    print(time, datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%H:%M UTC"))
END
python3 read.py > seen
cat > expected <<'END'
20261025T013000 23:30 UTC
20261025T023000 01:30 UTC
20261025T033000 02:30 UTC
END
diff -u expected seen
