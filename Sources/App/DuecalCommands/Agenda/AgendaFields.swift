import Agenda
import CalendarItems
import TaskBridge
import TaskEditing
import TaskText

/// Fields of an agenda entry that only its source knows.
struct AgendaFields {
  private let reading: AgendaReading
  private var places: SourcePlaces
  private lazy var names = reading.shortIDs

  init(_ reading: AgendaReading) {
    self.reading = reading
    places = SourcePlaces(reading.items)
  }

  /// The text of a template's field; nil for a field that the entry itself provides.
  mutating func text(of field: AgendaTemplate.Field, _ entry: AgendaEntry) -> String? {
    switch field {
    case .file: source(of: entry).file
    case .line: String(source(of: entry).line)
    case .id: names.id(of: entry.source)
    case .tags: words(of: entry).joined(separator: ",")
    default: nil
    }
  }

  /// The short ID of a task; nil for an item of a calendar.
  mutating func id(of entry: AgendaEntry) -> String? {
    let id = names.id(of: entry.source)
    return id.isEmpty ? nil : id
  }

  /// The tags without a meaning of their own, which a person uses to find the task.
  private func words(of entry: AgendaEntry) -> [String] {
    switch reading.place(of: entry) {
    case .component: entry.item.categories
    case .line(let line): reading.items.fields(of: line).categories
    }
  }

  /// The tags of a line, or the categories of an item.
  func tags(of entry: AgendaEntry) -> [Tag] {
    places.tags(of: reading.place(of: entry), entry.item)
  }

  /// The place of an entry in its source; a changed occurrence has a place of its own.
  mutating func source(of entry: AgendaEntry) -> SourceJSON {
    places.source(of: reading.place(of: entry), entry.item)
  }
}

/// The short IDs of the tasks in an agenda.
struct AgendaIDs: Sendable {
  private let names: ShortIDs
  private let lines: [LineRef?]

  init(_ names: ShortIDs, _ lines: [LineRef?]) {
    self.names = names
    self.lines = lines
  }

  /// The short ID of a series' line; empty for an item of a calendar.
  func id(of series: Int) -> String { lines[series].map { names.id(of: $0) } ?? "" }
}
