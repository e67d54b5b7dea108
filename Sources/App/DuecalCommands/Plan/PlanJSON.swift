import Agenda
import TaskDates

/// The document of `plan --json`: the lists of periods, what is overdue, what has no date, and messages.
struct PlanJSON: JSONValue {
  private let lists: [ListJSON]
  private let overdue: [ItemJSON]
  private let undated: [ItemJSON]
  private let messages: [MessageJSON]

  /// Collects a plan.
  ///
  /// - Parameters:
  ///   - dated: Where items with a date were found.
  ///   - undated: Where items without one were found.
  init(_ plan: Plan, dated: AgendaReading, undated: AgendaReading, messages: [MessageJSON]) {
    var (fields, others) = (AgendaFields(dated), AgendaFields(undated))
    lists = plan.lists.map { list in
      ListJSON(
        period: list.period, finer: list.finer, items: list.entries.map { ItemJSON($0, &fields) })
    }
    overdue = plan.late.map { ItemJSON($0, &fields) }
    self.undated = plan.unassigned.map { ItemJSON($0, &others) }
    self.messages = messages
  }

  /// Prints the document.
  func print() { JSONWriter.print(self) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("lists", lists)
      json.member("messages", messages)
      json.member("overdue", overdue)
      json.member("undated", undated)
    }
  }
}

/// The list of one period.
private struct ListJSON: JSONValue {
  let period: DatePeriod
  let finer: [DatePeriod.Unit: Int]
  let items: [ItemJSON]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("days", finer[.day] ?? 0)
      json.member("items", items)
      json.member("months", finer[.month] ?? 0)
      json.member("period", period.formattedDate)
      json.member("unit", period.unit.word)
      json.member("weeks", finer[.week] ?? 0)
    }
  }
}

extension DatePeriod.Unit {
  fileprivate var word: String {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}
