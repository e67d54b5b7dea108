import Agenda
import TaskDates
import UserFiles

/// The document of `calendar --json`: days with their numbers of items, items that are due in weeks and months, and
/// messages.
struct MonthsJSON: JSONValue {
  private let grids: [MonthGrid]
  private let items: FileContents
  private let messages: [MessageJSON]

  /// Prints a document.
  static func print(
    _ grids: [MonthGrid], _ coarse: [AgendaEntry], reading: AgendaReading,
    runEnvironment: RunEnvironment, messages: Messages
  ) {
    let items = JSONElements(
      depth: ExportJSON.itemDepth, waitingIn: runEnvironment.temporaryFolder)
    var fields = AgendaFields(reading)
    for entry in coarse.sorted(by: { $0.rank < $1.rank }) {
      items.add(ItemJSON(entry, &fields))
    }
    JSONWriter.print(MonthsJSON(grids: grids, items: items.contents, messages: messages.reported))
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("days") { json in
        for grid in grids {
          for day in grid.weeks.flatMap(\.days).compactMap(\.self) {
            json.element(DayJSON(day: day, count: grid[day]))
          }
        }
      }
      json.member("items") { $0.elements(items) }
      json.member("messages", messages)
    }
  }
}

/// A day of a month.
private struct DayJSON: JSONValue {
  let day: DateParameters
  let count: MonthGrid.Count

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("date", day.formattedDate)
      json.member("events", count.events)
      json.member("tasks", count.tasks)
      json.member("week", DatePeriod(.week, containing: day)?.formattedDate)
    }
  }
}
