"""nginx with the sample's own configuration, on loopback."""
import gzip
import http.client
import pathlib
import re
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Samples" / "nginx" / "duecal.conf"
HEADERS = {
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, max-age=300",
    "content-disposition": 'inline; filename="tasks.ics"',
    "x-robots-tag": "noindex",
    "vary": "Accept-Encoding",
}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """The sample's second server, without TLS: what is tried here is the calendar, not the certificate."""

    def __init__(self, folder, www):
        self.folder = pathlib.Path(folder, "nginx")
        self.folder.mkdir()
        self.port = free_port()
        self.requests = self.folder / "requests"
        self.sample_is_valid()
        site = SAMPLE.read_text()
        site = site[site.index("server {", site.index("server {") + 1):]
        site = re.sub(r"listen \[::\].*|ssl_certificate.*", "", site)
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")
        site = site.replace("access_log off;", f"access_log {self.requests} asked;")
        self.configure(site.replace("/srv/www/calendars", str(www)))
        self.process = subprocess.Popen(self.command())
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.05)

    def command(self, *more):
        return ["nginx", "-p", str(self.folder), "-e", "errors", "-c", "nginx.conf", *more]

    def configure(self, site):
        places = "".join(f"{name}_temp_path {name};" for name in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        log = "log_format asked '$status $request_method $uri \"$http_user_agent\" $http_if_none_match';"
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid pid; error_log errors; events {{}}\nhttp {{ {places} {log}\n{site}\n}}\n")

    def sample_is_valid(self):
        """`nginx -t` on the sample as it stands, but for the certificate."""
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=calendar",
                        "-keyout", self.folder / "key", "-out", self.folder / "certificate"],
                       check=True, capture_output=True)
        site = re.sub(r"/etc/letsencrypt/\S*fullchain.pem", str(self.folder / "certificate"),
                      SAMPLE.read_text())
        self.configure(re.sub(r"/etc/letsencrypt/\S*privkey.pem", str(self.folder / "key"), site))
        subprocess.run(self.command("-t", "-q"), check=True)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/tasks.ics"

    def ask(self, method="GET", path="/tasks.ics", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()

    def asked(self):
        """Who asked since the last time, and what the answer was."""
        lines = self.requests.read_text().splitlines() if self.requests.exists() else []
        self.requests.write_text("")
        return lines

    def stop(self):
        self.process.terminate()
        self.process.wait()


def http_faults(server, feed):
    """What the server does not say as it should."""
    found = []

    def expect(what, is_so):
        if not is_so:
            found.append(f"nginx: {what}")

    status, headers, body = server.ask()
    expect("200 with the feed", status == 200 and body == feed)
    for name, value in HEADERS.items():
        expect(f"{name} is {headers.get(name)!r}, should be {value!r}", headers.get(name) == value)
    etag, modified = headers.get("etag", ""), headers.get("last-modified", "")
    expect(f"a strong ETag, not {etag}", re.fullmatch(r'"[^"]+"', etag))
    for condition in ({"If_None_Match": etag}, {"If_Modified_Since": modified},
                      {"If_None_Match": f'"other", W/{etag}'}):
        status, _, body = server.ask(**condition)
        expect(f"304 and no body for {condition}, not {status}", status == 304 and not body)
    for condition in ({"If_None_Match": '"other"'},
                      {"If_Modified_Since": "Sat, 01 Jan 2000 00:00:00 GMT"}):
        expect(f"200 for {condition}", server.ask(**condition)[0] == 200)
    status, packed, body = server.ask(Accept_Encoding="gzip")
    expect("gzip", packed.get("content-encoding") == "gzip" and gzip.decompress(body) == feed)
    status, _, _ = server.ask(Accept_Encoding="gzip", If_None_Match=packed.get("etag", ""))
    expect("304 for the ETag of the packed feed", status == 304)
    status, headers, body = server.ask("HEAD")
    expect("HEAD", status == 200 and not body and headers.get("etag") == etag)
    for path in ("/", "/other.ics", "/home.taskpaper", "/../home.taskpaper", "/.tasks.ics.duecal-abcdef"):
        expect(f"nothing at {path}", server.ask(path=path)[0] in (400, 404))
    expect("no writing", server.ask("PUT")[0] == 403)
    expect("robots.txt lets the feed be fetched", b"Disallow" not in server.ask(path="/robots.txt")[2])
    return found
