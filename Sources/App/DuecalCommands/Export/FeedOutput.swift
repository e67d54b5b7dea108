import CalendarFeeds
import Diagnostics
import ExactText
import ICalendar
import LineState
import TaskBridge
import UserFiles

/// Writes a feed.
///
/// The existing output is read to find out what the feed had before, and is then replaced. So it has to be a calendar
/// that duecal wrote, and not a source of this run or any other file. It is locked before anything is read, and until
/// all is written: a run that read older files must not write after one that read newer ones.
protocol FeedOutput {
  /// The file or folder.
  var path: String { get }

  /// Refuses an output that is one of the task files, or has the name of one.
  func refuseLoss(
    of read: ReadSources, endings: [String], messages: inout Messages
  ) throws(ExitStatus)

  /// The feed of the last run, with its notes from the state.
  mutating func memory(
    _ notes: FeedNotes, _ messages: inout Messages
  ) throws(ExitStatus) -> FeedMemory

  /// Writes what changed; true if the feed was written completely.
  func write(_ feed: Feed, _ messages: inout Messages) -> Bool

  /// Returns what would change in files, a line each, and reports what would be refused.
  func differences(_ feed: Feed, _ messages: inout Messages) -> [String]
}

extension FeedOutput {
  /// Reports unusual contents in a calendar of an earlier run.
  func report(_ memory: FeedMemory, _ messages: inout Messages) {
    let edited = memory.editedCount
    if edited > 0 {
      messages.warn(
        "\(path): \(edited) \(edited == 1 ? "item was" : "items were") edited there; the task "
          + "files overwrite the edits")
    }
  }

  /// Reads a calendar of an earlier run; nil for any other file.
  func feed(
    _ bytes: [UInt8], _ file: String, messages: inout Messages
  ) -> FeedReader? {
    let feed = FeedReader(bytes: bytes)
    guard feed.productID == CalendarWriter.productID else { return nil }
    if !feed.isComplete {
      messages.warn(
        "\(file): the calendar is cut off; its \(feed.components.count) complete items keep their "
          + "UIDs")
    }
    return feed
  }

  /// Reports how a file was written.
  func report(_ outcome: FileReplacement.Outcome, _ file: String, messages: inout Messages) {
    messages.log("\(file): \(outcome == .unchanged ? "unchanged" : "written")")
    if outcome == .writtenForFewer {
      messages.warn(
        "\(file): fewer users can read the file now, because its group or ACL could not be kept")
    }
  }
}

/// A feed in one file.
struct FeedFile: FeedOutput {
  let path: String
  private let lock: FileLock

  /// Opens the file and locks it.
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
      return "\(path): this is the name of a task file; expected one such as tasks.ics"
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
      messages.reportUnwritable(error)
      throw messages.status
    }
    if bytes.isEmpty { return FeedMemory() }
    guard let feed = feed(bytes, path, messages: &messages) else {
      messages.fail(
        "\(path): this is \(Self.owner(of: bytes)) and would be overwritten; expected a new file, "
          + "or a calendar that duecal wrote", .refused)
      throw .refused
    }
    let memory = FeedMemory([feed], noting: notes)
    report(memory, &messages)
    return memory
  }

  private static func owner(of bytes: [UInt8]) -> String {
    FeedReader(bytes: bytes).productID.map { "a calendar of \($0.quoted)" } ?? "not a calendar"
  }

  func write(_ feed: Feed, _ messages: inout Messages) -> Bool {
    guard let calendar = feed.calendars.first else { return false }
    if calendar.isWhatItWas {
      FileReplacement.removeLeftovers(under: lock)
      messages.log("\(path): unchanged")
      return true
    }
    do throws(FileError) {
      report(try FileReplacement.write(calendar.contents, under: lock), path, messages: &messages)
      return true
    } catch {
      messages.reportUnwritable(error)
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
