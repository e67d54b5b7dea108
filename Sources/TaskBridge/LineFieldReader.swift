import CalendarItems
public import Diagnostics
public import TaskDates
public import TaskText

/// What becomes of dates that move with the clock, such as `@due(tomorrow)`.
public enum RelativeDates: Hashable, Sendable {
  /// They are errors.
  case refuse
  /// They are warned of, and no dates.
  case warn
  /// They are the dates that they are at this reading of the user's clock.
  case resolve(at: DateTimeParameters)
}

/// Reads the tags of lines into fields.
public struct LineFieldReader: Sendable {
  /// What tags mean.
  public let vocabulary: Vocabulary
  /// What becomes of dates that move with the clock.
  public let relativeDates: RelativeDates
  private let isZoneKnown: @Sendable (String) -> ZoneError?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - vocabulary: What tags mean.
  ///   - relativeDates: What becomes of dates that move with the clock.
  ///   - isZoneKnown: Why a zone cannot be had, nil for one that can.
  public init(
    vocabulary: Vocabulary = Vocabulary(), relativeDates: RelativeDates = .refuse,
    isZoneKnown: @escaping @Sendable (String) -> ZoneError?
  ) {
    self.vocabulary = vocabulary
    self.relativeDates = relativeDates
    self.isZoneKnown = isZoneKnown
  }

  /// Reads the tags of a line.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - number: The line, from 0.
  ///   - diagnostics: Takes what could not be read.
  public func fields(
    of document: TaskDocument, line number: Int, _ diagnostics: inout [Diagnostic]
  ) -> LineFields {
    let line = document.lines[number]
    var state = State(document: document, line: number)
    state.fields.isDone = line.mark == .done
    state.fields.isCancelled = line.mark == .cancelled
    for span in document.tags[line.tags] { read(span, &state) }
    OmniFocusTags.finish(document, line, &state.fields)
    if state.hasUnknownZone { state.dropTimes() }
    diagnostics += state.diagnostics
    return state.fields
  }

  /// A line on its way to its fields.
  struct State {
    let document: TaskDocument
    let line: Int
    var fields = LineFields()
    var seen: Set<Vocabulary.Field> = []
    var diagnostics: [Diagnostic] = []
    var hasUnknownZone = false

    /// Leaves out the times of a line whose zone is unknown: a wrong hour is worse than none.
    mutating func dropTimes() {
      if fields.due?.value?.isAllDay == false { fields.due = nil }
      if fields.start?.value?.isAllDay == false { fields.start = nil }
    }

    mutating func say(
      _ severity: Severity, at span: TagSpan, _ sentence: String, fix: String? = nil
    ) {
      let offset = span.value?.lowerBound ?? span.range.lowerBound
      let place = document.place(ofByte: offset, line: line)
      diagnostics.append(Diagnostic(severity, at: place, sentence, fix: fix))
    }
  }

  private func read(_ span: TagSpan, _ state: inout State) {
    let name = state.document.string(span.name)
    guard let entry = entry(of: name, state.document.dialect) else {
      addCategory(name, &state)
      return
    }
    let payload = state.document.payload(of: span)
    if entry.isTentative, !accepts(payload, entry.field, state.document.dialect) {
      addCategory(name, &state)
    } else if state.seen.insert(entry.field).inserted || Self.mayRepeat(entry.field) {
      read(entry.field, payload, span, &state)
    } else {
      state.say(.warning, at: span, "only the first @\(entry.field.rawValue) of a line counts")
    }
  }

  private func entry(of name: String, _ dialect: TaskDialect) -> Vocabulary.Entry? {
    if dialect == .omniFocus, let field = OmniFocusTags.field(of: name) {
      return Vocabulary.Entry(field: field, isTentative: false)
    }
    return vocabulary[name]
  }

  private static func mayRepeat(_ field: Vocabulary.Field) -> Bool {
    [.remind, .except, .also, .tags, .context].contains(field)
  }

  private func addCategory(_ name: String, _ state: inout State) {
    if state.document.dialect == .omniFocus, OmniFocusTags.isParameter(name) { return }
    guard !name.isEmpty, !Vocabulary.reserved.contains(name) else { return }
    state.fields.categories.append(name)
  }

  /// True if a field has a use for a payload, asked of short aliases alone.
  private func accepts(
    _ payload: String?, _ field: Vocabulary.Field, _ dialect: TaskDialect
  ) -> Bool {
    guard let payload, !payload.isEmpty else { return false }
    return switch field {
    case .priority: priority(payload) != nil
    case .url: Self.isAddress(payload)
    case .repeat: (try? Repetition(parsing: payload)) != nil
    case .remind: reminder(payload) != nil
    default: true
    }
  }

