"""Tests of the iCalendar checker: each rule is kept by valid files, and broken by files that break no other rule."""
import contextlib
import datetime
import io
import pathlib
import tempfile
import unittest
import zoneinfo

import check_ics
import rfc5545
from rfc5545 import moments, observances, recurrence
from rfc5545_fixtures import BAD, DUE, GOOD, build, zone


class Rules(unittest.TestCase):
    """The fixtures of every rule."""

    def test_every_rule_has_fixtures(self):
        self.assertEqual(set(BAD), set(rfc5545.RULES))
        self.assertEqual(set(GOOD), set(rfc5545.RULES))

    def test_every_rule_has_a_meaning_and_a_source(self):
        for name, rule in rfc5545.RULES.items():
            with self.subTest(rule=name):
                self.assertTrue(rule.meaning and rule.section)

    def test_base_is_valid(self):
        self.assertEqual(rfc5545.check(build(), feed=True), [])
        self.assertEqual(rfc5545.check(build()), [])

    def test_valid_files_pass(self):
        for name, files in GOOD.items():
            for number, data in enumerate(files):
                with self.subTest(rule=name, fixture=number):
                    self.assertEqual(rfc5545.check(data, feed=rfc5545.RULES[name].feed), [])

    def test_broken_files_break_one_rule(self):
        for name, files in BAD.items():
            for number, data in enumerate(files):
                with self.subTest(rule=name, fixture=number):
                    found = rfc5545.check(data, feed=rfc5545.RULES[name].feed)
                    self.assertEqual({finding.rule for finding in found}, {name}, found)

    def test_feed_rules_hold_in_feeds_alone(self):
        for name in (name for name, rule in rfc5545.RULES.items() if rule.feed):
            for number, data in enumerate(BAD[name]):
                with self.subTest(rule=name, fixture=number):
                    self.assertEqual(rfc5545.check(data), [])


class Places(unittest.TestCase):
    """The places of findings."""

    def place(self, data, **mode):
        """The only finding in a file: its place and the physical line."""
        found = rfc5545.check(data, **mode)
        self.assertEqual(len(found), 1, found)
        return found[0].line, found[0].column, data.split(b"\r\n")[found[0].line - 1].decode()

    def test_column_in_a_value(self):
        _, column, text = self.place(build(("Call Ann", "Call, Ann")))
        self.assertEqual(text[column - 1:], ", Ann")

    def test_column_after_folds(self):
        _, column, text = self.place(build(("Call Ann", "Ca\n ll äö\n ß, Ann")))
        self.assertEqual(text, " ß, Ann")
        self.assertEqual(text[column - 1:], ", Ann")

    def test_column_of_a_bad_octet_after_a_fold(self):
        data = build(("Call Ann", "Ca\n ll Ann")).replace(b"Ann", b"A\xffnn")
        found = rfc5545.check(data)
        self.assertEqual([(finding.rule, finding.column) for finding in found], [("LINE-UTF8", 6)])

    def test_second_value_of_a_list(self):
        _, column, text = self.place(build(series="EXDATE;VALUE=DATE:20270101,20270230"))
        self.assertEqual(text[column - 1:], "20270230")

    def test_component(self):
        line, column, text = self.place(build(("SEQUENCE:0\nSUMMARY:Dentist", "SUMMARY:Dentist")), feed=True)
        self.assertEqual((column, text), (1, "BEGIN:VEVENT"))

    def test_findings_are_in_order(self):
        found = rfc5545.check(build((DUE, "DUE:20261340")) + b"SUMMARY:x\r\n\r\n")
        self.assertEqual(found, sorted(found))

    def test_output_holds_no_control_characters(self):
        for finding in rfc5545.check(build(todo="not\u0085a LINE").replace(b"LINE", b"\x07\xff")):
            self.assertTrue(finding.text("file.ics").isprintable())


