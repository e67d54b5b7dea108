import EditorAnswers
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import TestSupport
import Testing

/// The actions of an editor against the functions of the commands, on random outlines.
struct ParityTests {
  private static let changes: [EditorAction.Change] = [
    .done(forGood: false), .done(forGood: true), .undone, .cancel, .snooze("+1w"),
    .snooze("friday 15:00"), .move("next week"), .resolve(wholeFile: false),
    .resolve(wholeFile: true), .archive, .tag(Tag("errand")), .removeTag("phone"),
  ]

  @Test func actionsWriteTheBytesOfTheCommands() throws {
    for seed in 0..<UInt64(Steps.count(or: 3000)) {
      var random = RandomText(seed: seed)
      let document = try Asked(random.text()).document
      let line = random.number(0..<document.file.document.lines.count)
      let change = Self.changes[random.number(0..<Self.changes.count)]
      guard let action = document.action(change, line: line) else { continue }
      let edited = document.file.document.applying(document.edit(of: action).edit)
      #expect(
        edited.bytes == commanded(document, change, line),
        "seed \(seed), \(change), line \(line): \(document.file.document.text.debugDescription)")
    }
  }

  /// What the command does, as `DuecalCommands` does it.
  private func commanded(
    _ document: EditorDocument, _ change: EditorAction.Change, _ number: Int
  ) -> [UInt8] {
    let (file, clock) = (document.file, document.clock)
    let named = NamedZones([file], Vocabulary())
    let reader = LineFieldReader(
      relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    var changes = TaskChanges(
      [file], reader, now: clock.now, zone: clock.zone, zones: named.zones)
    apply(change, LineRef(file: 0, line: number), clock, reader, &changes)
    return changes.changes.isEmpty ? file.document.bytes : changes.results[0].document.bytes
  }

  private func apply(
    _ change: EditorAction.Change, _ line: LineRef, _ clock: EditorClock,
    _ reader: LineFieldReader, _ changes: inout TaskChanges
  ) {
    let now = TMDateType.dateTime(clock.now)
    switch change {
    case .done(let forGood):
      changes.close(line, with: Closing(.done, at: now, series: forGood ? .end : .next))
    case .undone: changes.reopen(line)
    case .cancel: changes.close(line, with: Closing(.cancelled, at: now, series: .end))
    case .snooze(let when):
      guard let to = try? Postponement(parsing: when, now: clock.now, in: clock.zone) else {
        return
      }
      changes.postpone(line, to)
    case .move(let when), .moveToDate(let when):
      guard let date = try? RelativeDate(parsing: when),
        let period = date.resolved(at: clock.now, in: clock.zone)
      else { return }
      changes.postpone(line, .to(period), as: .moved)
    case .resolve(let wholeFile):
      let lines = wholeFile ? Array(changes.files[0].document.lines.indices) : [line.line]
      for index in lines {
        let taskLine = changes.files[0].document.lines[index]
        guard !taskLine.tags.isEmpty, taskLine.kind == .task || taskLine.kind == .project else {
          continue
        }
        changes.resolve(LineRef(file: 0, line: index))
      }
    case .archive:
      let entries = TaskEntries(files: changes.files, vocabulary: Vocabulary())
      let names = TaskLookup(entries)
      let lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
        .filter { !$0.hasClosedOwner && names.isClosed($0) }
      changes.archive(lines.map { ($0.line, entries.path(of: $0)) })
    case .tag(let tag): changes.tag(line, with: TagChanges(set: [tag]))
    case .removeTag(let name): changes.tag(line, with: TagChanges(removed: [name]))
    case .write, .remove, .sort: break
    }
  }
}
