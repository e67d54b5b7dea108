import Glibc
import TaskDates

/// The pass over the bytes, and its results.
struct FeedScan {
  private(set) var components: [FeedComponent] = []
  private(set) var zonedLines: [Range<Int>] = []
  private(set) var isComplete = false
  private(set) var productID: Range<Int>?
  private(set) var name: Range<Int>?
  private(set) var zone: Range<Int>?
  private(set) var key: Range<Int>?
  private(set) var zoneNames: [Range<Int>] = []
  private var depth = 0
  private var open: FeedComponent?
  private var isZone = false

  init(expecting count: Int) {
    components.reserveCapacity(count / 400)
    zonedLines.reserveCapacity(count / 800)
  }

  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      var end = Self.lineEnd(bytes, from: start)
      while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 {
        end = Self.lineEnd(bytes, from: end)
      }
      take(bytes, start..<end)
      start = end
    }
  }

  /// The beginning of the next physical line.
  private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
    let word = RawLine(bytes, line)
    if word.begins(with: "BEGIN:") {
      begin(word, line)
    } else if word.begins(with: "END:") {
      if bytes[line.upperBound - 1] == 0x0A { end(line) }  // otherwise the file was cut off here
    } else if depth == 2, open != nil {
      takeProperty(word, line)
    } else if depth == 1 {
      takeHeader(word)
    } else if depth == 2, isZone, word.begins(with: "TZID:") {
      zoneNames.append(word.value(after: 5))
    }
  }

  private mutating func begin(_ word: RawLine, _ line: Range<Int>) {
    if depth == 1 {
      let isEvent = word.begins(with: "BEGIN:VEVENT")
      isZone = word.begins(with: "BEGIN:VTIMEZONE")
      if isEvent || word.begins(with: "BEGIN:VTODO") {
        open = FeedComponent(range: line, isEvent: isEvent)
        open?.zonedLines = zonedLines.count..<zonedLines.count
      }
    }
    depth += 1
  }

  private mutating func end(_ line: Range<Int>) {
    depth -= 1
    if depth == 1, var component = open {
      component.range = component.range.lowerBound..<line.upperBound
      component.zonedLines = component.zonedLines.lowerBound..<zonedLines.count
      components.append(component)
      open = nil
    }
    if depth == 0 { isComplete = true }
  }

  private mutating func takeHeader(_ word: RawLine) {
    if word.begins(with: "PRODID:") { productID = word.value(after: 7) }
    if word.begins(with: "NAME:") { name = word.value(after: 5) }
    if word.begins(with: "X-WR-TIMEZONE:") { zone = word.value(after: 14) }
    if word.begins(with: "X-DUECAL-KEY:") { key = word.value(after: 13) }
  }
}

// MARK: - Properties

extension FeedScan {
  private mutating func takeProperty(_ word: RawLine, _ line: Range<Int>) {
    switch word.first {
    case UInt8(ascii: "U"):
      if word.begins(with: "UID:") { open?.uid = word.value(after: 4) }
    case UInt8(ascii: "S"): takeSummaryOrSequence(word, line)
    case UInt8(ascii: "L"):
      if word.begins(with: "LAST-MODIFIED:") { takeStamp(word, 14, line: line) }
    case UInt8(ascii: "C"):
      if word.begins(with: "CATEGORIES:") { open?.categories = word.value(after: 11) }
    case UInt8(ascii: "D"):
      if word.begins(with: "DTSTAMP:") {
        takeStamp(word, 8, line: line)
      } else {
        takeDate(word, line)
      }
    case UInt8(ascii: "E"): takeDate(word, line)
    case UInt8(ascii: "R"): takeRelationOrDate(word, line)
    case UInt8(ascii: "X"): takeHint(word, line)
    default: break
    }
  }

  private mutating func takeSummaryOrSequence(_ word: RawLine, _ line: Range<Int>) {
    if word.begins(with: "SUMMARY:") {
      open?.summary = word.value(after: 8)
    } else if word.begins(with: "SEQUENCE:") {
      open?.sequence = word.sequence(after: 9)
      addRevision(line)
    }
  }

  private mutating func takeStamp(_ word: RawLine, _ length: Int, line: Range<Int>) {
    if let stamp = word.stamp(after: length), stamp > open?.modified ?? .epoch {
      open?.modified = stamp
    }
    addRevision(line)
  }

  /// Extends the lines of the revision, which are consecutive as duecal writes them.
  private mutating func addRevision(_ line: Range<Int>) {
    guard let lines = open?.revisionLines else { return }
    open?.revisionLines = lines.isEmpty ? line : lines.lowerBound..<line.upperBound
  }

  private mutating func takeDate(_ word: RawLine, _ line: Range<Int>) {
    if word.contains(";TZID=", within: 24) { zonedLines.append(line) }
  }

  private mutating func takeRelationOrDate(_ word: RawLine, _ line: Range<Int>) {
    if word.begins(with: "RELATED-TO:") {
      open?.parent = word.value(after: 11)
    } else if word.begins(with: "RRULE") {
      open?.repeats = true
    } else {
      takeDate(word, line)
    }
  }

  private mutating func takeHint(_ word: RawLine, _ line: Range<Int>) {
    guard word.begins(with: "X-DUECAL-") else { return }
    if word.begins(with: "X-DUECAL-LINE:") {
      open?.line = word.value(after: 14)
    } else if word.begins(with: "X-DUECAL-PATH:") {
      open?.path = word.value(after: 14)
    } else if word.begins(with: "X-DUECAL-KEY:") {
      open?.key = word.value(after: 13)
      open?.keyLine = line
    }
  }
}

/// The bytes of a content line.
private struct RawLine {
  let bytes: UnsafeBufferPointer<UInt8>
  let line: Range<Int>

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
    self.bytes = bytes
    self.line = line
  }

  var first: UInt8 { bytes[line.lowerBound] }

  @inline(__always) func begins(with name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard count <= line.count, let base = bytes.baseAddress else { return false }
    return memcmp(base + line.lowerBound, name.utf8Start, count) == 0
  }

  func contains(_ text: StaticString, within limit: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard let base = bytes.baseAddress else { return false }
    var index = line.lowerBound
    let last = min(line.upperBound, index + limit) - count
    while index <= last {
      if memcmp(base + index, text.utf8Start, count) == 0 { return true }
      index += 1
    }
    return false
  }

  /// The value after a name of a given length, without the line end.
  func value(after length: Int) -> Range<Int> {
    var end = line.upperBound
    while end > line.lowerBound + length, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D {
      end -= 1
    }
    return line.lowerBound + length..<end
  }

  /// A SEQUENCE, which is an integer of 32 bits (RFC 5545, section 3.3.8); any other value counts as 0.
  func sequence(after length: Int) -> Int {
    let value = value(after: length)
    guard (1...10).contains(value.count), value.allSatisfy({ 0x30...0x39 ~= bytes[$0] }) else {
      return 0
    }
    return min(value.reduce(0) { $0 * 10 + Int(bytes[$1] & 15) }, Int(Int32.max))
  }

  /// A stamp in UTC, `20261121T045332Z`.
  func stamp(after length: Int) -> Instant? {
    let value = value(after: length)
    guard value.count == 16, bytes[value.upperBound - 1] == UInt8(ascii: "Z") else { return nil }
    return FeedReader.moment(bytes, at: value.lowerBound).map { Instant(seconds: $0.secondNumber) }
  }
}
