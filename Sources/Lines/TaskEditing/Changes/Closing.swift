import CalendarItems
import ExactText
public import TaskBridge
public import TaskDates
import TaskText

/// How a task is closed.
public struct Closing: Hashable, Sendable {
  /// The state of the closed task.
  public enum State: Sendable {
    /// Completed.
    case done
    /// Cancelled.
    case cancelled
  }

  /// What the tag records.
  public enum Stamp: Sendable {
    /// The day.
    case day
    /// The day and the time.
    case time
    /// Nothing.
    case none
  }

  /// What to do with a series.
  public enum Series: Sendable {
    /// Continue with its next date.
    case next
    /// Continue with its next date after the day on which the task is closed.
    case nextAfterToday
    /// End it.
    case end
  }

  /// The state of the closed task.
  public let state: State
  /// When it was closed; a day if the time is unknown.
  public let moment: TMDateType
  /// What the tag records.
  public var stamp: Stamp
  /// What to do with a series.
  public var series: Series

  /// Creates a closing.
  public init(
    _ state: State, at moment: TMDateType, stamp: Stamp = .day, series: Series = .next
  ) {
    self.state = state
    self.moment = moment
    self.stamp = stamp
    self.series = series
  }

  var kind: TaskChange.Kind { state == .done ? .done : .cancelled }
  var mark: LineMark { state == .done ? .done : .cancelled }

  var completion: SeriesStep.Completion {
    SeriesStep.Completion(
      day: moment.firstDay, time: moment.isAllDay ? nil : moment.startDate.time,
      skipsPast: series == .nextAfterToday)
  }
}

extension TaskChanges {
  /// The payload of the tag; a time is on the clock of the line.
  private func payload(_ closing: Closing, _ line: LineRef) -> String? {
    let fields = fields(line)
    guard edited(line).takesDay(of: closing.mark) else { return nil }
    switch closing.stamp {
    case .none: return nil
    case .day: return TMDateType.date(closing.moment.firstDay).description
    case .time:
      let own = zone(fields)
      let moment = closing.moment.startDate
      let shown = own.name == homeZone.name ? nil : own.civil(at: homeZone.instant(of: moment))
      return TMDateType.dateTime(shown ?? moment).description
    }
  }

  /// Closes a line.
  ///
  /// If it is a series that continues, closes its next date, which becomes a separate line.
  public mutating func close(_ line: LineRef, with closing: Closing) {
    let fields = fields(line)
    if closing.state == .done, stored(line)?.item.kind == .event {
      return fault(line, StoredLine.eventFault)
    }
    if closing.state == .done ? fields.isDone && !fields.isCancelled : fields.isCancelled {
      return isAlready(line, "the task is already \(closing.state == .done ? "done" : "cancelled")")
    }
    guard closing.series != .end, repeats(line) else {
      return closeAlone(line, closing, details: [])
    }
    do throws(TaskChangeFault) {
      try closeNext(line, closing, try step(line, fields, completion(closing, fields)))
    } catch {
      fault(line, error.reason)
    }
  }

  /// What is completed: the first date of a task, but of an event that is cancelled the next one.
  private func completion(_ closing: Closing, _ fields: LineFields) -> SeriesStep.Completion {
    var completion = closing.completion
    if closing.state == .cancelled { completion.earliest = earliestDate(fields) }
    return completion
  }

  /// Closes the next date of a series.
  private mutating func closeNext(
    _ line: LineRef, _ closing: Closing, _ step: SeriesStep
  ) throws(TaskChangeFault) {
    guard !step.isLast else {
      return closeAlone(line, closing, details: ["the last of its series"])
    }
    let isInSigns = closing.state == .done && fields(line).isSeriesInSigns
    var copy = isInSigns ? completed(line) : detached(line, step)
    do throws(TaskEditError) {
      try copy.close(closing.mark, payload(closing, line))
    } catch {
      throw TaskChangeFault(line, reason: "\(error)")
    }
    if !isDeleted(line, by: closing) {
      addCopy(
        copy, of: line, belongings: .record,
        isAbove: isInSigns && settings(line).recurrenceIsOnNextLine)
    }
    moveOn(line, step, completes: isInSigns)
    note(closing.kind, line, details: seriesDetails(line, step))
  }

  private mutating func closeAlone(_ line: LineRef, _ closing: Closing, details: [String]) {
    if isDeleted(line, by: closing), delete(line, closing, details: details) { return }
    var edited = edited(line)
    do throws(TaskEditError) {
      try edited.close(closing.mark, payload(closing, line))
    } catch {
      return fault(line, "\(error)")
    }
    set(edited, line)
    note(closing.kind, line, details: details)
  }

  /// Reopens a line.
  public mutating func reopen(_ line: LineRef) {
    var edited = edited(line)
    guard edited.isClosed else { return isAlready(line, "the task is already open") }
    do throws(TaskEditError) {
      try edited.reopen(like: document(line))
    } catch {
      return fault(line, "\(error)")
    }
    guard !edited.isClosed else {
      return fault(line, "without the tag the line would be read differently")
    }
    if isContinued(line) { edited.remove(.repeat) }
    set(edited, line)
    note(.reopened, line)
  }
}
