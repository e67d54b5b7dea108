import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import TaskDates
import TaskFolderStore
import UserFiles

/// Undoes or redoes what a run of `duecal sync`, or of a command that changes tasks, wrote in a store.
struct SyncUndo {
  /// The run.
  let run: UndoableSync
  /// True if the run is undone; false if it is redone.
  let isUndo: Bool
  /// The last quiet run after it, which may build on what it wrote; only if the run was not named.
  let laterQuietRun: Int?
  private let runEnvironment: RunEnvironment

  init(
    _ run: UndoableSync, isUndo: Bool, laterQuietRun: Int? = nil, _ runEnvironment: RunEnvironment
  ) {
    (self.run, self.isUndo, self.laterQuietRun) = (run, isUndo, laterQuietRun)
    self.runEnvironment = runEnvironment
  }

  /// Undoes or redoes the changes in the stores, as far as possible, and reports what stays.
  ///
  /// - Parameter files: The canonical paths of the task files whose edits were undone or redone.
  func run(
    isDryRun: Bool, isQuiet: Bool, files: [String], _ messages: inout Messages
  ) throws {
    let file = try SyncStateFile(runEnvironment)
    let lock = try file.lock()
    defer { extendLifetime(lock) }
    guard let stores = try open(&messages) else { return }
    let state = try file.open()
    let reversal = SyncReversal(
      of: run.number, isUndo ? .undo : .redo, in: stores.map { $0?.store }, home: try home, state)
    do throws(StoreError) {
      let items = try StoreCall.wait { () async throws(StoreError) in try await reversal.items() }
      let titles = try titles(stores)
      let removals = try reversal.removalCount()
      if isDryRun {
        report(items, items.map { _ in nil }, stores, titles, { $0.planned }, &messages)
        return announce(removals)
      }
      try confirm(files, in: state, &messages)
      if files.isEmpty { try note() }
      let errors = try StoreCall.wait { () async throws(StoreError) in
        try await reversal.run(items)
      }
      report(items, errors, stores, titles, { isQuiet ? nil : $0.sentence }, &messages)
      if !isQuiet { announce(removals) }
    } catch {
      messages.report(error, of: "run \(run.number)")
    }
  }

  /// The side whose changes stay there: the one with task files, otherwise the first one.
  private var home: SyncSide {
    get throws {
      let names = StoreNames(runEnvironment)
      let sides = try SyncSide.allCases.filter { side in
        try !run.stores[side].isEmpty && names.store(withIdentity: run.stores[side]).hasTaskFiles
      }
      return sides == [.b] ? .b : .a
    }
  }

  /// Says what the next sync removes, because the run had brought it into the files.
  private func announce(_ removals: Int) {
    guard removals > 0, let home = try? home,
      let there = try? StoreNames(runEnvironment).store(withIdentity: run.stores[home.other])
    else { return }
    let tasks = removals == 1 ? "1 task" : "\(removals) tasks"
    let them = removals == 1 ? "it" : "them"
    Output.standard.print(
      "the next sync removes \(tasks) from \(there.label); \"duecal redo\" brings \(them) back"
        .visible)
  }

  /// Notes the run if it writes no file, so that `redo` and `undo` know the order of all runs.
  private func note() throws(StoreError) {
    do {
      _ = try StateFolder(runEnvironment).backups.noteRun(
        command: isUndo ? "undo" : "redo", time: runEnvironment.now.seconds,
        purpose: isUndo ? .undo(run.number) : .redo(run.number))
    } catch {
      throw StoreError.unavailable("\(error)")
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
      } else if case .keep = item.action {
        continue
      } else if let kind = item.action.kind {
        let outcome = StoreOutcome(kind: kind, list: list, title: item.title, uid: nil)
        text(outcome).map { Output.standard.print($0.visible) }
      } else {
        let change = isUndo ? "run \(run.number)" : "run \(run.number) was undone"
        messages.fail(
          "\(list): \(item.title.quoted) was changed after \(change), and stays as it is", .partial)
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
    case .leave, .keep: nil
    }
  }
}
