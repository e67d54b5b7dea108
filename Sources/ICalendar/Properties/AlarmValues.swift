import CalendarItems

extension Alarm {
  /// The properties of an alarm that shows a text.
  func values(title: String) -> PropertyValues {
    var values = PropertyValues()
    values.add(.action, .word("DISPLAY"))
    values.add(.description, .text(title))
    values.add(.trigger, trigger.value)
    values.add(.duration, repeats.map { .span($0.interval) })
    values.add(.repeats, repeats.map { .integer($0.count) })
    values.add(.acknowledged, acknowledged.map { .instant($0) })
    return values
  }
}

extension Alarm.Trigger {
  /// When an alarm goes off, as TRIGGER has it.
  var value: PropertyValue {
    switch self {
    case .at(let instant): .instant(instant)
    case .relative(let span, let anchor): .trigger(span, from: anchor)
    }
  }
}
