extension ZoneDatabase {
  /// True if the zone files are installed; slim images of Debian do not include them.
  public var isInstalled: Bool {
    ["UTC", "Etc/UTC", "Europe/Berlin", "America/New_York"].contains(where: contains)
  }

  /// Checks that the zone files are installed.
  ///
  /// - Throws: `ZoneError.noDatabase`, which says what to install.
  public func check() throws(ZoneError) {
    guard isInstalled else { throw .noDatabase(directory) }
  }

  /// True if the database has a file of this name.
  public func contains(_ name: String) -> Bool {
    Self.isLegal(name) && Self.isFile("\(directory)/\(name)")
  }

  /// The names in the database.
  ///
  /// They come from its source (`tzdata.zi`), or if that is missing from the list of places; without either they are
  /// empty.
  public func names() -> ZoneNames {
    if let list = Self.read("\(directory)/tzdata.zi") { return ZoneNames(source: list) }
    return ZoneNames(places: Self.read("\(directory)/zone1970.tab") ?? [])
  }
}

/// The names of a zone database: zones, and links to zones.
public struct ZoneNames: Sendable {
  /// The zones that have their own rules, in the order of the list.
  public private(set) var zones: [String] = []
  /// The zone of each link.
  public private(set) var links: [String: String] = [:]
  private var spellings: [String: String] = [:]

  /// Reads the compact source of the database: `Z` begins a zone, and `L` defines a link.
  init(source: [UInt8]) {
    for line in source.split(separator: UInt8(ascii: "\n")) {
      guard line.first == UInt8(ascii: "Z") || line.first == UInt8(ascii: "L") else { continue }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard words[0].count == 1, words.count >= 3 else { continue }
      add(words[0].first == UInt8(ascii: "Z"), Self.text(words[1]), and: Self.text(words[2]))
    }
  }

  /// Reads the list of places, which has the names in its third column.
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

  /// The name as the database spells it; letter case is ignored.
  public func spelling(of name: String) -> String? { spellings[name.lowercased()] }
}
