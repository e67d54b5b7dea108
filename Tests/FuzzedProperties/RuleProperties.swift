import TaskDates

/// A rule comes back from its own text; its dates are in order, each once, and the same from any start of the search.
///
/// The first line is a rule, as an RRULE or in words; the second is the start.
enum RuleProperties {
  private static let most = 150

  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard let text = lines.first, let repetition = try? Repetition(parsing: String(text)) else {
      return
    }
    check(repetition, &faults)
    let start = lines.dropFirst().first.flatMap { try? DatePayload(parsing: String($0)) }?.value
    guard let first = start?.startDate ?? DateTimeParameters(secondNumber: 1_796_083_200) else {
      return
    }
    checkDates(of: repetition.rule, from: first, isAllDay: start?.isAllDay ?? false, &faults)
  }

  private static func check(_ repetition: Repetition, _ faults: inout Faults) {
    let rule = repetition.rule
    let again = try? RecurrenceRule(rrule: rule.rrule)
    faults.expect(again == rule, "\(rule.rrule) is read back as \(again?.rrule ?? "no rule")")
    guard repetition.isAfterDone == false || rule.words != nil else { return }
    let reread = try? Repetition(parsing: repetition.text)
    faults.expect(reread == repetition, "\(repetition.text) is not \(rule.rrule)")
  }

  private static func checkDates(
    of rule: RecurrenceRule, from start: DateTimeParameters, isAllDay: Bool,
    _ faults: inout Faults
  ) {
    let dates = RuleDates(rule, from: start, isAllDay: isAllDay)
    let walked = Array(dates.prefix(most))
    faults.expect(
      zip(walked, walked.dropFirst()).allSatisfy(<), "\(rule.rrule) has dates out of order")
    faults.expect(walked.allSatisfy { $0 >= start }, "\(rule.rrule) has a date before its start")
    if case .count(let count) = rule.end {
      faults.expect(walked.count <= count, "\(rule.rrule) has more than \(count) dates")
    }
    for date in walked.dropFirst() where rule.allows(date.date) == false {
      faults.expect(false, "\(rule.rrule) has \(date.compact), which it forbids")
    }
    checkLeaps(in: dates, walked, rule, &faults)
    checkSeries(of: rule, walked, isAllDay, &faults)
  }

  /// Skipping dates does not change the later ones.
  private static func checkLeaps(
    in dates: RuleDates, _ walked: [DateTimeParameters], _ rule: RecurrenceRule,
    _ faults: inout Faults
  ) {
    for place in [1, 2, walked.count / 2, walked.count - 1] where walked.indices.contains(place) {
      for early in [0, 1, 100_000] {
        guard let moment = walked[place].advanced(bySeconds: -early) else { continue }
        var leapt = dates
        leapt.skip(to: moment)
        let wanted = walked.filter { $0 >= moment }
        let found = Array(leapt.prefix(wanted.count))
        faults.expect(
          found == wanted, "\(rule.rrule): leaping to \(moment.compact) changes what follows")
      }
    }
  }

  /// A series with one rule has the dates of the rule, and ends at its bound.
  private static func checkSeries(
    of rule: RecurrenceRule, _ walked: [DateTimeParameters], _ isAllDay: Bool,
    _ faults: inout Faults
  ) {
    guard let start = walked.first else { return }
    var series = SeriesDates(from: start, rules: [rule], isAllDay: isAllDay)
    let found = (0..<walked.count).compactMap { _ in series.next() }
    if !series.isCutShort {
      faults.expect(found == walked, "\(rule.rrule): the series has other dates than the rule")
    }
    let few = SeriesDates(
      from: start, rules: [rule], isAllDay: isAllDay, bound: SeriesDates.Bound(steps: 20))
    faults.expect(Array(few.prefix(100)).count <= 21, "\(rule.rrule): the bound is not kept")
    guard let last = walked.last, start < last else { return }
    let window = series.occurrences(in: start..<last)
    faults.expect(window.prefix(most).allSatisfy { $0 < last }, "a window has more than its own")
  }
}
