"""What comes before a method: redirects, passwords, and failures of all that is asked."""
import base64
import email.utils
import hashlib
import re
import secrets
import time

from caldav_answer import Answer, Refused
from caldav_properties import USER

PASSWORD = "p@ss wörd"
NONCE = secrets.token_hex(8)
PAGE = b"<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>Please log in<br></body></html>\n"


class Gate:
    """Lets a request in, or answers it."""

    def redirect(self):
        found = self.fault("redirect")
        if found and not self.is_moved:
            raise Refused(int(found), "", ("Location", self.base + "/moved" + self.path_after(self.base)))
        for name, origin in (("redirect-elsewhere", self.other_origin), ("redirect-plain", self.plain_origin)):
            found = self.fault(name)
            if found:
                raise Refused(int(found), "", ("Location", origin + self.request.path))
        if self.fault("redirect-loop"):
            raise Refused(302, "", ("Location", self.request.path))

    def path_after(self, base): return self.request.path[len(base):]

    def well_known(self):
        root = self.base + "/"
        if self.fault("well-known-page"):
            return Answer(200, PAGE, kind="text/html")
        if self.fault("well-known-404"):
            return Answer(404)
        if self.fault("well-known-elsewhere"):
            return Answer(301, b"", [("Location", self.other_origin + root)])
        if self.fault("well-known-loop"):
            return Answer(301, b"", [("Location", self.request.path)])
        place = root + "principals/ann/" if self.fault("root-404") else root
        location = self.origin + place if self.fault("well-known-absolute") else place
        return Answer(int(self.fault("well-known") or 301), b"", [("Location", location)])

    def authenticate(self):
        given = self.headers.get("authorization", "")
        expected = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        digest = self.fault("digest")
        self.is_known = is_digest_right(given, self.method) if digest else given == expected
        if self.fault("unauthorized") or self.fault("bearer"):
            self.is_known = False
        if self.is_known or self.fault("open") or self.place[:1] == (".well-known",) or (
                self.fault("unauthenticated-207") and self.method in ("PROPFIND", "OPTIONS")):
            return
        raise Refused(401, "who are you?", *[("WWW-Authenticate", line) for line in self.challenges(digest)])

    def challenges(self, digest):
        if digest:
            return [f'Digest realm="faulty", qop="auth", algorithm=SHA-256, nonce="{NONCE}", opaque="o"',
                    f'Digest realm="faulty", qop="auth", algorithm=MD5, nonce="{NONCE}", opaque="o"']
        if self.fault("bearer"):
            return ['Bearer realm="faulty"']
        if self.fault("lower-challenge"):
            return ["basic realm=faulty"]
        if self.fault("many-challenges"):
            return ['X-MobileMe-AuthToken realm="a, b", Bearer realm="c", Basic realm="faulty", charset="UTF-8"']
        return ['Basic realm="faulty", charset="UTF-8"']

    def fail(self):
        """Failures of the whole request."""
        status = self.fault("status")
        if status:
            raise Refused(int(status), "so it is")
        for name, status in (("busy", 503), ("too-many", 429)):
            wait = self.fault(name)
            if wait:
                raise Refused(status, "later", *([] if wait is True else [("Retry-After", wait)]))
        wait = self.fault("busy-until")
        if wait:
            date = email.utils.formatdate(time.time() + float(wait), usegmt=True)
            raise Refused(503, "later", ("Retry-After", date))
        if self.fault("page"):
            raise Refused(200, PAGE.decode(), kind="text/html")
        if self.fault("json"):
            raise Refused(200, '{"error": "no calendars here"}', kind="application/json")
        if self.fault("root-404") and self.place == () and self.method == "PROPFIND":
            raise Refused(404)


def is_digest_right(given, method):
    """Whether the answer to a challenge is that of the password (RFC 7616)."""
    words = dict(re.findall(r'(\w+)="?([^",]*)"?', given.partition(" ")[2]))
    algorithm = hashlib.md5 if words.get("algorithm", "MD5").upper() == "MD5" else hashlib.sha256

    def hashed(text): return algorithm(text.encode()).hexdigest()
    first = hashed(f"{USER}:faulty:{PASSWORD}")
    second = hashed(f"{method}:{words.get('uri')}")
    expected = hashed(":".join([first, NONCE, words.get("nc", ""), words.get("cnonce", ""), "auth", second]))
    return given.startswith("Digest ") and words.get("nonce") == NONCE and words.get("response") == expected
