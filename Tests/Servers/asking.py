"""A client of CalDAV that knows no more than what it is asked to do, for tests of servers and of what others do."""
import base64
import http.client
import ssl
import urllib.parse
import xml.etree.ElementTree as ET

SPACES = {"D": "DAV:", "C": "urn:ietf:params:xml:ns:caldav", "CS": "http://calendarserver.org/ns/"}
DECLARED = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in SPACES.items())
CALENDAR_TYPE = {"Content-Type": "text/calendar; charset=utf-8"}


class Answer:
    """An answer; `headers` by name in lower case."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def xml(self): return ET.fromstring(self.body)

    def responses(self):
        """Status and properties of each href."""
        found = {}
        for response in self.xml().findall("D:response", SPACES):
            href = response.findtext("D:href", "", SPACES)
            status = response.findtext("D:status", "", SPACES) or response.findtext("D:propstat/D:status", "", SPACES)
            values = {element.tag.partition("}")[2]: element
                      for element in response.iterfind("D:propstat/D:prop/*", SPACES)}
            found[href] = (int(status.split()[1]), values)
        return found


class Client:
    """A connection to one server."""

    def __init__(self, url, user=None, password=None, certificate=None, headers=None, is_patient=False):
        """`is_patient` asks once more where a connection that was used before ends without an answer."""
        self.is_patient = is_patient
        self.url = urllib.parse.urlsplit(url)
        self.headers = dict(headers or {})
        self.certificate = certificate
        if user is not None:
            self.headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
        self.connection = self.connected()

    def connected(self):
        if self.url.scheme == "http":
            return http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=60)
        context = ssl.create_default_context(cafile=self.certificate)
        return http.client.HTTPSConnection(self.url.hostname, self.url.port, timeout=60, context=context)

    def ask(self, method, path, body=b"", **headers):
        """A request; `If_Match` is the header If-Match."""
        named = {name.replace("_", "-"): str(value) for name, value in headers.items()}
        body = body.encode() if isinstance(body, str) else body
        was_used = self.connection.sock is not None
        try:
            self.connection.request(method, path, body, {"User-Agent": "duecal-tests", **self.headers, **named})
            answer = self.connection.getresponse()
            read = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            if not self.is_patient or not was_used:
                raise
            return self.ask(method, path, body, **headers)
        found = {}
        for name, value in answer.getheaders():
            found[name.lower()] = f"{found[name.lower()]}, {value}" if name.lower() in found else value
        return Answer(answer.status, found, read)

    def xml(self, method, path, root, content, depth=0, **headers):
        body = f'<?xml version="1.0"?><{root} {DECLARED}>{content}</{root}>'
        return self.ask(method, path, body, Depth=depth, Content_Type="application/xml; charset=utf-8", **headers)

    def propfind(self, path, *names, depth=0):
        return self.xml("PROPFIND", path, "D:propfind", "<D:prop>" + "".join(f"<{n}/>" for n in names) + "</D:prop>", depth)

    def sync(self, path, token="", more=""):
        """What changed since a token."""
        content = (f"<D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>{more}"
                   "<D:prop><D:getetag/></D:prop>")
        return self.xml("REPORT", path, "D:sync-collection", content, 0)

    def multiget(self, path, *hrefs):
        content = "<D:prop><D:getetag/><C:calendar-data/></D:prop>" + "".join(f"<D:href>{h}</D:href>" for h in hrefs)
        return self.xml("REPORT", path, "C:calendar-multiget", content, 1)

    def query(self, path, inside="", kind="VTODO", depth=1):
        content = ("<D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name=\"VCALENDAR\">"
                   f"<C:comp-filter name=\"{kind}\">{inside}</C:comp-filter></C:comp-filter></C:filter>")
        return self.xml("REPORT", path, "C:calendar-query", content, depth)

    def mkcalendar(self, path, name="Tasks", kinds=("VEVENT", "VTODO")):
        comps = "".join(f'<C:comp name="{kind}"/>' for kind in kinds)
        content = (f"<D:set><D:prop><D:displayname>{name}</D:displayname><C:supported-calendar-component-set>{comps}"
                   "</C:supported-calendar-component-set></D:prop></D:set>")
        return self.xml("MKCALENDAR", path, "C:mkcalendar", content)

    def put(self, path, text, **headers):
        return self.ask("PUT", path, text, Content_Type=CALENDAR_TYPE["Content-Type"], **headers)


def task(uid, title="Water the plants", more=""):
    """The text of a task."""
    return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\nBEGIN:VTODO\r\n"
            f"UID:{uid}\r\nDTSTAMP:20261120T000000Z\r\nDUE:20261203T140000Z\r\n{more}SUMMARY:{title}\r\n"
            "END:VTODO\r\nEND:VCALENDAR\r\n")
