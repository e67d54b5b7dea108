"""A server whose answers are large and odd, as an attacker would choose them."""
import dataclasses
import socketserver
import threading

CALENDAR = (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//hostile//EN\r\nBEGIN:VTODO\r\nUID:1@h\r\n"
            b"DTSTAMP:20240101T000000Z\r\nSUMMARY:Breakfast\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
SPACES = b'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"'
LIST = (b"<resourcetype><collection/><C:calendar/></resourcetype><displayname>Hostile</displayname>"
        b"<sync-token>first</sync-token><S:getctag>first</S:getctag>")


def declared(inside, declaration=b'<?xml version="1.0" encoding="utf-8"?>', begin=b"<multistatus " + SPACES + b">"):
    return declaration + begin + inside + b"</multistatus>"


def response(href, properties=b"", status=b""):
    found = b"<propstat><prop>" + properties + b"</prop><status>HTTP/1.1 200 OK</status></propstat>" if properties else b""
    return b"<response><href>" + href + b"</href>" + status + found + b"</response>"


def filled(size, piece, *, before=b"", after=b""):
    """Repeats a piece up to `size` bytes; a %d in it is replaced by the number of the piece."""
    if b"%d" not in piece:
        return before + piece * (size // len(piece)) + after
    return before + b"".join(piece.replace(b"%d", b"%d" % number) for number in range(size // (len(piece) + 4))) + after


def of_list(inside):
    return declared(response(b"/l/", LIST + inside))


ENTITY = b'<!DOCTYPE l [<!ENTITY a "%s">]>'


def laughs(size, declaration, hidden=(b"", b"")):
    half = size // 2
    return declared(response(b"/l/", LIST + b"<x>" + b"&a;" * (half // 3) + b"</x>"),
                    declaration + hidden[0] + ENTITY % (b"a" * half) + hidden[1])


# Answers about resources: a name, and a function that makes a body of about a size.
BODIES = {
    "elements": lambda size: of_list(filled(size, b"<a/>")),
    "elements of the root": lambda size: declared(filled(size, b"<a/>")),
    "attributes": lambda size: declared(b"", begin=filled(
        size, b' a%d="x"', before=b"<multistatus " + SPACES, after=b">")),
    "attributes in quotes": lambda size: of_list(filled(size, b" a%d='='", before=b"<a", after=b"/>")),
    "attributes of all": lambda size: of_list(filled(size, b'<a b="1" c="2" d="3" e="4"/>')),
    "namespaces": lambda size: of_list(filled(size, b' xmlns:a%d="u"', before=b"<a", after=b"/>")),
    "namespaces in depth": lambda size: of_list(filled(size, b'<x xmlns:a%d="u%d"/>')),
    "an attribute": lambda size: of_list(b'<a b="' + b"x" * size + b'"/>'),
    "an attribute of references": lambda size: of_list(b'<a b="' + b"&amp;" * (size // 5) + b'"/>'),
    "depth": lambda size: declared(b"<a>" * (size // 7) + b"</a>" * (size // 7)),
    "ends": lambda size: declared(b"</a>" * (size // 4)),
    "begins": lambda size: declared(b"<" * size),
    "a name": lambda size: of_list(b"<" + b"n" * (size // 2) + b"></" + b"n" * (size // 2) + b">"),
    "names": lambda size: of_list(filled(size, b"<" + b"n" * 1000 + b"%d/>")),
    "text": lambda size: of_list(b"<a>" + b"x" * size + b"</a>"),
    "a title": lambda size: declared(response(b"/l/", LIST.replace(b"Hostile", b"x" * size))),
    "references": lambda size: of_list(b"<a>" + b"&amp;" * (size // 5) + b"</a>"),
    "numbers": lambda size: of_list(b"<a>" + b"&#x1F600;" * (size // 9) + b"</a>"),
    "halves": lambda size: of_list(b"<a>" + b"&#xD83C;" * (size // 8) + b"</a>"),
    "a number": lambda size: of_list(b"<a>&#" + b"9" * size + b";</a>"),
    "ampersands": lambda size: of_list(b"<a>" + b"&" * size + b"</a>"),
    "a comment": lambda size: declared(b"<!--" + b"x" * size + b"-->"),
    "comments": lambda size: declared(filled(size, b"<!---->")),
    "a comment of dashes": lambda size: declared(b"<!--" + b"- " * (size // 2) + b"-->"),
    "an open comment": lambda size: declared(b"<!--" + b"->" * (size // 2)),
    "blocks": lambda size: of_list(b"<a>" + filled(size, b"<![CDATA[x]]>") + b"</a>"),
    "a block": lambda size: of_list(b"<a><![CDATA[" + b"]" * size + b"]]></a>"),
    "instructions": lambda size: declared(filled(size, b"<?a b?>")),
    "an instruction": lambda size: declared(b"<?a " + b"?" * size + b"?>"),
    "blanks": lambda size: declared(b" " * size),
    "responses of one address": lambda size: declared(response(b"/l/", LIST) + filled(size, response(b"/l/a.ics"))),
    "responses": lambda size: declared(response(b"/l/", LIST) + filled(size, response(b"/l/%d.ics", b"<getetag>1</getetag>"))),
    "addresses": lambda size: declared(filled(size, b"<href>/l/%d.ics</href>", before=b"<response>", after=b"</response>")),
    "an address": lambda size: declared(response(b"/l/" + b"x" * size, LIST)),
    "parts": lambda size: declared(filled(
        size, b"<propstat><prop><a%d/></prop><status>HTTP/1.1 200 OK</status></propstat>", before=b"<response><href>/l/</href>",
        after=b"</response>")),
    "a status": lambda size: declared(response(b"/l/", status=b"<status>HTTP/1.1 " + b"9" * size + b"</status>")),
    "a declaration": lambda size: declared(b"", b"<?xml " + b"a" * size + b"?>"),
    "entities": lambda size: laughs(size, b'<?xml version="1.0"?>'),
    "entities in UTF-7": lambda size: laughs(size, b'<?xml version="1.0" encoding="UTF-7"?>', (b"<!-- +AC0ALQA+-", b"<!-- -->")),
    "entities in UTF-16": lambda size: laughs(size // 2, b'<?xml version="1.0" encoding="UTF-16"?>').decode().encode("utf-16"),
    "entities in UTF-16, unsaid": lambda size: laughs(size // 2, b'<?xml version="1.0"?>').decode().encode("utf-16-be"),
    "entities in UTF-32": lambda size: laughs(size // 4, b'<?xml version="1.0"?>').decode().encode("utf-32-le"),
    "entities in EBCDIC": lambda size: laughs(size, b'<?xml version="1.0"?>').decode().encode("cp500"),
    "entities behind a control": lambda size: laughs(size, b"").replace(b"<!DOCTYPE", b"<!\x01DOCTYPE"),
    "entities behind the root": lambda size: declared(b"<a/>") + laughs(size, b""),
    "Latin-1": lambda size: declared(b"\xe9" * size, b'<?xml version="1.0" encoding="ISO-8859-1"?>'),
    "a second declaration": lambda size: declared(b'<?xml version="1.0" encoding="UTF-7"?>' + b" " * size),
    "zeros": lambda size: b"\0" * size,
    "not closed": lambda size: declared(response(b"/l/", LIST))[:-14] + b" " * size,
}
# Bodies that are accepted as an answer about the items of a list, because nothing in them is wrong; all others are refused.
READ = {"references", "numbers", "halves", "text", "a title", "a comment", "a comment of dashes", "comments", "blocks",
        "a block", "instructions", "an instruction", "blanks", "responses of one address", "elements of the root", "responses",
        "an address", "names", "a status"}
# Those of them that also name a calendar, so that it is found; the others do not contain its address. An address that is too
# long to be requested is skipped, so no calendar is left.
FOUND = {"references", "numbers", "halves", "text", "a title", "blocks", "a block", "responses of one address", "responses",
         "names", "an address"}
# Answers to a GET that are a complete calendar, although an odd one; all others are refused. What follows an answer is not
# read.
TAKEN = {"no reason", "a long reason", "a calendar of lines", "chunks of one byte", "chunks with extensions",
         "answers nobody asked for"}

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n"


def chunks(size, length, more=b""):
    piece = b"%x%s\r\n%s\r\n" % (length, more, b"\n" * length)
    body = b"%x\r\n%s\r\n" % (len(CALENDAR), CALENDAR)
    return HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + body + piece * (size // len(piece)) + b"0\r\n\r\n"


def whole(status, body=CALENDAR, head=b""):
    return b"HTTP/1.1 %s\r\nContent-Type: text/calendar\r\n%sContent-Length: %d\r\n\r\n" % (status, head, len(body)) + body


# Complete answers to a GET.
ANSWERS = {
    **{f"status {code}": lambda size, code=code: whole(b"%s X" % code.encode())
       for code in ("000", "001", "099", "1", "101", "199", "600", "666", "999", "0200", "1000", "65535", "99999", "-200", "2e2")},
    **{f"status {code} alone": lambda size, code=code: b"HTTP/1.1 %s X\r\nContent-Length: 0\r\n\r\n" % code.encode()
       for code in ("000", "099", "600", "999")},
    **{f"status {code} in chunks": lambda size, code=code: (
        b"HTTP/1.1 %s X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n" % code.encode())
       for code in ("000", "099", "101", "199", "600", "999")},
    **{f"status {code} to the end": lambda size, code=code: b"HTTP/1.1 %s X\r\n\r\n" % code.encode() + CALENDAR
       for code in ("000", "099", "101", "999")},
    "000 behind 100": lambda size: b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 000 X\r\nContent-Length: 2\r\n\r\nhi",
    "no status": lambda size: b"HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    "no reason": lambda size: whole(b"200"),
    "a long reason": lambda size: whole(b"200 " + b"x" * size),
    "another version": lambda size: whole(b"200 OK").replace(b"HTTP/1.1", b"HTTP/9.9"),
    "announcements": lambda size: b"HTTP/1.1 100 Continue\r\n\r\n" * (size // 25) + whole(b"200 OK"),
    "announcements with heads": lambda size: b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n" * (size // 36) + whole(b"200 OK"),
    "announcements with bodies": lambda size: b"HTTP/1.1 102 X\r\nContent-Length: 5\r\n\r\nhello" * (size // 44),
    "headers": lambda size: whole(b"200 OK", head=filled(size, b"X-%d: y\r\n")),
    "equal headers": lambda size: whole(b"200 OK", head=b"Content-Type: text/calendar\r\n" * (size // 29)),
    "a header": lambda size: whole(b"200 OK", head=b"X: " + b"y" * size + b"\r\n"),
    "two lengths": lambda size: whole(b"200 OK", head=b"Content-Length: 5\r\n"),
    "a length and chunks": lambda size: whole(b"200 OK", head=b"Transfer-Encoding: chunked\r\n"),
    "a huge length": lambda size: whole(b"200 OK").replace(b"Content-Length: ", b"Content-Length: 9" + b"0" * 18),
    "chunks of one byte": lambda size: chunks(size, 1),
    "chunks with extensions": lambda size: chunks(size, 1, b";" + b"x" * 1000),
    "a huge chunk": lambda size: HEAD + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n" + b"x" * size,
    "zeros before a chunk": lambda size: HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"0" * size + b"1\r\nx\r\n",
    "chunked twice": lambda size: HEAD + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "trailers": lambda size: chunks(10, 1)[:-2] + filled(size, b"X-%d: y\r\n") + b"\r\n",
    "answers nobody asked for": lambda size: whole(b"200 OK") * (size // 300),
    "a calendar of lines": lambda size: whole(b"200 OK", CALENDAR[:-15] + b"X:y\r\n" * (size // 5) + CALENDAR[-15:]),
}


def many(body, head=b""):
    """An answer about several resources."""
    return b"HTTP/1.1 207 Many\r\nContent-Type: application/xml\r\n%sContent-Length: %d\r\n\r\n%s" % (head, len(body), body)


NOTHING = b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"
DONE = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


@dataclasses.dataclass
class Question:
    """One request: the run that it belongs to, and its contents."""
    run: str
    method: str
    path: str
    body: bytes
    connection: object

    @property
    def base(self):
        """The path of the run's calendar."""
        return b"/%s/" % self.run.encode()


def of_case(kind, name, size):
    """A function that answers a GET, the search for calendars (`find`) or for items (`list`) with one of BODIES or ANSWERS."""
    made = []

    def answer(question):
        if not made:
            made.append((ANSWERS if kind == "get" else BODIES)[name](size).replace(b"/l/", question.base))
        if kind == "get":
            return made[0]
        if question.method in ("OPTIONS", "GET"):
            return DONE if question.method == "OPTIONS" else NOTHING
        isitems = b"getcontenttype" in question.body or b"calendar-multiget" in question.body
        if isitems != (kind == "list") or b"calendar-multiget" in question.body:
            return many(of_list(b"").replace(b"/l/", question.base))
        return many(made[0])
    return answer


class Server(socketserver.ThreadingTCPServer):
    """The server, on its own port. The first part of a path is the run, which has a function that answers its requests."""
    daemon_threads, allow_reuse_address, request_queue_size = True, True, 100

    def __init__(self):
        super().__init__(("127.0.0.1", 0), None)
        self.port, self.runs, self.asked, self.sent, self.guard = self.server_address[1], {}, {}, {}, threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request, client_address):
        """Does nothing: an error of a connection is expected."""

    def begin(self, answer):
        """Begins a run with its own function, and returns its name."""
        with self.guard:
            run = f"r{len(self.asked)}"
            self.runs[run], self.asked[run], self.sent[run] = answer, [], 0
        return run

    def taken(self, run):
        """Returns the requests since the last call, and the number of bytes sent, and forgets them."""
        with self.guard:
            asked, sent = self.asked[run], self.sent[run]
            self.asked[run], self.sent[run] = [], 0
            return asked, sent

    def end(self, run):
        """Ends a run: its requests get no answers any more."""
        with self.guard:
            self.runs.pop(run)

    def finish_request(self, request, client_address):
        lines = request.makefile("rb")
        while line := lines.readline():
            method, path, _ = line.decode("latin-1").split(" ", 2)
            length = 0
            while header := lines.readline().strip():
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
            question = Question(path.split("/")[1], method, path, lines.read(length), request)
            with self.guard:
                if answer := self.runs.get(question.run):
                    self.asked[question.run].append(question)
            answer = answer(question) if answer else NOTHING
            if answer is None:
                return
            with self.guard:
                self.sent[question.run] = self.sent.get(question.run, 0) + len(answer)
            request.sendall(answer)
            if not answer.startswith((b"HTTP/1.1 207", b"HTTP/1.1 404", b"HTTP/1.1 200 OK\r\nContent-Length: 0")):
                return
