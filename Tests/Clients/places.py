"""Where tasks are while others edit them: a folder, or a calendar of a server."""
import re
import urllib.parse
import uuid

from asking import Client
from tasks import FOREIGN


class Folder:
    """A folder of .ics files, as todoman has it."""

    def __init__(self, path, texts):
        self.path, self.home = path, path / "home"
        self.home.mkdir(parents=True)
        for uid, text in texts.items():
            self.write(uid, text)

    def write(self, uid, text):
        (self.home / f"{uid}.ics").write_bytes(text.encode())

    def came_home(self):
        """What comes home: the files are."""
        return "".join(self.texts().values())

    def texts(self):
        return {path.name.removesuffix(".ics"): path.read_bytes().decode() for path in self.home.glob("*.ics")}


class Collection:
    """A calendar of a CalDAV server: duecal writes it as a store, and it is looked at from outside."""

    def __init__(self, server, name, texts, ours):
        self.server, self.ours = server, ours
        self.client = Client(server["url"], server["user"], server["password"], is_patient=True)
        title = f"{name}-{uuid.uuid4().hex[:8]}"
        self.store = f"{ours.knows(server)}#{title}"
        ours.sent(self.store, {uid: text for uid, text in texts.items() if uid != FOREIGN})
        self.path = self.found(title)
        self.url = urllib.parse.urljoin(server["url"], self.path)
        self.done(self.client.put(f"{self.path}strange.ics", texts[FOREIGN], If_None_Match="*"), 201)

    def done(self, answer, *statuses):
        if answer.status not in statuses:
            raise RuntimeError(f"{answer.status}: {answer.body[:500]!r}")
        return answer

    def found(self, title):
        """The path of the calendar with a title."""
        listed = self.done(self.client.propfind(self.server["home"], "D:displayname", depth=1), 207).responses()
        names = {found[1]["displayname"].text: href for href, found in listed.items() if "displayname" in found[1]}
        return urllib.parse.urlsplit(names[title]).path

    def write(self, uid, text):
        """A change of ours, which goes through the store."""
        self.ours.sent(self.store, {uid: text})

    def texts(self):
        """All that the calendar has, each by itself: in XML a server may lose the ends of lines."""
        listed = self.done(self.client.propfind(self.path, "D:getetag", depth=1), 207).responses()
        hrefs = [urllib.parse.urlsplit(href).path for href in listed if href.endswith(".ics")]
        texts = [self.done(self.client.ask("GET", href), 200).body.decode() for href in hrefs]
        return {re.search("(?m)^UID:(.*?)\r?$", text)[1]: text for text in texts}

    def came_home(self):
        """What comes home: all as the store reads it."""
        return self.ours.kept(self.store)
