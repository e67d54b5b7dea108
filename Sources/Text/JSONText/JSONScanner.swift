/// Finds the values of a text in one pass, without recursion.
struct JSONScanner {
  var nodes: [JSONText.Node] = []
  private let depthLimit: Int
  private var index = 0
  /// The numbers of the arrays and objects that are open.
  private var open: [Int] = []

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// What the grammar allows next.
  private enum State {
    case value
    /// A value or the end of an empty array.
    case firstElement
    case key
    /// A key or the end of an empty object.
    case firstKey
    case afterValue
  }

  mutating func scan(_ bytes: Span<UInt8>) throws(JSONError) {
    var state = State.value
    repeat {
      skipBlanks(bytes)
      guard index < bytes.count else { throw JSONError(.incomplete, at: index) }
      state = try step(bytes, state)
    } while state != .afterValue || !open.isEmpty
    skipBlanks(bytes)
    guard index == bytes.count else { throw JSONError(.trailing, at: index) }
  }

  private mutating func step(_ bytes: Span<UInt8>, _ state: State) throws(JSONError) -> State {
    let byte = bytes[index]
    switch state {
    case .firstElement where byte == UInt8(ascii: "]"), .firstKey where byte == UInt8(ascii: "}"):
      close()
      return .afterValue
    case .value, .firstElement: return try value(bytes)
    case .key, .firstKey:
      try key(bytes)
      return .value
    case .afterValue: return try separator(bytes)
    }
  }

  // MARK: Arrays and objects

  private mutating func separator(_ bytes: Span<UInt8>) throws(JSONError) -> State {
    guard let container = open.last else { throw JSONError(.trailing, at: index) }
    let isObject = nodes[container].kind == .object
    switch bytes[index] {
    case UInt8(ascii: ","):
      index += 1
      return isObject ? .key : .value
    case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
      close()
      return .afterValue
    default: throw JSONError(.unexpected, at: index)
    }
  }

  private mutating func open(_ kind: JSONView.Kind) throws(JSONError) -> State {
    guard open.count < depthLimit else { throw JSONError(.tooDeep, at: index) }
    open.append(nodes.count)
    add(kind, from: index, to: index)
    index += 1
    return kind == .object ? .firstKey : .firstElement
  }

  private mutating func close() {
    index += 1
    guard let container = open.popLast() else { return }
    nodes[container].end = UInt32(truncatingIfNeeded: index)
    nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func key(_ bytes: Span<UInt8>) throws(JSONError) {
    guard bytes[index] == UInt8(ascii: "\"") else { throw JSONError(.unexpected, at: index) }
    try string(bytes)
    skipBlanks(bytes)
    guard index < bytes.count else { throw JSONError(.incomplete, at: index) }
    guard bytes[index] == UInt8(ascii: ":") else { throw JSONError(.unexpected, at: index) }
    index += 1
  }

  // MARK: Values

  private mutating func value(_ bytes: Span<UInt8>) throws(JSONError) -> State {
    switch bytes[index] {
    case UInt8(ascii: "{"): return try open(.object)
    case UInt8(ascii: "["): return try open(.array)
    case UInt8(ascii: "\""): try string(bytes)
    case UInt8(ascii: "t"): try word("true", .boolean, bytes)
    case UInt8(ascii: "f"): try word("false", .boolean, bytes)
    case UInt8(ascii: "n"): try word("null", .null, bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(bytes)
    default: throw JSONError(.unexpected, at: index)
    }
    return .afterValue
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONView.Kind, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    let start = index
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    for letter in letters {
      guard index < bytes.count else { throw JSONError(.incomplete, at: index) }
      guard bytes[index] == letter else { throw JSONError(.unexpected, at: index) }
      index += 1
    }
    add(kind, from: start, to: index)
  }

  private mutating func number(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = index
    var hasFraction = false
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = peek(bytes)
    let count = try digits(bytes)
    if first == UInt8(ascii: "0"), count > 1 { throw JSONError(.badNumber, at: start) }
    if peek(bytes) == UInt8(ascii: ".") {
      index += 1
      hasFraction = true
      _ = try digits(bytes)
    }
    if peek(bytes) | 0x20 == UInt8(ascii: "e") {
      index += 1
      hasFraction = true
      if peek(bytes) == UInt8(ascii: "+") || peek(bytes) == UInt8(ascii: "-") { index += 1 }
      _ = try digits(bytes)
    }
    add(.number, from: start, to: index, isSpecial: hasFraction)
  }

  /// Reads one digit or more, and returns their number.
  private mutating func digits(_ bytes: Span<UInt8>) throws(JSONError) -> Int {
    let start = index
    while peek(bytes) &- 0x30 < 10 { index += 1 }
    guard index > start else {
      throw JSONError(index < bytes.count ? .badNumber : .incomplete, at: index)
    }
    return index - start
  }

  /// Reads a string; its node has the range between the quotation marks.
  private mutating func string(_ bytes: Span<UInt8>) throws(JSONError) {
    index += 1
    let start = index
    var isSpecial = false
    while true {
      index = JSONStrings.plainEnd(bytes, from: index)
      guard index < bytes.count else { throw JSONError(.incomplete, at: index) }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isSpecial = true
        index = try JSONStrings.escapeEnd(bytes, from: index)
      } else if byte < 0x20 {
        throw JSONError(.badString, at: index)
      } else {
        let length = JSONStrings.sequenceLength(bytes, at: index)
        guard length > 0 else { throw JSONError(.notUTF8, at: index) }
        index += length
      }
    }
    add(.string, from: start, to: index, isSpecial: isSpecial)
    index += 1
  }

  private mutating func add(
    _ kind: JSONView.Kind, from start: Int, to end: Int, isSpecial: Bool = false
  ) {
    nodes.append(
      JSONText.Node(
        kind: kind, isSpecial: isSpecial, start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end), next: UInt32(truncatingIfNeeded: nodes.count + 1)))
  }

  private func peek(_ bytes: Span<UInt8>) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }
}
