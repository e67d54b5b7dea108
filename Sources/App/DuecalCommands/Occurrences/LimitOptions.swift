import ArgumentParser
import Diagnostics
import ExactText
import ICalendar

/// How much of a calendar a command looks at.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Look at more or less of a calendar, such as bytes=200000000 (may be repeated); "
        + "the names are in Docs/Libical.md.", valueName: "name=number"))
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
        throw ValidationError("--limit: \(text.quoted) sets none; expected NAME=NUMBER of \(names)")
      }
    }
    return limits
  }
}
