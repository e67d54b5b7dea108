#!/bin/sh
# Software: Emacs 28.2 (Debian 12, package emacs-nox 1:28.2+1-15+deb12u4), `icalendar-import-buffer`; it has to be installed
# A good guess: WEEKLY with BYDAY=TU,TH and COUNT=4 becomes a diary entry of four days: 1, 3, 8 and 10 December.
# What happens: COUNT is taken as a number of weeks: the entry lasts until 22 December, which are seven days.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
emacs --version 2> /dev/null | grep -q '^GNU Emacs 28.2$' || { echo "needs Emacs 28.2: apt-get install emacs-nox"; exit 2; }
cat > in.ics <<'END'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:series@example.org
DTSTAMP:20261101T000000Z
DTSTART;VALUE=DATE:20261201
RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4
SUMMARY:Choir
END:VEVENT
END:VCALENDAR
END
TZ=UTC emacs -Q --batch --eval '(progn (require (quote icalendar)) (find-file "in.ics") (icalendar-import-buffer "diary" t t))' > log 2>&1
cat diary > seen
cat > expected <<'END'
&%%(and (memq (calendar-day-of-week date) '(2 4)) (diary-block 12 1 2026 12 22 2026)) Choir
END
diff -u expected seen
