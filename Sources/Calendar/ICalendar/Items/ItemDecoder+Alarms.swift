import CalendarItems
import Diagnostics
import ExactText
import TaskDates

// MARK: - Alarms

extension ItemDecoder {
  /// The alarms of an item, each with its component; the lines that are in none are added to those left.
  mutating func alarms(
    of component: Int, in item: CalendarItem, left: inout UnmappedLines
  ) -> [(alarm: Alarm, component: Int)] {
    var alarms: [(alarm: Alarm, component: Int)] = []
    var isFull = false
    for child in document.children(of: component) {
      let isAlarm = document.components[child].isNamed("VALARM")
      guard isAlarm, alarms.count < limits.alarms else {
        if isAlarm, !isFull { sayTooManyAlarms(from: child) }
        isFull = isFull || isAlarm
        leaveOut(child, &left)
        continue
      }
      begin(child)
      if let alarm = alarm(of: item) { alarms.append((alarm, child)) }
      if let place = lines.place(of: .description), text(.description) != item.title {
        lines.set(.kept, at: place)  // a text of its own
      }
      left.add(lines)
      for inner in document.children(of: child) { leaveOut(inner, &left) }
    }
    return alarms
  }

  /// Keeps a component as it stands.
  private func leaveOut(_ component: Int, _ left: inout UnmappedLines) {
    let own = document.components[component]
    left.kept += own.lines.dropFirst().dropLast(own.isClosed ? 1 : 0)
  }

  private mutating func sayTooManyAlarms(from component: Int) {
    say(
      .warning, atByte: document.range(of: component).lowerBound,
      message: "the item has more than \(limits.alarms) alarms; the others are kept and not read")
  }

  /// An alarm with a trigger that is a time; one at a place is kept as it stands.
  private mutating func alarm(of item: CalendarItem) -> Alarm? {
    let isPlace = lines.lines.contains {
      $0.property.isNamed("PROXIMITY") || $0.property.isNamed("X-APPLE-PROXIMITY")
    }
    let action = word(.action)?.uppercased()
    if action != "DISPLAY" { keep([.action]) }
    guard !isPlace, action != "NONE", let place = lines.place(of: .trigger),
      let trigger = trigger(at: place, of: item)
    else { return nil }
    var alarm = Alarm(trigger)
    alarm.repeats = repeats()
    alarm.acknowledged = instant(.acknowledged)
    return alarm
  }

  /// How an alarm goes off again; no line says it, so it is kept as well.
  private mutating func repeats() -> Alarm.Repeats? {
    defer { keep([.repeats, .duration]) }
    guard let count = integer(.repeats, 0...Int(Int32.max)), count > 0,
      let interval = span(.duration),
      interval.nominalSeconds > 0
    else { return nil }
    return Alarm.Repeats(count: count, interval: interval)
  }

  /// The instant of a trigger that does not say its zone: it is taken for the item's, else for UTC.
  private mutating func instant(
    of moment: DateTimeParameters, at place: Int, of item: CalendarItem
  ) -> Instant {
    let zone = zone(of: item.anchor)
    say(
      .warning, at: place,
      message:
        "the alarm's time has no zone and is taken for one of \(zone?.name ?? "UTC"); expected a Z behind it"
    )
    return zone?.instant(of: moment) ?? Instant(seconds: moment.secondNumber)
  }

  private mutating func trigger(at place: Int, of item: CalendarItem) -> Alarm.Trigger? {
    let property = lines.lines[place].property
    let value = property.bytes[property.value]
    guard value.contains(where: { $0.upper == UInt8(ascii: "P") }) else {
      guard let date = dates(at: place).first else { return nil }
      guard case .moment(let moment) = date.value else {
        refuse(place, "an alarm needs a time; expected one such as 20261203T150000Z")
        return nil
      }
      return .at(date.instant ?? instant(of: moment, at: place, of: item))
    }
    guard let span = span(at: place) else { return nil }
    let isEnd = property.text(of: "RELATED")?.uppercased() == "END"
    return .relative(span, from: isEnd ? .due : .start)
  }
}
