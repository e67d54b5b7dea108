"""Runs of an earlier version, syncs too, are undone and done again: files come back byte for byte."""
import collections
import hashlib
import unittest

from opened import Opened, read_items

SYNC = ("tasks:notes", "vdir:phone")
# A file without what the second sync wrote into it.
UNDONE = """\
House:
\t- Paint the door @due(2026-12-01 10:00) @home
\t\twith the old brush
\t- Oil the hinge @due(2026-12-02)
\t- Clean the gutter @due(2026-12-03) @priority(1) @done(2026-11-18 13:00)
\t- Sweep the yard @due(2026-12-04) @repeat(weekly) @priority(1)
- Buy soil and pots @due(2026-12-05)
"""


class History(Opened):
    def runs(self, world):
        """The edits of each run of a person: sums before and after, and the file; a sync may have none."""
        found = {run: [] for run in self.syncs(world)}
        for line in self.text(world, "state/duecal/backups/index").splitlines():
            row = line.split("\t")
            if row[0] == "edit" and row[11] == "change":
                edit = row[5], row[7], row[10].removeprefix(f"{world.folder}/")
                found.setdefault(int(row[2]), []).append(edit)
        return found

    def syncs(self, world):
        """The numbers of the runs that were syncs."""
        return sorted({int(path.stem.partition("-")[0]) for path in (world.folder / "runs").glob("*.ics")})

    def sums(self, world, edits):
        return [hashlib.sha256((world.folder / file).read_bytes()).hexdigest() for _, _, file in edits]

    def stored(self, world):
        return self.items(world, SYNC[1])

    def written(self, world, run):
        """The items that a sync took out of the store and those that it put there; of another run none."""
        if run not in self.syncs(world):
            return collections.Counter(), collections.Counter()
        before, after = (read_items((world.folder / f"runs/{run}-{time}.ics").read_bytes())
                         for time in ("before", "after"))
        return before - after, after - before

    def is_as_left(self, world, run, edits):
        """True if nobody has changed since what the run wrote."""
        same = self.sums(world, edits) == [after for _, after, _ in edits]
        return same and self.written(world, run)[1] <= self.stored(world)

    def test_all_runs_are_listed(self):
        for world in self.each("history"):
            told = world.run("undo", "--list").stdout.decode()
            for run in self.runs(world):
                self.assertRegex(told, rf"\b{run}\b")

    def test_what_was_undone_last_is_done_again(self):
        for world in self.each("history"):
            world.run("redo")
            self.assertEqual(self.text(world, "notes/home.taskpaper"), self.text(world, "runs/last.taskpaper"))

    def test_each_run_is_undone_done_again_and_undone(self):
        for world in self.each("history"):
            taken = []
            for run, edits in sorted(self.runs(world).items(), reverse=True):
                if not self.is_as_left(world, run, edits):
                    continue
                old, new = self.written(world, run)
                states = {"redo": ([after for _, after, _ in edits], self.stored(world)),
                          "undo": ([before for before, _, _ in edits], self.stored(world) - new + old)}
                for command in ("undo", "redo", "undo"):
                    with self.subTest(run=run, command=command):
                        world.run(command, "--run", run)
                        self.assertEqual((self.sums(world, edits), self.stored(world)), states[command])
                taken.append(run)
            self.assertGreaterEqual(len(taken), 5, taken)

    def test_a_sync_before_later_edits_is_undone_in_its_own_words(self):
        for world in self.each("history"):
            world.run("undo", "--run", self.syncs(world)[1])
            self.assertEqual(self.text(world, "notes/home.taskpaper"), UNDONE)
            for _ in range(2):
                self.sync(world, *SYNC, expect=(0, 1))
                self.assertEqual(self.text(world, "notes/home.taskpaper"), UNDONE)

    def test_a_sync_that_was_undone_is_done_again(self):
        for world in self.each("history"):
            run = self.syncs(world)[-1]
            edits = self.runs(world)[run]
            self.assertEqual(self.sums(world, edits), [before for before, _, _ in edits])
            world.run("redo", "--run", run)
            self.assertEqual(self.sums(world, edits), [after for _, after, _ in edits])

    def test_a_sync_after_undo_loses_and_doubles_nothing(self):
        for world in self.each("history"):
            for _ in range(2):
                self.sync(world, *SYNC, expect=(0, 1))
            self.assertEqual(self.sync(world, *SYNC), "")
            titles = self.titles(world, "notes")
            stored = collections.Counter(f"- {item.value('SUMMARY')}" for item in self.exported(world, SYNC[1]))
            self.assertEqual((max(titles.values()), max(stored.values())), (1, 1))
            kept = {f"- {title}" for title in ("Bread", "Ink", "Paint the door", "Oil both hinges", "Sweep the yard")}
            self.assertLessEqual(kept, set(titles) & set(stored))


if __name__ == "__main__":
    unittest.main()
