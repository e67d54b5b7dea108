"""The task files that all trials with clients serve, and what is done to them."""
import datetime

HOME = """Home:
	- Call Ann, then; "Bob" @due(2026-12-03 15:00) @remind(15m) @phone @priority(low)
		about the sink: a\\b 漢字 🎉
	- Water the plants @due(2026-12-05) @estimate(20m)
	- Pay rent @due(2026-12-04) @repeat(monthly)
	- Read the lease @due(2026-12-08) @tags(Home Office)
	- Ship it @due(2026-12-11 17:00) @priority(high)
		- Draft @due(2026-12-10)
	- Buy soil
		two bags

Garden:
	- Prune the roses @repeat(every 10 days after done) @due(2026-12-06)
	- Dentist @due(2026-12-04 09:00 - 09:30)
	- Paid already @done(2026-11-20)
"""
WORK = """Work:
	- Write the report @due(2026-12-09)
	- Team lunch @due(2026-12-10 12:00 - 13:00)
"""
FILES = {"home.taskpaper": HOME, "work.taskpaper": WORK}
TODOS = ["Buy soil", 'Call Ann, then; "Bob"', "Draft", "Paid already", "Pay rent", "Prune the roses", "Read the lease",
         "Ship it", "Water the plants"]
EVENTS = ["Dentist"]

CALLED, WATERED, READ, RENT, SOIL, SHIP = ('Call Ann, then; "Bob"', "Water the plants", "Read the lease", "Pay rent",
                                           "Buy soil", "Ship it")
DUE = datetime.datetime(2026, 12, 20, 16, 0)
# The time of a completion.
DONE = r"@done\(20\d\d-\d\d-\d\d \d\d:\d\d\)"
# What a person then changes in an editor, and the title that each client must show.
OURS = [("Read the lease", "Read the whole lease"), ("- Draft @due(2026-12-10)", "- Drafts @due(2026-12-12)")]
