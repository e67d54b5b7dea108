import CalendarItems
import TaskDates
import TaskText

/// An item as every command prints it with `--json`; see `Docs/JSON.md`.
struct ItemJSON: JSONValue {
  let item: CalendarItem
  let tags: [Tag]
  let project: [String]
  let source: SourceJSON
  /// The short name of its line.
  var id: String?

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("alarms", item.alarms)
      json.member("allDay", (item.when ?? item.start)?.isAllDay ?? false)
      json.member("class", item.classification)
      json.member("completed", item.completed?.utc.map { "\($0.iso)Z" })
      json.member("done", item.status == .completed)
      json.member("due", item.when.map { DateJSON($0, item.anchor) })
      json.member("estimate", item.estimate?.duration)
      json.member("id", id)
      json.member("kind", item.kind.rawValue)
      json.member("location", item.location)
      json.member("notes", item.notes)
      json.member("occurrence", item.occurrence?.isoStart)
      json.member("parent", item.relations.first { $0.kind == .parent }?.uid)
      json.member("percent", item.percent)
      json.member("priority", item.priority)
      json.member("project", project)
      json.member("recurrence", item.recurrence)
      json.member("replacesFuture", item.replacesFuture)
      json.member("source", source)
      json.member("start", item.start?.isoStart)
      json.member("status", item.status?.rawValue)
      json.member("tags", tags)
      json.member("title", item.title)
      json.member("uid", item.uid)
      json.member("url", item.url)
    }
  }
}

/// When something is.
struct DateJSON: JSONValue {
  private let date: TMDateType
  private let anchor: CalendarItem.Anchor

  init(_ date: TMDateType, _ anchor: CalendarItem.Anchor) {
    self.date = date
    self.anchor = anchor
  }

  func write(to json: inout JSONWriter) {
    let (kind, end) = kindAndEnd
    json.object { json in
      json.member("end", end)
      json.member("kind", kind)
      json.member("start", date.isoStart)
      json.member("zone", zone)
    }
  }

  private var kindAndEnd: (kind: String, end: String?) {
    switch date {
    case .date: ("date", nil)
    case .dateTime: ("date-time", nil)
    case .beginEndDate(_, let last): ("range", last.iso)
    case .days(_, let last): ("days", last.formattedDate)
    case .period(let period): ("period", period.lastDay.formattedDate)
    }
  }

  private var zone: String? { date.isAllDay ? nil : anchor.name }
}

/// A tag.
extension Tag: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", tag)
      json.member("value", payload)
    }
  }
}

/// How an item repeats.
extension Recurrence: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("afterDone", isAfterDone)
      json.member("also", also.map(\.isoStart))
      json.member("countsStarts", countsStarts)
      json.member("except", except.map(\.isoStart))
      json.member("exceptRules", exceptRules.map(\.rrule))
      json.member("rule", rule?.rrule)
      json.member("rules", rules.map(\.rrule))
      json.member("text", rule.map { Repetition($0, isAfterDone: isAfterDone).text })
    }
  }
}

/// When an item wants to be noticed.
extension Alarm: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch trigger {
      case .at(let instant): json.member("at", instant.utc.map { "\($0.iso)Z" })
      case .relative(let span, let anchor):
        json.member("from", anchor.rawValue)
        json.member("relative", span.duration)
      }
    }
  }
}

/// Where something stands.
struct SourceJSON: JSONValue {
  let file: String
  let line: Int
  let column: Int

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("column", column)
      json.member("file", file)
      json.member("line", line)
    }
  }
}

extension DateTimeParameters {
  /// `2024-11-24T10:00`, with seconds where there are any.
  var iso: String { "\(date.formattedDate)T\(time.formattedDate)" }
}

extension TMDateType {
  /// The beginning: a day, or a day and time.
  var isoStart: String { isAllDay ? firstDay.formattedDate : startDate.iso }
}
