import TaskDates

/// Moves dates from one occurrence to another: local times stay, and ranges keep their exact length (RFC 5545, section
/// 3.8.5.3).
struct DateMove {
  private let seconds: Int
  private let zone: Zone?

  /// Creates a move from one date to another.
  ///
  /// - Parameters:
  ///   - first: The old date.
  ///   - date: The new date.
  ///   - zone: The zone of both; nil for floating times or if it is unknown.
  init(from first: DateTimeParameters, to date: DateTimeParameters, zone: Zone?) {
    seconds = date.secondNumber - first.secondNumber
    self.zone = zone
  }

  /// The moved date; the inner nil means that there was none, the outer nil that there is none after the move.
  func moved(_ date: TMDateType?) -> TMDateType?? {
    guard let date else { return .some(nil) }
    if seconds == 0 { return date }
    switch date {
    case .date(let day): return moved(day).map { .date($0) }
    case .dateTime(let moment): return moment.advanced(bySeconds: seconds).map { .dateTime($0) }
    case .days(let first, let last):
      guard let first = moved(first), let last = moved(last) else { return nil }
      return .days(first, last)
    case .period(let period): return moved(period.lastDay).map { .date($0) }
    case .beginEndDate(let begin, let end):
      guard let start = begin.advanced(bySeconds: seconds),
        let last = self.end(begin, end, start: start)
      else { return nil }
      return .beginEndDate(start, last)
    }
  }

  private func moved(_ day: DateParameters) -> DateParameters? {
    day.advanced(byDays: (seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
  }

  private func end(
    _ begin: DateTimeParameters, _ end: DateTimeParameters, start: DateTimeParameters
  ) -> DateTimeParameters? {
    guard let zone else { return end.advanced(bySeconds: seconds) }
    let length = zone.instant(of: end).seconds - zone.instant(of: begin).seconds
    return zone.civil(at: zone.instant(of: start).advanced(by: length))
  }
}
