import ExactText
import ICalendar
import StoreAccess
import Synchronization
import UserFiles

/// The calendars of feeds as a server gives them out: whatever is in their files now.
///
/// Each request looks at the stamps of two files, and reads a file only after it has changed. So a feed that `duecal export`
/// writes from cron is given out like one that the server itself publishes.
final class ServedFeeds: PublishedFeeds {
  private let table: FeedAddressTable
  private let known = Mutex(Known())

  private struct Known {
    /// The calendar of each feed in the configuration.
    var files: ExactDictionary<String> = [:]
    var addresses: [FeedAddress] = []
    var stamp: ChangeStamp?
    var calendars: ExactDictionary<Calendar> = [:]
  }

  /// What was read of a file.
  private struct Calendar {
    let file: String
    let stamp: ChangeStamp
    let version: FeedVersion?
  }

  init(_ table: FeedAddressTable) { self.table = table }

  /// Sets the files of the feeds.
  func use(_ files: ExactDictionary<String>) { known.withLock { $0.files = files } }

  func addresses() -> [FeedAddress] {
    let stamp = ChangeStamp(path: table.path)
    return known.withLock { known in
      // What cannot be read at the moment stays as it was.
      if stamp != known.stamp, let read = try? table.read() {
        (known.addresses, known.stamp) = (read, stamp)
      }
      return known.addresses.filter { known.files[$0.name] != nil }
    }
  }

  func version(ofFeed name: String) -> FeedVersion? {
    known.withLock { known in
      guard let file = known.files[name] else { return nil }
      let last = known.calendars[name].flatMap { $0.file.utf8.elementsEqual(file.utf8) ? $0 : nil }
      guard let stamp = ChangeStamp(path: file) else { return last?.version }
      if let last, last.stamp == stamp { return last.version }
      let version = Self.read(file, stamp) ?? last?.version
      known.calendars[name] = Calendar(file: file, stamp: stamp, version: version)
      return version
    }
  }

  /// Reads a calendar; nil for another file, such as an empty one.
  private static func read(_ file: String, _ stamp: ChangeStamp) -> FeedVersion? {
    guard let bytes = try? FileSnapshot.regular(file).bytes,
      bytes.starts(with: CalendarWriter.start)
    else { return nil }
    return FeedVersion(bytes, publishedAt: stamp.changedAt)
  }
}
