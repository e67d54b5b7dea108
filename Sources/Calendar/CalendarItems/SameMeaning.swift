import TaskDates

/// Values that servers write in another form: PT24H comes back as P1D, and PT159H as P6DT15H.
extension CalendarItem {
  /// True if a field means something else than in another item, however both are written.
  package func meansOther(than other: CalendarItem, in field: ItemField) -> Bool {
    switch field {
    case .core(.alarms):
      alarms.count != other.alarms.count
        || !zip(alarms, other.alarms).allSatisfy { $0.means($1) }
    case .detail(let detail):
      if let mine = self[detail]?.length, let theirs = other[detail]?.length {
        mine.nominalSeconds != theirs.nominalSeconds
      } else {
        differs(from: other, in: field)
      }
    case .core: differs(from: other, in: field)
    }
  }
}

extension Alarm {
  /// True if two alarms go off at the same times, however their lengths are written.
  package func means(_ other: Alarm) -> Bool { inSeconds == other.inSeconds }

  /// The alarm with its lengths in seconds.
  private var inSeconds: Alarm {
    var alarm = self
    if case .relative(let span, let anchor) = trigger {
      alarm.trigger = .relative(TimeSpan(seconds: span.nominalSeconds), from: anchor)
    }
    if let repeats {
      alarm.repeats = Repeats(
        count: repeats.count, interval: TimeSpan(seconds: repeats.interval.nominalSeconds))
    }
    return alarm
  }
}
