import ArgumentParser
import Diagnostics
import ExactText
import ICalendar

/// The options for the size limits of calendars.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Change a limit for reading calendars, as in bytes=200000000 (may be repeated; Docs/Libical.md).",
      valueName: "name=number"))
  var texts: [String] = []

  func validate() throws { _ = try limits() }

  /// True without an option.
  var isEmpty: Bool { texts.isEmpty }

  /// The limits that the options set.
  func limits() throws -> InputLimits {
    var limits = InputLimits()
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1]), limits.set(String(parts[0]), to: number)
      else {
        let names = InputLimits.names.map(\.name).joined(separator: ", ")
        throw ValidationError(
          "--limit: \(text.quoted) is not a limit; expected NAME=NUMBER with one of \(names)")
      }
    }
    return limits
  }
}
