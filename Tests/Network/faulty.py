"""A server of calendars that does what servers should not do, and records the requests."""
import base64
import gzip
import pathlib
import select
import socket
import socketserver
import ssl
import subprocess
import threading
import time
import zlib

CALENDAR = (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//faulty//EN\r\nBEGIN:VEVENT\r\nUID:1@faulty\r\n"
            b"DTSTAMP:20240101T000000Z\r\nDTSTART:20240101T090000Z\r\nSUMMARY:Breakfast\r\nEND:VEVENT\r\n"
            b"END:VCALENDAR\r\n")
ETAG, DATE = '"v1"', "Mon, 01 Jan 2024 00:00:00 GMT"
PAGE = b"<!DOCTYPE html><html><body>Please log in</body></html>"


class Request:
    """One request, and the connection to answer it on."""

    def __init__(self, connection, server, path, headers, number):
        self.connection, self.server, self.path, self.headers, self.number = (
            connection, server, path, headers, number)

    def send(self, data):
        self.connection.sendall(data)

    def answer(self, status=200, body=CALENDAR, length=None, **headers):
        """Sends a correct answer, unless a header or the length says otherwise."""
        lines = {"Content_Type": "text/calendar", "Content_Length": len(body) if length is None else length} | headers
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items() if value is not None)
        self.send(f"HTTP/1.1 {status} Said\r\n{head}Connection: close\r\n\r\n".encode() + body)

    def chunks(self, pieces, **headers):
        """Sends an answer in chunks, without the last chunk."""
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.send(f"HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\nTransfer-Encoding: chunked\r\n{head}\r\n".encode())
        for piece in pieces:
            self.send(b"%x\r\n%s\r\n" % (len(piece), piece))

    def redirect(self, location, status=302, **headers):
        self.answer(status, b"", Location=location, **headers)


