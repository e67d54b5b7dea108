import ExactText
import TaskDates

/// How exactly two items are compared.
public enum Likeness: Hashable, Sendable {
  /// Each field as it is written.
  case exact
  /// What each field means, as far as stores keep it: PT24H is P1D, a DTEND is a DURATION.
  ///
  /// UIDs, stamps and hints do not count: each store has its own.
  case store
  /// The fields that a line shows, but not the notes below it. UIDs, stamps and hints do not count.
  case line

  /// The fields that count.
  var fields: [ItemField] {
    switch self {
    case .exact: ItemField.allCases
    case .store: Self.storeFields
    case .line: Self.lineFields
    }
  }

  private static let storeFields = ItemField.allCases.filter {
    [.core(.kind), .core(.occurrence)].contains($0) || ItemPart($0) != nil
  }
  private static let lineFields = ItemField.allCases.filter {
    ![.core(.uid), .core(.revision), .core(.hints), .core(.notes)].contains($0)
  }
}

extension CalendarItem {
  /// True if two items are equal; their original texts do not count.
  ///
  /// ```swift
  /// edited.isEqual(to: item)                  // every field
  /// received.isEqual(to: item, under: .store)  // every field that the store keeps, whatever its form
  /// ```
  public func isEqual(to other: CalendarItem, under likeness: Likeness = .exact) -> Bool {
    likeness.fields.allSatisfy { !differs(from: other, in: $0, under: likeness) }
  }

  /// The fields in which this item differs from another, in the order of `ItemField.allCases`.
  public func difference(
    from other: CalendarItem, under likeness: Likeness = .exact
  ) -> [ItemField] {
    likeness.fields.filter { differs(from: other, in: $0, under: likeness) }
  }

  /// True if a field has another value than in another item.
  public func differs(
    from other: CalendarItem, in field: ItemField, under likeness: Likeness
  ) -> Bool {
    likeness == .store ? meansOther(than: other, in: field) : differs(from: other, in: field)
  }
}

/// Values that programs write in another form: PT24H comes back as P1D, DTEND as DURATION, and a rule with the weekday of its
/// first date.
extension CalendarItem {
  /// True if a field means something else than in another item, however both are written.
  func meansOther(than other: CalendarItem, in field: ItemField) -> Bool {
    switch field {
    case .core(.alarms):
      alarms.count != other.alarms.count
        || !zip(alarms, other.alarms).allSatisfy { $0.means($1) }
    case .core(.when): withEnd.when != other.withEnd.when
    case .core(.recurrence): plainRecurrence != other.plainRecurrence
    case .core(.status): plainStatus != other.plainStatus
    case .core(.percent): percent ?? 0 != other.percent ?? 0
    case .core(.categories): categories.sorted() != other.categories.sorted()
    case .detail(.estimate):
      withEnd.estimate?.nominalSeconds != other.withEnd.estimate?.nominalSeconds
    case .detail(.classification): plainClass != other.plainClass
    default: differs(from: other, in: field)
    }
  }

  /// The status; nil for the one that an item has without any.
  private var plainStatus: Status? {
    status == (kind == .event ? .confirmed : .needsAction) ? nil : status
  }

  /// The class; nil for the one that an item has without any.
  private var plainClass: String? {
    classification?.uppercased() == "PUBLIC" ? nil : classification
  }

  /// The recurrence without the parts of its rules that the first date has anyway.
  private var plainRecurrence: Recurrence? {
    guard var plain = recurrence, let first = seriesDate?.firstDay else { return recurrence }
    plain.rules = plain.rules.map { $0.withoutParts(of: first) }
    return plain
  }
}

/// A DURATION of an event, which is its estimate, means the same as a DTEND.
extension CalendarItem {
  /// The event with its length in its dates; any other item as it is.
  package var withEnd: CalendarItem {
    guard kind == .event, case .dateTime(let start)? = when,
      let length = estimate?.nominalSeconds, length > 0,
      let end = start.advanced(bySeconds: length)
    else { return self }
    var item = self
    (item.when, item.estimate) = (.beginEndDate(start, end), nil)
    return item
  }

  /// The event with its length as its estimate if another has it there; any other item as it is.
  package func withLength(like other: CalendarItem) -> CalendarItem {
    guard kind == .event, estimate == nil, case .beginEndDate(let start, let end)? = when,
      case .beginEndDate(let first, let last)? = other.withEnd.when, let length = other.estimate,
      other.when != other.withEnd.when
    else { return self }
    let (now, before) = (
      end.secondNumber - start.secondNumber, last.secondNumber - first.secondNumber
    )
    var item = self
    item.when = .dateTime(start)
    item.estimate = now == before ? length : TimeSpan(seconds: now)
    return item
  }
}

extension Alarm {
  /// True if two alarms go off at the same times, however their lengths are written.
  func means(_ other: Alarm) -> Bool { inSeconds == other.inSeconds }

  /// The alarm with its lengths in seconds.
  private var inSeconds: Alarm {
    var alarm = self
    if case .relative(let span, let anchor) = trigger {
      alarm.trigger = .relative(TimeSpan(seconds: span.nominalSeconds), from: anchor)
    }
    if let repeats {
      alarm.repeats = Repeats(
        count: repeats.count, interval: TimeSpan(seconds: repeats.interval.nominalSeconds))
    }
    return alarm
  }
}
