import CalendarItems
public import TaskBridge
public import TaskDates
import TaskText

/// How to postpone a task.
public enum Postponement: Hashable, Sendable {
  /// By a length after the old date: `+1d`, `2 weeks`.
  case by(RelativeDate)
  /// To another date. A day or a period moves the old date into it; a time keeps the length of a range.
  case to(TMDateType)
  /// The same for a date that depends on the clock, such as `next week`; it must not be earlier than the old date.
  case later(TMDateType)

  /// Reads what a person typed.
  ///
  /// - Parameters:
  ///   - text: A length, with or without a sign, or a date.
  ///   - now: The time of the person's clock.
  ///   - zone: The zone of that clock.
  ///   - conventions: What the person has set about dates that they type.
  /// - Throws: `TMError` if the text is neither.
  public init(
    parsing text: String, now: DateTimeParameters, in zone: Zone,
    conventions: DateConventions = .none
  ) throws(TMError) {
    if let length = Self.length(text) {
      self = .by(length)
      return
    }
    switch try DateExpression(parsing: text, conventions: conventions) {
    case .absolute(let payload): self = .to(payload.value)
    case .relative(let date):
      let value = try date.value(at: now, in: zone)
      self = date.isFixed ? .to(value) : .later(value)
    }
  }

  /// Other meanings of what a person typed; empty if it has only one.
  public static func ambiguities(
    of text: String, at now: DateTimeParameters, conventions: DateConventions = .none
  ) -> [DateAmbiguity] {
    if let length = length(text) { return length.ambiguities(at: now) }
    return (try? DateExpression(parsing: text, conventions: conventions))?.ambiguities(at: now)
      ?? []
  }

  /// A length of time, with or without a sign; nil for anything else.
  private static func length(_ text: String) -> RelativeDate? {
    let isSigned = text.first == "+" || text.first == "-"
    return try? RelativeDate(parsing: isSigned ? text : "+\(text)")
  }

  /// The new date for an old one, and what is lost of that.
  ///
  /// - Parameter keepsDetail: Whether the date keeps its weekday, its time and its size in a longer period.
  /// - Returns: Nil if the new date is outside of the years 1 to 9999.
  func moved(
    _ old: TMDateType?, now: DateTimeParameters, in zone: Zone, keepsDetail: Bool
  ) -> (value: TMDateType, lost: [LostDetail])? {
    switch self {
    case .by(let length): moved(old, by: length, now: now, zone: zone).map { ($0, []) }
    case .to(let target), .later(let target):
      keepsDetail
        ? Self.detailed(old, target).map { ($0, []) } : Self.listed(old, target)
    }
  }

  /// The old date in a period, with its weekday, time and size.
  private static func detailed(_ old: TMDateType?, _ target: TMDateType) -> TMDateType? {
    guard let old else { return target }
    return switch (old, target) {
    case (_, .period(let period)): old.placed(in: period)
    case (_, .date(let day)): old.placed(in: DatePeriod(day: day))
    case (_, .dateTime(let moment)): begun(old, at: moment)
    case (_, .beginEndDate), (.period, .days): target
    case (.days, .days(let first, _)): old.placed(in: DatePeriod(day: first))
    case (_, .days(let first, let last)):
      Self.isQuarter(first, last) ? old.placed(in: DatePeriod(day: first)) : target
    }
  }

  /// True for the days of a quarter, in which a task keeps its size, as in a month.
  private static func isQuarter(_ first: DateParameters, _ last: DateParameters) -> Bool {
    [1, 4, 7, 10].contains(first.month) && first.day == 1
      && first.advanced(byMonths: 3)?.advanced(byDays: -1) == last
  }

  /// The old date in the list of a period, without finer details.
  private static func listed(
    _ old: TMDateType?, _ target: TMDateType
  ) -> (value: TMDateType, lost: [LostDetail])? {
    guard let old else { return (target, []) }
    return switch target {
    case .period(let period): old.moved(to: period).map { ($0.value, $0.lost) }
    case .date(let day): old.moved(to: DatePeriod(day: day)).map { ($0.value, $0.lost) }
    case .dateTime(let moment): begun(old, at: moment).map { ($0, []) }
    case .beginEndDate, .days: (target, [])
    }
  }