  private func read(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    switch field {
    case .due, .start: readDate(field, payload, span, &state)
    case .done, .cancelled, .started, .progress, .priority:
      readState(field, payload, span, &state)
    case .repeat, .except, .also: readRecurrence(field, payload, span, &state)
    case .remind, .estimate: readSpan(field, payload, span, &state)
    case .location, .url, .class, .uid, .note: readText(field, payload, span, &state)
    case .tags, .context: readCategories(payload, &state)
    case .tz: readZone(payload, span, &state)
    case .todo: state.fields.kind = .reminder
    case .event: state.fields.kind = .event
    case .show: readLists(payload, &state)
    case .project, .search: break
    }
  }
}

// MARK: - Dates

extension LineFieldReader {
  private func readDate(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    guard let payload, payload.contains(where: { $0 != " " && $0 != "\t" }) else {
      state.say(.warning, at: span, "@\(field.rawValue) says no date")
      return
    }
    guard let date = date(field, payload, span, &state) else {
      state.fields.hasDateError = true
      return
    }
    if field == .due { state.fields.due = date } else { state.fields.start = date }
  }

  private func date(
    _ field: Vocabulary.Field, _ payload: String, _ span: TagSpan, _ state: inout State
  ) -> LineFields.DateField? {
    do {
      let shortYears = state.document.dialect.allowsShortYears
      switch try DateExpression(parsing: payload, shortYears: shortYears) {
      case .absolute(let date):
        if field == .start, Self.isRange(date.value) {
          state.say(.error, at: span, "a start is one day or one time, not a range")
          return nil
        }
        return LineFields.DateField(value: date.value, payload: date)
      case .relative(let date): return resolve(date, payload, span, &state)
      }
    } catch {
      state.say(.error, at: span, error.description, fix: Self.fix(for: error, payload))
      return nil
    }
  }

  private static func isRange(_ value: TMDateType) -> Bool {
    switch value {
    case .beginEndDate, .days: true
    case .date, .dateTime, .period: false
    }
  }

  private func resolve(
    _ date: RelativeDate, _ payload: String, _ span: TagSpan, _ state: inout State
  ) -> LineFields.DateField? {
    guard case .resolve(let now) = relativeDates else {
      let severity: Severity = relativeDates == .refuse ? .error : .warning
      state.say(
        severity, at: span,
        "\"\(payload)\" moves with the clock; export takes it only with --relative")
      return nil
    }
    guard let value = date.resolved(at: now) else {
      state.say(.error, at: span, "\"\(payload)\" leads to no date")
      return nil
    }
    return LineFields.DateField(value: value, payload: nil)
  }

  /// What a person most likely meant, where there is one answer.
  private static func fix(for error: TMError, _ payload: String) -> String? {
    switch error {
    case .endDateNotAfterStartDate(.dateTime(let begin), .dateTime(let end))
    where begin.date == end.date && end.time < begin.time:
      end.date.advanced(byDays: 1).map {
        "\(begin.formattedDate) thru \($0.formattedDate) \(end.time.formattedDate)"
      }
    case .noSuchTime(let hour, 0, 0) where hour == 24: nil
    default: nil
    }
  }

  private func readRecurrence(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    guard let payload, !payload.isEmpty else {
      state.say(.warning, at: span, "@\(field.rawValue) says nothing")
      return
    }
    if field == .repeat {
      do {
        state.fields.repetition = try Repetition(parsing: payload)
      } catch {
        state.say(.error, at: span, error.description)
        state.fields.hasDateError = true
      }
      return
    }
    for part in payload.split(separator: ",") {
      guard let date = occurrence(String(part), span, &state) else { continue }
      if field == .except {
        state.fields.except.append(date)
      } else {
        state.fields.also.append(date)
      }
    }
  }

  /// A day, or a day and time, of a series.
  private func occurrence(_ text: String, _ span: TagSpan, _ state: inout State) -> TMDateType? {
    do {
      let value = try DatePayload(parsing: text).value
      switch value {
      case .date, .dateTime: return value
      default: state.say(.error, at: span, "\"\(text)\" is not one day or one time")
      }
    } catch {
      state.say(.error, at: span, error.description)
    }
    state.fields.hasDateError = true
    return nil
  }
}

// MARK: - State

extension LineFieldReader {
  private func readState(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    switch field {
    case .done:
      state.fields.isDone = true
      readCompletion(payload, span, &state)
    case .cancelled: state.fields.isCancelled = true
    case .started: state.fields.isStarted = true
    case .progress: readProgress(payload, span, &state)
    default: readPriority(payload, span, &state)
    }
  }

  private func readCompletion(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    guard let payload, !payload.isEmpty else { return }
    do {
      let shortYears = state.document.dialect.allowsShortYears
      let value = try DatePayload(parsing: payload, shortYears: shortYears).value
      switch value {
      case .date, .dateTime: state.fields.completed = value
      default: state.say(.error, at: span, "done is one day or one time, not a range")
      }
    } catch {
      state.say(.error, at: span, error.description)
    }
  }

  private func readProgress(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    let digits = payload?.last == "%" ? payload?.dropLast() : payload?[...]
    guard let digits, let percent = Int(digits), (0...100).contains(percent) else {
      state.say(.error, at: span, "progress is a number from 0 to 100")
      return
    }
    state.fields.progress = percent
    state.fields.isStarted = true
  }

