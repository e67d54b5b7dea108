"""The reports: some items, all of a kind, and what changed."""
import re
import urllib.parse

from caldav_answer import TEXT, XML, Refused
from caldav_xml import caldav, dav, parsed


class Reports:
    """Answers REPORT."""

    def do_report(self):
        root = parsed(self.text)
        if root is None:
            raise Refused(400, "no report")
        answer = {dav("sync-collection"): self.sync, caldav("calendar-multiget"): self.multiget,
                  caldav("calendar-query"): self.query}.get(root.tag)
        calendar = self.calendar()
        if calendar is None or self.fault("gone"):
            raise Refused(404, "no such calendar")
        if answer is None:
            raise Refused(403, self.writer.error(dav("supported-report")), kind=XML)
        return answer(root, calendar)

    def multiget(self, root, calendar):
        names, responses = self.asked_names(root), []
        has_data = caldav("calendar-data") in (names or [])
        for index, href in enumerate(root.findall(dav("href"))):
            place = self.place_of(href.text or "")
            name = place[3] if place[:3] == self.place and len(place) == 4 else ""
            if self.fault("multiget-forgets") and index % 3 == 0:
                continue
            if self.fault("multiget-500") and index % 3 == 0:
                responses.append(self.writer.response(self.href(place, False), status="500 Internal Server Error"))
            elif name in calendar.members:
                has_text = has_data and not self.fault("multiget-dataless")
                responses.append(self.response(place, names, False, has_text))
            elif not self.fault("multiget-omits"):
                responses.append(self.writer.response(self.href(place, False), status="404 Not Found"))
        return self.multistatus(responses)

    def place_of(self, href):
        path = urllib.parse.urlsplit(href).path.removeprefix(self.base.removesuffix("/moved")).removeprefix("/moved")
        return tuple(urllib.parse.unquote(part) for part in path.split("/") if part)

    def query(self, root, calendar):
        """Kind and UID are looked at; what else is in a filter is not supported."""
        if self.headers.get("depth", "0") == "0":
            refusal = self.fault("depth-0")
            if refusal:
                raise Refused(400, "Depth: 0")
            return self.multistatus([])
        if root.find(f".//{caldav('time-range')}") is not None:
            raise Refused(403, self.writer.error(caldav("supported-filter")), kind=XML)
        kinds = [comp.get("name") for comp in root.iter(caldav("comp-filter")) if comp.get("name") != "VCALENDAR"]
        if not kinds and self.fault("query-kindless-empty"):
            return self.multistatus([])
        match = root.find(f".//{caldav('text-match')}")
        names, found = self.asked_names(root), []
        for name, member in [] if self.fault("listing-empty") else calendar.members.items():
            if (not kinds or member.kind in kinds) and (match is None or (match.text or "") in member.uid):
                found.append(self.response((*self.place, name), names, False, caldav("calendar-data") in (names or [])))
        return self.multistatus(found)

    # Changes since a token

    def sync(self, root, calendar):
        if self.fault("no-sync") or self.fault("neither-token"):
            status = self.fault("no-sync")
            raise Refused(int(status) if status not in (None, True) else 403,
                          self.writer.error(dav("supported-report")), kind=XML)
        if self.headers.get("depth", "0") != "0":
            raise Refused(400, "sync-collection wants Depth: 0")
        token = (root.findtext(dav("sync-token")) or "").strip()
        revision, is_valid = self.revision_of(token, calendar)
        if not is_valid:
            return self.bogus(root, calendar)
        changes = self.changes(token, revision, calendar)
        return self.pages(root, calendar, changes, revision)

    def revision_of(self, token, calendar):
        """The revision that a token stands for, and whether it is one of this server."""
        if not token:
            return 0, True
        if self.fault("bogus"):
            return 0, False
        if self.fault("token-seconds"):
            return 0, re.fullmatch(r"-1|\d{1,18}", token) is not None
        found = re.fullmatch(r"http://faulty\.example/sync/(\w+)/(\d{1,18})", token)
        if not found or found[1] != self.world.epoch or int(found[2]) > calendar.revision:
            return 0, False
        return int(found[2]), True

    def bogus(self, root, calendar):
        how = self.fault("bogus") or "403"
        if how == "full":
            return self.pages(root, calendar, [(name, True) for name in calendar.members], 0)
        if how == "empty":
            return self.pages(root, calendar, [], calendar.revision)
        body = self.writer.error(dav("valid-sync-token")) if how in ("403", "409", "410", "412") else "no"
        raise Refused(int(how), body, kind=XML if body != "no" else TEXT)

    def changes(self, token, revision, calendar):
        """Names that changed, and whether each is there."""
        if self.fault("delta-empty") and token:
            return []
        if self.fault("sync-loses-all") and token:
            return [(name, False) for name in calendar.members]
        if self.fault("listing-empty"):
            return []
        if self.fault("token-seconds") and token:
            found = calendar.since(lambda member: int(member.changed) > int(token))
        else:
            found = calendar.since(lambda member: member.revision > revision)
        if not token and not self.fault("tombstones"):
            found = [(name, True) for name, is_there in found if is_there]
        if self.fault("tombstones"):
            found.append(("never-there.ics", False))
        if self.fault("unchanged-listed"):
            found += [(name, True) for name in calendar.members if (name, True) not in found]
        return found

    def pages(self, root, calendar, changes, revision):
        """A page of changes; 507 says that there is more."""
        names, token = self.asked_names(root), self.token_of(calendar)
        wanted = root.findtext(f".//{dav('nresults')}")
        size = int(self.fault("pages") or wanted or 0)
        extra = []
        if size and len(changes) > size and self.fault("limit-loses"):
            changes = changes[:size]
        elif size and len(changes) > size:
            changes = changes[:size]
            token = self.token_at(calendar, changes[-1][0])
            extra = [self.more()]
        if self.fault("endless-pages"):
            extra = [self.more()]
            token = f"http://faulty.example/sync/{self.world.epoch}/{revision}"
        has_data = caldav("calendar-data") in (names or []) and not self.fault("sync-dataless")
        responses = [self.response((*self.place, name), names, False, has_data) if is_there else
                     self.writer.response(self.href((*self.place, name), False), status="404 Not Found")
                     for name, is_there in changes]
        if self.fault("self-listed"):
            responses.append(self.writer.response(self.href(self.place), {dav("getetag"): '"self"'}))
        return self.multistatus(responses + extra, None if self.fault("tokenless") else token)

    def more(self):
        extra = self.writer.element(dav("error"), self.writer.element(dav("number-of-matches-within-limits")))
        return self.writer.response(self.href(self.place), status="507 Insufficient Storage", extra=extra)

    def token_at(self, calendar, name):
        revision = (calendar.members.get(name) or calendar.tombstones[name]).revision
        return f"http://faulty.example/sync/{self.world.epoch}/{revision}"
