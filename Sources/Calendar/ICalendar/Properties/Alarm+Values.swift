import CalendarItems

extension Alarm {
  /// Writes the properties of an alarm that shows a text.
  func write(title: String, to add: PropertyValues.Taker) {
    add(.action, .word("DISPLAY"))
    add(.description, .text(title))
    add(.trigger, trigger.value)
    add(.duration, repeats.map { .span($0.interval) })
    add(.repeats, repeats.map { .integer($0.count) })
    add(.acknowledged, acknowledged.map { .instant($0) })
  }
}

extension Alarm.Trigger {
  /// The time of an alarm as the value of TRIGGER.
  var value: PropertyValue {
    switch self {
    case .at(let instant): .instant(instant)
    case .relative(let span, let anchor): .trigger(span, from: anchor)
    }
  }
}
