import CalendarItems
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates

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
    let date: TMDateType?
    let anchor: CalendarItem.Anchor
    let parent: String?
    let children: [String]
    let rank: Int?

    init?(_ item: CalendarItem, parent: String?, children: [String], rank: Int?) {
      if item.occurrence == nil, parent == nil, children.isEmpty, rank == nil { return nil }
      (occurrence, date) = (ComponentVersion.occurrence(of: item), item.occurrence)
      (anchor, self.parent) = (item.anchor, parent)
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
    path = item.hintedPath
    rare = Rare(
      item,
      parent: item.relations.first { $0.kind == .parent && $0.uid != item.uid }?.uid,
      children: item.relations.filter { $0.kind == .child }.map(\.uid),
      rank: Self.rank(reading, document))
  }

  /// What its RECURRENCE-ID names.
  ///
  /// - Parameter zones: The zones of its calendar.
  func key(_ zones: ExactDictionary<Zone>) -> OccurrenceKey {
    OccurrenceKey(rare?.date, rare?.anchor ?? .floating, zones: zones)
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
struct ItemHeads {
  private var all: [ItemHead] = []

  /// The heads, without the room of a growing array.
  var finished: [ItemHead] { all.map(\.self) }

  mutating func append(_ reading: ItemReading, of document: ICSDocument) {
    var head = ItemHead(reading, of: document)
    if let last = all.last?.path, last == head.path { head.path = last }
    all.append(head)
  }
}
