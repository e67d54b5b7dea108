public import TaskBridge
public import TaskDates
import TaskText

/// How a task is closed.
public struct Closing: Hashable, Sendable {
  /// What it is then.
  public enum State: Sendable {
    /// It was done.
    case done
    /// It was given up.
    case cancelled
  }

  /// What of the closing the tag says.
  public enum Stamp: Sendable {
    /// The day.
    case day
    /// The day and the time.
    case time
    /// Nothing.
    case none
  }

  /// What becomes of a series.
  public enum Series: Sendable {
    /// It goes on with its next date.
    case next
    /// It goes on with its next date behind the day on which the task is closed.
    case nextAfterToday
    /// It ends.
    case end
  }

  /// What the task is then.
  public let state: State
  /// When; a day alone where the time is not known.
  public let moment: TMDateType
  /// What of it the tag says.
  public var stamp: Stamp
  /// What becomes of a series.
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

  /// What stands in the tag.
  var payload: String? {
    switch stamp {
    case .none: nil
    case .day: TMDateType.date(moment.firstDay).description
    case .time: TMDateType.dateTime(moment.startDate).description
    }
  }

  var completion: SeriesStep.Completion {
    SeriesStep.Completion(
      day: moment.firstDay, time: moment.isAllDay ? nil : moment.startDate.time,
      skipsPast: series == .nextAfterToday)
  }
}

extension TaskChanges {
  /// Closes a line; of a series its next date, which stays behind as a line of its own while the series
  /// goes on.
  public mutating func close(_ line: LineRef, with closing: Closing) {
    let fields = fields(line)
    if closing.state == .done ? fields.isDone && !fields.isCancelled : fields.isCancelled {
      return isAlready(line, "it is \(closing.state == .done ? "done" : "cancelled") already")
    }
    guard closing.series != .end, repeats(line) else {
      return closeAlone(line, closing, details: [])
    }
    guard let series = series(line, fields) else { return }
    guard let step = try? SeriesStep(series, closing.completion) else {
      return fault(line, "its @repeat has no date in sight; nothing is changed")
    }
    guard !step.isLast else {
      return closeAlone(line, closing, details: ["the last of its series"])
    }
    var copy = detached(line, step)
    do throws(TaskEditError) {
      try copy.close(closing.mark, closing.payload)
    } catch {
      return fault(line, "\(error)")
    }
    addCopy(copy, of: line, belongings: .record)
    moveOn(line, step)
    note(closing.kind, line, details: seriesDetails(line, step))
  }

  private mutating func closeAlone(_ line: LineRef, _ closing: Closing, details: [String]) {
    var edited = edited(line)
    do throws(TaskEditError) {
      try edited.close(closing.mark, closing.payload)
    } catch {
      return fault(line, "\(error)")
    }
    set(edited, line)
    note(closing.kind, line, details: details)
  }

  /// Lets a line be open again.
  public mutating func reopen(_ line: LineRef) {
    var edited = edited(line)
    guard edited.isClosed else { return isAlready(line, "it is open already") }
    do throws(TaskEditError) {
      try edited.reopen(like: document(line))
    } catch {
      return fault(line, "\(error)")
    }
    guard !edited.isClosed else {
      return fault(line, "without the tag it would be read as something else")
    }
    set(edited, line)
    note(.reopened, line)
  }
}
