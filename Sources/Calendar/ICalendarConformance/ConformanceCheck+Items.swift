import Diagnostics
import ICalendar
import TaskDates

/// The dependencies between the properties of a to-do, an event or a journal (RFC 5545, section 3.6).
extension ConformanceCheck {
  mutating func judgeItem(_ content: ComponentContent) {
    item = content
    judgePresence(content)
    judgeCompletion(content)
    if let start = content.moments["DTSTART"] {
      judgeForms(content, start)
      judgeDays(content, start)
      judgeEnd(content, start)
    }
    judgeRules(of: content)
    note(content)
  }

  /// Checks the combination of DTSTART, the end and DURATION.
  private mutating func judgePresence(_ content: ComponentContent) {
    if let duration = first("DURATION", of: content) {
      if let end = content.endName, content.has(end) {
        add(
          .timeSpan, duration, by: content.spec?.section,
          message: "the \(content.name) has DURATION and \(end); expected only one of them")
      }
      if content.name == "VTODO", !content.has("DTSTART") {
        add(
          .timeStart, duration, by: content.spec?.section,
          message: "the VTODO has DURATION without DTSTART; expected both")
      }
    }
    if content.name == "VEVENT", !content.has("DTSTART"), !(calendar.isInside && calendar.hasMethod)
    {
      add(.eventStart, content, message: "the VEVENT has no DTSTART; expected one")
    }
  }

  /// Checks that all times have the value type and form of DTSTART.
  private mutating func judgeForms(_ content: ComponentContent, _ start: CalendarMoment) {
    for name in [content.endName, "EXDATE", "RDATE"].compactMap({ $0 }) {
      for line in content.all(name) {
        let property = CheckedProperty(line: line, document)
        for (place, form) in Self.forms(of: property) {
          judge(form, at: place, of: property, beside: start)
        }
      }
    }
  }

  /// The forms of the readable values, each once, with the first offset.
  private static func forms(
    of property: CheckedProperty
  ) -> [(place: Int, moment: CalendarMoment)] {
    guard let spec = property.spec, let type = property.type else { return [] }
    let zone = property.text(of: "TZID")
    var seen: Set<CalendarMoment.Form> = []
    var forms: [(Int, CalendarMoment)] = []
    for item in items(of: property, spec) {
      guard var moment = try? moment(item, type) else { continue }
      if let zone, moment.isFloating { moment.form = .zoned(zone) }
      if seen.insert(moment.form).inserted { forms.append((item.startIndex, moment)) }
    }
    return forms
  }

  private mutating func judge(
    _ moment: CalendarMoment, at place: Int, of property: CheckedProperty,
    beside start: CalendarMoment
  ) {
    if moment.isDate != start.isDate {
      add(
        .timeType, property, at: place, by: property.spec?.section,
        message:
          "\(property.name) is \(moment.words), DTSTART \(start.words); expected the same type")
    } else if moment.isFloating != start.isFloating {
      add(
        .timeForm, property, at: place, by: property.spec?.section,
        message: "\(property.name) is \(moment.words), DTSTART \(start.words); expected both with "
          + "a zone or both without")
    }
  }

  /// Checks that a duration counts days if DTSTART is a date.
  private mutating func judgeDays(_ content: ComponentContent, _ start: CalendarMoment) {
    guard start.isDate, let property = first("DURATION", of: content), property.hasValue,
      let length = CalendarDuration(property.value), !length.isWholeDays
    else { return }
    add(
      .timeDays, property, at: property.line.value.lowerBound,
      message: "DURATION has a time, but DTSTART is a date; expected only days or weeks")
  }

  /// Checks that DUE or DTEND is later than DTSTART; in a recurring to-do they may be equal.
  private mutating func judgeEnd(_ content: ComponentContent, _ start: CalendarMoment) {
    guard let name = content.endName, let end = content.moments[name], end.isDate == start.isDate,
      end.isFloating == start.isFloating, let order = order(start, end), order >= 0,
      let property = first(name, of: content)
    else { return }
    if order == 0, content.name == "VTODO", content.has("RRULE") || content.has("RDATE") {
      return add(
        .timeOrder, property, at: property.line.value.lowerBound, by: property.spec?.section,
        as: .note,
        message:
          "DUE is equal to DTSTART, as most programs write a repeating to-do; RFC 5545 requires a "
          + "later DUE"
      )
    }
    add(
      .timeOrder, property, at: property.line.value.lowerBound, by: property.spec?.section,
      message: "\(name) is \(order == 0 ? "equal to" : "before") DTSTART; expected a later time")
  }

  /// The difference between two moments in seconds; nil if their order is unknown.
  private func order(_ moment: CalendarMoment, _ other: CalendarMoment) -> Int? {
    if let first = instant(moment), let second = instant(other) { return first - second }
    let difference = moment.wall - other.wall
    // Clocks of two zones are never more than 26 hours apart.
    return moment.form == other.form || difference > 26 * 3600 ? difference : nil
  }

  private func instant(_ moment: CalendarMoment) -> Int? {
    guard case .zoned(let name) = moment.form else { return moment.wall }
    guard let zone = zone(name), let civil = moment.civil else { return nil }
    return zone.instant(of: civil).seconds
  }

  /// Checks that STATUS, COMPLETED and PERCENT-COMPLETE of a to-do agree.
  private mutating func judgeCompletion(_ content: ComponentContent) {
    guard content.name == "VTODO" else { return }
    let isDone = text("STATUS", of: content)?.uppercased() == "COMPLETED"
    let percent = text("PERCENT-COMPLETE", of: content).flatMap { Int($0) }
    if isDone, let percent, percent != 100 {
      addCompletion(
        "PERCENT-COMPLETE", content, what: "\(percent), STATUS is COMPLETED; expected 100")
    } else if !isDone, content.has("COMPLETED") {
      addCompletion(
        "COMPLETED", content, what: "used without STATUS:COMPLETED; expected both or neither")
    } else if !isDone, percent == 100 {
      addCompletion("PERCENT-COMPLETE", content, what: "100; expected STATUS:COMPLETED")
    }
  }

  private mutating func addCompletion(
    _ name: String, _ content: ComponentContent, what: String
  ) {
    guard let property = first(name, of: content) else { return }
    add(.statusCompleted, property, message: "\(name) is \(what)")
  }
}

extension ComponentContent {
  /// The name of the property with the end of an item.
  var endName: String? {
    switch name {
    case "VTODO": "DUE"
    case "VEVENT": "DTEND"
    default: nil
    }
  }
}

extension CalendarMoment {
  /// The local time.
  fileprivate var civil: DateTimeParameters? { DateTimeParameters(secondNumber: wall) }
}
