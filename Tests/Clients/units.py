"""The samples that run duecal: systemd's units, and cron's lines."""
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNITS = ROOT / "Samples" / "systemd"
HIGHEST_EXPOSURE = 1.5


def analyze(*arguments):
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def unit_faults(duecal):
    """What systemd has to say of the units."""
    if not shutil.which("systemd-analyze"):
        return ["there is no systemd-analyze here"]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for unit in UNITS.iterdir():
            text = unit.read_text().replace("/usr/bin/duecal", duecal)
            pathlib.Path(folder, unit.name).write_text(text)
        status, said = analyze("verify", "--man=no", *map(str, pathlib.Path(folder).iterdir()))
    if status or said:
        found.append(f"systemd-analyze verify: {said}")
    _, said = analyze("security", "--offline=true", str(UNITS / "duecal-export.service"))
    exposure = re.search(r"exposure level for \S+: ([0-9.]+)", said)
    if not exposure or float(exposure[1]) > HIGHEST_EXPOSURE:
        found.append(f"systemd-analyze security: {said[-300:]}")
    else:
        print(f"systemd: the unit's exposure is {exposure[1]}")
    return found
