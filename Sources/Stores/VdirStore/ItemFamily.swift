import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates

/// The items of a folder that have one UID and one kind, in whatever file each lies.
///
/// Programs such as ical2vdir write each changed occurrence of a series into a file of its own. Such files are one item
/// with that of the series. Of versions of an item the newest counts, and the others are shown nowhere.
struct ItemFamily {
  /// The item as it is shown; nil for one that another stands for.
  private let shown: ExactDictionary<StoredItem>
  /// The names of the items that each shown one stands for, itself first.
  private let parts: ExactDictionary<[StoredItem]>

  /// Joins items, sorted by name.
  init(_ items: [StoredItem], zones: ZoneDatabase) {
    let masters = items.filter { $0.item.occurrence == nil }
    guard items.count > 1, !masters.isEmpty else {
      shown = ExactDictionary(items.map { ($0.id.name, $0) }) { first, _ in first }
      parts = shown.mapValues { [$0] }
      return
    }
    let versions = ItemVersions(masters.map(\.item), files: Array(masters.indices))
    let leads = versions.current.map { masters[$0] }
    let isLead = ExactSet(leads.map(\.id.name))
    var shown: ExactDictionary<StoredItem> = [:]
    var parts: ExactDictionary<[StoredItem]> = [:]
    for (number, lead) in leads.enumerated() {
      let others = number == 0 ? items.filter { !isLead.contains($0.id.name) } : []
      shown[lead.id.name] = Self.joined(lead, others, zones)
      parts[lead.id.name] = [lead] + others
    }
    (self.shown, self.parts) = (shown, parts)
  }

  /// A series with its changed occurrences of other files.
  private static func joined(
    _ lead: StoredItem, _ others: [StoredItem], _ zones: ZoneDatabase
  ) -> StoredItem {
    guard !others.isEmpty else { return lead }
    let tags = ([lead] + others).map(\.version.tag)
    let version = ItemVersion(lead.id, tag: tags.joined(separator: " "))
    return StoredItem(
      version: version, content: lead.content.joining(others.map(\.content), database: zones))
  }

  /// The items that are shown, in no order.
  var all: [StoredItem] { Array(shown.values) }

  /// The item of a name as it is shown.
  func item(_ name: String) -> StoredItem? { shown[name] }

  /// The items that a shown one stands for, as they are in their files; itself first.
  func parts(of name: String) -> [StoredItem] { parts[name] ?? [] }
}

extension ItemContent {
  /// The part of a series that belongs into one of its files: the occurrences that are there, or for the series itself
  /// what is in no other file.
  ///
  /// - Parameters:
  ///   - known: The content of the file.
  ///   - others: The contents of the other files.
  func part(for known: ItemContent, besides others: [ItemContent]) -> ItemContent? {
    if known.item.occurrence == nil {
      let elsewhere = Set(others.flatMap(\.items).map(\.occurrence))
      var own = self
      own.changed.removeAll { elsewhere.contains($0.occurrence) }
      own.replacesText = false
      return own
    }
    let names = Set(known.items.map(\.occurrence))
    let items = changed.filter { names.contains($0.occurrence) }
    return items.first.map { ItemContent($0, changed: Array(items.dropFirst()), zones: zones) }
  }
}
