"""Faults on the way to calendars, and of passwords."""
from asking import Client
from faulty_tests import CALENDAR, Faulty


class Finding(Faulty):
    """Faults on the way to calendars, and of passwords."""

    def test_of_the_root(self):
        self.assertEqual(self.world("root-404").propfind("/", "D:resourcetype").status, 404)
        found = self.world("no-principal").propfind("/", "D:current-user-principal").responses()["/"]
        self.assertEqual(found[0], 404)
        self.assertEqual(self.filled("gone").propfind(CALENDAR, "D:resourcetype").status, 404)

    def test_of_principals_and_homes(self):
        principal = self.world("principal-elsewhere").propfind("/", "D:current-user-principal")
        self.assertIn(self.told["other"].encode() + b"principals/ann/", principal.body)
        home = self.world("home-elsewhere").propfind("/principals/ann/", "C:calendar-home-set")
        self.assertIn(self.told["other"].encode() + b"calendars/ann/", home.body)
        homes = self.world("several-homes").propfind("/principals/ann/", "C:calendar-home-set")
        self.assertEqual(homes.body.count(b"<D:href>/calendars/"), 2)
        self.assertEqual(len(self.hrefs(self.filled("home-empty").propfind("/calendars/ann/", "D:displayname", depth=1))), 1)
        files = self.filled("home-files").propfind("/calendars/ann/", "D:resourcetype", depth=1)
        self.assertIn("/calendars/ann/personal.ics", self.hrefs(files))

    def test_of_the_well_known_address(self):
        for fault, status, location in [
                ("well-known=308", 308, "/"), ("well-known-absolute", 301, "url"), ("well-known-404", 404, None),
                ("well-known-page", 200, None), ("well-known-elsewhere", 301, "other"),
                ("well-known-loop", 301, "/.well-known/caldav")]:
            answer = self.world(fault).ask("PROPFIND", "/.well-known/caldav", Depth=0)
            self.assertEqual((answer.status, answer.headers.get("location")), (status, self.told.get(location, location)))

    def test_of_passwords(self):
        def challenge(fault):
            self.world(fault)
            return self.nobody().ask("REPORT", "/", Depth=0)
        known = self.world("unauthenticated-207")
        self.assertIn(b"unauthenticated", self.nobody().propfind("/", "D:current-user-principal").body)
        self.assertIn(b"principals/ann", known.propfind("/", "D:current-user-principal").body)
        self.assertEqual(self.world("unauthorized").propfind("/", "D:displayname").status, 401)
        self.assertEqual(challenge("open").status, 400)
        for fault, scheme in [("digest", "Digest"), ("bearer", "Bearer"), ("lower-challenge", "basic"),
                              ("many-challenges", "X-MobileMe-AuthToken")]:
            self.assertEqual(challenge(fault).headers["www-authenticate"].split()[0], scheme)

    def nobody(self):
        client = Client(self.told["url"])
        self.addCleanup(client.connection.close)
        return client
