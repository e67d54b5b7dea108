"""systemd's units, as `make install` puts them down."""
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
        subprocess.run(["make", "-C", ROOT, "install", "SUDO_UID=0", f"BINARY={duecal}", f"PREFIX={folder}"],
                       check=True, stdout=subprocess.DEVNULL)
        units = pathlib.Path(folder, "share/doc/duecal/examples/systemd").iterdir()
        status, said = analyze("verify", "--man=no", *map(str, units))
    if status or said:
        found.append(f"systemd-analyze verify: {said}")
    for name in ("duecal-export.service", "duecal-serve.service"):
        _, said = analyze("security", "--offline=true", str(UNITS / name))
        exposure = re.search(r"exposure level for \S+: ([0-9.]+)", said)
        if not exposure or float(exposure[1]) > HIGHEST_EXPOSURE:
            found.append(f"systemd-analyze security: {said[-300:]}")
        else:
            print(f"systemd: the exposure of {name} is {exposure[1]}")
    return found
