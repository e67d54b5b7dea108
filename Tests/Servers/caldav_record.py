"""What was asked of the server, and which rules of a careful client were broken by it."""
import dataclasses
import re
import threading
import time

from caldav_world import uids


@dataclasses.dataclass
class Request:
    """One request; names of headers are in lower case."""
    number: int
    time: float
    world: str
    origin: str
    method: str
    path: str
    headers: dict
    body: str
    status: int = 0


class Record:
    """All requests since the last reset, of all worlds."""

    def __init__(self):
        self.lock = threading.Lock()
        self.requests, self.count = [], 0
        self.running, self.most = {}, {}

    def begin(self, **fields):
        with self.lock:
            self.count += 1
            request = Request(number=self.count, time=time.time(), **fields)
            self.requests.append(request)
            running = self.running[request.world] = self.running.get(request.world, 0) + 1
            self.most[request.world] = max(running, self.most.get(request.world, 0))
            return request

    def end(self, request, status):
        with self.lock:
            request.status = status
            self.running[request.world] -= 1

    def of(self, world=None):
        with self.lock:
            return [request for request in self.requests if world in (None, request.world)]

    def reset(self, world=None):
        with self.lock:
            self.requests = [request for request in self.requests if world not in (None, request.world)]
            for name in [name for name in self.most if world in (None, name)]:
                self.most[name] = self.running.get(name, 0)

    def report(self, world=None):
        """How much was asked, and what should not have been."""
        requests = self.of(world)
        methods = {}
        for request in requests:
            methods[request.method] = methods.get(request.method, 0) + 1
        with self.lock:
            most = max([0, *(value for name, value in self.most.items() if world in (None, name))])
        return {"count": len(requests), "methods": methods, "parallel": most,
                "violations": [f"{request.number}: {request.method} {request.path} {sentence}"
                               for request in requests for sentence in violations(request)]}


def violations(request):
    """What a careful client does not do."""
    headers, body, method = request.headers, request.body, request.method
    is_conditional = "if-match" in headers or "if-none-match" in headers
    if method in ("PUT", "DELETE", "MOVE") and not request.path.endswith("/") and not is_conditional:
        yield "has neither If-Match nor If-None-Match"
    if headers.get("if-match", "").startswith("W/"):
        yield "has a weak ETag in If-Match, which never matches"
    if method in ("PROPFIND", "REPORT") and "depth" not in headers:
        yield "has no Depth"
    if method == "PROPFIND" and headers.get("depth") == "infinity":
        yield "asks for Depth: infinity"
    if "sync-collection" in body and headers.get("depth") != "0":
        yield "asks for changes with another Depth than 0"
    if "calendar-query" in body and headers.get("depth") != "1":
        yield "queries with another Depth than 1"
    if re.search(r"<(\w+:)?limit\b", body):
        yield "sends DAV:limit"
    if re.search(r"<(\w+:)?(time-range|expand)\b", body):
        yield "leaves times to the server"
    if method == "REPORT" and "calendar-query" in body and not re.search(r'comp-filter[^>]*name=["\']V(TODO|EVENT)', body):
        yield "queries without a kind of item"
    if request.origin == "other" and "authorization" in headers:
        yield "gives the password to another origin"
    if method == "PUT" and "text/calendar" not in headers.get("content-type", ""):
        yield "puts something that is no text/calendar"
    if method == "PUT" and re.search(r"(?im)^METHOD:", body):
        yield "puts a METHOD"
    if method == "PUT" and len(set(uids(body.encode()))) > 1:
        yield "puts several UIDs in one resource"
    if not re.fullmatch(r"[!-~]+", request.path):
        yield "has a path that is not escaped"
    if "user-agent" not in headers:
        yield "says no User-Agent"
