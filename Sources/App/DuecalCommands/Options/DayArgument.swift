import ArgumentParser
import Diagnostics
import DuecalConfiguration
import TaskDates

/// Reads days that are typed as values of options; they may be relative to the clock.
struct DayArgument {
  private let today: DateTimeParameters?
  private let conventions: DateConventions

  /// Creates a reader for dates that are typed in a zone.
  init(_ runEnvironment: RunEnvironment, in zone: Zone?) {
    today = zone?.civil(at: runEnvironment.now)
    conventions = runEnvironment.configuration.conventions
  }

  /// Creates a reader for dates that are typed now.
  init(_ clock: RunClock) {
    today = clock.now
    conventions = clock.conventions
  }

  /// The date of an option's value.
  func value(_ option: String, _ text: String) throws -> TMDateType {
    do {
      switch try DateExpression(parsing: text, conventions: conventions) {
      case .absolute(let payload): return payload.value
      case .relative(let date):
        guard let today else {
          throw ValidationError("\(option): \(text.quoted) does not lead to a date")
        }
        return try date.value(at: today)
      }
    } catch let error as TMError {
      throw ValidationError("\(option): \(error)")
    }
  }

  /// The days of `--from` and `--to`, of which the first must not be after the last.
  func bounds(from: String?, to: String?) throws -> (from: DateParameters?, to: DateParameters?) {
    let first = try from.map { try value("--from", $0).firstDay }
    let last = try to.map { try value("--to", $0).lastDay }
    if let first, let last, last < first { throw ValidationError("--from is after --to") }
    return (first, last)
  }
}
