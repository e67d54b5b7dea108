"""PUT, DELETE, MOVE, MKCALENDAR and PROPPATCH."""
import hashlib
import re
from xml.sax.saxutils import escape

from caldav_answer import XML, Answer, Refused
from caldav_properties import HOME, MAX_SIZE
from caldav_world import KINDS, Calendar, addressees, first_kind, first_uid, uids
from caldav_xml import caldav, dav, inner, parsed


class Writing:
    """Changes what is there."""

    def may_write(self):
        if self.fault("read-only") or self.fault("write-refused"):
            raise Refused(403, self.writer.error(dav("need-privileges")), kind=XML)

    def conditions(self, member):
        """Refuses what is not as the client says."""
        etag = member and self.etag_of(member)
        match, none = self.headers.get("if-match"), self.headers.get("if-none-match")
        if none is not None and member and (none.strip() == "*" or etag in none) and not (
                self.fault("create-overwrites") and self.method == "PUT"):
            raise self.failed()
        # The strong comparison: a weak ETag never matches.
        is_right = match is None or (member and (match.strip() == "*" or (
            etag in [tag.strip() for tag in match.split(",")] and not etag.startswith("W/"))))
        if not is_right and not (self.fault("delete-unguarded") and self.method == "DELETE"):
            raise self.failed()

    def failed(self):
        """A failed precondition."""
        if self.fault("put-207") and self.method in ("PUT", "MKCALENDAR"):
            href = "http%3A//127.0.0.1%3A1" + self.request.path
            response = self.writer.response(href, status="412 Precondition Failed")
            return Refused(207, self.writer.multistatus([response]), kind=XML)
        return Refused(412, "not as you say")

    def do_put(self):
        self.may_write()
        calendar = self.calendar()
        if calendar is None or len(self.place) != 4:
            raise Refused(409 if self.place[:2] == HOME else 403, "no such calendar")
        member = self.member()
        self.conditions(member)
        self.check_text(calendar)
        name = self.place[3]
        if self.fault("put-moves") and not member:
            name = f"moved-{hashlib.sha256(name.encode()).hexdigest()[:8]}.ics"
        calendar.put(name, self.stored(self.text))
        self.invite(calendar.members[name])
        return Answer(204 if member and not self.fault("update-201") else 201, b"", self.put_headers(calendar, name))

    def put_headers(self, calendar, name):
        stored, headers = calendar.members[name], []
        if not self.fault("put-no-etag"):
            headers.append(("ETag", self.etag_of(stored)))
        if self.fault("auto-schedule"):
            headers.append(("Schedule-Tag", stored.etag))
        if name != self.place[3]:
            headers.append(("Location", self.href((*self.place[:3], name), False)))
        return headers

    def invite(self, member):
        if self.fault("auto-schedule"):
            self.world.mails += [{"method": self.method, "uid": member.uid, "to": to} for to in addressees(member.text)]

    def check_text(self, calendar):
        """Refuses what is no item of this calendar."""
        text, error = self.text, self.writer.error
        if self.fault("full"):
            raise Refused(507, error(dav("quota-not-exceeded")), kind=XML)
        if status := self.fault("invalid"):
            raise Refused(412 if status is True else int(status), error(caldav("valid-calendar-data")), kind=XML)
        if len(text) > MAX_SIZE:
            raise Refused(403, error(caldav("max-resource-size")), kind=XML)
        if "text/calendar" not in self.headers.get("content-type", ""):
            raise Refused(403, error(caldav("supported-calendar-data")), kind=XML)
        if not re.match(rb"(?i)BEGIN:VCALENDAR\r?\n", text) or not text.rstrip().upper().endswith(b"END:VCALENDAR"):
            raise Refused(403, error(caldav("valid-calendar-data")), kind=XML)
        if len(set(uids(text))) != 1 or re.search(rb"(?im)^METHOD[:;]", text):
            raise Refused(403, error(caldav("valid-calendar-object-resource")), kind=XML)
        if first_kind(text) not in calendar.kinds:
            raise Refused(403, error(caldav("supported-calendar-component")), kind=XML)
        other = calendar.named_with(first_uid(text))
        if other not in (None, self.place[3]) and not self.fault("uid-duplicates"):
            href = "" if self.fault("uid-conflict-bare") else self.writer.href(self.href((*self.place[:3], other), False))
            raise Refused(int(self.fault("uid-conflict") or 403), error(caldav("no-uid-conflict"), href), kind=XML)
        if self.fault("trash") and not self.member() and first_uid(text) in calendar.removed_uids:
            raise Refused(400, "Deleted calendar object with uid already exists in this calendar collection.")
        if self.member() and not self.fault("uid-changes") and self.member().uid != first_uid(text):
            raise Refused(403, error(caldav("no-uid-conflict")), kind=XML)

    def stored(self, text):
        """What is kept of a text."""
        if self.fault("rewrites"):
            text = rewritten(text)
        if self.fault("drops-unknown"):
            text = re.sub(rb"(?m)^(?:X-|ESTIMATED-DURATION).*\r\n(?:[ \t].*\r\n)*", b"", text)
        if self.fault("adds-lines"):
            text = re.sub(rb"(?m)^(BEGIN:V(?:TODO|EVENT)\r\n)", rb"\1CLASS:PUBLIC\r\n", text).rstrip()
        return text

    def do_delete(self):
        self.may_write()
        calendar = self.calendar()
        if calendar is None or len(self.place) > 4:
            raise Refused(404 if self.properties_of(self.place) is None else 403, "nothing to remove")
        if len(self.place) == 3:
            del self.world.calendars[self.place[2]]
            return Answer(404 if self.fault("delete-404") else 204)
        member = self.member()
        if member is None:
            raise Refused(404, "nothing to remove")
        self.conditions(member)
        if self.headers.get("schedule-reply", "").upper() != "F":
            self.invite(member)
        calendar.remove(self.place[3])
        return Answer(204)

    def do_move(self):
        self.may_write()
        calendar, member = self.calendar(), self.member()
        if member is None:
            raise Refused(404, "nothing to move")
        self.conditions(member)
        place = self.place_of(self.headers.get("destination", ""))
        target = self.world.calendars.get(place[2]) if len(place) == 4 and place[:2] == HOME else None
        if target is None:
            raise Refused(409, "nowhere to move to")
        if place[3] in target.members and self.headers.get("overwrite", "T").upper() == "F":
            raise Refused(412, "something is there")
        if member.kind not in target.kinds:
            raise Refused(403, self.writer.error(caldav("supported-calendar-component")), kind=XML)
        calendar.remove(self.place[3])
        target.put(place[3], member.text)
        return Answer(201)

    def do_mkcalendar(self):
        self.may_write()
        if self.fault("no-mkcalendar"):
            raise Refused(403, "no")
        if len(self.place) != 3 or self.place[:2] != HOME:
            raise Refused(403, self.writer.error(caldav("calendar-collection-location-ok")), kind=XML)
        if self.place[2] in self.world.calendars:
            if self.fault("put-207"):
                raise self.failed()
            status = int(self.fault("mkcalendar-again") or 405)
            raise Refused(status, self.writer.error(dav("resource-must-be-null")), kind=XML)
        calendar = Calendar(("VEVENT",) if self.fault("event-only") else KINDS)
        self.set_properties(calendar, parsed(self.text))
        self.world.calendars[self.place[2]] = calendar
        return Answer(400 if self.fault("mkcalendar-400") else 201)

    def do_proppatch(self):
        self.may_write()
        calendar = self.calendar()
        if calendar is None or len(self.place) != 3:
            raise Refused(403, "not here")
        names = self.set_properties(calendar, parsed(self.text))
        if self.fault("proppatch-403"):
            body = self.writer.propstat("".join(map(self.writer.element, names)), "403 Forbidden")
            response = self.writer.element(dav("response"), self.writer.href(self.href(self.place)) + body)
            return self.multistatus([response])
        return self.multistatus([self.writer.response(self.href(self.place), {name: "" for name in names})])

    def set_properties(self, calendar, root):
        """Sets and removes properties; gives their names."""
        names = []
        for change in root if root is not None else []:
            for element in change.find(dav("prop")) if change.find(dav("prop")) is not None else []:
                names.append(element.tag)
                self.set_property(calendar, element, change.tag == dav("remove"))
        return names

    def set_property(self, calendar, element, is_removed):
        if element.tag == caldav("supported-calendar-component-set"):
            if self.fault("event-only"):
                return
            calendar.kinds = [comp.get("name") for comp in element.iter(caldav("comp"))] or list(KINDS)
        elif self.fault("proppatch-403") and self.method == "PROPPATCH":
            return
        elif is_removed:
            calendar.properties.pop(element.tag, None)
        else:
            value = inner(element)
            is_twice = self.fault("displayname-escaped") and element.tag == dav("displayname")
            calendar.properties[element.tag] = escape(value) if is_twice else value


def rewritten(text):
    """A text as a server writes it that has taken it apart: lines of a component in another order, `;` escaped."""
    lines = re.sub(rb"\r?\n[ \t]", b"", text).replace(b"\r\n", b"\n").strip().split(b"\n")
    stack = [[]]
    for line in lines:
        if line.upper().startswith(b"BEGIN:"):
            stack.append([line])
        elif line.upper().startswith(b"END:"):
            done = stack.pop()
            stack[-1].append(b"\r\n".join([done[0], *sorted(done[1:], key=order), line]))
        else:
            name, colon, value = line.partition(b":")
            stack[-1].append(name + colon + (re.sub(rb"(?<!\\);", rb"\\;", value) if name.startswith(b"X-") else value))
    return b"\r\n".join(stack[0]) + b"\r\n"


def order(line):
    """Properties by name, then components."""
    return line.startswith(b"BEGIN:"), re.split(rb"[;:]", line)[0]
