import EditorServer
import EditorText
import JSONText

/// Any bytes are JSON or are refused; what is read can be written and read again.
enum JSONProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    guard let text = try? JSONText(parsing: bytes) else { return }
    let written = node(text.root).bytes
    guard let again = try? JSONText(parsing: written) else {
      faults.expect(false, "what is written is not JSON")
      return
    }
    faults.expect(node(again.root).bytes == written, "what is read again differs")
    faults.expect(text.root.written.count <= bytes.count, "a value is longer than its text")
  }

  private static func node(_ view: JSONView) -> JSONNode {
    switch view.kind {
    case .null: .null
    case .boolean: .bool(view.bool ?? false)
    case .number: .written(Array(view.written))
    case .string: .string(view.string ?? "")
    case .array: .array(view.elements.map(node))
    case .object: .object(view.members.map { ($0.key, node($0.value)) })
    }
  }
}

/// Frames do not depend on how their bytes arrive, and a message comes back from its frame.
enum FrameProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    guard bytes.count <= 1000 else { return }
    let whole = frames([bytes])
    let middle = bytes.count / 2
    faults.expect(frames([Array(bytes[..<middle]), Array(bytes[middle...])]) == whole, "in halves")
    if bytes.count < 300 { faults.expect(frames(bytes.map { [$0] }) == whole, "byte by byte") }
    faults.expect(frames([FrameReader.framed(bytes)]) == [bytes], "a message does not come back")
  }

  /// The messages; a fault is an empty one.
  private static func frames(_ pieces: [[UInt8]]) -> [[UInt8]] {
    var reader = FrameReader(limit: 1000)
    var found: [[UInt8]] = []
    for piece in pieces {
      reader.append(piece)
      while let frame = reader.next() {
        if case .message(let bytes) = frame { found.append(bytes) } else { found.append([]) }
      }
    }
    return found
  }
}

/// A text that an editor changes has the lines and places of a text that is read again.
enum EditingProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    guard let first = bytes.first else { return }
    let encoding = PositionEncoding.allCases[Int(first) % 3]
    let parts = bytes.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false)
    var text = EditorText(bytes: utf8(parts.first ?? []))
    for (version, part) in parts.dropFirst().enumerated() {
      text.apply([change(part)], in: encoding, version: version)
      let fresh = EditorText(bytes: text.bytes)
      faults.expect(text.lineCount == fresh.lineCount, "the number of lines differs")
      faults.expect(text.hasLoneReturn == fresh.hasLoneReturn, "the ends of lines differ")
      check(text, fresh, encoding, &faults)
    }
  }

  /// A change whose positions are the first four bytes.
  private static func change(_ part: ArraySlice<UInt8>) -> TextChange {
    let numbers = part.prefix(4).map { Int($0 & 15) }
    guard numbers.count == 4 else { return TextChange(nil, bytes: utf8(part)) }
    return TextChange(
      (
        TextPosition(line: numbers[0], character: numbers[1]),
        TextPosition(line: numbers[2], character: numbers[3])
      ), bytes: utf8(part.dropFirst(4)))
  }

  private static func utf8(_ part: ArraySlice<UInt8>) -> [UInt8] {
    Array(String(decoding: part, as: UTF8.self).utf8)
  }

  private static func check(
    _ text: EditorText, _ fresh: EditorText, _ encoding: PositionEncoding, _ faults: inout Faults
  ) {
    for offset in stride(from: 0, through: text.bytes.count, by: 1 + text.bytes.count / 20) {
      let position = text.position(ofByte: offset, in: encoding)
      faults.expect(position == fresh.position(ofByte: offset, in: encoding), "a place differs")
      let back = text.offset(of: position, in: encoding)
      faults.expect(text.position(ofByte: back, in: encoding) == position, "a place moves")
    }
  }
}
