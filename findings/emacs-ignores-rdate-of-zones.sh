#!/bin/sh
# Software: Emacs 28.2 (Debian 12, package emacs-nox 1:28.2+1-15+deb12u4), `icalendar-import-buffer`; it has to be installed
# A good guess: the changes of a VTIMEZONE are read whether they are written as RRULE or as RDATE; both are in RFC 5545, and
#   several libraries write RDATE.
# What happens: a VTIMEZONE with RDATE is taken for one without summer time: 09:00 in Berlin in July is 08:00 UTC in place of
#   07:00. With yearly rules it is right.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
emacs --version 2> /dev/null | grep -q '^GNU Emacs 28.2$' || { echo "needs Emacs 28.2: apt-get install emacs-nox"; exit 2; }
for kind in RRULE RDATE; do
  if [ "$kind" = RRULE ]; then
    summer="RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU" winter="RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"
  else
    summer="RDATE:20260329T020000,20270328T020000" winter="RDATE:20261025T030000,20271031T030000"
  fi
  cat > in.ics <<END
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VTIMEZONE
TZID:Home
BEGIN:DAYLIGHT
DTSTART:20250330T020000
$summer
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20251026T030000
$winter
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261101T000000Z
DTSTART;TZID=Home:20260704T090000
DTEND;TZID=Home:20260704T100000
SUMMARY:$kind
END:VEVENT
END:VCALENDAR
END
  TZ=UTC emacs -Q --batch --eval '(progn (require (quote icalendar)) (find-file "in.ics") (icalendar-import-buffer (expand-file-name "diary") t t))' > log 2>&1
done
cat diary > seen
cat > expected <<'END'
&7/4/2026 07:00-08:00 RRULE
&7/4/2026 08:00-09:00 RDATE
END
diff -u expected seen
