"""The faults that can be chosen, and how they are written: NAME[@METHOD][=ARGUMENT][*COUNT]."""
import dataclasses
import re
import threading
import urllib.parse

FAULTS = {
    # Finding calendars
    "root-404": "PROPFIND of / is 404; only /.well-known/caldav leads on (Fastmail)",
    "no-principal": "there is no current-user-principal (Synology)",
    "principal-elsewhere": "current-user-principal is on another origin",
    "home-elsewhere": "calendar-home-set is on another origin (iCloud)",
    "several-homes": "calendar-home-set has two hrefs, the first is 404",
    "home-empty": "the home lists no calendar, though there are some",
    "home-files": "the home lists personal.ics and personal.xml, which are no collections (SOGo)",
    "gone": "everything below the root is 404, though it is there",
    "well-known": "=STATUS of the redirect of /.well-known/caldav; 301 and relative without it",
    "well-known-absolute": "its Location is a whole address (Cyrus)",
    "well-known-404": "it is 404",
    "well-known-page": "it is a web page (SOGo)",
    "well-known-elsewhere": "it leads to another origin",
    "well-known-loop": "it leads to itself",
    # Who is asking
    "unauthenticated-207": "PROPFIND without a password is 207 with <unauthenticated/>, never 401 (Cyrus)",
    "unauthorized": "every password is wrong",
    "open": "no password is asked for (Xandikos)",
    "digest": "Digest alone, SHA-256 or MD5",
    "bearer": "Bearer alone (Google)",
    "lower-challenge": "the scheme is written `basic`, the realm without quotes (SOGo)",
    "many-challenges": "Basic is the third of several challenges in one header (iCloud)",
    # Addresses in answers
    "absolute-hrefs": "hrefs are whole addresses",
    "hrefs-elsewhere": "hrefs of members are on another origin",
    "lower-hex": "%c3%a5 and not %C3%A5 (sabre)",
    "raw-hrefs": "nothing is escaped: `a b&å.ics` (SOGo)",
    "escaped-hrefs": "@ and others are escaped, too",
    "mixed-hrefs": "@ in answers to PROPFIND, %40 in those to REPORT (Google)",
    "no-slash": "collections end in no slash (Xandikos)",
    # Lists and changes
    "listing-empty": "no calendar has members, though they are there",
    "sync-loses-all": "changes since a token are that everything was removed",
    "delta-empty": "changes since a token are none, though the ctag moves",
    "self-listed": "the collection is a member of itself, with an ETag (iCloud)",
    "duplicates": "every response comes twice (Zimbra, DavMail)",
    "odd-members": "a calendar lists a text and a folder beside its items",
    "etag-404": "getetag of members is in a propstat of 404",
    "tombstones": "the first list of changes has removed members, and one that never was (Radicale)",
    "unchanged-listed": "changes have members that did not change (DAViCal)",
    "bogus": "=403|409|410|412|400|404|415|418|500|501|full|empty: how every token is answered (DAViCal: full)",
    "no-sync": "[=STATUS] there are no sync-tokens, the report is 403; the ctag is there",
    "neither-token": "there is neither a sync-token nor a ctag",
    "ctag-minus-one": "the ctag of a new calendar is -1 (SOGo)",
    "ctag-stuck": "the ctag is always the same",
    "token-seconds": "tokens and ctags are whole seconds: what changes twice in one is missed (SOGo)",
    "pages": "=N: changes come in pages, with 507 (Cyrus, Google)",
    "endless-pages": "the pages never end, and the token stays",
    "limit-loses": "DAV:limit loses what is beyond it (Xandikos)",
    "tokenless": "changes come without a new token",
    "sync-dataless": "changes come without calendar-data (Xandikos, DAViCal)",
    "multiget-omits": "multiget omits what is not there (DAViCal, sabre)",
    "multiget-forgets": "multiget omits each third that is there (Google)",
    "multiget-500": "multiget answers each third with 500",
    "multiget-dataless": "multiget answers without calendar-data",
    "depth-0": "calendar-query with Depth: 0 is 400 (sabre)",
    "query-kindless-empty": "calendar-query without a kind finds nothing (SOGo)",
    # What is kept
    "no-kinds": "there is no supported-calendar-component-set",
    "event-only": "new calendars take VEVENT alone (Fastmail)",
    "read-only": "current-user-privilege-set has no write, and writes are 403",
    "write-refused": "writes are 403, though the privileges have write",
    "rewrites": "lines are sorted and `;` escaped, the ETag is strong all the same (Radicale)",
    "drops-unknown": "properties that RFC 5545 does not name are not kept (servers with a table of their own)",
    "adds-lines": "CLASS:PUBLIC is added, the last line end lost (SOGo)",
    "displayname-escaped": "the displayname that is set is escaped twice (DAViCal)",
    "get-unconditional": "GET has no 304 (Radicale, DAViCal)",
    "weak-etags": "all ETags are weak, and so never match",
    "etags-repeat": "ETags count the writes of an item since it was made: another that is made in its place has the same (SOGo)",
    "etags-seconds": "ETags are the second of the last change (servers of files)",
    "weak-get-etag": "ETags of GET are weak",
    "gzip-etag": "ETags of GET end in -gzip where gzip is accepted (Apache)",
    "quoted-charset": "charset=\"utf-8\" after other parameters (DAViCal)",
    "auto-schedule": "invitations are sent: GET /control/worlds lists them",
    # Writing
    "put-207": "a failed precondition is 207 with 412 inside (Xandikos 0.2.8)",
    "create-overwrites": "If-None-Match: * is ignored (SOGo)",
    "delete-unguarded": "If-Match of DELETE is ignored (SOGo)",
    "put-no-etag": "PUT is answered without an ETag",
    "put-moves": "what is created has another href, said in Location (Google)",
    "update-201": "an update is 201 (Radicale 3.1)",
    "uid-conflict": "=STATUS of no-uid-conflict; 403 without it",
    "uid-conflict-bare": "no-uid-conflict does not say the other href",
    "uid-changes": "the UID of an item can be changed (Xandikos, DAViCal, SOGo, sabre)",
    "trash": "a UID that was removed is 400 for ever (Nextcloud)",
    "uid-duplicates": "one UID may stand twice (DAViCal, SOGo, sabre)",
    "invalid": "[=STATUS] no text is a valid calendar; 412 without it (Xandikos, of control characters)",
    "full": "PUT is 507, the quota is used up",
    "delete-404": "removing a calendar is 404, though it is done (Cyrus)",
    "no-mkcalendar": "calendars cannot be made (Google)",
    "mkcalendar-again": "=STATUS where there is one of this name; 405 without it (Radicale 409; Xandikos, Cyrus 403)",
    "mkcalendar-400": "making a calendar is 400, though it is done (Xandikos)",
    "proppatch-403": "properties cannot be set; PROPPATCH is 207 with 403 inside",
    # HTTP
    "status": "=STATUS for all",
    "busy": "[=SECONDS] 503, with Retry-After where it is given",
    "busy-until": "=SECONDS: 503 with a date in Retry-After",
    "too-many": "[=SECONDS] 429",
    "page": "a web page with 200, as of a captive portal",
    "json": "JSON with 200",
    "redirect": "=STATUS: everything is below /moved/",
    "redirect-elsewhere": "=STATUS: everything is on another origin",
    "redirect-plain": "=STATUS: everything is over http",
    "redirect-loop": "everything leads to itself",
    "closed": "the connection is closed before anything is done",
    "reset": "the connection is reset before anything is done",
    "lost": "it is done, and the connection closed before the answer",
    "cut": "the connection is closed in the middle of the body",
    "silent": "no answer ever",
    "slow": "=SECONDS before the answer",
    "drip": "the body comes byte by byte, 20 a second",
    "upgrade": "each answer offers HTTP/2, by Upgrade and by Alt-Svc (Cyrus)",
    "close-after": "each answer has Connection: close (Radicale)",
    "close-silently": "each connection ends after its first answer, and does not say so (SOGo)",
    "chunked": "bodies are chunked",
    "gzip": "bodies are packed",
    "gzip-bomb": "bodies are 300 MB of zeros, packed",
    "sticky-400": "after a 400 a connection answers nothing else (Cyrus)",
    # XML
    "odd-prefixes": "other prefixes of namespaces",
    "cdata": "calendar-data is in CDATA",
    "raw-newlines": "carriage returns are not escaped, so that a parser loses them",
    "control-characters": "calendar-data has characters that XML cannot have",
    "xml-cut": "the XML ends in the middle, the HTTP does not",
    "xml-doctype": "a DOCTYPE",
    "xml-bomb": "a DOCTYPE whose entities are a billion laughs",
    "xml-external": "a DOCTYPE with /etc/passwd as an entity",
    "xml-utf-16": "UTF-16",
    "xml-latin-1": "Latin-1, as it says",
    "xml-deep": "100,000 elements in each other",
    "xml-huge": "=MEGABYTES of a comment before the end",
    "empty": "207 with no body",
}


