/// What can be asked: items with a kind, attributes and a parent, numbered from 0 in their order.
///
/// A parent has a smaller number than its children, and all below an item follow it without a gap.
public protocol QueryOutline {
  /// An attribute by name, looked up once for a query.
  associatedtype Attribute

  /// How many items there are.
  var count: Int { get }
  /// True if a year in a date may have two digits.
  var allowsShortYears: Bool { get }

  /// The item that owns this one, nil at the root.
  func parent(of item: Int) -> Int?
  /// What an item is.
  func kind(of item: Int) -> QueryKind
  /// The attribute of a name, without the `@`.
  func attribute(named name: String) -> Attribute
  /// What an attribute says of an item; nil where the item has none, empty where it says nothing.
  func value(of attribute: Attribute, at item: Int) -> String?
  /// A number that items have in common of which an attribute says the same; nil where that is not known.
  func group(of attribute: Attribute, at item: Int) -> Int?
}

extension QueryOutline {
  /// Nothing is known.
  public func group(of attribute: Attribute, at item: Int) -> Int? { nil }
}
