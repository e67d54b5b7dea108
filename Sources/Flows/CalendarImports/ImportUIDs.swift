import CalendarItems
import CompactDictionary
import ExactText
import ICalendar
import LineState
import TaskBridge

/// The names of the items of some calendars: their UIDs.
///
/// Items with the same UID get different names (`DuplicateUIDs`), and an item without a UID gets one (RFC 5545,
/// section 3.8.4.7). A generated UID is a hash of title and date: it is the same in each run, even after changes of
/// the notes or the place. If several items have the same title and date, each gets its own UID, which depends on the
/// rest of the text.
struct ImportUIDs {
  /// The name of each item of each calendar.
  private(set) var uids: [[String]]
  /// The names of items with the same UID; nil for items of the state, which have names already.
  private(set) var same: DuplicateUIDs?
  /// The names of items in version 0.1, by generated UID.
  private(set) var oldNames: ExactDictionary<String> = [:]

  /// An item without a UID.
  private struct Nameless {
    let input: Int
    let index: Int
    let item: CalendarItem
    /// Its bytes without stamps.
    let content: [UInt8]
  }

  /// Assigns names to the items of calendars.
  ///
  /// - Parameter known: The components of an earlier import, by UID.
  init(_ inputs: [CalendarInput], known: ItemComponents = [:]) {
    uids = inputs.map { $0.heads.map(\.uid) }
    var groups: ExactDictionary<[Nameless]> = [:]
    for (input, calendar) in inputs.enumerated() {
      var reader = calendar.reading.items.reader
      for (index, head) in calendar.heads.enumerated() where head.uid.isMissing {
        let reading = reader.item(at: index)
        let content = reading.item.original.bytes?.withoutStamps ?? []
        groups[reading.item.oldName, default: []].append(
          Nameless(input: input, index: index, item: reading.item, content: content))
      }
    }
    for (name, group) in groups { take(group, called: name, known: known) }
    let same = DuplicateUIDs(inputs, uids, known: known)
    for (item, name) in same.names { uids[item.input][item.index] = name }
    self.same = same
  }

  /// Assigns the names in a memory to its items.
  ///
  /// - Parameters:
  ///   - reading: The components of the memory, one after the other.
  ///   - ends: Where the components of each name end, in order.
  init(_ reading: CalendarReading, _ ends: [(name: String, end: Int)]) {
    var rest = ends[...]
    let names = reading.items.map { item in
      let start = item.item.original.bytes?.startIndex ?? 0
      while rest.count > 1, let first = rest.first, first.end <= start { rest.removeFirst() }
      return rest.first?.name ?? item.item.uid
    }
    uids = [names]
  }

  /// True if all items have their UIDs as names, and none is left out.
  var isAsRead: Bool {
    oldNames.isEmpty && same.map { $0.names.isEmpty && $0.leftOut.isEmpty } ?? true
  }

  /// True for an item that is left out.
  func isLeftOut(_ index: Int, of input: Int) -> Bool {
    guard let left = same?.leftOut, !left.isEmpty else { return false }
    return left.contains(DuplicateUIDs.Item(input: input, index: index))
  }

  private mutating func take(
    _ group: [Nameless], called name: String, known: ItemComponents
  ) {
    let names = group.indices.map { Self.uid(of: group[0].item, number: $0) }
    oldNames[names[0]] = name
    var known = Self.places(of: names, in: known)
    var isTaken = names.map { _ in false }
    var left: [Nameless] = []
    for item in group {
      if let same = known[item.content]?.popLast() {
        uids[item.input][item.index] = names[same]
        isTaken[same] = true
      } else {
        left.append(item)
      }
    }
    let free = names.indices.filter { !isTaken[$0] }.map { names[$0] }
    for (item, name) in zip(Self.inOrder(left), free) { uids[item.input][item.index] = name }
  }

  /// The indices of names that an earlier import knows, by the bytes of their components; the first comes last.
  private static func places(
    of names: [String], in known: ItemComponents
  ) -> [[UInt8]: [Int]] {
    var places: [[UInt8]: [Int]] = [:]
    for (index, name) in names.enumerated().reversed() {
      guard let content = known[name]?.withoutStamps else { continue }
      places[content, default: []].append(index)
    }
    return places
  }

  /// Sorts items in an order that does not depend on their calendar, except for the first.
  ///
  /// The first is the item that version 0.1 imported; it supported only one.
  private static func inOrder(_ items: [Nameless]) -> [Nameless] {
    let calendar = items.map(\.input).min()
    let candidates = items.indices.filter { items[$0].input == calendar }
    func sequence(_ index: Int) -> Int { items[index].item.revision?.sequence ?? 0 }
    guard
      let first = candidates.max(by: { (sequence($0), $0) < (sequence($1), $1) })
    else { return items }
    let rest = items.indices.filter { $0 != first }
      .sorted { items[$0].content.lexicographicallyPrecedes(items[$1].content) }
    return [items[first]] + rest.map { items[$0] }
  }

  private static func uid(of item: CalendarItem, number: Int) -> String {
    var hash = SipHash128()
    hash.combine("item without UID")
    hash.combine(item.title)
    hash.combine(item.when.map { "\($0)" } ?? "")
    if number > 0 { hash.combine(number) }
    return hash.uuid()
  }
}

extension String {
  /// True for the UID of an item that has none, or one of white space.
  var isMissing: Bool { allSatisfy(\.isWhitespace) }
}

extension CalendarItem {
  /// The name of an item without a UID in version 0.1.
  fileprivate var oldName: String {
    uid.isEmpty ? "\(title) \(when.map { "\($0)" } ?? "")" : uid
  }
}

extension Collection<UInt8> {
  /// A component without the lines that only identify its version.
  var withoutStamps: [UInt8] {
    let stamps = ["DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE"].map { Array($0.utf8) }
    return split(separator: UInt8(ascii: "\n"))
      .filter { line in !stamps.contains { line.starts(with: $0) } }
      .flatMap { $0 + [UInt8(ascii: "\n")] }
  }
}

extension ImportMemory {
  /// The memory with the present UIDs of items that had another name in version 0.1.
  func renaming(_ made: ImportUIDs) -> ImportMemory {
    guard !made.oldNames.isEmpty else { return self }
    var memory = self
    let names = ExactDictionary(made.oldNames.map { ($1, $0) }) { first, _ in first }
    for (name, entry) in items {
      guard let uid = names[name.uid] else { continue }
      let new = ItemName(uid: uid, occurrence: name.occurrence)
      guard items[new] == nil else { continue }
      memory.items[name] = nil
      memory.items[new] = entry
      memory.components[uid] = components[name.uid]
      memory.components[name.uid] = nil
    }
    return memory
  }
}
