import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// Prints items for a person: a line for the title, and one for each thing that is known.
struct ItemText {
  private let reading: CalendarReading
  private let file: String
  private var places: LinePlaces

  init(_ reading: CalendarReading, file: String) {
    self.reading = reading
    self.file = file
    places = LinePlaces(reading.document)
  }

  /// Prints an item.
  mutating func print(_ read: ItemReading) {
    let item = read.item
    let place = places.place(ofByte: reading.document.range(of: read.component).lowerBound)
    let title = item.shownTitle
    line("\(file):\(place.line): \(item.kind.rawValue) \(title)")
    for (name, value) in fields(of: item) { field(name, value) }
    for alarm in item.alarms { field("alarm", text(of: alarm, item)) }
    field("kept", names(of: read.kept))
    for index in read.refused {
      let line = reading.document.lines[index]
      let place = places.place(ofByte: line.range.lowerBound)
      field("refused", "\(reading.document.property(line).upperName) in line \(place.line)")
    }
  }

  /// Prints that a component is no item.
  mutating func print(other component: Int) {
    let place = places.place(ofByte: reading.document.range(of: component).lowerBound)
    line("\(file):\(place.line): \(reading.document.components[component].name), kept as it stands")
  }

  private func line(_ text: String) { Output.standard.print(text.visible) }

  private func field(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    for (index, piece) in value.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let label = index == 0 ? name : ""
      line("  \(label)\(String(repeating: " ", count: max(1, 10 - label.count)))\(piece)")
    }
  }

  private func fields(of item: CalendarItem) -> [(String, String?)] {
    let zone = item.anchor.name.map { " \($0)" } ?? ""
    func date(_ value: TMDateType?) -> String? {
      value.map { $0.isAllDay ? "\($0)" : "\($0)\(zone)" }
    }
    return [
      (item.kind == .event ? "when" : "due", date(item.when)), ("start", date(item.start)),
      ("repeats", item.recurrence.map { text(of: $0) }),
      (
        "replaces",
        date(item.occurrence).map { item.replacesFuture ? "\($0) and all behind it" : $0 }
      ),
      ("status", item.status?.rawValue), ("percent", item.percent.map(String.init)),
      ("completed", item.completed?.utc.map { "\($0.formattedDate) UTC" }),
      ("priority", item.priority.map(String.init)), ("estimate", item.estimate?.text),
      ("where", item.location), ("url", item.url), ("class", item.classification),
      ("tags", item.categories.joined(separator: ", ")),
      ("part of", item.relations.first { $0.kind == .parent }?.uid), ("notes", item.notes),
      ("uid", item.uid),
    ]
  }

  private func text(of recurrence: Recurrence) -> String {
    var lines = recurrence.rules.map { Repetition($0).text }
    lines += recurrence.exceptRules.map { "not \(Repetition($0).text)" }
    if recurrence.countsStarts { lines.append("counted from the start") }
    if !recurrence.except.isEmpty { lines.append("not \(list(recurrence.except))") }
    if !recurrence.also.isEmpty { lines.append("also \(list(recurrence.also))") }
    return lines.joined(separator: "\n")
  }

  private func list(_ dates: [TMDateType]) -> String {
    let shown = dates.prefix(20).map(\.description).joined(separator: ", ")
    return dates.count > 20 ? "\(shown) and \(dates.count - 20) more" : shown
  }

  private func text(of alarm: Alarm, _ item: CalendarItem) -> String {
    switch alarm.trigger {
    case .at(let instant): return instant.utc.map { "\($0.formattedDate) UTC" } ?? ""
    case .relative(let span, let anchor):
      let end = item.kind == .event ? "end" : "due"
      let side = span.nominalSeconds > 0 ? "after" : "before"
      return span == TimeSpan()
        ? "at the \(anchor == .due ? end : "start")"
        : "\(span.text) \(side) the \(anchor == .due ? end : "start")"
    }
  }

  /// The properties of lines, each with how often it stands there.
  private func names(of lines: [Int]) -> String {
    var counts: [(name: String, count: Int)] = []
    var places: ExactDictionary<Int> = [:]
    for index in lines {
      let name = reading.document.property(reading.document.lines[index]).upperName
      if let place = places[name] {
        counts[place].count += 1
      } else {
        places[name] = counts.count
        counts.append((name, 1))
      }
    }
    return counts.map { $0.count == 1 ? $0.name : "\($0.name) (\($0.count))" }
      .joined(separator: ", ")
  }
}
