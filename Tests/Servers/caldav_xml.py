"""The XML of CalDAV: what a request asks for, and how an answer is written."""
import re
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

DAV, CALDAV = "DAV:", "urn:ietf:params:xml:ns:caldav"
CALENDARSERVER, APPLE = "http://calendarserver.org/ns/", "http://apple.com/ns/ical/"
PREFIXES = {DAV: "D", CALDAV: "C", CALENDARSERVER: "CS", APPLE: "A"}
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def dav(name): return f"{{{DAV}}}{name}"
def caldav(name): return f"{{{CALDAV}}}{name}"


def parsed(body):
    """The root of a request, or None where there is none; a ParseError where it is no XML."""
    return ET.fromstring(body) if body.strip() else None


def inner(element):
    """What is in an element, as text of XML."""
    text = escape(element.text or "")
    return text + "".join(ET.tostring(child, encoding="unicode") for child in element)


def text_of(value):
    """A text, with carriage returns that a parser keeps."""
    return escape(value).replace("\r", "&#13;")


class Writer:
    """Writes answers; the prefixes of namespaces are the server's own choice."""

    def __init__(self, prefixes=None):
        self.prefixes = prefixes or PREFIXES

    def name(self, qualified):
        namespace, name = re.fullmatch(r"(?:\{(.*)\})?(.*)", qualified, re.S).groups()
        if namespace not in self.prefixes:
            return f"x:{name}", f' xmlns:x="{escape(namespace or "")}"'
        prefix = self.prefixes[namespace]
        return (f"{prefix}:{name}" if prefix else name), ""

    def element(self, qualified, content=""):
        name, declared = self.name(qualified)
        return f"<{name}{declared}>{content}</{name}>" if content else f"<{name}{declared}/>"

    def href(self, href): return self.element(dav("href"), text_of(href))

    def comp(self, kind):
        name, _ = self.name(caldav("comp"))
        return f'<{name} name="{kind}"/>'

    def propstat(self, properties, status):
        return self.element(dav("propstat"), self.element(dav("prop"), properties)
                            + self.element(dav("status"), f"HTTP/1.1 {status}"))

    def response(self, href, found=None, missing=(), status=None, extra=""):
        """A response with what was found of what was asked, or with a status alone."""
        content = self.href(href)
        if status:
            content += self.element(dav("status"), f"HTTP/1.1 {status}")
        if found or (not missing and not status):
            content += self.propstat("".join(self.element(*pair) for pair in (found or {}).items()), "200 OK")
        if missing:
            content += self.propstat("".join(self.element(name) for name in missing), "404 Not Found")
        return self.element(dav("response"), content + extra)

    def document(self, root, content):
        name, _ = self.name(root)
        declared = "".join(f' xmlns{":" + prefix if prefix else ""}="{namespace}"'
                           for namespace, prefix in self.prefixes.items())
        return f"{HEAD}<{name}{declared}>{content}</{name}>\n"

    def multistatus(self, responses, token=None):
        content = "".join(responses)
        return self.document(dav("multistatus"), content + (self.element(dav("sync-token"), token) if token else ""))

    def error(self, condition, content=""):
        return self.document(dav("error"), self.element(condition, content))
