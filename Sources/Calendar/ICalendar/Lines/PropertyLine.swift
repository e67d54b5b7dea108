/// A content line (RFC 5545, section 3.1): name, parameters and value, as ranges of its unfolded bytes.
///
/// Any line can be split; an error in it is its `fault`.
public struct PropertyLine: Sendable {
  /// An error in a line.
  public enum Fault: Hashable, Sendable {
    /// There is no colon, so there is no value.
    case noColon
    /// The name is empty or holds something other than letters, digits and `-`.
    case illegalName
    /// A parameter is not `NAME=value`.
    case illegalParameter
    /// A quotation mark is not closed.
    case openQuote
  }

  /// A parameter; its values are separated by commas, and may be quoted.
  public struct Parameter: Hashable, Sendable {
    /// The name.
    public let name: Range<Int>
    /// All values as written.
    public let values: Range<Int>
  }

  /// The bytes that contain the ranges.
  public let bytes: [UInt8]
  /// The range of the line.
  public let content: Range<Int>
  /// The name as written.
  public private(set) var name: Range<Int>
  /// The parameters, in order.
  public private(set) var parameters: [Parameter] = []
  /// The value as written; empty if there is no colon.
  public private(set) var value: Range<Int>
  /// The error in the line, and its index in `bytes`; nil for a valid line.
  public private(set) var fault: (kind: Fault, at: Int)?

  /// Splits an unfolded line.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, bytes.indices)
  }

  init(_ bytes: [UInt8], _ content: Range<Int>) {
    self.bytes = bytes
    self.content = content
    name = content.lowerBound..<content.lowerBound
    value = content.upperBound..<content.upperBound
    bytes.withUnsafeBufferPointer { takeApart($0) }
  }

  private mutating func takeApart(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = content.lowerBound
    while index < content.upperBound, Self.isNameByte(bytes[index]) { index += 1 }
    name = content.lowerBound..<index
    let isDelimited = index < content.upperBound && (bytes[index] == 0x3A || bytes[index] == 0x3B)
    if name.isEmpty || !isDelimited {
      takeOddName(bytes, from: index)
      index = name.upperBound
    }
    while index < content.upperBound, bytes[index] == 0x3B {
      index = takeParameter(bytes, from: index + 1)
    }
    if index < content.upperBound { value = index + 1..<content.upperBound }
  }

  /// Reads a name with an illegal character up to the next `:` or `;`.
  private mutating func takeOddName(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    var index = start
    while index < content.upperBound, bytes[index] != 0x3A, bytes[index] != 0x3B { index += 1 }
    name = name.lowerBound..<index
    fault = (index == content.upperBound ? .noColon : .illegalName, start)
  }

  /// Reads the parameter after a semicolon, and returns the index after it.
  private mutating func takeParameter(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index < content.upperBound, Self.isNameByte(bytes[index]) { index += 1 }
    let name = start..<index
    guard !name.isEmpty, index < content.upperBound, bytes[index] == UInt8(ascii: "=") else {
      setFault(.illegalParameter, at: start)
      let end = Self.endOfValues(bytes, from: start, to: content.upperBound).end
      if end == content.upperBound { fault = (.noColon, end) }
      parameters.append(Parameter(name: start..<start, values: start..<end))
      return end
    }
    let (end, isClosed) = Self.endOfValues(bytes, from: index + 1, to: content.upperBound)
    if !isClosed { setFault(.openQuote, at: index + 1) }
    if end == content.upperBound { fault = (.noColon, end) }
    parameters.append(Parameter(name: name, values: index + 1..<end))
    return end
  }

  private mutating func setFault(_ kind: Fault, at index: Int) {
    if fault == nil { fault = (kind, index) }
  }

  /// The first `:` or `;` outside of quotation marks.
  ///
  /// An unclosed quotation mark is ignored, because a value must be found.
  private static func endOfValues(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> (end: Int, isClosed: Bool) {
    var index = start
    while index < end, bytes[index] != 0x3A, bytes[index] != 0x3B {
      if bytes[index] == 0x22 {
        guard let close = bytes[(index + 1)..<end].firstIndex(of: 0x22) else {
          let plain = bytes[(index + 1)..<end].firstIndex { $0 == 0x3A || $0 == 0x3B }
          return (plain ?? end, false)
        }
        index = close
      }
      index += 1
    }
    return (index, true)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"): true
    default: false
    }
  }
}

// MARK: - Parts of a line

extension PropertyLine {
  /// The name in capitals.
  public var upperName: String { String(decoding: bytes[name].map(\.upper), as: UTF8.self) }

  /// True if the line has a name, in either case.
  public func isNamed(_ wanted: StaticString) -> Bool { isNamed(wanted, at: name) }

  /// True if a range of the line has a name, in either case.
  func isNamed(_ wanted: StaticString, at range: Range<Int>) -> Bool {
    wanted.utf8CodeUnitCount == range.count && wanted.isSpelled(by: bytes[range])
  }

  /// The value as written; what is not UTF-8 becomes U+FFFD.
  public var valueText: String { String(decoding: bytes[value], as: UTF8.self) }

  /// The first parameter with a name, in either case.
  public func parameter(_ wanted: StaticString) -> Parameter? {
    parameters.first { isNamed(wanted, at: $0.name) }
  }

  /// The values of the parameter with a name, without quotation marks and the escapes of RFC 6868.
  public func values(of wanted: StaticString) -> [String] {
    parameter(wanted).map { values(of: $0) } ?? []
  }

  /// The values of a parameter, without quotation marks and the escapes of RFC 6868.
  public func values(of parameter: Parameter) -> [String] {
    ParameterValues.split(bytes[parameter.values]).map { ParameterValues.text($0) }
  }

  /// The whole value of a parameter as one text, with commas outside of quotation marks, which zone names may contain.
  public func text(of wanted: StaticString) -> String? {
    parameter(wanted).map { values(of: $0).joined(separator: ",") }
  }
}

/// The values of a parameter.
package enum ParameterValues {
  /// The values as written, separated at commas outside of quotation marks.
  package static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isQuoted = false
    for index in bytes.indices {
      if bytes[index] == 0x22 { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ","), !isQuoted {
        pieces.append(bytes[start..<index])
        start = index + 1
      }
    }
    return pieces + [bytes[start...]]
  }

  /// A value without its quotation marks and the escapes `^n`, `^^`, `^'` (RFC 6868).
  package static func text(_ value: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      if byte == 0x22 { continue }
      guard byte == UInt8(ascii: "^"), index < value.endIndex,
        let meant = unescaped(value[index])
      else {
        text.append(byte)
        continue
      }
      text.append(meant)
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "^"): UInt8(ascii: "^")
    case UInt8(ascii: "'"): 0x22
    default: nil
    }
  }
}

extension StaticString {
  /// True if bytes have the same letters in ASCII, in either case.
  func isSpelled(by bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count == utf8CodeUnitCount else { return false }
    var wanted = utf8Start
    for byte in bytes {
      if byte.upper != wanted.pointee.upper { return false }
      wanted += 1
    }
    return true
  }
}

extension UInt8 {
  /// The letter in capitals; any other byte unchanged.
  package var upper: UInt8 { 0x61...0x7A ~= self ? self & 0xDF : self }
}
