import CalendarItems
import TaskDates
import TaskText

/// An item as every command prints it with `--json`; see `Docs/JSON.md`.
struct ItemJSON: JSONValue {
  let item: CalendarItem
  let tags: [Tag]
  let project: [String]
  let source: SourceJSON
  /// The short ID of its line.
  var id: String?

  func write(to json: inout JSONWriter) {
    json.object { json in
      for member in Self.members { json.member(member.key, member.value(self)) }
    }
  }
}

// MARK: Members

extension ItemJSON {
  /// A member of the object.
  private struct Member: Sendable {
    let key: String
    let value: @Sendable (ItemJSON) -> any JSONValue

    init(_ key: String, _ value: @escaping @Sendable (ItemJSON) -> any JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// All members, by key.
  private static let members =
    (ItemField.allCases.flatMap(members(of:)) + [
      Member("id") { $0.id }, Member("project") { $0.project }, Member("source") { $0.source },
    ]).sorted { $0.key < $1.key }

  private static func members(of field: ItemField) -> [Member] {
    switch field {
    case .core(let field): members(of: field)
    case .detail(let detail): [Member(detail.key) { $0.item[detail] }]
    }
  }

  private static func members(of field: CoreField) -> [Member] {
    switch field {
    case .kind: [Member("kind") { $0.item.kind.rawValue }]
    case .uid: [Member("uid") { $0.item.uid }]
    case .title: [Member("title") { $0.item.title }]
    case .notes: [Member("notes") { $0.item.notes }]
    case .when:
      [
        Member("due") { one in one.item.when.map { DateJSON($0, one.item.anchor) } },
        Member("allDay") { ($0.item.when ?? $0.item.start)?.isAllDay ?? false },
      ]
    case .start:
      [
        Member("start") { $0.item.start?.isoStart },
        Member("startZone") { $0.item.zone(of: $0.item.start) },
      ]
    case .anchor: []  // part of each date
    case .status:
      [
        Member("status") { $0.item.status?.rawValue },
        Member("done") { $0.item.status == .completed },
      ]
    case .categories: [Member("tags") { $0.tags }]
    case .alarms: [Member("alarms") { $0.item.alarms }]
    case .relations:
      [Member("parent") { $0.item.relations.first { $0.kind == .parent }?.uid }]
    case .completed: [Member("completed") { $0.item.completed?.utc.map { "\($0.iso)Z" } }]
    case .percent: [Member("percent") { $0.item.percent }]
    case .recurrence: [Member("recurrence") { $0.item.recurrence }]
    case .occurrence:
      [
        Member("occurrence") { $0.item.occurrence?.isoStart },
        Member("occurrenceZone") { $0.item.zone(of: $0.item.occurrence) },
      ]
    case .replacesFuture: [Member("replacesFuture") { $0.item.replacesFuture }]
    case .blocksTime, .revision, .hints: []  // of the calendar, not of the task
    }
  }
}

extension CalendarItem {
  /// The zone of one of its dates; nil for a day, and for a floating time.
  fileprivate func zone(of date: TMDateType?) -> String? {
    date?.isAllDay == false ? anchor.name : nil
  }
}

/// A detail: a number, a duration of RFC 5545, or a text.
extension ItemDetail.Value: JSONValue {
  func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): number.write(to: &json)
    case .length(let length): length.duration.write(to: &json)
    case .text(let text): text.write(to: &json)
    }
  }
}

/// A date, with or without a time, or a range of them.
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

/// A recurrence.
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

/// An alarm.
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

/// A place in a source.
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
  /// The ISO form `2024-11-24T10:00`, with seconds if they are not zero.
  var iso: String { "\(date.formattedDate)T\(time.formattedDate)" }
}

extension TMDateType {
  /// The beginning: a day, or a day and time.
  var isoStart: String { isAllDay ? firstDay.formattedDate : startDate.iso }
}
