public import CalendarItems
import ExactText
public import TaskBridge
import TaskDates
import TaskText

/// Finds values of a line's tags that the standard properties of its items do not hold.
///
/// Without hints (`--plain`) these are lost. With the hint of the line, an import restores the line below its nearest
/// project.
public struct TagLosses {
  private let items: [CalendarItem]
  private let fields: LineFields
  private let source: ItemMapping.Source
  private let reader: LineFieldReader
  private let categories: ExactSet
  private let number: Int
  private let hints: HintScope
  /// `ExportOptions.keepsAlarms`.
  private let keepsAlarms: Bool?

  /// The losses of one line.
  ///
  /// - Parameters:
  ///   - items: The items of the line.
  ///   - fields: The values of its tags.
  ///   - source: The line.
  ///   - number: The index of its file.
  ///   - reader: Reads tags.
  ///   - hints: How much the hints of the items contain.
  ///   - keepsAlarms: Whether the items have alarms; nil if only reminders have.
  public static func losses(
    _ items: [CalendarItem], _ fields: LineFields, source: ItemMapping.Source, file number: Int,
    reader: LineFieldReader, hints: HintScope, keepsAlarms: Bool? = nil
  ) -> [Loss] {
    TagLosses(
      items: items, fields: fields, source: source, reader: reader,
      categories: ExactSet(fields.categories), number: number, hints: hints,
      keepsAlarms: keepsAlarms
    ).all()
  }

  private func all() -> [Loss] {
    let document = source.file.document
    let line = document.lines[source.line]
    var seen: Set<Vocabulary.Field> = []
    var losses = pathLoss(line)
    guard hints == .nothing else { return losses }
    for span in document.tags[line.tags] {
      let name = document.name(of: span)
      let payload = reader.payload(of: span, in: document) ?? ""
      let entry = reader.entry(of: span, in: document)
      if span.form != .at, entry == nil {
        losses.append(loss(ofPrivate: span, document.string(span.range)))
        continue
      }
      let field = entry.flatMap { isOwnWord($0, name) ? nil : $0.field }
      let isFirst = field.map { seen.insert($0).inserted } ?? true
      guard let (property, reason) = loss(name, payload, field: field, isFirst: isFirst) else {
        continue
      }
      var loss = Loss(
        line: LineRef(file: number, line: source.line), offset: span.range.lowerBound,
        property: property, value: document.string(span.range), reason: reason)
      loss.isOfNote = field == .note
      losses.append(loss)
    }
    return losses
  }

  /// The loss of a field that only Obsidian Tasks uses.
  private func loss(ofPrivate span: TagSpan, _ text: String) -> Loss {
    Loss(
      line: LineRef(file: number, line: source.line), offset: span.range.lowerBound,
      property: span.markdownField?.name ?? "", value: text,
      reason: "a calendar has no such field")
  }

  /// True for a short alias that was read as the person's own tag.
  private func isOwnWord(_ entry: Vocabulary.Entry, _ name: String) -> Bool {
    entry.isTentative && categories.contains(name)
  }

  private func pathLoss(_ line: TaskLine) -> [Loss] {
    guard source.path.count > 1, hints != .outline else { return [] }
    return [
      Loss(
        line: LineRef(file: number, line: source.line), offset: line.body.lowerBound,
        property: "path", value: source.path.joined(separator: " / "),
        reason: "only the nearest project becomes a category")
    ]
  }

  private var reminder: CalendarItem? { items.first { $0.kind == .reminder } }
  private var event: CalendarItem? { items.first { $0.kind == .event } }