  /// The old date moved to a moment; a range keeps its length.
  private static func begun(_ old: TMDateType, at moment: DateTimeParameters) -> TMDateType? {
    guard case .beginEndDate(let begin, _) = old else { return .dateTime(moment) }
    return old.moved(by: DateMove(from: begin, to: moment))
  }

  private func moved(
    _ old: TMDateType?, by length: RelativeDate, now: DateTimeParameters, zone: Zone
  ) -> TMDateType? {
    guard let old else { return length.resolved(at: now, in: zone) }
    let start = old.startDate
    switch length.resolved(at: start, in: zone) {
    case .date(let day)?:
      return old.moved(
        by: DateMove(from: start, to: DateTimeParameters(date: day, time: start.time)))
    case .dateTime(let moment)? where !old.isAllDay:
      return old.moved(by: DateMove(from: start, to: moment))
    case .dateTime(let moment)? where !length.countsHours: return .dateTime(moment)
    case .dateTime?: return length.resolved(at: now, in: zone)  // a day has no hours to count from
    default: return nil
    }
  }
}

extension Postponement {
  /// True if the new date depends on the clock: words, and hours after a day.
  private func isAfterNow(_ old: TMDateType) -> Bool {
    switch self {
    case .later: true
    case .by(let length): length.countsHours && old.isAllDay
    case .to: false
    }
  }

  fileprivate var isLength: Bool {
    if case .by = self { true } else { false }
  }

  /// How to name a day inside of a period.
  fileprivate func advice(for due: TMDateType) -> String {
    switch (self, due) {
    case (.to(.date), .period), (.later(.date), .period):
      ", which contains that day; duecal move makes it a day"
    default: ""
    }
  }

  /// Why a date is not postponed: it would be earlier than it was, or a time would replace several days.
  fileprivate func refusal(
    of value: TMDateType, for old: TMDateType?, _ kind: TaskChange.Kind
  ) -> String? {
    guard let old, kind == .snoozed else { return nil }
    if isAfterNow(old), value.startDate < old.startDate {
      return
        "the date of the task is \(old), and \(value) is earlier; expected a later date, or this one in figures"
    }
    if case .days = old, value.hasClock {
      return "the task is due on several days, which have no time; expected a day without a time"
    }
    if case .days = value, old.hasClock {
      return "the task has a time, which several days do not have; expected one day, or duecal move"
    }
    return nil
  }
}

extension LineFields {
  /// The field that a change of its date sets: the start of a task that is put off and has no due date.
  fileprivate func dateField(_ kind: TaskChange.Kind) -> Vocabulary.Field {
    kind == .snoozed && due == nil && start?.value != nil ? .start : .due
  }

  fileprivate func date(_ field: Vocabulary.Field) -> TMDateType? {
    field == .start ? start?.value : due?.value
  }
}

