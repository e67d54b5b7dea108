import Synchronization

/// The zones that were read before: a zone file with the same bytes is decoded once.
///
/// A store of ten thousand items would otherwise decode its zone for each of them.
enum DecodedZones {
  private struct Entry {
    let content: [UInt8]
    let zone: Zone?
  }

  private static let known = Mutex<[String: Entry]>([:])
  /// The number of zones that are kept, more than there are names in the database.
  private static let limit = 1000

  /// The zone of a file's content; nil if the content cannot be read.
  static func zone(named name: String, content: [UInt8]) -> Zone? {
    if let entry = known.withLock({ $0[name] }), entry.content == content { return entry.zone }
    let zone = ZoneFile.zone(name: name, content: content)
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[name] = Entry(content: content, zone: zone)
    }
    return zone
  }
}
