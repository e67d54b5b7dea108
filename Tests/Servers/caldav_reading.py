"""GET and PROPFIND."""
import email.utils
from xml.sax.saxutils import escape

from caldav_answer import XML, Answer, Refused
from caldav_properties import HOME, INBOX, OUTBOX, Properties
from caldav_xml import caldav, dav, parsed, text_of


class Reading(Properties):
    """Reads what is there."""

    def calendar(self):
        return self.world.calendars.get(self.place[2]) if len(self.place) >= 3 and self.place[:2] == HOME else None

    def member(self):
        calendar = self.calendar()
        return calendar.members.get(self.place[3]) if calendar and len(self.place) == 4 else None

    def do_head(self): return self.do_get()

    def do_get(self):
        member = self.member()
        if member is None:
            properties = self.properties_of(self.place)
            raise Refused(404 if properties is None else 501, "nothing to get")
        etag = self.etag_of(member)
        if self.fault("weak-get-etag"):
            etag = f"W/{member.etag}"
        if self.fault("gzip-etag") and "gzip" in self.headers.get("accept-encoding", ""):
            etag = member.etag[:-1] + '-gzip"'
        if not self.fault("get-unconditional") and etag in self.headers.get("if-none-match", ""):
            return Answer(304, b"", [("ETag", etag)])
        headers = [("ETag", etag), ("Last-Modified", email.utils.formatdate(member.changed, usegmt=True))]
        if self.fault("auto-schedule"):
            headers.append(("Schedule-Tag", member.etag))
        return Answer(200, member.text, headers, self.content_type(member))

    def do_propfind(self):
        depth = self.headers.get("depth", "infinity")
        if depth not in ("0", "1"):
            raise Refused(403, self.writer.error(dav("propfind-finite-depth")), kind=XML)
        properties = self.properties_of(self.place)
        if properties is None or (self.fault("gone") and len(self.place) > 1):
            raise Refused(404, "there is nothing")
        names = self.asked_names(parsed(self.text))
        is_member = len(self.place) == 4
        responses = [self.response(self.place, names, not is_member)]
        if self.fault("self-listed") and depth == "1" and len(self.place) == 3:
            responses.append(self.writer.response(self.href(self.place), {dav("getetag"): '"self"'}))
        if depth == "1" and not is_member:
            responses += self.children(names)
        return self.multistatus(responses)

    def children(self, names):
        """The responses of what is in a collection."""
        if self.place == HOME:
            if self.fault("home-empty"):
                return []
            places = [(*HOME, name) for name in self.world.calendars]
            if self.fault("auto-schedule"):
                places += [INBOX, OUTBOX]
            extra = [self.writer.response(self.href((*HOME, name), False), {dav("resourcetype"): "", dav("getetag"): '"f"'})
                     for name in ("personal.ics", "personal.xml") if self.fault("home-files")]
            return [self.response(place, names) for place in places] + extra
        calendar = self.calendar()
        if calendar is None or self.fault("listing-empty"):
            return []
        found = [self.response((*self.place, name), names, False) for name in calendar.members]
        if self.fault("odd-members"):
            found.append(self.writer.response(self.href((*self.place, "readme.txt"), False), {
                dav("resourcetype"): "", dav("getetag"): '"readme"', dav("getcontenttype"): "text/plain"}))
            found.append(self.writer.response(self.href((*self.place, "folder.ics")), {
                dav("resourcetype"): self.writer.element(dav("collection")), dav("getetag"): '"folder"'}))
        return found

    def asked_names(self, root):
        """The names of properties that a request asks for; None for all."""
        prop = root.find(dav("prop")) if root is not None else None
        return None if prop is None else [child.tag for child in prop]

    def response(self, place, names, is_collection=True, data=False):
        """What is asked of one place."""
        properties = self.properties_of(place)
        if data and properties is not None:
            properties[caldav("calendar-data")] = self.data_of(place)
        names = [*properties] if names is None else names
        if self.fault("etag-404") and dav("getetag") in names and len(place) == 4:
            properties.pop(dav("getetag"), None)
        found = {name: properties[name] for name in names if name in properties}
        missing = [name for name in names if name not in properties]
        if "minimal" in self.headers.get("prefer", ""):
            missing = []
        return self.writer.response(self.href(place, is_collection), found, missing)

    def data_of(self, place):
        text = self.world.calendars[place[2]].members[place[3]].text.decode(errors="replace")
        if self.fault("control-characters"):
            text = text.replace("SUMMARY:", "SUMMARY:\x0b\x01")
        if self.fault("raw-newlines"):
            return escape(text)
        if self.fault("cdata"):
            return f"<![CDATA[{text}]]>"
        return text_of(text)

    def multistatus(self, responses, token=None):
        if self.fault("duplicates"):
            responses = [response for response in responses for _ in range(2)]
        return Answer(207, self.writer.multistatus(responses, token).encode(), kind=XML)
