import CalendarFeeds
import ExactText
import ICalendar
import LineState
import TaskBridge
import UserFiles

/// A feed in a folder of calendars.
///
/// A calendar keeps its file name, whatever comes before it in the task files, since people have subscribed to its
/// address.
struct FeedFolder: FeedOutput {
  let path: String
  private let lock: FolderLock?
  /// The existing calendars that an earlier run wrote.
  private var ours: [Known] = []
  /// The other files that are named like calendars.
  private var foreign: ExactSet = []

  /// An existing file.
  private struct Known {
    let path: String
    let stamp: FileStamp?
  }

  /// A calendar and its file.
  private struct Placed {
    let path: String
    let stamp: FileStamp?
    let calendar: Feed.Calendar
  }

  /// Opens the folder and locks it.
  ///
  /// - Throws: An error that `isPassing` if another run is writing it.
  init(path: String) throws(FileError) {
    self.path = path
    do throws(FileError) {
      lock = try FolderLock(for: path)
    } catch {
      guard error.code == FileError.noSuchFile else { throw error }
      lock = nil
    }
  }

  func refuseLoss(
    of read: ReadSources, endings: [String], messages: inout Messages
  ) throws(ExitStatus) {}

  mutating func memory(
    _ notes: FeedNotes, _ messages: inout Messages
  ) throws(ExitStatus) -> FeedMemory {
    var feeds: [FeedReader] = []
    do throws(FileError) {
      for file in lock == nil ? [] : try Self.calendars(in: path) {
        let snapshot = try FileSnapshot.regular(file, startingWith: CalendarWriter.start)
        if let feed = feed(snapshot.bytes, file, messages: &messages) {
          feeds.append(feed)
          ours.append(Known(path: file, stamp: snapshot.stamp))
        } else {
          foreign.insert(file)
        }
      }
    } catch {
      messages.reportUnwritable(error)
      throw messages.status
    }
    let memory = FeedMemory(feeds, noting: notes)
    report(memory, &messages)
    return memory
  }

  /// The files of the folder that are named like calendars.
  private static func calendars(in folder: String) throws(FileError) -> [String] {
    let found = try FileTree.files(in: folder) { $0.hasSuffix(".ics") }
    return found.files.filter { !$0.contains("/") }.map { "\(folder)/\($0)" }
  }

  // MARK: Places

  /// The file of each calendar; a calendar that would overwrite a file not written by duecal is reported and left out.
  private func places(_ feed: Feed, _ messages: inout Messages) -> [Placed] {
    let going = feed.calendars.compactMap(\.remembered).map { ours[$0].path.lowercased() }
    var taken = ExactSet(going)
    var places: [Placed] = []
    for calendar in feed.calendars {
      if let index = calendar.remembered {
        places.append(
          Placed(path: ours[index].path, stamp: ours[index].stamp, calendar: calendar))
      } else {
        let file = newFile(calendar.name, &taken)
        if foreign.contains(file) {
          messages.fail(
            "\(file): this is not a calendar that duecal wrote and would be overwritten; expected "
              + "another folder", .refused)
        } else {
          let stamp = ours.first { $0.path == file }?.stamp
          places.append(Placed(path: file, stamp: stamp, calendar: calendar))
        }
      }
    }
    return places
  }

  private func newFile(_ name: String, _ taken: inout ExactSet) -> String {
    let name = Self.fileName(name)
    var file = "\(path)/\(name).ics"
    var number = 1
    while !taken.insert(file.lowercased()).inserted {
      number += 1
      file = "\(path)/\(name)-\(number).ics"
    }
    return file
  }

  /// A name that is valid in any file system and is not a path.
  private static func fileName(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
        ? "_" : scalar
    }
    var text = String(String.UnicodeScalarView(scalars)).trimmingDots
    while text.utf8.count > 120 { text.removeLast() }
    return text.isEmpty ? "_" : text
  }

  /// The calendars of earlier runs that no longer have items.
  private func stale(besides places: [Placed]) -> [Known] {
    let kept = ExactSet(places.map(\.path))
    return ours.filter { !kept.contains($0.path) }
  }

  // MARK: Writing

  /// Writes the files that changed.
  ///
  /// Calendars that gain items come first, so that an item that moves is always in one of them. After a failure the
  /// remaining files stay as they are.
  func write(_ feed: Feed, _ messages: inout Messages) -> Bool {
    let places = places(feed, &messages)
    let (gaining, others) = (
      places.filter(\.calendar.gainsItems), places.filter { !$0.calendar.gainsItems }
    )
    do throws(FileError) {
      let newLock = try lockNew()
      defer { extendLifetime(newLock) }
      for place in gaining + others {
        let outcome = try FileReplacement.write(
          place.calendar.contents, to: place.path, replacing: place.stamp)
        report(outcome, place.path, messages: &messages)
      }
      for file in stale(besides: places) { try remove(file, &messages) }
      return true
    } catch {
      messages.reportUnwritable(error)
      return false
    }
  }

  /// Locks a folder that was created only now.
  private func lockNew() throws(FileError) -> FolderLock? {
    guard lock == nil else { return nil }
    try FileTree.makeFolder(path)
    return try FolderLock(for: path)
  }

  private func remove(_ file: Known, _ messages: inout Messages) throws(FileError) {
    try FileReplacement.remove(file.path, if: file.stamp)
    messages.log("\(file.path): removed, its tasks are gone")
  }

  func differences(_ feed: Feed, _ messages: inout Messages) -> [String] {
    let places = places(feed, &messages)
    let changed = places.filter {
      (try? FileLock(for: $0.path).holds($0.calendar.contents)) != true
    }
    return changed.map { "\($0.stamp == nil ? "+" : "~") \($0.path)" }
      + stale(besides: places).map { "- \($0.path)" }
  }
}

extension String {
  /// The text without the dots and spaces around it.
  fileprivate var trimmingDots: String {
    let isOuter: (Character) -> Bool = { $0 == "." || $0 == " " || $0 == "\t" }
    return String(drop(while: isOuter).reversed().drop(while: isOuter).reversed())
  }
}
