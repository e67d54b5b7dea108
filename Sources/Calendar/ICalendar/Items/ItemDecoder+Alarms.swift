import CalendarItems
import Diagnostics
import ExactText
import TaskDates

// MARK: - Alarms

extension ItemDecoder {
  /// The alarms of an item, each with its component; lines that are in no alarm are added to the unmapped ones.
  mutating func alarms(
    of component: Int, in item: CalendarItem, left: inout UnmappedLines
  ) -> [(alarm: Alarm, component: Int)] {
    var alarms: [(alarm: Alarm, component: Int)] = []
    var isFull = false
    for child in document.children(of: component) {
      let isAlarm = document.components[child].isNamed("VALARM")
      guard isAlarm, alarms.count < limits.alarms else {
        if isAlarm, !isFull { reportTooManyAlarms(from: child) }
        isFull = isFull || isAlarm
        leaveOut(child, &left)
        continue
      }
      begin(child)
      if let alarm = alarm(of: item) { alarms.append((alarm, child)) }
      if let place = lines.place(of: .description), text(.description) != item.title {
        lines.set(.kept, at: place)  // a text that is not the title
      }
      left.add(lines)
      for inner in document.children(of: child) { leaveOut(inner, &left) }
    }
    return alarms
  }

  /// Keeps a component without interpretation.
  private func leaveOut(_ component: Int, _ left: inout UnmappedLines) {
    let own = document.components[component]
    left.kept += own.lines.dropFirst().dropLast(own.isClosed ? 1 : 0)
  }

  private mutating func reportTooManyAlarms(from component: Int) {
    report(
      .warning, atByte: document.range(of: component).lowerBound,
      message: "the item has more than \(limits.alarms) alarms; the others are kept but not read")
  }

  /// An alarm with a time as its trigger; one with a location is kept without interpretation.
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

  /// The repetition of an alarm; task lines cannot express it, so its lines are also kept.
  private mutating func repeats() -> Alarm.Repeats? {
    defer { keep([.repeats, .duration]) }
    guard let count = integer(.repeats, 0...Int(Int32.max)), count > 0,
      let interval = span(.duration),
      interval.nominalSeconds > 0
    else { return nil }
    return Alarm.Repeats(count: count, interval: interval)
  }

  /// The instant of a trigger without a zone: it is read in the item's zone, otherwise in UTC.
  private mutating func instant(
    of moment: DateTimeParameters, at place: Int, of item: CalendarItem
  ) -> Instant {
    let zone = zone(of: item.anchor)
    report(
      .warning, at: place,
      message:
        "the alarm's time has no zone and is read as a time in \(zone?.name ?? "UTC"); expected a "
        + "Z after it"
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
