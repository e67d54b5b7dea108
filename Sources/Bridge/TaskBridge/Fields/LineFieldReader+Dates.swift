import Diagnostics
import TaskDates
import TaskText

extension LineFieldReader {
  func readDate(_ tag: FieldTag, state: inout State) {
    guard let payload = tag.payload, payload.utf8.contains(where: { $0 != 0x20 && $0 != 0x09 })
    else {
      state.report(
        .warning, at: tag.span, message: "@\(tag.field.rawValue) has no date",
        remedies: state.document.joining(tag.span, line: state.line) + [.removeTag])
      state.fields.hasDateError = true
      return
    }
    guard let date = date(tag.field, payload, span: tag.span, state: &state) else {
      state.fields.hasDateError = true
      return
    }
    if tag.field == .due { state.fields.due = date } else { state.fields.start = date }
  }

  private func date(
    _ field: Vocabulary.Field, _ payload: String, span: TagSpan, state: inout State
  ) -> LineFields.DateField? {
    do {
      let shortYears = state.document.dialect.allowsShortYears
      switch try DateExpression(parsing: payload, shortYears: shortYears) {
      case .absolute(let date):
        return startOrDue(field, date.value, payload: date, span: span, state: &state)
      case .relative(let date):
        guard let value = resolve(date, payload, span: span, state: &state) else { return nil }
        return startOrDue(field, value, payload: nil, span: span, state: &state)
      }
    } catch {
      state.report(
        .error, at: span, message: error.description, fix: Self.fix(for: error, payload),
        offset: error.offset, remedies: lastDay(error, payload, span, state))
      return nil
    }
  }

  /// The date of a field; reports a start that is a range.
  private func startOrDue(
    _ field: Vocabulary.Field, _ value: TMDateType, payload: DatePayload?, span: TagSpan,
    state: inout State
  ) -> LineFields.DateField? {
    guard field == .start, Self.isRange(value) else {
      return LineFields.DateField(value: value, payload: payload)
    }
    state.report(
      .error, at: span, message: "a start cannot be a range; expected one day or one time",
      remedies: firstPoint(of: value, span, state))
    return nil
  }

  /// A remedy that writes only the first day or time of a range or a period.
  private func firstPoint(of value: TMDateType, _ span: TagSpan, _ state: State) -> [Remedy] {
    let payload = DatePayload(value.firstPoint).description
    return state.document.writing([payload], span, line: state.line)
  }

  private static func isRange(_ value: TMDateType) -> Bool {
    switch value {
    case .beginEndDate, .days: true
    case .date, .dateTime, .period: false
    }
  }

  /// The present date of a relative date; reports it if it cannot be resolved, or if it has another possible reading.
  private func resolve(
    _ date: RelativeDate, _ payload: String, span: TagSpan, state: inout State
  ) -> TMDateType? {
    for ambiguity in date.ambiguities {
      state.report(
        .warning, at: span, message: "\(payload.quoted): \(ambiguity)",
        remedies: state.document.writing(ambiguity.choices(of: payload), span, line: state.line))
    }
    if date.isFixed { return fixed(date, payload, span: span, state: &state) }
    guard case .resolve(let now) = relativeDates else {
      let severity: Severity = relativeDates == .refuse ? .error : .warning
      state.report(
        severity, at: span, message: "\(payload.quoted) moves with the clock; \(remedy(for: date))",
        remedies: state.document.writingDate(span, line: state.line))
      return nil
    }
    return value(of: date, at: now, span: span, state: &state)
  }

  /// The text to write instead of a relative date.
  private func remedy(for date: RelativeDate) -> String {
    guard let value = pinned(date) else { return "run duecal resolve to write the date" }
    return "write \(DatePayload(value)), or run duecal resolve"
  }

  private func value(
    of date: RelativeDate, at now: DateTimeParameters, span: TagSpan, state: inout State
  ) -> TMDateType? {
    do {
      let value = try date.value(at: now)
      state.fields.moving.append(value)
      return value
    } catch {
      state.report(.error, at: span, message: error.description)
      return nil
    }
  }

  /// A date in words that does not depend on the clock, such as `4 jan 2027`.
  private func fixed(
    _ date: RelativeDate, _ payload: String, span: TagSpan, state: inout State
  ) -> TMDateType? {
    guard let value = date.fixedValue else {
      let reason = date.fault.map(\.description) ?? "\(payload.quoted) does not lead to a date"
      state.report(.error, at: span, message: reason)
      return nil
    }
    if relativeDates == .warn {
      state.report(
        .note, at: span, message: "\(payload.quoted) is understood by few other programs",
        fix: DatePayload(value).description)
    }
    return value
  }

  /// Reads a payload that is one day or one time, relative or not; reports anything else and returns nil.
  func point(_ payload: String, _ span: TagSpan, state: inout State) -> TMDateType? {
    do {
      let shortYears = state.document.dialect.allowsShortYears
      let value: TMDateType? =
        switch try DateExpression(parsing: payload, shortYears: shortYears) {
        case .absolute(let date): date.value
        case .relative(let date): resolve(date, payload, span: span, state: &state)
        }
      guard let value else { return nil }
      if case .date = value { return value }
      if case .dateTime = value { return value }
      state.report(
        .error, at: span,
        message:
          "\(payload.quoted) is not a single day or time; expected one such as 2026-12-03 or "
          + "2026-12-03 15:00", remedies: firstPoint(of: value, span, state))
    } catch {
      state.report(
        .error, at: span, message: error.description, offset: error.offset,
        remedies: lastDay(error, payload, span, state))
    }
    return nil
  }

  /// What the person most likely meant, if there is one answer.
  private static func fix(for error: TMError, _ payload: String) -> String? {
    switch error {
    case .endDateNotAfterStartDate(.dateTime(let begin), .dateTime(let end))
    where begin.date == end.date && end.time < begin.time:
      end.date.advanced(byDays: 1).map {
        "\(begin.formattedDate) thru \($0.formattedDate) \(end.time.formattedDate)"
      }
    default: nil
    }
  }

  /// A remedy that writes the last day of a month instead of a later one, such as 28 for 30 February.
  private func lastDay(
    _ error: TMError, _ payload: String, _ span: TagSpan, _ state: State
  ) -> [Remedy] {
    guard case .noSuchDay(let year, let month, let day) = error, day > 28,
      let first = try? DateParameters(year: year, month: month, day: 1),
      let last = first.advanced(byMonths: 1)?.advanced(byDays: -1)?.formattedDate,
      payload.hasPrefix("\(last.prefix(8))\(day)")
    else { return [] }
    return state.document.writing([last + payload.dropFirst(10)], span, line: state.line)
  }

  func readRecurrence(_ tag: FieldTag, state: inout State) {
    guard let payload = tag.payload, !payload.isEmpty else {
      state.report(
        .warning, at: tag.span, message: "@\(tag.field.rawValue) has no value",
        remedies: state.document.joining(tag.span, line: state.line) + [.removeTag])
      return
    }
    if tag.field == .repeat {
      do {
        state.fields.repetition = try Repetition(parsing: payload)
      } catch {
        state.report(.error, at: tag.span, message: error.description)
        state.fields.hasDateError = true
      }
      return
    }
    for part in payload.split(separator: ",") {
      guard let date = point(String(part), tag.span, state: &state) else {
        state.fields.hasDateError = true
        continue
      }
      if tag.field == .except {
        state.fields.except.append(date)
      } else {
        state.fields.also.append(date)
      }
    }
  }
}
