/// A value of a TOML file, of a type that configurations use.
public indirect enum TOMLValue: Hashable, Sendable {
  /// A string.
  case string(String)
  /// An integer.
  case integer(Int)
  /// `true` or `false`.
  case boolean(Bool)
  /// An array of values, each with its place.
  case array([TOMLElement])

  /// The name of the value's type with its article, for messages.
  public var kind: String {
    switch self {
    case .string: "a text"
    case .integer: "a number"
    case .boolean: "true or false"
    case .array: "a list"
    }
  }
}

/// A value and its place.
public struct TOMLElement: Hashable, Sendable {
  /// The value.
  public let value: TOMLValue
  /// The offset of its first byte, from 0.
  public let offset: Int
}

/// A key and its place.
public struct TOMLKey: Hashable, Sendable {
  /// The key without its quotes.
  public let text: String
  /// The offset of its first byte, from 0.
  public let offset: Int
}

/// A key with its value, wherever its table is in the file.
public struct TOMLEntry: Hashable, Sendable {
  /// The keys that lead to the value, beginning with those of its table; never empty.
  public let path: [TOMLKey]
  /// The value.
  public let element: TOMLElement

  /// The texts of the keys in the path.
  public var words: [String] { path.map(\.text) }
}
