"""The properties of everything that a CalDAV server has."""
import email.utils
import urllib.parse
from xml.sax.saxutils import escape

from caldav_xml import CALENDARSERVER, caldav, dav, text_of

USER = "ann"
HOME, PRINCIPAL = ("calendars", USER), ("principals", USER)
INBOX, OUTBOX = (*HOME, "inbox"), (*HOME, "outbox")
CTAG = f"{{{CALENDARSERVER}}}getctag"
MAX_SIZE = 1 << 20
LETTERS = "-_.~!$&'()*+,;=:@"


class Properties:
    """Tells properties; what is asked for is in `self.place`, a tuple of the parts of the path."""

    # Hrefs

    def href(self, place, is_collection=True):
        """The address of a place, spelt as this server spells."""
        parts = [self.spelled(part) for part in place]
        path = self.base + "/" + "/".join(parts) + ("/" if is_collection and parts else "")
        if is_collection and self.fault("no-slash"):
            path = path.rstrip("/")
        if self.fault("absolute-hrefs"):
            return self.origin + path
        if self.fault("hrefs-elsewhere") and len(place) > 3:
            return self.other_origin + path
        return path

    def spelled(self, part):
        if self.fault("raw-hrefs"):
            return part
        quoted = urllib.parse.quote(part, safe=LETTERS)
        if self.fault("escaped-hrefs") or (self.fault("mixed-hrefs") and self.method == "REPORT"):
            quoted = urllib.parse.quote(part, safe="-_.~")
        if self.fault("lower-hex"):
            quoted = "".join(part.lower() if is_hex else part for part, is_hex in hex_pieces(quoted))
        return quoted

    def link(self, place, origin=""):
        return self.writer.href(origin + self.href(place) if not self.fault("absolute-hrefs") else self.href(place))

    # Tokens

    def token_of(self, calendar):
        """The sync-token as it is now."""
        if self.fault("token-seconds"):
            return str(int(calendar.changed)) if calendar.has_changed else "-1"
        return f"http://faulty.example/sync/{self.world.epoch}/{calendar.revision}"

    def ctag_of(self, calendar):
        if self.fault("ctag-minus-one") and not calendar.has_changed:
            return "-1"
        if self.fault("ctag-stuck"):
            return "stuck"
        return self.token_of(calendar) if self.fault("token-seconds") else f"{self.world.epoch}-{calendar.revision}"

    # By the kind of place

    def properties_of(self, place):
        """All properties of a place, each as the text of its XML; None where there is nothing."""
        if place == ():
            return self.common(place) | {dav("resourcetype"): self.writer.element(dav("collection"))}
        if place == PRINCIPAL:
            return self.of_principal()
        if place == HOME:
            return self.of_home()
        if place in (INBOX, OUTBOX) and self.fault("auto-schedule"):
            kind = f"schedule-{place[-1]}"
            return self.common(place) | {dav("resourcetype"): self.writer.element(dav("collection"))
                                         + self.writer.element(caldav(kind))}
        if place[:2] != HOME or len(place) > 4 or place[2] not in self.world.calendars:
            return None
        calendar = self.world.calendars[place[2]]
        if len(place) == 3:
            return self.of_calendar(place, calendar)
        return self.of_member(place, calendar.members.get(place[3]))

    def common(self, place):
        if self.fault("no-principal"):
            return {dav("owner"): ""}
        if not self.is_known and self.fault("unauthenticated-207"):
            return {dav("current-user-principal"): self.writer.element(dav("unauthenticated"))}
        origin = self.other_origin if self.fault("principal-elsewhere") else ""
        return {dav("current-user-principal"): self.link(PRINCIPAL, origin), dav("owner"): self.link(PRINCIPAL)}

    def of_principal(self):
        origin = self.other_origin if self.fault("home-elsewhere") else ""
        home = self.link(HOME, origin)
        if self.fault("several-homes"):
            home = self.link((*HOME[:1], "nobody")) + home
        found = self.common(PRINCIPAL) | {
            dav("resourcetype"): self.writer.element(dav("collection")) + self.writer.element(dav("principal")),
            dav("displayname"): "Ann", dav("principal-URL"): self.link(PRINCIPAL), caldav("calendar-home-set"): home,
            caldav("calendar-user-address-set"): self.writer.href("mailto:ann@example.com")}
        if self.fault("auto-schedule"):
            found |= {caldav("schedule-inbox-URL"): self.link(INBOX), caldav("schedule-outbox-URL"): self.link(OUTBOX)}
        return found

    def of_home(self):
        return self.common(HOME) | {dav("resourcetype"): self.writer.element(dav("collection")),
                                    dav("displayname"): "Home", dav("current-user-privilege-set"): self.privileges()}

    def of_calendar(self, place, calendar):
        element = self.writer.element
        found = self.common(place) | {
            dav("resourcetype"): element(dav("collection")) + element(caldav("calendar")),
            dav("supported-report-set"): self.reports(), dav("current-user-privilege-set"): self.privileges(),
            caldav("max-resource-size"): str(MAX_SIZE)}
        if not self.fault("no-kinds"):
            found[caldav("supported-calendar-component-set")] = "".join(map(self.writer.comp, calendar.kinds))
        if not self.fault("no-sync") and not self.fault("neither-token"):
            found[dav("sync-token")] = self.token_of(calendar)
        if not self.fault("neither-token"):
            found[CTAG] = self.ctag_of(calendar)
        return found | calendar.properties

    def of_member(self, place, member):
        if member is None:
            return None
        return {dav("resourcetype"): "", dav("getetag"): text_of(self.etag_of(member)),
                dav("getcontenttype"): escape(self.content_type(member)), dav("getcontentlength"): str(len(member.text)),
                dav("getlastmodified"): email.utils.formatdate(member.changed, usegmt=True),
                dav("current-user-privilege-set"): self.privileges()}

    def etag_of(self, member):
        if self.fault("etags-repeat"):
            return f'"{member.version:08}"'
        if self.fault("etags-seconds"):
            return f'"{int(member.changed)}"'
        return f"W/{member.etag}" if self.fault("weak-etags") else member.etag

    def content_type(self, member):
        if self.fault("quoted-charset"):
            return f'text/calendar; component={member.kind.lower()}; charset="utf-8"'
        return f"text/calendar; charset=utf-8; component={member.kind}"

    def privileges(self):
        names = ["read", "read-current-user-privilege-set"]
        if not self.fault("read-only"):
            names += ["write", "write-content", "write-properties", "bind", "unbind"]
        element = self.writer.element
        return "".join(element(dav("privilege"), element(dav(name))) for name in names)

    def reports(self):
        names = [caldav("calendar-query"), caldav("calendar-multiget")]
        if not self.fault("no-sync") and not self.fault("neither-token"):
            names.append(dav("sync-collection"))
        element = self.writer.element
        return "".join(element(dav("supported-report"), element(dav("report"), element(name))) for name in names)


def hex_pieces(quoted):
    """The parts of a path, and of each whether it is an escaped byte."""
    index = 0
    while index < len(quoted):
        size = 3 if quoted[index] == "%" else 1
        yield quoted[index:index + size], size == 3
        index += size
