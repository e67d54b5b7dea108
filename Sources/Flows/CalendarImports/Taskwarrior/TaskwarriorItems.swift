import CalendarItems
import ExactText
import JSONText
import LineCodec
import TaskBridge
import TaskDates

/// Makes items of the tasks of Taskwarrior.
struct TaskwarriorItems {
  /// An item, and the values of its task that no property holds.
  struct Found {
    var item: CalendarItem
    let task: TaskwarriorTask
    var others: [(key: String, value: String)] = []
  }

  /// The keys by which Taskwarrior keeps its books, and those that change with the clock.
  static let bookkeeping: Set<String> = [
    "id", "entry", "modified", "urgency", "mask", "imask", "rtype", "parent", "recur", "last",
    "template",
  ]
  /// The keys that are read.
  private static let read: Set<String> = [
    "uuid", "description", "status", "due", "scheduled", "project", "tags", "annotations", "end",
  ]

  let zone: Zone

  /// The items of all tasks, in their order, without those that are deleted.
  func items(_ tasks: [TaskwarriorTask]) -> [Found] {
    let children = Dictionary(grouping: tasks) { ExactString($0.parent ?? "") }
    var folded: ExactSet = []
    var series: ExactDictionary<TaskwarriorSeries> = [:]
    for task in tasks where task.status == "recurring" {
      let own = TaskwarriorSeries(
        task, children[ExactString(task.uuid)] ?? [], zone: zone, date: date)
      for uuid in own.folded { folded.insert(uuid) }
      series[task.uuid] = own
    }
    return tasks.compactMap { task in
      if task.status == "deleted" || folded.contains(task.uuid) { return nil }
      if let own = series[task.uuid] {
        let isLeft = children[ExactString(task.uuid)]?.contains { $0.isOpen } != true
        return own.isReadable ? item(of: own) : isLeft ? item(task, noting: "recur") : nil
      }
      let isOfRule = task.parent.flatMap { series[$0] }?.isReadable ?? false
      return isOfRule ? item(task) : item(task, noting: "recur")
    }
  }

  /// The item of a series; nil if all its dates are over.
  private func item(of series: TaskwarriorSeries) -> Found? {
    guard let rule = series.rule, let start = series.start else { return nil }
    var found = item(series.task)
    found.item.when = start
    found.item.start = nil
    found.item.recurrence = Recurrence(rule: rule, except: series.except)
    found.others.removeAll { ["until", "scheduled", "wait"].contains($0.key) }
    for key: StaticString in ["scheduled", "wait"] { note(key, &found) }
    return found
  }

  private func item(_ task: TaskwarriorTask, noting key: StaticString) -> Found {
    var found = item(task)
    note(key, &found)
    return found
  }

  // MARK: One task

  private func item(_ task: TaskwarriorTask) -> Found {
    let zoneName = zone.isUTC ? CalendarItem.Anchor.utc : .zone(zone.name)
    var item = CalendarItem(
      kind: .reminder, uid: task.uuid, title: task.description, anchor: zoneName)
    item.when = task.instant("due").flatMap(date)
    item.status = status(of: task)
    item.priority = task.json["priority"]?.string.flatMap { Self.priorities[$0] }
    item.categories = task.texts("tags")
    item.notes = notes(task)
    item.revision = revision(of: task)
    if item.status == .completed {
      item.completed = task.instant("end").map { Instant(seconds: $0.seconds / 60 * 60) }
      item.percent = 100
    }
    let path = Self.path(task.json["project"]?.string ?? "")
    if !path.isEmpty { item.hints = [ItemHint(LineHint.path, values: path)] }
    var found = Found(item: item, task: task)
    addStart(&found)
    addOthers(&found)
    return found
  }

  private static let priorities = ["H": 1, "M": 5, "L": 9]

  private func status(of task: TaskwarriorTask) -> CalendarItem.Status? {
    if task.status == "completed" { return .completed }
    return task.json["start"] == nil ? nil : .inProcess
  }

  private func revision(of task: TaskwarriorTask) -> Revision {
    let entry = task.instant("entry")
    let modified = task.instant("modified") ?? entry ?? Instant(seconds: 0)
    return Revision(modified: modified, created: entry)
  }

  /// The projects in `Home.Garden`.
  private static func path(_ name: String) -> [String] {
    name.split(separator: ".").map(String.init).filter { $0.contains { !$0.isWhitespace } }
  }

  private func notes(_ task: TaskwarriorTask) -> String? {
    let lines = task.annotations.map { note in
      let time = note.entry.flatMap { zone.civil(at: $0) }
      return (time.map { "\($0.date.formattedDate) \($0.time.formattedDate.prefix(5)) " } ?? "")
        + note.text
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The date of a moment: a day at its beginning and at its last second, which Taskwarrior writes for a day.
  func date(_ instant: Instant) -> TMDateType? {
    guard let local = zone.civil(at: instant) else { return nil }
    let second = local.secondNumber - local.date.dayNumber * 86_400
    return second == 0 || second == 86_399 ? .date(local.date) : .dateTime(local)
  }

  // MARK: Start and other values

  /// Sets the start from `scheduled`, or else from `wait`, if it is before the due date.
  private func addStart(_ found: inout Found) {
    let key: StaticString = found.task.json["scheduled"] == nil ? "wait" : "scheduled"
    if let moment = found.task.instant(key), var start = date(moment) {
      if let due = found.item.when, due.isAllDay != start.isAllDay {
        start = due.isAllDay ? .date(start.startDate.date) : .dateTime(start.startDate)
      }
      if found.item.when.map({ start.startDate < $0.startDate }) ?? true {
        found.item.start = start
        if date(moment)?.isAllDay == false, start.isAllDay { note(key, &found) }
        if key.description == "scheduled" { note("wait", &found) }
        return
      }
    }
    for key: StaticString in ["scheduled", "wait"] { note(key, &found) }
  }

  /// Keeps a value that the item does not hold, for the report.
  private func note(_ key: StaticString, _ found: inout Found) {
    guard let value = found.task.json[key] else { return }
    found.others.append((key.description, Self.text(value)))
  }

  private func addOthers(_ found: inout Found) {
    let isDone = found.task.status == "completed"
    for (key, value) in found.task.json.members {
      if Self.bookkeeping.contains(key) || Self.read.contains(key) { continue }
      if key == "wait" || value.isNull { continue }
      if key == "priority", found.item.priority != nil { continue }
      if key == "until", isDone { continue }
      found.others.append((key, Self.text(value)))
    }
  }

  private static func text(_ value: JSONView) -> String {
    if let text = value.string { return text }
    let texts = value.elements.compactMap(\.string)
    return texts.isEmpty
      ? String(decoding: value.written, as: UTF8.self) : texts.joined(separator: ",")
  }
}
