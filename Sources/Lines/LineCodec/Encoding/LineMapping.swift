public import CalendarItems
public import ExactText
public import TaskBridge
public import TaskDates
import TaskText

/// Maps items to lines, by the table of `Docs/Format.md`, section 3: the inverse of `ItemMapping`.
///
/// ```swift
/// LineMapping(options).line(of: item).body  // "- Call Ann @due(2026-12-03 15:00) @remind(15m) @phone"
/// ```
public struct LineMapping: Sendable {
  /// How items become lines.
  public struct Options: Sendable {
    /// How times in another zone than the run's are written.
    public enum Zones: String, Sendable, CaseIterable {
      /// On their own clock; the line names the zone with `@tz`.
      case keep
      /// On the run's clock.
      case convert
    }

    /// The run's zone.
    public var zone: Zone
    /// The zones of items, by the names in the calendar.
    public var zones: ExactDictionary<Zone> = [:]
    /// Whether a line can name a zone; a calendar may define a zone that only it has.
    public var isZoneKnown: @Sendable (String) -> Bool = { _ in true }
    /// How times in another zone are written.
    public var otherZones = Zones.keep
    /// The zone that the line of an item without times names, for the moments of its alarms; nil if it names none.
    package var zoneOfDays: Zone?
    /// The time of day for alarms of dates without a time.
    public var dayStart = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight
    /// Whether lines have the UIDs of their items in `@uid`.
    public var writesUIDs = false
    /// Whether the time of `@done` is on the clock that the line names with `@tz`, as it is read, and not on the run's.
    public var closesOnLineClock = false
    /// Whether an excluded date at the time of its series is written as a day, so that the time can be changed in one tag.
    public var excludesDays = false
    /// Whether a line has what only the hint of its item says: a week, month or year, and the rule and the progress that
    /// the item had before it was completed.
    package var takesHints = false
    /// The maximum number of lines of notes; nil for all.
    public var noteLimit: Int? = 20

    /// Creates options with their defaults.
    public init(zone: Zone) {
      self.zone = zone
    }
  }

  let options: Options
  let vocabulary: Vocabulary

  /// Creates a mapping.
  public init(_ options: Options, _ vocabulary: Vocabulary = Vocabulary()) {
    self.options = options
    self.vocabulary = vocabulary
  }

  /// The line of an item, and its notes.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - project: The nearest project of the line; its name is not written as a tag.
  public func line(of item: CalendarItem, inProject project: String? = nil) -> ItemLine {
    let item = options.takesHints ? item.likeHintedLine(vocabulary) : item
    let clock = ItemClock(item, options)
    let dated = options.takesHints ? clock.item.withHintedStart(vocabulary) : clock.item
    var tags = dateTags(of: dated) + clock.tags + alarmTags(of: item, clock)
    tags += detailTags(of: item) + categoryTags(of: item, project)
    tags += stateTags(of: item, on: options.closesOnLineClock ? clock.zone : options.zone)
    if options.writesUIDs, item.occurrence == nil { tags += Self.tag(.uid, item.uid) }
    return ItemLine(title: title(of: item), tags: tags, notes: notes(of: item))
  }

  /// True if two items have the same line, apart from their notes, because they have the same fields.
  ///
  /// If it is false their lines may be equal nevertheless.
  public func givesSameLine(_ item: CalendarItem, _ other: CalendarItem) -> Bool {
    item.isEqual(to: other, under: .line) && (!options.writesUIDs || item.uid == other.uid)
      && (!options.takesHints || item.hints == other.hints)
  }

  static func tag(_ field: Vocabulary.Field, _ payload: String?) -> [Tag] {
    guard let payload else { return [] }
    let text = payload.inTag
    return text.isEmpty ? [] : [Tag(field.rawValue, payload: text)]
  }

  // MARK: Dates

