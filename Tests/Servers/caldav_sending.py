"""How an answer goes out, with all that can go wrong on the way."""
import dataclasses
import gzip
import http.server
import zlib


class Sending:
    """How an answer goes out."""

    def __init__(self, handler, exchange):
        self.handler, self.exchange = handler, exchange

    def fault(self, name):
        return self.exchange.fault(name) if self.exchange else None

    def send(self, answer):
        body, headers = answer.body, list(answer.headers)
        if body:
            headers.append(("Content-Type", answer.kind))
        body, packing = self.packed(body)
        headers += packing
        is_chunked = body and self.fault("chunked")
        headers.append(("Transfer-Encoding", "chunked") if is_chunked else ("Content-Length", str(len(body))))
        if answer.status in (204, 304):
            headers, body = [pair for pair in headers if pair[0] != "Content-Length"], b""
        if self.fault("upgrade"):
            headers += [("Upgrade", "h2c"), ("Connection", "Upgrade"), ("Alt-Svc", 'h2=":443"')]
        if self.fault("close-after"):
            headers.append(("Connection", "close"))
        if self.handler.command == "HEAD":
            body = b""
        self.write(head(answer.status, headers), chunks(body) if is_chunked else body)

    def packed(self, body):
        if body and self.fault("gzip-bomb"):
            return bomb(), [("Content-Encoding", "gzip")]
        accepted = "gzip" in self.handler.headers.get("Accept-Encoding", "")
        if body and accepted and (self.fault("gzip") or (self.fault("gzip-etag") and self.handler.command == "GET")):
            return gzip.compress(body, mtime=0), [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
        return body, []

    def write(self, head, body):
        handler = self.handler
        if self.fault("close-after") or self.fault("close-silently") or self.fault("cut"):
            handler.close_connection = True
        if self.fault("cut"):
            body = body[:len(body) // 2]
        if not self.fault("drip"):
            handler.wfile.write(head + body)
            return
        handler.wfile.write(head)
        for index in range(len(body)):
            handler.wfile.write(body[index:index + 1])
            if handler.server.place.stopped.wait(0.05):
                return


def head(status, headers):
    reason = http.server.BaseHTTPRequestHandler.responses.get(status, ("Said",))[0]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {reason}\r\n{lines}\r\n".encode()


def chunks(body):
    pieces = [body[index:index + 1000] for index in range(0, len(body), 1000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def bomb():
    """300 MB of zeros, packed to a thousandth."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b"\0" * (1 << 20)
    return b"".join(packer.compress(block) for _ in range(300)) + packer.flush()


def spoilt(exchange, answer):
    """An answer whose XML is not as it should be."""
    if answer.status != 207:
        return answer
    text = answer.body.decode()
    start, end = text.index("?>") + 3, text.rindex("</")
    if exchange.fault("empty"):
        text = ""
    if exchange.fault("xml-cut"):
        text = text[:len(text) * 2 // 3]
    if exchange.fault("xml-doctype"):
        text = text[:start] + "<!DOCTYPE multistatus>\n" + text[start:]
    if exchange.fault("xml-bomb"):
        text = text[:start] + LAUGHS + text[start:end] + "<x>&i;</x>" + text[end:]
    if exchange.fault("xml-external"):
        text = text[:start] + EXTERNAL + text[start:end] + "<x>&i;</x>" + text[end:]
    if exchange.fault("xml-deep"):
        text = text[:end] + "<x>" * 100_000 + "</x>" * 100_000 + text[end:]
    size = exchange.fault("xml-huge")
    if size:
        text = text[:end] + f"<!--{' ' * (int(size) << 20)}-->" + text[end:]
    return dataclasses.replace(answer, body=encoded(exchange, text), kind=kind_of(exchange, answer))


def encoded(exchange, text):
    for name, encoding in (("xml-utf-16", "utf-16"), ("xml-latin-1", "iso-8859-1")):
        if exchange.fault(name):
            return text.replace('encoding="utf-8"', f'encoding="{encoding}"').encode(encoding, "xmlcharrefreplace")
    return text.encode()


def kind_of(exchange, answer):
    if exchange.fault("xml-utf-16") or exchange.fault("xml-latin-1"):
        return "application/xml"
    return answer.kind


LAUGHS = "<!DOCTYPE m [<!ENTITY a \"ha\">" + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi")) + "]>\n"
EXTERNAL = '<!DOCTYPE m [<!ENTITY i SYSTEM "file:///etc/passwd">]>\n'
