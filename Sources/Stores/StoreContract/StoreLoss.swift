#if canImport(Testing)
import CalendarItems
import CalendarStores
import TaskDates

/// A known change that a server makes to items, and that its store cannot prevent.
///
/// The checks leave out what it concerns; everything else must be kept as in any store.
public struct StoreLoss: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A category with a comma is split into two (Cyrus).
  public static let commasInCategories = StoreLoss(rawValue: 1 << 0)
  /// An item without a CLASS gets `PUBLIC` (SOGo).
  public static let missingClass = StoreLoss(rawValue: 1 << 1)
  /// Titles of more than a thousand characters, and UIDs of more than 255, are refused (SOGo).
  public static let longTexts = StoreLoss(rawValue: 1 << 2)
  /// A list always has a colour (SOGo).
  public static let colorless = StoreLoss(rawValue: 1 << 3)
  /// A series whose rule ends before it begins is refused (Radicale).
  public static let endedRules = StoreLoss(rawValue: 1 << 4)

  /// An item that the server keeps unchanged.
  func kept(_ item: CalendarItem) -> CalendarItem {
    var item = item
    if contains(.commasInCategories) {
      item.categories = item.categories.map { $0.replacing(",", with: "") }
    }
    if contains(.missingClass) { item.classification = item.classification ?? "PUBLIC" }
    if contains(.longTexts) { item.title = String(item.title.prefix(500)) }
    if contains(.endedRules), item.hasEnded { item.recurrence = nil }
    return item
  }

  /// A series that the server keeps unchanged.
  func kept(_ content: ItemContent) -> ItemContent {
    ItemContent(kept(content.item), changed: content.changed.map(kept), zones: content.zones)
  }

  /// UIDs that the server keeps unchanged.
  func kept(_ uids: [String]) -> [String] {
    contains(.longTexts) ? uids.filter { $0.utf8.count <= 255 } : uids
  }

  /// Details of a list; those that the server may change are taken from `other`.
  func kept(_ details: ItemList.Details, beside other: ItemList.Details) -> ItemList.Details {
    var details = details
    if contains(.colorless), details.color == nil { details.color = other.color }
    return details
  }
}

extension CalendarItem {
  /// True if its rule ends before its first date.
  fileprivate var hasEnded: Bool {
    guard let first = when?.firstDay else { return false }
    return recurrence?.rules.contains { $0.ends(before: first) } ?? false
  }
}

extension RecurrenceRule {
  fileprivate func ends(before first: DateParameters) -> Bool {
    switch end {
    case .onDay(let day): day < first
    case .never, .count, .at: false
    }
  }
}
#endif
