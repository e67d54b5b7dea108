#!/usr/bin/env python3
"""What real clients send, and what went wrong with it on other servers: raw requests to a running `duecal serve`.

Usage: wire.py [-v] [NAME]...     (DUECAL_NET is the path of duecal-net; served.py and asking.py are on PYTHONPATH)

The numbers name reports of other projects, of 2025 and 2026.
"""
import base64
import concurrent.futures
import itertools
import os
import re
import shutil
import socket
import time
import unittest
import urllib.parse
import xml.etree.ElementTree as ET

from asking import DECLARED, SPACES, Client
from served import HOST, PASSWORD, USER, Served, changed_lines

DAV, CALDAV, CS, APPLE = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}", "{http://calendarserver.org/ns/}", "{http://apple.com/ns/ical/}"
HOME = """Home:
	- Call Ann @due(2026-12-03 15:00) @remind(15m) @phone
		about the sink
	- Water the plants @due(2026-12-05)
	- Pay rent @due(2026-12-04) @repeat(monthly)
	- Read the lease
	- Dentist @due(2026-12-04 09:00 - 09:30)
"""
WORK = "Work:\n\t- Write the report @due(2026-12-09)\n"


def todo(uid, *lines, title="Water the plants", stamp=True):
    """The text of a to-do; without a title it has none."""
    return calendar("BEGIN:VTODO", *([f"UID:{uid}"] if uid else []), *(["DTSTAMP:20261120T000000Z"] if stamp else []),
                    *([f"SUMMARY:{title}"] if title else []), *lines, "END:VTODO")


def event(uid, *lines, title="Dentist"):
    return calendar("BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20261120T000000Z", f"SUMMARY:{title}", *lines, "END:VEVENT")


def calendar(*lines):
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN", *lines, "END:VCALENDAR", ""])


def propstats(response):
    """The properties of a response by status, each as a list of elements."""
    found = {}
    for part in response.findall("D:propstat", SPACES):
        status = int(part.findtext("D:status", "", SPACES).split()[1])
        found.setdefault(status, []).extend(part.find("D:prop", SPACES))
    return found


def prop(names):
    """The element `prop` with names such as `{DAV:}owner`."""
    return "<D:prop>" + "".join('<x:{1} xmlns:x="{0}"/>'.format(*name[1:].split("}")) for name in names) + "</D:prop>"


class Wire(unittest.TestCase):
    """One server for the tests of a class, over task files unless `store` says otherwise."""
    store, options, files = None, (), {"home.taskpaper": HOME, "work.taskpaper": WORK}

    @classmethod
    def setUpClass(cls):
        cls.served = Served(cls.files if cls.store is None else None, store=cls.store, options=cls.options)
        cls.client = cls.served.client()
        cls.lists = cls.served.lists()
        cls.tasks = cls.lists.get(("home", "VTODO"))
        cls.numbers = itertools.count(1)

    @classmethod
    def tearDownClass(cls):
        cls.client.connection.close()
        cls.served.close()

    def ask(self, method, path, body=b"", **headers):
        answer = self.client.ask(method, path, body, **headers)
        self.assertNotIn("transfer-encoding", answer.headers, f"{method} {path} is answered in chunks")
        if answer.status not in (204, 304):
            self.assertIn("content-length", answer.headers, f"{method} {path}")
        return answer

    def xml(self, method, path, root, content, status=207, **headers):
        body = f'<?xml version="1.0"?><{root} {DECLARED}>{content}</{root}>'
        answer = self.ask(method, path, body, Content_Type="application/xml; charset=utf-8", **headers)
        self.assertEqual(answer.status, status, answer.body[:500])
        return answer

    def find(self, path, *names, depth=0, status=207, **headers):
        return self.xml("PROPFIND", path, "D:propfind", prop(names), status, Depth=depth, **headers)

    def values(self, path, *names, **headers):
        """The properties that one resource has, by name."""
        response = self.find(path, *names, **headers).xml().find("D:response", SPACES)
        return {element.tag: element for element in propstats(response).get(200, [])}

    def report(self, path, root, content, status=207, **headers): return self.xml("REPORT", path, root, content, status, **headers)

    def query(self, path, filters, names="<D:getetag/>", status=207, **headers):
        """The hrefs that a query finds."""
        answer = self.report(path, "C:calendar-query", f"<D:prop>{names}</D:prop><C:filter>{filters}</C:filter>", status,
                             **{"Depth": 1, **headers})
        return answer

    def found(self, path, inside, kind="VTODO"):
        """The names of the items that a filter of a component finds."""
        answer = self.query(path, f'<C:comp-filter name="VCALENDAR"><C:comp-filter name="{kind}">{inside}</C:comp-filter></C:comp-filter>')
        return {href.rpartition("/")[2] for href in answer.responses()}

    def sync(self, path, token="", more="", status=207, level="<D:sync-level>1</D:sync-level>", **headers):
        return self.report(path, "D:sync-collection",
                           f"<D:sync-token>{token}</D:sync-token>{level}{more}<D:prop><D:getetag/></D:prop>", status, **headers)

    def token(self, path): return self.sync(path).xml().findtext("D:sync-token", None, SPACES)

    def put(self, path, text, status=201, **headers):
        answer = self.ask("PUT", path, text, Content_Type="text/calendar; charset=utf-8", **headers)
        if status:
            self.assertEqual(answer.status, status, answer.body[:500])
        return answer

    def condition(self, answer):
        """The name of the condition in an error."""
        return answer.xml()[0].tag if answer.body else None

    def made(self, kinds=None, **options):
        """A new list, as python-caldav makes one."""
        path = f"{self.served.home}list-{next(self.numbers)}/"
        comps = "".join(f'<C:comp name="{kind}"/>' for kind in kinds or ())
        inside = f"<C:supported-calendar-component-set>{comps}</C:supported-calendar-component-set>" if kinds else ""
        self.xml("MKCALENDAR", path, "C:mkcalendar", f"<D:set><D:prop><D:displayname>{path[-8:-1]}</D:displayname>{inside}</D:prop></D:set>",
                 201, **options)
        return path

    def items(self, path):
        """The names of the items of a list."""
        return {href.rpartition("/")[2] for href in self.find(path, DAV + "getetag", depth=1).responses()} - {""}

    def hrefs(self, path): return [path + name for name in sorted(self.items(path))]

    def text(self, href): return self.ask("GET", href).body.decode()

    def titled(self, path, title):
        """The path of an item with a title."""
        return next(href for href in self.hrefs(path) if f"SUMMARY:{title}\r\n" in self.text(href))


class Discovery(Wire):
    def test_the_well_known_address_leads_to_the_root_without_a_password(self):
        for method in ("PROPFIND", "GET", "OPTIONS"):
            answer = Client(self.served.url).ask(method, "/.well-known/caldav")
            if method != "OPTIONS":
                self.assertIn(answer.status, (301, 302, 307, 308))
                self.assertEqual(urllib.parse.urlsplit(answer.headers["location"]).path, "/")

    def test_every_path_on_the_way_answers_principal_and_principal_url__stalwart_1786(self):
        principal = f"/{urllib.parse.quote(USER, safe='')}/"
        for path in ("/", principal, self.served.home):
            values = self.values(path, DAV + "current-user-principal", DAV + "principal-URL", DAV + "resourcetype")
            for name in ("current-user-principal", "principal-URL"):
                self.assertEqual(values[DAV + name].findtext("D:href", None, SPACES), principal, path)

    def test_the_home_is_exactly_one_also_asked_of_its_parents__stalwart_1796_vikunja_2417(self):
        for path in ("/", f"/{urllib.parse.quote(USER, safe='')}/", self.served.home):
            homes = self.values(path, CALDAV + "calendar-home-set")[CALDAV + "calendar-home-set"]
            self.assertEqual([one.text for one in homes], [self.served.home], path)

    def test_a_path_without_the_slash_at_its_end_is_the_same__aerion_363(self):
        for path in (f"/{urllib.parse.quote(USER, safe='')}", self.served.home[:-1], self.tasks[:-1]):
            answer = self.find(path, DAV + "resourcetype", DAV + "displayname")
            self.assertIn(next(iter(answer.responses())), (path, path + "/"))

    def test_a_wrong_password_is_401_with_a_challenge_and_never_403(self):
        for user, password in ((USER, "wrong"), ("nobody", PASSWORD), ("", ""), (USER, "")):
            for path in ("/", self.served.home, self.tasks, "/somebody/calendars/", "/nothing/at/all"):
                answer = Client(self.served.url, user, password).propfind(path, "D:displayname")
                self.assertEqual(answer.status, 401, (user, path))
                self.assertTrue(answer.headers["www-authenticate"].startswith("Basic"))
        for header in ("Basic", "Basic !!!", "Bearer abc", "Digest username=\"x\"", "Basic " + base64.b64encode(b"nocolon").decode()):
            self.assertEqual(Client(self.served.url).ask("PROPFIND", "/", Authorization=header).status, 401, header)
        self.assertEqual(self.served.client().propfind("/", "D:displayname").status, 207)

    def test_options_offers_calendars_but_no_scheduling(self):
        for path in ("/", f"/{urllib.parse.quote(USER, safe='')}/", self.served.home, self.tasks):
            for client in (Client(self.served.url), self.client):
                answer = client.ask("OPTIONS", path)
                self.assertEqual(answer.status, 200)
                offered = {word.strip() for word in answer.headers["dav"].split(",")}
                self.assertLessEqual({"1", "calendar-access"}, offered)
                self.assertFalse({word for word in offered if "schedul" in word or word == "2" or word == "addressbook"})
                self.assertLessEqual({"PROPFIND", "REPORT", "PUT", "DELETE", "GET", "MKCALENDAR", "MOVE", "PROPPATCH"},
                                     {word.strip() for word in answer.headers["allow"].split(",")})

    def test_an_origin_equal_to_the_host_is_served(self):
        self.find("/", DAV + "current-user-principal", Origin=self.served.url.rstrip("/"))

    def test_prefer_minimal_spoils_nothing(self):
        values = self.values(self.tasks, DAV + "displayname", DAV + "nothing", Prefer="return=minimal")
        self.assertEqual(values[DAV + "displayname"].text, "home")

    def test_a_first_list_for_tasks_exists__forwardemail_325(self):
        self.assertIn(("home", "VTODO"), self.lists)

    def test_paths_of_another_person_are_404(self):
        for path in ("/bob/", "/bob/calendars/", "/bob/calendars/home/"):
            self.assertEqual(self.client.propfind(path, "D:displayname").status, 404)


class Prefixed(Wire):
    options = ("--prefix", "/tasks")

    @classmethod
    def setUpClass(cls):
        cls.served = Served(cls.files, options=cls.options)
        cls.client = cls.served.client()

    def test_below_a_prefix_every_href_has_it(self):
        for path in ("/tasks", "/tasks/"):
            found = self.values(path, DAV + "current-user-principal")[DAV + "current-user-principal"][0].text
            self.assertTrue(found.startswith("/tasks/"), found)
        home = self.values(found, CALDAV + "calendar-home-set")[CALDAV + "calendar-home-set"][0].text
        hrefs = list(self.find(home, DAV + "resourcetype", depth=1).responses())
        self.assertTrue(all(href.startswith("/tasks/") for href in hrefs), hrefs)
        self.assertGreaterEqual(len(hrefs), 3)

    def test_the_well_known_address_leads_below_the_prefix(self):
        for path in ("/.well-known/caldav", "/tasks/.well-known/caldav"):
            self.assertEqual(Client(self.served.url).ask("PROPFIND", path).headers["location"], "/tasks/")


# What iOS 26 asks: of the server, of the person, and of the home.
ASKED_FIRST = [DAV + name for name in ("current-user-principal", "principal-URL", "resourcetype")]
ASKED_OF_PERSON = (
    [CALDAV + name for name in ("calendar-home-set", "calendar-user-address-set", "schedule-inbox-URL", "schedule-outbox-URL")]
    + [CS + name for name in ("dropbox-home-URL", "email-address-set", "notification-URL")]
    + [DAV + name for name in ("current-user-principal", "displayname", "principal-collection-set", "principal-URL", "resource-id",
                               "supported-report-set", "resourcetype")])
ASKED_OF_HOME = (
    [DAV + name for name in ("add-member", "current-user-privilege-set", "displayname", "owner", "quota-available-bytes",
                             "quota-used-bytes", "resource-id", "resourcetype", "supported-report-set", "sync-token")]
    + [CALDAV + name for name in ("calendar-alarms", "calendar-description", "calendar-free-busy-set", "calendar-timezone",
                                  "default-alarm-vevent-date", "default-alarm-vevent-datetime", "max-attendees-per-instance",
                                  "schedule-calendar-transp", "schedule-default-calendar-URL", "supported-calendar-component-set",
                                  "supported-calendar-component-sets")]
    + [CS + name for name in ("allowed-sharing-modes", "getctag", "invite", "pre-publish-url", "publish-url", "push-transports",
                              "pushkey", "source", "subscribed-strip-alarms", "subscribed-strip-attachments",
                              "subscribed-strip-todos")]
    + [APPLE + name for name in ("autoprovisioned", "calendar-color", "calendar-order", "language-code", "location-code",
                                 "refreshrate")])
IOS_LIST = """<x0:mkcalendar xmlns:x1="DAV:" xmlns:x0="urn:ietf:params:xml:ns:caldav" xmlns:x2="http://apple.com/ns/ical/"><x1:set><x1:prop>
<x1:displayname>The King</x1:displayname><x2:calendar-color symbolic-color="custom">#FF2968FF</x2:calendar-color>
<x2:calendar-order>3</x2:calendar-order><x0:supported-calendar-component-set><x0:comp name="VTODO"/></x0:supported-calendar-component-set>
<x0:calendar-timezone>BEGIN:VCALENDAR&#13;
VERSION:2.0&#13;
PRODID:-//Apple Inc.//iOS 26.5//EN&#13;
BEGIN:VTIMEZONE&#13;
TZID:Europe/Berlin&#13;
BEGIN:STANDARD&#13;
DTSTART:19961027T030000&#13;
TZOFFSETFROM:+0200&#13;
TZOFFSETTO:+0100&#13;
END:STANDARD&#13;
END:VTIMEZONE&#13;
END:VCALENDAR&#13;
</x0:calendar-timezone><x0:schedule-calendar-transp><x0:opaque/></x0:schedule-calendar-transp></x1:prop></x1:set></x0:mkcalendar>"""


class Apple(Wire):
    """The requests that Apple's programs send, in their order, property by property."""
    user = f"/{urllib.parse.quote(USER, safe='')}/"

    def asked(self, path, names, depth=0):
        """Every property that was asked for is in a 200 or a 404, once; the first href is the path of the request."""
        answer = self.find(path, *names, depth=depth)
        responses = answer.xml().findall("D:response", SPACES)
        self.assertEqual(responses[0].findtext("D:href", None, SPACES), path)
        for response in responses:
            href = response.findtext("D:href", None, SPACES)
            self.assertNotIn("@", href)
            found = propstats(response)
            self.assertLessEqual(set(found), {200, 404})
            told = [element.tag for part in found.values() for element in part]
            self.assertEqual(sorted(told), sorted(names), href)
        return responses

    def test_the_search_for_the_account(self):
        self.assertEqual(self.ask("PROPFIND", "/.well-known/caldav").headers["location"], "/")
        self.asked("/", ASKED_FIRST)
        for _ in range(2):
            self.assertIn("calendar-access", self.ask("OPTIONS", self.user).headers["dav"])
        self.asked(self.user, ASKED_OF_PERSON)

    def test_the_person_has_reports_and_an_address_but_no_inbox(self):
        found = {element.tag: element for element in propstats(self.asked(self.user, ASKED_OF_PERSON)[0])[200]}
        self.assertIn(CALDAV + "calendar-home-set", found)
        self.assertNotIn(CALDAV + "schedule-inbox-URL", found)
        self.assertNotIn(CALDAV + "schedule-outbox-URL", found)
        reports = {element.tag for element in found[DAV + "supported-report-set"].iter()}
        self.assertLessEqual({DAV + "expand-property", DAV + "principal-search-property-set"}, reports)

    def test_the_home_with_thirty_eight_properties(self):
        self.assertEqual(len(ASKED_OF_HOME), 38)
        responses = self.asked(self.served.home, ASKED_OF_HOME, depth=1)
        for response in responses[1:]:
            found = {element.tag for element in propstats(response)[200]}
            self.assertLessEqual({DAV + "displayname", DAV + "current-user-privilege-set", DAV + "resourcetype", DAV + "sync-token",
                                  CS + "getctag", DAV + "supported-report-set", CALDAV + "supported-calendar-component-set"}, found)

    def test_a_list_that_ios_makes_keeps_all_that_was_set__rustical_199_stalwart_1611(self):
        path = self.served.home + "0F3C9F6E-2B1D-4C5A-9E7F-8A1B2C3D4E5F/"
        answer = self.ask("MKCALENDAR", path, IOS_LIST, Content_Type="text/xml")
        self.assertEqual(answer.status, 201, answer.body)
        found = self.values(path, *ASKED_OF_HOME, CALDAV + "calendar-timezone")
        self.assertEqual(found[DAV + "displayname"].text, "The King")
        color = found[APPLE + "calendar-color"]
        self.assertEqual((color.text, color.get("symbolic-color")), ("#FF2968FF", "custom"))
        self.assertEqual(found[APPLE + "calendar-order"].text, "3")
        self.assertEqual([one.get("name") for one in found[CALDAV + "supported-calendar-component-set"]], ["VTODO"])
        self.assertIn("TZID:Europe/Berlin", found[CALDAV + "calendar-timezone"].text)
        self.assertIsNotNone(found[CALDAV + "schedule-calendar-transp"].find("C:opaque", SPACES))
        self.assertIn(path, self.find(self.served.home, DAV + "displayname", depth=1).responses())

    def test_another_colour_replaces_the_first_with_its_attribute__stalwart_1611(self):
        path = self.made(["VTODO"])
        for color, name in (("#1BADF8FF", "blue"), ("#FF2968FF", "custom")):
            self.xml("PROPPATCH", path, "D:propertyupdate", '<D:set><D:prop><A:calendar-color xmlns:A="http://apple.com/ns/ical/" '
                     f'symbolic-color="{name}">{color}</A:calendar-color></D:prop></D:set>')
            response = self.find(path, APPLE + "calendar-color").xml().find("D:response", SPACES)
            colors = propstats(response)[200]
            self.assertEqual([(one.text, one.get("symbolic-color")) for one in colors], [(color, name)])

    def test_a_poll_and_a_new_reminder_in_two_steps(self):
        path = self.made(["VTODO"])
        self.values(path, CS + "getctag", DAV + "sync-token")
        self.find(path, DAV + "getcontenttype", DAV + "getetag", depth=1)
        token, href = self.token(path), path + "5A0A1C62-0000-4000-8000-000000000001.ics"
        first = todo("5A0A1C62-0000-4000-8000-000000000001", "CREATED:20261130T100000Z", title="New reminder")
        self.put(href, first, If_None_Match="*")
        self.assertEqual(self.put(href, first, None, If_None_Match="*").status, 412)
        etag = self.ask("GET", href).headers["etag"]
        self.put(href, first.replace("END:VTODO", "DUE;TZID=Europe/Berlin:20261212T090000\r\nEND:VTODO"), 204, If_Match=etag)
        self.assertEqual(self.put(href, first, None, If_Match=etag).status, 412)
        told = self.sync(path, token).responses()
        self.assertEqual({name: status for name, (status, _) in told.items()}, {href: 200})
        name = next(one for one in self.served.notes.iterdir() if "New reminder" in one.read_text())
        self.assertEqual(name.read_text().count("New reminder"), 1)
        self.assertIn("- New reminder @due(2026-12-12 09:00)", name.read_text())
        self.assertEqual(self.ask("DELETE", href).status, 204)
        self.assertEqual({name: status for name, (status, _) in self.sync(path, token).responses().items()}, {href: 404})

    def test_a_finished_occurrence_is_a_done_copy_and_a_series_moved_on(self):
        href = self.titled(self.tasks, "Pay rent")
        before, text = self.served.text(), self.text(href)
        done = re.sub(r"(?m)^(UID:.*|RRULE:.*|SEQUENCE:.*)\r\n", "", text)
        done = done.replace("BEGIN:VTODO\r\n", "BEGIN:VTODO\r\nUID:5A0A1C62-0000-4000-8000-00000000000D\r\nSTATUS:COMPLETED\r\n"
                            "PERCENT-COMPLETE:100\r\nCOMPLETED:20261203T080000Z\r\n")
        self.put(self.tasks + "5A0A1C62-0000-4000-8000-00000000000D.ics", done, If_None_Match="*")
        self.put(href, text.replace("20261204", "20270104"), 204, If_Match=self.ask("GET", href).headers["etag"])
        found = changed_lines(before, self.served.text())
        self.assertEqual(sorted((sign, line.strip()) for sign, line in found), [
            ("+", "- Pay rent @due(2026-12-04) @done(2026-12-03 09:00)"), ("+", "- Pay rent @due(2027-01-04) @repeat(monthly)"),
            ("-", "- Pay rent @due(2026-12-04) @repeat(monthly)")])

    def test_default_alarms_of_the_home_spoil_nothing(self):
        answer = self.ask("PROPPATCH", self.served.home, f'<D:propertyupdate {DECLARED}><D:set><D:prop><C:default-alarm-vevent-date>x'
                          '</C:default-alarm-vevent-date></D:prop></D:set></D:propertyupdate>', Content_Type="text/xml")
        self.assertEqual(answer.status, 207)

    def test_expand_property_expands_the_hrefs(self):
        answer = self.report(self.user, "D:expand-property",
                             '<D:property name="current-user-principal"><D:property name="displayname"/>'
                             '<D:property name="calendar-home-set" namespace="urn:ietf:params:xml:ns:caldav"/></D:property>'
                             '<D:property name="calendar-proxy-read-for" namespace="http://calendarserver.org/ns/">'
                             '<D:property name="displayname"/></D:property>')
        response = answer.xml().find("D:response", SPACES)
        found = propstats(response)
        principal = next(element for element in found[200] if element.tag == DAV + "current-user-principal")
        inner = principal.find("D:response", SPACES)
        self.assertIsNotNone(inner, ET.tostring(principal))
        self.assertEqual(inner.findtext("D:href", None, SPACES), self.user)
        self.assertEqual({element.tag for element in propstats(inner)[200]}, {DAV + "displayname", CALDAV + "calendar-home-set"})
        self.assertEqual([element.tag for element in found[404]], [CS + "calendar-proxy-read-for"])

    def test_searches_for_people_are_answered(self):
        answer = self.ask("REPORT", "/", f"<D:principal-search-property-set {DECLARED}/>")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.xml().tag, DAV + "principal-search-property-set")
        for wanted, count in (("alice", 1), ("nobody at all", 0)):
            answer = self.report("/", "D:principal-property-search", "<D:property-search><D:prop><D:displayname/></D:prop>"
                                 f"<D:match>{wanted}</D:match></D:property-search><D:prop><D:displayname/></D:prop>", Depth=0)
            self.assertEqual(len(answer.xml().findall("D:response", SPACES)), count)


