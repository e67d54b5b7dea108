import CalendarItems
public import Diagnostics
public import TaskDates
public import TaskText

/// How to read relative dates, such as `@due(tomorrow)`.
public enum RelativeDates: Hashable, Sendable {
  /// Report an error.
  case refuse
  /// Report a warning, and read no date.
  case warn
  /// Resolve them at this time of the user's clock.
  case resolve(at: DateTimeParameters)
}

/// Reads the tags of lines into fields.
public struct LineFieldReader: Sendable {
  /// The meaning of tags.
  public let vocabulary: Vocabulary
  /// How to read relative dates.
  public let relativeDates: RelativeDates
  /// Returns the present value of a relative date, for messages; nil if unknown.
  let pinned: @Sendable (RelativeDate) -> TMDateType?
  let isZoneKnown: @Sendable (String) -> ZoneError?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - vocabulary: The meaning of tags.
  ///   - relativeDates: How to read relative dates.
  ///   - pinned: Returns the present value of a relative date, for messages; nil if unknown.
  ///   - isZoneKnown: Returns why a zone is not available; nil if it is.
  public init(
    vocabulary: Vocabulary = Vocabulary(), relativeDates: RelativeDates = .refuse,
    pinned: @escaping @Sendable (RelativeDate) -> TMDateType? = { _ in nil },
    isZoneKnown: @escaping @Sendable (String) -> ZoneError?
  ) {
    self.vocabulary = vocabulary
    self.relativeDates = relativeDates
    self.pinned = pinned
    self.isZoneKnown = isZoneKnown
  }

  /// True if relative dates are resolved at the present time.
  public var resolvesMovingDates: Bool {
    if case .resolve = relativeDates { true } else { false }
  }

  /// The present values of the relative dates on a line.
  public func movingDates(of entry: TaskEntry, _ entries: TaskEntries) -> [TMDateType] {
    var ignored: [Diagnostic] = []
    return fields(
      of: entries.file(of: entry).document, line: entry.line.line, diagnostics: &ignored
    ).moving
  }

  /// Reads the tags of a line.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - number: The line, from 0.
  ///   - diagnostics: Receives a diagnostic for each tag that could not be read.
  public func fields(
    of document: TaskDocument, line number: Int, diagnostics: inout [Diagnostic]
  ) -> LineFields {
    let reading = reading(of: document, line: number)
    diagnostics += reading.faults.map(\.diagnostic)
    return reading.fields
  }

  /// Reads the tags of a line, and marks errors in dates.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - number: The line, from 0.
  public func reading(of document: TaskDocument, line number: Int) -> LineReading {
    let line = document.lines[number]
    var state = State(document: document, line: number)
    state.fields.isDone = line.mark == .done
    state.fields.isCancelled = line.mark == .cancelled
    state.fields.isStarted = line.mark == .started
    for span in document.tags[line.tags] { read(span, &state) }
    chooseStart(&state)
    for name in document.hashNames(of: line) { state.fields.addCategory(named: name) }
    OmniFocusTags.finish(document, line, fields: &state.fields)
    readUnread(line, &state)
    if state.hasUnknownZone { state.dropTimes() }
    return LineReading(fields: state.fields, faults: state.faults)
  }

  /// The state while a line is read.
  struct State {
    let document: TaskDocument
    let line: Int
    private lazy var places = PlaceFinder(document)
    var fields = LineFields()
    var seen: Set<Vocabulary.Field> = []
    /// The first sign or field with a scheduled day.
    var plan: TagSpan?
    /// The fields whose first tag has a message, so that a later one may be the better of them.
    var faulty: Set<Vocabulary.Field> = []
    var faults: [LineReading.Fault] = []
    /// True while the reader is in a tag with a date.
    var isReadingDate = false
    var hasUnknownZone = false

    init(document: TaskDocument, line: Int) {
      self.document = document
      self.line = line
    }

