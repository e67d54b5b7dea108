"""Tests that the help of the Makefile names every target."""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Makefile(unittest.TestCase):
    def test_help_names_every_target(self):
        text = (ROOT / "Makefile").read_text().replace("\\\n", " ")
        targets = set(re.search(r"^\.PHONY: (help .*)$", text, re.M)[1].split()) - {"help"}
        shown = subprocess.run(["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        self.assertEqual(targets - set(re.findall(r"make ([a-z-]+)", shown)), set())


if __name__ == "__main__":
    unittest.main()
