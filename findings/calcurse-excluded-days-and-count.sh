#!/bin/sh
# Software: calcurse 4.7.1 (Debian 12, package calcurse 4.7.1-1)
# A good guess: COUNT=4 with one excluded day leaves three days, because RFC 5545 counts the excluded ones too; calcurse has no
#   COUNT of its own, so an import turns it into the right last day.
# What happens: an excluded day makes the series one day longer: 1, 2, 4 and 5 December in place of 1, 2 and 4.
# Seen: the rule without and with an excluded day, as calcurse exports it; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
export HOME="$work" TZ=UTC
apt-get download -q calcurse=4.7.1-1 libncursesw6 libtinfo6 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH="$(echo root/lib/*-linux-gnu):$(echo root/usr/lib/*-linux-gnu)"
for excluded in "" "EXDATE;VALUE=DATE:20261203"; do
  tr '~' '\r' > in.ics <<END
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:series@example.org~
DTSTAMP:20261101T000000Z~
DTSTART;VALUE=DATE:20261201~
RRULE:FREQ=DAILY;COUNT=4~
SUMMARY:Holiday~
${excluded:-COMMENT:nothing excluded}~
END:VEVENT~
END:VCALENDAR~
END
  rm -rf data; mkdir data
  root/usr/bin/calcurse -D data -i in.ics > /dev/null
  root/usr/bin/calcurse -D data -x | grep '^RRULE' >> seen
done
cat > expected <<'END'
RRULE:FREQ=DAILY;UNTIL=20261204
RRULE:FREQ=DAILY;UNTIL=20261205
END
diff -u expected seen