def bomb(size):
    """A calendar followed by zeros, compressed to a thousandth of its size."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b"\0" * (1 << 20)
    return (packer.compress(CALENDAR) + b"".join(packer.compress(block) for _ in range(size >> 20)) + packer.flush())


BOMB = bomb(300 << 20)


class Faults:
    """The answers for paths; the method `name` answers `/name/more`."""

    def ok(self, request): request.answer(ETag=ETAG, Last_Modified=DATE)
    def cookie(self, request): request.redirect("/ok/after-cookie", Set_Cookie="a=b; Path=/")
    def lower(self, request): request.answer(body=b"\xef\xbb\xbf\r\n" + CALENDAR.replace(b":VCALENDAR", b":vcalendar") + b"\r\n\r\n")
    def plain(self, request): request.answer(Content_Type=None)
    def hints(self, request):
        request.send(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        request.answer()

    def packed(self, request): request.answer(body=gzip.compress(CALENDAR), Content_Encoding="gzip")
    def packedchunks(self, request):
        body = gzip.compress(CALENDAR)
        request.chunks([body[:20], body[20:]], Content_Encoding="gzip")
        request.send(b"0\r\n\r\n")

    def bomb(self, request): request.answer(body=BOMB, Content_Encoding="gzip")
    def packedhalf(self, request): request.answer(body=gzip.compress(CALENDAR)[:-30], Content_Encoding="gzip")
    def packednot(self, request): request.answer(Content_Encoding="gzip")
    def packedtwice(self, request): request.answer(
        body=gzip.compress(gzip.compress(CALENDAR)), Content_Encoding="gzip, gzip")
    def brotli(self, request): request.answer(Content_Encoding="br")

    def conditional(self, request):
        if request.headers.get("if-none-match") == ETAG or request.headers.get("if-modified-since") == DATE:
            request.send(b"HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n")
        else:
            request.answer(ETag=ETAG, Last_Modified=DATE)

    def oddtag(self, request): request.answer(ETag='"' + "v" * 5000 + '"')
    def unasked304(self, request): request.send(b"HTTP/1.1 304 Not Modified\r\n\r\n")
    def toconditional(self, request): request.redirect("/conditional/behind", 301)

    def hop(self, request):
        """`/hop/STATUS/N` redirects N times."""
        status, left = request.path.split("/")[2:4]
        request.redirect("/ok/hop" if left == "1" else f"../{status}/{int(left) - 1}", int(status))

    def mixed(self, request): request.redirect("/hop/302/1", 301)
    def loop(self, request): request.redirect(request.path)
    def nowhere(self, request): request.answer(302, b"")
    def toftp(self, request): request.redirect("ftp://127.0.0.1/a.ics")
    def tofile(self, request): request.redirect("file:///etc/passwd")
    def toplain(self, request): request.redirect(f"http://127.0.0.1:{request.server.other}/ok/never")
    def toother(self, request): request.redirect(f"{request.server.otherscheme}://127.0.0.1:{request.server.other}"
                                                 + "/" + request.path.split("/", 2)[2])
    def withpassword(self, request): request.redirect(
        f"http://x:secret@127.0.0.1:{request.server.other}/ok/withpassword")

    def guarded(self, request):
        given = request.headers.get("authorization", "")
        if given == "Basic " + base64.b64encode(b"ann:p@ss/w\xc3\xb6rd").decode():
            request.answer()
        else:
            request.answer(401, PAGE, WWW_Authenticate="Basic realm=x", Content_Type="text/html")

    def status(self, request): request.answer(int(request.path.split("/")[2]), b"no")
    def once(self, request):
        """`/once/STATUS` fails on the first request."""
        code = int(request.path.split("/")[2])
        request.answer(code, b"no") if request.number == 1 else request.answer()

    def wait(self, request):
        """`/wait/SECONDS` asks the client to retry after that time."""
        request.answer(503, b"", Retry_After=request.path.split("/")[2]) if request.number == 1 else request.answer()

    def waitdate(self, request): request.answer(503, b"", Retry_After=DATE)

    def silent(self, request): request.server.stopped.wait(20)
    def slowhead(self, request):
        for byte in b"HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n" * 20:
            request.send(bytes([byte]))
            time.sleep(0.05)

    def drip(self, request):
        request.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nBEGIN:VCALENDAR\r\n")
        while not request.server.stopped.wait(0.05):
            request.send(b"x")

    def short(self, request): request.answer(body=CALENDAR[:-40], length=len(CALENDAR))
    def closed(self, request): request.send(b"HTTP/1.1 200 OK\r\n\r\n" + CALENDAR)
    def closedshort(self, request): request.send(b"HTTP/1.1 200 OK\r\n\r\n" + CALENDAR[:-20])
    def two(self, request): request.answer(body=CALENDAR + CALENDAR[:-20])
    def chunkshort(self, request): request.chunks([CALENDAR[:50]])
    def chunkunended(self, request): request.chunks([CALENDAR])
    def chunkbroken(self, request):
        request.chunks([CALENDAR])
        request.send(b"zz\r\n\r\n")

    def empty(self, request): request.answer(body=b"")
    def blank(self, request): request.answer(body=b"\r\n \r\n")
    def html(self, request): request.answer(body=PAGE, Content_Type="text/html; charset=utf-8")
    def hiddenhtml(self, request): request.answer(body=PAGE)
    def htmlcalendar(self, request): request.answer(Content_Type="TEXT/HTML")
    def json(self, request): request.answer(body=b'{"error": "no"}', Content_Type="application/json")
    def announced(self, request): request.answer(length=10_000_000_000)
    def negative(self, request): request.answer(length=-5)
    def endless(self, request):
        block = b"X-A:" + b"a" * 65_530 + b"\r\n"
        request.chunks([CALENDAR[:40]])
        while not request.server.stopped.is_set():
            request.send(b"%x\r\n%s\r\n" % (len(block), block))

    def headers(self, request):
        request.send(b"HTTP/1.1 200 OK\r\n")
        for number in range(20_000):
            request.send(b"X-%d: %s\r\n" % (number, b"a" * 100))

    def escape(self, request): request.answer(Content_Encoding="\x1b[31mred")
    def nohttp(self, request): request.send(b"SSH-2.0-OpenSSH_9.2\r\n")
    def gone(self, request): pass
    def reset(self, request):
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        request.connection.close()


class Server(socketserver.ThreadingTCPServer):
    """The server, on its own port; with a certificate it uses TLS."""
    daemon_threads, allow_reuse_address, request_queue_size = True, True, 100

    def __init__(self, host="127.0.0.1", certificate=None):
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, 0), None)
        self.port, self.other, self.otherscheme = self.server_address[1], 0, "http"
        self.context, self.isproxy = None, False
        self.asked, self.guard, self.stopped = [], threading.Lock(), threading.Event()
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.stopped.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """Does nothing: an error of a connection is expected."""

    def finish_request(self, request, client_address):
        connection = request
        if self.context:
            connection = self.context.wrap_socket(request, server_side=True)
        self.answer(connection)
        # Without this, a reset may arrive before the data that was sent.
        try:
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(0.5)
            while connection.recv(65_536):
                pass
        except OSError:
            pass
        if self.context:
            connection.close()

    def answer(self, connection):
        if not self.context and connection.recv(1, socket.MSG_PEEK) == b"\x16":
            return connection.sendall(b"HTTP/1.1 400 This is no port of TLS\r\n\r\n")
        lines = connection.makefile("rb")
        method, path, _ = lines.readline().decode("latin-1").split(" ", 2)
        headers = {}
        while line := lines.readline().decode("latin-1").strip():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        with self.guard:
            self.asked.append((method, path, headers))
            number = sum(1 for _, known, _ in self.asked if known == path)
        if method == "CONNECT" and self.isproxy:
            return self.tunnel(connection, path)
        fault = getattr(Faults(), path.split("/")[1].split("?")[0], None) if path[0] == "/" else None
        request = Request(connection, self, path, headers, number)
        return fault(request) if fault else request.answer(404, b"")

    def tunnel(self, connection, target):
        """Passes data in both directions, as a proxy does."""
        host, port = target.rsplit(":", 1)
        with socket.create_connection((host, int(port))) as other:
            connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            while True:
                for ready in select.select([connection, other], [], [])[0]:
                    data = ready.recv(65_536)
                    if not data:
                        return
                    (other if ready is connection else connection).sendall(data)

    def seen(self, path):
        """The headers of every request for a path."""
        with self.guard:
            return [headers for _, known, headers in self.asked if known == path]


def certificates(folder):
    """An authority and its certificates: for this machine, for another host, and an expired one."""
    folder = pathlib.Path(folder)

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Test authority")
    for name, hosts, days in [("good", "DNS:localhost,IP:127.0.0.1,IP:::1", "2"), ("other", "DNS:other.example", "2"),
                              ("old", "DNS:localhost,IP:127.0.0.1", "-1")]:
        openssl("req", *curve, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        (folder / f"{name}.ext").write_text(f"subjectAltName={hosts}\n")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-extfile", f"{name}.ext", "-days", days, "-out", f"{name}.crt")
        (folder / f"{name}.pem").write_text((folder / f"{name}.key").read_text() + (folder / f"{name}.crt").read_text())
    return folder
