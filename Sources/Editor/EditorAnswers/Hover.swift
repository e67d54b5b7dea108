import CalendarItems
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// What is shown about a place of the text.
public struct HoverAnswer: Sendable {
  /// The bytes that it is about.
  public let range: Range<Int>
  /// The text.
  public let text: HoverText
}

extension EditorDocument {
  /// What is known about a byte, and when it changes; nil where there is nothing to say.
  ///
  /// - Parameters:
  ///   - offset: The byte.
  ///   - origins: What is known of the lines from earlier imports and syncs.
  public func hover(
    at offset: Int, _ origins: LineOrigins = LineOrigins()
  ) -> TimedAnswer<HoverAnswer>? {
    guard let number = line(at: offset) else { return nil }
    let line = text.lines[number]
    guard line.kind == .task || line.kind == .project,
      line.range.contains(offset) || offset == line.body.upperBound
    else { return nil }
    let fields = fields(number)
    if let tag = tag(at: offset) {
      guard let blocks = blocks(of: tag.span, tag.field, line: number, fields) else { return nil }
      return TimedAnswer(
        HoverAnswer(range: tag.span.range, text: HoverText(blocks)), changes: nextChange(fields))
    }
    let origin = origins.sentence(ofLine: text.string(line.body), clock)
    guard !line.tags.isEmpty || origin != nil else { return nil }
    let blocks = itemBlocks(number, fields) + (origin.map { ["\($0)"] } ?? [])
    return TimedAnswer(
      HoverAnswer(range: line.text, text: HoverText(blocks)), changes: nextChange(fields))
  }

  /// When a text about dates becomes wrong: the next minute on the day of a time, otherwise midnight.
  private func nextChange(_ fields: LineFields) -> Instant? {
    guard let due = fields.due?.value ?? fields.start?.value else { return nil }
    let isToday = !due.isAllDay && due.firstDay == clock.today
    return isToday ? clock.instant.advanced(by: 60) : clock.midnight
  }

  // MARK: Tags

  private func blocks(
    of span: TagSpan, _ field: Vocabulary.Field?, line: Int, _ fields: LineFields
  ) -> [HoverBlock]? {
    let name = text.string(span.name)
    guard let field else {
      let count = span.form == .at ? names.count(ofTag: name) : 0
      return count > 0 ? ["\(strong: "@\(name)"): \(count)× in these files"] : nil
    }
    let meaning: HoverBlock = "\(strong: "@\(name)"): \(field.meaning)"
    return [meaning] + details(of: field, line: line, fields)
  }

  private func details(
    of field: Vocabulary.Field, line: Int, _ fields: LineFields
  ) -> [HoverBlock] {
    switch field {
    case .due: fields.due.map { dateDetails($0, fields) + seriesDetails(line, fields) } ?? []
    case .start: fields.start.map { dateDetails($0, fields) } ?? []
    case .done, .cancelled:
      fields.completed.map { ["\(DateMeaning($0, now: clock.now).spelledWithDistance)"] } ?? []
    case .repeat, .except, .also: seriesDetails(line, fields)
    case .remind: alarmDetails(item(of: line, fields))
    case .tz: zoneDetails(fields)
    default: []
    }
  }

  /// The zone of the times of a line, if it is not that of the person.
  private func ownZone(_ fields: LineFields) -> Zone? {
    guard case .named(let name)? = fields.zone, let zone = zones[name], zone != clock.zone else {
      return nil
    }
    return zone
  }

  private func dateDetails(_ date: LineFields.DateField, _ fields: LineFields) -> [HoverBlock] {
    guard let value = date.value else { return [] }
    let meaning = DateMeaning(value, now: nowOn(ownZone(fields))).spelledWithDistance
    var lines: [HoverBlock] = ["\(meaning)"]
    if date.payload == nil {
      lines.append("written as \(code: "\(DatePayload(value))") by \(code: "duecal resolve")")
    }
    guard !value.isAllDay else { return lines }
    if let zone = ownZone(fields),
      let here = clock.zone.civil(at: zone.instant(of: value.startDate))
    {
      lines[0] = "\(meaning) in \(zone.name)"
      lines.append("\(DateMeaning(.dateTime(here), now: clock.now).spelled) in \(clock.zone.name)")
    }
    lines += clockDetails(value.startDate, ownZone(fields) ?? clock.zone)
    return lines
  }

  private func nowOn(_ zone: Zone?) -> DateTimeParameters {
    zone?.civil(at: clock.instant) ?? clock.now
  }

  /// What clocks do at a time: skip it, or show it twice.
  private func clockDetails(_ moment: DateTimeParameters, _ zone: Zone) -> [HoverBlock] {
    switch zone.instants(of: moment) {
    case .one: []
    case .gap(let instant, _):
      [
        """
        clocks in \(zone.name) skip this time; it is read as \
        \(zone.civil(at: instant)?.time.formattedDate ?? "later")
        """
      ]
    case .fold: ["clocks in \(zone.name) show this time twice; the first one is used"]
    }
  }

  private func seriesDetails(_ line: Int, _ fields: LineFields) -> [HoverBlock] {
    guard let repetition = fields.repetition else { return [] }
    let dates = occurrences(of: item(of: line, fields), count: 5).map { shown($0, fields) }
    var lines: [HoverBlock] = ["repeats \(repetition.text)"]
    if !dates.isEmpty { lines.append("next: \(dates.joined(separator: ", "))") }
    let except = fields.except.map { "\($0)" }
    if !except.isEmpty { lines.append("except \(except.joined(separator: ", "))") }
    let also = fields.also.map { "\($0)" }
    if !also.isEmpty { lines.append("also \(also.joined(separator: ", "))") }
    return lines
  }

  private func shown(_ date: DateTimeParameters, _ fields: LineFields) -> String {
    let isAllDay = (fields.due ?? fields.start)?.value?.isAllDay ?? true
    let day = date.date.spelledShort(in: clock.today.year)
    return isAllDay ? day : "\(day) \(date.time.formattedDate)"
  }

  private func alarmDetails(_ item: CalendarItem) -> [HoverBlock] {
    guard let alarm = nextAlarm(item) else { return [] }
    return ["rings \(DateMeaning(.dateTime(alarm), now: clock.now).spelledWithDistance)"]
  }

  private func zoneDetails(_ fields: LineFields) -> [HoverBlock] {
    guard let zone = ownZone(fields), let there = zone.civil(at: clock.instant) else { return [] }
    return ["now \(there.formattedDate) in \(zone.name), \(clock.now.formattedDate) here"]
  }

  // MARK: Items

  private func itemBlocks(_ line: Int, _ fields: LineFields) -> [HoverBlock] {
    let item = item(of: line, fields)
    var lines: [HoverBlock] = ["\(strong: item.title)"]
    if let due = fields.due { lines += dateDetails(due, fields) }
    lines += seriesDetails(line, fields) + alarmDetails(item)
    let component = component(of: item)
    if !component.isEmpty { lines.append(.code(component, in: "ics")) }
    return lines
  }
}
