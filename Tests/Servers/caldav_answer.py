"""Answers before they are sent."""
import dataclasses

XML = "application/xml; charset=utf-8"
TEXT = "text/plain; charset=utf-8"


@dataclasses.dataclass
class Answer:
    """An answer before it is sent."""
    status: int
    body: bytes = b""
    headers: list = dataclasses.field(default_factory=list)
    kind: str = TEXT


class Refused(Exception):
    """A request ends here, with an answer."""

    def __init__(self, status, body="", *headers, kind=TEXT):
        super().__init__(status)
        self.answer = Answer(status, body.encode(), list(headers), kind)
