import Agenda
import CalendarItems
import TaskBridge
import TaskEditing
import TaskText

/// What of a thing in an agenda only its source knows.
struct AgendaFields {
  private let reading: AgendaReading
  private var places: SourcePlaces
  private lazy var names = reading.shortIDs

  init(_ reading: AgendaReading) {
    self.reading = reading
    places = SourcePlaces(reading.items)
  }

  /// What a field of a template says; nil for one that the entry knows itself.
  mutating func text(of field: AgendaTemplate.Field, _ entry: AgendaEntry) -> String? {
    switch field {
    case .file: source(of: entry).file
    case .line: String(source(of: entry).line)
    case .id: names.id(of: entry.source)
    case .tags: words(of: entry).joined(separator: ",")
    default: nil
    }
  }

  /// The short name of a task; nil for what stands in a calendar.
  mutating func id(of entry: AgendaEntry) -> String? {
    let id = names.id(of: entry.source)
    return id.isEmpty ? nil : id
  }

  /// The words that a person finds a task by: tags that mean nothing else.
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

  /// Where an entry stands; an occurrence that was changed stands by itself.
  mutating func source(of entry: AgendaEntry) -> SourceJSON {
    places.source(of: reading.place(of: entry), entry.item)
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
