import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import TaskDates
import TaskFolderStore
import UserFiles

/// Undoes what a run of `duecal sync`, or of a command that changes tasks, wrote in a store.
struct SyncUndo {
  /// The run.
  let run: UndoableSync
  private let runEnvironment: RunEnvironment

  /// Finds the run that `undo` takes back; nil if that is not a sync that wrote in a store.
  ///
  /// - Parameter number: The number of the run; nil for the last one that a person has seen.
  init?(
    _ number: Int?, in history: EditHistory, _ runEnvironment: RunEnvironment
  ) throws {
    self.runEnvironment = runEnvironment
    let runs = try Self.runs(runEnvironment).filter { !$0.isUndone }
    let seen = Set(history.notedRuns.filter { $0.purpose == .change }.map(\.number))
    let found = runs.last { number == nil ? seen.contains($0.number) : $0.number == number }
    let lastOfFiles = history.replay.undoable.first?.number ?? 0
    guard let found, number != nil || found.number >= lastOfFiles else { return nil }
    run = found
  }

  /// The syncs that can be undone, or were, oldest first.
  ///
  /// - Throws: `StoreError` if their state cannot be read; which run was the last one is not known then.
  static func runs(_ runEnvironment: RunEnvironment) throws -> [UndoableSync] {
    try SyncStateFile(runEnvironment).copy().runs()
  }

  /// The sync that had a number, whether it is undone or not; nil if the run was something else.
  static func sync(_ number: Int, _ runEnvironment: RunEnvironment) throws -> UndoableSync? {
    try runs(runEnvironment).first { $0.number == number }
  }

  /// Undoes the changes in the stores, as far as possible, and reports what stays.
  ///
  /// - Parameter files: The canonical paths of the task files whose edits were undone.
  func run(
    isDryRun: Bool, isQuiet: Bool, files: [String], _ messages: inout Messages
  ) throws {
    let file = try SyncStateFile(runEnvironment)
    let lock = try file.lock()
    defer { extendLifetime(lock) }
    guard let stores = try open(&messages) else { return }
    let state = try file.open()
    let reversal = SyncReversal(of: run.number, in: stores.map { $0?.store }, state)
    do throws(StoreError) {
      let items = try StoreCall.wait { () async throws(StoreError) in try await reversal.items() }
      let titles = try titles(stores)
      if isDryRun {
        return report(items, items.map { _ in nil }, stores, titles, { $0.planned }, &messages)
      }
      try confirm(files, in: state, &messages)
      let errors = try StoreCall.wait { () async throws(StoreError) in
        try await reversal.undo(items)
      }
      report(items, errors, stores, titles, { isQuiet ? nil : $0.sentence }, &messages)
    } catch {
      messages.report(error, of: "run \(run.number)")
    }
  }

  /// Confirms the files whose edits were undone: one that was created is empty now, which looks like an accident.
  private func confirm(
    _ files: [String], in state: SyncState, _ messages: inout Messages
  ) throws(StoreError) {
    guard !files.isEmpty else { return }
    var opening = StoreOpening(runEnvironment)
    opening.zone = try state.zone(of: run.sync).flatMap { try? ZoneDatabase().zone(named: $0) }
    for side in SyncSide.allCases where !run.stores[side].isEmpty {
      guard let place = try? StoreNames(runEnvironment).store(withIdentity: run.stores[side]),
        place.hasTaskFiles,
        let folder = opening.open(place, for: .changing, messages: &messages)?.store
          as? TaskFolderStore
      else { continue }
      try StoreCall.wait { () async throws(StoreError) in try await folder.acceptFiles(at: files) }
    }
  }

  // MARK: Stores

  /// Opens the stores without task files, whose edits are undone by their backups; nil, after a report, if one fails.
  private func open(_ messages: inout Messages) throws -> SyncSides<OpenStore?>? {
    let names = StoreNames(runEnvironment)
    var places: [(side: SyncSide, place: StorePlace)] = []
    for side in SyncSide.allCases where !run.stores[side].isEmpty {
      let place = try names.store(withIdentity: run.stores[side])
      if !place.hasTaskFiles { places.append((side, place)) }
    }
    var opened = SyncSides<OpenStore?>(a: nil, b: nil)
    try CalendarNetwork.prepare(for: places.map(\.place))
    for (side, place) in places {
      let store = StoreOpening(runEnvironment).open(place, for: .changing, messages: &messages)
      guard let store else { return nil }
      opened[side] = store
    }
    return opened
  }

  private func titles(
    _ stores: SyncSides<OpenStore?>
  ) throws(StoreError) -> SyncSides<[ItemList.ID: String]> {
    var titles = SyncSides<[ItemList.ID: String]>(a: [:], b: [:])
    for side in SyncSide.allCases {
      for list in try stores[side]?.lists() ?? [] { titles[side][list.id] = list.title }
    }
    return titles
  }

  // MARK: Reports

  private func report(
    _ items: [SyncReversal.Item], _ errors: [StoreError?], _ stores: SyncSides<OpenStore?>,
    _ titles: SyncSides<[ItemList.ID: String]>, _ text: (StoreOutcome) -> String?,
    _ messages: inout Messages
  ) {
    for (item, error) in zip(items, errors) {
      guard let place = stores[item.side]?.place else { continue }
      let id = error == nil ? item.action.target ?? item.list : item.list
      let list = place.label(titles[item.side][id] ?? id.name)
      if let error {
        messages.report(error, of: "\(list): \(item.title)")
      } else if let kind = item.action.kind {
        let outcome = StoreOutcome(kind: kind, list: list, title: item.title, uid: nil)
        text(outcome).map { Output.standard.print($0.visible) }
      } else {
        messages.fail(
          "\(list): \(item.title.quoted) was changed after run \(run.number), and stays as it is",
          .partial)
      }
    }
  }
}

extension SyncReversal.Action {
  /// The list that an item is moved back to; nil for anything else.
  fileprivate var target: ItemList.ID? {
    if case .move(_, _, to: let list) = self { list } else { nil }
  }

  /// The kind of result; nil if the item stays as it is.
  fileprivate var kind: StoreOutcome.Kind? {
    switch self {
    case .create: .added
    case .update: .changed
    case .move: .moved
    case .remove: .removed
    case .leave: nil
    }
  }
}
