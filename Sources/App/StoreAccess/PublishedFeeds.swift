/// The feeds that a server gives out at secret addresses.
///
/// Both functions are called for each request, so they have to be fast, and must read no task file.
package protocol PublishedFeeds: Sendable {
  /// The addresses that are valid now.
  func addresses() -> [FeedAddress]

  /// What was last published of a feed; nil before the first time.
  ///
  /// - Parameter name: The name of a feed that has an address.
  /// - Returns: The same object until something else is published.
  func version(ofFeed name: String) -> FeedVersion?
}

/// The secret address of a feed.
package struct FeedAddress: Sendable {
  /// The name of the feed.
  package let name: String
  /// The SHA-256 of the token in the address, in 64 hexadecimal digits; the token itself is nowhere.
  package let digest: String
  /// When the address was made: a day and a time in UTC, as a person reads it.
  package let made: String

  /// Creates an address.
  package init(name: String, digest: String, made: String) {
    self.name = name
    self.digest = digest
    self.made = made
  }
}

/// What was published of a feed at one time.
package final class FeedVersion: Sendable {
  /// The calendar.
  package let bytes: [UInt8]
  /// When it was published, in seconds since 1970.
  package let seconds: Int

  /// Creates a version.
  package init(_ bytes: [UInt8], publishedAt seconds: Int) {
    self.bytes = bytes
    self.seconds = seconds
  }
}
