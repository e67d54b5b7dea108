public import CalendarItems

/// An item as it was read, and what its component says besides.
///
/// Every line of the component is understood, kept or refused; all of them stay in the file.
public struct ItemReading: Sendable {
  /// The item; its `original` is the component.
  public let item: CalendarItem
  /// The component, as an index into the file's.
  public let component: Int
  /// The VCALENDAR that it stands in, as an index; nil for none.
  public let calendar: Int?
  /// The component of each of the item's alarms.
  public let alarms: [Int]
  /// Lines that nothing is made of, as indices into the file's: other programs' properties, parts of
  /// other components, all that a person cannot see in an item.
  public let kept: [Int]
  /// Lines whose value cannot be what it should be, as indices into the file's.
  public let refused: [Int]
}
