import CompactDictionary
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText

extension ImportMemory {
  /// The memory with entries of other calendars for items that this calendar has now.
  ///
  /// An item that moves from one calendar to another keeps its line, and stays removed if a person removed its line.
  /// This calendar's own line takes precedence.
  ///
  /// - Parameters:
  ///   - names: The items that this calendar has.
  ///   - others: The state of imports from other calendars into the same files; all of these memories have followed
  ///     the edits of the files.
  ///   - reader: Reads tags.
  func inheriting(
    _ names: [ItemName], from others: [ImportMemory], reader: LineFieldReader
  ) -> ImportMemory {
    guard !others.isEmpty else { return self }
    var memory = self
    var definitions = memory.definitions
    var joined: Set<Int> = []
    for name in names where memory.items[name]?.place == nil {
      guard let number = Self.best(others, for: name), let entry = others[number].items[name],
        entry.place != nil || memory.items[name] == nil
      else { continue }
      memory.inherit(name, entry, from: others[number], reader: reader)
      let other = others[number].definitions
      if joined.insert(number).inserted, !definitions.containsAll(of: other) {
        definitions += other
      }
    }
    memory.definitions = definitions
    return memory
  }

  /// The index of the best memory for an item: one with a line and, if possible, a calendar that still has the item.
  private static func best(_ others: [ImportMemory], for name: ItemName) -> Int? {
    let knowing = others.indices.filter { others[$0].items[name] != nil }
    let placed = knowing.filter { others[$0].items[name]?.place != nil }
    return placed.first { others[$0].items[name]?.isGone == false } ?? placed.first
      ?? knowing.first
  }

  private mutating func inherit(
    _ name: ItemName, _ entry: Entry, from other: ImportMemory, reader: LineFieldReader
  ) {
    if let file = entry.place?.file, let text = other.texts[file], texts[file] != text {
      self = following(file, as: text, reader: reader)
    }
    if zone == nil { (zone, otherZones) = (other.zone, other.otherZones) }
    // Its own series is compared with what it was without the other calendar's occurrences.
    let isOwnSeries = items[ItemName(uid: name.uid)]?.place != nil && !name.occurrence.isEmpty
    items[name] = entry
    if !isOwnSeries || components[name.uid] == nil {
      components[name.uid] = other.components[name.uid]
    }
  }

  /// The memory with one file in the version of another memory.
  private func following(
    _ name: String, as text: [UInt8], reader: LineFieldReader
  ) -> ImportMemory {
    let document = TaskDocument(bytes: text, dialect: TaskDialect(path: name))
    let file = TaskFile(name: name, identity: name, modified: .epoch, document: document)
    var memory = following([file], reader: reader)
    memory.texts[name] = text
    return memory
  }
}

extension [UInt8] {
  /// True if these bytes contain others.
  fileprivate func containsAll(of other: [UInt8]) -> Bool {
    other.isEmpty || firstRange(of: other) != nil
  }
}
