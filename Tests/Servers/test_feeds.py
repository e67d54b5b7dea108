"""Feeds at secret addresses: what is given out, to whom, and when."""
import contextlib
import gzip
import pathlib
import re
import shutil
import socket
import tempfile
import time
import unittest
import urllib.parse

from serving import PATIENCE, Serving

FILE = """Home:
\t- Buy milk @due(2026-12-04)
\t- Call Ann @class(private)
\t- Paint it @done(2026-11-01)
Work:
\t- Plan @due(2026-12-05 09:00 - 10:00)
"""


class FeedTests(unittest.TestCase):
    @contextlib.contextmanager
    def serving(self, *feeds, options=(), configuration="", files=None):
        """A server with feeds, each a list of arguments of `feed add`; gives the server and the paths of the feeds."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            text = f'files = ["{folder}/notes"]\nzone = "Europe/Berlin"\n{configuration}'.replace("~", folder)
            with Serving(files or {"tasks.taskpaper": FILE}, *options, configuration=text, folder=folder) as server:
                yield server, *[self.add(server, *feed) for feed in feeds]

    def add(self, server, *arguments):
        """Gives a feed an address, waits until it is published, and returns its path."""
        address = server.run("feed", "add", *arguments).stdout.strip()
        path = urllib.parse.urlsplit(address).path
        self.until(lambda: server.ask("GET", path, password=None).status == 200)
        return path

    def until(self, is_so):
        """Waits until something is so; returns the seconds."""
        start = time.monotonic()
        while not is_so():
            self.assertLess(time.monotonic() - start, PATIENCE)
            time.sleep(0.05)
        return time.monotonic() - start

    def get(self, server, path, method="GET", **headers):
        return server.ask(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()},
                          password=None)

    def raw(self, server, path, headers=""):
        """All bytes of an answer but its date."""
        with server.socket(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n".encode()) as own:
            own.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: own.recv(65536), b""))
        return re.sub(rb"(?i)\r\ndate: [^\r]*", b"", answer)

    # What is given out

    def test_the_bytes_are_those_of_an_export(self):
        options = ["--where", "not @done", "--name", "Tasks"]
        with self.serving(["work", *options]) as (server, path):
            own = server.folder / "own.ics"
            server.run("export", server.notes, "-o", own, "-q", *options)
            self.assertEqual(self.get(server, path).text, own.read_bytes().decode())
            for edit in ["\t- Later @due(2026-12-24)\n", "\t- Later @due(2026-12-24) @x\n\t- More\n", "\t- More\n"]:
                (server.notes / "tasks.taskpaper").write_text(FILE + edit)
                server.run("export", server.notes, "-o", own, "-q", *options)
                self.until(lambda: self.get(server, path).text == own.read_bytes().decode())
                self.assertEqual(self.get(server, path).text.count("BEGIN:VTODO"), 1 + edit.count("\n"))

    def test_a_change_is_visible_when_nothing_was_written_for_two_seconds(self):
        with self.serving(["all"]) as (server, path):
            for number in range(3):
                with open(server.notes / "tasks.taskpaper", "a") as file:
                    file.write(f"\t- Number {number}\n")
                # Much more than two seconds, because the machine may be busy.
                self.assertLess(self.until(lambda: f"Number {number}" in self.get(server, path).text), 20)

    def test_what_is_left_out_leaves_no_word(self):
        with self.serving(["work", "--project", "Work"]) as (server, path):
            text = self.get(server, path).text
            self.assertIn("SUMMARY:Plan", text)
            for word in ["milk", "Ann", "Paint", "Home"]:
                self.assertNotIn(word, text)

    def test_the_headers_are_those_of_the_page(self):
        with self.serving(["all"]) as (server, path):
            answer = self.get(server, path)
            expected = {"Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, max-age=300",
                        "Content-Disposition": "inline", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer",
                        "Content-Length": str(len(answer.text.encode()))}
            self.assertEqual({name: answer.headers[name] for name in expected}, expected)
            head = self.get(server, path, "HEAD")
            dates = ["Date"]
            self.assertEqual([pair for pair in head.headers.items() if pair[0] not in dates],
                             [pair for pair in answer.headers.items() if pair[0] not in dates])
            self.assertEqual(head.text, "")
            self.assertEqual(self.get(server, path, "POST").status, 405)

    def test_a_feed_is_compressed_for_those_that_ask(self):
        with self.serving(["all"]) as (server, path):
            plain = self.raw(server, path)
            packed = self.raw(server, path, "Accept-Encoding: gzip\r\n")
            (head, body), text = packed.split(b"\r\n\r\n", 1), plain.split(b"\r\n\r\n", 1)[1]
            self.assertIn(b"Content-Encoding: gzip", head)
            self.assertEqual(gzip.decompress(body), text)
            self.assertLess(len(body), len(text))
            self.assertEqual(plain, self.raw(server, path, "Accept-Encoding: gzip;q=0, br\r\n"))

    def test_a_query_changes_nothing(self):
        with self.serving(["all"]) as (server, path):
            self.assertEqual(self.raw(server, path), self.raw(server, path + "?as=event&class=private"))

    # What is not given out again

    def test_an_unchanged_feed_is_not_sent_again_and_its_sources_are_not_read(self):
        with self.serving(["all"]) as (server, path):
            first = self.get(server, path)
            conditions = [{"If_None_Match": first.headers["ETag"]}, {"If_Modified_Since": first.headers["Last-Modified"]}]
            shutil.move(server.notes, server.folder / "away")
            for condition in conditions * 2:
                answer = self.get(server, path, **condition)
                self.assertEqual((answer.status, answer.text, answer.headers["Content-Length"]), (304, "", None))
                self.assertEqual(answer.headers["ETag"], first.headers["ETag"])
            # A source that is gone is no empty feed.
            self.until(lambda: "feed.all: " in server.errors)
            self.assertEqual(self.get(server, path).text, first.text)
            shutil.move(server.folder / "away", server.notes)
            with open(server.notes / "tasks.taskpaper", "a") as file:
                file.write("\t- New\n")
            self.until(lambda: "SUMMARY:New" in self.get(server, path).text)
            for condition in conditions:
                self.assertEqual(self.get(server, path, **condition).status, 200)

    def test_tags_stay_the_same_after_a_new_start(self):
        with self.serving(["all"]) as (server, path):
            first = self.get(server, path)
            server.stop()
            server.start(f"tasks:{server.notes}", "--listen", "127.0.0.1:0")
            again = self.get(server, path)
            for name in ["ETag", "Last-Modified"]:
                self.assertEqual(again.headers[name], first.headers[name])

    # Addresses

    def test_a_revoked_address_is_like_one_that_never_was(self):
        with self.serving(["all"], ["work"]) as (server, path, other):
            self.get(server, path)
            server.run("feed", "revoke", "all")
            revoked = self.raw(server, path)
            self.assertTrue(revoked.startswith(b"HTTP/1.1 404 "))
            for unknown in ["/feeds/" + "a" * 32 + "/all.ics", "/feeds/x/y.ics", path[:-4] + "x.ics", "/feeds/"]:
                self.assertEqual(self.raw(server, unknown), revoked)
            self.assertEqual(self.get(server, other).status, 200)
            new = self.add(server, "all")
            self.assertNotEqual(new, path)
            self.assertEqual(self.raw(server, path), revoked)

    def test_a_token_is_in_no_file_and_in_no_log(self):
        with self.serving(["all"], options=["--log", "json", "-v"]) as (server, path):
            token = path.split("/")[2]
            for method in ["GET", "HEAD", "POST", "PROPFIND", "OPTIONS"]:
                for spelling in [path, path + "?x", path.replace("feeds", "f%65eds"), path.replace("feeds", "FEEDS"),
                                 path + "/more", "/" + path, f"/x/feeds/{token}/all.ics", f"/feeds/{token}"]:
                    answer = self.get(server, spelling, method)
                    self.assertNotIn(token, answer.text + str(answer.headers))
            self.raw(server, path, "Content-Length: x\r\n")
            server.run("feed", "revoke", "all")
            self.get(server, path)
            server.stop()
            self.assertIn("/feeds/", server.errors)
            for file in pathlib.Path(server.folder).rglob("*"):
                if file.is_file():
                    self.assertNotIn(token.encode(), file.read_bytes(), file)

    # The configuration

    def test_other_options_of_a_feed_count_at_once(self):
        with self.serving(["all"]) as (server, path):
            self.assertIn("SUMMARY:Plan", self.get(server, path).text)
            file = server.folder / "config.toml"
            text = file.read_text()
            file.write_text(text.replace("[feed.all]", '[feed.all]\nproject = "Home"'))
            self.until(lambda: "SUMMARY:Plan" not in self.get(server, path).text)
            # A configuration with a mistake counts as the last one without.
            tag = self.get(server, path).headers["ETag"]
            file.write_text("nonsense")
            with open(server.notes / "tasks.taskpaper", "a") as tasks:
                tasks.write("Home:\n\t- More\n")
            self.until(lambda: self.get(server, path).headers["ETag"] != tag)
            self.until(lambda: "config.toml:1:" in server.errors)
            self.assertEqual(server.errors.count("config.toml:1:"), 1)
            file.write_text(text)
            self.until(lambda: "SUMMARY:Plan" in self.get(server, path).text)

    def test_a_feed_that_cron_writes_is_the_same_feed(self):
        with self.serving(["all"], configuration='[feed.all]\nfile = "~/all.ics"\n') as (server, path):
            for number in range(10):
                with open(server.notes / "tasks.taskpaper", "a") as file:
                    file.write(f"\t- Number {number}\n")
                # The server may be writing the same file at this moment: then the run says so, and nothing is lost.
                server.run("export", "-q", status=None)
            server.run("export", "-q")
            own = (server.folder / "all.ics").read_bytes().decode()
            self.assertEqual(self.get(server, path).text, own)
            uids = re.findall("^UID:.*$", own, re.MULTILINE)
            self.assertEqual(len(uids), len(set(uids)))
            self.assertEqual(own.count("SUMMARY:Number"), 10)
            time.sleep(3)
            self.assertEqual(self.get(server, path).text, own)

    def test_a_line_with_a_mistake_does_not_hold_up_the_others(self):
        with self.serving(["all"]) as (server, path):
            with open(server.notes / "tasks.taskpaper", "a") as file:
                file.write("\t- Wrong @due(2026-13-45)\n\t- Right\n")
            self.until(lambda: "SUMMARY:Right" in self.get(server, path).text)
            self.assertIn("SUMMARY:Wrong", self.get(server, path).text)
            self.until(lambda: "tasks.taskpaper:7:" in server.errors)


if __name__ == "__main__":
    unittest.main()
