import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import UserFiles

/// Undoes what a run of `duecal sync` wrote in a store.
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

  /// The runs that wrote in stores, oldest first.
  static func runs(_ runEnvironment: RunEnvironment) throws -> [UndoableSync] {
    try SyncStateFile(runEnvironment).copy().runs()
  }

  /// Undoes the changes in the stores, as far as possible, and reports what stays.
  func run(isDryRun: Bool, isQuiet: Bool, _ messages: inout Messages) throws {
    let file = try SyncStateFile(runEnvironment)
    let lock = try file.lock()
    defer { extendLifetime(lock) }
    guard let stores = try open(&messages) else { return }
    let reversal = SyncReversal(of: run.number, in: stores.map { $0?.store }, try file.open())
    do throws(StoreError) {
      let items = try StoreCall.wait { () async throws(StoreError) in try await reversal.items() }
      let titles = try titles(stores)
      if isDryRun {
        return report(items, items.map { _ in nil }, stores, titles, { $0.planned }, &messages)
      }
      let errors = try StoreCall.wait { () async throws(StoreError) in
        try await reversal.undo(items)
      }
      report(items, errors, stores, titles, { isQuiet ? nil : $0.sentence }, &messages)
    } catch {
      messages.report(error, of: "run \(run.number)")
    }
  }

  // MARK: Stores

  /// Opens the stores without task files, whose edits are undone by their backups; nil, after a report, if one fails.
  private func open(_ messages: inout Messages) throws -> SyncSides<OpenStore?>? {
    let names = StoreNames(runEnvironment)
    let places = SyncSides(
      a: try names.store(withIdentity: run.stores.a), b: try names.store(withIdentity: run.stores.b)
    )
    var opened = SyncSides<OpenStore?>(a: nil, b: nil)
    let others = SyncSide.allCases.filter { !places[$0].hasTaskFiles }
    try CalendarNetwork.prepare(for: others.map { places[$0] })
    for side in others {
      let store = StoreOpening(runEnvironment).open(
        places[side], for: .changing, messages: &messages)
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
      let list = place.label(titles[item.side][item.list] ?? item.list.name)
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
