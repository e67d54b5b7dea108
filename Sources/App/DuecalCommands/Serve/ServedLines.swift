import CalendarStores
import CalendarSync
import Dispatch
import DuecalConfiguration
import StoreAccess
import TaskDates
import TaskFolderStore
import TaskText

/// The lines of task files that are served: those that a sync would take.
struct ServedLines {
  private let choice: SyncChoice
  private let state: String
  private let zone: Zone
  private let runEnvironment: RunEnvironment

  init(_ request: ServeRequest, zone: Zone, _ runEnvironment: RunEnvironment) throws {
    (choice, self.zone, self.runEnvironment) = (request.choice, zone, runEnvironment)
    state = try ServerFiles(runEnvironment).lines(of: request.place)
  }

  /// The part of a store that is served; the whole store if it does not consist of lines.
  ///
  /// - Throws: `ExitStatus`, after a report, if a project or a saved search does not exist.
  func part(
    of store: any CalendarStore, _ messages: inout Messages
  ) throws -> any CalendarStore {
    guard let folder = store as? TaskFolderStore else { return store }
    if choice.isNarrowed {
      let lines = SyncLines(choice, runEnvironment, zone: zone)
      _ = try lines.participants(of: folder, hasNew: false, isNewChoice: true, &messages)
    }
    let (time, zone) = (RunningTime(runEnvironment), zone)
    let selection = ChosenStore.Choice(
      text: choice.options, isNarrowed: choice.isNarrowed,
      day: { zone.civil(at: time.now)?.date }
    ) { () async throws(StoreError) in
      try await participants(of: folder, at: time.now)
    }
    return try ChosenStore(of: folder, selection, state: state)
  }

  /// The items that take part at a time; waits for them on a thread of its own, because these calls block theirs.
  private func participants(
    of folder: TaskFolderStore, at now: Instant
  ) async throws(StoreError) -> SyncOptions.Participants {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: found(in: folder, at: now)) }
    }
    return try result.get()
  }

  private func found(
    in folder: TaskFolderStore, at now: Instant
  ) -> Result<SyncOptions.Participants, StoreError> {
    let environment = runEnvironment.at(now)
    var messages = Messages(VerbosityOptions.silent, environment, to: nil)
    do {
      let lines = SyncLines(choice, environment, zone: zone)
      return .success(
        try lines.participants(of: folder, hasNew: true, isNewChoice: false, &messages))
    } catch let error as StoreError {
      return .failure(error)
    } catch {
      // A project or a search of the choice is gone: what is left is not the choice of the person.
      let sentence = messages.reported.first?.text
      return .failure(.unavailable(sentence ?? "\(error)"))
    }
  }
}
