"""The feeds of the fixtures: the options of each, and its sources where these are not all notes."""

# Each with the option that it is for; the file or folder has the same name.
FEEDS = {
    "default.ics": [],
    "todo.ics": ["--as", "todo"],
    "event.ics": ["--as", "event"],
    "both.ics": ["--as", "both"],
    "plain.ics": ["--plain"],
    "plain-event.ics": ["--plain", "--as", "event", "--done", "include"],
    "plain-both.ics": ["--plain", "--as", "both"],
    "projects": ["--split", "project"],
    "files": ["--split", "file"],
    "projects-event": ["--split", "project", "--as", "event"],
    "tag.ics": ["--tag", "phone"],
    "where.ics": ["--where", "project Work//not @private"],
    "project.ics": ["--project", "Home"],
    "search.ics": ["--search", "Calls"],
    "both-tag.ics": ["--as", "both", "--tag", "phone"],
    "plain-tag.ics": ["--plain", "--tag", "phone"],
    "exclude.ics": ["--done", "exclude"],
    "only.ics": ["--done", "only"],
    "span.ics": ["--done", "30d"],
    "window.ics": ["--from", "2026-11-01", "--to", "2026-12-31"],
    "utc.ics": ["--times", "utc"],
    "floating.ics": ["--times", "floating"],
    "equal.ics": ["--recurring-due", "equal"],
    "duration.ics": ["--recurring-due", "duration"],
    "imported.ics": ["--imported"],
    "imported-plain.ics": ["--imported", "--plain", "--as", "both"],
    "skip.ics": ["--undated", "skip", "--alarms", "strip"],
    "event-undated.ics": ["--as", "event", "--undated", "todo", "--alarms", "keep", "--done", "include"],
    "mark.ics": ["--as", "event", "--done", "include", "--done-mark", "[x] "],
    "name.ics": ["--name", 'Tasks, "all"; mine', "--color", "teal", "--refresh", "1h", "--class", "private",
                 "--class", "confidential"],
    "archive.ics": ["--archive"],
    "relative.ics": ["--relative", "--extension", "md"],
    "odd.ics": [],
}
# What no calendar brings back as it was, and what later versions read in another way, stands in a folder of its own.
SOURCES = {"odd.ics": ["odd"]}


def export(name, *more):
    """The words of the command that makes a feed."""
    return ["export", *SOURCES.get(name, ["notes"]), "--zone", "Europe/Berlin", *FEEDS[name], "-o", f"feeds/{name}", *more]
