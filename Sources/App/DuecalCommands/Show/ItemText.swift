import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// Prints items for a person: a line for the title, and one for each field.
struct ItemText {
  private let reading: CalendarReading
  private let file: String
  private let words: ItemFieldText
  private var places: LinePlaces

  init(_ reading: CalendarReading, file: String, on clock: ReaderClock) {
    self.reading = reading
    words = ItemFieldText(reading.anchors, on: clock)
    self.file = HomePath.shown(file, on: .standard)
    places = LinePlaces(reading.document)
  }

  /// Prints an item.
  mutating func print(_ read: ItemReading) {
    let item = read.item
    let place = places.place(ofByte: reading.document.range(of: read.component).lowerBound)
    let title = item.shownTitle
    line("\(file):\(place.line): \(item.kind.rawValue) \(title)")
    for each in Self.order {
      let (name, value) = words.shown(each, of: item)
      field(name, value)
    }
    for alarm in item.alarms { field("alarm", words.text(of: alarm, item)) }
    field("kept", names(of: read.kept))
    for index in read.refused {
      let line = reading.document.lines[index]
      let place = places.place(ofByte: line.range.lowerBound)
      field("refused", "\(reading.document.property(line).upperName) in line \(place.line)")
    }
  }

  /// Reports a component that is not an item.
  mutating func print(other component: Int) {
    let place = places.place(ofByte: reading.document.range(of: component).lowerBound)
    line("\(file):\(place.line): \(reading.document.components[component].name), kept unchanged")
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

  /// The fields that have a line of their own, in order.
  private static let order = ItemField.allCases.compactMap { field in
    place(of: field).map { (place: $0, field: field) }
  }.enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }.map(\.element.field)

  /// The position of a field's line; nil if the field has no line of its own.
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
    case .core(.anchor), .core(.replacesFuture): nil  // part of a date
    case .core(.alarms): nil  // a line for each
    case .core(.blocksTime), .core(.revision), .core(.hints): nil  // of the calendar
    }
  }

  /// The names of properties, each with the number of its lines.
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
