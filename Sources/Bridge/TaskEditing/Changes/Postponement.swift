public import TaskBridge
public import TaskDates
import TaskText

/// How to postpone a task.
public enum Postponement: Hashable, Sendable {
  /// By a length after the old date: `+1d`, `2 weeks`.
  case by(RelativeDate)
  /// To another date. A day or a period moves the old date into it; a time keeps the length of a range.
  case to(TMDateType)

  /// Reads what a person typed.
  ///
  /// - Parameters:
  ///   - text: A length, with or without a sign, or a date.
  ///   - now: The time of the person's clock.
  ///   - zone: The zone of that clock.
  /// - Throws: `TMError` if the text is neither.
  public init(parsing text: String, now: DateTimeParameters, in zone: Zone) throws(TMError) {
    let isSigned = text.first == "+" || text.first == "-"
    if let length = try? RelativeDate(parsing: isSigned ? text : "+\(text)") {
      self = .by(length)
      return
    }
    switch try DateExpression(parsing: text) {
    case .absolute(let payload): self = .to(payload.value)
    case .relative(let date): self = .to(try date.value(at: now, in: zone))
    }
  }

  /// The new date for an old one, and what is lost of that.
  ///
  /// - Returns: Nil if the new date is outside of the years 1 to 9999.
  func moved(
    _ old: TMDateType?, now: DateTimeParameters, in zone: Zone
  ) -> (value: TMDateType, lost: [LostDetail])? {
    switch self {
    case .by(let length): moved(old, by: length, now: now, zone: zone).map { ($0, []) }
    case .to(.period(let period)): listed(old, period)
    case .to(.date(let day)): listed(old, DatePeriod(day: day))
    case .to(.dateTime(let moment)): begun(old, at: moment).map { ($0, []) }
    case .to(let value): (value, [])
    }
  }

  private func listed(
    _ old: TMDateType?, _ period: DatePeriod
  ) -> (value: TMDateType, lost: [LostDetail])? {
    guard let old else { return (period.toDateType(), []) }
    return old.moved(to: period).map { ($0.value, $0.lost) }
  }

  /// The old date moved to a moment; a range keeps its length.
  private func begun(_ old: TMDateType?, at moment: DateTimeParameters) -> TMDateType? {
    guard case .beginEndDate(let begin, _)? = old else { return .dateTime(moment) }
    return old.flatMap { DateShift(from: begin, to: moment).moved($0) }
  }

  private func moved(
    _ old: TMDateType?, by length: RelativeDate, now: DateTimeParameters, zone: Zone
  ) -> TMDateType? {
    guard let old else { return length.resolved(at: now, in: zone) }
    let start = old.startDate
    switch length.resolved(at: start, in: zone) {
    case .date(let day)?:
      return DateShift(from: start, to: DateTimeParameters(date: day, time: start.time)).moved(old)
    case .dateTime(let moment)? where !old.isAllDay:
      return DateShift(from: start, to: moment).moved(old)
    case .dateTime(let moment)? where !length.countsHours: return .dateTime(moment)
    case .dateTime?: return length.resolved(at: now, in: zone)  // a day has no hours to count from
    default: return nil
    }
  }
}

extension TaskChanges {
  /// Postpones a line.
  ///
  /// If it is a series that continues, postpones its next date, which becomes a separate line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - postponement: The new date.
  ///   - kind: The kind of change that is reported.
  ///   - wholeSeries: Whether to move a series as a whole instead.
  public mutating func postpone(
    _ line: LineRef, _ postponement: Postponement, as kind: TaskChange.Kind = .snoozed,
    wholeSeries: Bool = false
  ) {
    let fields = fields(line)
    if fields.due?.value == nil, !edited(line).spans(of: .due).isEmpty {
      return fault(line, "its date cannot be read, so nothing is changed; run duecal check")
    }
    if let due = fields.due?.value, wholeSeries || !repeats(line), case .to = postponement,
      postponement.moved(due, now: now, in: zone(fields))?.value == due
    {
      return isAlready(line, "the task is already due \(due)")
    }
    do throws(TaskChangeFault) {
      if let details = try detach(
        line, fields, postponement: postponement, wholeSeries: wholeSeries)
      {
        return note(kind, line, details: details)
      }
      var edited = edited(line)
      let details = try postpone(&edited, line, postponement: postponement)
      set(edited, line)
      note(kind, line, details: details)
    } catch {
      fault(line, error.reason)
    }
  }

  /// Makes the next date of a series a separate line with another date; nil if the line is not a series with fixed
  /// dates.
  private mutating func detach(
    _ line: LineRef, _ fields: LineFields, postponement: Postponement, wholeSeries: Bool
  ) throws(TaskChangeFault) -> [String]? {
    guard !wholeSeries, repeats(line), fields.due != nil, fields.repetition?.isAfterDone != true,
      let series = series(line, fields)
    else { return nil }
    guard let step = try? SeriesStep(series, SeriesStep.Completion(day: now.date)) else {
      throw TaskChangeFault(line, reason: "its @repeat gives no further date; nothing is changed")
    }
    if step.isLast { return nil }
    var copy = detached(line, step)
    var details = try postpone(&copy, line, postponement: postponement)
    addCopy(copy, of: line, belongings: .all)
    moveOn(line, step)
    details += seriesDetails(line, step).map { "the series: \($0)" }
    return details
  }

  private func postpone(
    _ edited: inout EditedLine, _ line: LineRef, postponement: Postponement
  ) throws(TaskChangeFault) -> [String] {
    let old = edited.fields.due?.value
    guard let (value, lost) = postponement.moved(old, now: now, in: zone(edited.fields)) else {
      throw TaskChangeFault(line, reason: "that does not lead to a date")
    }
    if value == old {
      // A length shorter than the period leads back to the same period, and perhaps to the date of a series.
      guard case .by = postponement else {
        throw TaskChangeFault(line, reason: "the task is already due \(value)")
      }
      throw TaskChangeFault(
        line,
        reason:
          "the task is due \(value), and so short a length does not move it; expected a date or a "
          + "longer length"
      )
    }
    guard edited.set(.due, to: value.description) else {
      throw TaskChangeFault(line, reason: "the date cannot be written into this line")
    }
    if let old {
      edited.move([.start, .remind], by: DateShift(from: old.startDate, to: value.startDate))
    }
    return details(from: old, to: value) + lost.map { "lost \($0)" }
  }

  private func details(from old: TMDateType?, to value: TMDateType) -> [String] {
    var details = [old.map { "due \($0) -> \(value)" } ?? "due \(value)"]
    if value.lastDay < now.date { details.append("still overdue") }
    return details
  }
}
