import ArgumentParser
import Diagnostics
import ExactText
import ICalendar

/// The options for the size limits of calendars.
struct LimitOptions: ParsableArguments {
  @Option(name: .customLong("limit"), help: .limit)
  var texts: [String] = []

  func validate() throws { _ = try limits() }

  /// True without an option.
  var isEmpty: Bool { texts.isEmpty }

  /// The limits that the options set.
  func limits() throws -> InputLimits { try InputLimits(options: texts) }
}

extension InputLimits {
  /// The usual limits with the changes of `--limit`.
  ///
  /// - Throws: `ValidationError` for a text that is not a limit.
  init(options texts: [String]) throws {
    self.init()
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1]), set(String(parts[0]), to: number) else {
        let names = Self.names.map(\.name).joined(separator: ", ")
        throw ValidationError(
          "--limit: \(text.quoted) is not a limit; expected NAME=NUMBER with one of \(names)")
      }
    }
  }
}
