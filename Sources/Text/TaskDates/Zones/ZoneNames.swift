extension ZoneDatabase {
  /// True if there are zone files; slim images of Debian come without them.
  public var isInstalled: Bool {
    ["UTC", "Etc/UTC", "Europe/Berlin", "America/New_York"].contains(where: contains)
  }

  /// Looks whether there are zone files.
  ///
  /// - Throws: `ZoneError.noDatabase`, which says what to install.
  public func check() throws(ZoneError) {
    guard isInstalled else { throw .noDatabase(directory) }
  }

  /// True if the database has a file of this name.
  public func contains(_ name: String) -> Bool {
    Self.isLegal(name) && Self.isFile("\(directory)/\(name)")
  }

  /// The names that the database knows, from its own list (`tzdata.zi`), or where that is missing from
  /// the list of places; empty where there is neither.
  public func names() -> ZoneNames {
    if let list = Self.read("\(directory)/tzdata.zi") { return ZoneNames(source: list) }
    return ZoneNames(places: Self.read("\(directory)/zone1970.tab") ?? [])
  }
}

/// The names of a zone database: zones, and other names for them.
public struct ZoneNames: Sendable {
  /// The zones that have rules of their own, in the order of the list.
  public private(set) var zones: [String] = []
  /// For each other name the zone that it means.
  public private(set) var links: [String: String] = [:]
  private var spellings: [String: String] = [:]

  /// Reads the compact source of the database: `Z` begins a zone, and `L` says of a second name what
  /// it means.
  init(source: [UInt8]) {
    for line in source.split(separator: UInt8(ascii: "\n")) {
      guard line.first == UInt8(ascii: "Z") || line.first == UInt8(ascii: "L") else { continue }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard words[0].count == 1, words.count >= 3 else { continue }
      add(words[0].first == UInt8(ascii: "Z"), Self.text(words[1]), and: Self.text(words[2]))
    }
  }

  /// Reads the list of places, in whose third column the names stand.
  init(places: [UInt8]) {
    for line in places.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let columns = line.split(separator: UInt8(ascii: "\t"))
      if columns.count >= 3 { add(true, Self.text(columns[2]), and: "") }
    }
  }

  private mutating func add(_ isZone: Bool, _ first: String, and second: String) {
    if isZone { zones.append(first) } else { links[second] = first }
    let name = isZone ? first : second
    spellings[name.lowercased()] = name
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The name as the database spells it, in whatever case it is asked for.
  public func spelling(of name: String) -> String? { spellings[name.lowercased()] }
}
