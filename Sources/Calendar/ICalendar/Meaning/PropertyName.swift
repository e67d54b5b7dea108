/// A property that duecal understands.
enum PropertyName: UInt8, CaseIterable, Sendable {
  case uid, stamp, created, lastModified, sequence
  case summary, description, location, url, classification, color, categories, related
  case start, end, due, duration, estimatedDuration, completed
  case status, percent, priority, transparency
  case rule, exceptRule, exceptions, additions, recurrenceID
  case action, trigger, repeats, acknowledged
  case allDay, conference, teamsAddress, googleAddress
  case afterDone, hintLine, hintPath, hintKey

  /// The name of RFC 5545, or of the extension that has it.
  var text: StaticString {
    switch self {
    case .uid: "UID"
    case .stamp: "DTSTAMP"
    case .created: "CREATED"
    case .lastModified: "LAST-MODIFIED"
    case .sequence: "SEQUENCE"
    case .summary: "SUMMARY"
    case .description: "DESCRIPTION"
    case .location: "LOCATION"
    case .url: "URL"
    case .classification: "CLASS"
    case .color: "COLOR"
    case .categories: "CATEGORIES"
    case .related: "RELATED-TO"
    case .start: "DTSTART"
    case .end: "DTEND"
    case .due: "DUE"
    case .duration: "DURATION"
    case .estimatedDuration: "ESTIMATED-DURATION"
    case .completed: "COMPLETED"
    case .status: "STATUS"
    case .percent: "PERCENT-COMPLETE"
    case .priority: "PRIORITY"
    case .transparency: "TRANSP"
    case .rule: "RRULE"
    case .exceptRule: "EXRULE"
    case .exceptions: "EXDATE"
    case .additions: "RDATE"
    case .recurrenceID: "RECURRENCE-ID"
    case .action: "ACTION"
    case .trigger: "TRIGGER"
    case .repeats: "REPEAT"
    case .acknowledged: "ACKNOWLEDGED"
    case .allDay: "X-MICROSOFT-CDO-ALLDAYEVENT"
    case .conference: "CONFERENCE"
    case .teamsAddress: "X-MICROSOFT-SKYPETEAMSMEETINGURL"
    case .googleAddress: "X-GOOGLE-CONFERENCE"
    case .afterDone: "X-DUECAL-AFTER-DONE"
    case .hintLine: "X-DUECAL-LINE"
    case .hintPath: "X-DUECAL-PATH"
    case .hintKey: "X-DUECAL-KEY"
    }
  }

  /// Other names that clients write.
  private static let aliases: [(StaticString, PropertyName)] = [
    ("LAST-MOD", .lastModified), ("PERCENT_COMPLETE", .percent),  // Synology
    ("LAST_MODIFIED", .lastModified), ("RELATED_TO", .related),
  ]

  /// The type as which libical reads a value.
  ///
  /// It is nil for values that only our own code reads: texts, of which libical loses spaces and commas, and rules,
  /// which it rewrites.
  var type: LibicalValue.Kind? {
    switch self {
    case .start, .end, .due, .exceptions, .additions, .recurrenceID: .date
    case .duration, .estimatedDuration: .span
    case .trigger: .trigger
    case .sequence, .percent, .priority, .repeats: .integer
    default: isStamp ? .date : nil
    }
  }

  /// True for a list of dates.
  var isList: Bool { self == .exceptions || self == .additions }

  /// True for an instant, which is always in UTC.
  var isStamp: Bool {
    switch self {
    case .stamp, .created, .lastModified, .completed, .acknowledged: true
    default: false
    }
  }

  /// True if the property may occur several times and each counts.
  var isRepeatable: Bool {
    switch self {
    case .categories, .related, .rule, .exceptRule, .exceptions, .additions, .afterDone: true
    case .conference: true
    default: false
    }
  }
}

/// Some properties.
struct PropertySet: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ name: PropertyName) { rawValue = 1 << UInt64(name.rawValue) }

  init(_ names: [PropertyName]) { self = names.reduce(into: []) { $0.insert(PropertySet($1)) } }
}

extension PropertyName {
  /// The property with a name, in either case; nil for an unknown one.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard let found = Self.table.find(bytes, range) else { return nil }
    self = found
  }

  private static let table = Table(
    allCases.map { ($0.text, $0) } + aliases)

  /// Names by a hash of their bytes.
  private struct Table: Sendable {
    private var slots = [[(name: StaticString, property: PropertyName)]](repeating: [], count: 256)

    init(_ names: [(StaticString, PropertyName)]) {
      for (name, property) in names {
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        slots[Self.hash(bytes, bytes.indices)].append((name, property))
      }
    }

    func find(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> PropertyName? {
      for (name, property) in slots[Self.hash(bytes, range)]
      where name.isSpelled(by: bytes[range]) {
        return property
      }
      return nil
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
      guard let first = range.first, range.count < 20 else { return 0 }
      let last = range.upperBound - 1
      return
        (range.count &* 31 &+ Int(bytes[first].upper) &* 7 &+ Int(bytes[last].upper) &* 3
        &+ Int(bytes[first + range.count / 2].upper)) & 255
    }
  }
}
