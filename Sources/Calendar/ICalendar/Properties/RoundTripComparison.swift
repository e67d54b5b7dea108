public import CalendarItems
public import ExactText
public import TaskDates

/// Compares the fields of an item with those that were read back after writing.
///
/// It compares the values of the property table, in which equivalent forms are equal: a range of days and a start with
/// a due date, or a time in one zone and the same instant in another.
public struct RoundTripComparison {
  private let meant: CalendarItem
  private let written: CalendarItem
  private let source: ComponentSource
  private let found: ComponentSource
  private let zones: ExactDictionary<Zone>

  /// Compares two items.
  ///
  /// - Parameters:
  ///   - meant: The item to write.
  ///   - zones: Its zones, by name.
  ///   - written: The item that was read back.
  ///   - other: The zones of that item.
  public init(
    of meant: CalendarItem, _ zones: ExactDictionary<Zone> = [:], in written: CalendarItem,
    other: ExactDictionary<Zone> = [:]
  ) {
    self.meant = meant.settled
    self.written = written.settled
    self.zones = other.merging(zones) { $1 }
    source = Self.source(self.meant, self.zones)
    found = Self.source(self.written, self.zones)
  }

  private static func source(_ item: CalendarItem, _ zones: ExactDictionary<Zone>)
    -> ComponentSource
  {
    let zone = item.anchor.zoneName.flatMap { zones[$0] }
    return ComponentSource(item, ComponentForm(recurringDue: .equal, zone: zone))
  }

  /// The fields that are missing or different; stamps are not compared, because the store sets them.
  public var lost: [ItemField] {
    guard meant.kind == written.kind else { return [.core(.kind)] }
    let other = Set(PropertyRows.all.flatMap(changedFields))
    return ItemField.allCases.filter { other.contains($0) || isGone($0) }
  }

  // MARK: Values

  /// The fields of a row whose values differ.
  private func changedFields(of row: any PropertyRow.Type) -> [ItemField] {
    guard row.fields != [.core(.revision)] else { return [] }
    guard values(of: row, source) != values(of: row, found) else { return [] }
    let changed = row.fields.filter { meant.differs(from: written, in: $0) }
    return changed.isEmpty ? row.fields : changed
  }

  private struct Value: Hashable {
    let name: PropertyName
    let value: PropertyValue
  }

  /// The values of a row with their counts, because their order has no meaning.
  private func values(of row: any PropertyRow.Type, _ source: ComponentSource) -> [Value: Int] {
    var counts: [Value: Int] = [:]
    for (name, value) in row.values(of: source).all where value != .text("") && value != .uri("") {
      counts[Value(name: name, value: value.settled(zones)), default: 0] += 1
    }
    return counts
  }

  // MARK: Fields

  /// True for a field of the item that no property holds after writing, so that its row has nothing to compare.
  private func isGone(_ field: ItemField) -> Bool {
    switch field {
    case .core(.start): return isStartGone
    case .core(.recurrence): return isRecurrenceGone
    case .core(.anchor), .core(.revision), .core(.kind), .core(.when): return false
    case .core, .detail: return meant.has(field) && !written.has(field)
    }
  }

  /// True if the start is not written, because it does not fit the due date; a start equal to it adds nothing.
  private var isStartGone: Bool {
    guard let start = meant.start else { return false }
    if meant.kind == .event { return true }
    guard ReminderDates(meant).startFault != nil else { return false }
    return start != meant.when
  }

  /// True if a recurrence is not written; without a date it has nothing to count from, and one after completion has no
  /// dates.
  private var isRecurrenceGone: Bool {
    guard let recurrence = meant.recurrence else { return false }
    let hasDates =
      !recurrence.except.isEmpty || !recurrence.also.isEmpty || !recurrence.exceptRules.isEmpty
    return written.recurrence == nil || (recurrence.isAfterDone && hasDates)
      || recurrence.isAfterDone != written.recurrence?.isAfterDone
  }
}

extension CalendarItem {
  /// The item with derived fields filled in, as after reading.
  fileprivate var settled: CalendarItem {
    var item = self
    if item.notes?.isEmpty == true { item.notes = nil }
    if item.location?.isEmpty == true { item.location = nil }
    if item.url?.isEmpty == true { item.url = nil }
    item.classification = item.classification.flatMap { $0.isEmpty ? nil : $0.uppercased() }
    if item.priority == 0 { item.priority = nil }
    item.categories.removeAll(where: \.isEmpty)
    let isDone = item.completed != nil || item.percent == 100
    if item.kind == .reminder, item.status == nil, isDone { item.status = .completed }
    for index in item.alarms.indices { item.alarms[index].repeats = nil }
    return item
  }
}

extension PropertyValue {
  /// The value with each time as an instant and each length in its written form.
  fileprivate func settled(_ zones: ExactDictionary<Zone>) -> PropertyValue {
    switch self {
    case .date(.day(let day), _): .date(.day(day), .floating)  // a day has no time zone
    case .futureFrom(.day(let day), _): .futureFrom(.day(day), .floating)
    case .date(.moment(let moment), .zone(let name)):
      zones[name].map { .instant($0.instant(of: moment)) } ?? self
    case .futureFrom(.moment(let moment), .zone(let name)):
      zones[name].map { .instant($0.instant(of: moment)) } ?? self
    case .span(let span): .text(span.duration)
    case .trigger(let span, let anchor): .word(span.duration + anchor.rawValue)
    case .alarm(let alarm, _): alarm.trigger.value.settled(zones)
    default: self
    }
  }
}
