public import CalendarItems
import ExactText
public import TaskDates

/// The checks and stamps of every store for an item that is written.
///
/// Call it in `apply` of your own store, so that all stores refuse the same items and count versions in the same way.
public struct StoreWriteRules: Sendable {
  private let now: @Sendable () -> Instant

  /// Creates rules with a clock.
  public init(now: @escaping @Sendable () -> Instant) {
    self.now = now
  }

  /// The error if an item cannot be kept in a list; nil if it can.
  public func objection(to content: ItemContent, in list: ItemList) -> StoreError? {
    guard list.isWritable else { return .notWritable(list.id) }
    guard list.details.kinds.contains(content.item.kind) else {
      return .notAllowed(content.item.kind, list.id)
    }
    guard !content.item.uid.isEmpty else { return .invalid("an item needs a UID") }
    guard content.changed.allSatisfy({ $0.uid == content.item.uid && $0.occurrence != nil }) else {
      return .invalid(
        "a changed occurrence needs the UID of its series and the date that it replaces")
    }
    guard content.items.allSatisfy({ $0.kind == content.item.kind }) else {
      return .invalid("a series cannot mix reminders and events")
    }
    return nil
  }

  /// A new item with its stamps; existing ones are kept.
  public func created(_ content: ItemContent) -> ItemContent {
    content.mapItems { item in
      if item.revision == nil {
        let now = now()
        item.revision = Revision(modified: now, created: now)
      }
    }
  }

  /// A changed item with its stamps: changed items get later stamps, and SEQUENCE is incremented if dates, rule or
  /// status changed (RFC 5545, section 3.8.7.4).
  public func updated(_ content: ItemContent, from old: ItemContent) -> ItemContent {
    let before = Dictionary(old.items.map { ($0.occurrence, $0) }, uniquingKeysWith: { $1 })
    return content.mapItems { item in
      guard let old = before[item.occurrence] else { return stamp(&item, after: nil) }
      item.revision = old.revision
      if !item.isEqual(to: old) { stamp(&item, after: old) }
    }
  }

  private func stamp(_ item: inout CalendarItem, after old: CalendarItem?) {
    let now = now()
    guard let known = old?.revision else {
      item.revision = Revision(modified: now, created: old == nil ? now : nil)
      return
    }
    let modified = max(now, known.modified.advanced(by: 1))
    let isMoved = old.map { item.isOnOtherDates(than: $0) } ?? true
    item.revision = Revision(
      modified: modified, sequence: known.sequence + (isMoved ? 1 : 0), created: known.created)
  }
}

extension CalendarItem {
  fileprivate func isOnOtherDates(than other: CalendarItem) -> Bool {
    when != other.when || start != other.start || anchor != other.anchor
      || recurrence != other.recurrence || status != other.status
  }
}

extension ItemContent {
  fileprivate func mapItems(_ body: (inout CalendarItem) -> Void) -> ItemContent {
    var new = self
    body(&new.item)
    for index in new.changed.indices { body(&new.changed[index]) }
    return new
  }
}