@dataclasses.dataclass
class Fault:
    """A chosen fault; `left` is how often it still happens, None for always."""
    name: str
    method: str | None
    argument: str | bool
    left: int | None


class Faults:
    """The faults of one place."""

    def __init__(self, specs=()):
        self.lock = threading.Lock()
        self.chosen = [parse(spec) for spec in specs]

    def take(self, name, method):
        """The argument of a fault, True where it has none, None where it does not happen."""
        with self.lock:
            for fault in self.chosen:
                if fault.name == name and fault.method in (None, method) and fault.left != 0:
                    if fault.left is not None:
                        fault.left -= 1
                    return fault.argument
        return None


def parse(spec):
    found = re.fullmatch(r"([a-z0-9-]+)(?:@([A-Z]+))?(?:=([^*]*))?(?:\*(\d+))?", spec)
    if not found or found[1] not in FAULTS:
        raise ValueError(f"no such fault: {spec}")
    return Fault(found[1], found[2], True if found[3] is None else found[3], int(found[4]) if found[4] else None)


def of_segment(segment):
    """The faults and the name of the world of a first part of a path: FAULT+FAULT~WORLD."""
    chosen, _, name = urllib.parse.unquote(segment).partition("~")
    specs = [spec for spec in chosen.split("+") if spec not in ("", "correct")]
    return specs, name or segment
