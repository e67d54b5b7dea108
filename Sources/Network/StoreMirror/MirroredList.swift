public import CalendarStores
import ExactText
import StoredText
public import TaskDates

/// A list of a server, with what the server said of its state when it was read last.
public struct MirroredList: Hashable, Sendable {
  /// The list.
  public var list: ItemList
  /// Its address as the server spells it.
  public var href: String
  /// What changes with everything that is in it (`getctag`); nil where the server has no such thing, or it
  /// is not to be trusted.
  public var mark: String?
  /// From where changes are asked for (RFC 6578); nil where all are listed.
  public var token: String?
  /// When all of it was listed last; nil for never.
  public var listed: Instant?

  /// Creates a list of which nothing was read yet.
  public init(_ list: ItemList, href: String) {
    self.list = list
    self.href = href
  }
}

/// What a server keeps under one address of a list.
public struct MirroredResource: Hashable, Sendable {
  /// The name by which the mirror knows it.
  public let name: String
  /// Its address as the server spells it.
  public let href: String
  /// Its version as the server tells it (an ETag).
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
  /// Its text, as the server gave it.
  public let bytes: [UInt8]

  /// What tells this version from all others: the server's tag, and a sum of the text, for there are servers
  /// that give a tag twice.
  public var version: String {
    "\(resource.tag) \(String(bytes.sum, radix: 36))"
  }

  /// Creates a text.
  public init(_ resource: MirroredResource, bytes: [UInt8]) {
    self.resource = resource
    self.bytes = bytes
  }
}
