import ExactText
import JSONText
import TaskDates

/// A repeating task of Taskwarrior: a task with the rule, and tasks for some of its dates.
///
/// One line has the whole series. Its open repetitions that nobody has changed are dates of the series. A changed one
/// is a task of its own, and so is a completed one; then the series leaves out its date.
struct TaskwarriorSeries {
  let task: TaskwarriorTask
  /// The date of the first open repetition; nil if all are closed.
  private(set) var start: TMDateType?
  /// The rule; nil if it cannot be read.
  private(set) var rule: RecurrenceRule?
  /// The later dates on which there is no open repetition.
  private(set) var except: [TMDateType] = []
  /// False if its rule is not one that a calendar has; then all its repetitions are tasks of their own.
  private(set) var isReadable = false
  /// The UUIDs of the repetitions that the series has.
  private(set) var folded: ExactSet = []

  private static let mostDates = 20_000

  /// - Parameters:
  ///   - children: The tasks for dates of the series.
  ///   - date: Converts a moment to a date of the zone.
  init(
    _ task: TaskwarriorTask, _ children: [TaskwarriorTask], zone: Zone,
    date: (Instant) -> TMDateType?
  ) {
    self.task = task
    guard let due = task.instant("due").flatMap(date), let recur = task.json["recur"]?.string,
      var rule = TaskwarriorRecurrence(recur)?.rule(from: due)
    else { return }
    isReadable = true
    rule.end = Self.end(task.instant("until"), zone)
    let dates = Self.dates(from: due, rule: rule, count: Self.count(children, task.mask))
    var closed = Set(task.mask.enumerated().filter { "+X".contains($0.element) }.map(\.offset))
    for child in children {
      guard let index = child.index else { continue }
      let isOne =
        dates.indices.contains(index) && child.isOpen
        && Self.isSame(child, task, due: dates[index], zone: zone, date: date)
      if isOne { folded.insert(child.uuid) } else { closed.insert(index) }
    }
    guard let first = dates.indices.first(where: { !closed.contains($0) }) else { return }
    start = dates[first]
    self.rule = rule
    except = closed.sorted().filter { $0 > first && $0 < dates.count }.map { dates[$0] }
  }

  /// The number of dates that may matter: those of all repetitions so far, and one more.
  private static func count(_ children: [TaskwarriorTask], _ mask: String) -> Int {
    let last = children.compactMap(\.index).max() ?? 0
    return min(max(last + 1, mask.utf8.count), mostDates) + 1
  }

  private static func dates(
    from due: TMDateType, rule: RecurrenceRule, count: Int
  ) -> [TMDateType] {
    let series = SeriesDates(from: due.startDate, rules: [rule], isAllDay: due.isAllDay)
    return series.prefix(count).map { due.isAllDay ? .date($0.date) : .dateTime($0) }
  }

  /// A repetition that is due at `until` does not come any more.
  private static func end(_ until: Instant?, _ zone: Zone) -> RecurrenceRule.End {
    guard let until, let last = zone.civil(at: Instant(seconds: until.seconds - 1)) else {
      return .never
    }
    let isDay = last.time.formattedDate == "23:59"
    return isDay ? .onDay(last.date) : .at(last, isUTC: false)
  }

  /// True if a repetition differs from the series only by its date.
  private static func isSame(
    _ child: TaskwarriorTask, _ task: TaskwarriorTask, due: TMDateType, zone: Zone,
    date: (Instant) -> TMDateType?
  ) -> Bool {
    guard let moment = child.instant("due"), isOn(moment, due, zone: zone, date: date) else {
      return false
    }
    return content(child).elementsEqual(content(task)) { $0.0 == $1.0 && $0.1 == $1.1 }
  }

  /// True for the moment of a date; Taskwarrior may be off by the hour by which clocks have changed since the first.
  private static func isOn(
    _ moment: Instant, _ due: TMDateType, zone: Zone, date: (Instant) -> TMDateType?
  ) -> Bool {
    if date(moment) == due { return true }
    let distance = abs(zone.instant(of: due.startDate).seconds - moment.seconds)
    return distance <= 3600 && distance > 0 && distance % 1800 == 0
  }

  /// What a person wrote into a task, by key.
  private static func content(_ task: TaskwarriorTask) -> [(ExactString, ArraySlice<UInt8>)] {
    let ownKeys = TaskwarriorItems.bookkeeping.union([
      "uuid", "status", "due", "until", "wait", "scheduled",
    ])
    return task.json.members.filter { !ownKeys.contains($0.key) }
      .map { (ExactString($0.key), $0.value.written) }
      .sorted { $0.0.text.utf8.lexicographicallyPrecedes($1.0.text.utf8) }
  }
}
