import TaskDates

/// Finds the components of a calendar that duecal wrote, in one pass over its bytes.
///
/// A feed reads its own earlier state this way: UIDs, versions and hints are found, and the rest is skipped. A
/// component without an END is left out.
public final class FeedReader: Sendable {
  /// The calendar.
  public let bytes: [UInt8]
  /// The components in order.
  public let components: [FeedComponent]
  /// The content of each line with a date in a zone.
  public let zonedLines: [Range<Int>]
  /// True if the calendar is complete.
  public let isComplete: Bool
  /// The value of PRODID.
  public let productID: String?
  /// The displayed name.
  public let name: String?
  /// The zone of the calendar (`X-WR-TIMEZONE`).
  public let zone: String?
  /// The texts of the calendar's own key.
  public let key: [String]
  /// The names of its VTIMEZONEs.
  public let zoneNames: [String]

  /// Reads a calendar; any bytes are accepted.
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

// MARK: - Decoding on demand

extension FeedReader {
  /// A moment of 15 characters, `20261121T045332`.
  static func moment(
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
  public func unfolded(_ range: Range<Int>) -> [UInt8] { Array(Self.unfolded(bytes, range)) }

  /// The text of a value, unfolded and without its escapes.
  public func text(_ range: Range<Int>) -> String { Self.text(bytes, range) }

  /// The texts of a list.
  public func texts(_ range: Range<Int>) -> [String] { Self.texts(bytes, range) }

  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    TextValue.text(unfolded(bytes, range))
  }

  private static func texts(_ bytes: [UInt8], _ range: Range<Int>) -> [String] {
    range.isEmpty ? [] : TextValue.texts(unfolded(bytes, range))
  }

  private static func unfolded(_ bytes: [UInt8], _ range: Range<Int>) -> ArraySlice<UInt8> {
    let slice = bytes[range]
    return slice.contains(0x0A) ? ContentLineScanner.unfold(slice)[...] : slice
  }

  /// Calls `body` with the bytes of the zone name of a line, and with each of its moments.
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
  /// Notes the zones of an unchanged component.
  public mutating func note(_ component: FeedComponent, of feed: FeedReader) {
    for index in component.zonedLines {
      feed.forEachZonedDate(feed.zonedLines[index]) { name, moment in
        note(zoneNamed: name, moment, isEndless: component.repeats)
      }
    }
  }
}
