#!/bin/sh
# Software: ical2html 3.0 (Debian 12, package ical2html 3.0-1) with libical 3.0.16
# A good guess: a program that uses libical leaves out the days that EXDATE excludes.
# What happens: it shows them: a series of four days without the third has four entries.
# Seen: the number of days with the event; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
apt-get download -q ical2html=3.0-1 libical3=3.0.16-1+b1 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
tr '~' '\r' > in.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:series@example.org~
DTSTAMP:20261101T000000Z~
DTSTART;VALUE=DATE:20261201~
RRULE:FREQ=DAILY;COUNT=4~
EXDATE;VALUE=DATE:20261203~
SUMMARY:Holiday~
END:VEVENT~
END:VCALENDAR~
END
LD_LIBRARY_PATH=$(echo root/usr/lib/*) root/usr/bin/ical2html 20261201 P7D in.ics | grep -o Holiday | wc -l > seen
cat > expected <<'END'
4
END
diff -u expected seen
