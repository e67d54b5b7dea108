import TaskDates

/// How dates move from one occurrence to another: as the clock shows them, and ranges keep their exact
/// length (RFC 5545, section 3.8.5.3).
struct DateMove {
  private let seconds: Int
  private let zone: Zone?

  /// Creates a move from one date to another.
  ///
  /// - Parameters:
  ///   - first: Where something is.
  ///   - date: Where it shall be.
  ///   - zone: The zone of their clock; nil where it floats or is not known.
  init(from first: DateTimeParameters, to date: DateTimeParameters, zone: Zone?) {
    seconds = date.secondNumber - first.secondNumber
    self.zone = zone
  }

  /// The date moved; nil inside where there was none, nil outside where there is none any more.
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