class Properties(Wire):
    def test_properties_of_other_namespaces_are_missing_in_their_own(self):
        names = ["{http://example.com/ns}odd", "{urn:x:y}odd", DAV + "odd", "{DAV:}lockdiscovery"]
        for path in ("/", self.served.home, self.tasks, self.hrefs(self.tasks)[0]):
            response = self.find(path, *names).xml().find("D:response", SPACES)
            self.assertEqual(sorted(element.tag for element in propstats(response)[404]), sorted(names))

    def test_privileges_are_listed_one_by_one__mailspring_127(self):
        found = self.values(self.tasks, DAV + "current-user-privilege-set")[DAV + "current-user-privilege-set"]
        names = {element[0].tag for element in found}
        self.assertLessEqual({DAV + name for name in ("read", "write", "write-content", "write-properties", "bind", "unbind")}, names)

    def test_the_list_of_reports_has_all_three(self):
        found = self.values(self.tasks, DAV + "supported-report-set")[DAV + "supported-report-set"]
        self.assertLessEqual({DAV + "sync-collection", CALDAV + "calendar-query", CALDAV + "calendar-multiget"},
                             {element.tag for element in found.iter()})

    def test_a_task_file_is_a_list_of_each_kind_that_it_has(self):
        self.assertEqual({key for key in self.lists if key[0] == "home"}, {("home", "VTODO"), ("home", "VEVENT")})
        self.assertNotEqual(self.lists["home", "VTODO"], self.lists["home", "VEVENT"])

    def test_component_sets_return_as_they_were_set__forwardemail_325(self):
        for kinds in (["VTODO"], ["VEVENT"], ["VEVENT", "VTODO"]):
            path = self.made(kinds)
            found = self.values(path, CALDAV + "supported-calendar-component-set")[CALDAV + "supported-calendar-component-set"]
            self.assertEqual(sorted(one.get("name") for one in found), kinds)

    def test_a_list_without_a_set_takes_every_kind(self):
        path = self.made()
        found = self.values(path, CALDAV + "supported-calendar-component-set")[CALDAV + "supported-calendar-component-set"]
        self.assertLessEqual({"VEVENT", "VTODO"}, {one.get("name") for one in found})
        self.put(path + "t.ics", todo("mixed-t"))
        self.put(path + "e.ics", event("mixed-e", "DTSTART:20261204T080000Z", "DTEND:20261204T090000Z"))

    def test_a_list_refuses_what_it_does_not_take__davx5_2669(self):
        path = self.made(["VTODO"])
        answer = self.put(path + "e.ics", event("e", "DTSTART:20261204T080000Z", "DTEND:20261204T090000Z"), 403)
        self.assertEqual(self.condition(answer), CALDAV + "supported-calendar-component")
        self.assertEqual(self.items(path), set())

    def test_a_property_can_be_removed(self):
        path = self.made(["VTODO"])
        self.xml("PROPPATCH", path, "D:propertyupdate", '<D:set><D:prop><A:calendar-color xmlns:A="http://apple.com/ns/ical/">#1BADF8FF'
                 '</A:calendar-color><A:calendar-order xmlns:A="http://apple.com/ns/ical/">2</A:calendar-order></D:prop></D:set>')
        self.assertIn(APPLE + "calendar-color", self.values(path, APPLE + "calendar-color"))
        answer = self.xml("PROPPATCH", path, "D:propertyupdate", '<D:remove><D:prop><A:calendar-color xmlns:A="http://apple.com/ns/ical/"/>'
                          '<A:calendar-order xmlns:A="http://apple.com/ns/ical/"/><D:nothing/></D:prop></D:remove>')
        self.assertEqual(set(propstats(answer.xml().find("D:response", SPACES))), {200})
        self.assertEqual(self.values(path, APPLE + "calendar-color", APPLE + "calendar-order"), {})

    def test_set_and_remove_are_carried_out_in_their_order(self):
        path = self.made(["VTODO"])
        name = '<A:calendar-order xmlns:A="http://apple.com/ns/ical/">'
        self.xml("PROPPATCH", path, "D:propertyupdate", f"<D:remove><D:prop>{name}</A:calendar-order></D:prop></D:remove>"
                 f"<D:set><D:prop>{name}7</A:calendar-order></D:prop></D:set>")
        self.assertEqual(self.values(path, APPLE + "calendar-order")[APPLE + "calendar-order"].text, "7")

    def test_what_may_not_be_set_spares_the_rest(self):
        path = self.made(["VTODO"])
        answer = self.xml("PROPPATCH", path, "D:propertyupdate", "<D:set><D:prop><D:getetag>x</D:getetag><D:displayname>Other</D:displayname>"
                          "</D:prop></D:set>")
        found = propstats(answer.xml().find("D:response", SPACES))
        self.assertEqual([element.tag for element in found[403]], [DAV + "getetag"])
        self.assertEqual([element.tag for element in found[424]], [DAV + "displayname"])
        self.assertNotEqual(self.values(path, DAV + "displayname")[DAV + "displayname"].text, "Other")

    def test_names_are_kept_letter_by_letter(self):
        path = self.made(["VTODO"])
        for name in ("a &amp; b &lt;c&gt; \"d\"", "Über 買い物 🎉", "50 % of {x}"):
            self.xml("PROPPATCH", path, "D:propertyupdate", f"<D:set><D:prop><D:displayname>{name}</D:displayname></D:prop></D:set>")
            wanted = name.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
            self.assertEqual(self.values(path, DAV + "displayname")[DAV + "displayname"].text, wanted)
            self.assertEqual(self.find(self.served.home, DAV + "displayname", depth=1).responses()[path][1]["displayname"].text, wanted)

    def test_allprop_and_propname_and_no_body_are_answered(self):
        for path in ("/", self.served.home, self.tasks, self.hrefs(self.tasks)[0]):
            for body in (b"", f"<D:propfind {DECLARED}><D:allprop/></D:propfind>", f"<D:propfind {DECLARED}><D:propname/></D:propfind>"):
                answer = self.ask("PROPFIND", path, body, Depth=0)
                self.assertEqual(answer.status, 207)
                self.assertTrue(propstats(answer.xml().find("D:response", SPACES)).get(200))

    def test_ios_finds_a_list_whose_name_has_a_space__rustical_199(self):
        path = self.served.home + "The%20King/"
        self.assertEqual(self.ask("MKCALENDAR", path, IOS_LIST, Content_Type="text/xml").status, 201)
        self.assertIn(path, self.find(self.served.home, DAV + "displayname", depth=1).responses())
        self.put(path + "a%20b.ics", todo("space@x"))
        self.assertEqual(self.items(path), {"a%20b.ics"})

    def test_making_what_is_there_is_refused(self):
        answer = self.ask("MKCALENDAR", self.tasks, b"")
        self.assertIn(answer.status, (403, 405))
        self.assertEqual(self.condition(answer), DAV + "resource-must-be-null")

    def test_a_calendar_can_be_made_with_mkcol_without_a_slash(self):
        path = f"{self.served.home}made-by-mkcol"
        self.xml("MKCOL", path, "D:mkcol", "<D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
                 "<D:displayname>made by mkcol</D:displayname></D:prop></D:set>", 201)
        self.assertIn(path + "/", self.find(self.served.home, DAV + "displayname", depth=1).responses())

    def test_a_plain_folder_is_not_made(self):
        self.assertIn(self.ask("MKCOL", f"{self.served.home}plain/").status, (403, 415))

    def test_lists_are_not_removed_nor_overwritten(self):
        before = self.served.text()
        self.assertEqual(self.ask("DELETE", self.tasks).status, 403)
        self.assertEqual(self.ask("PUT", self.tasks, todo("x"), Content_Type="text/calendar").status, 405)
        for path in ("/", self.served.home, f"/{urllib.parse.quote(USER, safe='')}/"):
            self.assertIn(self.ask("DELETE", path).status, (403, 405))
        self.assertEqual(self.served.text(), before)

    def test_what_is_not_offered_is_405_or_501(self):
        for method in ("LOCK", "UNLOCK", "ACL", "COPY", "POST", "PATCH", "SEARCH"):
            self.assertIn(self.ask(method, self.tasks).status, (403, 405, 501), method)


