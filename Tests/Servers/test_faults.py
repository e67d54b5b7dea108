"""That no fault is without a test."""
import pathlib
import unittest

from caldav_faults import FAULTS


class Faults(unittest.TestCase):
    """All of them."""

    def test_has_each_in_a_test(self):
        text = "".join(path.read_text() for path in pathlib.Path(__file__).parent.glob("test_*.py"))
        self.assertEqual([name for name in FAULTS if f'"{name}' not in text], [])
