import CalendarItems
import Diagnostics
import ICalendar
import TaskBridge
import TaskText

/// What of a thing in an agenda only its source knows.
struct AgendaFields {
  private let reading: AgendaReading
  private var places: [Int: LinePlaces] = [:]
  private lazy var names = reading.shortIDs

  init(_ reading: AgendaReading) {
    self.reading = reading
  }

  /// What a field of a template says; nil for one that the entry knows itself.
  mutating func text(of field: AgendaTemplate.Field, _ entry: AgendaEntry) -> String? {
    switch field {
    case .file: source(of: entry).file
    case .line: String(source(of: entry).line)
    case .id: names.id(of: entry.source)
    case .tags: tags(of: entry).map(\.tag).joined(separator: ",")
    default: nil
    }
  }

  /// The short name of a task; nil for what stands in a calendar.
  mutating func id(of entry: AgendaEntry) -> String? {
    let id = names.id(of: entry.source)
    return id.isEmpty ? nil : id
  }

  /// The tags of a line, or the categories of an item.
  func tags(of entry: AgendaEntry) -> [Tag] {
    switch reading.origin(of: entry) {
    case .component: return entry.item.categories.map { Tag($0) }
    case .line(let line):
      let document = reading.items.entries.file(of: line.entry).document
      return document.tags(of: document.lines[line.line.line])
    }
  }

  /// Where an entry stands; an occurrence that was changed stands by itself.
  mutating func source(of entry: AgendaEntry) -> SourceJSON {
    switch reading.origin(of: entry) {
    case .line(let line):
      let file = reading.items.entries.file(of: line.entry)
      let offset = file.document.lines[line.line.line].body.lowerBound
      let place = file.document.place(ofByte: offset, line: line.line.line)
      return SourceJSON(file: file.name, line: place.line, column: place.column)
    case .component(let number):
      let calendar = reading.items.calendars[number]
      let offset = entry.item.original.bytes?.startIndex ?? 0
      let place = places[number, default: LinePlaces(calendar.reading.document)]
        .place(ofByte: offset)
      return SourceJSON(file: calendar.name, line: place.line, column: place.column)
    }
  }
}

/// The short names of the tasks in an agenda.
struct AgendaIDs: Sendable {
  private let names: ShortIDs
  private let lines: [LineRef?]

  init(_ names: ShortIDs, _ lines: [LineRef?]) {
    self.names = names
    self.lines = lines
  }

  /// The name of a series' line; empty for what stands in a calendar.
  func id(of series: Int) -> String { lines[series].map { names.id(of: $0) } ?? "" }
}
