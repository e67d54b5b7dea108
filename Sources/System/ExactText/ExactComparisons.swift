// A file that imports `ExactText` compares its texts as bytes: the compiler prefers these operators and
// methods to those of the standard library, even in the `==` that it writes for a struct or an enum. The
// standard library compares the keys of dictionaries and sets itself: use `ExactDictionary` and `ExactSet`.

extension String {
  /// True if both have the same bytes.
  public static func == (left: String, right: String) -> Bool { left.hasBytes(of: right) }

  /// True if the bytes differ.
  public static func != (left: String, right: String) -> Bool { !left.hasBytes(of: right) }

  /// True if the bytes of the left text come first.
  public static func < (left: String, right: String) -> Bool { left.order(beside: right) < 0 }

  /// True if the bytes of the right text come first.
  public static func > (left: String, right: String) -> Bool { left.order(beside: right) > 0 }
}

// Without these the compiler uses the standard library's == if one side is a literal.
extension String {
  /// True if there is a text, and it has the same bytes.
  public static func == (left: String?, right: String) -> Bool {
    left.map { $0.hasBytes(of: right) } ?? false
  }

  /// True if there is a text, and it has the same bytes.
  public static func == (left: String, right: String?) -> Bool { right == left }

  /// True if there is no text, or its bytes differ.
  public static func != (left: String?, right: String) -> Bool { !(left == right) }

  /// True if there is no text, or its bytes differ.
  public static func != (left: String, right: String?) -> Bool { !(right == left) }
}

/// True if a `case` of a `switch` has the same bytes.
public func ~= (pattern: String, text: String) -> Bool { pattern.hasBytes(of: text) }

/// True if there is a text, and a `case` of a `switch` has the same bytes.
public func ~= (pattern: String, text: String?) -> Bool { text == pattern }

extension Substring {
  /// True if both have the same bytes.
  public static func == (left: Substring, right: Substring) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// True if the bytes differ.
  public static func != (left: Substring, right: Substring) -> Bool {
    !left.utf8.elementsEqual(right.utf8)
  }
}

extension Optional where Wrapped == String {
  /// True if both are nil, or have the same bytes.
  public static func == (left: String?, right: String?) -> Bool {
    left.map(ExactString.init) == right.map(ExactString.init)
  }

  /// True if one of the two is nil, or the bytes differ.
  public static func != (left: String?, right: String?) -> Bool { !(left == right) }
}

extension Array where Element == String {
  /// True if both have texts of the same bytes, in the same order.
  public static func == (left: [String], right: [String]) -> Bool {
    left.elementsEqual(right) { $0.hasBytes(of: $1) }
  }

  /// True if some text differs.
  public static func != (left: [String], right: [String]) -> Bool { !(left == right) }
}

extension Array where Element == String? {
  /// True if both have texts of the same bytes, or none, in the same order.
  public static func == (left: [String?], right: [String?]) -> Bool {
    left.elementsEqual(right) { $0 == $1 }
  }

  /// True if some text differs.
  public static func != (left: [String?], right: [String?]) -> Bool { !(left == right) }
}

extension Optional where Wrapped == [String] {
  /// True if both are nil, or have texts of the same bytes.
  public static func == (left: [String]?, right: [String]?) -> Bool {
    left?.map(ExactString.init) == right?.map(ExactString.init)
  }

  /// True if one of the two is nil, or some text differs.
  public static func != (left: [String]?, right: [String]?) -> Bool { !(left == right) }
}

extension Sequence where Element == String {
  /// True if a text of these bytes is among them.
  @inlinable
  public func contains(_ text: String) -> Bool { contains { $0.hasBytes(of: text) } }

  /// The texts in the order of their bytes.
  @inlinable
  public func sorted() -> [String] { sorted { $0.order(beside: $1) < 0 } }
}

extension Collection where Element == String {
  /// The index of the first text with these bytes.
  @inlinable
  public func firstIndex(of text: String) -> Index? { firstIndex { $0.hasBytes(of: text) } }
}

// Without these the compiler would search all elements of a set or of keys, as above.
extension Set where Element == String {
  /// True if a text is in the set, compared by the set itself.
  public func contains(_ text: String) -> Bool { isMember(text, of: self) }

  /// The index of a text in the set, compared by the set itself.
  public func firstIndex(of text: String) -> Index? { place(of: text, in: self) }
}

extension Dictionary.Keys where Key == String {
  /// True if a text is a key, compared by the dictionary itself.
  public func contains(_ text: String) -> Bool { isMember(text, of: self) }

  /// The index of a key, compared by the dictionary itself.
  public func firstIndex(of text: String) -> Index? { place(of: text, in: self) }
}

// The elements are generic here, so these call the standard library's methods, which look up a hash.
private func isMember<All: Collection>(_ one: All.Element, of all: All) -> Bool
where All.Element: Equatable {
  all.contains(one)
}

private func place<All: Collection>(of one: All.Element, in all: All) -> All.Index?
where All.Element: Equatable {
  all.firstIndex(of: one)
}
