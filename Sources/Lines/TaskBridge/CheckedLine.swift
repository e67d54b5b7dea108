package import Diagnostics
package import TaskDates
package import TaskText

/// The checks of the dates of one line.
package struct CheckedLine {
  private let document: TaskDocument
  private let number: Int
  private let fields: LineFields
  private let reader: LineFieldReader

  /// Prepares the checks of a line whose tags were read.
  package init(
    _ document: TaskDocument, _ number: Int, _ fields: LineFields, _ reader: LineFieldReader
  ) {
    self.document = document
    self.number = number
    self.fields = fields
    self.reader = reader
  }

  private func spans(_ field: Vocabulary.Field) -> [TagSpan] {
    reader.spans(of: field, in: document, line: number)
  }

  private func report(
    _ severity: Severity, _ span: TagSpan?, message sentence: String, fix: String? = nil,
    remedies: [Remedy] = []
  ) -> [Diagnostic] {
    guard let span else { return [] }
    let offset = span.value?.lowerBound ?? span.range.lowerBound
    let place = document.place(ofByte: offset, line: number)
    return [Diagnostic(severity, at: place, message: sentence, fix: fix, remedies: remedies)]
  }

  /// Remedies that write other values into a tag.
  private func writing(_ payloads: [String], _ span: TagSpan?) -> [Remedy] {
    span.map { document.writing(payloads, $0, line: number) } ?? []
  }

  // MARK: Spelling

  /// Checks the spelling of the due date.
  package var spelling: [Diagnostic] {
    guard let payload = fields.due?.payload, payload.isReadAsOffsetByTaskPaper else { return [] }
    return report(
      .note, spans(.due).first,
      message: "TaskPaper reads \(payload.description.quoted) as a time with a UTC offset",
      fix: DatePayload(payload.value).description)
  }

  // MARK: Series

  /// Checks that the due date is an occurrence of its own rule, and that the rule means what it seems to mean.
  package var series: [Diagnostic] {
    guard let rule = fields.repetition?.rule, let due = fields.due?.value else { return [] }
    if rule.allows(due.firstDay) == false { return beginning(rule, due) }
    return ending(rule, due) + skipping(rule, due) + strangers(rule)
  }

  /// Reports a due date that is not an occurrence.
  private func beginning(_ rule: RecurrenceRule, _ due: TMDateType) -> [Diagnostic] {
    let exceptions = Set(fields.except.map(\.firstDay))
    let next = (1...366).lazy.compactMap { due.firstDay.advanced(byDays: $0) }
      .first { rule.allows($0) == true && !exceptions.contains($0) }
    let isLater = rule.lastDay.flatMap { last in next.map { $0 > last } } ?? false
    let canMove = !isLater && fields.due?.payload != nil && !due.isPeriod
    let value = canMove ? next.flatMap(due.moved(to:)) : nil
    let date = value.map { DatePayload($0).description }
    return report(
      .warning, spans(.repeat).first, message: stranger(due.firstDay, rule),
      remedies: date.map { writing([$0], spans(.due).first) } ?? [.removeTag])
  }

  private func stranger(_ day: DateParameters, _ rule: RecurrenceRule) -> String {
    "\(day.formattedDate) is not one of the dates of \(Repetition(rule).text.quoted)"
  }

  private func ending(_ rule: RecurrenceRule, _ due: TMDateType) -> [Diagnostic] {
    guard let last = rule.lastDay, last < due.firstDay else { return [] }
    return report(
      .warning, spans(.repeat).first, message: "the repetition ends before it begins",
      remedies: writing(rule) { $0.end = .never })
  }

  private func skipping(_ rule: RecurrenceRule, _ due: TMDateType) -> [Diagnostic] {
    let day = due.firstDay
    // Obsidian Tasks goes to the last day of a shorter month.
    guard !due.isPeriod, !rule.hasByParts, !fields.isSeriesInSigns else { return [] }
    if rule.frequency == .yearly, day.month == 2, day.day == 29 {
      return report(
        .warning, spans(.repeat).first, message: "years without a 29 February are skipped",
        remedies: writing(rule) {
          ($0.frequency, $0.interval, $0.monthDays) = (.monthly, 12 * rule.interval, [-1])
        })
    }
    guard rule.frequency == .monthly, day.day > 28 else { return [] }
    let isLast = day.advanced(byDays: 1)?.month != day.month
    return report(
      .warning, spans(.repeat).first,
      message:
        "months without a day \(day.day) are skipped; for the last day write `monthly on the last "
        + "day`",
      remedies: isLast ? writing(rule) { $0.monthDays = [-1] } : [])
  }

  /// Remedies that write a changed rule.
  private func writing(
    _ rule: RecurrenceRule, _ change: (inout RecurrenceRule) -> Void
  ) -> [Remedy] {
    guard var repetition = fields.repetition else { return [] }
    change(&repetition.rule)
    return writing([repetition.text], spans(.repeat).first)
  }

  /// Reports exceptions that are not occurrences of the rule.
  private func strangers(_ rule: RecurrenceRule) -> [Diagnostic] {
    spans(.except).flatMap { span -> [Diagnostic] in
      let list = DateList(document.payload(of: span) ?? "", span, in: document)
      return list.parts.indices.flatMap { index -> [Diagnostic] in
        guard let day = day(list.parts[index]), rule.allows(day) == false else { return [] }
        let removal = document.removing(list.place(of: index), line: number)
        return report(.warning, span, message: stranger(day, rule), remedies: removal)
      }
    }
  }

  /// The day of a date in a list; nil for a range, and for a date that moves with the clock.
  private func day(_ text: String) -> DateParameters? {
    let shortYears = document.dialect.allowsShortYears
    let value: TMDateType? =
      switch try? DateExpression(parsing: text, shortYears: shortYears) {
      case .absolute(let date): date.value
      case .relative(let date): date.isFixed ? date.fixedValue : nil
      case nil: nil
      }
    switch value {
    case .date, .dateTime: return value?.firstDay
    default: return nil
    }
  }

  // MARK: Clocks

  /// Checks the times of the line that clocks skip or repeat.
  package func clock(_ zone: Zone) -> [Diagnostic] {
    [(Vocabulary.Field.due, fields.due), (.start, fields.start)].flatMap { field, date in
      guard let value = date?.value, !value.isAllDay else { return [Diagnostic]() }
      let moments = [value.startDate] + [value.endDate].compactMap(\.self)
      // The later dates of a series have the hour that is skipped here.
      let isOnce = date?.payload != nil && fields.repetition == nil
      let read = isOnce ? value.read(in: zone) : nil
      return moments.flatMap { moment -> [Diagnostic] in
        guard let sentence = sentence(moment, zone) else { return [] }
        let span = spans(field).first
        return report(
          .warning, span, message: sentence,
          remedies: writing([read].compactMap(\.self), span)
            + (isOnce ? inUTC(value, span, zone) : []))
      }
    }
  }

  /// Remedies that write one of the two moments of a time that clocks show twice, as a time in UTC.
  ///
  /// `@tz` is about all times of a line, so there must be no others.
  private func inUTC(_ value: TMDateType, _ span: TagSpan?, _ zone: Zone) -> [Remedy] {
    guard case .dateTime(let moment) = value,
      case .fold(let first, let second) = zone.instants(of: moment), let span, span.form == .at,
      hasOneTime, document.mayHaveRemedies(line: number)
    else { return [] }
    return [first, second].compactMap { instant in
      instant.utc.map { utc in
        let date = Tag(document.name(of: span), payload: DatePayload(.dateTime(utc)).description)
        return document.write("\(date.toString) @tz(UTC)", span.range, line: number)
      }
    }
  }

  /// True if no other tag of the line has a time, and none names its zone.
  private var hasOneTime: Bool {
    (fields.due == nil || fields.start == nil) && fields.zone == nil && fields.completed == nil
      && fields.reminders.allSatisfy { if case .offset = $0 { true } else { false } }
  }

  private func sentence(_ moment: DateTimeParameters, _ zone: Zone) -> String? {
    switch zone.instants(of: moment) {
    case .one: return nil
    case .gap(let instant, _):
      let read = zone.civil(at: instant)?.time.formattedDate ?? "later"
      return "clocks in \(zone.name) skip \(moment.formattedDate); the time is read as \(read)"
    case .fold:
      return "clocks in \(zone.name) show \(moment.formattedDate) twice; the first one is used"
    }
  }
}

extension TMDateType {
  fileprivate var isPeriod: Bool { if case .period = self { true } else { false } }

  /// The times that clocks show instead of those that they skip; nil if they skip none.
  ///
  /// If that would leave nothing of a range, its end moves with its start.
  fileprivate func read(in zone: Zone) -> String? {
    func shown(_ moment: DateTimeParameters) -> DateTimeParameters {
      guard case .gap(let instant, _) = zone.instants(of: moment) else { return moment }
      return zone.civil(at: instant) ?? moment
    }
    let start = shown(startDate)
    let value: TMDateType? =
      endDate.map { end in
        let length = end.secondNumber - startDate.secondNumber
        return (try? .range(start, shown(end)))
          ?? start.advanced(bySeconds: length).flatMap { try? .range(start, $0) }
      } ?? .dateTime(start)
    guard let value, value != self else { return nil }
    return DatePayload(value).description
  }
}
