import ICalendar

/// Values that are neither texts nor times: numbers, coordinates, URIs, offsets, binary content.
extension ConformanceCheck {
  mutating func judgeDuration(_ property: CheckedProperty, _ spec: PropertySpec) {
    guard let length = CalendarDuration(property.value) else {
      guard !judgeLooks(of: property.value, .duration, property: property, spec: spec) else {
        return
      }
      addValue(
        .valueDuration, property, what: "is not a duration; expected one such as PT15M or P1W")
      return
    }
    if length.seconds < 0, property.name != "TRIGGER" {
      add(
        .valueRange, property, at: property.line.value.lowerBound, by: property.spec?.section,
        message: "\(property.name) is negative; expected a positive duration")
    }
  }

  mutating func judgeInteger(_ property: CheckedProperty, _ spec: PropertySpec) {
    let text = String(decoding: property.value.prefix(21), as: UTF8.self)
    guard text.utf8.count <= 20, let number = Int32(text) else {
      addValue(.valueInteger, property, what: "is not an integer; expected one of 32 bits")
      return
    }
    guard let range = PropertyTable.ranges[property.name], !range.contains(Int(number)) else {
      return
    }
    add(
      .valueRange, property, at: property.line.value.lowerBound, by: spec.section,
      message: "\(property.name) is \(number); expected \(range.lowerBound) to \(range.upperBound)")
  }

  mutating func judgeGeo(_ property: CheckedProperty) {
    let parts = property.value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = parts.prefix(3).compactMap(Self.decimal)
    guard parts.count == 2, numbers.count == 2, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180
    else {
      addValue(
        .valueGeo, property,
        what: "is not a position; expected a latitude, a semicolon and a longitude",
        section: property.spec?.section)
      return
    }
  }

  /// Reads a number with an optional sign and fraction (section 3.3.7).
  private static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    let unsigned = text.first == 0x2B || text.first == 0x2D ? text.dropFirst() : text
    let halves = unsigned.split(separator: 0x2E, omittingEmptySubsequences: false)
    let isDigits = halves.allSatisfy { half in
      !half.isEmpty && half.allSatisfy { 0x30...0x39 ~= $0 }
    }
    guard halves.count < 3, isDigits, text.count < 400 else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }

  mutating func judgeURI(_ property: CheckedProperty) {
    let value = property.value
    guard Self.hasScheme(value) else {
      addValue(
        .valueURI, property, what: "has no scheme; expected a URI such as https://example.org/")
      return
    }
    var index = value.startIndex
    while index < value.endIndex, Self.isURIByte(value, index) { index += 1 }
    guard index < value.endIndex else { return }
    add(
      .valueURI, property, at: index,
      message:
        "\(property.name) contains a character that is not allowed in a URI; expected % and two "
        + "digits in its place")
  }

  private static func hasScheme(_ value: ArraySlice<UInt8>) -> Bool {
    guard let first = value.first, 0x41...0x5A ~= first.upper,
      let colon = value.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return value[..<colon].allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0.upper || $0 == 0x2B || $0 == 0x2E || $0 == 0x2D
    }
  }

  private static let uriMarks = Set("!#$&'()*+,./:;=?@[]_~-".utf8)

  private static func isURIByte(_ value: ArraySlice<UInt8>, _ index: Int) -> Bool {
    let byte = value[index]
    if 0x30...0x39 ~= byte || 0x41...0x5A ~= byte.upper || uriMarks.contains(byte) { return true }
    let digits = value[index...].dropFirst().prefix(2)
    return byte == UInt8(ascii: "%") && digits.count == 2
      && digits.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0.upper }
  }

  mutating func judgeOffset(_ property: CheckedProperty) {
    guard CalendarDuration.offset(property.value) == nil else { return }
    addValue(.valueOffset, property, what: "is not a UTC offset; expected one such as +0100")
  }

  mutating func judgeBinary(_ property: CheckedProperty) {
    guard property.word(of: "ENCODING") == "BASE64" else {
      add(
        .valueBinary, property,
        message: "\(property.name) has no ENCODING; expected ENCODING=BASE64")
      return
    }
    let value = property.value
    let digits = value.prefix {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0.upper || $0 == 0x2B || $0 == 0x2F
    }
    let padding = value.dropFirst(digits.count)
    guard value.count % 4 != 0 || padding.count > 2 || !padding.allSatisfy({ $0 == 0x3D }) else {
      return
    }
    addValue(
      .valueBinary, property, what: "is not BASE64; expected BASE64 digits in groups of four")
  }

  mutating func judgeRequestStatus(_ property: CheckedProperty) {
    let parts = Self.parts(of: property.value)
    let numbers = parts[0].split(separator: 0x2E, omittingEmptySubsequences: false)
    let isCode =
      2...3 ~= numbers.count && numbers.allSatisfy { CalendarMoment.isDigits($0) }
    guard !isCode || !(2...3 ~= parts.count) || !parts.dropFirst().allSatisfy(Self.isText) else {
      return
    }
    addValue(
      .valueRequestStatus, property,
      what: "is not a status; expected a code, a semicolon and a text",
      section: property.spec?.section)
  }

  /// The parts of a value, separated at semicolons without a backslash.
  private static func parts(of value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = value.startIndex
    var isEscaped = false
    for index in value.indices {
      if value[index] == UInt8(ascii: ";"), !isEscaped {
        parts.append(value[start..<index])
        start = index + 1
      }
      isEscaped = value[index] == UInt8(ascii: "\\") && !isEscaped
    }
    return parts + [value[start...]]
  }

  private static func isText(_ value: ArraySlice<UInt8>) -> Bool {
    var isEscaped = false
    for byte in value {
      if isEscaped {
        guard "\\;,nN".utf8.contains(byte) else { return false }
        isEscaped = false
      } else if byte == UInt8(ascii: ",") {
        return false
      } else {
        isEscaped = byte == UInt8(ascii: "\\")
      }
    }
    return !isEscaped
  }

  /// Reports an invalid value of a property.
  private mutating func addValue(
    _ rule: ConformanceRule, _ property: CheckedProperty, what: String,
    section: RFCSection? = nil
  ) {
    add(
      rule, property, at: property.line.value.lowerBound, by: section,
      message: "\(property.value.quoted) \(what)")
  }
}

extension CalendarMoment {
  /// True for a text of digits alone.
  static func isDigits(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