    /// Removes the times of a line whose zone is unknown: a wrong hour is worse than none.
    mutating func dropTimes() {
      if fields.due?.value?.isAllDay == false { fields.due = nil }
      if fields.start?.value?.isAllDay == false { fields.start = nil }
    }

    /// - Parameter offset: The byte of the payload that the report is about, if known.
    mutating func report(
      _ severity: Severity, at span: TagSpan, message sentence: String, fix: String? = nil,
      offset: Int? = nil, remedies: [Remedy] = []
    ) {
      let start = span.value?.lowerBound ?? span.range.lowerBound
      report(
        severity, atByte: start + (isPlain(span) ? offset ?? 0 : 0), message: sentence, fix: fix,
        remedies: remedies)
    }

    /// True if the payload of a tag is on the line byte for byte, without escapes.
    private func isPlain(_ span: TagSpan) -> Bool {
      span.value.map { !document.bytes[$0].contains(UInt8(ascii: "\\")) } ?? false
    }

    mutating func report(
      _ severity: Severity, atByte offset: Int, message sentence: String, fix: String? = nil,
      remedies: [Remedy] = []
    ) {
      let place = places.place(ofByte: offset, line: line)
      let diagnostic = Diagnostic(
        severity, at: place, message: sentence, fix: fix, remedies: remedies)
      faults.append(LineReading.Fault(diagnostic: diagnostic, isOfDate: isReadingDate))
    }
  }

  /// Reports text that begins like a tag with a date but is not read as a tag.
  ///
  /// It is most likely still being typed, so it is an error in a date and not part of the title.
  private func readUnread(_ line: TaskLine, _ state: inout State) {
    for field in state.document.unreadFields(onLine: state.line)
    where field.words.map(Self.areValue) ?? true {
      state.report(
        .warning, atByte: field.offset,
        message: field.lacksBrackets
          ? "\(field.name) is not read here; expected brackets around it, as in [\(field.name) \(field.example)]"
          : "\(field.name) is not read here; expected \(field.name) \(field.example) at the end of the line",
        remedies: MisplacedField(field, in: state.document, line: state.line).remedies)
    }
    let range = line.bullet.upperBound..<line.body.upperBound
    guard state.document.bytes[range].contains(UInt8(ascii: "@")) else { return }
    for place in MalformedTags.places(in: state.document, line, vocabulary)
    where place.isSeparate {
      state.isReadingDate = vocabulary.isDated(place.name)
      if state.isReadingDate { state.fields.hasDateError = true }
      state.report(
        .error, atByte: place.offset,
        message: "@\(place.name)(… is not a tag; expected a closing ) and a space after it",
        remedies: state.document.separating(place, line: state.line))
    }
  }

  /// True for words that a tag could have as a date or a repetition.
  private static func areValue(_ words: String) -> Bool {
    (try? DateExpression(parsing: words)) != nil || (try? Repetition(parsing: words)) != nil
  }

  func read(_ span: TagSpan, _ state: inout State) {
    let name = state.document.name(of: span)
    guard let entry = entry(of: span, in: state.document) else {
      if span.form == .at { addCategory(name, &state) }
      return
    }
    let payload = payload(of: span, in: state.document)
    if entry.isTentative, !accepts(payload, entry.field, dialect: state.document.dialect) {
      addCategory(name, &state)
    } else if span.markdownField == .scheduled, state.plan == nil {
      state.plan = span
      read(FieldTag(field: entry.field, payload: payload, span: span), state: &state)
    } else if span.markdownField != .scheduled,
      state.seen.insert(entry.field).inserted || Self.mayRepeat(entry.field)
    {
      let count = state.faults.count
      read(FieldTag(field: entry.field, payload: payload, span: span), state: &state)
      if state.faults.count > count { state.faulty.insert(entry.field) }
    } else {
      state.report(
        .warning, at: span, message: "only the first @\(entry.field.rawValue) of a line counts",
        remedies: state.faulty.contains(entry.field) ? [] : [.removeTag])
    }
  }

