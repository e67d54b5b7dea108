import CalendarItems

/// A row of the property table: properties, the fields of an item that they hold, and the conversion in both
/// directions.
///
/// Most rows have one property. Properties that depend on each other, such as DTSTART, DUE and DURATION, are one row.
/// A row is a type without instances, so that threads that walk the table count no references to the same objects, for
/// which they would wait for each other.
protocol PropertyRow {
  /// The properties, in the order in which they are written.
  static var names: [PropertyName] { get }
  /// The fields that they hold.
  static var fields: [ItemField] { get }
  /// The kind of item with these properties; nil for both kinds.
  static var kind: CalendarItem.Kind? { get }
  /// True if a change of them increments SEQUENCE (RFC 5545, section 3.8.7.4).
  static var makesVersion: Bool { get }

  /// Writes the values of an item.
  static func write(_ source: ComponentSource, to add: PropertyValues.Taker)

  /// Reads the lines of a component that has one of the properties into an item.
  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem)

  /// Writes the changes of an item into the lines of its component.
  static func patch(_ patch: inout ItemPatch)
}

extension PropertyRow {
  static var kind: CalendarItem.Kind? { nil }
  static var makesVersion: Bool { false }

  /// Sets or removes the line of each property.
  static func patch(_ patch: inout ItemPatch) { patch.writeLines(of: self) }

  /// True if an item of a kind can have the properties.
  static func concerns(_ kind: CalendarItem.Kind) -> Bool { self.kind.map { $0 == kind } ?? true }

  /// The values of an item.
  static func values(of source: ComponentSource) -> PropertyValues {
    PropertyValues { add in
      if concerns(source.item.kind) { write(source, to: add) }
    }
  }
}

/// A row for one property with one value.
protocol SinglePropertyRow: PropertyRow {
  static var name: PropertyName { get }
  static var field: ItemField { get }

  /// The value of an item; nil for none.
  static func value(of item: CalendarItem) -> PropertyValue?
}

extension SinglePropertyRow {
  static var names: [PropertyName] { [name] }
  static var fields: [ItemField] { [field] }

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    add(name, value(of: source.item))
  }
}

/// A row for a detail.
protocol DetailRow: SinglePropertyRow {
  static var detail: ItemDetail { get }

  static func value(of detail: ItemDetail.Value) -> PropertyValue?
  static func detail(of decoder: inout ItemDecoder) -> ItemDetail.Value?
}

extension DetailRow {
  static var field: ItemField { .detail(detail) }

  static func value(of item: CalendarItem) -> PropertyValue? { item[detail].flatMap(value) }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    item[detail] = detail(of: &decoder)
  }
}

/// A row for a detail that is a text.
protocol TextDetailRow: DetailRow {
  static func value(of text: String) -> PropertyValue
  static func text(of decoder: inout ItemDecoder) -> String?
}

extension TextDetailRow {
  static func value(of detail: ItemDetail.Value) -> PropertyValue? { detail.text.map(value) }

  static func detail(of decoder: inout ItemDecoder) -> ItemDetail.Value? {
    text(of: &decoder).map { .text($0) }
  }
}
