import ExactText
import TaskDates

/// The text form of a ledger: a line for each record, its fields separated by tabs.
///
/// A run appends a record for each reminder that it gives. So a later line may replace an earlier one, and the last
/// line may be incomplete.
extension ReminderLedger {
  private static let title = "duecal reminders 1"

  /// Reads a ledger; nil if the bytes are not one.
  ///
  /// A line that cannot be read is left out.
  public init?(bytes: [UInt8]) {
    self.init()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.popLast() != nil, let first = lines.first, first.elementsEqual(Self.title.utf8)
    else { return nil }
    var failures: [ReminderKey: [Int]] = [:]
    for line in lines.dropFirst() { read(line, &failures) }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ failures: inout [ReminderKey: [Int]]) {
    var fields = LedgerFields(line)
    switch fields.word() {
    case "last": last = fields.mark() ?? last
    case "back":
      if let since = fields.number(), let last = fields.number() {
        setback = Setback(since: Instant(seconds: since), last: Instant(seconds: last))
      }
    case "source":
      if let mark = fields.mark(), let path = fields.word() { sources[path] = mark }
    case "reminder": if let entry = Entry(&fields) { add(entry, &failures, replaces: false) }
    case "told": if let entry = Entry(&fields) { add(entry, &failures, replaces: true) }
    default: break
    }
  }

  /// Adds a reminder.
  ///
  /// A record that a run appended replaces that of an earlier failed attempt.
  private mutating func add(
    _ entry: Entry, _ failures: inout [ReminderKey: [Int]], replaces: Bool
  ) {
    var place = entries.count
    if replaces, let former = failures[entry.key]?.popLast() {
      entries[former] = entry
      place = former
    } else {
      entries.append(entry)
    }
    if entry.tries > 0 { failures[entry.key, default: []].append(place) }
  }

  /// The ledger as bytes; equal ledgers have equal bytes.
  public var bytes: [UInt8] {
    var lines = [Self.title]
    if let last { lines.append("last\t\(last.fields)") }
    if let setback { lines.append("back\t\(setback.since.seconds)\t\(setback.last.seconds)") }
    for (path, mark) in sources.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      lines.append("source\t\(mark.fields)\t\(path.asField)")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
      + entries.flatMap { $0.line("reminder").utf8 }
  }
}

extension ReminderLedger.Mark {
  fileprivate var fields: String { "\(instant.seconds)\t\(reading.secondNumber)" }
}

extension ReminderLedger.Entry {
  fileprivate init?(_ fields: inout LedgerFields) {
    guard let instant = fields.number(), let reading = fields.number(),
      let shown = DateTimeParameters(secondNumber: reading), let tries = fields.number(),
      let zone = fields.word(), let name = fields.word(), let source = fields.word()
    else { return nil }
    let key = ReminderKey(
      instant: Instant(seconds: instant), reading: shown, source: source, name: name)
    self.init(key: key, zone: zone, tries: max(0, tries))
  }

  /// The line of this entry, with its line ending.
  func line(_ word: String) -> String {
    "\(word)\t\(key.instant.seconds)\t\(key.reading.secondNumber)\t\(tries)\t\(zone.asField)\t"
      + "\(key.name.asField)\t\(key.source.asField)\n"
  }
}

/// Reads the fields of a line, one after the other.
private struct LedgerFields {
  private var rest: [ArraySlice<UInt8>]

  init(_ line: ArraySlice<UInt8>) {
    rest = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).reversed()
  }

  mutating func word() -> String? {
    rest.popLast().map { String(decoding: $0, as: UTF8.self).ofField }
  }

  /// Reads a number that is in the range of a count of seconds.
  mutating func number() -> Int? {
    guard let number = word().flatMap({ Int($0) }), number.magnitude < 1 << 48 else { return nil }
    return number
  }

  mutating func mark() -> ReminderLedger.Mark? {
    guard let instant = number(), let reading = number(),
      let shown = DateTimeParameters(secondNumber: reading)
    else { return nil }
    return ReminderLedger.Mark(instant: Instant(seconds: instant), reading: shown)
  }
}

extension String {
  /// The text without separators of fields, which a path may contain.
  fileprivate var asField: String {
    guard utf8.contains(where: { [0x09, 0x0A, 0x5C].contains($0) }) else { return self }
    return String(decoding: utf8.flatMap { Self.escapes[$0] ?? [$0] }, as: UTF8.self)
  }

  private static let escapes: [UInt8: [UInt8]] = [
    0x09: Array("\\t".utf8), 0x0A: Array("\\n".utf8), 0x5C: Array("\\\\".utf8),
  ]

  fileprivate var ofField: String {
    guard utf8.contains(0x5C) else { return self }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in utf8 {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "t") ? 0x09 : byte == UInt8(ascii: "n") ? 0x0A : byte)
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
