import ICalendar

/// Physical lines: their endings, their length, UTF-8 and control characters (RFC 5545, section 3.1).
extension ConformanceCheck {
  mutating func judgeBytes() {
    let bytes = document.bytes
    bytes.withUnsafeBufferPointer { buffer in
      var endings = LoneLineEndings()
      var characters = UTF8State()
      var ends = LineEnds(buffer, count: buffer.count)
      var next = 0
      if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
        add(
          .lineMark, at: 0, message: "the file begins with a byte order mark; expected no such mark"
        )
        next = 3
      }
      while next < buffer.count {
        let line = PhysicalLine(buffer, from: next, ends: &ends)
        endings.note(line, buffer)
        judge(line, buffer, characters: &characters)
        next = line.end
      }
      judgeEnd(of: characters)
      if let first = endings.first { add(.lineEnding, at: first, message: endings.sentence) }
    }
  }

  private mutating func judge(
    _ line: PhysicalLine, _ bytes: UnsafeBufferPointer<UInt8>, characters: inout UTF8State
  ) {
    if line.length > 75 {
      add(
        .lineLength, at: line.start + 75,
        message: "the line has \(line.length) octets; expected folded lines of at most 75")
    } else if line.length == 0 {
      add(.lineBlank, at: line.start, message: "the line is empty; expected a content line")
    }
    var start = line.start
    if line.length > 0, bytes[start] == 0x20 || bytes[start] == 0x09 {
      start += 1
      if characters.isInside, start < line.contentEnd {
        add(
          .lineFold, at: start,
          message: "the line is folded inside a character; expected folds between characters")
      }
    } else {
      judgeEnd(of: characters)
      characters = UTF8State()
    }
    judgeCharacters(bytes, start..<line.contentEnd, characters: &characters)
  }

  /// Checks for a content line that ends inside of a character.
  private mutating func judgeEnd(of characters: UTF8State) {
    guard characters.isInside, !characters.isBroken else { return }
    add(
      .lineUTF8, at: characters.start,
      message: "the line ends inside a character; expected complete UTF-8 characters")
  }

  private mutating func judgeCharacters(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, characters: inout UTF8State
  ) {
    var control: Int?
    for index in range {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F, !characters.isInside { continue }
      if (byte < 0x20 && byte != 0x09) || byte == 0x7F, control == nil { control = index }
      if !characters.takes(byte, at: index), !characters.isBroken {
        characters.isBroken = true
        let first = bytes[characters.start]
        add(
          .lineUTF8, at: characters.start,
          message: "the octet \(Self.hex(first)) cannot begin a UTF-8 character; expected UTF-8")
      }
    }
    guard let control else { return }
    add(
      .lineControl, at: control,
      message:
        "the line contains the control character \(Self.hex(bytes[control])); expected no control "
        + "character except tab"
    )
  }

  private static func hex(_ byte: UInt8) -> String {
    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

/// A line up to its CR LF, LF or CR.
private struct PhysicalLine {
  let start: Int
  let contentEnd: Int
  let end: Int

  var length: Int { contentEnd - start }

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, ends: inout LineEnds) {
    let content = ends.end(from: start)
    let isCRLF =
      content + 1 < bytes.count && bytes[content] == 0x0D && bytes[content + 1] == 0x0A
    self.start = start
    contentEnd = content
    end = min(bytes.count, content + (isCRLF ? 2 : 1))
  }
}

/// The line endings that are not CR LF: reported once, because usually all of a file are the same.
private struct LoneLineEndings {
  private(set) var first: Int?
  private var count = 0
  private var what = ""

  mutating func note(_ line: PhysicalLine, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard line.end - line.contentEnd != 2 else { return }
    count += 1
    guard first == nil else { return }
    first = line.contentEnd
    what = line.end == line.contentEnd ? "no line break" : "LF alone"
    if line.end > line.contentEnd, bytes[line.contentEnd] == 0x0D { what = "CR alone" }
  }

  var sentence: String {
    let more = count > 1 ? ", and \(count - 1) more lines have a wrong end" : ""
    return "the line ends with \(what)\(more); expected CR LF"
  }
}

/// The state of a UTF-8 reader (RFC 3629, section 4).
private struct UTF8State {
  private var left = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF
  /// The beginning of the character.
  private(set) var start = 0
  /// True once the content line was found not to be UTF-8, which is reported once.
  var isBroken = false

  var isInside: Bool { left > 0 }

  /// Reads a byte; false if it is not allowed here.
  mutating func takes(_ byte: UInt8, at index: Int) -> Bool {
    guard left > 0 else {
      start = index
      return begins(byte)
    }
    guard next.contains(byte) else {
      left = 0
      return false
    }
    left -= 1
    next = 0x80...0xBF
    return true
  }

  private mutating func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x7F: return true
    case 0xC2...0xDF: left = 1
    case 0xE0...0xEF: left = 2
    case 0xF0...0xF4: left = 3
    default: return false
    }
    next = Self.seconds[byte] ?? 0x80...0xBF
    return true
  }

  /// The allowed second bytes after a first byte, if they are restricted.
  private static let seconds: [UInt8: ClosedRange<UInt8>] = [
    0xE0: 0xA0...0xBF, 0xED: 0x80...0x9F, 0xF0: 0x90...0xBF, 0xF4: 0x80...0x8F,
  ]
}
