import Agenda
import Diagnostics
import ExactText
import TaskDates

/// A list with nothing in it, and what comes after it.
struct EmptyList {
  private let query: AgendaQuery
  private let items: SourceItems

  init(_ query: AgendaQuery, _ items: SourceItems) {
    self.query = query
    self.items = items
  }

  /// What a person is told: `Nothing is due today; next: Fri 27 Nov, Call Bob`.
  ///
  /// - Parameter messages: What was reported so far, which is not reported again.
  func sentence(_ messages: Messages) -> String {
    guard let next = next(messages), let when = next.when else { return "\(nothing)." }
    return "\(nothing); next: \(shown(when)), \(next.item.shownTitle)"
  }

  private func shown(_ when: TMDateType) -> String {
    if case .period(let period) = when { return period.spelled }
    return when.startDate.date.spelledShort(in: query.now.date.year)
  }

  private var nothing: String {
    switch query.extent {
    case .overdue: "Nothing is overdue"
    case .undated: "Nothing is without a date"
    case .all: "There is nothing"
    case .list(let list):
      switch list.period {
      case let period? where period == DatePeriod(day: query.now.date): "Nothing is due today"
      case let period? where period.unit == .day: "Nothing is due on \(period.spelled)"
      case let period? where period.unit == .week:
        "Nothing is due in week\(period.spelled.dropFirst("Week".count))"
      case let period?: "Nothing is due in \(period.spelled)"
      case nil: "Nothing is due from \(list.firstDay.spelled) to \(list.lastDay.spelled)"
      }
    }
  }

  /// What comes first of all that ends after the list.
  private func next(_ messages: Messages) -> AgendaEntry? {
    guard case .list(let list) = query.extent else { return nil }
    var silent = messages
    silent.countUnreadDates()
    silent.reportEachOnce()
    var later = AgendaQuery(.all, now: query.now, zone: query.zone)
    later.firstDay = list.days.upperBound
    let found = AgendaReading(items, later, messages: &silent).entries.filter { entry in
      entry.when.map { $0.dayNumbers.upperBound > list.days.upperBound } ?? false
    }
    return found.min { $0.rank < $1.rank }
  }
}
