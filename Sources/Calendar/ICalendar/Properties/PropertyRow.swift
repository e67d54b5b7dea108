import CalendarItems

/// A row of the property table: properties, the fields of an item that they hold, and the conversion in both
/// directions.
///
/// Most rows have one property. Properties that depend on each other, such as DTSTART, DUE and DURATION, are one row.
/// It is a class, so that walking the table for each item copies no row.
final class PropertyRow: Sendable {
  /// Writes the values of an item.
  typealias Writer = @Sendable (ComponentSource, PropertyValues.Taker) -> Void
  /// Reads the lines of a component that has one of the properties into an item.
  typealias Reader = @Sendable (inout ItemDecoder, inout CalendarItem) -> Void
  /// Writes the changes of an item into the lines of its component.
  typealias Patcher = @Sendable (inout ItemPatch) -> Void

  /// The properties, in the order in which they are written.
  let names: [PropertyName]
  /// The same properties as a set.
  let properties: PropertySet
  /// The fields that they hold.
  let fields: [ItemField]
  /// The kind of item with these properties; nil for both kinds.
  let kind: CalendarItem.Kind?
  /// True if a change of them increments SEQUENCE (RFC 5545, section 3.8.7.4).
  let makesVersion: Bool
  let write: Writer
  let read: Reader
  /// The function that changes them; nil if each property has one line, which is set or removed.
  let patch: Patcher?

  init(
    _ names: [PropertyName], of fields: [ItemField], only kind: CalendarItem.Kind? = nil,
    makesVersion: Bool = false, write: @escaping Writer, read: @escaping Reader,
    patch: Patcher? = nil
  ) {
    self.names = names
    properties = PropertySet(names)
    self.fields = fields
    self.kind = kind
    self.makesVersion = makesVersion
    self.write = write
    self.read = read
    self.patch = patch
  }

  /// True if an item of a kind can have the properties.
  func concerns(_ kind: CalendarItem.Kind) -> Bool { self.kind.map { $0 == kind } ?? true }

  /// Writes the values of an item.
  func values(of source: ComponentSource) -> PropertyValues {
    PropertyValues { add in
      if concerns(source.item.kind) { write(source, add) }
    }
  }
}

extension PropertyRow {
  /// Creates a row for one property with one value.
  static func one(
    _ name: PropertyName, of field: ItemField, only kind: CalendarItem.Kind? = nil,
    makesVersion: Bool = false, write: @escaping @Sendable (CalendarItem) -> PropertyValue?,
    read: @escaping Reader
  ) -> PropertyRow {
    PropertyRow(
      [name], of: [field], only: kind, makesVersion: makesVersion,
      write: { source, add in add(name, write(source.item)) }, read: read)
  }

  /// Creates a row for a detail.
  static func detail(
    _ detail: ItemDetail, as name: PropertyName,
    write: @escaping @Sendable (ItemDetail.Value) -> PropertyValue?,
    read: @escaping @Sendable (inout ItemDecoder) -> ItemDetail.Value?
  ) -> PropertyRow {
    one(name, of: .detail(detail), write: { $0[detail].flatMap(write) }) { decoder, item in
      item[detail] = read(&decoder)
    }
  }
}
