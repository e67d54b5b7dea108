import Diagnostics
import ICalendar

/// RRULE: its grammar, and the dependencies between its parts and DTSTART (RFC 5545, section 3.3.10; RFC 7529).
extension ConformanceCheck {
  /// Checks a rule without DTSTART.
  mutating func judgeRule(_ property: CheckedProperty) {
    let parts = RuleParts(property.value)
    if let broken = parts.broken {
      add(
        .ruleGrammar, property, at: broken.startIndex,
        message: "\(broken.quoted) is not a part of a rule; expected NAME=value")
    }
    if let twice = parts.twice {
      add(
        .rulePartOnce, property, at: twice.startIndex,
        message: "\(twice.quoted) appears twice in the rule; expected once")
    }
    let isOtherCalendar = parts["RSCALE"] != nil
    for part in parts.all {
      guard let expected = RuleGrammar.fault(of: part, isOtherCalendar) else { continue }
      add(
        .ruleGrammar, property, at: part.value.startIndex,
        message: "\(part.name.quoted) is \(part.value.quoted); expected \(expected)")
    }
    judgeFrequency(parts, property)
  }

  private mutating func judgeFrequency(_ parts: RuleParts, _ property: CheckedProperty) {
    let start = property.line.value.lowerBound
    guard let frequency = parts["FREQ"] else {
      add(.ruleGrammar, property, at: start, message: "the rule has no FREQ; expected one")
      return
    }
    // RFC 7529, section 4.1, puts RSCALE before FREQ, which RFC 5545 wants first: all programs read both orders.
    if let first = parts.all.first, first.name != "FREQ", first.name != "RSCALE" {
      add(
        .ruleFrequencyFirst, property, at: start,
        message: "\(first.name.quoted) comes before FREQ; expected FREQ first")
    }
    if parts["COUNT"] != nil, let until = parts["UNTIL"] {
      add(
        .ruleCountUntil, property, at: until.value.startIndex,
        message: "the rule has COUNT and UNTIL; expected only one of them")
    }
    judgePlaces(parts, frequency.word, property: property)
    if RuleGrammar.frequencies.contains(frequency.word) {
      judgeDays(parts, frequency.word, property: property)
    }
  }

  /// Checks for parts that are not allowed with the frequency of a rule.
  private mutating func judgePlaces(
    _ parts: RuleParts, _ frequency: String, property: CheckedProperty
  ) {
    for (name, frequencies) in RuleGrammar.notWith where frequencies.contains(frequency) {
      guard let part = parts[name] else { continue }
      add(
        .ruleFrequencyPart, property, at: part.value.startIndex,
        message: "\(name) is not allowed in a rule that is \(frequency); expected another FREQ")
    }
  }

  /// Checks for numbered weekdays and positions that are not allowed.
  private mutating func judgeDays(
    _ parts: RuleParts, _ frequency: String, property: CheckedProperty
  ) {
    if let days = parts["BYDAY"], days.items.contains(where: RuleGrammar.isNumbered) {
      let isLong = frequency == "MONTHLY" || frequency == "YEARLY"
      if !isLong || parts["BYWEEKNO"] != nil {
        add(
          .ruleNumberedDay, property, at: days.value.startIndex,
          message:
            "BYDAY has a number "
            + "\(isLong ? "together with BYWEEKNO" : "in a rule that is \(frequency)"); expected "
            + "numbers only in MONTHLY and YEARLY rules without BYWEEKNO")
      }
    }
    let hasSet = parts.all.contains { $0.name.hasPrefix("BY") && $0.name != "BYSETPOS" }
    if let positions = parts["BYSETPOS"], !hasSet {
      add(
        .ruleSetPosition, property, at: positions.value.startIndex,
        message: "BYSETPOS is used without another BY part; expected one to choose from")
    }
  }

  /// Checks a rule against DTSTART.
  mutating func judgeRules(of content: ComponentContent) {
    for line in content.all("RRULE") {
      let property = CheckedProperty(line: line, document)
      if !content.has("DTSTART") {
        add(
          .ruleStart, property,
          message: "the \(content.name) has RRULE without DTSTART; expected both")
      }
      guard let start = content.moments["DTSTART"], property.hasValue else { continue }
      judge(RuleParts(property.value), beside: start, property: property)
    }
  }

  private mutating func judge(
    _ parts: RuleParts, beside start: CalendarMoment, property: CheckedProperty
  ) {
    for name in ["BYSECOND", "BYMINUTE", "BYHOUR"] where start.isDate {
      guard let part = parts[name] else { continue }
      add(
        .ruleDatePart, property, at: part.value.startIndex,
        message: "\(name) is not allowed where DTSTART is a date; expected only days and longer")
    }
    guard let until = parts["UNTIL"], let moment = try? CalendarMoment(until.value) else { return }
    let isRight =
      switch start.form {
      case .date: moment.isDate
      case .floating: moment.isFloating
      case .utc, .zoned: moment.form == .utc
      }
    guard !isRight else { return }
    let wanted = start.isDate ? "a date" : start.isFloating ? "a time without a zone" : "one in UTC"
    add(
      .ruleUntil, property, at: until.value.startIndex,
      message: "UNTIL is \(moment.words), DTSTART \(start.words); expected \(wanted)")
  }
}
