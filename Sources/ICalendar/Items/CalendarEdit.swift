public import CalendarItems
public import TaskDates

/// Changes to a calendar file: what changed of an item is written into the lines that say it, and nothing
/// else moves.
///
/// A changed field replaces the lines of its property, in their place and with the parameters that they
/// have; DTSTAMP and LAST-MODIFIED follow, and SEQUENCE where dates, rule or status changed (RFC 5545,
/// section 3.8.7.4). An item that did not change keeps its bytes.
public struct CalendarEdit {
  private let reading: CalendarReading
  private let options: EncodingOptions
  private var lines: LineEdits
  private var added: [UInt8] = []
  private var zones: [String: Zone] = [:]
  private var use: ZoneUse?

  /// Begins with no change.
  ///
  /// - Parameters:
  ///   - reading: The file.
  ///   - options: How new items are written.
  ///   - zones: The zones that changed items may be anchored in, by name, besides those of the file.
  public init(
    _ reading: CalendarReading, options: EncodingOptions = EncodingOptions(),
    zones: [String: Zone] = [:]
  ) {
    self.reading = reading
    self.options = options
    self.zones = zones
    lines = LineEdits(reading.document)
  }

  /// Writes what changed of an item.
  ///
  /// - Parameters:
  ///   - old: The item as it was read.
  ///   - new: The item as it shall be.
  ///   - now: The time of the change; its stamp is later than the item's last one in any case. Nil leaves
  ///     stamps and SEQUENCE as they are.
  public mutating func replace(_ old: ItemReading, with new: CalendarItem, at now: Instant?) {
    var patch = ItemPatch(reading, old, new, options, zones)
    patch.write(at: now)
    lines.merge(patch.edits)
  }

  /// Takes an item out.
  public mutating func remove(_ old: ItemReading) {
    lines.remove(reading.document.components[old.component].lines)
  }

  /// The file with the changes.
  public var bytes: [UInt8] { lines.printed }
}

/// Changes to the lines of a file.
struct LineEdits {
  private let document: ICSDocument
  private var replaced: [Int: [UInt8]] = [:]
  private var inserted: [Int: [UInt8]] = [:]

  init(_ document: ICSDocument) { self.document = document }

  /// True without any change.
  var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty }

  /// How many lines change.
  var count: Int { replaced.count + inserted.reduce(0) { $0 + $1.value.count } }

  /// Puts other bytes in the place of a line; none take it away.
  mutating func replace(_ line: Int, with bytes: [UInt8]) { replaced[line] = bytes }

  /// Takes lines away.
  mutating func remove(_ lines: Range<Int>) {
    for line in lines { replaced[line] = [] }
  }

  /// Puts lines before another, behind those that were put there already.
  mutating func insert(_ bytes: [UInt8], before line: Int) {
    inserted[line, default: []] += bytes
  }

  mutating func merge(_ other: LineEdits) {
    replaced.merge(other.replaced) { $1 }
    inserted.merge(other.inserted) { $0 + $1 }
  }

  /// The file with the changes.
  var printed: [UInt8] {
    guard !isEmpty else { return document.bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(document.bytes.count + 256)
    var copied = 0
    for line in Set(replaced.keys).union(inserted.keys).sorted() {
      let range = document.lines[line].range
      bytes += document.bytes[copied..<range.lowerBound]
      bytes += inserted[line] ?? []
      bytes += replaced[line] ?? Array(document.bytes[range])
      copied = range.upperBound
    }
    return bytes + document.bytes[copied...]
  }
}
