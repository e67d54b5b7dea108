"""Calendars in memory, as a CalDAV server has them: members with ETags, and what changed since a token."""
import dataclasses
import hashlib
import re
import secrets
import threading
import time

KINDS = ("VEVENT", "VTODO")


@dataclasses.dataclass
class Member:
    """One resource of a calendar: its text is kept as it was sent."""
    text: bytes
    revision: int
    changed: float
    # How often it was written since it was made.
    version: int = 0
    etag: str = ""
    kind: str = ""
    uid: str = ""

    def __post_init__(self):
        self.etag = f'"{hashlib.sha256(self.text).hexdigest()[:32]}"'
        self.kind, self.uid = first_kind(self.text), first_uid(self.text)


class Calendar:
    """A calendar: `tombstones` says when a name was removed."""

    def __init__(self, kinds=KINDS):
        self.kinds = list(kinds)
        self.properties = {}
        self.members, self.tombstones = {}, {}
        self.removed_uids = set()
        self.revision, self.changed = 1, time.time()
        self.has_changed = False

    def step(self):
        self.revision += 1
        self.changed, self.has_changed = time.time(), True

    def put(self, name, text):
        self.step()
        self.tombstones.pop(name, None)
        version = self.members[name].version + 1 if name in self.members else 0
        self.members[name] = Member(text, self.revision, self.changed, version)

    def remove(self, name):
        self.step()
        self.removed_uids.add(self.members[name].uid)
        del self.members[name]
        self.tombstones[name] = Member(b"", self.revision, self.changed)

    def since(self, is_new):
        """Names that changed and names that were removed, the oldest change first."""
        found = [(member.revision, name, name in self.members)
                 for members in (self.members, self.tombstones) for name, member in members.items() if is_new(member)]
        return [(name, is_there) for _, name, is_there in sorted(found)]

    def named_with(self, uid):
        return next((name for name, member in self.members.items() if member.uid == uid), None)


class World:
    """The calendars of one user. A new epoch is a server that knows no token of before."""

    def __init__(self, name):
        self.name = name
        self.lock = threading.RLock()
        self.calendars, self.dead = {}, {}
        # What a server with scheduling would have sent, and to whom.
        self.mails = []
        self.epoch = secrets.token_hex(4)

    def forget_tokens(self):
        self.epoch = secrets.token_hex(4)


def unfolded(text):
    return re.sub(r"\r?\n[ \t]", "", text.decode(errors="replace"))


def first_kind(text):
    """The kind of item that a text has, VTIMEZONE aside."""
    kinds = [kind for kind in re.findall(r"(?im)^BEGIN:(V\w+)", unfolded(text))
             if kind.upper() not in ("VCALENDAR", "VTIMEZONE", "VALARM")]
    return kinds[0].upper() if kinds else ""


def uids(text):
    return re.findall(r"(?im)^UID(?:;[^:\r\n]*)?:([^\r\n]*)", unfolded(text))


def first_uid(text):
    return next(iter(uids(text)), "")


def addressees(text):
    """To whom an invitation in a text goes: those that the client does not tell itself."""
    lines = re.findall(r"(?im)^ATTENDEE[^\r\n]*", unfolded(text))
    return [line.rsplit("mailto:", 1)[-1] for line in lines if not re.search(r"(?i)SCHEDULE-AGENT=(CLIENT|NONE)", line)]
