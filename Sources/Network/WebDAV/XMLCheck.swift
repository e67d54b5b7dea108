import ExactText

/// Checks the outer form of a document in one pass before a parser sees it.
///
/// An XML parser needs time that grows with the square of an element's attributes, and entities of a
/// document type grow without bound. So the check refuses a document that is not in UTF-8, has a
/// document type, or has more of something than any calendar server sends. It reads the same bytes as
/// the parser.
package struct XMLCheck {
  /// The most levels of nested elements.
  static let deepest = 64
  /// The most attributes of one element and of all open elements; namespace declarations count too.
  static let attributes = (ofElement: 64, ofOpen: 256)
  /// The most bytes of a start or end tag.
  static let longestTag = 64 << 10
  /// The most bytes of a name.
  static let longestName = 1024
  /// The most elements inside one child of the root, which describes one resource.
  static let elements = 10_000
  /// The maximum number of `&` that do not begin a reference; some servers write a few in names.
  static let bareAmpersands = 10_000

  private var rest: Slice<UnsafeBufferPointer<UInt8>>
  /// How many attributes each open element has.
  private var open: [Int] = []
  private var attributesOfOpen = 0
  private var elementsOfResource = 0

  /// True if a parser may read a document.
  package static func isSound(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var shape = XMLCheck(rest: buffer[...])
      return shape.hasSoundBeginning() && shape.hasFewBareAmpersands() && shape.isSound()
    }
  }

  private init(rest: Slice<UnsafeBufferPointer<UInt8>>) { self.rest = rest }

  // MARK: Encoding

  /// Reads a byte order mark and the declaration; false if the text is not in UTF-8.
  ///
  /// UTF-16, UTF-32 and EBCDIC do not begin with a mark, white space or a bracket, or contain a zero byte.
  private mutating func hasSoundBeginning() -> Bool {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    guard !rest.contains(0), String(validating: rest, as: UTF8.self) != nil else { return false }
    guard rest.starts(with: "<?xml".utf8) else { return true }
    guard let declaration = taken(until: "?>") else { return false }
    return XMLDeclaration(declaration)?.isUTF8 ?? false
  }

  // MARK: Content

  private func hasFewBareAmpersands() -> Bool {
    var count = 0
    for (byte, next) in zip(rest, rest.dropFirst()) where byte == UInt8(ascii: "&") {
      guard next != UInt8(ascii: "#"), !Self.isOfName(next) else { continue }
      count += 1
      if count > Self.bareAmpersands { return false }
    }
    return true
  }

  private mutating func isSound() -> Bool {
    while let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[bracket...]
      guard takeMarkup() else { return false }
    }
    return true
  }

  /// Reads the markup that begins with a bracket; false if it is refused.
  private mutating func takeMarkup() -> Bool {
    switch rest.dropFirst().first {
    case UInt8(ascii: "!"): takeCommentOrBlock()
    case UInt8(ascii: "?"): takeInstruction()
    case UInt8(ascii: "/"): takeEnd()
    default: takeBegin()
    }
  }

  /// Reads a comment or a CDATA block; any other `<!` is a declaration.
  private mutating func takeCommentOrBlock() -> Bool {
    if rest.starts(with: "<!--".utf8) {
      rest = rest.dropFirst(4)
      return taken(until: "-->") != nil
    }
    return rest.starts(with: "<![CDATA[".utf8) && taken(until: "]]>") != nil
  }

  /// Reads an instruction; an XML declaration is allowed only at the very beginning.
  private mutating func takeInstruction() -> Bool {
    let name = rest.dropFirst(2).prefix(4).map { $0 | 0x20 }
    guard !name.starts(with: "xml".utf8) || name.count == 4 && Self.isOfName(name[3]) else {
      return false
    }
    // Only instructions with data mean something.
    guard let instruction = taken(until: "?>") else { return false }
    let data = instruction.drop { !Self.isBlank($0) }
    return data.contains { !Self.isBlank($0) }
  }

  /// True for white space of XML.
  package static func isBlank(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

  private mutating func takeEnd() -> Bool {
    let tag = rest.prefix(Self.longestName + 8)
    guard let end = tag.firstIndex(of: UInt8(ascii: ">")), let ended = open.popLast() else {
      return false
    }
    rest = rest[(end + 1)...]
    attributesOfOpen -= ended
    return true
  }

  private mutating func takeBegin() -> Bool {
    guard let tag = XMLTag(rest.prefix(Self.longestTag)) else { return false }
    rest = rest.dropFirst(tag.length)
    if open.count <= 1 { elementsOfResource = 0 }
    elementsOfResource += 1
    guard elementsOfResource <= Self.elements, open.count < Self.deepest,
      tag.attributes <= Self.attributes.ofElement,
      attributesOfOpen + tag.attributes <= Self.attributes.ofOpen
    else { return false }
    if !tag.isEmpty {
      open.append(tag.attributes)
      attributesOfOpen += tag.attributes
    }
    return true
  }

  /// Reads up to the end of a text and returns what comes before it; nil if it is missing.
  private mutating func taken(until text: String) -> Slice<UnsafeBufferPointer<UInt8>>? {
    var searched = rest
    while let start = searched.firstIndex(where: { $0 == text.utf8.first }) {
      searched = searched[start...]
      if searched.starts(with: text.utf8) {
        defer { rest = searched.dropFirst(text.utf8.count) }
        return rest[..<start]
      }
      searched = searched.dropFirst()
    }
    return nil
  }

  /// True for a byte that a name can contain.
  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }
}

