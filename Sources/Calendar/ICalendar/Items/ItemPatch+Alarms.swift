import CalendarItems
import TaskDates

// MARK: - Alarms

extension ItemPatch {
  /// Keeps unchanged alarms, writes the changes of others into them, and removes or adds the rest.
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

  /// Writes a trigger without a zone in UTC, because it would otherwise move with the item to a new zone.
  private mutating func pin(_ alarm: Alarm, in component: Int) {
    let inner = lines(of: component)
    guard case .at = alarm.trigger, let place = inner.place(of: .trigger),
      inner.lines[place].property.valueText.uppercased().last != "Z"
    else { return }
    set(alarm.trigger, in: inner.lines[place])
  }

  /// Writes a changed alarm into its old component.
  ///
  /// The repetition of the old alarm is kept unless the new one has its own, because task lines cannot express it.
  private mutating func write(_ alarm: Alarm, _ was: Alarm, in component: Int) {
    let inner = lines(of: component)
    guard let place = inner.place(of: .trigger) else { return }
    if alarm.trigger != was.trigger { set(alarm.trigger, in: inner.lines[place]) }
    let next = inner.lines[place].index
    if alarm.acknowledged != was.acknowledged {
      set(.acknowledged, alarm.acknowledged.map { .instant($0) }, of: inner, before: next)
    }
    guard let repeats = alarm.repeats, repeats != was.repeats else { return }
    set(.duration, .span(repeats.interval), of: inner, before: next)
    set(.repeats, .integer(repeats.count), of: inner, before: next)
  }

  /// Sets or removes a property of an alarm.
  private mutating func set(
    _ name: PropertyName, _ value: PropertyValue?, of inner: ComponentLines, before next: Int
  ) {
    let written = value.flatMap { WrittenProperty(name, $0) }
    let bytes = written.map { line(name, $0) } ?? []
    if let place = inner.place(of: name) {
      edit { $0.replace(inner.lines[place].index, with: bytes) }
    } else {
      edit { $0.insert(bytes, before: next) }
    }
  }

  /// The lines of a component within that of the item.
  private func lines(of component: Int) -> ComponentLines {
    ComponentLines(reading.document, component: component, limits: reading.limits)
  }

  /// Replaces a trigger, without the parameters that belong to the old one.
  private mutating func set(_ trigger: Alarm.Trigger, in old: ComponentLines.Line) {
    guard let written = WrittenProperty(.trigger, trigger.value) else { return }
    let bytes = line(
      old.property, ["VALUE", "RELATED", "TZID"], adding: [written.parameters], value: written.value
    )
    edit { $0.replace(old.index, with: bytes) }
  }

  private mutating func add(_ alarm: Alarm) {
    var bytes = raw("BEGIN:VALARM")
    let values = PropertyValues { alarm.write(title: new.title, to: $0) }
    for (name, value) in values.all {
      if let written = WrittenProperty(name, value) { bytes += line(name, written) }
    }
    bytes += raw("END:VALARM")
    let place = lineAfterAlarms
    edit { $0.insert(bytes, before: place) }
  }

  /// The END of the component, or a nested component without an END, because that would include lines after it.
  private var lineAfterAlarms: Int {
    let document = reading.document
    let open = document.children(of: old.component).first { !document.components[$0].isClosed }
    return open.map { document.components[$0].lines.lowerBound }
      ?? document.components[old.component].lines.upperBound - 1
  }

  private func raw(_ line: String) -> [UInt8] { Array(line.utf8) + ending }
}