extension TaskChanges {
  /// Postpones a line: its due date, or its start if it has only that.
  ///
  /// If it is a series that continues, postpones its next date, which becomes a separate line. If the series has the new
  /// date itself, it moves there, because a separate line would be there twice.
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
    if let due = fields.due?.value, wholeSeries || !repeats(line), !postponement.isLength,
      postponement.moved(due, now: now, in: zone(fields), keepsDetail: kind == .snoozed)?.value
        == due
    {
      return isAlready(line, "the task is already due \(due)" + postponement.advice(for: due))
    }
    do throws(TaskChangeFault) {
      if let details = try detach(
        line, fields, postponement: postponement, kind, wholeSeries: wholeSeries)
      {
        return note(kind, line, details: details)
      }
      var edited = edited(line)
      let details = try postpone(&edited, line, postponement: postponement, kind)
      set(edited, line)
      note(kind, line, details: details)
    } catch {
      fault(line, error.reason)
    }
  }

  /// Makes the next date of a series a separate line with another date; nil if the line is not a series with fixed
  /// dates.
  private mutating func detach(
    _ line: LineRef, _ fields: LineFields, postponement: Postponement, _ kind: TaskChange.Kind,
    wholeSeries: Bool
  ) throws(TaskChangeFault) -> [String]? {
    guard !wholeSeries, repeats(line), fields.date(fields.dateField(kind)) != nil,
      fields.repetition?.isAfterDone != true
    else { return nil }
    let completion = SeriesStep.Completion(day: now.date, earliest: earliestDate(fields))
    let step = try self.step(line, fields, completion)
    if step.isLast { return nil }
    var copy = detached(line, step)
    let old = copy.fields.date(copy.fields.dateField(kind))
    var details = try postpone(&copy, line, postponement: postponement, kind)
    let value = copy.fields.date(copy.fields.dateField(kind))
    if let old, let value, let own = try self.step(line, fields, completion, from: old, to: value) {
      return details + moveOnto(line, fields, step, own)
    }
    addCopy(copy, of: line, belongings: .all)
    moveOn(line, step)
    details += seriesDetails(line, step).map { "the series: \($0)" }
    return details
  }

  /// The step of a series to a later date of its own; nil if it does not have that date.
  private func step(
    _ line: LineRef, _ fields: LineFields, _ completion: SeriesStep.Completion,
    from old: TMDateType, to value: TMDateType
  ) throws(TaskChangeFault) -> SeriesStep? {
    guard value.startDate > old.startDate else { return nil }
    var completion = completion
    completion.target = value.startDate
    let step = try self.step(line, fields, completion)
    let found = step.following.flatMap { old.moved(by: DateMove(from: old.startDate, to: $0)) }
    return found == value ? step : nil
  }

  /// Moves a series to a later date of its own, and returns what to report.
  ///
  /// - Parameters:
  ///   - next: The step to its next date.
  ///   - own: The step to the wanted date.
  private mutating func moveOnto(
    _ line: LineRef, _ fields: LineFields, _ next: SeriesStep, _ own: SeriesStep
  ) -> [String] {
    // The meetings between both dates take place; a task that was put off does not come back earlier.
    let step = fields.usualKind == .event ? next : own
    let details = seriesDetails(line, step).map { "the series: \($0)" }
    moveOn(line, step, restarts: false)
    guard step.following == own.following, step.exception == nil else { return details }
    let isSkipping = next.following != own.following
    return (step.count.map { ["\($0) left"] } ?? [])
      + (isSkipping ? ["the dates between are left out"] : [])
  }

  private func postpone(
    _ edited: inout EditedLine, _ line: LineRef, postponement: Postponement,
    _ kind: TaskChange.Kind
  ) throws(TaskChangeFault) -> [String] {
    let field = edited.fields.dateField(kind)
    let old = edited.fields.date(field)
    let zone = zone(edited.fields)
    guard
      let (value, lost) = postponement.moved(
        old, now: now, in: zone, keepsDetail: kind == .snoozed)
    else { throw TaskChangeFault(line, reason: "that does not lead to a date") }
    if let reason = postponement.refusal(of: value, for: old, kind) {
      throw TaskChangeFault(line, reason: reason)
    }
    if value == old {
      // A length shorter than the period leads back to the same period, and perhaps to the date of a series.
      guard case .by = postponement else {
        throw TaskChangeFault(line, reason: "the task is already due \(value)")
      }
      throw TaskChangeFault(
        line,
        reason:
          "the date of the task is \(value), and so short a length does not move it; expected a date or a "
          + "longer length"
      )
    }
    guard edited.set(field, to: value.description) else {
      throw TaskChangeFault(line, reason: "the date cannot be written into this line")
    }
    if let old {
      let others: [Vocabulary.Field] = field == .due ? [.start, .remind] : [.remind]
      edited.move(others, by: DateMove(from: old.startDate, to: value.startDate))
    }
    return details(field, from: old, to: value) + lost.map { "lost \($0)" }
  }

  private func details(
    _ field: Vocabulary.Field, from old: TMDateType?, to value: TMDateType
  ) -> [String] {
    let change = old.map { "\($0) -> \(value)" } ?? "\(value)"
    let isOverdue = field == .due && value.lastDay < now.date
    return ["\(field.rawValue) \(change)"] + (isOverdue ? ["still overdue"] : [])
  }
}

extension TMDateType {
  /// True for a moment of a clock and for a range of moments.
  fileprivate var hasClock: Bool {
    switch self {
    case .dateTime, .beginEndDate: true
    case .date, .days, .period: false
    }
  }
}
