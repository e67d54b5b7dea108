import ExactText
public import TaskBridge
public import TaskDates
import TaskText

/// A repetition that a person typed, with its first date.
///
/// ```swift
/// TypedSeries("every monday at 8", at: now, in: zone)?.due  // 2026-11-30 08:00
/// ```
public struct TypedSeries: Hashable, Sendable {
  /// The first date.
  public private(set) var due: TMDateType
  /// The repetition.
  public private(set) var repetition: Repetition
  private let phrase: RepetitionPhrase
  private let now: DateTimeParameters
  private let zone: Zone

  /// Reads a text as a whole; nil for anything but a repetition.
  ///
  /// - Parameters:
  ///   - text: What a person typed.
  ///   - now: The time of the person's clock.
  ///   - zone: The zone of that clock.
  ///   - conventions: What the person has set about dates that they type.
  public init?(
    _ text: String, at now: DateTimeParameters, in zone: Zone, conventions: DateConventions = .none
  ) {
    let dates = TitleDates(reading: Self.title + " " + text, conventions: conventions)
    guard dates.unread == nil, dates.title == Self.title,
      let phrase = dates.repetition,
      let series = phrase.series(with: dates.date, at: now, in: zone)
    else { return nil }
    (due, repetition) = (series.due, series.repetition)
    (self.phrase, self.now, self.zone) = (phrase, now, zone)
  }

  /// The same series for a task with a date: `every 2 weeks` names no day, so it begins on that date.
  func beginning(on own: TMDateType?) -> TypedSeries {
    guard let own, own.firstDay >= now.date, !repetition.rule.hasByParts,
      let repetition = phrase.repetition(of: own, at: now, in: zone)
    else { return self }
    var series = self
    (series.due, series.repetition) = (own, repetition)
    return series
  }

  /// True for a text that looks like a date or a repetition but is not read as one, such as `31 November 2026`.
  public static func isUnread(_ text: String, conventions: DateConventions = .none) -> Bool {
    let dates = TitleDates(reading: Self.title + " " + text, conventions: conventions)
    return dates.unread != nil || dates.title == Self.title
  }

  /// A title, because a repetition is looked for after one.
  private static let title = "Task"
}

extension TaskChanges {
  /// Makes a task repeat from the first date of a series on, or from its own date if the series names no day.
  public mutating func move(_ line: LineRef, to typed: TypedSeries) {
    let series = typed.beginning(on: fields(line).due?.value)
    var edited = edited(line)
    let rule = series.repetition.text
    guard edited.set(.due, to: DatePayload(series.due).description), edited.set(.repeat, to: rule)
    else { return fault(line, "the line cannot have this date and \(rule)") }
    guard edited.body != self.edited(line).body else {
      return isAlready(line, "the task already has these dates")
    }
    set(edited, line)
    note(.moved, line, details: ["due \(series.due)", "repeat \(rule)"])
  }
}