class Zones(unittest.TestCase):
    """Compares the evaluation of VTIMEZONEs with the zone database."""

    def zone(self, *parts):
        """A zone of observances given as start, minutes before and after, and rule."""
        table = observances.Zone("test", (1, 1))
        for start, before, after, rule in parts:
            one = observances.Observance(moments.parse_moment(start).wall, before * 60, after * 60)
            if rule:
                one.rules.append(recurrence.parse_rule(rule))
                self.assertTrue(observances.follows(one.rules[0]))
            table.observances.append(one)
        table.expand(2060)
        return table

    def assert_agrees(self, table, name, first, last):
        """Compares a table with the zone database every eleven hours of some years."""
        database = zoneinfo.ZoneInfo(name)
        wall = datetime.datetime(first, 1, 1)
        while wall.year <= last:
            aware = wall.replace(tzinfo=database)
            if aware.utcoffset() == aware.replace(fold=1).utcoffset():
                self.assertEqual(table.offset(wall), aware.utcoffset().total_seconds(), wall)
            wall += datetime.timedelta(hours=11)

    def test_two_rules(self):
        table = self.zone(("19810329T020000", 60, 120, "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
                          ("19961027T030000", 120, 60, "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
        self.assert_agrees(table, "Europe/Berlin", 1997, 2050)

    def test_change_of_rules_with_until(self):
        table = self.zone(
            ("19870405T020000", -300, -240, "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z"),
            ("20070311T020000", -300, -240, "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
            ("19671029T020000", -240, -300, "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z"),
            ("20071104T020000", -240, -300, "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"))
        self.assert_agrees(table, "America/New_York", 1988, 2040)

    def test_day_after_a_day_of_the_month(self):
        table = self.zone(
            ("20070311T020000", -300, -240, "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU"),
            ("20071104T020000", -240, -300, "FREQ=YEARLY;BYMONTH=11;BYDAY=SU;BYMONTHDAY=1,2,3,4,5,6,7"))
        self.assert_agrees(table, "America/New_York", 2008, 2040)

    def test_southern_half(self):
        table = self.zone(("20080406T030000", 660, 600, "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"),
                          ("20081005T020000", 600, 660, "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU"))
        self.assert_agrees(table, "Australia/Sydney", 2009, 2050)

    def test_days_by_number(self):
        days = observances.yearly_days({"FREQ": "YEARLY", "BYYEARDAY": "1,-1"}, datetime.datetime(2000, 1, 1), 2024)
        self.assertEqual(days, [datetime.date(2024, 1, 1), datetime.date(2024, 12, 31)])
        days = observances.yearly_days({"FREQ": "YEARLY", "BYDAY": "10MO"}, datetime.datetime(2000, 1, 1), 2024)
        self.assertEqual(days, [datetime.date(2024, 3, 4)])
        days = observances.yearly_days({"FREQ": "YEARLY"}, datetime.datetime(2000, 2, 29), 2023)
        self.assertEqual(days, [])

    def test_count_counts_the_first(self):
        table = self.zone(("20000101T000000", 0, 60, "FREQ=YEARLY;COUNT=3;INTERVAL=2"))
        self.assertEqual([onset.year for onset in table.onsets()], [2000, 2002, 2004])

    def test_the_edges_of_time_are_no_obstacle(self):
        for value in ("00010101T000000", "99991231T235959"):
            for rule in ("FREQ=YEARLY", "FREQ=YEARLY;UNTIL=99991231T235959Z", "FREQ=YEARLY;COUNT=99999999999999"):
                with self.subTest(value=value, rule=rule):
                    data = build((DUE, "DUE;TZID=America/New_York:" + value), first=zone(
                        "America/New_York", "DTSTART:" + value, "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500",
                        "RRULE:" + rule), event=f"RDATE;VALUE=PERIOD:{value}Z/P9999999999W", series="X-NONE:a")
                    self.assertIn("FEED-X-PROPERTY", {finding.rule for finding in rfc5545.check(data, feed=True)})


class Series(unittest.TestCase):
    """The day that a series certainly reaches."""

    def last(self, rule):
        """The day that a rule from 1 January 2026 certainly reaches."""
        return recurrence.surely_until(recurrence.parse_rule(rule), datetime.datetime(2026, 1, 1), 30)

    def test_without_end(self):
        self.assertEqual(self.last("FREQ=DAILY").year, 2056)

    def test_until(self):
        self.assertEqual(self.last("FREQ=DAILY;UNTIL=20270101").year, 2027)

    def test_count(self):
        self.assertEqual(self.last("FREQ=WEEKLY;COUNT=3;INTERVAL=2"), datetime.datetime(2026, 1, 29))
        self.assertEqual(self.last("FREQ=WEEKLY;COUNT=15;BYDAY=MO,TU"), datetime.datetime(2026, 1, 15))
        self.assertEqual(self.last("FREQ=DAILY;COUNT=9;BYHOUR=1,2,3"), datetime.datetime(2026, 1, 1))
        self.assertEqual(self.last("FREQ=YEARLY;COUNT=999999999").year, 2056)


class CommandLine(unittest.TestCase):
    """The exit status and the output of check_ics.py."""

    def run_on(self, *arguments):
        """The exit status and the standard output of a run."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = check_ics.main(list(arguments))
        return status, output.getvalue()

    def test_statuses(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "a.ics")
            file.write_bytes(build(head="METHOD:PUBLISH"))
            self.assertEqual(self.run_on(str(file)), (0, ""))
            self.assertEqual(self.run_on("--feed", str(file)), (
                1, f"{file}:4:1: FEED-METHOD: the feed has a METHOD (RFC 5546 1.4)\n"))
            self.assertEqual(self.run_on(str(file), "--other")[0], 2)
            self.assertEqual(self.run_on(str(file) + ".gone")[0], 2)
        self.assertEqual(self.run_on()[0], 2)


if __name__ == "__main__":
    unittest.main()
