/// A value of a TOML file: of those that a configuration has a use for.
public indirect enum TOMLValue: Hashable, Sendable {
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// `true` or `false`.
  case boolean(Bool)
  /// A list of values, each with its place.
  case array([TOMLElement])

  /// What the value is called, with its article.
  public var kind: String {
    switch self {
    case .string: "a text"
    case .integer: "a number"
    case .boolean: "true or false"
    case .array: "a list"
    }
  }
}

/// A value, and where it stands.
public struct TOMLElement: Hashable, Sendable {
  /// The value.
  public let value: TOMLValue
  /// Its first byte, from 0.
  public let offset: Int
}

/// A key, and where it stands.
public struct TOMLKey: Hashable, Sendable {
  /// The key without its quotes.
  public let text: String
  /// Its first byte, from 0.
  public let offset: Int
}

/// A key with its value, wherever in the file its table is.
public struct TOMLEntry: Hashable, Sendable {
  /// The keys that lead to the value, those of its table first: never empty.
  public let path: [TOMLKey]
  /// The value.
  public let element: TOMLElement

  /// The words of the path.
  public var words: [String] { path.map(\.text) }
}
