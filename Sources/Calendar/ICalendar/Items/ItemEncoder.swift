public import CalendarItems
public import ExactText
public import TaskDates

/// The options for writing items as components.
public struct EncodingOptions: Hashable, Sendable {
  /// The form of a recurring reminder without a start of its own.
  public var recurringDue: ReminderDates.RecurringDue
  /// True to write values for which RFC 5545 has no property.
  ///
  /// These are the estimate of a to-do, and its repetition after completion. In a feed only the hints have them.
  public var writesAll: Bool

  /// Creates options.
  public init(recurringDue: ReminderDates.RecurringDue = .equal, writesAll: Bool = true) {
    self.recurringDue = recurringDue
    self.writesAll = writesAll
  }
}

/// Writes items as new components.
///
/// It writes the rows of the property table, in order. libical builds the component, value by value, and our own
/// `ContentLineWriter` writes its lines.
public struct ItemEncoder: Sendable {
  let options: EncodingOptions
  private let zones: ExactDictionary<Zone>

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - zones: The zones of the items, by name; without its zone, an UNTIL stays in local time.
  public init(options: EncodingOptions = EncodingOptions(), zones: ExactDictionary<Zone>) {
    self.options = options
    self.zones = zones
  }

  /// The lines of an item's component, `BEGIN` to `END`; empty if libical has no memory left.
  public func lines(of item: CalendarItem) -> [UInt8] {
    var writer = ContentLineWriter(capacity: 640)
    Libical.prepared { write(item, to: &writer) }
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

  /// The source for a component; only a recurring item needs its zone.
  private func source(of item: CalendarItem) -> ComponentSource {
    let zone = item.recurs ? item.anchor.zoneName.flatMap { zones[$0] } : nil
    return ComponentSource(
      item, ComponentForm(recurringDue: options.recurringDue, zone: zone),
      writesAll: options.writesAll)
  }
}
