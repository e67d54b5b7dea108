#!/usr/bin/env python3
"""A small CalDAV server in memory, correct unless it is told not to be, which records what it was asked.

Usage: faulty_caldav.py [PORT]
       It writes one line of JSON: where it is, as in DUECAL_CALDAV_SERVERS (see run.py); and ends with SIGTERM.

The user is `ann`, the password `p@ss wörd`. Below the root are principals/ann/, calendars/ann/ (empty at first) and
/.well-known/caldav.

HOW TO CHOOSE FAULTS. All are in caldav_faults.py; `GET /control/faults` lists them. One is written
NAME[@METHOD][=ARGUMENT][*COUNT]: `put-207`, `busy=1*2` (twice, with a second to wait), `lost@PUT*1` (the first PUT),
`status@REPORT=500`.

1. By the address. The first part of the path is FAULT+FAULT~WORLD: http://127.0.0.1:PORT/put-207+no-sync~a/. Each name
   of a world (here `a`) has calendars of its own; /~a/ is the same world without faults, for what another
   client does. Without `~` the part itself is the world's name; /correct/ has no faults.
2. By a world with ports of its own, as /.well-known/caldav and redirects need it:
   POST /control/worlds {"faults": ["well-known=308"]} answers {"world": "w1", "url": "http://127.0.0.1:P/",
   "other": another origin that is the same world without faults, "secure": the first one over https}.
   A host of an address in the other origin must not get a password: that is a violation.
3. In the middle of a run: POST /control {"world": "w1", "faults": ["listing-empty"]} sets the faults of a world, on top
   of those of its address. {"world": "w1", "restart": true} forgets all tokens, as a restored backup does.

HOW TO READ THE RECORD. A request with the header X-Unrecorded is not recorded.

  GET  /control/requests[?world=w1]   [{"number", "time", "world", "origin": main|other|secure, "method", "path",
                                      "headers": {names in lower case}, "body", "status"}], the oldest first;
                                      status 0 is a request without an answer
  GET  /control/report[?world=w1]     {"count", "methods": {"PUT": 2}, "parallel": most requests at a time,
                                      "violations": ["7: PUT /a/b.ics has neither If-Match nor If-None-Match"]}
  POST /control/reset[?world=w1]      forgets what was asked
  GET  /control/worlds                {"w1": {"calendars": {"tasks": {"a.ics": text}}, "mails": [...]}}
  POST /control/stop {"world": "w1"}  closes the ports of a world
"""
import dataclasses
import http.server
import json
import pathlib
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading

from caldav_answer import Answer
from caldav_control import Control
from caldav_exchange import Exchange
from caldav_faults import Faults, of_segment
from caldav_gate import PASSWORD
from caldav_properties import USER
from caldav_record import Record
from caldav_sending import Sending, spoilt
from caldav_world import World

METHODS = ("OPTIONS", "GET", "HEAD", "PUT", "DELETE", "MOVE", "PROPFIND", "PROPPATCH", "MKCALENDAR", "REPORT", "POST",
           "COPY", "LOCK", "UNLOCK", "MKCOL", "PATCH", "ACL")
BODY_LIMIT = 64 << 20
DROP_FAULTS = ("closed", "reset", "silent")


class Together:
    """The faults of an address and those of its world."""

    def __init__(self, *faults): self.faults = faults

    def take(self, name, method):
        return next((found for faults in self.faults if (found := faults.take(name, method)) is not None), None)


class Place:
    """Everything that is shared by all ports."""

    def __init__(self, folder, port=0):
        self.lock = threading.RLock()
        self.folder = pathlib.Path(folder)
        self.record = Record()
        self.worlds, self.of_worlds, self.of_segments = {}, {}, {}
        self.listeners, self.count = {}, 0
        self.stopped = threading.Event()
        self.certificate, self.key = certificate(self.folder)
        self.main, self.other, self.secure = self.listen(None, port)

    def listen(self, world, port=0):
        """Three ports: of a world's own, or of all by the first part of the path."""
        main = Listener(self, world, "main", port)
        other, secure = (Listener(self, world, origin) for origin in ("other", "secure"))
        for listener in (main, other, secure):
            listener.origins = {"main": main.url, "other": other.url, "secure": secure.url}
            threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.listeners.setdefault(world, []).extend((main, other, secure))
        return main, other, secure

    def world(self, name):
        with self.lock:
            return self.worlds.setdefault(name, World(name))

    def faults_of(self, name):
        with self.lock:
            return self.of_worlds.setdefault(name, Faults())

    def segment(self, segment):
        """The world and the faults of a first part of a path."""
        specs, name = of_segment(segment)
        with self.lock:
            if segment not in self.of_segments:
                self.of_segments[segment] = Faults(specs)
            return self.world(name), Together(self.of_segments[segment], self.faults_of(name))

    def new_world(self, specs):
        with self.lock:
            self.count += 1
            name = f"w{self.count}"
            self.of_worlds[name] = Faults(specs)
        main, other, secure = self.listen(name)
        return {"world": name, "url": main.url + "/", "other": other.url + "/", "secure": secure.url + "/"}

    def close(self, world):
        for listener in self.listeners.pop(world, []):
            listener.shutdown()
            listener.server_close()

    def stop(self):
        self.stopped.set()
        for world in [*self.listeners]:
            self.close(world)


