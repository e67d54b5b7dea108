"""Faults of lists and changes."""
from faulty_tests import CALENDAR, Faulty, path_of


class Listing(Faulty):
    """Faults of lists and changes."""

    def names(self, answer):
        return [(href.removeprefix(CALENDAR), status) for href, (status, _) in answer.responses().items()]

    def token(self):
        return self.client.sync(CALENDAR).xml().findtext("{DAV:}sync-token")

    def test_of_lists(self):
        def listed(fault): return self.names(self.filled(fault).propfind(CALENDAR, "D:getetag", "D:resourcetype", depth=1))
        self.assertEqual(listed("listing-empty"), [("", 200)])
        self.assertEqual(self.names(self.client.sync(CALENDAR)), [])
        self.assertEqual({name for name, _ in listed("odd-members")}, {"", "a.ics", "readme.txt", "folder.ics/"})
        answer = self.filled("duplicates", "self-listed").propfind(CALENDAR, "D:getetag", depth=1)
        self.assertEqual(answer.body.count(b"<D:response>"), 6)
        answer = self.filled("etag-404").propfind(CALENDAR, "D:getetag", "D:resourcetype", depth=1)
        self.assertEqual(answer.body.count(b"404 Not Found"), 2)

    def test_of_changes(self):
        for fault, expected in [("sync-loses-all", [("a.ics", 404)]), ("delta-empty", []),
                                ("unchanged-listed", [("a.ics", 200)])]:
            self.filled()
            token = self.token()
            self.set(fault)
            self.assertEqual(self.names(self.client.sync(CALENDAR, token)), expected, fault)
        self.filled("tombstones")
        self.client.ask("DELETE", path_of("a"))
        self.assertEqual(self.names(self.client.sync(CALENDAR)), [("a.ics", 404), ("never-there.ics", 404)])

    def test_of_tokens(self):
        for how, status in [("403", 403), ("412", 412), ("500", 500), ("418", 418), ("full", 207), ("empty", 207)]:
            self.filled(f"bogus={how}")
            self.assertEqual(self.client.sync(CALENDAR, "x").status, status)
        for fault, found in [("no-sync", (200, 404)), ("neither-token", (404, 404)), ("ctag-stuck", (200, 200))]:
            self.filled(fault)
            self.assertEqual((self.status_of("CS:getctag"), self.status_of("D:sync-token")), found)
            self.assertEqual(self.client.sync(CALENDAR).status, 207 if fault == "ctag-stuck" else 403)
        self.assertEqual(self.filled("no-sync=415").sync(CALENDAR).status, 415)
        self.assertIsNone(self.filled("tokenless").sync(CALENDAR).xml().find("{DAV:}sync-token"))
        self.filled("token-seconds", "sync-dataless")
        self.assertRegex(self.token(), r"^\d{10}$")
        client = self.world("ctag-minus-one")
        client.mkcalendar(CALENDAR)
        self.assertIn(b"getctag>-1<", client.propfind(CALENDAR, "CS:getctag").body)

    def status_of(self, name):
        return self.client.propfind(CALENDAR, name).responses()[CALENDAR][0]

    def test_of_pages(self):
        client, seen, token = self.filled("pages=2", names="abcde"), [], ""
        for _ in range(3):
            answer = client.sync(CALENDAR, token)
            seen.append(self.names(answer))
            token = answer.xml().findtext("{DAV:}sync-token")
        self.assertEqual(seen, [[("a.ics", 200), ("b.ics", 200), ("", 507)], [("c.ics", 200), ("d.ics", 200), ("", 507)],
                                [("e.ics", 200)]])
        self.assertEqual(self.names(client.sync(CALENDAR, token)), [])
        self.set("endless-pages")
        self.assertIn(("", 507), self.names(client.sync(CALENDAR, token)))
        self.set("limit-loses")
        answer = client.sync(CALENDAR, more="<D:limit><D:nresults>2</D:nresults></D:limit>")
        self.assertEqual(len(self.names(answer)), 2)
        self.assertEqual(self.names(client.sync(CALENDAR, answer.xml().findtext("{DAV:}sync-token"))), [])

    def test_of_multiget(self):
        def got(fault): return self.names(self.filled(fault, names="ab").multiget(CALENDAR, *map(path_of, "abc")))
        self.assertEqual(got("multiget-omits"), [("a.ics", 200), ("b.ics", 200)])
        self.assertEqual(got("multiget-forgets"), [("b.ics", 200), ("c.ics", 404)])
        self.assertEqual(got("multiget-500")[0], ("a.ics", 500))
        self.assertNotIn(b"VCALENDAR", self.filled("multiget-dataless").multiget(CALENDAR, path_of("a")).body)

    def test_of_queries(self):
        self.assertEqual(self.filled("depth-0").query(CALENDAR, depth=0).status, 400)
        kindless = '<D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR"/></C:filter>'
        for fault, count in [("query-kindless-empty", 0), ("duplicates", 1)]:
            answer = self.filled(fault).xml("REPORT", CALENDAR, "C:calendar-query", kindless, 1)
            self.assertEqual(len(answer.responses()), count)
