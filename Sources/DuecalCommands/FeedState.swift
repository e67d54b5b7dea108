import BridgeState
import CalendarFeeds
import UserFiles

/// What a feed knows of its items and does not publish, in the state folder.
struct FeedState {
  /// The feed's canonical path; nil for standard output, which has no memory.
  private let path: String?
  private let folder: StateFolder?
  /// What was known before this run.
  private(set) var notes = FeedNotes()

  /// Reads what is known of an output.
  ///
  /// - Throws: `ExitStatus`, which is said, where the state is there and cannot be read.
  init(
    of output: String?, _ surroundings: Surroundings, _ messages: inout Messages
  ) throws(ExitStatus) {
    path = output.map(CanonicalPath.of)
    folder = StateFolder.named(surroundings)
    guard let path, let folder, FileIdentity(path: folder.database) != nil else { return }
    do throws(StateError) {
      notes = try BridgeState(readingAt: folder.database).notes(ofFeed: path)
    } catch {
      throw messages.status(of: error)
    }
  }

  /// Keeps what is known now, where that is something else; where it cannot be kept, that is said.
  func save(_ new: FeedNotes, _ messages: inout Messages) {
    guard let path, new != notes else { return }
    guard let folder else {
      return warn("HOME is not set", &messages)
    }
    do {
      try folder.make()
      try BridgeState(path: folder.database).save(new, ofFeed: path, after: notes)
    } catch {
      warn("\(error)", &messages)
    }
  }

  private func warn(_ reason: String, _ messages: inout Messages) {
    messages.warn(
      "\(reason); what this feed does not publish is not remembered, and a line that changes much may "
        + "become a new item")
  }
}
