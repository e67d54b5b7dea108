public import CalendarItems
public import Diagnostics
import ExactText
public import TaskBridge
import TaskDates
import TaskText

/// Maps lines to items, by the table of `Docs/Format.md`, section 3.
public struct ItemMapping: Sendable {
  let options: ExportOptions
  private let vocabulary: Vocabulary

  /// Creates a mapping.
  public init(_ options: ExportOptions, vocabulary: Vocabulary = Vocabulary()) {
    self.options = options
    self.vocabulary = vocabulary
  }

  /// The parts of a line, besides its fields, from which an item is made.
  public struct Source: Sendable {
    /// The line, from 0.
    public let line: Int
    /// The file of the line.
    public let file: TaskFile
    /// The names of the projects that contain it, outermost first.
    public let path: [String]
    /// The UID of its parent.
    public let parentUID: String?

    /// Creates a source.
    public init(line: Int, file: TaskFile, path: [String], parentUID: String?) {
      self.line = line
      self.file = file
      self.path = path
      self.parentUID = parentUID
    }
  }

  /// Makes an item of a line.
  ///
  /// - Parameters:
  ///   - kind: A reminder, or an event, which needs a due date.
  ///   - fields: The values of the line's tags.
  ///   - source: The line.
  ///   - uid: The UID of the item.
  public func item(
    _ kind: CalendarItem.Kind, _ fields: LineFields, source: Source, uid: String
  ) -> CalendarItem {
    let text = LineText(source.file, line: source.line)
    let title = text.title(vocabulary)
    var item = CalendarItem(
      kind: kind, uid: uid, title: title.isEmpty ? "(no title)" : title,
      anchor: anchor(fields, kind))
    item.notes = notes(text, fields)
    setDates(of: &item, fields)
    if kind == .reminder { setState(of: &item, fields) } else { setEventState(of: &item, fields) }
    setDetails(of: &item, fields, source: source)
    if options.keepsAlarms ?? (kind == .reminder) { item.alarms = alarms(of: item, fields) }
    if kind == .reminder, let parent = source.parentUID {
      item.relations.append(Relation(.parent, parent))
    }
    pin(&item, fields)
    return item
  }

