"""The fixtures of all versions, and the executables that open them."""
import os
import pathlib

HERE = pathlib.Path(__file__).parent
BINARY = os.environ.get("DUECAL_BINARY") or str(HERE.parent.parent / ".build/release/duecal")
VERSIONS = sorted(path for path in HERE.iterdir() if (path / "feeds").is_dir())
assert VERSIONS, "no fixtures"
