/// A configuration with every key, each commented out: `Samples/config.toml`.
package enum ConfigurationSample {
  /// The text of the file.
  package static let text = """
    # The configuration of duecal: ~/.config/duecal/config.toml, or the file that DUECAL_CONFIG names.
    # Nothing in it is needed. Take the # away in front of what you want; `duecal config check` says
    # whether it is right, and `duecal config show` what holds.

    # The task files and folders of a command that is given none. DUECAL_FILES counts before it.
    #files = ["~/notes", "~/plans/tasks.taskpaper"]

    # The file that new tasks are added to.
    #inbox = "~/notes/inbox.taskpaper"

    # The zone that times are read in. --zone counts before it; without it TZ, else the system's zone.
    #zone = "Europe/Berlin"

    # The time of day from which alarms are counted where a task is due on a day without a time.
    #day-starts = "09:00"

    # How far the numbers of @priority reach: with 3 they are 1, 2 and 3, and calendars see 1, 5 and 9.
    #priority-scale = 9

    # The day that a week begins with, in words such as "this week".
    #first-weekday = "monday"

    # When what is printed is coloured: "auto", "always" or "never". --color and NO_COLOR count before it.
    #color = "auto"

    # What long texts are shown with on a terminal; "" for nothing. DUECAL_PAGER counts before it.
    #pager = "less -FRX"

    # How repeating to-dos are anchored: "equal" (they begin when due), or "duration" as RFC 5545 has it.
    #recurring-due = "equal"

    # How many megabytes old versions of task files may take together; the last 20 of each file always stay.
    #backup-limit = 64

    # What a line of `duecal list` shows, as --format says it; without it there are days and projects.
    #[list]
    #format = '{due} {title} ({project})'

    # What `duecal import` does with the line of an item that its calendar no longer has, and with the line of an event or
    # a closed to-do that is over: "keep", "archive" or "delete". --removed and --past count before it.
    #[import]
    #removed = "delete"
    #past = "keep"

    # Names of tags that are read as others, besides those of Docs/Format.md.
    #[aliases]
    #due = ["faellig"]
    #done = ["fertig", "erledigt"]

    # Names for stores and calendars, by which every command that reads takes them.
    #[stores]
    #home = "sqlite:"
    #phone = "vdir:~/calendars"
    #team = "https://example.org/team.ics"
    # A password is never in an address. One of these says where it is; without one it is in ~/.netrc:
    # password-command, password-file (yours alone), password-variable, password-keyring = true.
    #work = { address = "caldav+https://ann@example.org/dav/", password-command = ["pass", "show", "work"] }

    """
}
