import Synchronization
import TaskDates

/// The VTIMEZONEs that were read before: those of a zone of the system are compared with it once.
///
/// Each file of a store has its own VTIMEZONE, and most of them are the same.
enum KnownDefinitions {
  /// A VTIMEZONE of a named zone.
  struct Entry {
    /// The zone of the system that it was compared with.
    fileprivate let system: Zone
    /// The zone as the VTIMEZONE defines it, with the dates on which both agree; nil if they always do.
    let agreement: ZoneAgreement?
    /// The time for which the VTIMEZONE decides; it may have no end.
    let (begins, ends): (Instant, Instant?)
    /// The numbers of its changes and rules, which the limits of a file count.
    let (changes, rules): (Int, Int)

    init(_ agreement: ZoneAgreement?, _ system: Zone, _ reading: TimeZoneReading?, rules: Int) {
      (self.agreement, self.system, self.rules) = (agreement, system, rules)
      changes = reading?.changes ?? 0
      begins = reading?.begins ?? .epoch
      ends = reading.flatMap { system.lastChange(of: $0.zone) }
    }
  }

  /// By the bytes of a VTIMEZONE and the name of its zone.
  private static let known = Mutex<[[UInt8]: Entry]>([:])
  private static let limit = 1000
  /// Longer ones are read again, so that they do not fill the memory.
  private static let mostBytes = 1 << 14

  /// What is known of a VTIMEZONE; nil if it was not compared with this zone of the system yet.
  static func entry(_ bytes: ArraySlice<UInt8>, of system: Zone) -> Entry? {
    guard bytes.count <= mostBytes else { return nil }
    let key = Array(bytes) + system.name.utf8
    return known.withLock { $0[key] }.flatMap { $0.system == system ? $0 : nil }
  }

  static func add(_ entry: Entry, _ bytes: ArraySlice<UInt8>) {
    guard bytes.count <= mostBytes else { return }
    let key = Array(bytes) + entry.system.name.utf8
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[key] = entry
    }
  }

  private static let readings = Mutex<[[UInt8]: TimeZoneReading]>([:])

  /// A VTIMEZONE as other programs read it; nil if it cannot be read.
  static func reading(
    _ document: ICSDocument, _ component: Int, limits: TimeZoneLimits
  ) -> TimeZoneReading? {
    let bytes = document.bytes[document.range(of: component)]
    let isShort = bytes.count <= mostBytes
    if isShort, let known = readings.withLock({ $0[Array(bytes)] }) { return known }
    let reading = try? TimeZoneReader(document, limits: limits).read(component, named: "")
    if isShort, let reading {
      readings.withLock { known in
        if known.count >= limit { known.removeAll() }
        known[Array(bytes)] = reading
      }
    }
    return reading
  }
}
