import Glibc
public import TaskDates

/// A to-do or event of a calendar that duecal wrote, as ranges of its bytes; nothing is decoded.
public struct FeedComponent: Sendable {
  /// The whole component, `BEGIN` to `END` with its line end.
  @PackedRange public internal(set) var range: Range<Int>
  /// True for a VEVENT.
  public let isEvent: Bool
  /// The value of UID.
  @PackedRange public internal(set) var uid = 0..<0
  /// SEQUENCE, 0 where it has none.
  public internal(set) var sequence = 0
  /// The later of DTSTAMP and LAST-MODIFIED.
  public internal(set) var modified = Instant.epoch
  /// The value of SUMMARY.
  @PackedRange public internal(set) var summary = 0..<0
  /// The value of RELATED-TO without a RELTYPE.
  @PackedRange public internal(set) var parent = 0..<0
  /// The value of CATEGORIES.
  @PackedRange public internal(set) var categories = 0..<0
  /// The hint of its line.
  @PackedRange public internal(set) var line = 0..<0
  /// The hint of its project path.
  @PackedRange public internal(set) var path = 0..<0
  /// The whole line of its key.
  @PackedRange public internal(set) var keyLine = 0..<0
  /// The value of its key.
  @PackedRange public internal(set) var key = 0..<0
  /// The lines that say when it was written and which version it is.
  @PackedRange public internal(set) var revisionLines = 0..<0
  /// True if it repeats.
  public internal(set) var repeats = false
  /// The lines with dates in a zone, as indices into `FeedReader.zonedLines`.
  @PackedRange public internal(set) var zonedLines = 0..<0
}

/// A range within 4 GiB in eight bytes, for what there are a hundred thousand of.
@propertyWrapper
public struct PackedRange: Hashable, Sendable {
  private let start: UInt32
  private let end: UInt32

  /// Packs a range; what lies beyond 4 GiB is empty.
  public init(wrappedValue range: Range<Int>) {
    start = UInt32(exactly: range.lowerBound) ?? 0
    end = UInt32(exactly: range.upperBound) ?? start
  }

  /// The range.
  public var wrappedValue: Range<Int> {
    get { Int(start)..<Int(end) }
    set { self = PackedRange(wrappedValue: newValue) }
  }
}

/// Finds the components of a calendar that duecal wrote, in one walk over its bytes.
///
/// This is how a feed remembers what it was: names, versions and hints are found, and the rest is
/// left as it is. A component that does not end is left out.
public final class FeedReader: Sendable {
  /// The calendar.
  public let bytes: [UInt8]
  /// The components in order.
  public let components: [FeedComponent]
  /// The content of each line with a date in a zone.
  public let zonedLines: [Range<Int>]
  /// True if the calendar ends as it should.
  public let isComplete: Bool
  /// The value of PRODID.
  public let productID: String?
  /// The name that clients show.
  public let name: String?
  /// The zone that the calendar names as its own.
  public let zone: String?
  /// The texts of the calendar's own key.
  public let key: [String]
  /// The names of its VTIMEZONEs.
  public let zoneNames: [String]

  /// Reads a calendar; any bytes will do.
  public init(bytes: [UInt8]) {
    var scan = FeedScan(expecting: bytes.count)
    bytes.withUnsafeBufferPointer { scan.scan($0) }
    self.bytes = bytes
    components = scan.components
    zonedLines = scan.zonedLines
    isComplete = scan.isComplete
    productID = scan.productID.map { Self.text(bytes, $0) }
    name = scan.name.map { Self.text(bytes, $0) }
    zone = scan.zone.map { Self.text(bytes, $0) }
    key = scan.key.map { Self.texts(bytes, $0) } ?? []
    zoneNames = scan.zoneNames.map { Self.text(bytes, $0) }
  }
}

/// The walk over the bytes, and what it found.
private struct FeedScan {
  var components: [FeedComponent] = []
  var zonedLines: [Range<Int>] = []
  var isComplete = false
  var productID: Range<Int>?
  var name: Range<Int>?
  var zone: Range<Int>?
  var key: Range<Int>?
  var zoneNames: [Range<Int>] = []
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
    let word = Word(bytes, line)
    if word.begins(with: "BEGIN:") {
      begin(word, line)
    } else if word.begins(with: "END:") {
      if bytes[line.upperBound - 1] == 0x0A { end(line) }  // else it was cut off here
    } else if depth == 2, open != nil {
      takeProperty(word, line)
    } else if depth == 1 {
      takeHeader(word)
    } else if depth == 2, isZone, word.begins(with: "TZID:") {
      zoneNames.append(word.value(after: 5))
    }
  }

  private mutating func begin(_ word: Word, _ line: Range<Int>) {
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

  private mutating func takeHeader(_ word: Word) {
    if word.begins(with: "PRODID:") { productID = word.value(after: 7) }
    if word.begins(with: "NAME:") { name = word.value(after: 5) }
    if word.begins(with: "X-WR-TIMEZONE:") { zone = word.value(after: 14) }
    if word.begins(with: "X-DUECAL-KEY:") { key = word.value(after: 13) }
  }
}

// MARK: - Properties

