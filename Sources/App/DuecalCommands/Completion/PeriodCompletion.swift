import ArgumentParser
import TaskDates

/// Offers words that say when.
enum PeriodCompletion {
  /// The periods that a list is asked for.
  static let kind = CompletionKind.words(lists)

  /// The same, then stores; `scripts/docs.py` lets the shell add files.
  static let orSources = CompletionKind.words { line in
    lists(line) + StoreCompletion.words(line.typed)
  }

  /// The days and periods that a task is moved to.
  static let periods =
    days + ["this week", "next week", "this month", "next month", "this year", "next year"]

  /// A calendar shows months, so it has no lists without dates.
  private static func lists(_ line: TypedLine) -> [String] {
    let isCalendar = line.command == "calendar" || line.command == "cal"
    return dated + (isCalendar ? [] : ["overdue", "undated", "all"])
  }

  private static let dated =
    ["today", "tomorrow", "yesterday", "week", "next week", "last week", "next 7 days", "month"]
    + ["next month", "last month", "year", "next year"] + Weekday.allValueStrings

  private static let days = ["today", "tomorrow"] + Weekday.allValueStrings
}

/// Offers words that say a day.
enum DateCompletion {
  /// Days of now and later.
  static let later = CompletionKind.words { _ in days }
  /// Days of now and before.
  static let earlier = CompletionKind.words { _ in ["today", "yesterday", "now"] }
  /// Days before and after now.
  static let any = CompletionKind.words { _ in ["yesterday"] + days }

  /// The open tasks, and after one the days to which it is postponed.
  static let afterTask = CompletionKind.words { line in
    (line.hasWord ? days + ["+1d", "+1w", "+1m"] : []) + TaskCompletion.openTitles(line)
  }

  private static let days = PeriodCompletion.periods.filter { !$0.hasPrefix("this ") }
}
