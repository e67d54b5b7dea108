import ArgumentParser

// The help of options that several commands have.

extension ArgumentHelp {
  /// `--json`.
  static let json: ArgumentHelp = "Print one JSON document; Docs/JSON.md names its keys."
  /// `--from`, where it chooses items.
  static let from = ArgumentHelp("Only what is on this day or later.", valueName: "date")
  /// `--to`, where it chooses items.
  static let to = ArgumentHelp("Only what is on this day or earlier.", valueName: "date")
  /// `--replace`.
  static let replace: ArgumentHelp =
    "Also replace items of which the store has another or a later version."
  /// `--output`.
  static let output = ArgumentHelp(
    "Write to this file, and only if it changes.", valueName: "file")
  /// `--name`.
  static let calendarName = ArgumentHelp("The calendar's name.", valueName: "text")
  /// `--timeout`.
  static let timeout = ArgumentHelp(
    "The longest time to wait for servers in all; by default 30 for each answer, and an hour in all.",
    valueName: "seconds")
  /// `--file`.
  static let file = ArgumentHelp(
    "Use this file, or the files of this folder (may be repeated).", valueName: "path")
  /// `--extension`.
  static let extensions = ArgumentHelp(
    "In folders, also read files with this extension, such as md, besides .taskpaper and .todo (may be repeated).",
    valueName: "ext")
  /// `--dialect`.
  static let dialect = ArgumentHelp(
    "Read bullets and tags as this program writes them; by default the extension of a file decides.",
    valueName: "dialect")
  /// `--limit`.
  static let limit = ArgumentHelp(
    "Change a limit for reading calendars, as in bytes=200000000 (may be repeated; Docs/Libical.md).",
    valueName: "name=number")
  /// `--zone`.
  static let zone = ArgumentHelp(
    "Read times in this zone; by default that of the configuration, of TZ or of the system.",
    valueName: "Area/City")
  /// `--no-pager`.
  static let noPager: ArgumentHelp = "Print long output on a terminal without a pager."
  /// `--project`, where it chooses items.
  static let project = ArgumentHelp(
    "Only what is in this project, by name or path 'A / B' (may be repeated).",
    valueName: "project")
  /// `--tag`, where it chooses items.
  static let tag = ArgumentHelp("Only what has this tag (may be repeated).", valueName: "tag")
  /// `--all`.
  static let all: ArgumentHelp = "Use everything that fits, without asking."
}
