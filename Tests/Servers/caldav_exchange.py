"""One request to a world: what CalDAV asks of a server, as the RFCs have it, unless a fault is chosen."""
import urllib.parse
import xml.etree.ElementTree as ET

from caldav_answer import Answer, Refused
from caldav_gate import Gate
from caldav_reading import Reading
from caldav_reports import Reports
from caldav_writing import Writing
from caldav_xml import APPLE, CALDAV, CALENDARSERVER, DAV, PREFIXES, Writer

ODD_PREFIXES = {DAV: "", CALDAV: "ns1", CALENDARSERVER: "b.c", APPLE: "D"}
ALLOWED = "OPTIONS, GET, HEAD, PUT, DELETE, MOVE, PROPFIND, PROPPATCH, MKCALENDAR, REPORT"


class Exchange(Gate, Reading, Reports, Writing):
    """One request to a world, and how it is answered."""

    def __init__(self, request, world, faults, base, path, origins):
        self.request, self.world, self.faults, self.base = request, world, faults, base
        self.method, self.headers, self.text = request.method, request.headers, request.raw
        self.origin, self.other_origin, self.plain_origin = origins
        self.taken = {}
        self.is_known = False
        self.place = tuple(urllib.parse.unquote(part) for part in path.split("/") if part)
        self.is_moved = self.place[:1] == ("moved",)
        if self.is_moved:
            self.place = self.place[1:]
            self.base += "/moved"
        self.writer = Writer(ODD_PREFIXES if self.fault("odd-prefixes") else PREFIXES)

    def fault(self, name):
        """Whether a fault is chosen; it stays so for the whole request."""
        if name not in self.taken:
            self.taken[name] = self.faults.take(name, self.method)
        return self.taken[name]

    def answer(self):
        """The answer to the request."""
        try:
            if ".." in self.place or "\0" in "".join(self.place):
                raise Refused(400, "no such path")
            self.redirect()
            self.authenticate()
            self.fail()
            if self.place and self.place[0] == ".well-known":
                return self.well_known()
            with self.world.lock:
                return getattr(self, f"do_{self.method.lower()}", self.unknown)()
        except ET.ParseError as error:
            return Answer(400, f"no XML: {error}".encode())
        except Refused as refused:
            return refused.answer

    def unknown(self): raise Refused(405, "", ("Allow", self.allowed()))

    def allowed(self): return ALLOWED.replace(", MKCALENDAR", "") if self.fault("no-mkcalendar") else ALLOWED

    def do_options(self):
        abilities = ["1, 3, access-control", "calendar-access" + (
            ", calendar-auto-schedule" if self.fault("auto-schedule") else "")]
        return Answer(200, b"", [("DAV", line) for line in abilities] + [("Allow", self.allowed())])
