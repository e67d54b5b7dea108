#!/usr/bin/env python3
"""Asks the servers of DUECAL_CALDAV_SERVERS whether they do what the tests build upon, and how they differ.

Usage: run.py NAME... -- check.py
"""
import json
import os
import sys
import time
import uuid

from asking import Client, task

ODD = "X-ODD;X-PARAM=\"a;b\":a;b\\, c\r\n"


class Check:
    """One server; `faults` is what it does not do."""

    def __init__(self, entry):
        self.entry, self.faults, self.notes = entry, [], {}
        self.client = Client(entry["url"], entry["user"], entry["password"], is_patient=True)
        self.path = f"{entry['home']}{uuid.uuid4().hex[:8]}/"

    def expect(self, what, answer, *statuses):
        if answer.status not in statuses:
            self.faults.append(f"{self.entry['name']}: {what} is {answer.status}: {answer.body[:300]!r}")
        return answer

    def run(self):
        """Makes a calendar, writes, reads, removes."""
        self.expect("MKCALENDAR", self.client.mkcalendar(self.path), 201)
        home = self.expect("PROPFIND of the home", self.client.propfind(self.entry["home"], "D:displayname", depth=1), 207)
        if not any(href.endswith(self.path) for href in home.responses()):
            self.faults.append(f"{self.entry['name']}: the home does not list what was made")
        self.write()
        self.read()
        removed = self.client.ask("DELETE", self.path)
        self.notes["calendar removed"] = removed.status
        gone = self.client.propfind(self.path, "D:resourcetype")
        if gone.status == 207 and all(status != 404 for status, _ in gone.responses().values()):
            self.faults.append(f"{self.entry['name']}: the calendar is still there")

    def write(self):
        begin = time.monotonic()
        self.text = task("1@check")
        created = self.expect("PUT", self.client.put(self.path + "1.ics", self.text, If_None_Match="*"), 201)
        got = self.expect("GET", self.client.ask("GET", self.path + "1.ics"), 200)
        self.notes["ETag of PUT"] = "as of GET" if created.headers.get("etag") == got.headers.get("etag") else "another"
        self.notes["text"] = "as sent" if got.body == self.text.encode() else "rewritten"
        self.notes["created again"] = self.client.put(self.path + "1.ics", self.text, If_None_Match="*").status
        self.notes["UID twice"] = self.client.put(self.path + "2.ics", self.text, If_None_Match="*").status
        if self.notes["UID twice"] < 300:
            self.client.ask("DELETE", self.path + "2.ics")
        stale = self.client.put(self.path + "1.ics", self.text, If_Match='"stale"')
        self.expect("a stale PUT", stale, 412)
        self.client.put(self.path + "odd.ics", task("odd@check", more=ODD))
        odd = self.client.ask("GET", self.path + "odd.ics").body
        self.notes["odd text"] = "as sent" if odd == task("odd@check", more=ODD).encode() else "rewritten"
        self.notes["ETag of a text after another"] = "the same" if len(set(self.etags_of_two())) == 1 else "another"
        for number in range(20):
            self.client.put(f"{self.path}many-{number}.ics", task(f"many-{number}@check"), If_None_Match="*")
        self.notes["20 more"] = f"{time.monotonic() - begin:.2f} s"

    def etags_of_two(self):
        """ETags of two texts, one after the other at the same place."""
        path = self.path + "two.ics"
        for title in ("One", "Two"):
            self.client.put(path, task("two@check", title))
            yield self.client.ask("GET", path).headers.get("etag")
            self.client.ask("DELETE", path)

    def read(self):
        hrefs = [f"{self.path}{name}.ics" for name in ("1", "many-3", "missing")]
        answer = self.expect("multiget", self.client.multiget(self.path, *hrefs), 207)
        data = answer.responses()[hrefs[0]][1]["calendar-data"].text
        self.notes["in multiget"] = "CRLF" if "\r\n" in data else "LF"
        self.notes["missing"] = answer.responses().get(hrefs[2], ("omitted",))[0]
        self.expect("query", self.client.query(self.path), 207)
        changes = self.expect("sync-collection", self.client.sync(self.path), 207)
        token = changes.xml().findtext("{DAV:}sync-token")
        bogus = self.client.sync(self.path, token + "9999999" if token else "")
        self.notes["bogus token"] = bogus.status
        self.notes["stale DELETE"] = self.client.ask("DELETE", self.path + "many-4.ics", If_Match='"stale"').status
        self.expect("DELETE", self.client.ask("DELETE", self.path + "many-3.ics"), 200, 204)
        changed = self.expect("changes", self.client.sync(self.path, token), 207).responses()
        if changed.get(self.path + "many-3.ics", (0,))[0] != 404:
            self.notes["what was removed"] = "not said at once"


def main():
    faults = []
    for entry in json.loads(os.environ["DUECAL_CALDAV_SERVERS"]):
        check = Check(entry)
        check.run()
        faults += check.faults
        print(f"{entry['name']}: " + ", ".join(f"{what} {how}" for what, how in check.notes.items()))
    print("\n".join(faults) or "all servers do what the tests build upon")
    sys.exit(1 if faults else 0)


main()
