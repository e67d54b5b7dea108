"""`duecal serve` with clients that are slow, or send too much, and its beginning and end."""
import base64
import os
import pathlib
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import unittest

from serving import NET, PASSWORD, PATIENCE, USER, Serving, task

HOME = f"/{USER}/calendars/"
LIST = HOME + "tasks/"
FILE = "- Buy milk @due(2026-12-04)\n"
KEY = b"Authorization: Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()) + b"\r\n"


def rest(own):
    """What comes until the server ends the connection."""
    found = b""
    try:
        while more := own.recv(65536):
            found += more
    except ConnectionResetError:
        pass
    return found


def answer(own):
    """The first bytes of an answer."""
    return own.recv(65536)


class SlowTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.server = Serving({"tasks.taskpaper": FILE})

    @classmethod
    def tearDownClass(cls): cls.server.__exit__()

    def keep_others_served(self, text, count=400):
        """Opens many connections that send only some bytes; another client is answered all the same."""
        slow = [self.server.socket(text) for _ in range(count)]
        try:
            for _ in range(5):
                self.assertEqual(self.server.ask("GET", LIST).status, 200)
        finally:
            for own in slow:
                own.close()

    def test_slow_heads_keep_nobody_out(self):
        self.keep_others_served(b"PROPFIND / HTTP/1.1\r\nHost: here\r\nX-a: b")

    def test_silent_connections_keep_nobody_out(self): self.keep_others_served(b"")

    def test_slow_bodies_keep_nobody_out(self):
        self.keep_others_served(b"PUT " + LIST.encode() + b"x.ics HTTP/1.1\r\nHost: here\r\n" + KEY
                                + b"Content-Length: 5000\r\n\r\nBEGIN")

    def test_clients_that_do_not_read_keep_nobody_out(self):
        body = task("large", "Large", "DESCRIPTION:" + "a" * 5_000_000 + "\r\n")
        self.assertEqual(self.server.ask("PUT", LIST + "large.ics", body).status, 201)
        self.keep_others_served(b"GET " + LIST.encode() + b"large.ics HTTP/1.1\r\nHost: here\r\n" + KEY + b"\r\n", 20)
        self.assertEqual(self.server.ask("DELETE", LIST + "large.ics").status, 204)

    def test_wrong_passwords_at_once_keep_nobody_out(self):
        self.assertEqual(self.server.ask("GET", LIST).status, 200)
        found = []
        guesses = [threading.Thread(target=lambda: found.append(self.server.ask("GET", LIST, password="no").status))
                   for _ in range(12)]
        for guess in guesses:
            guess.start()
        self.assertEqual(self.server.ask("GET", LIST).status, 200)
        for guess in guesses:
            guess.join()
        self.assertLessEqual(set(found), {401, 429})


class LimitTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.server = Serving({"tasks.taskpaper": FILE})

    @classmethod
    def tearDownClass(cls): cls.server.__exit__()

    def send(self, text):
        own = self.server.socket(text)
        self.addCleanup(own.close)
        return own

    def test_a_body_that_says_it_is_too_long_is_413_and_the_connection_ends(self):
        own = self.send(b"PUT " + LIST.encode() + b"x.ics HTTP/1.1\r\nHost: here\r\n" + KEY
                        + b"Content-Length: 20000000\r\n\r\n" + b"a" * 100_000)
        text = rest(own)
        self.assertTrue(text.startswith(b"HTTP/1.1 413 "), text)
        self.assertIn(b"connection: close", text.lower())

    def test_a_body_that_turns_out_too_long_is_413_too(self):
        own = self.send(b"PUT " + LIST.encode() + b"x.ics HTTP/1.1\r\nHost: here\r\n" + KEY
                        + b"Transfer-Encoding: chunked\r\n\r\n")
        try:
            for _ in range(300):
                own.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
        except (ConnectionResetError, BrokenPipeError):
            pass
        self.assertTrue(rest(own).startswith(b"HTTP/1.1 413 "))

    def test_a_body_of_five_megabytes_is_read(self):
        body = task("large", "Large", "DESCRIPTION:" + "a" * 5_000_000 + "\r\n")
        self.assertEqual(self.server.ask("PUT", LIST + "large.ics", body).status, 201)

    def test_a_stranger_is_refused_before_the_body_is_read(self):
        own = self.send(b"PUT " + LIST.encode() + b"x.ics HTTP/1.1\r\nHost: here\r\nContent-Length: 9000000\r\n\r\nBEGIN")
        self.assertTrue(answer(own).startswith(b"HTTP/1.1 401 "))

    def test_a_client_that_waits_is_told_to_send_its_body(self):
        body = task("waits")
        own = self.send(b"PUT " + LIST.encode() + b"waits.ics HTTP/1.1\r\nHost: here\r\n" + KEY
                        + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        self.assertTrue(answer(own).startswith(b"HTTP/1.1 100 "))
        own.sendall(body)
        self.assertTrue(answer(own).startswith(b"HTTP/1.1 201 "))

    def test_a_head_that_is_too_long_ends_the_connection(self):
        for head in [b"X-a: " + b"b" * 100_000, b"X-a: b\r\n" * 5000]:
            own = self.send(b"")
            try:
                own.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n" + head + b"\r\n\r\n")
            except (ConnectionResetError, BrokenPipeError):
                pass
            self.assertIn(rest(own)[:13], [b"HTTP/1.1 400 ", b""])
        self.assertEqual(self.server.ask("GET", LIST).status, 200)

    def test_what_is_not_http_ends_the_connection(self):
        for text in [b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"\0" * 5000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]:
            self.assertIn(rest(self.send(text))[:13], [b"HTTP/1.1 400 ", b""])
        self.assertEqual(self.server.ask("GET", LIST).status, 200)

    def test_answers_have_a_length_and_errors_say_nothing(self):
        self.assertTrue(int(self.server.ask("GET", LIST).getheader("Content-Length")) > 0)
        put = self.server.ask("PUT", LIST + "short.ics", task("short"))
        self.assertEqual((put.status, put.getheader("Transfer-Encoding")), (201, None))
        gone = self.server.ask("DELETE", LIST + "short.ics")
        self.assertEqual((gone.status, gone.getheader("Content-Length")), (204, None))
        missing = self.server.ask("GET", "/etc/passwd")
        self.assertEqual((missing.status, missing.text), (404, ""))
        self.assertEqual(self.server.ask("GET", LIST, password=None).text, "")

    def test_many_requests_are_answered_on_one_connection(self):
        own = self.server.connect()
        for _ in range(50):
            self.assertEqual(self.server.ask("PROPFIND", LIST, headers={"Depth": "0"}, connection=own).status, 207)
        own.close()

    def test_requests_that_come_at_once_are_answered_in_their_order(self):
        own = self.send((b"OPTIONS / HTTP/1.1\r\nHost: here\r\n\r\n" * 3) + b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        text = rest(own)
        self.assertEqual(text.count(b"HTTP/1.1 200 "), 4)
        self.assertTrue(text.endswith(b"ok\n"))


class OriginTests(unittest.TestCase):
    def test_a_page_of_another_origin_is_refused(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            own = f"http://127.0.0.1:{server.port}"
            for origin, status in [(own, 207), ("https://example.org", 403), ("null", 403)]:
                self.assertEqual(server.ask("PROPFIND", LIST, headers={"Origin": origin, "Depth": "0"}).status, status)
            forwarded = {"Origin": "https://dav.example.org", "X-Forwarded-Host": "dav.example.org"}
            self.assertEqual(server.ask("PROPFIND", LIST, headers=forwarded).status, 403)

    def test_a_proxy_names_host_and_caller(self):
        with Serving({"tasks.taskpaper": FILE}, "--behind-proxy") as server:
            forwarded = {"Origin": "https://dav.example.org", "X-Forwarded-Host": "dav.example.org"}
            self.assertEqual(server.ask("PROPFIND", LIST, headers=forwarded).status, 207)
            server.ask("GET", LIST, headers={"X-Forwarded-For": "9.9.9.9, 192.0.2.7"}, password="wrong")
            server.stop()
            self.assertIn("from=192.0.2.7\n", server.errors)

    def test_without_a_proxy_nobody_names_another_caller(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            server.ask("GET", LIST, headers={"X-Forwarded-For": "192.0.2.7"}, password="wrong")
            server.stop()
            self.assertIn("from=127.0.0.1\n", server.errors)


class EndTests(unittest.TestCase):
    def test_what_has_begun_is_answered_before_the_end(self):
        for number in [signal.SIGTERM, signal.SIGINT]:
            with self.subTest(number), Serving({"tasks.taskpaper": FILE}) as server:
                idle, slow = server.socket(), server.socket(b"GET / HTTP/1.1\r\nHost:")
                body = task("late", "Late")
                own = server.socket(b"PUT " + LIST.encode() + b"late.ics HTTP/1.1\r\nHost: here\r\n" + KEY
                                    + b"Content-Length: %d\r\n\r\n" % len(body) + body[:50])
                server.ask("GET", "/healthz", password=None)
                server.process.send_signal(number)
                # The server does not listen any more.
                self.assertEqual(rest(idle), b"")
                own.sendall(body[50:])
                self.assertTrue(rest(own).startswith(b"HTTP/1.1 201 "))
                self.assertEqual(server.stop(number), 0)
                self.assertIn("Late", server.read("tasks.taskpaper"))
                for other in [idle, slow, own]:
                    other.close()

    def test_half_a_request_does_not_keep_the_server(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            own = server.socket(b"PUT " + LIST.encode() + b"x.ics HTTP/1.1\r\nHost: here\r\n" + KEY
                                + b"Content-Length: 5000\r\n\r\nBEGIN")
            server.ask("GET", "/healthz", password=None)
            self.assertEqual(server.stop(), 0)
            own.close()

    def test_an_address_in_use_is_one_line(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            done = server.run("serve", str(server.notes), "--listen", f"127.0.0.1:{server.port}", status=69)
            self.assertEqual(done.stderr, f"duecal: 127.0.0.1:{server.port}: another program listens here; "
                                          "expected a free address\n")


class SocketTests(unittest.TestCase):
    def get(self, path):
        own = socket.socket(socket.AF_UNIX)
        own.settimeout(PATIENCE)
        own.connect(str(path))
        own.sendall(b"GET " + LIST.encode() + b" HTTP/1.1\r\nHost: here\r\n" + KEY + b"Connection: close\r\n\r\n")
        text = rest(own)
        own.close()
        return text

    def test_only_its_owner_uses_the_socket_and_it_is_gone_at_the_end(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "s.sock"
            with Serving({"tasks.taskpaper": FILE}, listen=str(path)) as server:
                self.assertEqual(server.lines[-1], f"serving {path}, as {USER}")
                self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
                self.assertEqual(os.listdir(folder), ["s.sock"])
                self.assertTrue(self.get(path).startswith(b"HTTP/1.1 200 "))
                done = server.run("serve", str(server.notes), "--listen", str(path), status=69)
                self.assertIn("another program listens here", done.stderr)
                self.assertTrue(self.get(path).startswith(b"HTTP/1.1 200 "))
                self.assertEqual(server.stop(), 0)
                self.assertEqual(os.listdir(folder), [])

    def test_a_socket_that_a_killed_server_left_is_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "s.sock"
            with Serving({"tasks.taskpaper": FILE}, listen=str(path)) as server:
                server.stop(signal.SIGKILL)
                self.assertTrue(path.exists())
                server.start("tasks:" + str(server.notes), "--listen", str(path), "--user", USER)
                self.assertTrue(self.get(path).startswith(b"HTTP/1.1 200 "))

    def test_another_file_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "s.sock"
            path.write_text("mine")
            environment = {"HOME": folder, "PATH": "/usr/bin"}
            (pathlib.Path(folder) / "a.taskpaper").write_text(FILE)
            for listen, sentence in [(path, "there is a file that is not a socket"),
                                     (f"{folder}/no/s.sock", "expected a folder for the socket")]:
                done = subprocess.run([NET, "serve", folder, "--listen", str(listen)], env=environment, capture_output=True,
                                      text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 69)
                self.assertIn(sentence, done.stderr)
            self.assertEqual(path.read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
