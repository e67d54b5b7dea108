"""Backups, reminders and stores of an earlier version open in this one."""
import collections
import hashlib
import re
import shutil
import unittest

from calendars import items
from fixtures import BINARY, VERSIONS
from world import ZONE, copied

AT_LAST, LATER = "2026-11-23T08:00:00Z", "2026-11-25T08:00:00Z"


class Kept(unittest.TestCase):
    """What is in the state and in stores."""

    def each(self):
        for version in VERSIONS:
            world = copied(version, BINARY)
            self.addCleanup(shutil.rmtree, world.folder)
            yield world

    def edits(self, world):
        """The edits of the index: run, sum before, sum after, file."""
        rows = self.rows(world, "edit")
        return [(int(row[2]), row[5], row[7], row[10].removeprefix(f"{world.folder}/")) for row in rows]

    def runs_of_stores(self, world):
        """The runs that changed only a store, which version 0.1 did not list."""
        return [int(row[1]) for row in self.rows(world, "run")]

    def rows(self, world, kind):
        lines = (world.folder / "state/duecal/backups/index").read_text().splitlines()
        return [line.split("\t") for line in lines if line.startswith(f"{kind}\t")]

    def sum(self, world, file):
        return hashlib.sha256((world.folder / file).read_bytes()).hexdigest()

    # MARK: Backups

    def test_all_runs_are_listed(self):
        for world in self.each():
            told = world.run("undo", "--list").stdout.decode()
            for _, _, _, file in self.edits(world):
                self.assertIn(file, told)
            self.assertEqual(len(told.splitlines()), len(self.edits(world)) + len(self.runs_of_stores(world)), told)

    def test_the_last_run_is_taken_back_in_all_its_files(self):
        for world in self.each():
            edits = self.edits(world)
            last = [each for each in edits if each[0] == edits[-1][0]]
            self.assertGreater(len(last), 1)
            world.run("undo")
            for _, before, _, file in last:
                self.assertEqual(self.sum(world, file), before)

    def test_each_run_whose_files_are_as_it_left_them_is_taken_back(self):
        for world in self.each():
            taken = 0
            for run in sorted({each[0] for each in self.edits(world)}, reverse=True):
                of_run = [each for each in self.edits(world) if each[0] == run]
                if not all(self.sum(world, file) == after for _, _, after, file in of_run):
                    continue
                world.run("undo", "--run", run)
                self.assertEqual([self.sum(world, file) for _, _, _, file in of_run], [each[1] for each in of_run])
                taken += 1
            self.assertGreater(taken, 5)

    def test_the_version_before_the_last_edit_is_printed(self):
        for world in self.each():
            for file in ("notes/home.taskpaper", "notes/work.taskpaper", "notes/inbox.taskpaper"):
                with self.subTest(file=file):
                    before = [each[1] for each in self.edits(world) if each[3] == file][-1]
                    if [each[2] for each in self.edits(world) if each[3] == file][-1] != self.sum(world, file):
                        continue
                    told = world.run("undo", file, "--to", "-").stdout
                    self.assertEqual(hashlib.sha256(told).hexdigest(), before)

    def test_a_new_edit_goes_on_with_the_numbers(self):
        for world in self.each():
            last = max([each[0] for each in self.edits(world)] + self.runs_of_stores(world))
            world.run("add", "One more", "-f", "notes/home.taskpaper")
            self.assertEqual(max(each[0] for each in self.edits(world)), last + 1)

    # MARK: Reminders

    def remind(self, world, *more, now):
        return world.run("remind", "notes", "--zone", ZONE, *more, now=now, expect=(0, 1, 69)).stdout.decode()

    def test_no_reminder_comes_twice(self):
        for world in self.each():
            for job in ([], ["--job", "other"]):
                self.assertEqual(self.remind(world, *job, now=AT_LAST), "")
                moments = [line[:16] for line in self.remind(world, *job, now=LATER).splitlines()]
                self.assertTrue(moments)
                self.assertTrue(all(moment > "2026-11-23 09:00" for moment in moments), moments)
                self.assertEqual(self.remind(world, *job, now=LATER), "")

    def test_a_reminder_whose_command_failed_comes_again(self):
        for world in self.each():
            told = self.remind(world, "--job", "fails", "--exec", "echo", "{title}", now=AT_LAST).splitlines()
            self.assertTrue(told)
            self.assertEqual(self.remind(world, "--job", "fails", "--exec", "echo", "{title}", now=AT_LAST), "")

    # MARK: Stores

    def test_stores_show_the_same_items(self):
        for world in self.each():
            for store in ("sqlite:store.sqlite", "vdir:vdir"):
                with self.subTest(store=store):
                    shown = world.folder / "shown" / store.partition(":")[0]
                    old, new = shown.with_suffix(".ics").read_bytes(), world.run("store", "export", store).stdout
                    texts = [collections.Counter(item.text for item in items(each)) for each in (old, new)]
                    self.assertEqual(*texts)
                    told = world.run("store", "show", store, "--uids").stdout.decode()
                    names = [sorted(re.findall(r"\(([^()]*)\)$", each, re.M)) for each in (told, shown.with_suffix(".txt").read_text())]
                    self.assertEqual(*names)

    def test_a_store_goes_on_and_leaves_other_items_alone(self):
        for world in self.each():
            for store in ("sqlite:store.sqlite", "vdir:vdir"):
                with self.subTest(store=store):
                    old = {item.text for item in items(world.run("store", "export", store).stdout)}
                    world.run("store", "add", f"{store}#Home", "One more")
                    world.run("store", "remove", f"{store}#Home", "One more")
                    self.assertEqual({item.text for item in items(world.run("store", "export", store).stdout)}, old)


if __name__ == "__main__":
    unittest.main()
