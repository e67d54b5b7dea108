public import Diagnostics
public import TaskDates

/// What a calendar file says: its items, what of them is kept and not understood, and what is wrong.
///
/// Any bytes will do. A component that is broken, or beyond a limit, is said and kept; what stands beside
/// it is read.
public struct CalendarReading: Sendable {
  /// The file.
  public let document: ICSDocument
  /// The items, in order.
  public private(set) var items: [ItemReading] = []
  /// Components that are no items, and items that were refused, as indices; none that stands in another
  /// of them.
  public private(set) var others: [Int] = []
  /// What is to be said, in order of place.
  public private(set) var diagnostics: [Diagnostic] = []
  /// True if there is a calendar in the file, be it an empty one.
  public private(set) var isCalendar = false
  /// False where the file was cut off, an item was refused, or a limit was met: what is missing here is
  /// not gone.
  public private(set) var isComplete = true
  /// What the file's TZIDs mean.
  public private(set) var zones: CalendarZones

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: How much of it is looked at.
  ///   - database: Where zones are.
  public init(
    bytes: [UInt8], limits: InputLimits = InputLimits(), database: ZoneDatabase = ZoneDatabase()
  ) {
    document = ICSDocument(bytes: bytes.count <= limits.bytes ? bytes : [])
    zones = CalendarZones(document, database: database)
    guard bytes.count <= limits.bytes else {
      refuse(bytes.count, limits.bytes)
      return
    }
    var decoder = ItemDecoder(document, limits, zones)
    var walk = ComponentWalk(document, limits)
    walk.forEachItem { component, kind, calendar in
      guard let item = decoder.item(of: component, kind: kind, calendar: calendar) else {
        others.append(component)
        isComplete = false
        return
      }
      items.append(item)
    }
    others = (others + walk.others).sorted()
    isCalendar = walk.isCalendar
    isComplete = isComplete && walk.isComplete
    zones = decoder.zones
    let findings = walk.findings + decoder.findings
    diagnostics =
      (zones.diagnostics + findings.diagnostics(of: document, limit: limits.messages))
      .sorted { $0.place < $1.place }
  }

  private mutating func refuse(_ count: Int, _ limit: Int) {
    let sentence = "the file has \(count) bytes; it is not read, expected \(limit) at most"
    diagnostics = [Diagnostic(.error, at: Place(line: 1, column: 1), sentence)]
    isComplete = false
  }
}
