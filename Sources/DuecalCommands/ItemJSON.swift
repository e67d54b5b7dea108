import CalendarItems
import TaskDates
import TaskText

/// An item as every command prints it with `--json`; see `Docs/JSON.md`.
struct ItemJSON: Encodable {
  let uid: String
  let kind: String
  let title: String
  let due: Nullable<DateJSON>
  let start: Nullable<String>
  let allDay: Bool
  let done: Bool
  let completed: Nullable<String>
  let status: Nullable<String>
  let percent: Nullable<Int>
  let priority: Nullable<Int>
  let estimate: Nullable<String>
  let location: Nullable<String>
  let url: Nullable<String>
  let `class`: Nullable<String>
  let notes: Nullable<String>
  let tags: [TagJSON]
  let project: [String]
  let parent: Nullable<String>
  let recurrence: Nullable<RecurrenceJSON>
  let occurrence: Nullable<String>
  let alarms: [AlarmJSON]
  let source: SourceJSON

  init(_ item: CalendarItem, tags: [Tag], project: [String], source: SourceJSON) {
    uid = item.uid
    kind = item.kind.rawValue
    title = item.title
    due = Nullable(item.when.map { DateJSON($0, item.anchor) })
    start = Nullable(item.start.map(\.isoStart))
    allDay = (item.when ?? item.start)?.isAllDay ?? false
    done = item.status == .completed
    completed = Nullable(item.completed?.utc.map { "\($0.iso)Z" })
    status = Nullable(item.status?.rawValue)
    percent = Nullable(item.percent)
    priority = Nullable(item.priority)
    estimate = Nullable(item.estimate?.duration)
    location = Nullable(item.location)
    url = Nullable(item.url)
    self.class = Nullable(item.classification)
    notes = Nullable(item.notes)
    self.tags = tags.map { TagJSON(name: $0.tag, value: Nullable($0.payload)) }
    self.project = project
    parent = Nullable(item.relations.first { $0.kind == .parent }?.uid)
    recurrence = Nullable(item.recurrence.map { RecurrenceJSON($0) })
    occurrence = Nullable(item.occurrence?.isoStart)
    alarms = item.alarms.map { AlarmJSON($0) }
    self.source = source
  }
}

/// When something is.
struct DateJSON: Encodable {
  let kind: String
  let start: String
  let end: Nullable<String>
  let zone: Nullable<String>

  init(_ date: TMDateType, _ anchor: CalendarItem.Anchor) {
    start = date.isoStart
    switch date {
    case .date: (kind, end) = ("date", Nullable(nil))
    case .dateTime: (kind, end) = ("date-time", Nullable(nil))
    case .beginEndDate(_, let last): (kind, end) = ("range", Nullable(last.iso))
    case .days(_, let last): (kind, end) = ("days", Nullable(last.formattedDate))
    case .period(let period): (kind, end) = ("period", Nullable(period.lastDay.formattedDate))
    }
    switch anchor {
    case .zone(let name) where !date.isAllDay: zone = Nullable(name)
    case .utc where !date.isAllDay: zone = Nullable("UTC")
    default: zone = Nullable(nil)
    }
  }
}

/// How an item repeats.
struct RecurrenceJSON: Encodable {
  let rule: String
  let text: String
  let except: [String]
  let also: [String]
  let afterDone: Bool

  init(_ recurrence: Recurrence) {
    rule = recurrence.rule.rrule
    text = Repetition(recurrence.rule, isAfterDone: recurrence.isAfterDone).text
    except = recurrence.except.map(\.isoStart)
    also = recurrence.also.map(\.isoStart)
    afterDone = recurrence.isAfterDone
  }
}

/// When an item wants to be noticed.
struct AlarmJSON: Encodable {
  private enum Key: String, CodingKey {
    case relative, from, at
  }

  private let alarm: Alarm

  init(_ alarm: Alarm) {
    self.alarm = alarm
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch alarm.trigger {
    case .at(let instant): try container.encode(instant.utc.map { "\($0.iso)Z" }, forKey: .at)
    case .relative(let span, let anchor):
      try container.encode(span.duration, forKey: .relative)
      try container.encode(anchor.rawValue, forKey: .from)
    }
  }
}

/// Where something stands.
struct SourceJSON: Encodable {
  let file: String
  let line: Int
  let column: Int
}

extension DateTimeParameters {
  /// `2024-11-24T10:00`, with seconds where there are any.
  var iso: String { "\(date.formattedDate)T\(time.formattedDate)" }
}

extension TMDateType {
  /// The beginning: a day, or a day and time.
  var isoStart: String { isAllDay ? firstDay.formattedDate : startDate.iso }
}
