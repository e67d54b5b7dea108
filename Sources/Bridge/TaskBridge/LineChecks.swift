import CalendarItems
public import Diagnostics
public import ExactText
public import TaskDates
import TaskText

/// Checks a file for errors and doubtful lines, beyond those of reading single tags.
public struct LineChecks: Sendable {
  private let reader: LineFieldReader
  private let zone: Zone?
  private let zones: ExactDictionary<Zone>

  /// Creates the checks.
  ///
  /// - Parameters:
  ///   - reader: Reads tags.
  ///   - zone: The zone in which times are checked; nil checks only times with a zone of their own.
  ///   - zones: The zones that lines name.
  public init(_ reader: LineFieldReader, zone: Zone?, zones: ExactDictionary<Zone>) {
    self.reader = reader
    self.zone = zone
    self.zones = zones
  }

  /// All diagnostics of some files, by file and place.
  public func diagnostics(of files: [TaskFile]) -> [[Diagnostic]] {
    var found = files.map { diagnostics(of: $0) }
    let entries = TaskEntries(files: files, vocabulary: reader.vocabulary, includesArchive: true)
    for (index, fault) in ExplicitUIDs(entries, reader: reader).faults {
      found[entries.entries[index].line.file].append(fault)
    }
    return found.map { $0.sorted { ($0.place, $0.sentence) < ($1.place, $1.sentence) } }
  }

  private func diagnostics(of file: TaskFile) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for index in file.document.lines.indices { found += diagnostics(of: file, line: index) }
    return found
  }

  /// The diagnostics of one line with its notes, in no particular order.
  ///
  /// Only the check that each UID is used once needs other lines, and is left out.
  public func diagnostics(of file: TaskFile, line number: Int) -> [Diagnostic] {
    let line = file.document.lines[number]
    guard line.kind != .blank else { return [] }
    let checks = LooseDateChecks(file.document, number, vocabulary: reader.vocabulary)
    guard line.kind != .note else { return checks.ofNote() }
    return check(file, number) + checks.ofTask(file) + checks.ofTags()
  }

  private func check(_ file: TaskFile, _ number: Int) -> [Diagnostic] {
    if let fault = ItemSize.fault(of: file, line: number) { return [fault] }
    var found: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: number, diagnostics: &found)
    let line = CheckedLine(document: file.document, number: number, fields: fields)
    found += line.spelling(reader.vocabulary) + line.series(reader.vocabulary)
    if let zone = zone(of: fields) { found += line.clock(zone, reader.vocabulary) }
    var options = ExportOptions(zone: zone ?? .utc)
    options.zones = zones
    let source = ItemMapping.Source(line: number, file: file, path: [], parentUID: nil)
    let mapping = ItemMapping(options, vocabulary: reader.vocabulary)
    let item = mapping.item(.reminder, fields, source: source, uid: "")
    return found + mapping.faults(of: item, fields, source: source)
  }

  private func zone(of fields: LineFields) -> Zone? {
    switch fields.zone {
    case .floating: nil
    case .named(let name): zones[name]
    case nil: zone
    }
  }
}

/// The checks of one line.
private struct CheckedLine {
  let document: TaskDocument
  let number: Int
  let fields: LineFields

  private func span(_ field: Vocabulary.Field, _ vocabulary: Vocabulary) -> TagSpan? {
    let names = vocabulary.names(of: field)
    return document.tags[document.lines[number].tags].first {
      names.contains(document.name(of: $0))
    }
  }

  private func warning(
    _ field: Vocabulary.Field, _ vocabulary: Vocabulary, message sentence: String
  ) -> [Diagnostic] {
    report(.warning, field, vocabulary: vocabulary, message: sentence)
  }

  private func report(
    _ severity: Severity, _ field: Vocabulary.Field, vocabulary: Vocabulary,
    message sentence: String,
    fix: String? = nil
  ) -> [Diagnostic] {
    guard let span = span(field, vocabulary) else { return [] }
    let offset = span.value?.lowerBound ?? span.range.lowerBound
    let place = document.place(ofByte: offset, line: number)
    return [Diagnostic(severity, at: place, message: sentence, fix: fix)]
  }

  /// Checks the spelling of the due date.
  func spelling(_ vocabulary: Vocabulary) -> [Diagnostic] {
    guard let payload = fields.due?.payload, payload.isReadAsOffsetByTaskPaper else { return [] }
    return report(
      .note, .due, vocabulary: vocabulary,
      message: "TaskPaper reads \(payload.description.quoted) as a time with a UTC offset",
      fix: DatePayload(payload.value).description)
  }

  /// Checks that the due date is an occurrence of its own rule, and that the rule means what it seems to mean.
  func series(_ vocabulary: Vocabulary) -> [Diagnostic] {
    guard let rule = fields.repetition?.rule, let due = fields.due?.value else { return [] }
    if rule.allows(due.firstDay) == false {
      return warning(
        .repeat, vocabulary,
        message:
          "\(due.firstDay.formattedDate) is not one of the dates of \(Repetition(rule).text.quoted)"
      )
    }
    return ending(rule, due, vocabulary: vocabulary) + skipping(rule, due, vocabulary: vocabulary)
      + strangers(rule, vocabulary)
  }

  private func ending(
    _ rule: RecurrenceRule, _ due: TMDateType, vocabulary: Vocabulary
  ) -> [Diagnostic] {
    let last: DateParameters? =
      switch rule.end {
      case .onDay(let day): day
      case .at(let moment, _): moment.date
      case .never, .count: nil
      }
    guard let last, last < due.firstDay else { return [] }
    return warning(.repeat, vocabulary, message: "the repetition ends before it begins")
  }

  private func skipping(
    _ rule: RecurrenceRule, _ due: TMDateType, vocabulary: Vocabulary
  ) -> [Diagnostic] {
    if case .period = due { return [] }
    let day = due.firstDay
    guard !rule.hasByParts else { return [] }
    if rule.frequency == .yearly, day.month == 2, day.day == 29 {
      return warning(.repeat, vocabulary, message: "years without a 29 February are skipped")
    }
    guard rule.frequency == .monthly, day.day > 28 else { return [] }
    return warning(
      .repeat, vocabulary,
      message:
        "months without a day \(day.day) are skipped; for the last day write `monthly on the last "
        + "day`")
  }

  /// Reports exceptions that are not occurrences of the rule.
  private func strangers(_ rule: RecurrenceRule, _ vocabulary: Vocabulary) -> [Diagnostic] {
    fields.except.filter { rule.allows($0.firstDay) == false }.flatMap {
      warning(
        .except, vocabulary,
        message:
          "\($0.firstDay.formattedDate) is not one of the dates of \(Repetition(rule).text.quoted)")
    }
  }

  /// Reports times of the line that clocks skip or repeat.
  func clock(_ zone: Zone, _ vocabulary: Vocabulary) -> [Diagnostic] {
    [(Vocabulary.Field.due, fields.due), (.start, fields.start)].flatMap { field, date in
      guard let value = date?.value, !value.isAllDay else { return [Diagnostic]() }
      let moments = [value.startDate] + [value.endDate].compactMap(\.self)
      return moments.flatMap { moment in
        sentence(moment, zone).map { warning(field, vocabulary, message: $0) } ?? []
      }
    }
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
