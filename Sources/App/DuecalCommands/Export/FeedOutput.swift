import CalendarFeeds
import Diagnostics
import ExactText
import ICalendar
import LineState
import TaskBridge
import UserFiles

/// Where a feed is written.
///
/// What stands there is replaced and is also what the feed remembers, so it has to be a calendar of
/// ours: neither a file that is read, nor one that somebody would miss. It is locked from before
/// anything is read until all is written: a run that read older files must not write after one that
/// read newer ones.
protocol FeedOutput {
  /// The file or folder.
  var path: String { get }

  /// Stops before a task file would be replaced.
  func refuseLoss(
    of read: ReadSources, endings: [String], messages: inout Messages
  ) throws(ExitStatus)

  /// The feed of the last run, with its notes from the state.
  mutating func memory(
    _ notes: FeedNotes, _ messages: inout Messages
  ) throws(ExitStatus) -> FeedMemory

  /// Writes what changed; true if all of the feed is written.
  func write(_ feed: Feed, _ messages: inout Messages) -> Bool

  /// Gives what would change in files, a line each, and says what would be refused.
  func differences(_ feed: Feed, _ messages: inout Messages) -> [String]
}

extension FeedOutput {
  /// Says what is odd of a calendar of ours.
  func say(_ memory: FeedMemory, _ messages: inout Messages) {
    let edited = memory.editedCount
    if edited > 0 {
      messages.warn(
        "\(path): \(edited) \(edited == 1 ? "item was" : "items were") edited there; what the task "
          + "files say is written")
    }
  }

  /// Reads a calendar of ours; nil for any other file.
  func feed(
    _ bytes: [UInt8], _ file: String, messages: inout Messages
  ) -> FeedReader? {
    let feed = FeedReader(bytes: bytes)
    guard feed.productID == CalendarWriter.productID else { return nil }
    if !feed.isComplete {
      messages.warn(
        "\(file): it ends in the middle; the \(feed.components.count) items before that are known")
    }
    return feed
  }

  /// Says how a file was written.
  func say(_ outcome: FileReplacement.Outcome, _ file: String, messages: inout Messages) {
    messages.tell("\(file): \(outcome == .unchanged ? "unchanged" : "written")")
    if outcome == .writtenForFewer {
      messages.warn(
        "\(file): fewer may read it now; its group, or the list of who may, could not be kept")
    }
  }
}

/// A feed in one file.
struct FeedFile: FeedOutput {
  let path: String
  private let lock: FileLock

  /// Takes the file.
  ///
  /// - Throws: An error that `isPassing` if another run is writing it.
  init(path: String) throws(FileError) {
    self.path = path
    lock = try FileLock(for: path)
  }

  func refuseLoss(
    of read: ReadSources, endings: [String], messages: inout Messages
  ) throws(ExitStatus) {
    guard let objection = objection(read.identities, endings) else { return }
    messages.fail(objection, .refused)
    throw .refused
  }

  private func objection(_ sources: Set<FileIdentity>, _ endings: [String]) -> String? {
    if let identity = FileIdentity(path: path), sources.contains(identity) {
      return "\(path): this is one of the task files; expected another name, such as tasks.ics"
    }
    if endings.contains(where: { path.lowercased().hasSuffix($0) }) {
      return "\(path): this is a task file's name; expected one such as tasks.ics"
    }
    return nil
  }

  func memory(
    _ notes: FeedNotes, _ messages: inout Messages
  ) throws(ExitStatus) -> FeedMemory {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try lock.snapshot(startingWith: CalendarWriter.start)?.bytes ?? []
    } catch {
      messages.sayUnwritable(error)
      throw messages.status
    }
    if bytes.isEmpty { return FeedMemory() }
    guard let feed = feed(bytes, path, messages: &messages) else {
      messages.fail(
        "\(path): this is \(Self.owner(of: bytes)) and would be lost; expected a new file, or a "
          + "calendar that duecal wrote", .refused)
      throw .refused
    }
    let memory = FeedMemory([feed], noting: notes)
    say(memory, &messages)
    return memory
  }

  private static func owner(of bytes: [UInt8]) -> String {
    FeedReader(bytes: bytes).productID.map { "a calendar of \($0.quoted)" } ?? "no calendar"
  }

  func write(_ feed: Feed, _ messages: inout Messages) -> Bool {
    guard let calendar = feed.calendars.first else { return false }
    if calendar.isWhatItWas {
      FileReplacement.removeLeftovers(under: lock)
      messages.tell("\(path): unchanged")
      return true
    }
    do throws(FileError) {
      say(try FileReplacement.write(calendar.contents, under: lock), path, messages: &messages)
      return true
    } catch {
      messages.sayUnwritable(error)
      return false
    }
  }

  func differences(_ feed: Feed, _ messages: inout Messages) -> [String] {
    guard let calendar = feed.calendars.first, !calendar.isWhatItWas,
      (try? lock.holds(calendar.contents)) != true
    else { return [] }
    return ["\(lock.stamp == nil ? "+" : "~") \(path)"]
  }
}