  private func dateTags(of item: CalendarItem) -> [Tag] {
    var tags = Self.tag(.due, item.when.map { DatePayload($0).description })
    tags += Self.tag(.start, item.start.map { DatePayload($0).description })
    if item.kind == .event, !item.isAppointment {
      tags.append(Tag(Vocabulary.Field.event.rawValue))
    }
    guard let recurrence = item.recurrence else { return tags }
    if let rule = item.lineRule {
      let repetition = Repetition(rule, isAfterDone: recurrence.isAfterDone)
      tags += Self.tag(.repeat, repetition.text)
    }
    if item.lineSaysSeries {
      tags += Self.tag(.except, Self.list(excluded(recurrence.except, of: item)))
      tags += Self.tag(.also, Self.list(recurrence.also))
    }
    return tags
  }

  private func excluded(
    _ dates: [TMDateType], of item: CalendarItem
  ) -> [TMDateType] {
    guard options.excludesDays, item.lineRule?.countsTimes == false,
      let time = item.when?.startDate.time
    else { return dates }
    return dates.map { $0.startDate.time == time ? .date($0.firstDay) : $0 }
  }

  private static func list(_ dates: [TMDateType]) -> String? {
    let points = dates.map { $0.isAllDay ? TMDateType.date($0.firstDay) : .dateTime($0.startDate) }
    return points.isEmpty
      ? nil : points.map { DatePayload($0).description }.joined(separator: ", ")
  }

  // MARK: State

  private func stateTags(of item: CalendarItem, on zone: Zone) -> [Tag] {
    if item.status == .cancelled { return [Tag(Vocabulary.Field.cancelled.rawValue)] }
    guard item.kind == .reminder else { return [] }
    if item.isDone {
      let moment = item.completed.flatMap { zone.civil(at: $0) }?.minute
      let payload = moment.map { DatePayload(.dateTime($0)).description }
      let progress = options.takesHints ? HintedFields(item, vocabulary)?.endedProgress : nil
      return [progress, Tag(Vocabulary.Field.done.rawValue, payload: payload)].compactMap(\.self)
    }
    if let percent = item.percent, percent > 0 { return Self.tag(.progress, "\(percent)") }
    return item.status == .inProcess ? [Tag(Vocabulary.Field.started.rawValue)] : []
  }

  private func detailTags(of item: CalendarItem) -> [Tag] {
    DetailTag.all.flatMap { tag in
      let value = item[tag.detail].flatMap { $0 == tag.standard ? nil : $0 }
      return Self.tag(tag.field, value.flatMap { tag.write($0, vocabulary) })
    }
  }

  // MARK: Categories

  /// The tags of categories: one for each word that can be a tag, and one `@tags(…)` for the others.
  private func categoryTags(of item: CalendarItem, _ project: String?) -> [Tag] {
    var seen: ExactSet = project.map { [$0.lowercased()] } ?? []
    let words = item.categories.map(\.inTag).filter {
      !$0.isEmpty && seen.insert($0.lowercased()).inserted
    }
    let others = words.filter { !isTag($0) }
    return words.filter(isTag).map { Tag($0) }
      + Self.tag(.tags, LineFieldReader.list(ofWords: others))
  }

  private func isTag(_ word: String) -> Bool { vocabulary.canBeTag(word) }
}

extension CalendarItem {
  /// True if an event has a range, so that the line needs no `@event`.
  fileprivate var isAppointment: Bool {
    switch when {
    case .beginEndDate, .days: true
    default: false
    }
  }

  /// True if a reminder is completed by any of the three properties; STATUS takes precedence.
  var isDone: Bool {
    switch status {
    case .completed: true
    case nil: completed != nil || percent == 100
    default: false
    }
  }
}

extension String {
  /// The text for one line: its line breaks and control characters become spaces.
  var onOneLine: String {
    let text = unicodeScalars.contains { $0.isBreakOrControl } ? blanked : self
    return text.trimmed
  }

  /// The text for the payload of a tag, without backslashes at its end.
  var inTag: String {
    var text = onOneLine
    while text.last == "\\" { text.removeLast() }
    return text
  }

  private var blanked: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isBreak = scalar.isBreakOrControl
      if isBreak, scalars.last == " " { continue }
      scalars.append(isBreak ? " " : scalar)
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// True for line breaks and control characters.
  fileprivate var isBreakOrControl: Bool {
    (value < 0x20 && self != "\t") || (0x7F...0x9F).contains(value) || value == 0x2028
      || value == 0x2029
  }
}
