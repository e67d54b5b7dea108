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

  /// Fields with the word before each, in the order in which they are shown.
  private func fields(of item: CalendarItem) -> [(String, String?)] {
    Self.order.map { field in
      switch field {
      case .core(let field): shown(field, item)
      case .detail(let detail): (detail.label, item[detail]?.shown)
      }
    }
  }

  /// The fields that have a line of their own, in order.
  private static let order = ItemField.allCases.compactMap { field in
    place(of: field).map { (place: $0, field: field) }
  }.enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }.map(\.element.field)

  /// The rank of a field's line; nil if the field has no line of its own.
  private static func place(of field: ItemField) -> Int? {
    switch field {
    case .core(.when): 0
    case .core(.start): 1
    case .core(.recurrence): 2
    case .core(.occurrence): 3
    case .core(.status): 4
    case .core(.percent): 5
    case .core(.completed): 6
    case .detail: 7
    case .core(.categories): 8
    case .core(.relations): 9
    case .core(.notes): 10
    case .core(.uid): 11
    case .core(.kind), .core(.title): nil  // in the first line
    case .core(.anchor), .core(.replacesFuture): nil  // beside a date
    case .core(.alarms): nil  // a line for each
    case .core(.blocksTime), .core(.revision), .core(.hints): nil  // of the calendar
    }
  }

  private func shown(_ field: CoreField, _ item: CalendarItem) -> (String, String?) {
    switch field {
    case .when: (item.kind == .event ? "when" : "due", text(of: item.when, item))
    case .start: ("start", text(of: item.start, item))
    case .recurrence: ("repeats", item.recurrence.map { text(of: $0) })
    case .occurrence:
      (
        "replaces",
        text(of: item.occurrence, item).map {
          item.replacesFuture ? "\($0) and all behind it" : $0
        }
      )
    case .status: ("status", item.status?.rawValue)
    case .percent: ("percent", item.percent.map(String.init))
    case .completed: ("completed", item.completed?.utc.map { "\($0.formattedDate) UTC" })
    case .categories: ("tags", item.categories.joined(separator: ", "))
    case .relations: ("part of", item.relations.first { $0.kind == .parent }?.uid)
    case .notes: ("notes", item.notes)
    case .uid: ("uid", item.uid)
    case .kind, .title, .anchor, .replacesFuture, .alarms, .blocksTime, .revision, .hints:
      ("", nil)
    }
  }

  private func text(of date: TMDateType?, _ item: CalendarItem) -> String? {
    let zone = item.anchor.name.map { " \($0)" } ?? ""
    return date.map { $0.isAllDay ? "\($0)" : "\($0)\(zone)" }
  }

  private func text(of recurrence: Recurrence) -> String {
    var lines = recurrence.rules.map {
      Repetition($0, isAfterDone: recurrence.isAfterDone).text
    }
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

extension ItemDetail.Value {
  /// The value for a person.
  fileprivate var shown: String {
    switch self {
    case .number(let number): String(number)
    case .length(let length): length.text
    case .text(let text): text
    }
  }
}
