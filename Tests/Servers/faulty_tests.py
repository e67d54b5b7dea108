"""What the tests of faulty_caldav.py have in common."""
import json
import pathlib
import tempfile
import unittest
import urllib.parse

import faulty
from asking import Client, task

CALENDAR = "/calendars/ann/tasks/"


def path_of(name):
    return f"{CALENDAR}{urllib.parse.quote(name, safe='&@')}.ics"


class Faulty(unittest.TestCase):
    """One server for all tests; each has a world of its own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.server = faulty.start(pathlib.Path(cls.folder.name))
        cls.control = Client(cls.server.more["control"])

    @classmethod
    def tearDownClass(cls):
        cls.control.connection.close()
        cls.server.stop()
        cls.folder.cleanup()

    def world(self, *faults):
        """A client of a new world; `self.told` is what the server said of it."""
        self.told = self.said("POST", "/worlds", {"faults": faults})
        self.addCleanup(self.said, "POST", "/stop", {"world": self.told["world"]})
        self.name = self.told["world"]
        self.client = self.client_of(self.told["url"])
        return self.client

    def client_of(self, url, **more):
        client = Client(url, self.server.user, self.server.password, certificate=self.server.more["certificate"], **more)
        self.addCleanup(client.connection.close)
        return client

    def said(self, method, path, value=None):
        answer = self.control.ask(method, "/control" + path, json.dumps(value) if value is not None else "")
        self.assertEqual(answer.status, 200, answer.body)
        return json.loads(answer.body)

    def filled(self, *faults, names=("a",)):
        """A world with a calendar of tasks; faults come when all is there."""
        client = self.world()
        self.assertEqual(client.mkcalendar(CALENDAR).status, 201)
        for name in names:
            self.assertEqual(client.put(path_of(name), task(f"{name}@x"), If_None_Match="*").status, 201)
        self.set(*faults)
        return client

    def set(self, *faults, **more):
        self.said("POST", "", {"world": self.name, "faults": faults, **more})

    def hrefs(self, answer):
        return [*answer.responses()]
