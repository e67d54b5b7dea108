import TaskDates

/// A date or a length as a person writes it comes back letter for letter.
enum PayloadProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    let text = String(decoding: bytes, as: UTF8.self)
    for shortYears in [false, true] {
      if let payload = try? DatePayload(parsing: text, shortYears: shortYears) {
        check(payload, text, shortYears, &faults)
      }
    }
    if let span = TimeSpan(parsing: text) { check(span, &faults) }
    if let relative = try? RelativeDate(parsing: text) { check(relative, text, &faults) }
    if let repetition = try? Repetition(parsing: text) {
      let again = try? RecurrenceRule(rrule: repetition.rule.rrule)
      faults.expect(again == repetition.rule, "\(repetition.rule.rrule) is read otherwise")
    }
  }

  private static func check(
    _ payload: DatePayload, _ text: String, _ shortYears: Bool, _ faults: inout Faults
  ) {
    faults.expect(
      payload.description.utf8.elementsEqual(text.utf8), "\(text) comes back as \(payload)")
    let own = DatePayload(payload.value).description
    let again = try? DatePayload(parsing: own)
    faults.expect(again?.value == payload.value, "\(own) does not say what \(text) says")
    faults.expect(payload.value.startDate <= payload.value.endDate ?? payload.value.startDate, text)
    for format in DateParameterFormat.allCases {
      guard let formatted = payload.value.toFormattedDateString(format: format) else { continue }
      faults.expect((try? DatePayload(parsing: formatted)) != nil, "\(formatted) cannot be read")
    }
    guard let other = try? DatePayload(parsing: "2024-12-01 09:30:07") else { return }
    let moved = payload.replacing(value: other.value).description
    let read = try? DatePayload(parsing: moved, shortYears: shortYears)
    faults.expect(read?.value == other.value, "\(text) with another value is \(moved)")
  }

  private static func check(_ span: TimeSpan, _ faults: inout Faults) {
    faults.expect(TimeSpan(parsing: span.duration) == span, "\(span.duration) is another length")
    faults.expect(TimeSpan(parsing: span.text) == span, "\(span.text) is another length")
    faults.expect(span.negated.negated == span, "\(span.text) is not the same twice negated")
    _ = span.nominalSeconds
  }

  /// A relative date has a value, or none, at any time; the values on successive days differ little.
  private static func check(_ relative: RelativeDate, _ text: String, _ faults: inout Faults) {
    for second in [1_796_083_200, -62_135_596_800, 253_402_300_799, 1_709_164_800, 0] {
      guard let now = DateTimeParameters(secondNumber: second) else {
        faults.expect(false, "there is no second \(second)")
        continue
      }
      guard let value = relative.resolved(at: now) else { continue }
      let formatted = DatePayload(value).description
      faults.expect(
        (try? DatePayload(parsing: formatted))?.value == value, "\(text) is \(formatted)")
    }
  }
}
