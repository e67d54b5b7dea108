"""Servers whose answers are harmless one by one, but harmful by their number, their order or the addresses in them.

Each world is a function that answers a request; `worlds` also has the command to run, and the expected result.
"""
import dataclasses
import re
import time

from hostile_server import CALENDAR, DONE, LIST, NOTHING, declared, many, response

HOME = b"<resourcetype><collection/></resourcetype>"
MORE = b"<status>HTTP/1.1 507 More</status>"
# Odd addresses of items: control characters, ways out of the list, and empty ones.
ODD_ADDRESSES = [b"%1B%5B2J.ics", b"a%2F..%2Fb.ics", b"..%2F..%2Fetc%2Fpasswd", b"%00.ics", b"%0A%0Dx.ics", b"%C2%9B31m.ics",
                 b"%E2%80%AE.ics", b"\xe2\x80\xae.ics", b"%FF%FE.ics", b"../../x.ics", b"", b"?", b"#", b"?a=b", b"x" * 5000]


@dataclasses.dataclass
class World:
    """A server, the command to run on it, with AT for its address, and the expected result."""
    answers: object
    words: list
    status: int
    said: bytes = b""
    # The number of runs; later runs use the cache of the first.
    times: int = 1
    # The maximum time to wait for the end of a run, in seconds.
    wait: float = 60
    # The maximum number of requests of the last run.
    questions: int = 100
    # True if it takes a debug build half a minute.
    islong: bool = False


def calendar(question, listing=None, about=LIST):
    """A server with one calendar; `listing` is its answer about the items."""
    base = question.base
    if question.method in ("OPTIONS", "GET"):
        return DONE if question.method == "OPTIONS" else NOTHING
    if question.method == "REPORT" and b"calendar-multiget" in question.body:
        found = re.findall(rb"<href>([^<]*)</href>", question.body)
        return many(declared(b"".join(response(
            href, b"<getetag>1</getetag><C:calendar-data>" + CALENDAR.replace(b"1@h", b"u%d" % number) + b"</C:calendar-data>")
            for number, href in enumerate(found))))
    if question.method == "REPORT":
        return NOTHING
    if b"getcontenttype" in question.body:
        return many(declared(response(base, about) + (listing or response(base + b"a.ics", b"<getetag>1</getetag>"))))
    return many(declared(response(base, about)))


def accounts(count):
    """A server with a number of calendars."""
    def answer(question):
        base = question.base
        if b"calendar-home-set" in question.body:
            return many(declared(response(base, HOME + b"<C:calendar-home-set><href>" + base + b"home/</href></C:calendar-home-set>")))
        if question.path.endswith("/home/"):
            return many(declared(b"".join(response(base + b"home/%d/" % number, LIST) for number in range(count))))
        return calendar(question)
    return answer


def homes(count):
    """A server that has the calendars of a person in a number of folders."""
    def answer(question):
        hrefs = b"".join(b"<href>" + question.base + b"h%d/</href>" % number for number in range(count))
        found = HOME + b"<C:calendar-home-set>" + hrefs + b"</C:calendar-home-set>"
        return DONE if question.method == "OPTIONS" else many(declared(response(question.base, found)))
    return answer


def changes(page, pause=0):
    """A server that always has a new change; `page` makes its answer from a number, after a pause."""
    asked = []

    def answer(question):
        time.sleep(pause)
        asked.append(question)
        number = len(asked)
        if b"sync-collection" not in question.body:
            return calendar(question, about=LIST.replace(b"first", b"t%d" % number))
        token = b"<sync-token>t%d</sync-token>" % number
        return many(declared(page(question.base, number) + response(question.base, status=MORE) + token))
    return answer


def other(base, number):
    return response(base + b"i%d.ics" % number, b"<getetag>1</getetag>")


def same(base, number):
    return response(base + b"a.ics", b"<getetag>%d</getetag>" % number)


def padded(base, number):
    """A new item with eight megabytes of spaces."""
    return other(base, number) + b" " * (8 << 20)


def tokens():
    """A server whose tokens are as large as an answer, and different each time."""
    asked = []

    def answer(question):
        asked.append(question)
        return calendar(question, about=LIST.replace(b"first", b"%d" % len(asked) + b"t" * 1_000_000))
    return answer


def odd(question):
    """A server with odd addresses, and a title that would confuse a terminal."""
    listing = b"".join(response(question.base + name, b"<getetag>1</getetag>") for name in ODD_ADDRESSES)
    return calendar(question, listing, LIST.replace(b"Hostile", b"&#x9b;31m&#x202e;T&#10;&#13;&#x85;"))


def leading(place):
    """A server whose items are on another server."""
    def answer(question):
        hrefs = [b"http://" + place + b"/x.ics", b"//" + place + b"/y.ics", b"http:" + place + b"/z.ics", b"javascript:x", b"file:///etc/x"]
        return calendar(question, b"".join(response(href, b"<getetag>1</getetag>") for href in hrefs))
    return answer


def circling():
    """A server that redirects without end."""
    asked = []

    def answer(question):
        asked.append(question)
        return b"HTTP/1.1 302 X\r\nLocation: %s%d/\r\nContent-Length: 0\r\n\r\n" % (question.base, len(asked))
    return answer


def dripping(question):
    """A server that sends a space ten times a second, for a minute."""
    question.connection.sendall(b"HTTP/1.1 207 Many\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(600):
        question.connection.sendall(b" ")
        time.sleep(0.1)


def busy(question):
    """A server that always asks the client to retry later."""
    return b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"


def worlds(elsewhere):
    """All worlds by name; `elsewhere` is the address of a server that must not get any request."""
    show, late = ["store", "show", "AT"], ["--timeout", "2"]
    breakfast = b"Breakfast"
    return {
        "many calendars": World(accounts(1001), show, 69, b"more than 1000 calendars"),
        "many folders": World(homes(101), show, 69, b"more than 100 folders"),
        "changes without end": World(changes(other), show, 69, b"without end", times=2, questions=1005),
        "changes of nothing": World(changes(same), show, 0, breakfast, times=2),
        "changes of many bytes": World(changes(padded), show, 69, b"without end: 8 answers", times=2, islong=True),
        "changes that take a second": World(changes(other, 1), show + ["--timeout", "3"], 69, b"the time ran out", times=2, wait=15),
        "long tokens": World(tokens(), show, 0, breakfast, times=2),
        "odd addresses": World(odd, show, 0, breakfast),
        "odd addresses in a list": World(odd, ["store", "list", "AT"], 0),
        "odd addresses with names": World(odd, show + ["--uids"], 0, breakfast),
        "odd addresses that are removed": World(odd, ["store", "remove", "AT", "Breakfast", "--all"], 75,
                                                b"was changed since it was read"),
        "items elsewhere": World(leading(elsewhere), show, 0),
        "a circle": World(circling(), show, 69, b"in a loop", questions=20),
        "drops": World(dripping, show + late, 69, b"the time ran out", wait=15),
        "drops of three": World(dripping, ["list", "week", "AT", "ATb/", "ATc/"] + late, 69, b"the time ran out", wait=15),
        "drops of an import": World(dripping, ["import", "AT", "ATb/", "--into", "HOME/t.taskpaper"] + late, 69, b"the time ran out",
                                    wait=15),
        "a busy server": World(busy, show + late, 69, b"fails (503)", wait=15),
    }