  /// The tags of a line from which a field is read; a short alias with another value is a person's own tag.
  package func spans(
    of field: Vocabulary.Field, in document: TaskDocument, line number: Int
  ) -> [TagSpan] {
    document.tags[document.lines[number].tags].filter { self.field(of: $0, in: document) == field }
  }

  /// The meaning of a tag in its document; nil for a person's own tag.
  package func entry(of span: TagSpan, in document: TaskDocument) -> Vocabulary.Entry? {
    if span.form != .at { return vocabulary[span, document.bytes] }
    return entry(of: document.string(span.name), document.dialect)
  }

  func entry(of name: String, _ dialect: TaskDialect) -> Vocabulary.Entry? {
    if dialect == .omniFocus, let field = OmniFocusTags.field(of: name) {
      return Vocabulary.Entry(field: field, isTentative: false)
    }
    return vocabulary[name]
  }

  /// True for a field whose payload is a date or a rule for dates.
  private static func holdsDate(_ field: Vocabulary.Field) -> Bool {
    Vocabulary.dated.contains(field) || field == .repeat
  }

  /// True for a field that a line may have several times.
  package static func mayRepeat(_ field: Vocabulary.Field) -> Bool {
    [.remind, .except, .also, .tags, .context].contains(field)
  }

  private func addCategory(_ name: String, _ state: inout State) {
    if state.document.dialect == .omniFocus, OmniFocusTags.isParameter(name) { return }
    guard !name.isEmpty, !Vocabulary.reserved.contains(name) else { return }
    state.fields.categories.append(name)
  }

  /// True if a field can use a payload; only short aliases depend on this.
  func accepts(
    _ payload: String?, _ field: Vocabulary.Field, dialect: TaskDialect
  ) -> Bool {
    guard let payload, !payload.isEmpty else { return false }
    if let tag = field.detailTag { return tag.read(payload, vocabulary).fault == nil }
    return switch field {
    case .repeat: (try? Repetition(parsing: payload)) != nil
    case .remind: reminder(payload) != nil
    default: true
    }
  }

  private func setKind(_ kind: CalendarItem.Kind, _ span: TagSpan, state: inout State) {
    if let other = state.fields.kind, other != kind {
      state.report(
        .warning, at: span, message: "@todo and @event cannot be combined; the first counts",
        remedies: [.removeTag])
    } else {
      state.fields.kind = kind
    }
  }

  private func read(_ tag: FieldTag, state: inout State) {
    state.isReadingDate = Self.holdsDate(tag.field)
    defer { state.isReadingDate = false }
    switch tag.field.role {
    case .detail(let detail): readDetail(detail, tag, state: &state)
    case .due, .start: readDate(tag, state: &state)
    case .state: readState(tag, state: &state)
    case .repetition, .occurrences: readRecurrence(tag, state: &state)
    case .reminder: readReminder(tag, state: &state)
    case .text: readText(tag, state: &state)
    case .words: readCategories(tag.payload, &state)
    case .zone: readZone(tag, state: &state)
    case .kind: setKind(tag.field == .todo ? .reminder : .event, tag.span, state: &state)
    case .lists: readLists(tag, state: &state)
    case .origin, .search: break
    }
  }

  private func readDetail(_ detail: ItemDetail, _ tag: FieldTag, state: inout State) {
    guard let detailTag = DetailTag.tag(of: detail) else { return }
    let reading = detailTag.read(tag.payload ?? "", vocabulary)
    if let fault = reading.fault {
      let joined = state.document.joining(tag.span, line: state.line)
      // Without the tag a private line would be published.
      let other =
        tag.field == .class
        ? state.document.writing(
          ["private", "confidential", "public"], tag.span, line: state.line) : [.removeTag]
      state.report(
        fault.severity, at: tag.span, message: fault.sentence,
        remedies: joined.isEmpty ? other : joined)
    }
    if let value = reading.value { state.fields.details[detail] = value }
  }
}
