#!/bin/sh
# Software: ice_cube 0.16.4 (Debian 12, package ruby-ice-cube 0.16.4-3) with Ruby 3.1
# A good guess: a rule that is read with `from_ical` has the dates of RFC 5545: FREQ=MONTHLY from 31 January skips February, and
#   FREQ=YEARLY from 29 February has leap years only.
# What happens: the day is moved to the end of the shorter month: 28 February. COUNT counts these days too.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
apt-get download -q ruby-ice-cube=0.16.4-3 ruby3.1 libruby3.1 libyaml-0-2 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
cat > dates.rb <<'END'
$:.unshift(*Dir["root/usr/lib/ruby/3.1.0"], *Dir["root/usr/lib/*/ruby/3.1.0"], *Dir["root/usr/lib/ruby/vendor_ruby"],
  *Dir["root/usr/share/rubygems-integration/all/gems/*/lib"])
require "ice_cube"
[["20260131T090000Z", "MONTHLY"], ["20240229T090000Z", "YEARLY"]].each do |start, frequency|
  schedule = IceCube::Schedule.from_ical("DTSTART:#{start}\nRRULE:FREQ=#{frequency};COUNT=4")
  puts "#{frequency} " + schedule.all_occurrences.map { |date| date.strftime("%Y-%m-%d") }.join(" ")
end
END
LD_LIBRARY_PATH="$(echo root/usr/lib/*-linux-gnu)" root/usr/bin/ruby3.1 --disable-gems dates.rb > seen
cat > expected <<'END'
MONTHLY 2026-01-31 2026-02-28 2026-03-31 2026-04-30
YEARLY 2024-02-29 2025-02-28 2026-02-28 2027-02-28
END
diff -u expected seen
