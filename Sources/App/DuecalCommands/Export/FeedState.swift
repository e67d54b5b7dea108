import CalendarFeeds
import LineState
import UserFiles

/// The notes of a feed in the state folder: facts about its items that it does not publish.
struct FeedState {
  /// The feed's canonical path; nil for standard output, which has no notes.
  private let path: String?
  private let folder: StateFolder?
  /// The notes before this run.
  private(set) var notes = FeedNotes()

  /// Reads the notes of an output.
  ///
  /// - Throws: `ExitStatus`, after a report, if the state exists and cannot be read.
  init(
    of output: String?, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws(ExitStatus) {
    path = output.map(CanonicalPath.of)
    folder = StateFolder.named(runEnvironment)
    guard let path, let folder, FileIdentity(path: folder.database) != nil else { return }
    do throws(StateError) {
      notes = try LineRegistry(readingAt: folder.database).notes(ofFeed: path)
    } catch {
      throw messages.status(of: error)
    }
  }

  /// Saves new notes if they changed; warns if they cannot be saved.
  func save(_ new: FeedNotes, _ messages: inout Messages) {
    guard let path, new != notes else { return }
    guard let folder else {
      return warn("HOME is not set", &messages)
    }
    do {
      try folder.make()
      try LineRegistry(path: folder.database).save(new, ofFeed: path, after: notes)
    } catch {
      warn("\(error)", &messages)
    }
  }

  private func warn(_ reason: String, _ messages: inout Messages) {
    messages.warn(
      "\(reason); items that this feed does not publish are not remembered, so a line that changes "
        + "a lot may become a new item")
  }
}
