import CalendarItems
import TaskBridge
import TaskDates
import TaskText

extension Repetition {
  /// The rule of a series with added dates only: its first date.
  fileprivate static let once: Repetition = {
    var rule = RecurrenceRule(.daily)
    rule.end = .count(1)
    return Repetition(rule)
  }()
}

/// Moves series on: one of their dates becomes a separate line.
extension TaskChanges {
  /// The lines that the separate line gets from its series.
  enum Belongings {
    /// The notes and completed tasks, as a record of the completed date.
    case record
    /// Everything below the series.
    case all
  }

  /// True if a line repeats, even if its rule cannot be read or only its item has it.
  func repeats(_ line: LineRef) -> Bool { saysDates(line) || unwritten(line) != nil }

  private func saysRule(_ line: LineRef) -> Bool { !edited(line).spans(of: .repeat).isEmpty }

  /// True if a line names a rule, or the added dates of a series without one.
  private func saysDates(_ line: LineRef) -> Bool {
    saysRule(line) || !edited(line).spans(of: .also).isEmpty
  }

  /// The item of a line that repeats by rules that the line cannot say.
  private func unwritten(_ line: LineRef) -> StoredLine? {
    guard let stored = stored(line), stored.item.recurs, !saysDates(line) else { return nil }
    return stored
  }

  /// The step of a series to its next date.
  func step(
    _ line: LineRef, _ fields: LineFields, _ completion: SeriesStep.Completion
  ) throws(TaskChangeFault) -> SeriesStep {
    let series = unwritten(line) == nil ? try series(line, fields) : nil
    do throws(SeriesStep.Fault) {
      if let series { return try SeriesStep(series, completion) }
      guard let stored = unwritten(line) else { throw .unknownDate }
      return try SeriesStep(stored, completion)
    } catch {
      throw TaskChangeFault(line, reason: "\(error.rawValue); nothing is changed")
    }
  }

  /// The series of a line.
  private func series(
    _ line: LineRef, _ fields: LineFields
  ) throws(TaskChangeFault) -> SeriesStep.Series {
    let isOfAdded = !fields.also.isEmpty && !saysRule(line)
    guard let repetition = fields.repetition ?? (isOfAdded ? .once : nil), !fields.hasDateError
    else {
      throw TaskChangeFault(
        line,
        reason:
          "the task repeats and not all of its dates can be read, so nothing is changed; run duecal "
          + "check"
      )
    }
    return SeriesStep.Series(
      repetition: repetition, date: seriesDate(line, fields), except: fields.except,
      also: fields.also, zone: zone(fields), isInSigns: fields.isSeriesInSigns)
  }

  /// The earliest date of an event that is not over; nil for a task, whose first date waits until it is done.
  func earliestDate(_ fields: LineFields) -> DateTimeParameters? {
    guard fields.usualKind == .event, let date = (fields.due ?? fields.start)?.value else {
      return nil
    }
    let now = zone(fields).civil(at: homeZone.instant(of: self.now)) ?? self.now
    guard !date.isAllDay else {
      let days = date.lastDay.dayNumber - date.firstDay.dayNumber
      return now.date.advanced(byDays: -days).map { DateTimeParameters(date: $0, time: .midnight) }
    }
    let length = (date.endDate?.secondNumber ?? 0) - date.startDate.secondNumber
    return now.advanced(bySeconds: 1 - max(1, length))
  }

  /// A date of a series as a separate line.
  func detached(_ line: LineRef, _ step: SeriesStep) -> EditedLine {
    let fields = fields(line)
    var copy = edited(line)
    pinDates(of: &copy, fields)
    copy.endSeries()
    if let start = seriesDate(line, fields)?.startDate, let instance = step.instance,
      instance != start
    {
      copy.move([.due, .start, .remind], by: DateMove(from: start, to: instance))
    }
    return copy
  }

  /// Resolves the relative dates of a line.
  private func pinDates(of edited: inout EditedLine, _ fields: LineFields) {
    for (field, date) in [(Vocabulary.Field.due, fields.due), (.start, fields.start)] {
      guard let date, date.payload == nil, let value = date.value else { continue }
      _ = edited.set(field, to: value.description)
    }
  }

