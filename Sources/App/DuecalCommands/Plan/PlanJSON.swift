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
  /// - Parameter reading: Where its items were found.
  init(_ plan: Plan, _ reading: AgendaReading, messages: [MessageJSON]) {
    var fields = AgendaFields(reading)
    lists = plan.lists.map { list in
      ListJSON(
        period: list.period, finer: list.finer, items: list.entries.map { ItemJSON($0, &fields) })
    }
    overdue = plan.late.map { ItemJSON($0, &fields) }
    undated = plan.undated.map { ItemJSON($0, &fields) }
    self.messages = messages
  }

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
      json.member("unit", period.unit.name)
      json.member("weeks", finer[.week] ?? 0)
    }
  }
}
