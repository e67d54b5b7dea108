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
    guard let date = date(tag.field, payload, DatePlace(tag.span), state: &state) else {
      state.fields.hasDateError = true
      return
    }
    if tag.field == .due {
      state.fields.due = date
    } else if tag.span.markdownField == .scheduled {
      state.fields.scheduled = date
    } else {
      state.fields.start = date
    }
  }

  /// Makes a scheduled day the start of a line that has no other, or whose series counts from it.
  func chooseStart(_ state: inout State) {
    guard let plan = state.plan, let day = state.fields.scheduled else { return }
    let isCounted = state.fields.due == nil && state.fields.repeatsInSigns
    if state.fields.start == nil || isCounted {
      if state.fields.start != nil {
        state.report(
          .note, at: plan,
          message: "the repetition counts from the scheduled day, so the start is not exported")
      }
      state.fields.start = day
    } else {
      state.report(
        .note, at: plan, message: "the line has a start, so the scheduled day is not exported",
        remedies: [.removeTag])
    }
  }

  private func date(
    _ field: Vocabulary.Field, _ payload: String, _ place: DatePlace, state: inout State
  ) -> LineFields.DateField? {
    do {
      let shortYears = state.document.dialect.allowsShortYears
      switch try DateExpression(parsing: payload, shortYears: shortYears) {
      case .absolute(let date):
        return startOrDue(field, date.value, payload: date, place, state: &state)
      case .relative(let date):
        guard let value = resolve(date, payload, place, state: &state) else { return nil }
        return startOrDue(field, value, payload: nil, place, state: &state)
      }
    } catch {
      state.report(
        .error, at: place.span, message: error.description,
        fix: field == .start ? nil : Self.fix(for: error), offset: error.offset,
        remedies: state.document.remedies(for: error, payload, place, line: state.line))
      return nil
    }
  }

  /// The date of a field; reports a start that is a range.
  private func startOrDue(
    _ field: Vocabulary.Field, _ value: TMDateType, payload: DatePayload?, _ place: DatePlace,
    state: inout State
  ) -> LineFields.DateField? {
    guard field == .start, Self.isRange(value) else {
      return LineFields.DateField(value: value, payload: payload)
    }
    state.report(
      .error, at: place.span, message: "a start cannot be a range; expected one day or one time",
      remedies: state.document.writing(value.firstPoint, place, line: state.line)
        + state.document.removing(place, line: state.line))
    return nil
  }

  private static func isRange(_ value: TMDateType) -> Bool {
    switch value {
    case .beginEndDate, .days: true
    case .date, .dateTime, .period: false
    }
  }

  /// The present date of a relative date; reports it if it cannot be resolved, or if it has another possible reading.
  private func resolve(
    _ date: RelativeDate, _ payload: String, _ place: DatePlace, state: inout State
  ) -> TMDateType? {
    for ambiguity in date.ambiguities {
      state.report(
        .warning, at: place.span, message: "\(payload.quoted): \(ambiguity)",
        remedies: isReminder(place, state.document)
          ? [] : state.document.writing(ambiguity.choices(of: payload), place, line: state.line))
    }
    if date.isFixed { return fixed(date, payload, place, state: &state) }
    guard case .resolve(let now) = relativeDates else {
      let severity: Severity = relativeDates == .refuse ? .error : .warning
      state.report(
        severity, at: place.span,
        message: "\(payload.quoted) moves with the clock; \(remedy(for: date))",
        remedies: state.document.writingDate(place.range, line: state.line))
      return nil
    }
    return value(of: date, at: now, place, state: &state)
  }

  private func isReminder(_ place: DatePlace, _ document: TaskDocument) -> Bool {
    entry(of: place.span, in: document)?.field == .remind
  }

  /// The text to write instead of a relative date.
  private func remedy(for date: RelativeDate) -> String {
    guard let value = pinned(date) else { return "run duecal resolve to write the date" }
    return "write \(DatePayload(value)), or run duecal resolve"
  }

  private func value(
    of date: RelativeDate, at now: DateTimeParameters, _ place: DatePlace, state: inout State
  ) -> TMDateType? {
    do {
      let value = try date.value(at: now)
      state.fields.moving.append(value)
      return value
    } catch {
      state.report(
        .error, at: place.span, message: error.description,
        remedies: state.document.removing(place, line: state.line))
      return nil
    }
  }

  /// A date in words that does not depend on the clock, such as `4 jan 2027`.
  private func fixed(
    _ date: RelativeDate, _ payload: String, _ place: DatePlace, state: inout State
  ) -> TMDateType? {
    guard let value = date.fixedValue else {
      let reason = date.fault.map(\.description) ?? "\(payload.quoted) does not lead to a date"
      state.report(
        .error, at: place.span, message: reason,
        remedies: state.document.removing(place, line: state.line))
      return nil
    }
    // An alarm on a day gets an error.
    if relativeDates == .warn, !(value.isAllDay && isReminder(place, state.document)) {
      state.report(
        .note, at: place.span, message: "\(payload.quoted) is understood by few other programs",
        fix: DatePayload(value).description,
        remedies: state.document.writing(value, place, line: state.line))
    }
    return value
  }

  /// Reads a payload that is one day or one time, relative or not; reports anything else and returns nil.
  func point(_ payload: String, _ place: DatePlace, state: inout State) -> TMDateType? {
    do {
      let shortYears = state.document.dialect.allowsShortYears
      let value: TMDateType? =
        switch try DateExpression(parsing: payload, shortYears: shortYears) {
        case .absolute(let date): date.value
        case .relative(let date): resolve(date, payload, place, state: &state)
        }
      guard let value else { return nil }
      if case .date = value { return value }
      if case .dateTime = value { return value }
      state.report(
        .error, at: place.span,
        message:
          "\(payload.quoted) is not a single day or time; expected one such as 2026-12-03 or "
          + "2026-12-03 15:00",
        remedies: state.document.writing(value.firstPoint, place, line: state.line)
          + state.document.removing(place, line: state.line))
    } catch {
      state.report(
        .error, at: place.span, message: error.description, offset: error.offset,
        remedies: state.document.remedies(for: error, payload, place, line: state.line))
    }
    return nil
  }

  /// What the person most likely meant, if there is one answer.
  private static func fix(for error: TMError) -> String? {
    switch error {
    case .endDateNotAfterStartDate(.dateTime(let begin), .dateTime(let end))
    where begin.date == end.date && end.time < begin.time:
      end.date.advanced(byDays: 1).map {
        "\(begin.formattedDate) thru \($0.formattedDate) \(end.time.formattedDate)"
      }
    default: nil
    }
  }

  func readRecurrence(_ tag: FieldTag, state: inout State) {
    guard let payload = tag.payload, !payload.isEmpty else {
      state.report(
        .warning, at: tag.span, message: "@\(tag.field.rawValue) has no value",
        remedies: state.document.joining(tag.span, line: state.line) + [.removeTag])
      return
    }
    if tag.field == .repeat {
      readRepetition(payload, tag.span, state: &state)
    } else {
      readList(payload, tag, state: &state)
    }
  }

  private func readRepetition(_ payload: String, _ span: TagSpan, state: inout State) {
    do {
      state.fields.repetition = try Repetition(parsing: payload)
      state.fields.repeatsInSigns = span.form != .at
    } catch {
      state.report(.error, at: span, message: error.description, remedies: [.removeTag])
      state.fields.hasDateError = true
    }
  }

  /// Reads a list of dates.
  private func readList(_ payload: String, _ tag: FieldTag, state: inout State) {
    let list = DateList(payload, tag.span, in: state.document)
    for index in list.parts.indices {
      let place = list.place(of: index)
      guard let date = point(list.parts[index].trimmed, place, state: &state) else {
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
