"""Messages of the Language Server Protocol on streams of bytes."""


def messages(stream):
    """The messages of a stream, as bytes."""
    length = 0
    while line := stream.readline():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
        elif not line.strip():
            yield stream.read(length)


def send(stream, body):
    stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    stream.flush()
