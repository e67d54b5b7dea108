#if canImport(Testing)
import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import Testing

/// A store with a list, and the samples for checking a requirement.
struct StoreFixture: Sendable {
  let store: any CalendarStore
  let clock: TestClock
  /// The lists by kind: one for both kinds, or two if a list has only one kind.
  let lists: [CalendarItem.Kind: ItemList]
  let losses: StoreLoss
  private let reopening: StoreRequirement.Maker?
  static let home = (try? ZoneDatabase().zone(named: "Europe/Berlin")) ?? .utc

  init(
    _ store: any CalendarStore, _ clock: TestClock, losses: StoreLoss,
    reopen: StoreRequirement.Maker?
  ) async throws {
    self.store = store
    self.clock = clock
    self.losses = losses
    reopening = reopen
    var lists: [CalendarItem.Kind: ItemList] = [:]
    for list in try await store.lists() where list.isWritable {
      for kind in list.details.kinds where lists[kind] == nil { lists[kind] = list }
    }
    if lists.count < 2 {
      let made = try await store.createList(ItemList.Details(title: "Home", color: "#123456"))
      for kind in CalendarItem.Kind.allCases { lists[kind] = lists[kind] ?? made }
    }
    self.lists = lists
  }

  /// The store as another process sees it; nil if nothing is kept.
  func reopened() async throws -> (any CalendarStore)? {
    guard store.capabilities.contains(.isPersistent) else { return nil }
    let reopen = try #require(reopening, "a store that keeps says how it is opened again")
    return try await reopen { [clock] in clock.now }
  }

  func list(for kind: CalendarItem.Kind = .reminder) throws -> ItemList.ID {
    try #require(lists[kind]).id
  }

  /// Items of all forms that the store must support.
  var samples: [CalendarItem] { SampleItems.all.map { losses.kept($0) } }

  /// A weekly series with one occurrence moved, one renamed, and one excluded.
  var changedSeries: ItemContent { losses.kept(SampleItems.changedSeries) }

  /// UIDs that are not valid file names.
  var oddUIDs: [String] { losses.kept(SampleItems.oddUIDs) }

  /// A reminder with all fields that a reminder can have.
  var full: CalendarItem { losses.kept(SampleItems.full) }

  /// Another list for reminders; nil if none can be created.
  func otherList() async throws -> ItemList.ID? {
    guard store.capabilities.contains(.changesLists) else { return nil }
    return try await store.createList(ItemList.Details(title: "Other")).id
  }

  /// Adds an item, and reads it.
  @discardableResult
  func put(_ item: CalendarItem) async throws -> StoredItem {
    try await put(ItemContent(item, zones: [Self.home.name: Self.home]))
  }

  @discardableResult
  func put(_ content: ItemContent) async throws -> StoredItem {
    let version = try await store.create(content, in: try list(for: content.item.kind))
    return try #require(try await store.item(at: version.ref))
  }

  /// Expects a call to be refused.
  func expect(
    _ error: StoreError, location: SourceLocation = #_sourceLocation,
    body: @Sendable () async throws -> Void
  ) async {
    await #expect(throws: error, sourceLocation: location) { try await body() }
  }
}

extension CalendarItem {
  /// A reminder with its UID in the title.
  static func reminder(_ uid: String, due: String? = nil, at zone: Zone? = nil) -> CalendarItem {
    var item = CalendarItem(kind: .reminder, uid: uid, title: "Reminder \(uid)")
    item.when = date(due)
    if let zone { item.anchor = zone.isUTC ? .utc : .zone(zone.name) }
    return item
  }

  /// An event.
  static func event(_ uid: String, _ when: String, rule: String? = nil) -> CalendarItem {
    var item = CalendarItem(
      kind: .event, uid: uid, title: "Event \(uid)", anchor: .zone(StoreFixture.home.name))
    item.when = date(when)
    item.recurrence = rule.flatMap { try? RecurrenceRule(rrule: $0) }.map { Recurrence(rule: $0) }
    return item
  }

  /// A date from a literal, which is always valid.
  private static func date(_ text: String?) -> TMDateType? {
    guard let text else { return nil }
    let date = try? DatePayload(parsing: text).value
    if date == nil { Issue.record("\(text) is not a date") }
    return date
  }

  /// The item without the stamps of a store and without its original text.
  var unstamped: CalendarItem {
    var item = self
    item.revision = nil
    item.original = Original()
    return item
  }
}

extension ItemContent {
  var unstamped: ItemContent {
    ItemContent(item.unstamped, changed: changed.map(\.unstamped), zones: zones)
  }
}

extension TimeWindow {
  /// A window of whole days, as `2026-12-01` to `2026-12-31`, in the user's zone.
  static func days(_ first: String, _ last: String) throws -> TimeWindow {
    let first = try DatePayload(parsing: first).value.firstDay
    return TimeWindow(
      first...(try DatePayload(parsing: last).value.firstDay), home: StoreFixture.home)
  }
}
#endif
