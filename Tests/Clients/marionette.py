"""Runs JavaScript inside Thunderbird, over the protocol of Marionette on loopback.

A message is its length in bytes, a colon, and JSON: `[0, NUMBER, COMMAND, PARAMETERS]`, answered by `[1, NUMBER, ERROR, RESULT]`.
"""
import json
import socket
import time


class Marionette:
    """A session in the part of Thunderbird that its own windows run in."""

    def __init__(self, port, patience=60):
        self.number = 0
        end = time.monotonic() + patience
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)
        self.received = b""
        self.message()
        self.ask("WebDriver:NewSession", {})
        self.ask("Marionette:SetContext", {"value": "chrome"})
        self.ask("WebDriver:SetTimeouts", {"script": 100_000})

    def message(self):
        """The next message."""
        while b":" not in self.received:
            self.receive()
        length, _, rest = self.received.partition(b":")
        self.received = rest
        while len(self.received) < int(length):
            self.receive()
        text, self.received = self.received[:int(length)], self.received[int(length):]
        return json.loads(text)

    def receive(self):
        more = self.socket.recv(65536)
        if not more:
            raise RuntimeError("Thunderbird has closed the connection")
        self.received += more

    def ask(self, command, parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.message()
        if error:
            raise RuntimeError(f"Thunderbird: {error['message']}")
        return result

    def run(self, script, *arguments):
        """Runs the body of an asynchronous function, and gives what it returns."""
        body = f"""
            const done = arguments[arguments.length - 1];
            (async (...given) => {{ {script} }})(...Array.from(arguments).slice(0, -1))
              .then(value => done([value === undefined ? null : value, null]), error => done([null, `${{error}} ${{error.stack}}`]));
            """
        for _ in range(10):
            answer = self.ask("WebDriver:ExecuteAsyncScript", {"script": body, "args": list(arguments)})["value"]
            if answer is None:  # while it starts, the window in which a script runs may be replaced
                time.sleep(1)
                continue
            value, error = answer
            if error:
                raise RuntimeError(f"Thunderbird: {error}")
            return value
        raise RuntimeError("Thunderbird has no window")

    def close(self):
        self.socket.close()
