"""Stands between an editor and `duecal lsp`, and writes down what concerns texts, one message a line.

After each change the server gets the text that it must have, as when a person saves, and says so if it has another one. What
the editor sends when it saves is only written down.

Usage: proxy.py RECORD DROP DUECAL ARGUMENT…      (DROP: the number of a change that the server never gets, or 0)
"""
import json
import subprocess
import sys
import threading

from frames import messages, send
from texts import Texts

KEPT = {"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "window/logMessage"}


def read(body):
    """A message; bytes that are not UTF-8 stay what they are, because a file may have such."""
    return json.loads(body.decode(errors="surrogateescape"))


class Proxy:
    def __init__(self, record, drop, command):
        self.record, self.drop = open(record, "a", buffering=1), int(drop)
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.texts, self.changes, self.lock = Texts(), 0, threading.Lock()

    def note(self, message):
        with self.lock:
            self.texts.take(message)
            if message.get("method") in KEPT or "capabilities" in (message.get("result") or {}):
                self.record.write(json.dumps(message) + "\n")

    def answer(self):
        for body in messages(self.server.stdout):
            self.note(read(body))
            send(sys.stdout.buffer, body)

    def ask(self, uri):
        """Gives the server the text that it must have, as when a person saves."""
        message = {"jsonrpc": "2.0", "method": "textDocument/didSave",
                   "params": {"textDocument": {"uri": uri}, "text": self.texts[uri]}}
        send(self.server.stdin, json.dumps(message, ensure_ascii=False).encode(errors="surrogateescape"))

    def take(self, body):
        """Carries a message of the editor on."""
        message = read(body)
        self.note(message)
        method = message.get("method")
        self.changes += method == "textDocument/didChange"
        if method != "textDocument/didSave" and (method != "textDocument/didChange" or self.changes != self.drop):
            send(self.server.stdin, body)
        if method in ("textDocument/didChange", "textDocument/didSave"):
            self.ask(message["params"]["textDocument"]["uri"])
        return method

    def run(self):
        answers = threading.Thread(target=self.answer)
        answers.start()
        for body in messages(sys.stdin.buffer):
            if self.take(body) == "exit":
                break
        self.server.stdin.close()
        answers.join()


Proxy(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
