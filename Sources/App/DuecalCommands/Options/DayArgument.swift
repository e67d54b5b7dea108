import ArgumentParser
import Diagnostics
import TaskDates

/// A day as the value of an option, which may be relative to the clock.
enum DayArgument {
  /// A day with which arguments are checked before the clock is known.
  static let someDay = DateParameters(dayNumber: 0).map {
    DateTimeParameters(date: $0, time: .midnight)
  }

  static func value(
    _ option: String, _ text: String, today: DateTimeParameters?
  ) throws -> TMDateType {
    do {
      switch try DateExpression(parsing: text) {
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
}
