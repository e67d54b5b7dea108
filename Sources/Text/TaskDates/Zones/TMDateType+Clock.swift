extension TMDateType {
  /// The same instants on the clock of another zone; days are unchanged.
  ///
  /// A time that clocks skip becomes the later one that it means, because some readers read it as an earlier one. A
  /// range that would end before it begins keeps its length.
  package func shown(from zone: Zone, onClockIn clock: Zone) -> TMDateType {
    func shown(_ instant: Instant, _ moment: DateTimeParameters) -> DateTimeParameters {
      clock.civil(at: instant) ?? moment
    }
    switch self {
    case .date, .days, .period: return self
    case .dateTime(let moment): return .dateTime(shown(zone.instant(of: moment), moment))
    case .beginEndDate(let begin, let end):
      let first = zone.instant(of: begin)
      let length = end.secondNumber - begin.secondNumber
      let last = zone.instant(of: end) > first ? zone.instant(of: end) : first.advanced(by: length)
      return .beginEndDate(shown(first, begin), shown(last, end))
    }
  }
}
