"""What an earlier version imported goes on: no line changes, and no field is in dispute."""
import re
import shutil
import unittest

import feeds
from fixtures import BINARY, VERSIONS
from make import INTO
from world import ZONE, copied

# A line that version 0.1 put into a zone that its calendar does not mean; it is corrected once.
WRONG_ZONE = "- In a zone of its own @due(1998-12-01 08:30) @event @tz(America/La_Paz)\n"
# Of equal items without a UID version 0.1 took one; later versions add the others.
GROWS = {"imported/twins.taskpaper"}
DISPUTE = re.compile(r"both sides changed|both changed|conflict")


class Imports(unittest.TestCase):
    """Each import of each version is run again; each feed comes back as it came back then."""

    def each(self):
        for version in VERSIONS:
            world = copied(version, BINARY)
            self.addCleanup(shutil.rmtree, world.folder)
            yield world

    def again(self, world, target):
        """Runs the imports of a file once more: the file before and after, and what was told."""
        before = (world.folder / target).read_text()
        told = [world.run("import", *words, "--into", target, "--zone", ZONE, "-v", expect=(0, 1)).stderr.decode()
                for words in INTO[target]]
        return before, (world.folder / target).read_text(), "".join(told)

    def test_an_import_that_goes_on_changes_no_line(self):
        for world in self.each():
            for target in INTO:
                with self.subTest(file=target):
                    before, after, told = self.again(world, target)
                    self.assertNotRegex(told, DISPUTE)
                    self.compare(target, before.splitlines(True), after.splitlines(True))

    def compare(self, target, before, after):
        """Each line stays where it was; only a wrong zone is corrected, and only equal items come to it."""
        if target in GROWS:
            rest = iter(after)
            self.assertTrue(all(line in rest for line in before), f"{before} became {after}")
            return
        self.assertEqual(len(before), len(after), f"{before} became {after}")
        changed = [old for old, new in zip(before, after) if old != new]
        self.assertLessEqual(set(changed), {WRONG_ZONE})

    def test_the_second_run_changes_nothing_and_tells_nothing(self):
        for world in self.each():
            for target in INTO:
                with self.subTest(file=target):
                    self.again(world, target)
                    before, after, told = self.again(world, target)
                    self.assertEqual(before, after)
                    self.assertNotRegex(told, DISPUTE)
                    self.assertNotRegex(told, r"\b(added|changed|kept|removed|deleted|archived): ")

    def test_what_both_sides_changed_is_still_known(self):
        for world in self.each():
            told = world.run("import", "--into", "notes/inbox.taskpaper", "--conflicts").stdout.decode()
            self.assertIn('"Reserve a table"', told)
            self.assertIn('"Book a table for six"', told)

    def test_a_feed_comes_back_as_the_version_that_made_it_read_it(self):
        for world in self.each():
            for name in sorted(set(feeds.FEEDS) - set(feeds.SOURCES)):
                with self.subTest(feed=name):
                    told = world.run("import", f"feeds/{name}", "--zone", ZONE, expect=(0, 1)).stdout.decode()
                    then = (world.folder / f"back/{name}.taskpaper").read_text()
                    # 0.2: a series with a start and a due date on one day keeps its rule.
                    told, then = (text.replace(" @repeat(weekdays until 2027-01-31)", "") for text in (told, then))
                    # 0.2: the day of a ✅ gets no time.
                    told, then = (re.sub(r"@done\((\d{4}-\d\d-\d\d) 12:00\)", r"@done(\1)", text) for text in (told, then))
                    # 0.2: an @ that stands alone is no tag, and gets no word joiner.
                    self.assertEqual(told.replace("@\u2060 ", "@ "), then.replace("@\u2060 ", "@ "))

    def test_a_feed_that_is_imported_into_an_empty_file_stays_as_it_came(self):
        for world in self.each():
            (world.folder / "empty").mkdir()
            for name in feeds.FEEDS:
                with self.subTest(feed=name):
                    target = f"empty/{name}.taskpaper"
                    words = ["import", f"feeds/{name}", "--into", target, "--zone", ZONE]
                    told = world.run(*words, "-v", expect=(0, 1)).stderr.decode()
                    self.assertNotRegex(told, DISPUTE)
                    first = (world.folder / target).read_bytes()
                    again = world.run(*words, "-v", expect=(0, 1)).stderr.decode()
                    self.assertNotRegex(again, DISPUTE)
                    self.assertEqual((world.folder / target).read_bytes(), first)


if __name__ == "__main__":
    unittest.main()
