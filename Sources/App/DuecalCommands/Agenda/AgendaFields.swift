import Agenda
import CalendarItems
import ExactText
import TaskBridge
import TaskEditing
import TaskFolderStore
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
    case .id: names.id(of: entry)
    case .tags: words(of: entry).joined(separator: ",")
    default: nil
    }
  }

  /// The short ID of a task or of an item of a store; nil for an item of a calendar.
  mutating func id(of entry: AgendaEntry) -> String? {
    let id = names.id(of: entry)
    return id.isEmpty ? nil : id
  }

  /// The tags without a meaning of their own, which a person uses to find the task.
  private func words(of entry: AgendaEntry) -> [String] {
    switch reading.place(of: entry) {
    case .component: entry.item.categories
    case .line(let line): reading.items.lines.fields(of: line).categories
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

/// The short IDs of the tasks in an agenda, and of its items of stores.
struct AgendaIDs: Sendable {
  private let names: ShortIDs
  private let items: SourceItems
  private let numbers: SeriesNumbers
  /// The lists of stores by their keys, each with its number among the files and the lines of its items.
  private let stored: ExactDictionary<(file: Int, lineOfUID: ExactDictionary<Int>)>

  /// Reads all items of the stores' lists, because their IDs depend on each other.
  ///
  /// A list that cannot be read a second time has no IDs.
  init(_ items: SourceItems, _ numbers: SeriesNumbers) {
    (self.items, self.numbers) = (items, numbers)
    var files: [TaskFile] = []
    var stored: ExactDictionary<(file: Int, lineOfUID: ExactDictionary<Int>)> = [:]
    for (key, lines) in items.storedLists where stored[key] == nil {
      guard let lines = try? lines() else { continue }
      stored[key] = (items.entries.files.count + files.count, lines.lineOfUID)
      files.append(lines.file)
    }
    names = items.shortIDs(beside: files)
    self.stored = stored
  }

  /// The short ID of an entry; empty for an item of a calendar.
  func id(of entry: AgendaEntry) -> String {
    switch numbers.place(of: entry.source, in: items) {
    case .line(let line): return names.id(of: line)
    case .component(let number):
      guard let list = items.calendars[number].list.flatMap({ stored[$0] }),
        let line = list.lineOfUID[entry.item.uid]
      else { return "" }
      return names.id(of: LineRef(file: list.file, line: line))
    }
  }
}
