import CalendarItems
import Diagnostics
import ExactText
import TaskDates

// MARK: - Texts and numbers

extension ItemDecoder {
  /// The text of the first property of a name.
  mutating func text(_ name: PropertyName) -> String? {
    lines.place(of: name).map { text(at: $0) }
  }

  private mutating func text(at place: Int) -> String {
    lines.set(.understood, at: place)
    let property = lines.lines[place].property
    return clean(TextValue.text(property.text), of: place)
  }

  /// The UID; different bytes always give different UIDs.
  mutating func readUID() -> String {
    guard let place = lines.place(of: .uid) else { return "" }
    lines.set(.understood, at: place)
    let property = lines.lines[place].property
    return name(NameValue.text(property.bytes[property.value]), at: place)
  }

  /// Returns a name unchanged, and reports errors in it.
  private mutating func name(_ name: String, at place: Int) -> String {
    _ = clean(name, of: place)
    return name
  }

  /// A text without control characters; reports what is not UTF-8.
  mutating func clean(_ text: String, of place: Int) -> String {
    clean([text], of: place)[0]
  }

  /// The texts of a line without control characters; errors in the line are reported once.
  private mutating func clean(_ texts: [String], of place: Int) -> [String] {
    let property = lines.lines[place].property
    let value = property.text
    if !value.isASCIIOnly {
      if String(validating: value, as: UTF8.self) == nil {
        report(
          .warning, at: place, message: "the value is not UTF-8; invalid bytes are read as U+FFFD")
      } else if value.hasDirectionOverride {
        report(
          .warning, at: place,
          message: "the value changes the direction of its text and is kept as it is")
      }
    }
    guard texts.contains(where: \.hasControls) else { return texts }
    report(
      .warning, at: place,
      message:
        "the value contains control characters, which are left out; expected text without them")
    return texts.map(\.withoutControls)
  }

  /// The text of the first property of a name; nil if it is empty.
  mutating func filledText(_ name: PropertyName) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func readCategories(_ item: inout CalendarItem) {
    for place in lines.places(of: .categories) {
      lines.set(.understood, at: place)
      let property = lines.lines[place].property
      let texts = TextValue.texts(property.text)
      item.categories += clean(texts, of: place).filter { !$0.isEmpty }
    }
  }

  mutating func readHints(_ item: inout CalendarItem) {
    for name in [PropertyName.hintLine, .hintPath, .hintKey] { readHint(name, &item) }
  }

  private mutating func readHint(_ name: PropertyName, _ item: inout CalendarItem) {
    guard let place = lines.place(of: name) else { return }
    lines.set(.understood, at: place)
    let property = lines.lines[place].property
    let value = property.text
    let texts = name == .hintLine ? [TextValue.text(value)] : TextValue.texts(value)
    if item.hints.isEmpty { item.hints.reserveCapacity(3) }
    item.hints.append(ItemHint("\(name.text)", values: clean(texts, of: place)))
  }

  /// A value that is not a text: a URI, or a word; nil if it is empty.
  mutating func word(_ name: PropertyName) -> String? {
    guard let place = lines.place(of: name) else { return nil }
    lines.set(.understood, at: place)
    let word = clean(String(decoding: lines.lines[place].property.text, as: UTF8.self), of: place)
    return word.isEmpty ? nil : word
  }

  /// A number within a range; any other number is refused.
  mutating func integer(_ name: PropertyName, _ range: ClosedRange<Int>) -> Int? {
    guard let place = lines.place(of: name) else { return nil }
    let property = lines.lines[place].property
    var number: Int?
    if case .integer(let read)?? = lines.answers(to: lines.lines[place]).first {
      number = read
    } else {
      number = ValueReader.integer(property.bytes[property.value])
    }
    guard let number, range.contains(number) else {
      if !property.value.isEmpty {
        refuse(
          place,
          "\(name.text) is \(property.valueText.quoted); expected a number from "
            + "\(range.lowerBound) to \(range.upperBound)", severity: .warning)
      }
      return nil
    }
    lines.set(.understood, at: place)
    return number
  }
}

// MARK: - State, relations, revision

extension ItemDecoder {
  mutating func status(of kind: CalendarItem.Kind) -> CalendarItem.Status? {
    guard let place = lines.place(of: .status) else { return nil }
    let word = lines.lines[place].property.valueText.uppercased()
    guard let status = CalendarItem.Status(rawValue: word), status.isLegal(for: kind) else {
      if !word.isEmpty {
        refuse(place, "\(word.quoted) is not a STATUS of this kind of item", severity: .warning)
      }
      return nil
    }
    lines.set(.understood, at: place)
    return status
  }

  mutating func readRevision(_ item: inout CalendarItem) {
    let stamp = instant(.stamp)
    let modified = instant(.lastModified)
    let created = instant(.created)
    let sequence = integer(.sequence, 0...Int(Int32.max))
    guard stamp ?? modified ?? created != nil || sequence != nil else { return }
    let latest = [stamp, modified].compactMap(\.self).max() ?? .epoch
    var revision = Revision(modified: latest, sequence: sequence ?? 0, created: created)
    if let stamp, let modified, stamp != modified { revision.earlier = min(stamp, modified) }
    item.revision = revision
  }

  mutating func readRelations(_ item: inout CalendarItem) {
    for place in lines.places(of: .related) {
      guard let relation = relation(at: place) else { continue }
      lines.set(.understood, at: place)
      item.relations.append(relation)
    }
  }

  /// The relation in a line; nil for an unknown kind.
  mutating func relation(at place: Int) -> Relation? {
    let property = lines.lines[place].property
    let type = property.text(of: "RELTYPE")?.uppercased() ?? "PARENT"
    let isText = ["TEXT", "UID", nil].contains(property.text(of: "VALUE")?.uppercased())
    let other = name(NameValue.text(property.text), at: place)
    guard let kind = Relation.Kind(rawValue: type), isText, !other.isEmpty else { return nil }
    return Relation(kind, other)
  }
}

extension CalendarItem.Status {
  /// True if an item of a kind can have the status (RFC 5545, section 3.8.1.11).
  func isLegal(for kind: CalendarItem.Kind) -> Bool {
    switch self {
    case .needsAction, .inProcess, .completed: kind == .reminder
    case .tentative, .confirmed: kind == .event
    case .cancelled: true
    }
  }
}

extension UInt8 {
  /// True for a control character that a text cannot contain.
  fileprivate var isControl: Bool { self < 0x20 && self != 0x09 && self != 0x0A || self == 0x7F }
}

extension String {
  fileprivate var hasControls: Bool { utf8.contains(where: \.isControl) }

  /// The text without control characters except tabs and line feeds.
  var withoutControls: String {
    guard hasControls else { return self }
    return String(unicodeScalars.filter { $0.value > 0x7F || !UInt8($0.value).isControl })
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isASCIIOnly: Bool { allSatisfy { $0 < 0x80 } }

  /// True if the text contains a character that forces a writing direction: U+202A to U+202E and U+2066 to U+2069.
  fileprivate var hasDirectionOverride: Bool {
    indices.dropLast(2).contains { index in
      guard self[index] == 0xE2 else { return false }
      let (second, third) = (self[index + 1], self[index + 2])
      return second == 0x80 && 0xAA...0xAE ~= third || second == 0x81 && 0xA6...0xA9 ~= third
    }
  }
}
