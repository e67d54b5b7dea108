/// A sample configuration with every key, each commented out: `Samples/config.toml`.
package enum ConfigurationSample {
  /// The text of the file.
  package static let text = """
    # The configuration of duecal: ~/.config/duecal/config.toml, or the file that DUECAL_CONFIG names.
    # All keys are optional. Remove the # before what you want; `duecal config check` reports
    # mistakes, and `duecal config show` the values in use.

    # The task files and folders that commands use if you name none. DUECAL_FILES overrides it.
    #files = ["~/notes", "~/plans/tasks.taskpaper"]

    # The file that new tasks are added to.
    #inbox = "~/notes/inbox.taskpaper"

    # The extensions of other files in folders that commands read, besides .taskpaper and .todo: "md" for Markdown.
    #extensions = ["md"]

    # What commands leave out of folders: names, patterns such as "*.draft.md", and paths. A file .duecalignore in a
    # folder has more of them, a line each.
    #exclude = ["Templates", "~/notes/Old"]

    # The zone that times are read in. --zone overrides it. By default TZ, or else the system's zone.
    #zone = "Europe/Berlin"

    # The time of day from which alarms are counted where a task is due on a day without a time.
    #day-starts = "09:00"

    # The largest number of @priority: with 3 it may be 1, 2 or 3, and calendars get 1, 5 and 9.
    #priority-scale = 9

    # The first day of a week, in words such as "this week".
    #first-weekday = "monday"

    # The order of dates such as 5.12. and 12/5 that you type at commands: "dmy" (5 December is 5.12. or 5/12) or "mdy"
    # (it is 12/5). By default they are not read, and never in files.
    #dates = "dmy"

    # When output is coloured: "auto", "always" or "never". --color and NO_COLOR override it.
    #color = "auto"

    # The pager for long output on a terminal; "" for none. DUECAL_PAGER overrides it.
    #pager = "less -FRX"

    # How repeating to-dos are written: "equal" (they begin when due), or "duration" as RFC 5545 requires.
    #recurring-due = "equal"

    # How many megabytes old versions of task files may take together; the last 20 of each file always stay.
    #backup-limit = 64

    # Which task files are one list of a store such as tasks:~/notes: "files" (each file), "folders", or "one" (all files).
    #lists = "files"

    # The format of a line of `duecal list`, as for --format; by default days and projects are shown.
    #[list]
    #format = '{due} {title} ({project})'

    # What `duecal import` does with the line of an item that its calendar no longer has, and with the line of an event or
    # a closed to-do that is over: "keep", "archive" or "delete". --removed and --past override it.
    #[import]
    #removed = "delete"
    #past = "keep"

    # Markdown: a text that every task has, and the form of dates on lines without any: "signs" such as 📅, "dataview" or
    # "tags" such as @due. By default what the plugin Obsidian Tasks of the vault has, or else most notes of the folder.
    #[markdown]
    #filter = "#task"
    #fields = "signs"

    # Names of days that you type at commands: a day of each year, or the dates of a day that moves.
    #[days]
    #"New Year's Eve" = "31 dec"
    #"Easter" = ["2027-03-28", "2028-04-16"]

    # Other names for tags, besides those in Docs/Format.md.
    #[aliases]
    #due = ["faellig"]
    #done = ["fertig", "erledigt"]

    # Names for stores and calendars, which every command that reads accepts.
    #[stores]
    #home = "sqlite:"
    #phone = "vdir:~/calendars"
    #team = "https://example.org/team.ics"
    # An address never contains a password. One of these keys names its place; by default it is in ~/.netrc:
    # password-command, password-file (yours alone), password-variable, password-keyring = true.
    #work = { address = "caldav+https://ann@example.org/dav/", password-command = ["pass", "show", "work"] }

    # Stores that `duecal sync` keeps equal. Other keys: prefer = "a", "b" or "ask"; lists = "existing" to create none;
    # project, tag, where, search, class, archive and imported choose lines of task files.
    #[sync]
    #phone = { a = "tasks:~/notes", b = "work", pairs = [["inbox", "Tasks"]] }

    # Feeds that `duecal export` without arguments writes. Other keys: files, and the options of `duecal export`. A feed
    # with an address (`duecal feed add`) needs no file.
    #[feed.tasks]
    #file = "~/www/tasks.ics"
    #name = "Tasks"
    #[feed.work]
    #file = "~/www/work.ics"
    #project = "Work"
    #as = "event"

    # What `duecal serve` serves, and how. Other keys: behind-proxy and allow-list-removal = true; and project, tag, where,
    # search, class, archive and imported, which choose lines of task files as in [sync].
    #[serve]
    #folder = "~/notes"
    #address = "127.0.0.1:5233"
    #prefix = "/tasks"
    #user = "ann"
    #log = "json"

    """
}
