import Diagnostics

/// Alarms (RFC 5545, section 3.6.6).
extension ConformanceCheck {
  mutating func judgeAlarm(_ alarm: ComponentContent) {
    judgeAction(of: alarm)
    if alarm.has("DURATION") != alarm.has("REPEAT") {
      let there = alarm.has("DURATION") ? "DURATION" : "REPEAT"
      let other = alarm.has("DURATION") ? "REPEAT" : "DURATION"
      if let property = first(there, of: alarm) {
        add(
          .alarmRepeat, property,
          message: "the alarm has \(there) without \(other); expected both or neither")
      }
    }
    guard let trigger = first("TRIGGER", of: alarm), trigger.hasValue else { return }
    judge(trigger)
    guard let item, item.index == alarm.parent else { return }
    judge(trigger, of: item)
  }

  /// Checks the properties that an ACTION needs.
  private mutating func judgeAction(of alarm: ComponentContent) {
    let needs: [String: [String]] = [
      "DISPLAY": ["DESCRIPTION"], "EMAIL": ["DESCRIPTION", "SUMMARY", "ATTENDEE"],
    ]
    let action = text("ACTION", of: alarm)?.uppercased() ?? ""
    for name in needs[action] ?? [] where !alarm.has(name) {
      add(.alarmContent, alarm, message: "the \(action) alarm has no \(name); expected one")
    }
    let sounds = alarm.all("ATTACH")
    if action == "AUDIO", sounds.count > 1 {
      add(
        .alarmContent, CheckedProperty(line: sounds[1], document),
        message: "the AUDIO alarm has \(sounds.count) ATTACH properties; expected at most one")
    }
  }

  private mutating func judge(_ trigger: CheckedProperty) {
    guard trigger.word(of: "VALUE") == "DATE-TIME", trigger.text(of: "RELATED") != nil else {
      return
    }
    add(
      .alarmRelated, trigger,
      message: "TRIGGER is a time and has RELATED; expected RELATED with durations only")
  }

  /// Checks that the anchor of a trigger exists.
  private mutating func judge(_ trigger: CheckedProperty, of item: ComponentContent) {
    guard trigger.word(of: "VALUE") != "DATE-TIME", CalendarDuration(trigger.value) != nil else {
      return
    }
    if (trigger.word(of: "RELATED") ?? "START") == "START" {
      guard !item.has("DTSTART") else { return }
      add(
        .alarmAnchor, trigger,
        message:
          "TRIGGER counts from the start, but the \(item.name) has no DTSTART; expected one")
    } else {
      let hasEnd = item.endName.map { item.has($0) } ?? false
      guard !hasEnd, !(item.has("DTSTART") && item.has("DURATION")) else { return }
      add(
        .alarmAnchor, trigger,
        message: "TRIGGER counts from the end, but the \(item.name) has no end; expected "
          + "\(item.endName ?? "an end") or DTSTART and DURATION")
    }
  }
}