  private func readPriority(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    guard let payload, !payload.isEmpty else {
      state.fields.priority = 1
      return
    }
    guard let priority = priority(payload) else {
      state.say(
        .error, at: span,
        "\"\(payload)\" is no priority; expected 1 (highest) to \(vocabulary.priorityScale), "
          + "or high, medium, low")
      return
    }
    state.fields.priority = priority
  }

  /// A priority as iCalendar counts it, 1 to 9.
  private func priority(_ payload: String) -> Int? {
    switch payload.lowercased() {
    case "high", "h", "a": return 1
    case "medium", "m", "b": return 5
    case "low", "l", "c": return 9
    default: break
    }
    let scale = max(2, vocabulary.priorityScale)
    guard let number = Int(payload), (1...scale).contains(number) else { return nil }
    return 1 + (number - 1) * 8 / (scale - 1)
  }
}

// MARK: - Lengths

extension LineFieldReader {
  private func readSpan(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    let payload = payload ?? ""
    if field == .remind {
      guard let reminder = reminder(payload) else {
        state.say(
          .error, at: span,
          "\"\(payload)\" is no reminder; expected one such as 15m, +10m, 9:00 or a date and time")
        return
      }
      state.fields.reminders.append(reminder)
      return
    }
    guard let length = TimeSpan(parsing: payload) else {
      state.say(
        .error, at: span, "\"\(payload)\" is no length of time; expected one such as 2h or 1h30m")
      return
    }
    state.fields.estimate = length
  }

  private func reminder(_ payload: String) -> LineFields.Reminder? {
    let text = payload.trimmed
    if text.isEmpty { return .offset(TimeSpan()) }
    if text.first == "+" { return TimeSpan(parsing: text.dropFirst()).map { .offset($0) } }
    let length = text.first == "-" ? text.dropFirst() : text[...]
    if let span = TimeSpan(parsing: length) { return .offset(span.negated) }
    if case .dateTime(let moment)? = (try? DatePayload(parsing: text))?.value {
      return .moment(moment)
    }
    guard case .dateTime(let moment)? = (try? DatePayload(parsing: "2000-01-01 \(text)"))?.value
    else { return nil }
    return .time(moment.time)
  }
}

// MARK: - Texts

extension LineFieldReader {
  private func readText(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    guard let text = payload?.trimmed, !text.isEmpty else {
      state.say(.warning, at: span, "@\(field.rawValue) says nothing")
      return
    }
    switch field {
    case .location: state.fields.location = text
    case .note: state.fields.note = text
    case .uid: state.fields.uid = text
    case .url:
      guard Self.isAddress(text) else {
        state.say(
          .error, at: span, "\"\(text)\" is no address; expected one such as https://a.org/b")
        return
      }
      state.fields.url = text
    default: readClass(text, span, &state)
    }
  }

  private func readClass(_ text: String, _ span: TagSpan, _ state: inout State) {
    let word = text.uppercased()
    guard ["PUBLIC", "PRIVATE", "CONFIDENTIAL"].contains(word) else {
      state.say(
        .error, at: span, "\"\(text)\" is no class; expected public, private or confidential")
      state.fields.classification = "PRIVATE"  // nobody writes @class to have a thing published
      return
    }
    state.fields.classification = word
  }

  /// An address has a scheme and no blanks (RFC 3986).
  static func isAddress(_ text: some StringProtocol) -> Bool {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = text.dropFirst(scheme.count)
    return scheme.first?.isLetter == true && rest.first == ":" && rest.count > 1
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" }
  }

  private func readCategories(_ payload: String?, _ state: inout State) {
    state.fields.categories += Self.list(payload ?? "")
  }

  /// The words of `a, b\, c`; a comma behind a backslash is part of its word.
  static func list(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == ",", !isEscaped {
        words.append(String(word))
        word = String.UnicodeScalarView()
      } else {
        if scalar == ",", isEscaped { word.removeLast() }
        word.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return (words + [String(word)]).map(\.trimmed).filter { !$0.isEmpty }
  }

  private func readLists(_ payload: String?, _ state: inout State) {
    let lists = Self.list(payload ?? "")
    let isOurs =
      !lists.isEmpty && lists.allSatisfy { ["day", "week", "month", "year"].contains($0) }
    if !isOurs { state.fields.categories.append("show") }
  }

  private func readZone(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    let name = payload?.trimmed ?? ""
    if name.lowercased() == "floating" {
      state.fields.zone = .floating
    } else if let error = isZoneKnown(name) {
      state.say(.error, at: span, error.description)
      state.fields.hasDateError = true
      state.hasUnknownZone = true
    } else {
      state.fields.zone = .named(name)
    }
  }
}

extension StringProtocol {
  /// The text without the white space around it.
  var trimmed: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    let behind = scalars.reversed().prefix { $0.properties.isWhitespace }.count
    return String(String.UnicodeScalarView(scalars.dropLast(behind)))
  }
}
