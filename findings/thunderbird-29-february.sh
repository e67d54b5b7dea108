#!/bin/sh
# Software: ical.js of Thunderbird 153.8.0esr (Debian 12, package thunderbird 1:153.8.0esr-1~deb12u1), run by Node.js 18 or
#   newer; downloads 80 MB
# A good guess: FREQ=YEARLY from 29 February has dates in leap years only, as RFC 5545, section 3.3.10, skips invalid dates.
# What happens: in each other year it has 1 March. With BYMONTH=2;BYMONTHDAY=29 it is right.
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
for (const rule of ["FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"]) {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString("2024-02-29"));
  console.log(rule, ...Array.from({ length: 6 }, () => iterator.next().toString()));
}
END
node dates.mjs > seen
cat > expected <<'END'
FREQ=YEARLY 2024-02-29 2025-03-01 2026-03-01 2027-03-01 2028-02-29 2029-03-01
FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29 2024-02-29 2028-02-29 2032-02-29 2036-02-29 2040-02-29 2044-02-29
END
diff -u expected seen