  /// Adds the line of a date below its series, or above it, with the lines that belong to it.
  mutating func addCopy(
    _ copy: EditedLine, of line: LineRef, belongings: Belongings, isAbove: Bool = false
  ) {
    let file = files[line.file]
    let block = file.outline.subtree(of: line.line)
    let parts = SubtreeCopy(file, reader).lines(of: line.line, closedAlone: belongings == .record)
    edits[line.file].add(
      copies: [(copy.body, line.line)] + parts,
      beforeLine: isAbove ? block.lowerBound : block.upperBound)
  }

  /// Moves a series to its next date, without its progress, and reopens its parts.
  ///
  /// - Parameters:
  ///   - restarts: Whether progress is left out and parts are reopened, because a date is over.
  ///   - completes: Whether that date was completed, so that a line in signs keeps nothing of it.
  mutating func moveOn(
    _ line: LineRef, _ step: SeriesStep, restarts: Bool = true, completes: Bool = false
  ) {
    let fields = fields(line)
    let date = seriesDate(line, fields)
    var series = edited(line)
    if let exception = step.exception {
      series.leaveOut(exception, isAllDay: date?.isAllDay ?? true)
    }
    if let count = step.count { series.setCount(count) }
    if let over = step.over {
      series.removeAdded(upTo: over, and: step.next, isAllDay: date?.isAllDay ?? true)
    }
    if let next = step.next, date == nil {
      _ = series.set(.due, to: TMDateType.date(next.date).description)
    }
    let shift = step.next.flatMap { next in
      date.map { DateMove(from: $0.startDate, to: next) }
    }
    if let shift {
      pinDates(of: &series, fields)
      series.move([.due, .start, .remind], by: shift)
    }
    if restarts { series.restart() }
    if completes, fields.isSeriesInSigns {
      let settings = settings(line)
      series.renewSigns(
        removesPlan: settings.removesScheduledDateOnRecurrence,
        today: settings.setsCreatedDate ? now.date.formattedDate : nil)
    }
    set(series, line)
    for part in parts(of: line) {
      if restarts { renew(part, by: shift) } else if let shift { put(off: part, by: shift) }
    }
  }

  /// Moves the dates of an open part of a series that is put off.
  private mutating func put(off part: LineRef, by shift: DateMove) {
    guard !fields(part).isClosed else { return }
    var edited = edited(part)
    edited.move([.due, .start, .remind], by: shift)
    set(edited, part)
  }

  /// Reopens a part of a series for the next date, without progress, and keeps its distance from that date.
  private mutating func renew(_ part: LineRef, by shift: DateMove?) {
    let fields = fields(part)
    if fields.isCancelled { return }
    var edited = edited(part)
    if fields.isDone, (try? edited.reopen(like: document(part))) == nil { return }
    edited.restart()
    if let shift { edited.move([.due, .start, .remind], by: shift) }
    set(edited, part)
  }

  /// The tasks below a line that are neither series nor parts of another series.
  private func parts(of line: LineRef) -> [LineRef] {
    let file = files[line.file]
    var parts: [LineRef] = []
    var end = 0
    for index in file.outline.subtree(of: line.line).dropFirst()
    where file.document.lines[index].kind == .task && index >= end {
      let part = LineRef(file: line.file, line: index)
      if repeats(part) {
        end = file.outline.subtree(of: index).upperBound
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  /// The information that is reported about a series that continues.
  func seriesDetails(_ line: LineRef, _ step: SeriesStep) -> [String] {
    var details: [String] = []
    if let following = step.following {
      let next = stored(line)?.shownDate(from: following) ?? following
      details.append("next \(shown(next, like: fields(line)))")
    }
    if let count = step.count, saysRule(line) { details.append("\(count) left") }
    return details
  }

  private func shown(_ moment: DateTimeParameters, like fields: LineFields) -> String {
    guard let date = fields.seriesDate?.value else { return moment.date.formattedDate }
    if case .period(let period) = date {
      return DatePeriod(period.unit, containing: moment.date)?.formattedDate ?? ""
    }
    return date.isAllDay ? moment.date.formattedDate : moment.formattedDate
  }
}
