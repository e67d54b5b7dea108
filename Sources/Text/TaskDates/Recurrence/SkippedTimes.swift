/// The instants of times that clocks skip, each of which is also that of a later local time.
///
/// A series is a set of instants (RFC 5545, section 3.8.5), so an instant is one moment of it.
struct SkippedTimes {
  /// The zone; nil for moments that no two of which can be one instant.
  private let zone: Zone?
  private var instants: Set<Int> = []
  /// The last second for which an instant is kept.
  private var end = Int.min

  init(in zone: Zone?) { self.zone = zone }

  /// True if the instant of a moment is that of an earlier one; the moments must be passed in order.
  mutating func repeats(_ second: Int, _ reading: DateTimeParameters) -> Bool {
    guard let zone else { return false }
    switch zone.instants(of: reading) {
    case .gap(let instant, _):
      if second > end { instants.removeAll() }
      end = second + 86_400
      return !instants.insert(instant.seconds).inserted
    case .one(let instant), .fold(let instant, _):
      return second <= end && instants.contains(instant.seconds)
    }
  }
}

extension RecurrenceRule {
  /// True if two moments of a rule may be on one day.
  var hasSeveralTimes: Bool { isSubDaily || !(hours + minutes + seconds).isEmpty }
}
