extension Zone {
  /// The years 2000 to 2037, which every zone file lists explicitly.
  public static let writtenYears =
    Instant(seconds: 946_684_800)...Instant(seconds: 2_145_916_799)
  /// The years 2008 to 2037: in 2007 North America got its present rules, and many VTIMEZONEs know only those.
  public static let recentYears =
    Instant(seconds: 1_199_145_600)...Instant(seconds: 2_145_916_799)

  /// True if both zones have the same local time at every instant of a span.
  public func isAlike(_ other: Zone, over span: ClosedRange<Instant>) -> Bool {
    guard offset(at: span.lowerBound) == other.offset(at: span.lowerBound) else { return false }
    let own = offsetChanges(over: span)
    let others = other.offsetChanges(over: span)
    return own.elementsEqual(others) { $0 == $1 }
  }

  /// The time from the first explicit transition to the last, if no rule follows them and they are enough to identify a
  /// zone; otherwise nil.
  public var listedSpan: ClosedRange<Instant>? {
    guard rule == nil, table.starts.count > 4, let last = table.starts.last else { return nil }
    return Instant(seconds: table.starts[1])...Instant(seconds: last)
  }

  /// The transitions after a span's first instant at which the offset changes, and not only the name.
  private func offsetChanges(over span: ClosedRange<Instant>) -> [(Int, Int)] {
    var changes: [(Int, Int)] = []
    var offset = offset(at: span.lowerBound)
    for change in transitions(after: span.lowerBound, through: span.upperBound)
    where change.after.offset != offset {
      offset = change.after.offset
      changes.append((change.instant.seconds, offset))
    }
    return changes
  }
}
