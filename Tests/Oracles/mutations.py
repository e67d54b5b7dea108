#!/usr/bin/env python3
"""Takes all available task files, with each of their tokens removed and doubled, each line ending replaced and, for small
files, cut off at every byte. Each must come back byte for byte.

Usage: mutations.py CHECKS      (the path of duecal-checks)
"""
import subprocess
import sys

import sources

with sources.folder() as folder:
    files = [str(path) for path in sources.task_files(folder)]
    sys.exit(subprocess.run([sys.argv[1], "mutations", *files], check=False).returncode)
