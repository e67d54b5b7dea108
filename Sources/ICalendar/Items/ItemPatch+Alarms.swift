import CalendarItems
import TaskDates

// MARK: - Alarms

extension ItemPatch {
  /// Keeps the alarms that are still there, writes what changed of others into them, and takes away or
  /// adds the rest.
  mutating func writeAlarms() {
    var wanted = new.alarms
    var left: [(alarm: Alarm, component: Int)] = []
    for (place, (alarm, component)) in zip(old.item.alarms, old.alarms).enumerated().reversed() {
      if place < wanted.count, wanted[place] == alarm {
        wanted.remove(at: place)
        if new.anchor != old.item.anchor { pin(alarm, in: component) }
      } else {
        left.insert((alarm, component), at: 0)
      }
    }
    left = left.filter { alarm, _ in
      guard let index = wanted.firstIndex(of: alarm) else { return true }
      wanted.remove(at: index)
      return false
    }
    for ((was, component), alarm) in zip(left, wanted) { write(alarm, was, in: component) }
    let document = reading.document
    for (_, component) in left.dropFirst(wanted.count) {
      edit { $0.remove(document.components[component].lines) }
    }
    for alarm in wanted.dropFirst(left.count) { add(alarm) }
  }

  /// Writes a trigger without a zone in UTC: it would go along to the item's new zone.
  private mutating func pin(_ alarm: Alarm, in component: Int) {
    let inner = lines(of: component)
    guard case .at = alarm.trigger, let place = inner.place(of: .trigger),
      inner.lines[place].property.valueText.uppercased().last != "Z"
    else { return }
    set(alarm.trigger, in: inner.lines[place])
  }

  /// Writes a changed alarm into the component of the one that it was; how that one goes off again stays,
  /// for no line says it.
  private mutating func write(_ alarm: Alarm, _ was: Alarm, in component: Int) {
    let inner = lines(of: component)
    guard let place = inner.place(of: .trigger) else { return }
    if alarm.trigger != was.trigger { set(alarm.trigger, in: inner.lines[place]) }
    guard alarm.acknowledged != was.acknowledged else { return }
    let seen = inner.place(of: .acknowledged).map { inner.lines[$0] }
    let bytes = alarm.acknowledged.map { line(.acknowledged, with: Self.stamp($0)) } ?? []
    if let seen {
      edit { $0.replace(seen.index, with: bytes) }
    } else {
      edit { $0.insert(bytes, before: inner.lines[place].index) }
    }
  }

  /// The lines of a component within the item's.
  private func lines(of component: Int) -> ComponentLines {
    ComponentLines(reading.document, component: component, reading.limits)
  }

  /// Writes a trigger in the place of another; the parameters that said how to read that one go.
  private mutating func set(_ trigger: Alarm.Trigger, in old: ComponentLines.Line) {
    let (parameters, value) = Self.written(trigger)
    let bytes = line(old.property, ["VALUE", "RELATED", "TZID"], parameters, value)
    edit { $0.replace(old.index, with: bytes) }
  }

  private static func written(_ trigger: Alarm.Trigger) -> (parameters: [[UInt8]], value: [UInt8]) {
    switch trigger {
    case .at(let instant): ([Array("VALUE=DATE-TIME".utf8)], stamp(instant))
    case .relative(let span, .due): ([Array("RELATED=END".utf8)], raw(span.duration))
    case .relative(let span, .start): ([], raw(span.duration))
    }
  }

  private mutating func add(_ alarm: Alarm) {
    let (parameters, value) = Self.written(alarm.trigger)
    let seen = alarm.acknowledged.map { line(.acknowledged, with: Self.stamp($0)) } ?? []
    var bytes = raw("BEGIN:VALARM")
    bytes += line(.action, with: Self.raw("DISPLAY"))
    bytes += line(.description, with: Self.text(new.title))
    bytes += line(.trigger, with: value, parameters: parameters)
    if let repeats = alarm.repeats {
      bytes += line(.duration, with: Self.raw(repeats.interval.duration))
      bytes += line(.repeats, with: Self.raw(String(repeats.count)))
    }
    bytes += seen + raw("END:VALARM")
    let place = lineBehindAlarms
    edit { $0.insert(bytes, before: place) }
  }

  /// The END of the component, or what stands in it and never ends: that would take in what comes behind.
  private var lineBehindAlarms: Int {
    let document = reading.document
    let open = document.children(of: old.component).first { !document.components[$0].isClosed }
    return open.map { document.components[$0].lines.lowerBound }
      ?? document.components[old.component].lines.upperBound - 1
  }

  private func raw(_ line: String) -> [UInt8] { Array(line.utf8) + ending }
}
