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

  /// Adds a connection; closes another one if there are too many.
  func add(_ channel: any Channel) {
    let surplus = entries.withLock { entries -> (any Channel)? in
      let longest =
        entries.count < most
        ? nil
        : entries.filter { $0.value.waitingSince != nil }
          .min { ($0.value.waitingSince ?? .distantFuture) < ($1.value.waitingSince ?? .distantFuture) }
      if let longest { entries[longest.key] = nil }
      entries[ObjectIdentifier(channel)] = Entry(channel: channel, waitingSince: .now())
      return longest?.value.channel
    }
    surplus?.close(promise: nil)
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
