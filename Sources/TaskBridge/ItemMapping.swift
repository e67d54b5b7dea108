public import CalendarItems
public import Diagnostics
import TaskDates
import TaskText

/// Makes items of lines, by the table of `Docs/Format.md`, section 3.
public struct ItemMapping: Sendable {
  let options: ExportOptions
  private let vocabulary: Vocabulary

  /// Takes the options, and what tags mean.
  public init(_ options: ExportOptions, _ vocabulary: Vocabulary = Vocabulary()) {
    self.options = options
    self.vocabulary = vocabulary
  }

  /// What of a line an item is made from, besides its fields.
  public struct Source: Sendable {
    /// The line, from 0.
    public let line: Int
    /// The document's file.
    public let file: TaskFile
    /// The names of the projects above it, outermost first.
    public let path: [String]
    /// The item that it is a part of.
    public let parentUID: String?

    /// Names a source.
    public init(line: Int, file: TaskFile, path: [String], parentUID: String?) {
      self.line = line
      self.file = file
      self.path = path
      self.parentUID = parentUID
    }
  }

  /// An item of a line.
  ///
  /// - Parameters:
  ///   - kind: A reminder, or an event, which needs a due date.
  ///   - fields: What the line's tags say.
  ///   - source: The line.
  ///   - uid: The item's name.
  ///   - diagnostics: Takes what is said and cannot be done.
  public func item(
    _ kind: CalendarItem.Kind, _ fields: LineFields, _ source: Source, uid: String,
    _ diagnostics: inout [Diagnostic]
  ) -> CalendarItem {
    let text = LineText(source.file, line: source.line)
    let title = text.title.isEmpty ? "(no title)" : text.title
    var item = CalendarItem(kind: kind, uid: uid, title: title, anchor: anchor(fields, kind))
    item.notes = notes(text, fields)
    setDates(of: &item, fields)
    if kind == .reminder { setState(of: &item, fields) } else { setEventState(of: &item, fields) }
    setDetails(of: &item, fields, source)
    Sayings(fields, source, kind, vocabulary).check(item, options, &diagnostics)
    if options.keepsAlarms ?? (kind == .reminder) { item.alarms = alarms(of: item, fields) }
    if kind == .reminder, let parent = source.parentUID {
      item.relations.append(Relation(.parent, parent))
    }
    return pinned(item, fields)
  }

  // MARK: Text

  private func notes(_ text: LineText, _ fields: LineFields) -> String? {
    let notes = [fields.note].compactMap(\.self) + text.notes
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  private func setDetails(
    of item: inout CalendarItem, _ fields: LineFields, _ source: Source
  ) {
    item.priority = fields.priority
    item.location = fields.location
    item.url = fields.url
    item.classification = fields.classification
    var seen: Set<String> = []
    item.categories = (fields.categories + source.path.suffix(1)).filter {
      !$0.isEmpty && seen.insert($0.lowercased()).inserted
    }
  }

  // MARK: State

  private func setState(of item: inout CalendarItem, _ fields: LineFields) {
    item.estimate = fields.estimate
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
      item.completed = zone(of: fields).instant(of: completed.momentOfCompletion)
    }
  }

  /// Events of tasks leave time free, those of ranges block it.
  private func setEventState(of item: inout CalendarItem, _ fields: LineFields) {
    item.status = fields.isCancelled ? .cancelled : .confirmed
    item.blocksTime = fields.isAppointment
    if fields.isDone, !fields.isCancelled { item.title = options.doneMark + item.title }
    guard case .period(let period) = item.when, period.days.count > 7 else { return }
    item.when = .date(period.lastDay)
  }

  // MARK: Dates

  private func setDates(of item: inout CalendarItem, _ fields: LineFields) {
    item.when = fields.due?.value
    if item.kind == .reminder { item.start = fields.start?.value }
    if item.kind == .event { item.estimate = fields.estimate }
    guard let repetition = fields.repetition, !fields.isClosed,
      item.when != nil || item.start != nil
    else { return }
    item.recurrence = Recurrence(
      rule: repetition.rule, isAfterDone: repetition.isAfterDone, except: fields.except,
      also: fields.also)
  }

  /// The zone that the line's times are read in.
  func zone(of fields: LineFields) -> Zone {
    guard case .named(let name) = fields.zone, let zone = options.zones[name] else {
      return options.zone
    }
    return zone
  }

  /// Where the line's times are pinned before `--times` moves them.
  private func anchor(_ fields: LineFields, _ kind: CalendarItem.Kind) -> CalendarItem.Anchor {
    if fields.zone == .floating { return .floating }
    let zone = zone(of: fields)
    return zone.isUTC ? .utc : .zone(zone.name)
  }

  /// The item as `--times` wants it.
  ///
  /// A series stays in its zone, where UTC would move it by an hour whenever clocks change.
  private func pinned(_ item: CalendarItem, _ fields: LineFields) -> CalendarItem {
    guard case .zone = item.anchor else { return item }
    var item = item
    switch options.times {
    case .zone: break
    case .floating: item.anchor = .floating
    case .utc:
      guard item.recurrence == nil || item.recurrence?.isAfterDone == true else { break }
      let zone = zone(of: fields)
      item.when = item.when.map { $0.inUTC(from: zone) }
      item.start = item.start.map { $0.inUTC(from: zone) }
      item.anchor = .utc
    }
    return item
  }
}

extension TMDateType {
  /// The same instants on a clock in UTC; days stay days.
  fileprivate func inUTC(from zone: Zone) -> TMDateType {
    func utc(_ moment: DateTimeParameters) -> DateTimeParameters {
      zone.instant(of: moment).utc ?? moment
    }
    return switch self {
    case .dateTime(let moment): .dateTime(utc(moment))
    case .beginEndDate(let begin, let end): .beginEndDate(utc(begin), utc(end))
    case .date, .days, .period: self
    }
  }

  /// The moment at which something was done: of a day its noon.
  fileprivate var momentOfCompletion: DateTimeParameters {
    guard isAllDay, let noon = TimeParameters(secondOfDay: 12 * 3600) else { return startDate }
    return DateTimeParameters(date: firstDay, time: noon)
  }
}
