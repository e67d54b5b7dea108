"""Tests of the oracle for Obsidian Tasks with what its documentation says."""
import datetime
import unittest

from obsidian_tasks import Line, Rule, cancel, complete

TODAY = datetime.date(2026, 11, 27)


class Dates(unittest.TestCase):
    def test_next_dates(self):
        for words, start, after in [
                ("every month", "2026-08-31", "2026-09-30"), ("every month", "2026-01-31", "2026-02-28"),
                ("every 6 months", "2026-08-31", "2027-02-28"), ("every year", "2024-02-29", "2025-02-28"),
                ("every 4 weeks on Sunday", "2026-11-27", "2026-11-29"), ("every weekday", "2026-11-27", "2026-11-30"),
                ("every month on the 31st", "2026-08-31", "2026-10-31"), ("every month on the last Friday", "2026-11-27", "2026-12-25")]:
            self.assertEqual(Rule(words).after(datetime.date.fromisoformat(start)).isoformat(), after, words)

    def test_words(self):
        for words, form in [("every 1 week on Friday, Monday", "every week on Monday, Friday"), ("every week on weekdays", "every weekday"),
                            ("every month on the 24th and 1st", "every month on the 1st and 24th")]:
            self.assertEqual(str(Rule(words)), form)


class Lines(unittest.TestCase):
    def test_a_line_is_written_in_order(self):
        self.assertEqual(str(Line("- [ ] a 📆 2026-12-03 #x ⏫ 🔁 every week ^b")), "- [ ] a #x ⏫ 🔁 every week 📅 2026-12-03 ^b")

    def test_completion(self):
        self.assertEqual(complete("- [ ] a 🆔 q 🔁 every week ⏳ 2026-12-01 📅 2026-12-03", TODAY), [
            "- [ ] a 🔁 every week ⏳ 2026-12-08 📅 2026-12-10",
            "- [x] a 🆔 q 🔁 every week ⏳ 2026-12-01 📅 2026-12-03 ✅ 2026-11-27"])
        self.assertEqual(complete("- [ ] a 🏁 delete", TODAY), [])
        self.assertEqual(cancel("- [ ] a 📅 2026-12-03", TODAY), "- [-] a 📅 2026-12-03 ❌ 2026-11-27")


if __name__ == "__main__":
    unittest.main()