class Listener(http.server.ThreadingHTTPServer):
    """A port."""
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, place, world, origin, port=0):
        self.place, self.world, self.origin = place, world, origin
        super().__init__(("127.0.0.1", port), Handler)
        if origin == "secure":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(place.certificate, place.key)
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.url = f"{'https' if origin == 'secure' else 'http'}://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address):
        """Clients go away; nothing else is expected."""
        if not isinstance(sys.exc_info()[1], (OSError, ValueError)):
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    is_stuck = False
    timeout = 60

    def log_message(self, *_): pass

    def serve(self):
        """One request."""
        self.raw = self.read_body()
        if self.path.startswith("/control") and self.server.world is None:
            return self.send(Control(self).answer())
        exchange = self.exchange()
        if exchange is None:
            return self.send(Answer(404, b"the first part of the path names faults, or a world"))
        number = self.note(exchange)
        if any(exchange.fault(name) for name in DROP_FAULTS):
            return self.drop(exchange)
        answer = Answer(400, b"no more") if self.is_stuck else exchange.answer()
        self.is_stuck = self.is_stuck or bool(answer.status == 400 and exchange.fault("sticky-400"))
        self.send_with(exchange, answer, number)

    def read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            return b"".join(iter(self.read_chunk, b""))
        return self.rfile.read(min(int(self.headers.get("Content-Length") or 0), BODY_LIMIT))

    def read_chunk(self):
        size = int(self.rfile.readline().split(b";")[0], 16)
        chunk = self.rfile.read(size)
        self.rfile.readline()
        return chunk

    def exchange(self):
        """The request in its world."""
        path = self.path.partition("?")[0]
        origins = self.server.origins
        base, segment = "", None
        if self.server.world is None:
            segment = path.split("/")[1]
            if path.startswith("/.well-known") or not segment:
                segment = "correct"
            else:
                base, path = "/" + segment, path[len(segment) + 1:]
        try:
            world, faults = self.world_of(segment)
        except ValueError:
            return None
        self.fields = lower(self.headers)
        request = Asked(self.command, self.path, self.fields, self.raw)
        own = origins["secure" if self.server.origin == "secure" else "main"]
        other = origins["main" if self.server.origin == "other" else "other"]
        return Exchange(request, world, faults, base, path, (own, other, origins["main"]))

    def world_of(self, segment):
        """The world and the faults; the other origin of a world has none."""
        place, name = self.server.place, self.server.world
        if name is None:
            world, faults = place.segment(segment)
        else:
            world, faults = place.world(name), place.faults_of(name)
        return world, Faults() if self.server.origin == "other" else faults

    def note(self, exchange):
        if "x-unrecorded" in self.fields:
            return None
        return self.server.place.record.begin(
            world=exchange.world.name, origin=self.server.origin, method=self.command, path=self.path,
            headers=self.fields, body=self.raw.decode(errors="replace"))

    def drop(self, exchange):
        """Ends the connection without an answer."""
        if exchange.fault("silent"):
            self.server.place.stopped.wait(60)
        if exchange.fault("reset"):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def send_with(self, exchange, answer, number):
        """Sends an answer, with all that can go wrong on the way."""
        wait = exchange.fault("slow")
        if wait:
            self.server.place.stopped.wait(float(wait))
        if number:
            self.server.place.record.end(number, 0 if exchange.fault("lost") else answer.status)
        if exchange.fault("lost"):
            self.close_connection = True
            return
        Sending(self, exchange).send(spoilt(exchange, answer))

    def send(self, answer):
        Sending(self, None).send(answer)


@dataclasses.dataclass
class Asked:
    """What an exchange needs of a request."""
    method: str
    path: str
    headers: dict
    raw: bytes


def lower(headers):
    """Headers by name, those that come twice joined."""
    found = {}
    for name, value in headers.items():
        name = name.lower()
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def certificate(folder):
    """A certificate for loopback that is its own authority."""
    paths = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9",
                    "-subj", "/CN=faulty", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
                    "-out", paths[0], "-keyout", paths[1]], check=True, capture_output=True)
    return paths


for method in METHODS:
    setattr(Handler, f"do_{method}", Handler.serve)


def entry(place):
    return {"name": "faulty", "url": place.main.url + "/correct/", "home": f"/correct/calendars/{USER}/", "user": USER,
            "password": PASSWORD, "control": place.main.url + "/control", "other": place.other.url + "/",
            "secure": place.secure.url + "/", "certificate": str(place.certificate)}


def main():
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with tempfile.TemporaryDirectory(prefix="duecal-faulty-") as folder:
        place = Place(folder, int(next(iter(sys.argv[1:]), 0)))
        print(json.dumps(entry(place)), flush=True)
        ended.wait()
        place.stop()


if __name__ == "__main__":
    main()
