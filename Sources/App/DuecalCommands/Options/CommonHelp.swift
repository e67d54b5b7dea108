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
  /// `--all`.
  static let all: ArgumentHelp = "Use everything that fits, without asking."
}
