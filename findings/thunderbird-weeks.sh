#!/bin/sh
# Software: ical.js of Thunderbird 153.8.0esr (Debian 12, package thunderbird 1:153.8.0esr-1~deb12u1), run by Node.js 18 or
#   newer; downloads 80 MB
# A good guess: BYWEEKNO=53;BYDAY=MO has the Monday of each 53rd week, in years that have one, and BYSETPOS=1 in a weekly rule
#   takes the first of its days, as RFC 5545, section 3.3.10, says.
# What happens: the first has Mondays of other weeks; the second has both days of each week.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
command -v node > /dev/null || { echo "needs Node.js: apt-get install nodejs"; exit 2; }
apt-get download -q 'thunderbird=1:153.8.0esr-1~deb12u1' > /dev/null 2>&1
dpkg -x thunderbird_*.deb root
cat > unpack.py <<'END'
import zipfile
text = zipfile.ZipFile("root/usr/share/thunderbird/omni.ja").read("modules/calendar/Ical.sys.mjs")
open("ical.mjs", "wb").write(text)
END
python3 unpack.py
cat > dates.mjs <<'END'
import * as module from "./ical.mjs";
const ICAL = module.default ?? module.ICAL;
for (const rule of ["FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1"]) {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString("2026-12-28"));
  console.log(rule, ...Array.from({ length: 5 }, () => iterator.next().toString()));
}
END
node dates.mjs > seen
cat > expected <<'END'
FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO 2027-01-04 2027-01-11 2027-01-18 2027-01-25 2027-02-01
FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1 2026-12-28 2026-12-30 2027-01-04 2027-01-06 2027-01-11
END
diff -u expected seen
