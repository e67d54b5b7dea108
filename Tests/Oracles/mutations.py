#!/usr/bin/env python3
"""Every task file that can be had, with each of its tokens dropped and doubled, each line ending
swapped and, where it is small, cut off at every byte: all must come back byte for byte.

Usage: mutations.py CHECKS      (the path of duecal-checks)
"""
import subprocess
import sys

import sources

with sources.folder() as folder:
    files = [str(path) for path in sources.task_files(folder)]
    sys.exit(subprocess.run([sys.argv[1], "mutations", *files], check=False).returncode)
