#!/bin/sh
# Software: Emacs 28.2 (Debian 12, package emacs-nox 1:28.2+1-15+deb12u4), `icalendar-import-buffer`; it has to be installed
# A good guess: FREQ=YEARLY from 29 February 2024 becomes an entry for 29 February of leap years.
# What happens: it becomes an anniversary that begins a year before the event, in 2023, and that the diary shows on 1 March in
#   each other year.
# Seen: the entry, and what the diary has on two days; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
emacs --version 2> /dev/null | grep -q '^GNU Emacs 28.2$' || { echo "needs Emacs 28.2: apt-get install emacs-nox"; exit 2; }
cat > in.ics <<'END'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Test//EN
BEGIN:VEVENT
UID:event@example.org
DTSTAMP:20261101T000000Z
DTSTART;VALUE=DATE:20240229
RRULE:FREQ=YEARLY
SUMMARY:Anniversary
END:VEVENT
END:VCALENDAR
END
TZ=UTC emacs -Q --batch --eval '(progn (require (quote icalendar)) (find-file "in.ics") (icalendar-import-buffer (expand-file-name "diary") t t))' > log 2>&1
cat diary > seen
for day in '2 28 2027' '3 1 2027'; do
  emacs -Q --batch --eval "(progn (require 'diary-lib) (defvar date) (defvar entry) (setq date '($day) entry \"\") (princ (format \"%s %s\\n\" date (if (diary-anniversary 2 29 2023) \"shown\" \"not shown\"))))" 2> log >> seen
done
cat > expected <<'END'
&%%(diary-anniversary 2 29 2023)  Anniversary
(2 28 2027) not shown
(3 1 2027) shown
END
diff -u expected seen
