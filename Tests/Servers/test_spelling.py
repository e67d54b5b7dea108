"""Faults of addresses and of XML."""
import xml.etree.ElementTree as ET

from faulty_tests import CALENDAR, Faulty, path_of


class Spelling(Faulty):
    """Faults of addresses and of XML."""

    def listed(self, *faults, name="a b&å@"):
        answer = self.filled(*faults, names=(name,)).propfind(CALENDAR, "D:getetag", "D:getcontenttype", depth=1)
        return [href for href in answer.responses() if href.rstrip("/") != CALENDAR.rstrip("/")]

    def test_of_hrefs(self):
        for fault, expected in [
                ("lower-hex", "/calendars/ann/tasks/a%20b&%c3%a5@.ics"), ("raw-hrefs", "/calendars/ann/tasks/a b&å@.ics"),
                ("escaped-hrefs", "/calendars/ann/tasks/a%20b%26%C3%A5%40.ics"),
                ("mixed-hrefs", "/calendars/ann/tasks/a%20b&%C3%A5@.ics")]:
            self.assertEqual(self.listed(fault), [expected])
        self.assertIn("%40.ics", self.hrefs(self.client.sync(CALENDAR))[0])
        self.assertTrue(self.listed("hrefs-elsewhere")[0].startswith(self.told["other"]))
        whole = self.filled("absolute-hrefs").propfind(CALENDAR, "D:getetag")
        self.assertEqual(self.hrefs(whole), [self.told["url"] + CALENDAR[1:]])
        self.assertEqual(self.hrefs(self.filled("no-slash").propfind(CALENDAR, "D:getetag")), [CALENDAR[:-1]])

    def test_of_xml_that_is_well_formed(self):
        for fault in ("odd-prefixes", "cdata", "xml-doctype", "xml-utf-16", "xml-latin-1", "xml-huge=1"):
            answer = self.filled(fault, names=("å",)).multiget(CALENDAR, path_of("å"))
            self.assertEqual(len(answer.responses()), 1, fault)
        self.assertGreater(len(self.filled("xml-huge=2").propfind(CALENDAR, "D:getetag").body), 2 << 20)
        texts = self.filled("raw-newlines").multiget(CALENDAR, path_of("a")).responses()[path_of("a")][1]
        self.assertNotIn("\r", texts["calendar-data"].text)
        self.assertIn(b"&i;", self.filled("xml-bomb").propfind(CALENDAR, "D:getetag").body)
        self.assertIn(b"passwd", self.filled("xml-external").propfind(CALENDAR, "D:getetag").body)
        self.assertIn(b"<x><x>", self.filled("xml-deep").propfind(CALENDAR, "D:getetag").body)

    def test_of_xml_that_is_not(self):
        for fault in ("xml-cut", "control-characters", "empty", "page", "json"):
            answer = self.filled(fault).multiget(CALENDAR, path_of("a"))
            self.assertRaises(ET.ParseError, answer.xml)
            self.assertEqual(answer.status, 200 if fault in ("page", "json") else 207)
