import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText

extension ImportMemory {
  /// The memory with what other calendars' imports remember of items that are this calendar's now: an item
  /// that moves from one calendar to another keeps its line, and one whose line a person removed stays removed.
  ///
  /// This calendar's own line counts first; the others count only if it has none.
  ///
  /// - Parameters:
  ///   - names: The items that this calendar has.
  ///   - others: What the imports of other calendars into the same files remember.
  ///   - files: The files as they are now; all of these memories have followed their edits.
  ///   - reader: What tags mean.
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

  /// The best memory for an item, as an index: one with a line, and if possible a calendar that still
  /// has it.
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
    items[name] = entry
    components[name.uid] = other.components[name.uid]
  }

  /// The memory with one file in the form that another memory has.
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
