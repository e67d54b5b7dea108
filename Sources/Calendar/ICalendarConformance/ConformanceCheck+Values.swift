import CalendarItems
import Diagnostics
import ICalendar

/// The value of a property by its type (RFC 5545, section 3.3).
extension ConformanceCheck {
  mutating func judgeValue(of property: CheckedProperty, in content: inout ComponentContent) {
    if property.name == "X-LIC-ERROR" {
      let what = "libical left out a line here that it could not read; expected the original line"
      add(.libicalError, property, message: what)
      return
    }
    guard !property.value.elementsEqual("ERROR: No Value".utf8) else {
      let what =
        "\(property.name.quoted) contains libical's marker for a missing value; expected a value"
      add(.libicalValue, property, at: property.line.value.lowerBound, message: what)
      return
    }
    guard let spec = property.spec else {
      judgeUnknown(property)
      return
    }
    guard property.hasValue, let type = type(of: property, spec) else { return }
    judge(property, spec, type: type, in: &content)
    judgeOwnForm(of: property, in: content)
  }

  private mutating func judgeUnknown(_ property: CheckedProperty) {
    guard !property.name.hasPrefix("X-") else { return }
    add(
      .propertyUnknown, property,
      message:
        "\(property.name.quoted) is not a registered property; expected one, or a name that begins "
        + "with X-")
  }

  /// The required type of the value; nil if VALUE breaks a rule already.
  private mutating func type(of property: CheckedProperty, _ spec: PropertySpec) -> ValueType? {
    if let type = property.type { return type }
    if let declared = property.word(of: "VALUE") {
      let types = spec.types.map(\.declared).joined(separator: " or ")
      add(
        .valueType, property,
        message: "\(property.name) has VALUE=\(declared.quoted); expected \(types)")
    } else {
      let type = spec.types[0].declared
      add(
        .valueRequired, property, by: spec.section,
        message: "\(property.name) has no VALUE; expected VALUE=\(type)")
    }
    return nil
  }

  private mutating func judge(
    _ property: CheckedProperty, _ spec: PropertySpec, type: ValueType,
    in content: inout ComponentContent
  ) {
    switch type {
    case .text: judgeText(property, spec)
    case .date, .dateTime, .period: judgeMoments(property, spec, type: type, in: &content)
    case .duration: judgeDuration(property, spec)
    case .integer: judgeInteger(property, spec)
    case .geo: judgeGeo(property)
    case .uri, .calendarAddress: judgeURI(property)
    case .offset: judgeOffset(property)
    case .binary: judgeBinary(property)
    case .requestStatus: judgeRequestStatus(property)
    case .rule: judgeRule(property)
    case .uid, .version, .xmlReference: break
    }
  }

  /// Checks properties that have their own form in addition to their type.
  private mutating func judgeOwnForm(of property: CheckedProperty, in content: ComponentContent) {
    switch property.name {
    case "STATUS": judgeStatus(property, content)
    case "COLOR": judgeColor(property)
    case "CATEGORIES": judgeCategories(property)
    case "UID": judgeUID(property, content)
    default: if let words = PropertyTable.words[property.name] { judgeWord(property, words) }
    }
  }

  // MARK: Texts

  /// Checks the escapes of a text: reports the first invalid one, and the first missing one.
  private mutating func judgeText(_ property: CheckedProperty, _ spec: PropertySpec) {
    let (bare, escape) = Self.textFaults(property.value, isList: spec.isList)
    if let bare {
      let mark = Unicode.Scalar(property.line.bytes[bare])
      add(
        .textBare, property, at: bare,
        message: "\(property.name) contains \"\(mark)\" without a backslash; expected \"\\\(mark)\""
      )
    }
    if let escape {
      let what = escape + 1 < property.value.endIndex ? "a character that needs none" : "nothing"
      add(
        .textEscape, property, at: escape,
        message:
          "\(property.name) contains a backslash before \(what); expected \\\\ \\; \\, \\n or \\N")
    }
  }

  /// The offsets of the first missing escape, and of the first invalid backslash.
  private static func textFaults(
    _ value: ArraySlice<UInt8>, isList: Bool
  ) -> (bare: Int?, escape: Int?) {
    var faults: (bare: Int?, escape: Int?) = (nil, nil)
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      if byte == UInt8(ascii: "\\") {
        if faults.escape == nil, !isEscape(value, index) { faults.escape = index }
        index += 1
      } else if faults.bare == nil,
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") && !isList
      {
        faults.bare = index
      }
      index += 1
    }
    return faults
  }

  private static func isEscape(_ value: ArraySlice<UInt8>, _ index: Int) -> Bool {
    guard index + 1 < value.endIndex else { return false }
    return switch Unicode.Scalar(value[index + 1]) {
    case "\\", ";", ",", "n", "N": true
    default: false
    }
  }

  private mutating func judgeCategories(_ property: CheckedProperty) {
    let pieces = TextValue.pieces(of: property.value)
    guard let empty = pieces.first(where: { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else {
      return
    }
    add(
      .categoryEmpty, property, at: empty.startIndex,
      message: "a category is empty; expected a name between the commas")
  }

  private mutating func judgeUID(_ property: CheckedProperty, _ content: ComponentContent) {
    guard property.value.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return }
    add(
      .uidEmpty, property,
      message: "the UID of the \(content.name) is empty; expected a unique name")
  }

  // MARK: Words

  private mutating func judgeStatus(_ property: CheckedProperty, _ content: ComponentContent) {
    guard let words = PropertyTable.status[content.name],
      !words.contains(property.upperValue)
    else { return }
    add(
      .statusValue, property, at: property.line.value.lowerBound,
      message: "STATUS of a \(content.name) is \(property.value.quoted); "
        + "expected \(words.joined(separator: ", "))")
  }

  private mutating func judgeColor(_ property: CheckedProperty) {
    let name = property.upperValue.lowercased()
    guard ColorNames.values[name] == nil else { return }
    add(
      .valueColor, property, at: property.line.value.lowerBound, by: property.spec?.section,
      message: "\(property.value.quoted) is not a colour; expected a CSS colour name such as teal")
  }

  private mutating func judgeWord(_ property: CheckedProperty, _ words: [String]) {
    var word = property.upperValue
    if property.name == "VERSION", let semicolon = word.lastIndex(of: ";") {
      word = String(word[word.index(after: semicolon)...])  // "lowest;highest"
    }
    let isGood = words.isEmpty ? Self.isToken(property.value) : words.contains(word)
    guard !isGood else { return }
    let expected =
      words.isEmpty ? "a word of letters, digits and -" : words.joined(separator: " or ")
    add(
      .valueToken, property, at: property.line.value.lowerBound, by: property.spec?.section,
      message: "\(property.name) is \(property.value.quoted); expected \(expected)")
  }

  private static func isToken(_ value: ArraySlice<UInt8>) -> Bool {
    !value.isEmpty
      && value.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0.upper || $0 == 0x2D }
  }
}

extension CheckedProperty {
  /// The value in capitals, shortened, because a long value is not a word.
  var upperValue: String { String(decoding: value.prefix(200).map(\.upper), as: UTF8.self) }
}
