import CalendarItems
import ExactText
public import ICalendar
import TaskBridge

/// A calendar that was read, with its name for messages.
public struct CalendarInput: Sendable {
  /// The path of the file, or the address.
  public let name: String
  /// The contents.
  public let reading: CalendarReading
  /// What the order and the structure of lines depend on, for each item.
  let heads: [ItemHead]

  /// Creates an input.
  public init(name: String, reading: CalendarReading) {
    self.name = name
    self.reading = reading
    var heads = ItemHeads()
    for item in reading.items { heads.append(item, of: reading.document) }
    self.heads = heads.all
  }

  /// Reads a calendar; the items of a large one are read again when they are needed, so that they take little memory.
  public init(
    name: String, bytes: [UInt8], limits: InputLimits = InputLimits(), threads: Int = 1,
    keepsItemsUpTo size: Int = 16 << 20
  ) {
    self.name = name
    var heads = ItemHeads()
    reading = CalendarReading(
      bytes: bytes, limits: limits, threads: threads, keepsItems: bytes.count <= size
    ) { heads.append($0, of: $1) }
    self.heads = heads.all.map(\.self)  // without the room of a growing array
  }
}

/// The part of an item that is always in memory.
struct ItemHead: Sendable {
  let uid: String
  let kind: CalendarItem.Kind
  let recurs: Bool
  /// The names of the projects in its hint, outermost first.
  fileprivate(set) var path: [String]
  private let rare: Rare?

  /// What few items have.
  private final class Rare: Sendable {
    let occurrence: String
    let parent: String?
    let children: [String]
    let rank: Int?

    init?(occurrence: String, parent: String?, children: [String], rank: Int?) {
      if occurrence.isEmpty, parent == nil, children.isEmpty, rank == nil { return nil }
      (self.occurrence, self.parent) = (occurrence, parent)
      (self.children, self.rank) = (children, rank)
    }
  }

  /// RECURRENCE-ID; empty for a whole item.
  var occurrence: String { rare?.occurrence ?? "" }
  /// The UID of its parent.
  var parent: String? { rare?.parent }
  /// The UIDs of items that it names as its parts.
  var children: [String] { rare?.children ?? [] }
  /// Its place in the order of its client (`X-APPLE-SORT-ORDER`).
  var rank: Int? { rare?.rank }

  fileprivate init(_ reading: ItemReading, of document: ICSDocument) {
    let item = reading.item
    uid = item.uid
    kind = item.kind
    recurs = item.recurs
    path = item.hints.first { $0.name == LineHint.path }?.values ?? []
    rare = Rare(
      occurrence: item.occurrence.map { "\($0)" } ?? "",
      parent: item.relations.first { $0.kind == .parent && $0.uid != item.uid }?.uid,
      children: item.relations.filter { $0.kind == .child }.map(\.uid),
      rank: Self.rank(reading, document))
  }

  private static func rank(_ reading: ItemReading, _ document: ICSDocument) -> Int? {
    for index in reading.kept {
      let property = document.property(document.lines[index])
      if property.isNamed("X-APPLE-SORT-ORDER") { return Int(property.valueText) }
    }
    return nil
  }
}

/// Collects heads; equal texts of neighbours share memory.
private struct ItemHeads {
  private(set) var all: [ItemHead] = []

  mutating func append(_ reading: ItemReading, of document: ICSDocument) {
    var head = ItemHead(reading, of: document)
    if let last = all.last?.path, last.isExactly(head.path) { head.path = last }
    all.append(head)
  }
}

extension [String] {
  /// True if the texts are equal byte for byte, so that both lists can share one memory.
  fileprivate func isExactly(_ other: [String]) -> Bool {
    elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) }
  }
}
