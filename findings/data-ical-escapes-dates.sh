#!/bin/sh
# Software: Data::ICal 0.24 (Debian 12, package libdata-ical-perl 0.24+dfsg-2)
# A good guess: a list of dates, `EXDATE:20261207T090000Z,20261208T090000Z`, is written as it was read; only texts have escapes.
# What happens: the comma gets a backslash, in EXDATE, CATEGORIES and URL alike. Readers find one broken date in place of two,
#   one category in place of two, and a link that leads elsewhere.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
apt-get download -q libdata-ical-perl=0.24+dfsg-2 libtext-vfile-asdata-perl libclass-accessor-perl libclass-accessor-chained-perl libclass-returnvalue-perl libdevel-stacktrace-perl > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
cat > write.pl <<'END'
use Data::ICal;
my $text = join "\r\n", "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Test//EN", "BEGIN:VEVENT", "UID:series\@example.org",
  "DTSTAMP:20261101T000000Z", "DTSTART:20261206T090000Z", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20261207T090000Z,20261208T090000Z",
  "CATEGORIES:Work,Home", "URL:https://example.org/a,b", "SUMMARY:Series", "END:VEVENT", "END:VCALENDAR", "";
print Data::ICal->new(data => $text)->as_string;
END
perl -Iroot/usr/share/perl5 write.pl | tr -d '\r' | grep -E '^(EXDATE|RRULE|CATEGORIES|URL)' > seen
cat > expected <<'END'
CATEGORIES:Work\,Home
EXDATE:20261207T090000Z\,20261208T090000Z
RRULE:FREQ=DAILY;COUNT=4
URL:https://example.org/a\,b
END
diff -u expected seen
