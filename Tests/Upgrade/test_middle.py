"""Imports of an earlier version go on where tags stand in the middle of titles: such a tag is no word of the title now."""
import re
import shutil
import unittest

from calendars import items
from fixtures import BINARY
from middle import HERE, IMPORTS
from test_imports import DISPUTE
from world import ZONE, copied


class Middle(unittest.TestCase):
    def each(self):
        versions = sorted(HERE.iterdir())
        self.assertTrue(versions)
        for version in versions:
            world = copied(version, BINARY)
            self.addCleanup(shutil.rmtree, world.folder)
            yield world

    def goes_on(self, world):
        """Each import changes no line, and tells of no change and no dispute."""
        for calendar, target in IMPORTS.items():
            with self.subTest(file=target):
                before = (world.folder / target).read_bytes()
                told = world.run("import", calendar, "--into", target, "--zone", ZONE, "-v", expect=(0, 1)).stderr.decode()
                self.assertNotRegex(told, DISPUTE)
                self.assertNotRegex(told, r"\b(added|changed|kept|removed|deleted|archived): ")
                self.assertEqual((world.folder / target).read_bytes(), before)

    def test_an_import_goes_on(self):
        for world in self.each():
            self.assertRegex((world.folder / "theirs.taskpaper").read_text(), r"Hand @due\(2026-12-04\) in the badge")
            self.goes_on(world)
            self.goes_on(world)

    def test_it_goes_on_after_the_feed_has_its_new_titles(self):
        for world in self.each():
            old = items((world.folder / "own.ics").read_bytes())
            world.run("export", "own.taskpaper", "--zone", ZONE, "-o", "own.ics", expect=(0, 1))
            new = items((world.folder / "own.ics").read_bytes())
            self.assertEqual([item.key for item in old], [item.key for item in new])
            self.assertIn("Pay the rent", [item.value("SUMMARY") for item in new])
            self.goes_on(world)

    def test_what_the_calendar_changes_next_comes_into_the_line(self):
        for world in self.each():
            path = world.folder / "theirs.ics"
            path.write_text(path.read_text().replace("20261204", "20261211"))
            world.run("import", "theirs.ics", "--into", "theirs.taskpaper", "--zone", ZONE, expect=(0, 1))
            lines = (world.folder / "theirs.taskpaper").read_text()
            self.assertTrue(re.search(r"^- Hand @due\(2026-12-11\) in the badge$", lines, re.MULTILINE), lines)


if __name__ == "__main__":
    unittest.main()
