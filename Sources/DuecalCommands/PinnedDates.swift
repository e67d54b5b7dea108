import TaskDates

extension Surroundings {
  /// What dates that move with the clock are now in a zone, for messages that name them.
  func pinned(in zone: Zone) -> @Sendable (RelativeDate) -> TMDateType? {
    guard let now = zone.civil(at: now) else { return { _ in nil } }
    return { $0.resolved(at: now, in: zone) }
  }
}
