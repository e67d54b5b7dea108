import TaskText

/// Finds text that begins like a known tag but is not one: it is still being typed, or no space follows it.
enum MalformedTags {
  /// Where such a tag begins.
  struct Place {
    /// The byte of its `@`.
    let offset: Int
    /// Its name.
    let name: String
    /// True if it is at the beginning of the line, or a space is before it.
    let isSeparate: Bool
  }

  /// All places on a line, in order.
  static func places(
    in document: TaskDocument, _ line: TaskLine, _ vocabulary: Vocabulary
  ) -> [Place] {
    var found: [Place] = []
    var rest = document.tags[line.tags]
    var offset = line.bullet.upperBound
    while offset < line.body.upperBound {
      if let span = rest.first, span.range.lowerBound <= offset {
        offset = max(offset, span.range.upperBound)
        rest.removeFirst()
      } else {
        if document.bytes[offset] == UInt8(ascii: "@"),
          let place = place(at: offset, in: document, line, vocabulary)
        {
          found.append(place)
        }
        offset += 1
      }
    }
    return found
  }

  /// The place of a tag that begins at an `@`; nil if it does not begin like a known one.
  private static func place(
    at offset: Int, in document: TaskDocument, _ line: TaskLine, _ vocabulary: Vocabulary
  ) -> Place? {
    let rest = document.bytes[(offset + 1)..<line.body.upperBound].prefix(24)
    guard let open = rest.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let name = String(decoding: rest[..<open], as: UTF8.self)
    guard vocabulary.isDated(name) || vocabulary.isClass(name) else { return nil }
    let before = offset == line.body.lowerBound ? 0x20 : document.bytes[offset - 1]
    return Place(offset: offset, name: name, isSeparate: before == 0x20 || before == 0x09)
  }
}

extension Vocabulary {
  /// True for a name whose payload sets a date of the item.
  func isDated(_ name: String) -> Bool {
    guard let field = self[name]?.field else { return false }
    return [.due, .start, .done, .repeat, .remind].contains(field)
  }

  /// True for a name whose payload sets who may see a line.
  func isClass(_ name: String) -> Bool { self[name]?.field == .class }
}