  private func loss(
    _ name: String, _ payload: String, field: Vocabulary.Field?, isFirst: Bool
  ) -> (property: String, reason: String)? {
    guard let field else { return wordLoss(name, payload) }
    guard isFirst || LineFieldReader.mayRepeat(field) else {
      return ("@\(field.rawValue)", "only the first of these tags counts")
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
    case .lists: categories.contains("show") ? nil : ("show", "a calendar cannot hold lists")
    case .search: ("search", "a calendar cannot hold searches")
    case .origin: source.path.isEmpty ? ("path", "the line is not in the archive") : nil
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
    return payload.isEmpty ? nil : ("CATEGORIES", "a category cannot have a value")
  }

  private func dueLoss(_ payload: String) -> (String, String)? {
    guard let value = fields.due?.value else {
      return payload.isEmpty ? nil : ("DUE", "the value is not a date")
    }
    guard case .period = value, items.contains(where: { $0.when != value }) else { return nil }
    return ("DTSTART", "an event, or a monthly series, of a long period keeps only the last day")
  }

  private var startLoss: (String, String)? {
    guard let reminder else { return ("DTSTART", "an event starts at its due date") }
    guard let start = fields.start?.value else { return ("DTSTART", "the value is not a date") }
    if let fault = ReminderDates(reminder).startFault { return ("DTSTART", reason(of: fault)) }
    if reminder.start == nil { return ("DTSTART", "the start does not fit the due date") }
    let isShortened = !start.isAllDay && reminder.when?.isAllDay == true
    return isShortened ? ("DTSTART", "the due date is a day, so the start has no time") : nil
  }

  private func reason(of fault: ReminderDates.StartFault) -> String {
    switch fault {
    case .notBeforeDue: "the start is not before the due date"
    case .dueHasStart: "the due date has its own start"
    case .ruleCountsDueDates: "the rule counts due dates, and would count starts with it"
    }
  }

  private func alarmLoss(_ payload: String) -> (String, String)? {
    guard reader.readsReminder(payload) else { return ("VALARM", "the value is not an alarm") }
    if items.contains(where: { !$0.alarms.isEmpty }) { return nil }
    if keepsAlarms == false { return ("VALARM", "--alarms strip leaves out alarms") }
    if keepsAlarms == nil, reminder == nil {
      return ("VALARM", "events are written without alarms; --alarms keep writes them")
    }
    return ("VALARM", "the line has no date that the alarm could count from")
  }

  private var zoneLoss: (String, String)? {
    guard fields.zone != nil else { return ("TZID", "the value is not a time zone") }
    guard let item = items.first, item.when?.isAllDay == false || item.start?.isAllDay == false
    else { return ("TZID", "a day without a time has no zone") }
    if fields.zone == .floating { return nil }
    return item.anchor == .floating || (item.anchor == .utc && !reader.isUTC(fields.zone))
      ? ("TZID", "the times are written without a zone of their own") : nil
  }

  /// The loss of a date of a series that cannot be read, or that has another type than the series.
  private func occurrenceLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    let property = field == .except ? "EXDATE" : "RDATE"
    let dates = payload.split(separator: ",").map { try? DateExpression(parsing: String($0)) }
    let isDays = items.first?.when?.isAllDay == true
    for case let date in dates {
      guard let date else { return (property, "the value is not a date") }
      if isDays, case .absolute(let payload) = date, !payload.value.isAllDay {
        return (property, "a series of days has no times")
      }
    }
    return nil
  }

  private func stateLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    switch field {
    case .done:
      if fields.isCancelled { return ("STATUS", "the item is cancelled") }
      if payload.isEmpty || reminder?.completed != nil { return nil }
      return (
        "COMPLETED", reminder == nil ? "an event is not completed" : "the value is not a date"
      )
    case .cancelled: return payload.isEmpty ? nil : ("STATUS", "a status cannot have a date")
    case .progress:
      return reminder?.percent == fields.progress
        ? nil
        : (
          "PERCENT-COMPLETE",
          reminder == nil
            ? "an event has no progress"
            : fields.isClosed
              ? "a closed task has no progress of its own" : "the value is not a progress"
        )
    default:
      if reminder == nil { return ("STATUS", "an event is not started") }
      if reminder?.status != .inProcess { return ("STATUS", "the item has another status") }
      return payload.isEmpty ? nil : ("STATUS", "a status cannot have a date")
    }
  }

  private func seriesLoss(_ field: Vocabulary.Field) -> (String, String)? {
    let recurrence = items.first?.recurrence
    if field == .repeat, recurrence?.isAfterDone == true {
      return ("RRULE", "a rule cannot count from completion")
    }
    let property = field == .repeat ? "RRULE" : field == .except ? "EXDATE" : "RDATE"
    return recurrence == nil || recurrence?.isAfterDone == true
      ? (property, reasonOfNoSeries(field)) : nil
  }

  /// Why the item has no recurrence.
  private func reasonOfNoSeries(_ field: Vocabulary.Field) -> String {
    if !fields.isSeries {
      return field == .repeat ? "the value is not a repetition" : "the line has no @repeat"
    }
    if fields.isClosed { return "a closed task does not repeat" }
    if fields.repetition?.isAfterDone == true { return "the rule counts from completion" }
    return fields.due == nil && fields.start == nil
      ? "a repetition needs a date" : "the item does not repeat"
  }

  private var estimateLoss: (String, String)? {
    guard let event, case .dateTime = event.when, event.estimate != nil else {
      return ("DURATION", "only an event with a time has a length")
    }
    return nil
  }

  /// The loss of a value without a standard property; an estimate is exported only as the length of an event.
  private func detailLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    if field == .estimate { return estimateLoss }
    guard let tag = field.detailTag, !payload.isEmpty else { return nil }
    let isRead = tag.read(payload, reader.vocabulary).fault == nil
    return isRead
      ? nil : (field.rawValue.uppercased(), "the value is not a valid \(field.rawValue)")
  }

  private func textLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    let value = field == .uid ? fields.uid : fields.note
    return value == nil && !payload.isEmpty
      ? (field.rawValue.uppercased(), "the value cannot be used") : nil
  }
}
