import FoundationEssentials

/// JSON as duecal prints it: one document, indented, its keys in alphabetical order, a line feed at
/// its end.
enum JSONText {
  static func document(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}

/// A value that is `null` where there is none; a key is always there.
struct Nullable<Value: Encodable>: Encodable {
  let value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

/// A tag as JSON has it.
struct TagJSON: Encodable {
  let name: String
  let value: Nullable<String>
}
