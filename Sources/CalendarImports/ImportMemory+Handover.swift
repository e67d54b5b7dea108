import ExactText

extension ImportMemory {
  /// The memory with what other calendars' imports remember of items that are this calendar's now: an item
  /// that moves from one calendar to another keeps its line.
  ///
  /// - Parameters:
  ///   - names: The items that this calendar has.
  ///   - others: What the imports of other calendars into the same files remember.
  func inheriting(_ names: [ItemName], from others: [ImportMemory]) -> ImportMemory {
    guard !others.isEmpty else { return self }
    var memory = self
    for name in names where memory.items[name] == nil {
      guard let other = others.first(where: { $0.items[name] != nil }) else { continue }
      memory.inherit(name, from: other)
    }
    return memory
  }

  private mutating func inherit(_ name: ItemName, from other: ImportMemory) {
    guard let entry = other.items[name] else { return }
    if let file = entry.place?.file {
      guard texts[file] == nil || texts[file] == other.texts[file] else { return }
      texts[file] = other.texts[file]
    }
    if components.isEmpty { definitions += other.definitions }
    items[name] = entry
    components[name.uid] = other.components[name.uid]
  }
}