extension FeedScan {
  private mutating func takeProperty(_ word: Word, _ line: Range<Int>) {
    switch word.first {
    case UInt8(ascii: "U"):
      if word.begins(with: "UID:") { open?.uid = word.value(after: 4) }
    case UInt8(ascii: "S"): takeSummaryOrSequence(word, line)
    case UInt8(ascii: "L"):
      if word.begins(with: "LAST-MODIFIED:") { takeStamp(word, 14, line) }
    case UInt8(ascii: "C"):
      if word.begins(with: "CATEGORIES:") { open?.categories = word.value(after: 11) }
    case UInt8(ascii: "D"):
      if word.begins(with: "DTSTAMP:") { takeStamp(word, 8, line) } else { takeDate(word, line) }
    case UInt8(ascii: "E"): takeDate(word, line)
    case UInt8(ascii: "R"): takeRelationOrDate(word, line)
    case UInt8(ascii: "X"): takeHint(word, line)
    default: break
    }
  }

  private mutating func takeSummaryOrSequence(_ word: Word, _ line: Range<Int>) {
    if word.begins(with: "SUMMARY:") {
      open?.summary = word.value(after: 8)
    } else if word.begins(with: "SEQUENCE:") {
      open?.sequence = word.sequence(after: 9)
      addRevision(line)
    }
  }

  private mutating func takeStamp(_ word: Word, _ length: Int, _ line: Range<Int>) {
    if let stamp = word.stamp(after: length), stamp > open?.modified ?? .epoch {
      open?.modified = stamp
    }
    addRevision(line)
  }

  /// The lines of the revision stand together, as duecal writes them.
  private mutating func addRevision(_ line: Range<Int>) {
    guard let lines = open?.revisionLines else { return }
    open?.revisionLines = lines.isEmpty ? line : lines.lowerBound..<line.upperBound
  }

  private mutating func takeDate(_ word: Word, _ line: Range<Int>) {
    if word.contains(";TZID=", within: 24) { zonedLines.append(line) }
  }

  private mutating func takeRelationOrDate(_ word: Word, _ line: Range<Int>) {
    if word.begins(with: "RELATED-TO:") {
      open?.parent = word.value(after: 11)
    } else if word.begins(with: "RRULE") {
      open?.repeats = true
    } else {
      takeDate(word, line)
    }
  }

  private mutating func takeHint(_ word: Word, _ line: Range<Int>) {
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

/// A content line as its bytes.
private struct Word {
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

  /// The value behind a name of so many bytes, without the line's end.
  func value(after length: Int) -> Range<Int> {
    var end = line.upperBound
    while end > line.lowerBound + length, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D {
      end -= 1
    }
    return line.lowerBound + length..<end
  }

  /// A version, which is an integer of 32 bits (RFC 5545, section 3.3.8); of anything else it is the
  /// first.
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

// MARK: - What is decoded when somebody asks

extension FeedReader {
  /// A moment of 15 characters, `20261121T045332`.
  fileprivate static func moment(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> DateTimeParameters? {
    func number(_ offset: Int, _ digits: Int) -> Int {
      (0..<digits).reduce(0) { $0 * 10 + Int(bytes[start + offset + $1] & 15) }
    }
    guard start + 15 <= bytes.count,
      let date = try? DateParameters(year: number(0, 4), month: number(4, 2), day: number(6, 2)),
      let time = try? TimeParameters(
        hour: number(9, 2), minute: number(11, 2), second: number(13, 2))
    else { return nil }
    return DateTimeParameters(date: date, time: time)
  }

  /// The bytes of a range, unfolded.
  public func unfolded(_ range: Range<Int>) -> [UInt8] { Self.unfolded(bytes, range) }

  /// The text of a value, unfolded and without its escapes.
  public func text(_ range: Range<Int>) -> String { Self.text(bytes, range) }

  /// The texts of a list.
  public func texts(_ range: Range<Int>) -> [String] { Self.texts(bytes, range) }

  private static func unfolded(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    let slice = bytes[range]
    return slice.contains(0x0A) ? ContentLineScanner.unfold(slice) : Array(slice)
  }

  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    texts(bytes, range).joined(separator: ",")
  }

  private static func texts(_ bytes: [UInt8], _ range: Range<Int>) -> [String] {
    guard !range.isEmpty else { return [] }
    var texts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in unfolded(bytes, range) {
      if isEscaped {
        texts[texts.count - 1].append(byte | 0x20 == UInt8(ascii: "n") ? 0x0A : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: ",") {
        texts.append([])
      } else {
        texts[texts.count - 1].append(byte)
      }
    }
    return texts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the name of the zone of a line, as bytes, and with each of its moments.
  func forEachZonedDate(
    _ line: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>, DateTimeParameters) -> Void
  ) {
    let isFolded = bytes[line].dropLast(2).contains(0x0A)
    let content = isFolded ? ContentLineScanner.unfold(bytes[line]) : []
    func read(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
        let equals = bytes[..<colon].lastIndex(of: UInt8(ascii: "="))
      else { return }
      let name = UnsafeBufferPointer(rebasing: bytes[(equals + 1)..<colon])
      for start in stride(from: colon + 1, to: bytes.count, by: 16) {
        if let moment = Self.moment(bytes, at: start) { body(name, moment) }
      }
    }
    if isFolded {
      content.withUnsafeBufferPointer(read)
    } else {
      bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[line])) }
    }
  }
}

extension ZoneUse {
  /// Notes what a component that stays as it is uses.
  public mutating func note(_ component: FeedComponent, of feed: FeedReader) {
    for index in component.zonedLines {
      feed.forEachZonedDate(feed.zonedLines[index]) { name, moment in
        note(zoneNamed: name, moment, isEndless: component.repeats)
      }
    }
  }
}