class Removable(Wire):
    options = ("--allow-list-removal",)

    def test_removing_one_list_leaves_the_others__forwardemail_380(self):
        path, other = self.made(["VTODO"]), self.made(["VTODO"])
        for one in (path, other):
            self.put(one + "a.ics", todo("a" + one[-3:-1]))
        before = self.served.text()
        self.assertEqual(self.ask("DELETE", path).status, 204)
        self.assertEqual(self.client.propfind(path, "D:displayname").status, 404)
        self.assertEqual(self.items(other), {"a.ics"})
        self.assertEqual(self.served.text(), before)


class Names(Wire):
    """Every spelling of a name is the same name."""

    def test_a_name_counts_however_it_is_encoded(self):
        self.put(self.tasks + "one@two.x.ics", todo("one@two.x"))
        at, raw = self.tasks, self.tasks.replace("%40", "@")
        for path in (at + "one%40two.x.ics", at + "one@two%2ex%2eics", at + "one%40two%2Ex.ics", raw + "one@two.x.ics",
                     at.replace("home/", "home//") + "one@two.x.ics", at.replace("/calendars", "//calendars") + "one@two.x.ics",
                     at + "%6fne@two.x.ics"):
            self.assertEqual(self.ask("GET", path).status, 200, path)
        self.put(at + "one%40two%2ex.ics", todo("one@two.x", title="Again"), 204)
        self.assertEqual(len([name for name in self.items(self.tasks) if "two" in name]), 1)
        self.assertEqual(self.ask("DELETE", at + "one%40two%2Ex%2eics").status, 204)

    def test_two_slashes_before_a_name_are_one__planify_1825(self):
        self.put(self.tasks + "/slashes.ics", todo("slashes"))
        self.assertIn("slashes.ics", self.items(self.tasks))

    def test_odd_names_can_be_written_and_read_again(self):
        path = self.made(["VTODO"])
        names = ["a%0Ab.ics", "a%20b.ics", "%E8%B2%B7.ics", "a%25b.ics", "a%2Fb.ics", "no-ending", "a;b,c'd$e.ics", "a+b.ics", "~.ics",
                 "%22q%22.ics", "..ics", ".hidden.ics", "A.ics", "a.ics", "%3Fq%23.ics", "x" * 200 + ".ics", "a%00b.ics", "%FF.ics"]
        for number, name in enumerate(names):
            with self.subTest(name=name):
                answer = self.put(path + name, todo(f"odd-{number}"), None)
                self.assertIn(answer.status, (201, 400, 403, 404))
                got = self.ask("GET", path + name)
                self.assertEqual(got.status == 200, answer.status == 201)
                if answer.status == 201:
                    self.assertIn(f"UID:odd-{number}\r\n", got.body.decode())
        for name in ("a%0Ab.ics", "a%20b.ics", "%E8%B2%B7.ics", "a+b.ics", "a;b,c'd$e.ics", "A.ics", "a.ics"):
            self.assertIn("UID:", self.text(path + name), name)
        for href in self.hrefs(path):
            self.assertEqual(self.ask("GET", href).status, 200, href)

    def test_no_name_leads_out_of_the_folder(self):
        before = sorted(one.name for one in self.served.folder.iterdir())
        for name in ("..%2f..%2fout.ics", "%2e%2e/out.ics", "../../../out.ics", "..%5c..%5cout.ics", "%2fetc%2fpasswd"):
            answer = self.put(self.tasks + name, todo("out-" + str(len(name))), None)
            self.assertLess(answer.status, 500, name)
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", self.tasks + "../../../../etc/passwd", "//etc/passwd"):
            answer = self.ask("GET", path)
            self.assertIn(answer.status, (400, 403, 404, 405), path)
            self.assertNotIn(b"root:", answer.body)
        self.assertEqual(sorted(one.name for one in self.served.folder.iterdir()), before)
        self.assertFalse([one for one in self.served.notes.iterdir() if "out" in one.name or "passwd" in one.name])

    def test_hrefs_begin_with_the_path_that_was_asked(self):
        for path in (self.tasks, self.tasks.replace("%40", "@"), self.tasks.replace("%40", "%40").replace("home/", "%68ome/")):
            for href in self.find(path, DAV + "getetag", depth=1).responses():
                self.assertTrue(href.startswith(path), (path, href))
            for href in self.sync(path).responses():
                self.assertTrue(href.startswith(path), (path, href))

    def test_hrefs_of_a_list_asked_without_its_slash_lead_to_items(self):
        for href in self.find(self.tasks[:-1], DAV + "getetag", depth=1).responses():
            self.assertIn(self.ask("PROPFIND", href, Depth=0).status, (207,), href)

    def test_a_destination_counts_by_its_path__radicale_1912(self):
        work = self.lists["work", "VTODO"]
        targets = [f"http://{HOST}:{self.served.port}{work}", f"https://example.org:8443{work}", work, f"http://localhost{work}",
                   f"https://example.org{work.replace('%40', '@')}"]
        for number, target in enumerate(targets):
            self.put(self.tasks + f"move-{number}.ics", todo(f"move-{number}", title=f"Move {number}"))
            answer = self.ask("MOVE", self.tasks + f"move-{number}.ics", Destination=f"{target}moved%2D{number}.ics")
            self.assertEqual(answer.status, 201, target)
            self.assertEqual(self.ask("GET", self.tasks + f"move-{number}.ics").status, 404)
            self.assertIn(f"UID:move-{number}\r\n", self.text(work + f"moved-{number}.ics"))
            self.assertIn(f"- Move {number}", self.served.text("work.taskpaper"))
            self.assertNotIn(f"Move {number}", self.served.text())

    def test_a_move_that_may_not_overwrite_is_412(self):
        work = self.lists["work", "VTODO"]
        self.put(self.tasks + "over.ics", todo("over-1", title="Over 1"))
        self.put(work + "over.ics", todo("over-2", title="Over 2"))
        answer = self.ask("MOVE", self.tasks + "over.ics", Destination=work + "over.ics", Overwrite="F")
        self.assertEqual(answer.status, 412)
        self.assertIn("Over 1", self.text(self.tasks + "over.ics"))
        self.assertIn("Over 2", self.text(work + "over.ics"))
        for destination in ("http://[bad", "", "/nowhere/x.ics", self.tasks, "/bob/calendars/home/x.ics"):
            self.assertIn(self.ask("MOVE", self.tasks + "over.ics", Destination=destination).status, (400, 403, 404, 405, 409, 502))
        self.assertIn(self.ask("MOVE", self.tasks + "over.ics").status, (400, 403))
        self.assertIn("Over 1", self.text(self.tasks + "over.ics"))

    def test_an_item_can_be_given_another_name(self):
        self.put(self.tasks + "old-name.ics", todo("renamed", title="Renamed"))
        before = self.served.text()
        answer = self.ask("MOVE", self.tasks + "old-name.ics", Destination=self.tasks + "new-name.ics")
        self.assertEqual(answer.status, 201)
        self.assertEqual(self.ask("GET", self.tasks + "old-name.ics").status, 404)
        self.assertIn("UID:renamed\r\n", self.text(self.tasks + "new-name.ics"))
        self.assertEqual(self.served.text(), before)


