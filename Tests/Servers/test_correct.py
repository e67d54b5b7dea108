"""What faulty_caldav.py does as it should."""
from asking import Client, task
from faulty_tests import CALENDAR, Faulty


class Correct(Faulty):
    """Without faults."""

    def test_leads_from_the_root_to_an_item(self):
        client = self.filled()
        self.assertEqual(client.ask("PROPFIND", "/.well-known/caldav", Depth=0).headers["location"], "/")
        principal = client.propfind("/", "D:current-user-principal").xml().findtext(".//{*}current-user-principal/{*}href")
        home = client.propfind(principal, "C:calendar-home-set").xml().findtext(".//{*}calendar-home-set/{*}href")
        listed = client.propfind(home, "D:displayname", "CS:getctag", "D:sync-token", depth=1).responses()
        self.assertEqual([*listed], [home, CALENDAR])
        self.assertEqual(listed[CALENDAR][1]["displayname"].text, "Tasks")
        self.assertEqual(self.hrefs(client.propfind(CALENDAR, "D:getetag", depth=1)), [CALENDAR, CALENDAR + "a.ics"])
        self.assertEqual(client.ask("GET", CALENDAR + "a.ics").body.decode(), task("a@x"))

    def test_wants_the_password(self):
        self.world()
        other = Client(self.told["url"], "ann", "wrong")
        self.addCleanup(other.connection.close)
        answer = other.propfind("/", "D:resourcetype")
        self.assertEqual((answer.status, answer.headers["www-authenticate"][:5]), (401, "Basic"))

    def test_holds_to_conditions(self):
        client = self.filled()
        path, text = CALENDAR + "a.ics", task("a@x", "Other")
        etag = client.ask("GET", path).headers["etag"]
        self.assertEqual(client.put(path, text, If_None_Match="*").status, 412)
        self.assertEqual(client.put(path, text, If_Match='"x"').status, 412)
        self.assertEqual(client.ask("DELETE", path, If_Match='"x"').status, 412)
        changed = client.put(path, text, If_Match=etag)
        self.assertEqual(changed.status, 204)
        self.assertEqual(client.ask("GET", path, If_None_Match=changed.headers["etag"]).status, 304)
        self.assertEqual(client.ask("DELETE", path, If_Match=changed.headers["etag"]).status, 204)
        self.assertEqual(client.ask("DELETE", path).status, 404)

    def test_reports_what_changed(self):
        client = self.filled(names=("a", "b"))
        token = client.sync(CALENDAR).xml().findtext("{DAV:}sync-token")
        client.ask("DELETE", CALENDAR + "a.ics")
        client.put(CALENDAR + "c.ics", task("c@x"))
        changed = {href: status for href, (status, _) in client.sync(CALENDAR, token).responses().items()}
        self.assertEqual(changed, {CALENDAR + "a.ics": 404, CALENDAR + "c.ics": 200})
        self.set(restart=True)
        refused = client.sync(CALENDAR, token)
        self.assertEqual((refused.status, b"valid-sync-token" in refused.body), (403, True))

    def test_gives_texts_and_reports_what_is_missing(self):
        client = self.filled()
        answer = client.multiget(CALENDAR, CALENDAR + "a.ics", CALENDAR + "b.ics").responses()
        self.assertEqual(answer[CALENDAR + "a.ics"][1]["calendar-data"].text, task("a@x"))
        self.assertEqual(answer[CALENDAR + "b.ics"][0], 404)

    def test_finds_a_uid(self):
        client = self.filled(names=("a", "b"))
        inside = '<C:prop-filter name="UID"><C:text-match collation="i;octet">b@x</C:text-match></C:prop-filter>'
        self.assertEqual(self.hrefs(client.query(CALENDAR, inside)), [CALENDAR + "b.ics"])
        self.assertEqual(self.hrefs(client.query(CALENDAR, kind="VEVENT")), [])

    def test_refuses_what_is_no_item(self):
        client = self.filled()
        for text, condition in [
                ("no", b"valid-calendar-data"), (task("a@x"), b"no-uid-conflict"),
                (task("b@x").replace("VERSION", "METHOD:PUBLISH\r\nVERSION"), b"valid-calendar-object-resource"),
                (task("b@x").replace("VTODO", "VJOURNAL"), b"supported-calendar-component"),
                (task("b@x", "x" * (1 << 20)), b"max-resource-size")]:
            refused = client.put(CALENDAR + "b.ics", text, If_None_Match="*")
            self.assertEqual((refused.status, condition in refused.body), (403, True), refused.body)
        self.assertEqual(client.mkcalendar(CALENDAR).status, 405)

    def test_moves_items_and_sets_properties(self):
        client = self.filled()
        client.mkcalendar("/calendars/ann/other/")
        moved = client.ask("MOVE", CALENDAR + "a.ics", Destination=self.told["url"] + "calendars/ann/other/a.ics")
        self.assertEqual(moved.status, 201)
        changed = client.xml("PROPPATCH", CALENDAR, "D:propertyupdate",
                             "<D:set><D:prop><D:displayname>A &amp; B</D:displayname></D:prop></D:set>")
        self.assertEqual(changed.status, 207)
        name = client.propfind(CALENDAR, "D:displayname").responses()[CALENDAR][1]["displayname"].text
        self.assertEqual(name, "A & B")

    def test_escapes_hrefs(self):
        client = self.filled(names=("a b&å",))
        self.assertIn(CALENDAR + "a%20b&%C3%A5.ics",
                      self.hrefs(client.propfind(CALENDAR, "D:getetag", depth=1)))

    def test_serves_https(self):
        self.world()
        secure = self.client_of(self.told["secure"])
        self.assertEqual(secure.propfind("/", "D:resourcetype").status, 207)

    def test_records_what_was_asked(self):
        client = self.filled()
        self.said("POST", f"/reset?world={self.name}")
        client.ask("DELETE", CALENDAR + "a.ics")
        client.sync(CALENDAR, more="<D:limit><D:nresults>1</D:nresults></D:limit>")
        client.ask("GET", CALENDAR, X_Unrecorded=1)
        other = self.client_of(self.told["other"])
        other.propfind("/", "D:resourcetype")
        report = self.said("GET", f"/report?world={self.name}")
        self.assertEqual((report["count"], report["methods"]), (3, {"DELETE": 1, "REPORT": 1, "PROPFIND": 1}))
        said = "\n".join(report["violations"])
        for sentence in ("neither If-Match", "DAV:limit", "password to another origin"):
            self.assertIn(sentence, said)
        asked = self.said("GET", f"/requests?world={self.name}")
        self.assertEqual([request["status"] for request in asked], [204, 207, 207])
        self.assertTrue(asked[0]["headers"]["authorization"].startswith("Basic "))

    def test_keeps_a_connection(self):
        client = self.world()
        client.propfind("/", "D:resourcetype")
        before = client.connection.sock.getsockname()
        client.propfind("/", "D:resourcetype")
        self.assertEqual(client.connection.sock.getsockname(), before)
