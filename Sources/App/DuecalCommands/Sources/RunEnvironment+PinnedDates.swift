import TaskDates

extension RunEnvironment {
  /// The present value of dates that move with the clock, for messages.
  func pinned(in zone: Zone) -> @Sendable (RelativeDate) -> TMDateType? {
    guard let now = zone.civil(at: now) else { return { _ in nil } }
    return { $0.resolved(at: now, in: zone) }
  }
}