/// A start tag, from its opening bracket to the closing one.
private struct XMLTag {
  private(set) var length = 1
  private(set) var attributes = 0
  /// True for `<a/>`, which has no end tag.
  private(set) var isEmpty = false

  /// Reads a tag; nil if it does not end or has a name that is too long.
  init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var quote: UInt8?
    var nameLength = 0
    var previous: UInt8 = 0
    for byte in bytes.dropFirst() {
      length += 1
      if let open = quote {
        if byte == open { quote = nil }
        // XML forbids it.
        if byte == UInt8(ascii: "<") { return nil }
        continue
      }
      switch byte {
      case UInt8(ascii: ">"):
        isEmpty = previous == UInt8(ascii: "/")
        return
      case UInt8(ascii: "<"): return nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "="): attributes += 1
      default: break
      }
      nameLength = XMLCheck.isOfName(byte) ? nameLength + 1 : 0
      if nameLength > XMLCheck.longestName { return nil }
      previous = byte
    }
    return nil
  }
}

/// The values of `<?xml version="1.0" encoding="utf-8"?>`.
private struct XMLDeclaration {
  private var values: ExactDictionary<String> = [:]

  /// Reads names with values in quotes, separated by white space; nil for anything else.
  init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    guard bytes.count <= 200 else { return nil }
    var rest = String(decoding: bytes, as: UTF8.self).dropFirst(5)
    while true {
      let blanks = rest.prefix(while: Self.isBlank)
      rest = rest.dropFirst(blanks.count)
      guard !rest.isEmpty else { return }
      guard !blanks.isEmpty, let (name, value) = Self.pair(&rest), values[name] == nil else {
        return nil
      }
      values[name] = value
    }
  }

  private static func isBlank(_ character: Character) -> Bool {
    [" ", "\t", "\r", "\n", "\r\n"].contains(character)
  }

  private static func pair(_ rest: inout Substring) -> (String, String)? {
    let name = rest.prefix { $0.isASCII && $0.isLowercase }
    rest = rest.dropFirst(name.count).drop(while: isBlank)
    guard rest.first == "=", let quote = rest.dropFirst().drop(while: isBlank).first,
      quote == "\"" || quote == "'"
    else { return nil }
    rest = rest.dropFirst().drop(while: isBlank).dropFirst()
    let value = rest.prefix { $0 != quote }
    rest = rest.dropFirst(value.count)
    guard rest.popFirst() != nil else { return nil }
    return (String(name), String(value))
  }

  /// True if it names UTF-8, a subset of it, or no encoding.
  var isUTF8: Bool {
    guard let encoding = values["encoding"]?.lowercased() else { return true }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding)
  }
}
