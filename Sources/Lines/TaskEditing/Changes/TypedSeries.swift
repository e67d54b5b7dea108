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
  private let series: RepetitionPhrase.Series
  private let phrase: RepetitionPhrase
  private let date: DatePhrase?
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
    guard dates.unread == nil, dates.title == Self.title, let phrase = dates.repetition,
      let series = phrase.series(with: dates.date, at: now, in: zone)
    else { return nil }
    (self.series, self.phrase, self.date) = (series, phrase, dates.date)
    (self.now, self.zone) = (now, zone)
  }

  /// The first date.
  public var due: TMDateType { series.due }

  /// The repetition.
  public var repetition: Repetition { series.repetition }

  /// Other meanings of what a person typed; empty if it has only one.
  public var ambiguities: [DateAmbiguity] { phrase.ambiguities(at: now, with: date) }

  /// The same for a task with a date; `every 2 weeks` names no day, so it begins on that date.
  fileprivate func series(onDayOf own: TMDateType?) -> RepetitionPhrase.Series {
    phrase.series(with: date, onDayOf: own, at: now, in: zone) ?? series
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
    let old = fields(line).due?.value
    let series = typed.series(onDayOf: old)
    var edited = edited(line)
    let rule = series.repetition.text
    guard edited.set(.due, to: DatePayload(series.due).description), edited.set(.repeat, to: rule)
    else { return fault(line, "the line cannot have this date and \(rule)") }
    guard edited.body != self.edited(line).body else {
      return isAlready(line, "the task already has these dates")
    }
    if let old {
      edited.move([.start, .remind], by: DateMove(from: old.startDate, to: series.due.startDate))
    }
    set(edited, line)
    note(.moved, line, details: ["due \(series.due)", "repeat \(rule)"])
  }
}
