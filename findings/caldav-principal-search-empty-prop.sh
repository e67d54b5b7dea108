#!/bin/sh
# Software: caldav 3.6.0 (PyPI), the library of Home Assistant, plann and others
# A good guess: `search_principals()` asks for the name and the folder of calendars of each person, as RFC 3744 (section 9.4) has
#   it: the wanted properties are in the element `prop`.
# What happens: `prop` is empty, and the properties stand beside it. A server that follows the standard answers without any
#   property, and then the library finds nobody, on every such server.
# Seen: see `expected` below: the elements of the request, and how many people are found in an answer that has the properties,
#   and in one that has only those of `prop`.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check caldav==3.6.0
cat > search.py <<'END'
import http.server
import threading
import xml.etree.ElementTree as xml

import caldav

FOUND = ('<D:displayname>Ann</D:displayname><C:calendar-home-set xmlns:C="urn:ietf:params:xml:ns:caldav">'
         '<D:href>/ann/calendars/</D:href></C:calendar-home-set>')
asked, given = [], [FOUND]


class Server(http.server.BaseHTTPRequestHandler):
    def do_REPORT(self):
        asked.append(self.rfile.read(int(self.headers["Content-Length"])))
        body = ('<D:multistatus xmlns:D="DAV:"><D:response><D:href>/ann/</D:href><D:propstat><D:prop>' + given[0]
                + '</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>').encode()
        self.send_response(207)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words): pass


server = http.server.HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = caldav.DAVClient(url=f"http://127.0.0.1:{server.server_port}/", username="ann", password="x")
print("found where the server gives the properties anyway:", len(client.search_principals(name="Ann")))
given[0] = ""
print("found where it gives those of prop:", len(client.search_principals(name="Ann")))
for element in xml.fromstring(asked[0]):
    inside = [child.tag.split("}")[1] for child in element] if element.tag != "{DAV:}property-search" else ["..."]
    print(element.tag.split("}")[1], inside)
END
cat > expected <<'END'
found where the server gives the properties anyway: 1
found where it gives those of prop: 0
property-search ['...']
prop []
calendar-home-set []
displayname []
END
venv/bin/python search.py | diff expected -
