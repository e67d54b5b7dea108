import ArgumentParser
import Diagnostics
import TaskDates

/// A day of an option, which may move with the clock.
enum DayArgument {
  static func value(
    _ option: String, _ text: String, today: DateTimeParameters?
  ) throws -> TMDateType {
    do {
      switch try DateExpression(parsing: text) {
      case .absolute(let payload): return payload.value
      case .relative(let date):
        guard let today else {
          throw ValidationError("\(option): \(text.quoted) leads to no date")
        }
        return try date.value(at: today)
      }
    } catch let error as TMError {
      throw ValidationError("\(option): \(error)")
    }
  }
}
