#!/usr/bin/env python3
"""Puts each calendar of a folder into `duecal serve`, and gets it again: the bytes must be the same.

Usage: put_then_get.py CALENDARS [memory|sqlite|files|vdir]...     (DUECAL_NET is the path of duecal-net)

A calendar that RFC 4791, section 5.3.2.1, permits has items of one kind with one UID; others must be refused. The answer to a
PUT has an entity tag only if what is stored equals what was sent.
"""
import collections
import pathlib
import re
import sys
import tempfile
import time

from served import Served

KINDS = {"VEVENT", "VTODO"}


def lines(data):
    """The unfolded lines, with any ends of lines."""
    return re.sub(rb"\r?\n[ \t]", b"", data).replace(b"\r\n", b"\n").split(b"\n")


def components(data):
    """The components directly in the calendar: kind, UIDs and occurrence of each; nil if begins and ends do not fit."""
    stack, found, calendars, methods = [], [], 0, 0
    for line in lines(data):
        word, _, value = line.partition(b":")
        word, value = word.upper().strip(), value.strip().upper().decode("latin-1")
        name = word.partition(b";")[0]
        if name == b"BEGIN":
            stack.append(value)
            calendars += value == "VCALENDAR" and len(stack) == 1
            if len(stack) == 2:
                found.append([value, [], b""])
        elif name == b"END":
            if not stack or stack.pop() != value:
                return None
        elif name == b"UID" and len(stack) == 2:
            found[-1][1].append(line.partition(b":")[2])
        elif name == b"RECURRENCE-ID" and len(stack) == 2:
            found[-1][2] = line
        elif name == b"METHOD" and len(stack) == 1:
            methods += 1
    return None if stack or calendars != 1 else (found, methods)


def permitted(data):
    """True if a server may take it, False if it must not, nil if it may complete or refuse it."""
    read = components(data)
    if read is None:
        return None
    found, methods = read
    items = [one for one in found if one[0] != "VTIMEZONE" and not one[0].startswith("X-")]
    kinds, uids = {kind for kind, _, _ in items}, {uid.strip() for _, all_uids, _ in items for uid in all_uids}
    if len(kinds) != 1 or len(uids) != 1 or any(len(one[1]) != 1 for one in items) or not kinds <= KINDS or b"" in uids:
        return False
    # Each occurrence once, and the series once.
    if len({occurrence for _, _, occurrence in items}) != len(items):
        return False
    # Without the definition of a zone it is not iCalendar; it may be taken, and be completed.
    text = b"\n".join(lines(data))
    named = {value.strip() for value in re.findall(rb"(?im)^[^:]*?;TZID=\"?([^;:,\"]+)", text)}
    defined = {value.strip() for value in re.findall(rb"(?im)^TZID:(.*)$", text)}
    return None if methods or not named <= defined else True


def tried(name, store, calendars):
    counts, faults, times = collections.Counter(), [], []
    with Served(store=store) as served:
        if store and store.startswith("vdir:"):
            pathlib.Path(store[5:]).mkdir(parents=True, exist_ok=True)
        client = served.client()
        path = f"{served.home}all/"
        made = client.mkcalendar(path, "all", ("VTODO", "VEVENT"))
        if made.status != 201:
            sys.exit(f"{name}: MKCALENDAR is {made.status}")
        for file in calendars:
            data, href = file.read_bytes(), path + "one.ics"
            may = permitted(data)
            begin = time.monotonic()
            answer = client.put(href, data)
            times.append((time.monotonic() - begin, f"{file.parent.name}/{file.name}"))
            got = client.ask("GET", href)
            label = f"{name}: {file.parent.name}/{file.name}"
            if answer.status >= 500 or answer.status in (401, 404, 405):
                faults.append(f"{label}: PUT is {answer.status}")
            if answer.status == 201:
                if may is False:
                    faults.append(f"{label}: taken, but RFC 4791 5.3.2.1 forbids it")
                same, tag = got.body == data, answer.headers.get("etag")
                counts["same" if same else "another"] += 1
                if got.status != 200:
                    faults.append(f"{label}: GET is {got.status} after 201")
                elif not same and may:
                    faults.append(f"{label}: GET gives another text ({len(data)} and {len(got.body)} bytes, tag {tag})")
                if tag and (not same or tag != got.headers.get("etag")):
                    faults.append(f"{label}: a tag {tag}, but the text is another, or GET has {got.headers.get('etag')}")
                if same and not tag:
                    counts["same without a tag"] += 1
                again = client.put(href, data)
                if again.status != 204 or client.ask("GET", href).body not in (got.body, data):
                    faults.append(f"{label}: put again: {again.status}, or another text")
                gone = client.ask("DELETE", href)
                if gone.status != 204:
                    faults.append(f"{label}: DELETE is {gone.status}")
            else:
                counts["refused"] += 1
                reason = re.search(rb"<D:error[^>]*><(\w+:[\w-]+)", answer.body)
                counts[f"refused, {answer.status} {reason[1].decode() if reason else ''}"] += 1
                if got.status != 404:
                    faults.append(f"{label}: refused, but GET is {got.status}")
                if may:
                    faults.append(f"{label}: permitted, but refused: {answer.status} {answer.body[-120:]!r}")
    print(f"{name}: {len(calendars)} calendars, the slowest PUT {max(times)[0]:.2f} s ({max(times)[1]}); " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return faults


def main():
    calendars = sorted(pathlib.Path(sys.argv[1]).rglob("*.ics"))
    with tempfile.TemporaryDirectory(prefix="duecal-") as folder:
        stores = {"memory": "memory:", "sqlite": f"sqlite:{folder}/store.sqlite", "vdir": f"vdir:{folder}/vdir", "files": None}
        faults = [fault for name in sys.argv[2:] or stores for fault in tried(name, stores[name], calendars)]
    print("\n".join(faults) or "all is as it was put")
    sys.exit(1 if faults else 0)


main()
