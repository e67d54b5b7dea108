/// An outline that can be queried: items with a kind, attributes and a parent, numbered from 0 in their order.
///
/// A parent has a smaller number than its children, and all items below an item follow it without a gap.
public protocol QueryOutline {
  /// An attribute, looked up by name once for a query.
  associatedtype Attribute

  /// The number of items.
  var count: Int { get }
  /// True if a year in a date may have two digits.
  var allowsShortYears: Bool { get }

  /// The parent of an item; nil at the root.
  func parent(of item: Int) -> Int?
  /// The kind of an item.
  func kind(of item: Int) -> QueryKind
  /// The attribute with a name, which has no `@`.
  func attribute(named name: String) -> Attribute
  /// The value of an attribute; nil if the item does not have it, empty if it has no text.
  func value(of attribute: Attribute, at item: Int) -> String?
  /// The number of a group of items that share the value of an attribute; nil if no group is known.
  func group(of attribute: Attribute, at item: Int) -> Int?
}

extension QueryOutline {
  /// Returns nil: no group is known.
  public func group(of attribute: Attribute, at item: Int) -> Int? { nil }
}
