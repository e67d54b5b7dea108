import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import TaskDates
import UserFiles

/// Keeps what a run changes in stores, so that `undo` can take it back.
///
/// What the run is about to change is recorded first, so that `undo` knows of it even if the run is killed.
struct StoreJournal {
  /// An item of a store before and after a change; nil if it was not there.
  typealias Change = (before: StoredItem?, after: StoredItem?)

  /// What a run is about to change, which the state holds by these numbers.
  struct Plan { fileprivate let numbers: [Int64] }

  private let runEnvironment: RunEnvironment
  private let run: Int

  init(_ runEnvironment: RunEnvironment, run: Int) {
    (self.runEnvironment, self.run) = (runEnvironment, run)
  }

  /// Begins a run that changes only stores.
  init(
    _ runEnvironment: RunEnvironment, command: String, _ purpose: BackedUpEdit.Purpose
  ) throws {
    let backups = try StateFolder(runEnvironment).backups
    let run = try backups.noteRun(
      command: command, time: runEnvironment.now.seconds, purpose: purpose)
    self.init(runEnvironment, run: run)
  }

  /// Records what is about to be changed.
  ///
  /// - Returns: What the record of the result replaces; nil, after a warning, if nothing can be recorded.
  func plan(_ changes: [Change], in place: StorePlace, _ messages: inout Messages) -> Plan? {
    guard !changes.isEmpty, place.address.scheme != "memory" else { return nil }
    return attempt(in: place, &messages) { state in
      Plan(numbers: try state.plan(changes, in: place.identity, run: run))
    }
  }

  /// Records the items of a store that were changed, in place of what was planned.
  func record(
    _ changes: [Change], carryingOut plan: Plan?, in place: StorePlace, _ messages: inout Messages
  ) {
    guard let plan else { return }
    attempt(in: place, &messages) { state in
      try state.record(changes, run: run, carryingOut: plan.numbers)
    }
  }

  @discardableResult
  private func attempt<Value>(
    in place: StorePlace, _ messages: inout Messages, _ body: (SyncState) throws -> Value
  ) -> Value? {
    do {
      return try body(SyncStateFile(runEnvironment).openForRecording())
    } catch {
      messages.warn("\(place.name): undo will not know of this change: \(error)")
      return nil
    }
  }
}

extension StoredItem {
  /// Creates an item as it is to be in a list in which it is new; the store has not named it yet.
  init(planned content: ItemContent, in list: ItemList.ID) {
    self.init(version: ItemVersion(ItemRef(list, name: ""), tag: ""), content: content)
  }
}
