"""Faults of HTTP."""
import http.client
import time

from asking import task
from faulty_tests import CALENDAR, Faulty, path_of


class Connections(Faulty):
    """Faults of HTTP."""

    def test_of_statuses(self):
        client = self.world("status@REPORT=500*1", "status@GET=418")
        client.mkcalendar(CALENDAR)
        self.assertEqual([client.sync(CALENDAR).status for _ in range(2)], [500, 207])
        self.assertEqual(client.ask("GET", CALENDAR).status, 418)
        for fault, status, wait in [("busy=2", 503, r"2"), ("too-many", 429, "none"), ("busy-until=9", 503, r".* GMT")]:
            answer = self.world(fault).propfind("/", "D:resourcetype")
            self.assertEqual(answer.status, status)
            self.assertRegex(answer.headers.get("retry-after", "none"), wait)

    def test_of_redirects(self):
        for fault, location in [
                ("redirect=308", "/moved/calendars/ann/tasks/"), ("redirect-elsewhere=302", "other"),
                ("redirect-loop", CALENDAR), ("redirect-plain=301", "url")]:
            answer = self.filled(fault).propfind(CALENDAR, "D:resourcetype")
            expected = self.told[location] + CALENDAR[1:] if location in self.told else location
            self.assertEqual(answer.headers["location"], expected)
        self.filled("redirect=308")
        moved = self.client.propfind("/moved" + CALENDAR, "D:getetag", depth=1)
        self.assertEqual(self.hrefs(moved), ["/moved" + CALENDAR, "/moved" + path_of("a")])
        answer = self.client.multiget("/moved" + CALENDAR, "/moved" + path_of("a"), path_of("a"))
        self.assertEqual([status for status, _ in answer.responses().values()], [200])

    def test_of_answers_that_are_none(self):
        for fault, status in [("closed", 404), ("reset", 404), ("lost", 200)]:
            self.filled(f"{fault}@PUT*1")
            with self.assertRaises((OSError, http.client.HTTPException)):
                self.client.put(path_of("b"), task("b@x"), If_None_Match="*")
            self.assertEqual(self.client.ask("GET", path_of("b")).status, status)
        self.filled("cut")
        self.assertRaises(http.client.IncompleteRead, self.client.ask, "GET", path_of("a"))
        client = self.filled("silent")
        client.connection.timeout = 0.3
        client.connection.close()
        self.assertRaises(OSError, client.ask, "GET", path_of("a"))

    def test_of_slow_answers(self):
        for fault, least in [("slow=0.3", 0.3), ("drip", 1)]:
            self.filled(fault)
            begin = time.monotonic()
            self.client.ask("OPTIONS" if fault == "slow=0.3" else "GET", path_of("nothing"))
            self.assertGreater(time.monotonic() - begin, least * 0.3)

    def test_of_connections(self):
        self.assertEqual(self.filled("close-after").propfind("/", "D:resourcetype").headers["connection"], "close")
        self.assertIn("h2", self.filled("upgrade").propfind("/", "D:resourcetype").headers["alt-svc"])
        self.filled("close-silently")
        self.assertEqual(self.client.ask("GET", path_of("a")).status, 200)
        self.assertRaises((OSError, http.client.HTTPException), self.client.ask, "GET", path_of("a"))
        self.filled("sticky-400")
        self.assertEqual(self.client.ask("GET", "/../a").status, 400)
        self.assertEqual(self.client.ask("GET", path_of("a")).status, 400)

    def test_of_bodies(self):
        self.assertEqual(self.filled("chunked").ask("GET", path_of("a")).body.decode(), task("a@x"))
        packed = self.filled("gzip").ask("GET", path_of("a"), Accept_Encoding="gzip")
        self.assertEqual(packed.headers["content-encoding"], "gzip")
        self.assertLess(len(self.filled("gzip-bomb").ask("GET", path_of("a")).body), 1 << 20)
