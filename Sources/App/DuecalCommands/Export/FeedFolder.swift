import CalendarFeeds
import ExactText
import ICalendar
import LineState
import TaskBridge
import UserFiles

/// A feed in a folder of calendars.
///
/// A calendar keeps its file, whatever stands before it in the task files: people have subscribed to its
/// address.
struct FeedFolder: FeedOutput {
  let path: String
  private let lock: FolderLock?
  /// The calendars of ours that are there, as the feed remembers them.
  private var ours: [Known] = []
  /// Other files with the names of calendars.
  private var foreign: ExactSet = []

  /// A file that is there.
  private struct Known {
    let path: String
    let stamp: FileStamp?
  }

  /// A calendar and where it goes.
  private struct Placed {
    let path: String
    let stamp: FileStamp?
    let calendar: Feed.Calendar
  }

  /// Takes the folder.
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
        let snapshot = try FileSnapshot.read(file, startingWith: CalendarWriter.start)
        if let feed = feed(snapshot.bytes, file, messages: &messages) {
          feeds.append(feed)
          ours.append(Known(path: file, stamp: snapshot.stamp))
        } else {
          foreign.insert(file)
        }
      }
    } catch {
      messages.sayUnwritable(error)
      throw messages.status
    }
    let memory = FeedMemory(feeds, noting: notes)
    say(memory, &messages)
    return memory
  }

  /// The files of the folder that have the names of calendars.
  private static func calendars(in folder: String) throws(FileError) -> [String] {
    let found = try FileTree.files(in: folder) { $0.hasSuffix(".ics") }
    return found.files.filter { !$0.contains("/") }.map { "\(folder)/\($0)" }
  }

  // MARK: Places

  /// Where each calendar goes; one that would replace a file that is not ours goes nowhere, and that is
  /// said.
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
          messages.fail("\(file): this is no calendar of duecal's and would be lost", .refused)
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

  /// A name that any file system takes and that leads nowhere else.
  private static func fileName(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
        ? "_" : scalar
    }
    var text = String(String.UnicodeScalarView(scalars)).trimmingDots
    while text.utf8.count > 120 { text.removeLast() }
    return text.isEmpty ? "_" : text
  }

  /// The calendars of ours that no items are left for.
  private func stale(besides places: [Placed]) -> [Known] {
    let kept = ExactSet(places.map(\.path))
    return ours.filter { !kept.contains($0.path) }
  }

  // MARK: Writing

  /// Writes what changed.
  ///
  /// Calendars that gain items come first, so that none is nowhere while it moves; after a failure the
  /// others stay as they are.
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
        say(outcome, place.path, messages: &messages)
      }
      for file in stale(besides: places) { try remove(file, &messages) }
      return true
    } catch {
      messages.sayUnwritable(error)
      return false
    }
  }

  /// The lock of the folder where it is made only now.
  private func lockNew() throws(FileError) -> FolderLock? {
    guard lock == nil else { return nil }
    try FileTree.makeFolder(path)
    return try FolderLock(for: path)
  }

  private func remove(_ file: Known, _ messages: inout Messages) throws(FileError) {
    try FileReplacement.remove(file.path, if: file.stamp)
    messages.tell("\(file.path): removed, its tasks are gone")
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
  /// The text without the dots and blanks around it.
  fileprivate var trimmingDots: String {
    let isOuter: (Character) -> Bool = { $0 == "." || $0 == " " || $0 == "\t" }
    return String(drop(while: isOuter).reversed().drop(while: isOuter).reversed())
  }
}
