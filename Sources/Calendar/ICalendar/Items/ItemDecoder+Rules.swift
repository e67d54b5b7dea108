import CalendarItems
import Diagnostics
import TaskDates

// MARK: - Rules

extension ItemDecoder {
  /// The rules of a property; one that is given twice counts once.
  ///
  /// - Parameter first: The date from which they count.
  mutating func rules(
    _ name: PropertyName, of item: CalendarItem, from first: ReminderDates.Value?
  ) -> [RecurrenceRule] {
    var (rules, count): ([RecurrenceRule], Int) = ([], 0)
    for place in lines.places(of: name) {
      count += 1
      guard count <= limits.rules else {
        refuseRule(place, isFirst: count == limits.rules + 1)
        continue
      }
      guard let rule = rule(at: place, of: item, from: first), !rules.contains(rule) else {
        continue
      }
      rules.append(rule)
    }
    return rules
  }

  private mutating func refuseRule(_ place: Int, isFirst: Bool) {
    if isFirst {
      report(
        .error, at: place,
        message: "there are more than \(limits.rules) rules; the others are not read")
    }
    lines.set(.refused, at: place)
  }

  private mutating func rule(
    at place: Int, of item: CalendarItem, from first: ReminderDates.Value?
  ) -> RecurrenceRule? {
    let trimmed = ruleText(at: place)
    if trimmed.isEmpty { return nil }
    do {
      let read = try ForeignRule(rrule: trimmed)
      lines.set(.understood, at: place)
      if !read.rule.isGregorian {
        report(
          .note, at: place,
          message: "the rule uses another calendar system; the rule is kept but not expanded")
      }
      let isAllDay = first?.isDay ?? true
      let zone = isAllDay ? zoneOfDays : zone(of: item.anchor)
      let rule = read.rule.ending(item.anchor, zone, isAllDay: isAllDay).withoutLeapDay(from: first)
      return end(of: rule, read, from: first, zone: zone, at: place)
    } catch {
      refuse(place, "\(error)")
      return nil
    }
  }

  /// The rule with the end that comes first, if it has two.
  private mutating func end(
    of rule: RecurrenceRule, _ read: ForeignRule, from first: ReminderDates.Value?, zone: Zone?,
    at place: Int
  ) -> RecurrenceRule {
    guard let fault = read.fault else { return rule }
    guard let count = read.count, let first else {
      report(.warning, at: place, message: "\(fault); expected a rule without it")
      return rule
    }
    var counted = rule
    counted.end = .count(count)
    let endsByCount = rule.hasMoreDates(than: count, from: first, zone: zone)
    report(
      .warning, at: place,
      message:
        "\(fault); \(endsByCount ? "COUNT" : "UNTIL") ends it first, and counts; expected one of them"
    )
    return endsByCount ? counted : rule
  }

  /// True if a line is a readable rule.
  func isRule(_ place: Int) -> Bool {
    (try? ForeignRule(rrule: ruleText(at: place))) != nil
  }

  /// A rule without the escapes that some servers add.
  ///
  /// They treat our property as a text and escape its semicolons.
  private func ruleText(at place: Int) -> String {
    let line = lines.lines[place]
    let text =
      line.name == .afterDone
      ? TextValue.text(line.property.bytes[line.property.value]) : line.property.valueText
    return text.trimmingSemicolons
  }
}

extension RecurrenceRule {
  /// True if the rule gives more dates than a number of them, its first date included.
  fileprivate func hasMoreDates(
    than count: Int, from first: ReminderDates.Value, zone: Zone?
  ) -> Bool {
    let start: DateTimeParameters =
      switch first {
      case .day(let day): DateTimeParameters(date: day, time: .midnight)
      case .moment(let moment): moment
      }
    var dates = SeriesDates(
      from: start, rules: [self], isAllDay: first.isDay, zone: zone,
      bound: SeriesDates.Bound(steps: 20_000))
    var found = 0
    while found <= count, dates.next() != nil { found += 1 }
    return found > count
  }

  /// The rule with an end in the form that its series requires (RFC 5545, section 3.3.10).
  ///
  /// A series of days ends on a day; times in a zone or in UTC end in UTC, and floating times in a floating time. The
  /// last second of a day becomes that day.
  fileprivate func ending(
    _ anchor: CalendarItem.Anchor, _ zone: Zone?, isAllDay: Bool
  ) -> RecurrenceRule {
    guard case .at(let moment, let isUTC) = end else { return self }
    let local = isUTC ? zone?.civil(at: Instant(seconds: moment.secondNumber)) ?? moment : moment
    var rule = self
    if isAllDay || local.time.secondOfDay == 86_399 {
      rule.end = .onDay(local.date)
    } else if anchor == .floating {
      rule.end = .at(moment, isUTC: false)
    } else {
      // The local time of an instant may be shown twice, so an UNTIL in UTC stays as it is.
      rule.end = .at(isUTC ? moment : zone?.instant(of: local).utc ?? moment, isUTC: true)
    }
    return rule
  }
}

extension String {
  /// The text without white space, and without semicolons at its end.
  fileprivate var trimmingSemicolons: String {
    var text = filter { $0 != " " && $0 != "\t" }
    while text.last == ";" { text.removeLast() }
    return text
  }
}
