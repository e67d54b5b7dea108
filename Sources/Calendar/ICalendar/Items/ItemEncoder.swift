public import CalendarItems
public import ExactText
public import TaskDates

/// How items are written as components.
public struct EncodingOptions: Hashable, Sendable {
  /// How a repeating reminder without a beginning of its own is anchored.
  public var recurringDue: ReminderDates.RecurringDue
  /// True to write values for which RFC 5545 has no property.
  ///
  /// These are how long a to-do takes, and its repetition after completion. In a feed only the hints
  /// have them.
  public var writesAll: Bool

  /// Creates options.
  public init(recurringDue: ReminderDates.RecurringDue = .equal, writesAll: Bool = true) {
    self.recurringDue = recurringDue
    self.writesAll = writesAll
  }
}

/// Writes items as components, new ones from nothing but their values.
///
/// It writes the rows of the property table, in order. libical builds the component, value by value,
/// and our own `ContentLineWriter` writes its lines.
public struct ItemEncoder: Sendable {
  let options: EncodingOptions
  private let zones: ExactDictionary<Zone>

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - options: How items are written.
  ///   - zones: The zones that items are anchored in, by name; a zone that is not here cannot be counted
  ///     in, and an UNTIL in it stays a reading of its clock.
  public init(options: EncodingOptions = EncodingOptions(), zones: ExactDictionary<Zone>) {
    self.options = options
    self.zones = zones
  }

  /// The lines of an item's component, `BEGIN` to `END`; empty where libical has no memory left.
  public func lines(of item: CalendarItem) -> [UInt8] {
    var writer = ContentLineWriter(capacity: 640)
    Libical.locked { write(item, to: &writer) }
    return writer.bytes
  }

  private func write(_ item: CalendarItem, to writer: inout ContentLineWriter) {
    guard let component = ComponentHandle(item.kind == .reminder ? .reminder : .event) else {
      return
    }
    let source = source(of: item)
    for row in PropertyRows.all where row.concerns(item.kind) {
      row.write(source) { component.add($0, $1) }
    }
    component.write(to: &writer)
  }

  /// Only what repeats is counted in its zone.
  private func source(of item: CalendarItem) -> ComponentSource {
    let zone = item.recurs ? item.anchor.zoneName.flatMap { zones[$0] } : nil
    return ComponentSource(
      item, ComponentForm(recurringDue: options.recurringDue, zone: zone),
      writesAll: options.writesAll)
  }
}