class Reports(Wire):
    def test_a_multiget_of_ten_thousand_hrefs_without_depth(self):
        there = self.hrefs(self.tasks)
        hrefs = [f"{self.tasks}{number:08}-0000-4000-8000-000000000000.ics" for number in range(10_000 - len(there))] + there
        content = "<D:prop><D:getetag/><C:calendar-data/></D:prop>" + "".join(f"<D:href>{href}</D:href>" for href in hrefs)
        found = self.report(self.tasks, "C:calendar-multiget", content).responses()
        self.assertEqual(list(found), hrefs)
        self.assertEqual([href for href, (status, _) in found.items() if status == 200], there)
        self.assertEqual({status for status, _ in found.values()}, {200, 404})

    def test_a_multiget_answers_with_the_href_that_was_sent(self):
        href = self.hrefs(self.tasks)[0]
        spelled = [href, href.replace("%40", "@"), href.replace(".ics", "%2eics"), self.served.url.rstrip("/") + href]
        content = "<D:prop><D:getetag/></D:prop>" + "".join(f"<D:href>{one}</D:href>" for one in spelled)
        found = self.report(self.tasks, "C:calendar-multiget", content).responses()
        self.assertEqual([(one, status) for one, (status, _) in found.items()], [(one, 200) for one in spelled])

    def test_a_multiget_of_another_list_finds_nothing_of_this_one(self):
        name = self.hrefs(self.tasks)[0].rpartition("/")[2]
        others = [self.lists["work", "VTODO"] + name, f"{self.served.home}nothing/{name}", f"/bob/calendars/home/{name}", name + "/"]
        content = "<D:prop><D:getetag/></D:prop>" + "".join(f"<D:href>{one}</D:href>" for one in others)
        found = self.report(self.tasks, "C:calendar-multiget", content).responses()
        self.assertEqual({one: status for one, (status, _) in found.items() if status == 200}, {})

    def test_any_depth_of_a_report_gives_the_same(self):
        for ask in (lambda **depth: self.sync(self.tasks, **depth),
                    lambda **depth: self.report(self.tasks, "C:calendar-query", "<D:prop><D:getetag/></D:prop><C:filter><C:comp-filter "
                                                "name=\"VCALENDAR\"/></C:filter>", **depth),
                    lambda **depth: self.report(self.tasks, "C:calendar-multiget", "<D:prop><D:getetag/></D:prop>"
                                                f"<D:href>{self.hrefs(self.tasks)[0]}</D:href>", **depth)):
            answers = [ask(**depth).body for depth in ({}, {"Depth": 0}, {"Depth": 1}, {"Depth": "infinity"})]
            self.assertEqual(len(set(answers)), 1)

    def test_an_empty_token_without_a_level_gives_all_members_and_not_the_list__stalwart_2783(self):
        for level in ("", "<D:sync-level>1</D:sync-level>", "<D:sync-level>infinite</D:sync-level>"):
            for depth in ({}, {"Depth": 0}, {"Depth": 1}):
                found = self.sync(self.tasks, level=level, **depth).responses()
                self.assertEqual(sorted(found), self.hrefs(self.tasks))

    def test_a_token_as_ios_sends_it_without_the_element(self):
        answer = self.report(self.tasks, "D:sync-collection", "<D:sync-token/><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop>")
        self.assertEqual(sorted(answer.responses()), self.hrefs(self.tasks))

    def test_pages_of_a_sync_are_complete_together(self):
        path, wanted = self.made(["VTODO"]), set()
        for number in range(23):
            self.put(f"{path}page-{number}.ics", todo(f"page-{number}"))
            wanted.add(f"{path}page-{number}.ics")
        self.assertEqual(self.pages(path, ""), (wanted, 5))
        token = self.token(path)
        for number in range(0, 23, 2):
            self.ask("DELETE", f"{path}page-{number}.ics")
        self.put(f"{path}page-1.ics", todo("page-1", title="Other"), 204)
        changed = {f"{path}page-{number}.ics" for number in [1, *range(0, 23, 2)]}
        self.assertEqual(self.pages(path, token), (changed, 3))

    def pages(self, path, token):
        """All hrefs of a sync of five at a time, and how many answers it took."""
        found, count = set(), 0
        while True:
            answer, count = self.sync(path, token, "<D:limit><D:nresults>5</D:nresults></D:limit>"), count + 1
            token = answer.xml().findtext("D:sync-token", None, SPACES)
            responses = answer.responses()
            cut = [href for href, (status, _) in responses.items() if status == 507]
            members = set(responses) - set(cut)
            self.assertLessEqual(len(members), 5)
            self.assertTrue(found.isdisjoint(members))
            found |= members
            if not cut:
                return found, count
            self.assertEqual(cut, [path])
            self.assertLess(count, 20)

    def test_a_foreign_token_is_403_valid_sync_token(self):
        own = self.token(self.tasks)
        for token in ("http://example.com/ns/sync/1234", "data:,other-5", own + "999999", own + "x", "data:,", "%", own[:-1] + "-1", "x" * 5000,
                      own.replace("data:,", "DATA:,")):
            answer = self.sync(self.tasks, token, status=403)
            self.assertEqual(self.condition(answer), DAV + "valid-sync-token", token[:40])

    def test_a_token_has_what_evolution_takes_for_one(self):
        self.assertTrue(self.token(self.tasks).startswith("data:,"))

    def test_ctag_and_token_move_together_for_changes_from_any_side__vikunja_2658(self):
        seen = [self.state()]

        def moved(what):
            now = self.state()
            self.assertNotEqual(now, seen[-1], what)
            self.assertNotIn(now, seen, what)
            for one in (0, 1):
                self.assertNotEqual(now[one], seen[-1][one], what)
            seen.append(now)

        self.assertEqual(self.state(), seen[-1])
        self.put(self.tasks + "moves.ics", todo("moves"))
        moved("PUT")
        self.put(self.tasks + "moves.ics", todo("moves", title="Moves"), 204)
        moved("PUT again")
        self.served.write(self.served.text().replace("- Read the lease", "- Read the whole lease"))
        moved("a line")
        self.ask("DELETE", self.tasks + "moves.ics")
        moved("DELETE")
        self.served.write(self.served.text().replace("- Read the whole lease", "- Read the lease"))
        moved("the line as it was")
        self.assertEqual(self.state(), seen[-1])

    def state(self):
        """The ctag and the token of the list, which the home says too."""
        names = (CS + "getctag", DAV + "sync-token")
        listed = self.find(self.served.home, *names, depth=1).responses()[self.tasks][1]
        values = self.values(self.tasks, *names)
        found = tuple(values[name].text for name in names)
        self.assertEqual(found, (listed["getctag"].text, listed["sync-token"].text))
        self.assertEqual(found[1], self.token(self.tasks))
        return found

    def test_another_list_does_not_move(self):
        work = self.lists["work", "VTODO"]
        before = self.values(work, CS + "getctag")[CS + "getctag"].text
        self.put(self.tasks + "elsewhere.ics", todo("elsewhere"))
        self.assertEqual(self.values(work, CS + "getctag")[CS + "getctag"].text, before)

    def test_unknown_reports_and_broken_bodies_are_refused(self):
        answer = self.report(self.tasks, "C:odd-report", "", 403)
        self.assertEqual(self.condition(answer), DAV + "supported-report")
        for body in (b"", b"<", b"<a/>x", b"\xff\xfe<\x00a\x00", b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", b"<a>" * 100_000):
            for method in ("REPORT", "PROPPATCH"):
                with self.subTest(method=method, body=body[:20]):
                    self.assertIn(self.ask(method, self.tasks, body, Content_Type="text/xml").status, (400, 403, 413, 415, 422))
        for body in (b"<", b"<a/>x", b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"):
            self.assertEqual(self.ask("PROPFIND", self.tasks, body).status, 400, body)

    def test_a_filter_that_is_not_understood_is_refused(self):
        for inside in ("", "<C:comp-filter/>", '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:time-range/></C:comp-filter></C:comp-filter>',
                       '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:time-range start="yesterday"/></C:comp-filter></C:comp-filter>',
                       '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:time-range start="20261202T000000Z" end="20261201T000000Z"/></C:comp-filter></C:comp-filter>'):
            answer = self.ask(
                "REPORT", self.tasks, f"<C:calendar-query {DECLARED}><D:prop><D:getetag/></D:prop><C:filter>{inside}</C:filter></C:calendar-query>")
            self.assertIn(answer.status, (400, 403, 422), inside)

    def test_a_collation_that_is_not_known_is_403_supported_collation(self):
        answer = self.query(self.tasks, '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:prop-filter name="SUMMARY">'
                            '<C:text-match collation="i;klingon">x</C:text-match></C:prop-filter></C:comp-filter></C:comp-filter>', status=403)
        self.assertEqual(self.condition(answer), CALDAV + "supported-collation")

    def test_a_filter_of_the_calendar_alone_finds_all(self):
        answer = self.query(self.tasks, '<C:comp-filter name="VCALENDAR"/>')
        self.assertEqual(sorted(answer.responses()), self.hrefs(self.tasks))

    def test_part_of_a_text_is_still_a_calendar(self):
        names = ('<D:getetag/><C:calendar-data><C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VTODO"><C:prop name="UID"/>'
                 '</C:comp></C:comp></C:calendar-data>')
        for status, values in self.query(self.tasks, '<C:comp-filter name="VCALENDAR"/>', names).responses().values():
            self.assertEqual(status, 200)
            self.assertRegex(values["calendar-data"].text, r"(?s)^BEGIN:VCALENDAR.*BEGIN:VTODO.*UID:.*END:VTODO.*END:VCALENDAR\s*$")

    def test_an_item_in_an_answer_is_the_item_that_get_gives(self):
        for status, values in self.query(self.tasks, '<C:comp-filter name="VCALENDAR"/>', "<D:getetag/><C:calendar-data/>").responses().values():
            self.assertEqual(status, 200)
        for href, (_, values) in self.query(self.tasks, '<C:comp-filter name="VCALENDAR"/>', "<D:getetag/><C:calendar-data/>").responses().items():
            got = self.ask("GET", href)
            self.assertEqual(got.headers["etag"], values["getetag"].text)
            self.assertRegex(got.headers["etag"], r'^"[^"]+"$')
            self.assertEqual(got.body.decode().replace("\r\n", "\n"), values["calendar-data"].text.replace("\r\n", "\n"))

    def test_free_time_is_answered_in_icalendar(self):
        answer = self.report(self.lists["home", "VEVENT"], "C:free-busy-query",
                             '<C:time-range start="20261204T000000Z" end="20261205T000000Z"/>', 200)
        self.assertTrue(answer.headers["content-type"].startswith("text/calendar"))
        self.assertRegex(answer.body.decode().replace("\r\n ", ""), r"FREEBUSY[^:]*:20261204T080000Z/(20261204T083000Z|PT30M)")

    def test_a_series_of_todos_can_be_expanded(self):
        names = '<D:getetag/><C:calendar-data><C:expand start="20261201T000000Z" end="20270301T000000Z"/></C:calendar-data>'
        answer = self.query(self.tasks, '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"><C:prop-filter name="SUMMARY"><C:text-match>'
                            'Pay rent</C:text-match></C:prop-filter></C:comp-filter></C:comp-filter>', names)
        [(_, values)] = answer.responses().values()
        text = values["calendar-data"].text
        self.assertEqual(text.count("BEGIN:VTODO"), 3, text)
        self.assertNotIn("RRULE", text)
        self.assertGreaterEqual(text.count("RECURRENCE-ID"), 2)


class Filters(Wire):
    """Queries, over task files; see `FiltersInMemory`."""

    def test_a_time_range_in_a_filter_of_completed_looks_at_that_value__radicale_1760(self):
        path = self.made(["VTODO"])
        for name, *lines in (("early", "STATUS:COMPLETED", "COMPLETED:20261110T120000Z", "DUE:20270101T120000Z"),
                             ("late", "STATUS:COMPLETED", "COMPLETED:20261120T120000Z", "DUE:20261110T120000Z"), ("open", "DUE:20261110T120000Z")):
            self.put(f"{path}{name}.ics", todo(f"completed-{name}", *lines))
        inside = '<C:prop-filter name="COMPLETED"><C:time-range start="20261109T000000Z" end="20261111T000000Z"/></C:prop-filter>'
        self.assertEqual(self.found(path, inside), {"early.ics"})
        inside = '<C:prop-filter name="COMPLETED"><C:time-range start="20261115T000000Z"/></C:prop-filter>'
        self.assertEqual(self.found(path, inside), {"late.ics"})

    def test_open_todos_as_python_caldav_asks_for_them(self):
        path = self.made(["VTODO"])
        for name, *lines in (("none",), ("needs", "STATUS:NEEDS-ACTION"), ("process", "STATUS:IN-PROCESS"),
                             ("done", "STATUS:COMPLETED", "COMPLETED:20261110T120000Z"), ("off", "STATUS:CANCELLED")):
            self.put(f"{path}{name}.ics", todo(f"open-{name}", *lines))
        missing = '<C:prop-filter name="{}"><C:is-not-defined/></C:prop-filter>'.format
        other = ('<C:prop-filter name="STATUS"><C:text-match collation="i;ascii-casemap" negate-condition="yes">{}</C:text-match>'
                 '</C:prop-filter>').format
        first = self.found(path, missing("COMPLETED") + missing("STATUS"))
        self.assertEqual(first, {"none.ics"})
        second = self.found(path, missing("COMPLETED") + other("COMPLETED") + other("CANCELLED"))
        self.assertLessEqual({"needs.ics", "process.ics"}, second)
        self.assertTrue(second.isdisjoint({"done.ics", "off.ics"}))

    def test_a_uid_is_found_as_a_part_and_with_its_case(self):
        path = self.made(["VTODO"])
        self.put(f"{path}a.ics", todo("Abc-123"))
        self.put(f"{path}b.ics", todo("abc-123-x"))
        match = '<C:prop-filter name="UID"><C:text-match collation="{}">{}</C:text-match></C:prop-filter>'.format
        self.assertEqual(self.found(path, match("i;octet", "Abc")), {"a.ics"})
        self.assertEqual(self.found(path, match("i;ascii-casemap", "ABC-123")), {"a.ics", "b.ics"})
        self.assertEqual(self.found(path, match("i;octet", "abc-123")), {"b.ics"})
        self.assertEqual(self.found(path, match("i;octet", "zzz")), set())

    def test_filters_look_at_each_item__xandikos_624(self):
        path = self.made(["VTODO"])
        for number in range(1, 13):
            self.put(f"{path}m{number}.ics", todo(f"month-{number}", f"DUE:2026{number:02}15T120000Z"))
        for _ in range(8):  # an index may come in after the first ones
            found = self.found(path, '<C:time-range start="20260401T000000Z" end="20260701T000000Z"/>')
            self.assertEqual(found, {"m4.ics", "m5.ics", "m6.ics"})

    def test_the_table_for_todos_row_by_row__radicale_2193(self):
        """RFC 4791, section 9.9."""
        path, rows = self.made(["VTODO"]), {}
        start, due, created, completed = 10, 12, 9, 14
        stamp = "20261215T{:02}0000Z".format
        for has_start, length, has_due, has_completed, has_created in itertools.product((0, 1), repeat=5):
            if length and (has_due or not has_start):
                continue
            name = f"row-{has_start}{length}{has_due}{has_completed}{has_created}"
            lines = ([f"DTSTART:{stamp(start)}"] * has_start + ["DURATION:PT2H"] * length + [f"DUE:{stamp(due)}"] * has_due
                     + [f"COMPLETED:{stamp(completed)}", "STATUS:COMPLETED"] * has_completed + [f"CREATED:{stamp(created)}"] * has_created)
            self.put(f"{path}{name}.ics", todo(name, *lines))
            rows[f"{name}.ics"] = (start if has_start else None, start + 2 if length else None, due if has_due else None,
                                   completed if has_completed else None, created if has_created else None)
        faults = []
        bounds = [None, 8, 9, 10, 11, 12, 13, 14, 15]
        for first, last in itertools.product(bounds, bounds):
            if (first is None and last is None) or (first is not None and last is not None and first >= last):
                continue
            attributes = (f' start="{stamp(first)}"' if first is not None else "") + (f' end="{stamp(last)}"' if last is not None else "")
            found = self.found(path, f"<C:time-range{attributes}/>")
            wanted = {name for name, row in rows.items()
                      if in_range(*row, first if first is not None else -99, last if last is not None else 99)}
            faults += [f"{first}..{last}: {name} is {'missing' if name in wanted else 'found'}" for name in sorted(found ^ wanted)]
        self.assertFalse(faults, f"rows are start, length, due, completed, created; {len(faults)} faults: {'; '.join(faults)}")


def in_range(start, length, due, completed, created, first, last):
    """The table of RFC 4791, section 9.9, for a to-do; `length` is the end by DURATION."""
    if start is not None and length is not None:
        return first <= length and (last > start or last >= length)
    if start is not None and due is not None:
        return (first < due or first <= start) and (last > start or last >= due)
    if start is not None:
        return first <= start and last > start
    if due is not None:
        return first < due and last >= due
    if completed is not None and created is not None:
        return (first <= created or first <= completed) and (last >= created or last >= completed)
    if completed is not None:
        return first <= completed and last >= completed
    if created is not None:
        return last > created
    return True


class FiltersInMemory(Filters):
    store = "memory:"


class Items(Wire):
    def test_a_new_item_is_201_and_a_change_204__planify_2225(self):
        href = self.tasks + "statuses.ics"
        self.put(href, todo("statuses"), 201)
        self.put(href, todo("statuses", title="Other"), 204)
        self.assertEqual(self.ask("DELETE", href).status, 204)
        self.assertEqual(self.ask("DELETE", href).status, 404)
        self.put(href, todo("statuses"), 201)
        self.ask("DELETE", href)

    def test_conditions_are_412(self):
        href = self.tasks + "conditions.ics"
        self.assertEqual(self.put(href, todo("conditions"), None, If_Match='"x"').status, 412)
        self.assertEqual(self.put(href, todo("conditions"), None, If_Match="*").status, 412)
        self.put(href, todo("conditions"), 201, If_None_Match="*")
        etag = self.ask("GET", href).headers["etag"]
        self.assertEqual(self.put(href, todo("conditions"), None, If_None_Match="*").status, 412)
        self.assertEqual(self.put(href, todo("conditions"), None, If_Match='"x"').status, 412)
        self.assertEqual(self.ask("DELETE", href, If_Match='"x"').status, 412)
        self.put(href, todo("conditions", title="Two"), 204, If_Match=f'"x", {etag}')
        self.put(href, todo("conditions", title="Three"), 204, If_Match="*")
        self.assertEqual(self.put(href, todo("conditions", title="Four"), None, If_Match=etag).status, 412)
        self.assertEqual(self.ask("DELETE", href, If_Match=self.ask("GET", href).headers["etag"]).status, 204)

    def test_a_line_that_was_edited_makes_a_stale_put_412(self):
        href = self.titled(self.tasks, "Water the plants")
        etag, text = self.ask("GET", href).headers["etag"], self.text(href)
        before = self.served.text()
        edited = before.replace("@due(2026-12-05)", "@due(2026-12-06)")
        self.served.write(edited)
        self.assertEqual(self.put(href, text.replace("SUMMARY:Water", "SUMMARY:Wet"), None, If_Match=etag).status, 412)
        self.assertEqual(self.served.text(), edited)
        self.served.write(before)

    def test_a_put_without_a_condition_is_merged_with_what_was_edited(self):
        """evolution-data-server sends no If-Match."""
        href = self.titled(self.tasks, "Water the plants")
        text = self.text(href)
        before = self.served.text()
        self.served.write(before.replace("- Water the plants @due(2026-12-05)", "- Water the plants @due(2026-12-06)"))
        self.put(href, text.replace("END:VTODO", "DESCRIPTION:with the can\r\nEND:VTODO"), None)
        found = changed_lines(before, self.served.text())
        self.assertEqual(sorted(found), [("+", "\t\twith the can"), ("+", "\t- Water the plants @due(2026-12-06)"),
                                         ("-", "\t- Water the plants @due(2026-12-05)")])
        self.served.write(before)

    def test_an_edit_that_is_a_new_item_and_a_removal_stays_one_line(self):
        """calcurse: PUT of a new UID, DELETE of the old one."""
        href, program = self.titled(self.tasks, "Read the lease"), {"User_Agent": "Python-httplib2/0.20.4 (gzip)"}
        before = self.served.text()
        self.put(self.tasks + "calcurse-edit.ics", todo("calcurse-edit", "PRIORITY:0", title="Read the whole lease", stamp=False), **program)
        self.assertEqual(self.ask("DELETE", href, **program).status, 204)
        found = changed_lines(before, self.served.text())
        self.assertEqual(sorted(found), [("+", "- Read the whole lease"), ("-", "\t- Read the lease")])
        self.served.write(before)

    def test_a_move_that_is_a_new_item_and_a_removal_stays_one_line(self):
        """Thunderbird and Evolution: the same UID in the other list, then gone here, or the other way round."""
        work = self.lists["work", "VTODO"]
        for is_first in (True, False):
            self.put(self.tasks + "trip.ics", todo("trip", "DUE:20261220T120000Z", "X-OTHER:kept", title="Trip"))
            text = self.text(self.tasks + "trip.ics")
            steps = [lambda: self.put(work + "trip.ics", text, 201, If_None_Match="*"),
                     lambda: self.assertEqual(self.ask("DELETE", self.tasks + "trip.ics").status, 204)]
            for step in steps if is_first else reversed(steps):
                step()
            self.assertEqual((self.served.text() + self.served.text("work.taskpaper")).count("- Trip"), 1)
            self.assertIn("- Trip", self.served.text("work.taskpaper"))
            self.assertIn("X-OTHER:kept", self.text(work + "trip.ics"))
            self.assertEqual(self.ask("GET", self.tasks + "trip.ics").status, 404)
            self.ask("DELETE", work + "trip.ics")

    def test_a_todo_without_a_stamp_is_taken(self):
        self.put(self.tasks + "stampless.ics", todo("stampless", stamp=False))
        self.assertIn("SUMMARY:Water the plants", self.text(self.tasks + "stampless.ics"))

    def test_an_empty_todo_of_davx5_is_refused_alone__rustical_226(self):
        before = self.items(self.tasks)
        for number, text in enumerate((calendar("BEGIN:VTODO", "DTSTAMP:20261120T000000Z", "END:VTODO"),
                                       calendar("BEGIN:VTODO", "DTSTAMP:20261120T000000Z", "UID:empty-1", "END:VTODO"))):
            answer = self.put(f"{self.tasks}empty-{number}.ics", text, None)
            self.assertIn(answer.status, (201, 400, 403, 415))
        both = todo("empty-2").replace("END:VCALENDAR", "BEGIN:VTODO\r\nDTSTAMP:20261120T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR")
        self.assertIn(self.put(f"{self.tasks}empty-2.ics", both, None).status, (201, 400, 403, 415))
        self.put(f"{self.tasks}full.ics", todo("full"))
        self.assertLessEqual(before | {"full.ics"}, self.items(self.tasks))
        self.assertEqual(self.ask("GET", f"{self.tasks}empty-0.ics").status, 404)
        self.assertNotRegex(self.served.text(), r"(?m)^\t*- *(@|$)")

    def test_a_zone_without_its_definition_is_taken__jtxboard_2175(self):
        self.put(self.tasks + "zone.ics", todo("zone", "DUE;TZID=America/New_York:20261210T090000", title="Zone"))
        self.assertIn("TZID=America/New_York:20261210T090000", self.text(self.tasks + "zone.ics"))
        self.assertIn("- Zone @due(2026-12-10 09:00) @tz(America/New_York)", self.served.text())

    def test_an_offset_that_strict_parsers_refuse_is_not_served__jtxboard_2291(self):
        text = todo("offset", "DUE;TZID=Own:20261210T090000", title="Offset").replace(
            "BEGIN:VTODO", "BEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:0000\r\n"
            "TZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VTODO", 1)
        answer = self.put(self.tasks + "offset.ics", text, None)
        if answer.status < 300:
            self.assertNotIn("TZOFFSETFROM:0000", self.text(self.tasks + "offset.ics"))
        else:
            self.assertIn(answer.status, (403, 400))
            self.assertEqual(self.ask("GET", self.tasks + "offset.ics").status, 404)

    def test_an_alarm_in_a_zone_that_nobody_knows_keeps_the_task__davx5_2557(self):
        alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER;VALUE=DATE-TIME;TZID=ALLDAY:20261210T090000", "END:VALARM")
        self.put(self.tasks + "alarm.ics", todo("alarm", "DUE;VALUE=DATE:20261210", *alarm, title="Alarm"))
        self.assertIn("- Alarm @due(2026-12-10)", self.served.text())
        self.assertIn("SUMMARY:Alarm", self.text(self.tasks + "alarm.ics"))

    def test_what_is_no_item_is_refused_with_its_condition(self):
        data, resource = CALDAV + "valid-calendar-data", CALDAV + "valid-calendar-object-resource"
        for text, wanted in (("", {data}), ("hello", {data}), ("BEGIN:VCALENDAR\r\n", {data}), (calendar(), {resource, data}),
                             (todo(None), {resource, data}), (todo("a-1") + todo("a-2"), {resource, data}),
                             (todo("a-1").replace("END:VCALENDAR", "BEGIN:VTODO\r\nUID:a-2\r\nDTSTAMP:20261120T000000Z\r\nSUMMARY:x\r\nEND:VTODO\r\nEND:VCALENDAR"),
                              {resource}),
                             (todo("a-1").replace("END:VCALENDAR", "BEGIN:VEVENT\r\nUID:a-1\r\nDTSTAMP:20261120T000000Z\r\nDTSTART:20261120T000000Z\r\n"
                                                  "END:VEVENT\r\nEND:VCALENDAR"), {resource}),
                             (calendar("BEGIN:VFREEBUSY", "UID:f", "DTSTAMP:20261120T000000Z", "END:VFREEBUSY"),
                              {CALDAV + "supported-calendar-component", resource})):
            answer = self.put(self.tasks + "wrong.ics", text, None)
            self.assertEqual(answer.status, 403, text)
            self.assertIn(self.condition(answer), wanted, text)
            self.assertEqual(self.ask("GET", self.tasks + "wrong.ics").status, 404)

    def test_a_uid_twice_in_a_list_is_refused_with_its_place(self):
        self.put(self.tasks + "uid-1.ics", todo("uid-twice"))
        answer = self.put(self.tasks + "uid-2.ics", todo("uid-twice"), None)
        self.assertIn(answer.status, (403, 409))
        self.assertEqual(self.condition(answer), CALDAV + "no-uid-conflict")
        self.assertEqual(answer.xml()[0].findtext("D:href", None, SPACES), self.tasks + "uid-1.ics")
        other = self.put(self.tasks + "uid-1.ics", todo("uid-other"), None)
        self.assertIn(other.status, (403, 409))

    def test_what_is_too_long_is_refused(self):
        answer = self.put(self.tasks + "long.ics", todo("long", "X-LONG:" + "x" * (11 << 20)), None)
        self.assertIn(answer.status, (403, 413))
        self.find(self.tasks, DAV + "displayname")

    def test_a_head_is_a_get_without_its_body(self):
        href = self.hrefs(self.tasks)[0]
        got, head = self.ask("GET", href), self.ask("HEAD", href)
        self.assertEqual((head.status, head.body), (200, b""))
        for name in ("etag", "content-length", "content-type"):
            self.assertEqual(head.headers[name], got.headers[name])
        self.assertEqual(int(got.headers["content-length"]), len(got.body))
        self.assertTrue(got.headers["content-type"].startswith("text/calendar"))

    def test_a_get_with_the_tag_that_the_client_has_is_304(self):
        href = self.hrefs(self.tasks)[0]
        etag = self.ask("GET", href).headers["etag"]
        self.assertEqual(self.ask("GET", href, If_None_Match=etag).status, 304)
        self.assertEqual(self.ask("GET", href, If_None_Match='"x"').status, 200)

    def test_a_body_in_chunks_and_one_that_waits_are_taken(self):
        access = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        for number, (headers, parts) in enumerate((
                ({"Transfer-Encoding": "chunked"}, lambda body: b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + 50]), body[i:i + 50])
                                                                         for i in range(0, len(body), 50)) + b"0\r\n\r\n"),
                ({"Expect": "100-continue"}, lambda body: body))):
            body = todo(f"raw-{number}").encode()
            if "Expect" in headers:
                headers["Content-Length"] = str(len(body))
            lines = [f"PUT {self.tasks}raw-{number}.ics HTTP/1.1", f"Host: {HOST}:{self.served.port}", f"Authorization: Basic {access}",
                     "Content-Type: text/calendar", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
            with socket.create_connection((HOST, self.served.port), timeout=20) as connection:
                connection.sendall("\r\n".join(lines).encode())
                if "Expect" in headers:
                    connection.settimeout(2)
                    try:
                        first = connection.recv(4096)
                    except TimeoutError:
                        first = b""
                    self.assertIn(first[:12], (b"", b"HTTP/1.1 100"))
                    connection.settimeout(20)
                connection.sendall(parts(body))
                self.assertEqual(connection.recv(4096)[:12], b"HTTP/1.1 201")

    def test_a_created_date_of_a_client_stays(self):
        href = self.tasks + "created.ics"
        self.put(href, todo("created", "CREATED:20200101T000000Z", "X-APPLE-SORT-ORDER:5", title="Created"))
        self.served.write(self.served.text().replace("- Created", "- Created and renamed"))
        text = self.text(href)
        self.assertIn("CREATED:20200101T000000Z", text)
        self.assertIn("X-APPLE-SORT-ORDER:5", text)
        self.assertIn("SUMMARY:Created and renamed", text)

    def test_many_clients_write_at_once_and_nothing_is_lost(self):
        path = self.made(["VTODO"])

        def write(number):
            client = self.served.client()
            return [client.put(f"{path}{number}-{turn}.ics", todo(f"at-once-{number}-{turn}", title=f"At once {number}-{turn}")).status
                    for turn in range(10)]

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            statuses = [status for found in pool.map(write, range(4)) for status in found]
        self.assertEqual(statuses, [201] * 40)
        self.assertEqual(len(self.items(path)), 40)
        text = "".join(one.read_text() for one in self.served.notes.glob("*.taskpaper"))
        self.assertEqual(sum(f"- At once {number}-{turn}\n" in text for number in range(4) for turn in range(10)), 40)

    def test_errors_reveal_nothing(self):
        for method, path in (("GET", "/nothing"), ("PUT", self.tasks + "e.ics"), ("DELETE", self.tasks), ("REPORT", self.tasks), ("MOVE", self.tasks)):
            answer = self.ask(method, path, b"<secret>")
            self.assertGreaterEqual(answer.status, 400)
            for word in (b"secret", str(self.served.folder).encode(), b"taskpaper", b"swift", b"Swift"):
                self.assertNotIn(word, answer.body)
            self.assertNotIn("server", answer.headers)


class Restarted(Wire):
    def test_tokens_tags_and_names_stay_when_the_server_starts_again(self):
        self.put(self.tasks + "my-name.ics", todo("my-uid", title="Mine"))
        token, tags = self.token(self.tasks), self.find(self.tasks, DAV + "getetag", depth=1).body
        self.served.stop()
        self.served.start()
        self.assertEqual(self.sync(self.tasks, token).responses(), {})
        self.assertEqual(self.token(self.tasks), token)
        self.assertEqual(self.find(self.tasks, DAV + "getetag", depth=1).body, tags)

    def test_what_changed_while_it_was_stopped_is_told(self):
        token = self.token(self.tasks)
        self.served.stop()
        self.served.write(self.served.text().replace("- Read the lease", "- Read the whole lease"))
        self.served.start()
        self.assertEqual([status for status, _ in self.sync(self.tasks, token).responses().values()], [200])

    def test_a_token_of_a_state_that_is_gone_is_refused(self):
        token = self.token(self.tasks)
        self.served.stop()
        shutil.rmtree(self.served.folder / "state" / "duecal")
        Served.__init__(self.served, folder=self.served.folder, options=self.options)
        self.served.is_kept = False
        type(self).client = self.served.client()
        answer = self.sync(self.tasks, token, status=403)
        self.assertEqual(self.condition(answer), DAV + "valid-sync-token")


class Leaving(Wire):
    """A line that is gone may only be on its way to another place."""

    def test_a_removed_line_is_told_after_a_while_and_not_at_once(self):
        href, token = self.titled(self.tasks, "Read the lease"), self.token(self.tasks)
        begin = time.monotonic()
        self.served.write(self.served.text().replace("\t- Read the lease\n", ""))
        self.assertEqual({status for status, _ in self.sync(self.tasks, token).responses().values() if status == 404}, set())
        self.assertEqual(self.ask("GET", href).status, 200)
        while href not in (told := self.sync(self.tasks, token).responses()) or told[href][0] != 404:
            self.assertLess(time.monotonic() - begin, 90)
            time.sleep(0.5)
        self.assertGreater(time.monotonic() - begin, 20)
        self.assertEqual(self.ask("GET", href).status, 404)

    def test_a_put_to_a_removed_line_writes_it_again(self):
        self.write_again("Water the plants @due(2026-12-05)", lambda: self.sync(self.tasks))

    def test_a_put_at_the_moment_of_the_removal_writes_it_again(self):
        self.write_again("Call Bob @due(2026-12-05)", lambda: None)

    def write_again(self, line, poll):
        self.served.write(self.served.text() + f"\t- {line}\n")
        title = line.partition(" @")[0]
        href = self.titled(self.tasks, title)
        etag, text = self.ask("GET", href).headers["etag"], self.text(href)
        self.served.write(self.served.text().replace(f"\t- {line}\n", ""))
        poll()
        self.put(href, text.replace("20261205", "20261207"), 204, If_Match=etag)
        self.assertEqual(self.served.text().count(f"- {title} @due(2026-12-07)"), 1)
        self.assertIn("20261207", self.text(href))

    def test_a_line_that_is_cut_and_pasted_elsewhere_keeps_its_name(self):
        href, token = self.titled(self.tasks, "Pay rent"), self.token(self.tasks)
        line = "\t- Pay rent @due(2026-12-04) @repeat(monthly)\n"
        self.served.write(self.served.text().replace(line, ""))
        self.items(self.tasks)
        self.served.write(self.served.text() + line)
        self.assertEqual({status for status, _ in self.sync(self.tasks, token).responses().values() if status == 404}, set())
        self.assertEqual(self.titled(self.tasks, "Pay rent"), href)


class Waiting(Wire):
    """A file that an editor has changed and not saved is written when the editor saves or closes."""

    def lock(self):
        """As Emacs marks a file with changes that are not saved."""
        mark = self.served.notes / ".#home.taskpaper"
        mark.symlink_to(f"somebody@{socket.gethostname()}.{os.getpid()}")
        return mark

    def test_a_put_waits_and_is_shown_meanwhile(self):
        href, before, mark = self.titled(self.tasks, "Water the plants"), self.served.text(), self.lock()
        token, text = self.token(self.tasks), self.text(href).replace("20261205", "20261208")
        try:
            self.assertIn(self.put(href, text, None, If_Match=self.ask("GET", href).headers["etag"]).status, (200, 204))
            self.put(self.tasks + "waiting.ics", todo("waiting", title="Waiting"))
            self.assertEqual(self.served.text(), before)
            self.assertIn("20261208", self.text(href))
            told = {name for name, (status, _) in self.sync(self.tasks, token).responses().items() if status == 200}
            self.assertEqual(told, {href, self.tasks + "waiting.ics"})
            self.served.stop()
            self.served.start()
            self.assertIn("20261208", self.text(href))
            self.assertEqual(self.served.text(), before)
            # The editor saves what it had, and closes.
            self.served.write(before.replace("- Read the lease", "- Read the whole lease"))
        finally:
            mark.unlink()
        end = time.monotonic() + 20
        while not all(word in self.served.text() for word in ("2026-12-08", "- Waiting")) and time.monotonic() < end:
            time.sleep(0.2)
        found = changed_lines(before, self.served.text())
        self.assertEqual(sorted((sign, line.strip()) for sign, line in found), [
            ("+", "- Read the whole lease"), ("+", "- Waiting"), ("+", "- Water the plants @due(2026-12-08)"),
            ("-", "- Read the lease"), ("-", "- Water the plants @due(2026-12-05)")])


class Frozen(Wire):
    """What cannot be read is 503 and never empty."""

    def test_a_folder_that_is_gone_is_503_and_comes_back(self):
        self.find(self.tasks, DAV + "getetag", depth=1)
        away = self.served.folder / "away"
        self.served.notes.rename(away)
        try:
            for ask in (lambda: self.client.propfind(self.tasks, "D:getetag", depth=1), lambda: self.client.sync(self.tasks),
                        lambda: self.client.query(self.tasks), lambda: self.client.ask("GET", self.tasks),
                        lambda: self.client.put(self.tasks + "frozen.ics", todo("frozen"))):
                answer = ask()
                self.assertEqual(answer.status, 503, answer.body[:300])
                self.assertIn("retry-after", answer.headers)
        finally:
            away.rename(self.served.notes)
        self.assertEqual(self.served.text(), HOME)
        self.assertGreaterEqual(len(self.items(self.tasks)), 4)

    def test_a_file_that_is_cut_off_is_never_empty(self):
        token, before = self.token(self.tasks), self.items(self.tasks)
        (self.served.notes / "home.taskpaper").write_text("")
        try:
            answer = self.client.sync(self.tasks, token)
            if answer.status == 207:
                self.assertEqual({status for status, _ in answer.responses().values() if status == 404}, set())
            else:
                self.assertEqual(answer.status, 503)
        finally:
            self.served.write(HOME)
        self.assertEqual(self.items(self.tasks), before)
        self.assertEqual(self.sync(self.tasks, token).responses(), {})

    def test_a_file_that_is_no_text_is_never_empty(self):
        token, before = self.token(self.tasks), self.items(self.tasks)
        (self.served.notes / "home.taskpaper").write_bytes(b"\xff\xfe\x00- Call Ann\n")
        try:
            answer = self.client.sync(self.tasks, token)
            if answer.status == 207:
                self.assertEqual({status for status, _ in answer.responses().values() if status == 404}, set())
            else:
                self.assertEqual(answer.status, 503)
            self.assertEqual(self.client.propfind(self.lists["work", "VTODO"], "D:getetag", depth=1).status, 207)
            self.assertEqual(self.client.propfind(self.served.home, "D:displayname", depth=1).status, 207)
        finally:
            self.served.write(HOME)
        self.assertEqual(self.items(self.tasks), before)

    def test_the_home_keeps_all_lists_while_the_folder_is_gone(self):
        before = set(self.find(self.served.home, DAV + "displayname", depth=1).responses())
        away = self.served.folder / "away"
        self.served.notes.rename(away)
        try:
            answer = self.client.propfind(self.served.home, "D:displayname", depth=1)
            if answer.status == 207:
                self.assertEqual(set(answer.responses()), before)
            else:
                self.assertEqual(answer.status, 503)
        finally:
            away.rename(self.served.notes)


class BadItems(Wire):
    """One bad item never spoils an answer: a folder of .ics files that somebody else writes."""

    @classmethod
    def setUpClass(cls):
        cls.served = Served()
        cls.served.stop()
        folder = cls.served.folder / "vdir" / "home"
        folder.mkdir(parents=True)
        (folder / "good.ics").write_bytes(todo("good", title="Good").encode())
        (folder / "garbage.ics").write_bytes(b"garbage\r\n")
        (folder / "empty.ics").write_bytes(b"")
        (folder / "cut.ics").write_bytes(todo("cut")[:60].encode())
        (folder / "bytes.ics").write_bytes(todo("bytes", title="x").encode().replace(b"SUMMARY:x", b"SUMMARY:\xff\x00\x01"))
        (folder / "rule.ics").write_bytes(todo("rule", "DTSTART:20261201T000000Z", "RRULE:FREQ=SOMETIMES;COUNT=-1").encode())
        (folder / "date.ics").write_bytes(todo("date", "DUE:99999999T999999Z").encode())
        cls.served.source = f"vdir:{cls.served.folder / 'vdir'}"
        cls.served.start()
        cls.client, cls.numbers = cls.served.client(), itertools.count(1)
        cls.tasks = next(path for (title, _), path in cls.served.lists().items() if title == "home")

    def test_one_bad_item_never_spoils_an_answer__vikunja_728(self):
        names = "<D:getetag/><C:calendar-data/>"
        found = self.find(self.tasks, DAV + "getetag", depth=1).responses()
        self.assertTrue(any("good" in href for href in found))
        found = self.query(self.tasks, '<C:comp-filter name="VCALENDAR"/>', names).responses()
        self.assertTrue(any("SUMMARY:Good" in values["calendar-data"].text for _, values in found.values()))
        found = self.found(self.tasks, '<C:time-range start="20261101T000000Z" end="20270101T000000Z"/>')
        self.assertTrue(any("good" in name for name in found) or found)
        hrefs = "".join(f"<D:href>{href}</D:href>" for href in self.hrefs(self.tasks))
        answer = self.report(self.tasks, "C:calendar-multiget", f"<D:prop>{names}</D:prop>{hrefs}")
        self.assertTrue(any(values.get("calendar-data") is not None and "SUMMARY:Good" in values["calendar-data"].text
                            for _, values in answer.responses().values()))
        self.sync(self.tasks)


if __name__ == "__main__":
    unittest.main()
