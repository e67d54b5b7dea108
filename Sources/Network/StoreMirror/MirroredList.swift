public import CalendarStores
import ExactText
import StoredText
public import TaskDates

/// A list of a server, with its state from the last read.
public struct MirroredList: Hashable, Sendable {
  /// The list.
  public var list: ItemList
  /// Its address as the server spells it.
  public var href: String
  /// A mark that changes with the contents of the list (`getctag`); nil if the server has no reliable one.
  public var mark: String?
  /// The token for requests of changes (RFC 6578); nil to list everything.
  public var token: String?
  /// When everything was listed last; nil for never.
  public var listed: Instant?

  /// Creates a list whose contents were not read yet.
  public init(_ list: ItemList, href: String) {
    self.list = list
    self.href = href
  }
}

/// A resource of a list on a server.
public struct MirroredResource: Hashable, Sendable {
  /// The name of the resource in the cache.
  public let name: String
  /// Its address as the server spells it.
  public let href: String
  /// Its version on the server (an ETag).
  public let tag: String

  /// Creates a resource.
  public init(name: String, href: String, tag: String) {
    self.name = name
    self.href = href
    self.tag = tag
  }
}

/// A resource with its text.
public struct MirroredText: Hashable, Sendable {
  /// The resource.
  public let resource: MirroredResource
  /// Its text, as the server sent it.
  public let bytes: [UInt8]

  /// Distinguishes this version from all others: the server's ETag and a checksum of the text, because some servers
  /// use an ETag twice.
  public var version: String {
    "\(resource.tag) \(String(bytes.sum, radix: 36))"
  }

  /// Creates a text.
  public init(_ resource: MirroredResource, bytes: [UInt8]) {
    self.resource = resource
    self.bytes = bytes
  }
}
