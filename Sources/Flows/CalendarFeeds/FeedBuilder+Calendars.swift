import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates

/// Assembles the calendars and the losses from all items.
extension FeedBuilder {
  /// The numbers of to-dos and events.
  var counts: (reminders: Int, events: Int) {
    bodies.reduce((0, 0)) { ($0.0 + $1.reminderCount, $0.1 + $1.eventCount) }
  }

  /// True if no item is left, and a line of an import has the title of an old one.
  var isLostToImports: Bool {
    guard !memory.isEmpty, bodies.allSatisfy(\.isEmpty), !options.export.takesImported else {
      return false
    }
    let titles = ExactSet((0..<memory.count).map(memory.title))
    return entries.entries.contains {
      ($0.isImported || $0.isTwin) && titles.contains(entries.title(of: $0))
    }
  }

  /// The losses, by place.
  func losses() -> [Loss] {
    let outline = entries.files.indices.flatMap { number in
      OutlineLosses.losses(
        of: entries.files, at: number, carriesProjects: selection.hintScope == .outline,
        within: selection.isNarrowed ? exportedLines(of: number) : nil)
    }
    return (outline + tagLosses).sorted {
      ($0.line.file, $0.offset, $0.property) < ($1.line.file, $1.offset, $1.property)
    }
  }

  /// The lines of a file that became items.
  private func exportedLines(of file: Int) -> [Int] {
    entries.entries.indices.compactMap { index in
      let line = entries.entries[index].line
      return line.file == file && isExported(index) ? line.line : nil
    }
  }

  /// The calendars, once all entries are built.
  func calendars() -> [Feed.Calendar] {
    zip(groups.all, bodies).filter { options.split == nil || !$1.isEmpty }.map { group, body in
      Feed.Calendar(group, head(group, body), body: body, memory: memory)
    }
  }

  /// The bytes before the items.
  private func head(_ group: FeedGroups.Group, _ body: FeedBody) -> [UInt8] {
    var header = options.header
    header.name = group.title
    if !options.export.isPlain { header.zone = options.export.zone.name }
    if selection.hintScope == .outline { header.properties += hints(group, body) }
    var use = body.use
    // A calendar has at least one component (RFC 5545, section 3.6); an empty one gets its zone.
    if body.isEmpty {
      use.note(options.export.zone, at: entries.files.map(\.modified).max() ?? .epoch)
    }
    var writer = CalendarWriter()
    writer.begin(header)
    writer.add(use)
    return writer.take()
  }

  /// The calendar's key and, if the feed has all of them, its projects.
  private func hints(_ group: FeedGroups.Group, _ body: FeedBody) -> [CalendarHeader.Property] {
    let key = CalendarKey(split: group.key, files: body.files).texts
    let hints = key.isEmpty ? [] : [CalendarHeader.Property(name: LineHint.key, values: key)]
    return hints + (options.split == nil ? projects() : [])
  }

  private func projects() -> [CalendarHeader.Property] {
    ProjectHint.hints(entries, selection, isExported: isExported).map { hint in
      let places = [("BEFORE", hint.before), ("BELOW", hint.below)]
      let parameters = places.compactMap { name, item in
        item.flatMap { firstUID(of: $0) }.map { (name, $0) }
      }
      return CalendarHeader.Property(
        name: LineHint.project, parameters: parameters, values: [hint.text])
    }
  }
}
