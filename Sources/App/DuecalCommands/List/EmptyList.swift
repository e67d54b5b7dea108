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

  /// What a person is told: `nothing due today; next: Call Ann, tomorrow 15:00`.
  ///
  /// - Parameter messages: What was reported so far, which is not reported again.
  func sentence(_ messages: Messages) -> String {
    guard let next = next(messages), let when = next.when else { return nothing }
    return "\(nothing); next: \(next.item.shownTitle), \(shown(when))"
  }

  private func shown(_ when: TMDateType) -> String {
    switch when {
    case .period(let period): period.spelled
    case .date(let day), .days(let day, _): shown(day)
    case .dateTime(let moment), .beginEndDate(let moment, _):
      "\(shown(moment.date)) \(moment.time.formattedDate)"
    }
  }

  /// A day in the nearest words: `today`, `tomorrow`, `Fri 4 Dec`.
  private func shown(_ day: DateParameters) -> String {
    switch day.dayNumber - query.now.date.dayNumber {
    case 0: "today"
    case 1: "tomorrow"
    default: day.spelledShort(in: query.now.date.year)
    }
  }

  private var nothing: String {
    switch query.extent {
    case .overdue: "nothing overdue"
    case .undated: "nothing without a date"
    case .all: "nothing to do"
    case .list(let list):
      switch list.period {
      case let period? where period == DatePeriod(day: query.now.date): "nothing due today"
      case let period? where period.unit == .day: "nothing due on \(period.spelled)"
      case let period? where period.unit == .week:
        "nothing due in week\(period.spelled.dropFirst("Week".count))"
      case let period?: "nothing due in \(period.spelled)"
      case nil: "nothing due from \(list.firstDay.spelled) to \(list.lastDay.spelled)"
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
