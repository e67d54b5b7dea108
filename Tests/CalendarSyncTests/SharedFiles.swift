import CalendarItems
import CalendarStores
import CalendarSync
import Foundation
import LineState
import StoredText
import TaskDates
import TaskFolderStore
import TestSupport
import Testing
import UserFiles

/// Task files that two machines share, each with a state of its own, and a phone with which both sync them.
struct SharedFiles {
  private let scratch: ScratchFolder
  let phone = MemoryStore(now: { Instant(seconds: 1_796_000_000) })
  /// The machine that has the newest files.
  private(set) var newest = 0

  static let names = ["garden.taskpaper", "house.taskpaper", "work.taskpaper"]

  init(_ texts: [String]) throws {
    scratch = try ScratchFolder()
    for machine in 0..<2 {
      for folder in ["notes", "state"] {
        try FileTree.makeFolder(scratch.at("\(folder)\(machine)"))
      }
    }
    for (name, text) in zip(Self.names, texts) { try write(text, to: name) }
  }

  // MARK: Files

  /// The text of a file on the machine with the newest files.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(notes(newest))/\(name)", encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(notes(newest))/\(name)", atomically: true, encoding: .utf8)
  }

  var allText: String {
    get throws { try Self.names.map { "== \($0)\n" + (try text($0)) }.joined() }
  }

  private func notes(_ machine: Int) -> String { scratch.at("notes\(machine)") }

  private func state(_ machine: Int) -> String { scratch.at("state\(machine)") }

  /// Copies the newest files to a machine, as Syncthing does.
  private mutating func bringFiles(to machine: Int) throws {
    guard machine != newest else { return }
    for name in Self.names {
      let there = "\(notes(machine))/\(name)"
      let text = try text(name)
      guard (try? String(contentsOfFile: there, encoding: .utf8)) != text else { continue }
      try text.write(toFile: there, atomically: true, encoding: .utf8)
    }
    newest = machine
  }

  // MARK: Losing what a machine knows

  /// What a machine keeps of its lines and of its syncs.
  enum State: String, CaseIterable {
    case lines, syncs
  }

  /// Keeps copies of what a machine knows.
  func backUp(_ machine: Int) throws {
    for state in State.allCases {
      try copy(path(of: state, machine), to: backup(of: state, machine))
    }
  }

  /// Loses one of the files that a machine keeps, or restores it from the last copy.
  func lose(_ state: State, on machine: Int, restoring: Bool) throws {
    let path = path(of: state, machine)
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
    if restoring { try copy(backup(of: state, machine), to: path) }
  }

  private func copy(_ old: String, to new: String) throws {
    guard let bytes = FileManager.default.contents(atPath: old) else { return }
    try bytes.write(to: URL(fileURLWithPath: new))
  }

  private func path(of state: State, _ machine: Int) -> String {
    "\(self.state(machine))/\(state).sqlite"
  }

  private func backup(of state: State, _ machine: Int) -> String {
    scratch.at("\(state)\(machine).backup")
  }

  // MARK: Syncing

  /// Syncs on a machine as `duecal sync` does; returns the changes.
  @discardableResult
  mutating func sync(on machine: Int) async throws -> [String] {
    try bringFiles(to: machine)
    let result = try await run(on: machine)
    var changes = result.steps
    if result.needsAnotherRun { changes += try await run(on: machine).steps }
    return changes
  }

  /// What a sync on a machine would do.
  mutating func plan(on machine: Int) async throws -> [SyncStep] {
    try bringFiles(to: machine)
    let run = try opened(machine)
    return try await plan(run).steps
  }

  private var options: SyncOptions {
    var options = SyncOptions(preference: .a)
    options.lineSides = [.a]
    return options
  }

  private func plan(_ run: SyncRun) async throws -> SyncPlan {
    var reading = try await run.read()
    if try await run.bindOccurrences(reading, options) { reading = try await run.read() }
    return SyncPlan(reading, options)
  }

  private func run(on machine: Int) async throws -> (steps: [String], needsAnotherRun: Bool) {
    let run = try opened(machine)
    let plan = try await plan(run)
    let result = try await run.execute(plan, at: Instant(seconds: 0))
    #expect(result.failures.isEmpty, "\(result.failures)")
    return (plan.steps.map(Self.name), result.needsAnotherRun)
  }

  /// What a step does, with the sides that it writes.
  static func name(_ step: SyncStep) -> String {
    let sides = SyncSide.allCases.filter { step.actions[$0] != nil }.map(\.rawValue)
    return "\(step.reason) \(step.title) \(sides.joined())"
  }

  private func opened(_ machine: Int) throws -> SyncRun {
    let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
    var options = TaskFolderOptions(zone: .utc)
    options.lists = .mixed
    let text = try TaskFolderStore(
      path: notes(machine), registry: try LineRegistry(path: "\(state(machine))/lines.sqlite"),
      writing: TaskFolderStore.Writing(
        backups: Backups(folder: scratch.at("backups\(machine)")), command: "sync"),
      options: options, now: now)
    let state = try SyncState(path: "\(state(machine))/syncs.sqlite")
    return SyncRun(
      SyncSides(a: text, b: phone), state,
      number: try state.number(of: SyncSides(a: "notes", b: "phone")))
  }

  // MARK: The phone

  var items: [StoredItem] {
    get async {
      await phone.items(matching: ItemPredicate()).sorted { $0.item.title < $1.item.title }
    }
  }
}

extension StoredItem {
  /// The text of the item as its program wrote it.
  var text: String { String(decoding: content.original.bytes ?? [], as: UTF8.self) }
}
