public import CalendarItems
import TaskDates
import TaskText

/// Which values of a line's tags the standard properties of its items do not hold.
///
/// Without hints (`--plain`) these are lost; with them the line comes back as it stood.
public struct TagLosses {
  private let items: [CalendarItem]
  private let fields: LineFields
  private let source: ItemMapping.Source
  private let vocabulary: Vocabulary
  private let number: Int

  /// The losses of one line.
  ///
  /// - Parameters:
  ///   - items: What the line became.
  ///   - fields: What its tags say.
  ///   - source: The line.
  ///   - number: Its file, as an index.
  ///   - vocabulary: What tags mean.
  public static func losses(
    _ items: [CalendarItem], _ fields: LineFields, _ source: ItemMapping.Source, file number: Int,
    _ vocabulary: Vocabulary
  ) -> [Loss] {
    TagLosses(
      items: items, fields: fields, source: source, vocabulary: vocabulary, number: number
    ).all()
  }

  private func all() -> [Loss] {
    let document = source.file.document
    let line = document.lines[source.line]
    var seen: Set<Vocabulary.Field> = []
    var losses = pathLoss(line)
    for span in document.tags[line.tags] {
      let name = document.string(span.name)
      let payload = document.payload(of: span) ?? ""
      let field = vocabulary[name].flatMap { isOwnWord($0, name) ? nil : $0.field }
      let isFirst = field.map { seen.insert($0).inserted } ?? true
      guard let (property, reason) = loss(name, payload, field, isFirst: isFirst) else { continue }
      losses.append(
        Loss(
          line: LineRef(file: number, line: source.line), offset: span.range.lowerBound,
          property: property, value: document.string(span.range), reason: reason))
    }
    return losses
  }

  /// A short alias that was taken for a word of the person's own.
  private func isOwnWord(_ entry: Vocabulary.Entry, _ name: String) -> Bool {
    entry.isTentative && fields.categories.contains(name)
  }

  private func pathLoss(_ line: TaskLine) -> [Loss] {
    guard source.path.count > 1 else { return [] }
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
    _ name: String, _ payload: String, _ field: Vocabulary.Field?, isFirst: Bool
  ) -> (property: String, reason: String)? {
    guard let field else { return wordLoss(name, payload) }
    let mayRepeat = [.remind, .except, .also, .tags, .context].contains(field)
    guard isFirst || mayRepeat else { return ("@\(field.rawValue)", "only the first counts") }
    return switch field {
    case .due: fields.due?.value == nil && !payload.isEmpty ? ("DUE", "it is no date") : nil
    case .start: startLoss
    case .done, .cancelled, .started, .progress: stateLoss(field, payload)
    case .repeat, .except, .also: seriesLoss(field)
    case .remind: items.contains { !$0.alarms.isEmpty } ? nil : ("VALARM", "it is no alarm here")
    case .estimate: estimateLoss
    case .location, .url, .class, .uid, .note: textLoss(field, payload)
    case .tz: fields.zone == nil ? ("TZID", "it is no zone") : nil
    case .todo: reminder == nil ? ("kind", "the item is an event") : nil
    case .event: event == nil ? ("kind", "the item is a to-do") : nil
    case .priority: fields.priority == nil ? ("PRIORITY", "it is no priority") : nil
    case .show: fields.categories.contains("show") ? nil : ("show", "a calendar has no lists")
    case .search: ("search", "a calendar has no searches")
    case .project: source.path.isEmpty ? ("path", "it is no archived line") : nil
    case .tags, .context: nil
    }
  }

  private func wordLoss(_ name: String, _ payload: String) -> (String, String)? {
    if name.isEmpty { return payload.isEmpty ? nil : ("CATEGORIES", "the tag has no name") }
    if !fields.categories.contains(name) {
      return ("CATEGORIES", "the name is reserved")
    }
    return payload.isEmpty ? nil : ("CATEGORIES", "a category has no value")
  }

  private var startLoss: (String, String)? {
    guard let reminder else { return ("DTSTART", "an event begins when it is due") }
    if fields.start == nil { return ("DTSTART", "it is no date") }
    return ReminderDates(reminder).startFault == nil && reminder.start != nil
      ? nil : ("DTSTART", "it does not fit the due date")
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

  private func textLoss(_ field: Vocabulary.Field, _ payload: String) -> (String, String)? {
    let value: String? =
      switch field {
      case .location: fields.location
      case .url: fields.url
      case .class:
        fields.classification?.lowercased() == payload.trimmed.lowercased() ? payload : nil
      case .uid: fields.uid
      default: fields.note
      }
    return value == nil && !payload.isEmpty
      ? (field.rawValue.uppercased(), "it cannot stand there") : nil
  }
}
