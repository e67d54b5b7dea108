"""What drivers of editors have in common: the folder of the project, an environment, and patience."""
import os
import pathlib
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def world(folder):
    """Nothing of the person's own, on 25 November 2026 at 10:00 UTC.

    Debian's packages need the Python of the system, so that comes first.
    """
    return {**os.environ, "DUECAL_NOW": "2026-11-25T10:00:00Z", "TZ": "UTC", "HOME": folder, "TMPDIR": folder,
            "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder, "XDG_DATA_HOME": folder, "DUECAL_CONFIG": "",
            "DUECAL_FILES": "", "PATH": f"{folder}:/usr/bin:/bin"}


def until(ask, what, seconds=20):
    """What a question answers once it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := ask():
            return answer
        time.sleep(0.005)
    raise SystemExit(f"timeout: {what}")


def expect(holds, what, seen):
    """Ends the run, with what was seen, unless something holds."""
    if not holds:
        raise SystemExit(f"{what}: {seen!r}")
    print(f"ok {what}", flush=True)
