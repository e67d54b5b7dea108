"""What the tests ask of the faulty server itself: see faulty_caldav.py."""
import dataclasses
import json
import threading
import urllib.parse

from caldav_answer import Answer
from caldav_faults import FAULTS, Faults, of_segment

JSON = "application/json; charset=utf-8"


class Control:
    """What the tests ask of this server itself."""

    def __init__(self, handler):
        self.place = handler.server.place
        url = urllib.parse.urlsplit(handler.path)
        self.what = (handler.command, url.path.rstrip("/"))
        self.world = urllib.parse.parse_qs(url.query).get("world", [None])[0]
        self.raw = handler.raw

    def answer(self):
        try:
            said = json.loads(self.raw) if self.raw else {}
            return Answer(200, json.dumps(self.done(said), indent=1).encode(), kind=JSON)
        except (ValueError, KeyError, TypeError) as error:
            return Answer(400, f"{error}".encode())

    def done(self, said):
        place, record = self.place, self.place.record
        if self.what == ("GET", "/control/faults"):
            return FAULTS
        if self.what == ("GET", "/control/requests"):
            return [dataclasses.asdict(request) for request in record.of(self.world)]
        if self.what == ("GET", "/control/report"):
            return record.report(self.world)
        if self.what == ("GET", "/control/worlds"):
            return {name: contents(world) for name, world in place.worlds.items()}
        if self.what == ("POST", "/control/reset"):
            return record.reset(self.world)
        if self.what == ("POST", "/control/worlds"):
            return place.new_world(said.get("faults", []))
        if self.what == ("POST", "/control/stop"):
            return threading.Thread(target=place.close, args=(said["world"],)).start()
        if self.what == ("POST", "/control"):
            return self.change(said)
        raise ValueError("see the head of faulty_caldav.py")

    def change(self, said):
        """Sets the faults of a world, or makes it forget tokens."""
        if "faults" in said:
            self.place.of_worlds[said["world"]] = Faults(said["faults"])
            with self.place.lock:
                # The faults of an address are looked up together with those of its world.
                for segment in [segment for segment in self.place.of_segments if of_segment(segment)[1] == said["world"]]:
                    self.place.of_segments[segment] = Faults(of_segment(segment)[0])
        if said.get("restart"):
            self.place.world(said["world"]).forget_tokens()
        return {}


def contents(world):
    with world.lock:
        return {"mails": world.mails, "calendars": {
            name: {member: found.text.decode(errors="replace") for member, found in calendar.members.items()}
            for name, calendar in world.calendars.items()}}
