"""Faults of what is kept, and of writing."""
from asking import task
from faulty_tests import CALENDAR, Faulty, path_of


class Keeping(Faulty):
    """Faults of what is kept, and of writing."""

    def got(self, fault, more=""):
        client = self.world(fault)
        client.mkcalendar(CALENDAR)
        self.put = client.put(path_of("a"), task("a@x", more=more), If_None_Match="*")
        return client.ask("GET", path_of("a"), Accept_Encoding="gzip")

    def test_of_texts(self):
        changed = self.got("rewrites", "X-A:b;c\r\n")
        self.assertIn(b"X-A:b\\;c\r\n", changed.body)
        self.assertEqual(changed.headers["etag"], self.put.headers["etag"])
        self.assertLess(changed.body.index(b"SUMMARY"), changed.body.index(b"UID"))
        self.assertNotIn(b"X-A", self.got("drops-unknown", "X-A:b\r\n c\r\nX-B:d\r\n").body)
        self.assertTrue(self.got("adds-lines").body.endswith(b"END:VCALENDAR"))
        self.assertIn('charset="utf-8"', self.got("quoted-charset").headers["content-type"])

    def test_of_etags(self):
        self.assertTrue(self.got("weak-etags").headers["etag"].startswith("W/"))
        self.assertEqual(self.client.ask("DELETE", path_of("a"), If_Match=self.put.headers["etag"]).status, 412)
        self.assertEqual(self.got("weak-get-etag").headers["etag"], "W/" + self.put.headers["etag"])
        packed = self.got("gzip-etag")
        self.assertTrue(packed.headers["etag"].endswith('-gzip"'))
        self.assertEqual(packed.headers["content-encoding"], "gzip")
        first = self.got("etags-repeat").headers["etag"]
        self.client.ask("DELETE", path_of("a"), If_Match=first)
        self.assertEqual(self.client.put(path_of("a"), task("a@x", "Other")).headers["etag"], first)
        self.assertRegex(self.got("etags-seconds").headers["etag"], r'^"\d{10}"$')
        self.got("put-no-etag")
        self.assertNotIn("etag", self.put.headers)
        etag = self.got("get-unconditional").headers["etag"]
        self.assertEqual(self.client.ask("GET", path_of("a"), If_None_Match=etag).status, 200)

    def test_of_conditions(self):
        answer = self.filled("put-207").put(path_of("a"), task("a@x"), If_None_Match="*")
        self.assertEqual((answer.status, [status for status, _ in answer.responses().values()]), (207, [412]))
        self.assertEqual(self.client.mkcalendar(CALENDAR).status, 207)
        self.assertEqual(self.filled("create-overwrites").put(path_of("a"), task("a@x"), If_None_Match="*").status, 204)
        self.assertEqual(self.filled("update-201").put(path_of("a"), task("a@x")).status, 201)
        self.assertEqual(self.filled("delete-unguarded").ask("DELETE", path_of("a"), If_Match='"x"').status, 204)

    def test_of_uids(self):
        answer = self.filled("uid-conflict=409", "uid-conflict-bare").put(path_of("b"), task("a@x"))
        self.assertEqual((answer.status, b"href" in answer.body), (409, False))
        self.assertEqual(self.filled("uid-duplicates").put(path_of("b"), task("a@x")).status, 201)
        self.assertEqual(self.filled("uid-changes").put(path_of("a"), task("b@x")).status, 204)
        self.filled("trash").ask("DELETE", path_of("a"))
        self.assertEqual(self.client.put(path_of("b"), task("a@x")).status, 400)
        moved = self.filled("put-moves").put(path_of("b"), task("b@x"))
        self.assertEqual(self.client.ask("GET", moved.headers["location"]).status, 200)
        self.assertEqual(self.client.ask("GET", path_of("b")).status, 404)

    def test_of_rights(self):
        for fault in ("read-only", "write-refused"):
            client = self.filled(fault)
            privileges = client.propfind(CALENDAR, "D:current-user-privilege-set").body
            self.assertEqual((b"<D:write/>" in privileges, client.ask("DELETE", path_of("a")).status),
                             (fault == "write-refused", 403))
        self.assertEqual(self.filled("full").put(path_of("b"), task("b@x")).status, 507)
        for fault, status in [("invalid", 412), ("invalid=403", 403)]:
            self.assertEqual(self.filled(fault).put(path_of("b"), task("b@x")).status, status)

    def test_of_calendars(self):
        client = self.world("event-only")
        client.mkcalendar(CALENDAR)
        self.assertEqual(client.put(path_of("a"), task("a@x")).status, 403)
        self.assertEqual(self.filled("no-kinds").propfind(CALENDAR, "C:supported-calendar-component-set")
                         .responses()[CALENDAR][0], 404)
        client = self.world("displayname-escaped")
        client.mkcalendar(CALENDAR, "A &amp; B")
        self.assertIn(b"A &amp;amp; B", client.propfind(CALENDAR, "D:displayname").body)
        self.assertEqual(self.filled("mkcalendar-again=409").mkcalendar(CALENDAR).status, 409)
        self.assertEqual(self.world("no-mkcalendar").mkcalendar(CALENDAR).status, 403)
        self.assertEqual(self.world("mkcalendar-400").mkcalendar(CALENDAR).status, 400)
        self.assertEqual(self.client.propfind(CALENDAR, "D:displayname").status, 207)
        client = self.filled("proppatch-403")
        change = "<D:set><D:prop><D:displayname>B</D:displayname></D:prop></D:set>"
        answer = client.xml("PROPPATCH", CALENDAR, "D:propertyupdate", change)
        self.assertEqual([status for status, _ in answer.responses().values()], [403])
        self.assertEqual(self.filled("delete-404").ask("DELETE", CALENDAR).status, 404)
        self.assertEqual(self.client.propfind(CALENDAR, "D:displayname").status, 404)

    def test_of_invitations(self):
        client = self.world("auto-schedule")
        client.mkcalendar(CALENDAR)
        self.assertIn("calendar-auto-schedule", client.ask("OPTIONS", "/").headers["dav"])
        client.put(path_of("a"), task("a@x", more="ATTENDEE:mailto:bob@example.com\r\n"))
        client.put(path_of("b"), task("b@x", more="ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:c@example.com\r\n"))
        mails = self.said("GET", "/worlds")[self.name]["mails"]
        self.assertEqual([mail["to"] for mail in mails], ["bob@example.com"])
