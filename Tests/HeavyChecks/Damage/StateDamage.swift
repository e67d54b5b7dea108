import CalendarImports
import ExactText
import Foundation
import ICalendar
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import TestSupport

/// The state of imports; a task file keeps every line of its person, whatever the state contains.
struct StateDamage: DamageSubject {
  let whole: [UInt8]
  let tables = [
    "pair", "agreed", "component", "item", "conflict", "fetched", "grdb_migrations", "plannedWrite",
    "preparedSave",
    "replaced_pair", "replaced_agreed", "replaced_component", "replaced_item", "lineChange",
  ]
  private let options: ImportOptions
  private let text: [UInt8]
  private let pair = LineRegistry.Pair(file: "tasks", source: "calendar")

  /// The lines of the person, none of which may be lost, whatever the state contains.
  private static let own = [
    "- mine @due(2026-12-01)", "\tmy note", "Garden:", "\t- dig @mine", "- last one",
  ]

  init(_ folder: ScratchFolder) throws {
    let reader = LineFieldReader { _ in nil }
    options = ImportOptions(zone: .utc, reader: reader) { _ in nil }
    let own = Array((Self.own.joined(separator: "\n") + "\n").utf8)
    let plan = ImportPlan(
      [Self.calendar(1...12)], into: [Self.file(own)], after: ImportMemory(), options: options)
    text = plan.files[0].edited.bytes
    let path = folder.at("whole")
    try Self.fill(path, pair, plan, options)
    whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Creates a state that is entirely in one file.
  private static func fill(
    _ path: String, _ pair: LineRegistry.Pair, _ plan: ImportPlan, _ options: ImportOptions
  ) throws {
    let state = try LineRegistry(path: path)
    let conflicts = plan.changes.prefix(2).map {
      ItemConflict(
        pair: pair, name: $0.name,
        fields: [LineMerge.Conflict(field: "due", mine: "2026-12-01", theirs: "2026-12-02")])
    }
    try state.save([(pair, plan.memory)], conflicts: conflicts, at: 1_796_000_000)
    try state.save(
      FetchedSource(url: "https://x", etag: "\"1\"", lastModified: nil, bytes: [1, 2]),
      from: "calendar")
    // The state that a run leaves if it is killed before it writes the file.
    let later = ImportPlan(
      [calendar(2...13)], into: [file(plan.files[0].edited.bytes)], after: plan.memory,
      options: options)
    let lines = LineChanges(
      pair: pair, file: "tasks",
      lines: plan.memory.changes(until: later.memory, in: file(plan.files[0].edited.bytes)))
    try state.prepare(
      [(pair, later.memory)], lines: [lines], at: 1_796_000_001, run: 1,
      writing: [PlannedWrite(file: "tasks", before: "0", after: "1")])
  }

  func use(_ path: String) -> DamageResult {
    do {
      let state = try LineRegistry(path: path)
      _ = try state.preparedSave()
      try undo(state)
      try state.takeBack()
      _ = try state.pairs(of: pair.file)
      _ = try state.pairs(withLinesIn: "tasks")
      _ = try state.conflicts(in: pair.file)
      _ = try state.fetched(from: "calendar")
      let kept = try state.keptLines(in: "tasks")
      _ = ImportedLines.find(in: Self.file(text), kept, reader: options.reader)
      return try importAgain(state)
    } catch {
      return .refused
    }
  }

  /// Finds the lines that the later run changed, as `undo` and `redo` do.
  private func undo(_ state: LineRegistry) throws {
    let file = Self.file(text)
    let memory = try state.memory(of: pair)
    for lines in try state.lineChanges(in: "tasks", before: "0", after: "1").values {
      for direction in [ReversedRun.Direction.undo, .redo] {
        let run = ReversedRun(direction, lines, text: text)
        _ = memory.reversed(to: file, from: file, of: run, reader: options.reader)
      }
    }
  }

  /// Imports a calendar in which some items have changed and some are missing.
  private func importAgain(_ state: LineRegistry) throws -> DamageResult {
    let input = Self.calendar(4...14)
    let file = Self.file(text)
    let memory = try state.memory(
      of: pair, sharing: [input].components, texts: ["tasks": text])
    let plan = ImportPlan([input], into: [file], after: memory, options: options)
    try state.save([(pair, plan.memory)], at: 1_796_000_001)
    let lines = plan.files[0].edited.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let missing = Self.own.filter { !lines.contains($0) }
    return missing.isEmpty ? .read : .wrong("these lines are gone: \(missing)")
  }

  private static func file(_ bytes: [UInt8]) -> TaskFile {
    TaskFile(
      name: "tasks", identity: "tasks", modified: .epoch, document: TaskDocument(bytes: bytes))
  }

  private static func calendar(_ numbers: ClosedRange<Int>) -> CalendarInput {
    let items = numbers.map { number in
      """
      BEGIN:VTODO\r\nUID:item-\(number)\r\nDTSTAMP:20260101T000000Z\r\n\
      SUMMARY:Item \(number) of \(numbers.count)\r\n\
      DUE;VALUE=DATE:202612\(10 + number)\r\nDESCRIPTION:A note\r\nEND:VTODO\r\n
      """
    }
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + items.joined() + "END:VCALENDAR\r\n"
    return CalendarInput(name: "calendar", reading: CalendarReading(bytes: Array(text.utf8)))
  }
}
