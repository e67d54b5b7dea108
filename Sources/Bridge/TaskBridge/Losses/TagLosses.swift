public import CalendarItems
import ExactText
import TaskDates
import TaskText

/// Which values of a line's tags the standard properties of its items do not hold.
///
/// Without hints (`--plain`) these are lost. With the hint of the line, an import restores the line
/// below its nearest project.
public struct TagLosses {
  private let items: [CalendarItem]
  private let fields: LineFields
  private let source: ItemMapping.Source
  private let reader: LineFieldReader
  private let categories: ExactSet
  private let number: Int
  private let hints: HintScope

  /// The losses of one line.
  ///
  /// - Parameters:
  ///   - items: What the line became.
  ///   - fields: What its tags say.
  ///   - source: The line.
  ///   - number: Its file, as an index.
  ///   - reader: What tags mean.
  ///   - hints: How much the hints of the items say.
  public static func losses(
    _ items: [CalendarItem], _ fields: LineFields, source: ItemMapping.Source, file number: Int,
    reader: LineFieldReader, hints: HintScope
  ) -> [Loss] {
    TagLosses(
      items: items, fields: fields, source: source, reader: reader,
      categories: ExactSet(fields.categories), number: number, hints: hints
    ).all()
  }

  private func all() -> [Loss] {
    let document = source.file.document
    let line = document.lines[source.line]
    var seen: Set<Vocabulary.Field> = []
    var losses = pathLoss(line)
    guard hints == .nothing else { return losses }
    for span in document.tags[line.tags] {
      let name = document.string(span.name)
      let payload = document.payload(of: span) ?? ""
      let entry = reader.entry(of: name, document.dialect)
      let field = entry.flatMap { isOwnWord($0, name) ? nil : $0.field }
      let isFirst = field.map { seen.insert($0).inserted } ?? true
      guard let (property, reason) = loss(name, payload, field: field, isFirst: isFirst) else {
        continue
      }
      losses.append(
        Loss(
          line: LineRef(file: number, line: source.line), offset: span.range.lowerBound,
          property: property, value: document.string(span.range), reason: reason))
    }
    return losses
  }

  /// A short alias that was taken for a word of the person's own.
  private func isOwnWord(_ entry: Vocabulary.Entry, _ name: String) -> Bool {
    entry.isTentative && categories.contains(name)
  }

  private func pathLoss(_ line: TaskLine) -> [Loss] {
    guard source.path.count > 1, hints != .outline else { return [] }
    return [
      Loss(
        line: LineRef(file: number, line: source.line), offset: line.body.lowerBound,
        property: "path", value: source.path.joined(separator: " / "),
        reason: "only the nearest project is a category")
    ]
  }

  private var reminder: CalendarItem? { items.first { $0.kind == .reminder } }
  private var event: CalendarItem? { items.first { $0.kind == .event } }

  private func loss(
    _ name: String, _ payload: String, field: Vocabulary.Field?, isFirst: Bool
  ) -> (property: String, reason: String)? {
    guard let field else { return wordLoss(name, payload) }
    guard isFirst || LineFieldReader.mayRepeat(field) else {
      return ("@\(field.rawValue)", "only the first counts")
    }
    return switch field.role {
    case .detail: detailLoss(field, payload)
    case .due: dueLoss(payload)
    case .start: startLoss
    case .state: stateLoss(field, payload)
    case .repetition: seriesLoss(field)
    case .occurrences: seriesLoss(field) ?? occurrenceLoss(field, payload)
    case .reminder: alarmLoss(payload)
    case .text: textLoss(field, payload)
    case .zone: zoneLoss
    case .kind: kindLoss(field)
    case .lists: categories.contains("show") ? nil : ("show", "a calendar has no lists")
    case .search: ("search", "a calendar has no searches")
    case .origin: source.path.isEmpty ? ("path", "it is no archived line") : nil
    case .words: nil
    }
  }

  private func kindLoss(_ field: Vocabulary.Field) -> (String, String)? {
    if field == .todo { return reminder == nil ? ("kind", "the item is an event") : nil }
    return event == nil ? ("kind", "the item is a to-do") : nil
  }