  /// A diagnostic for each tag that an item made of a line cannot hold.
  public func faults(
    of item: CalendarItem, _ fields: LineFields, source: Source
  ) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    MappingDiagnostics(fields, source, kind: item.kind, vocabulary: vocabulary).check(
      item, options, diagnostics: &faults)
    return faults
  }

  // MARK: Text

  private func notes(_ text: LineText, _ fields: LineFields) -> String? {
    let notes = [fields.note].compactMap(\.self) + text.notes
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  private func setDetails(
    of item: inout CalendarItem, _ fields: LineFields, source: Source
  ) {
    for (detail, value) in fields.details { item[detail] = value }
    item.url = item.url?.percentEncoded
    item.categories = categories(fields, project: source.path.last ?? "")
  }

  /// The tags of a line, each once regardless of case, and its project.
  private func categories(_ fields: LineFields, project: String) -> [String] {
    guard fields.categories.count > 1 else { return Self.words(fields.categories, project) }
    var seen: Set<[UInt8]> = []  // as bytes, because `String` compares canonically
    let words = fields.categories.filter {
      seen.insert(Array($0.lowercased().utf8)).inserted
    }
    return Self.words(words, project)
  }

  private static func words(_ words: [String], _ project: String) -> [String] {
    let words = words.filter { !$0.isEmpty }
    // A project's name may be long, and this runs for each of its lines.
    let isWord = project.isEmpty || words.contains { $0.isEqualInEitherCase(to: project) }
    return isWord ? words : words + [project]
  }

  // MARK: State

  private func setState(of item: inout CalendarItem, _ fields: LineFields) {
    if fields.isCancelled {
      item.status = .cancelled
    } else if fields.isDone {
      item.status = .completed
      item.percent = 100
    } else if fields.isStarted {
      item.status = .inProcess
      item.percent = fields.progress
    }
    if fields.isDone, !fields.isCancelled, let completed = fields.completed {
      let instant = zone(of: fields).instant(of: completed.momentOfCompletion)
      item.completed = instant.utc == nil ? nil : instant
    }
  }

  /// Sets the transparency of an event: transparent for a task, opaque for a range.
  private func setEventState(of item: inout CalendarItem, _ fields: LineFields) {
    item.status = fields.isCancelled ? .cancelled : .confirmed
    item.blocksTime = fields.isAppointment
    if fields.isDone, !fields.isCancelled { item.title = options.doneMark + item.title }
  }

  // MARK: Dates

  private func setDates(of item: inout CalendarItem, _ fields: LineFields) {
    item.when = fields.due?.value
    if item.kind == .reminder { item.start = fields.start?.value }
    if let repetition = fields.repetition, repeats(fields) {
      let rule = fields.calendarRule
      item.recurrence = Recurrence(
        rule: rule ?? repetition.rule, isAfterDone: repetition.isAfterDone || rule == nil,
        except: fields.except, also: fields.also)
    } else if fields.repetition == nil, !fields.also.isEmpty, repeats(fields) {
      item.recurrence = Recurrence(rule: nil, except: fields.except, also: fields.also)
    }
    item.shortenPeriod()
  }

  /// True if a line's repetition has a date to start from, with a time if it names times.
  private func repeats(_ fields: LineFields) -> Bool {
    guard let first = fields.due?.value ?? fields.start?.value, !fields.isDone else { return false }
    return !(fields.due == nil && fields.hasDateError)
      && !(first.isAllDay && fields.repetition?.rule.countsTimes == true)
  }

  /// The zone in which the line's times are read.
  func zone(of fields: LineFields) -> Zone {
    guard case .named(let name) = fields.zone, let zone = options.zones[name] else {
      return options.zone
    }
    return zone
  }

  /// The zone of the line's times before `--times` changes it.
  private func anchor(_ fields: LineFields, _ kind: CalendarItem.Kind) -> CalendarItem.Anchor {
    if fields.zone == .floating { return .floating }
    let zone = zone(of: fields)
    return zone.isUTC ? .utc : .zone(zone.name)
  }

  /// Gives the item the zone of `--times`; a time that clocks skip becomes the later one that it means.
  ///
  /// A series is unchanged: in UTC, or on the clock of another zone, it would move by an hour whenever clocks change.
  private func pin(_ item: inout CalendarItem, _ fields: LineFields) {
    guard item.anchor != .floating else { return }
    if item.recurs {
      let isOwn = options.times == .floating && zone(of: fields).name == options.zone.name
      if isOwn { item.anchor = .floating }
      return
    }
    item.start = item.start.map { $0.typed(isAllDay: item.when?.isAllDay) }
    // Days are the same on each clock.
    if [item.when, item.start].contains(where: { $0?.isAllDay == false }) {
      let zone = zone(of: fields)
      let clock = options.times == .zone ? zone : options.times == .utc ? .utc : options.zone
      item.when = item.when.map { $0.shown(from: zone, onClockIn: clock) }
      item.start = item.start.map { $0.shown(from: zone, onClockIn: clock) }
    }
    if options.times == .utc { item.anchor = .utc }
    if options.times == .floating { item.anchor = .floating }
  }
}

extension CalendarItem {
  /// Replaces a period by its last day if the item cannot hold the whole period: an event of weeks would fill the
  /// calendar, and a series repeats the exact length, which months do not have.
  mutating func shortenPeriod() {
    guard case .period(let period) = when, period.days.count > 7 else { return }
    let repeatsByMonths =
      recurs && [.monthly, .yearly].contains(recurrence?.rule?.frequency)
    guard kind == .event || repeatsByMonths else { return }
    when = .date(period.lastDay)
    guard repeatsByMonths, recurrence?.rule?.hasByParts == false else { return }
    recurrence?.rule?.monthDays = [-1]
    if recurrence?.rule?.frequency == .yearly { recurrence?.rule?.months = [period.lastDay.month] }
  }
}

extension TMDateType {
  /// The moment of completion; noon for a day.
  fileprivate var momentOfCompletion: DateTimeParameters {
    guard isAllDay, let noon = TimeParameters(secondOfDay: 12 * 3600) else { return startDate }
    return DateTimeParameters(date: firstDay, time: noon)
  }
}

extension String {
  /// True if two texts are equal bytes in lower case; stops at the first difference.
  fileprivate func isEqualInEitherCase(to other: String) -> Bool {
    if let first = utf8.first, let its = other.utf8.first, first < 0x80, its < 0x80,
      first | 0x20 != its | 0x20
    {
      return false  // the usual case, which needs no table of case mappings
    }
    return lowerCaseBytes.elementsEqual(other.lowerCaseBytes)
  }

  private var lowerCaseBytes: some Sequence<UInt8> {
    unicodeScalars.lazy.flatMap { $0.properties.lowercaseMapping.utf8 }
  }

  /// The URL with percent-encoding of all characters that RFC 3986 does not allow: a browser shows `ü`, and sends
  /// `%C3%BC`.
  fileprivate var percentEncoded: String {
    guard utf8.contains(where: { $0 >= 0x80 || $0 == 0x7F }) else { return self }
    return utf8.reduce(into: "") { text, byte in
      if byte < 0x7F {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
