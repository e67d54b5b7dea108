import CalendarItems
import ExactText
import TaskDates

/// The fields of an item in words, with their labels.
struct ItemFieldText {
  private let clock: ReaderClock
  private let zones: ExactDictionary<Zone>

  /// Creates texts.
  ///
  /// - Parameters:
  ///   - zones: The zones that the calendar of the item defines.
  ///   - clock: The clock of the reader.
  init(_ zones: ExactDictionary<Zone>, on clock: ReaderClock) {
    self.zones = zones
    self.clock = clock
  }

  /// The label of a field and its value; nil if the item does not have it.
  func shown(_ field: ItemField, of item: CalendarItem) -> (label: String, value: String?) {
    switch field {
    case .core(let field): shown(field, item)
    case .detail(let detail): (detail.label, item[detail]?.shown)
    }
  }

  private func shown(_ field: CoreField, _ item: CalendarItem) -> (String, String?) {
    switch field {
    case .when: (item.kind == .event ? "when" : "due", text(of: item.when, item))
    case .start: ("start", text(of: item.start, item))
    case .recurrence: ("repeats", item.recurrence.map { text(of: $0, item) })
    case .occurrence:
      (
        "replaces",
        text(of: item.occurrence, item).map {
          item.replacesFuture ? "\($0) and all after it" : $0
        }
      )
    case .status: ("status", item.status?.rawValue)
    case .percent: ("percent", item.percent.map(String.init))
    case .completed: ("completed", item.completed.map(clock.shown))
    case .categories: ("tags", item.categories.joined(separator: ", "))
    case .relations: ("part of", item.relations.first { $0.kind == .parent }?.uid)
    case .notes: ("notes", item.notes)
    case .uid: ("uid", item.uid)
    case .kind, .title, .anchor, .replacesFuture, .alarms, .blocksTime, .revision, .hints:
      ("", nil)
    }
  }

  private func text(of date: TMDateType?, _ item: CalendarItem) -> String? {
    date.map { clock.shown($0, of: item, zones) }
  }

  private func text(of recurrence: Recurrence, _ item: CalendarItem) -> String {
    var lines = recurrence.rules.map {
      Repetition($0, isAfterDone: recurrence.isAfterDone).text
    }
    lines += recurrence.exceptRules.map { "not \(Repetition($0).text)" }
    if recurrence.countsStarts { lines.append("counted from the start") }
    if !recurrence.except.isEmpty { lines.append("not \(list(recurrence.except, item))") }
    if !recurrence.also.isEmpty { lines.append("also \(list(recurrence.also, item))") }
    return lines.joined(separator: "\n")
  }

  private func list(_ dates: [TMDateType], _ item: CalendarItem) -> String {
    let shown = dates.prefix(20).map { "\(clock.moved($0, of: item, zones) ?? $0)" }.joined(
      separator: ", ")
    return dates.count > 20 ? "\(shown) and \(dates.count - 20) more" : shown
  }

  /// An alarm in words.
  func text(of alarm: Alarm, _ item: CalendarItem) -> String {
    switch alarm.trigger {
    case .at(let instant): return clock.shown(instant)
    case .relative(let span, let anchor):
      let end = item.kind == .event ? "end" : "due"
      let side = span.nominalSeconds > 0 ? "after" : "before"
      return span == TimeSpan()
        ? "at the \(anchor == .due ? end : "start")"
        : "\(span.text) \(side) the \(anchor == .due ? end : "start")"
    }
  }
}

extension ItemDetail.Value {
  /// The value in the form that a person reads.
  fileprivate var shown: String {
    switch self {
    case .number(let number): String(number)
    case .length(let length): length.text
    case .text(let text): text
    }
  }
}