  private func wordLoss(_ name: String, _ payload: String) -> (String, String)? {
    if name.isEmpty { return payload.isEmpty ? nil : ("CATEGORIES", "the tag has no name") }
    if !categories.contains(name) {
      return ("CATEGORIES", "the name is reserved")
    }
    return payload.isEmpty ? nil : ("CATEGORIES", "a category has no value")
  }

  private func dueLoss(_ payload: String) -> (String, String)? {
    guard let value = fields.due?.value else {
      return payload.isEmpty ? nil : ("DUE", "it is no date")
    }
    guard case .period = value, items.contains(where: { $0.when != value }) else { return nil }
    return ("DTSTART", "of a long period an event, and a series by months, has the last day")
  }

  private var startLoss: (String, String)? {
    guard let reminder else { return ("DTSTART", "an event begins when it is due") }
    guard let start = fields.start?.value else { return ("DTSTART", "it is no date") }
    guard ReminderDates(reminder).startFault == nil, reminder.start != nil else {
      return ("DTSTART", "it does not fit the due date")
    }
    let isShortened = !start.isAllDay && reminder.when?.isAllDay == true
    return isShortened ? ("DTSTART", "beside a day it has no time") : nil
  }

  private func alarmLoss(_ payload: String) -> (String, String)? {
    let hasAlarm = items.contains { !$0.alarms.isEmpty }
    return hasAlarm && reader.readsReminder(payload) ? nil : ("VALARM", "it is no alarm here")
  }

  private var zoneLoss: (String, String)? {
    guard fields.zone != nil else { return ("TZID", "it is no zone") }
    guard let item = items.first, item.when?.isAllDay == false || item.start?.isAllDay == false
    else { return ("TZID", "a day has no zone") }
    if fields.zone == .floating { return nil }
    return item.anchor == .floating || (item.anchor == .utc && !reader.isUTC(fields.zone))
      ? ("TZID", "the times are not in a zone of their own") : nil
  }

  /// A date of a series that is none, or that is of another type than the series.
  private func occurrenceLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    let property = field == .except ? "EXDATE" : "RDATE"
    let dates = payload.split(separator: ",").map { try? DateExpression(parsing: String($0)) }
    let isDays = items.first?.when?.isAllDay == true
    for case let date in dates {
      guard let date else { return (property, "it is no date") }
      if isDays, case .absolute(let payload) = date, !payload.value.isAllDay {
        return (property, "in a series of days it has no time")
      }
    }
    return nil
  }

  private func stateLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    switch field {
    case .done:
      if fields.isCancelled { return ("STATUS", "the item is cancelled") }
      return payload.isEmpty || reminder?.completed != nil
        ? nil : ("COMPLETED", "the item has no such moment")
    case .cancelled: return payload.isEmpty ? nil : ("STATUS", "a status has no date")
    case .progress:
      return reminder?.percent == fields.progress ? nil : ("PERCENT-COMPLETE", "the item has none")
    default:
      if reminder?.status != .inProcess { return ("STATUS", "the item has another") }
      return payload.isEmpty ? nil : ("STATUS", "a status has no date")
    }
  }

  private func seriesLoss(_ field: Vocabulary.Field) -> (String, String)? {
    let recurrence = items.first?.recurrence
    if field == .repeat, recurrence?.isAfterDone == true {
      return ("RRULE", "no rule counts from when it was done")
    }
    let property = field == .repeat ? "RRULE" : field == .except ? "EXDATE" : "RDATE"
    return recurrence == nil || recurrence?.isAfterDone == true
      ? (property, "the item does not repeat") : nil
  }

  private var estimateLoss: (String, String)? {
    guard let event, case .dateTime = event.when, event.estimate != nil else {
      return ("DURATION", "only an event at a time has one")
    }
    return nil
  }

  /// The values that no standard property holds; an estimate is only the length of an event.
  private func detailLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    if field == .estimate { return estimateLoss }
    guard let tag = field.detailTag, !payload.isEmpty else { return nil }
    let isRead = tag.read(payload, reader.vocabulary).fault == nil
    return isRead ? nil : (field.rawValue.uppercased(), "it is no \(field.rawValue)")
  }

  private func textLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    let value = field == .uid ? fields.uid : fields.note
    return value == nil && !payload.isEmpty
      ? (field.rawValue.uppercased(), "it cannot stand there") : nil
  }
}
