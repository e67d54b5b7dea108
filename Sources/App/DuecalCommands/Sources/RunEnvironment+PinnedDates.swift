import TaskDates

extension RunEnvironment {
  /// The present values of relative dates, for messages.
  func pinned(in zone: Zone) -> @Sendable (RelativeDate) -> TMDateType? {
    guard let now = zone.civil(at: now) else { return { _ in nil } }
    return { $0.resolved(at: now, in: zone) }
  }
}
