import NIOCore
import Synchronization

/// The connections of a server: if there are too many, the one is closed that has made the server wait the longest.
///
/// So connections that send nothing keep nobody out.
final class OpenConnections: Sendable {
  private struct Entry {
    let channel: any Channel
    /// Since when the server waits for its client; nil while it answers.
    var waitingSince: NIODeadline?
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private let most: Int

  /// Creates an empty set of connections.
  ///
  /// - Parameter most: How many may be open.
  init(most: Int = 256) { self.most = most }

  /// Adds a connection; if there are too many, closes another one, or this one if all others are being answered.
  func add(_ channel: any Channel) {
    let surplus = entries.withLock { entries -> (any Channel)? in
      var surplus: (any Channel)?
      if entries.count >= most {
        guard let longest = Self.longestWaiting(entries) else { return channel }
        surplus = entries.removeValue(forKey: longest)?.channel
      }
      entries[ObjectIdentifier(channel)] = Entry(channel: channel, waitingSince: .now())
      return surplus
    }
    surplus?.close(promise: nil)
  }

  private static func longestWaiting(
    _ entries: [ObjectIdentifier: Entry]
  ) -> ObjectIdentifier? {
    let waiting = entries.compactMap { key, entry in entry.waitingSince.map { (key, $0) } }
    return waiting.min { $0.1 < $1.1 }?.0
  }

  /// Notes whether the server waits for the client of a connection.
  func note(_ channel: any Channel, waiting isWaiting: Bool) {
    entries.withLock { entries in
      entries[ObjectIdentifier(channel)]?.waitingSince = isWaiting ? .now() : nil
    }
  }

  /// Removes a connection that is closed.
  func remove(_ channel: any Channel) {
    entries.withLock { $0[ObjectIdentifier(channel)] = nil }
  }
}
