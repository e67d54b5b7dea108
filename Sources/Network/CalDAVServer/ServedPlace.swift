import ExactText
import WebDAV

/// The place that a path names.
enum ServedPlace: Equatable {
  /// The folder above the person.
  case root
  /// Where a client begins that knows only the server (RFC 6764, section 5).
  case wellKnown
  case principal
  /// The collection of the person's lists.
  case home
  /// A list, by its name in paths.
  case list(String)
  /// An item of a list, by their names in paths.
  case item(list: String, name: String)
}

/// The paths of a server, which are looked up in tables and never joined to paths of files.
struct ServedPaths: Sendable {
  let user: String
  /// The segments that a proxy has put before all paths.
  private let prefix: [String]
  private static let calendars = "calendars"
  private static let wellKnown = [".well-known", "caldav"]

  init(user: String, prefix: String) {
    self.user = user
    self.prefix = ResourcePath.names(in: prefix)
  }

  /// The place that a path names; nil if it names none.
  ///
  /// Slashes count once, also at the end, and a name counts however it is encoded.
  func place(_ path: String) -> ServedPlace? {
    var names = ResourcePath.names(in: path)
    // Such a name ends where another program reads a zero.
    guard !names.contains(where: { $0.utf8.contains(0) }) else { return nil }
    if names.are(Self.wellKnown) { return .wellKnown }
    guard Array(names.prefix(prefix.count)).are(prefix) else { return nil }
    names.removeFirst(prefix.count)
    if names.are(Self.wellKnown) { return .wellKnown }
    guard let first = names.first else { return .root }
    guard first == user else { return nil }
    guard names.count > 1 else { return .principal }
    guard names[1] == Self.calendars else { return nil }
    switch names.count {
    case 2: return .home
    case 3: return .list(names[2])
    case 4: return .item(list: names[2], name: names[3])
    default: return nil
    }
  }

  /// The place that an address names: only the path counts, because a proxy may have another host and port.
  func place(ofAddress address: String) -> ServedPlace? {
    guard address.first != "/" else { return place(address) }
    // The third slash begins the path.
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? place("/\(parts[3])") : nil
  }

  // MARK: Paths of places

  var root: String { path([]) }
  var principal: String { path([user]) }
  var home: String { path([user, Self.calendars]) }

  private func path(_ names: [String]) -> String {
    let segments = (prefix + names).map(ResourcePath.segment)
    return segments.isEmpty ? "/" : "/\(segments.joined(separator: "/"))/"
  }
}

extension [String] {
  /// True if the names have the same bytes.
  fileprivate func are(_ others: [String]) -> Bool {
    map(ExactString.init) == others.map(ExactString.init)
  }
}
