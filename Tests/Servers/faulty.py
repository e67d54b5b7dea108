"""The small server of faulty_caldav.py, as a process of its own."""
import json
import sys

from running import ROOT, Process, Server, subfolder, wait_until


def start(folder, port=None):
    """A server that is correct, until it is told not to be."""
    place = subfolder(folder, "faulty")
    program = ROOT / "Tests" / "Servers" / "faulty_caldav.py"
    process = Process([sys.executable, program, port or 0], place, "faulty", environment={"TMPDIR": str(place)})
    try:
        wait_until(lambda: process.log.read_text().endswith("}\n"), process, "answer")
    except BaseException:
        process.stop()
        raise
    told = json.loads(process.log.read_text())
    known = [told.pop(key) for key in ("name", "url", "home")]
    return Server(*known, [process], user=told.pop("user"), password=told.pop("password"), more=told)
