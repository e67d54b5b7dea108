/// Reads the content of a zone file (TZif, RFC 9636, version 2 and later).
enum ZoneFile {
  /// The zone of a file's content; nil if it is damaged, of version 1, or counts leap seconds.
  static func zone(name: String, content: [UInt8]) -> Zone? {
    guard let first = Block(content, at: 0, timeSize: 4), first.version >= UInt8(ascii: "2"),
      let block = Block(content, at: first.end, timeSize: 8), block.leapSeconds == 0,
      let observances = block.observances(content),
      let changes = block.changes(content, observances)
    else { return nil }
    guard let footer = footer(content, from: block.end) else { return nil }
    let rule = footer.isEmpty ? nil : ZoneRule(posix: footer)
    if rule == nil, !footer.isEmpty { return nil }
    return Zone(name: name, first: observances[0], changes: changes, rule: rule)
  }

  /// The rule between the two line feeds after the second block.
  private static func footer(_ content: [UInt8], from start: Int) -> String? {
    guard start < content.count, content[start] == UInt8(ascii: "\n"),
      let end = content[(start + 1)...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return String(decoding: content[(start + 1)..<end], as: UTF8.self)
  }

  /// A header and the position of the data after it.
  private struct Block {
    let version: UInt8
    let leapSeconds: Int
    let end: Int
    private let timeSize: Int
    private let times: Int
    private let timeCount: Int
    private let typeCount: Int
    private let characterCount: Int

    init?(_ content: [UInt8], at start: Int, timeSize: Int) {
      guard start + 44 <= content.count, content[start...].starts(with: "TZif".utf8) else {
        return nil
      }
      func count(_ field: Int) -> Int { ZoneFile.number(content, start + 20 + field * 4, size: 4) }
      let counts = (0..<6).map(count)
      guard counts.allSatisfy({ 0...100_000 ~= $0 }), counts[4] > 0 else { return nil }
      self.timeSize = timeSize
      version = content[start + 4]
      leapSeconds = counts[2]
      times = start + 44
      timeCount = counts[3]
      typeCount = counts[4]
      characterCount = counts[5]
      let data = timeCount * (timeSize + 1) + typeCount * 6 + characterCount
      end = times + data + leapSeconds * (timeSize + 4) + counts[0] + counts[1]
      guard end <= content.count else { return nil }
    }

    private var indices: Int { times + timeCount * timeSize }
    private var types: Int { indices + timeCount }
    private var characters: Int { types + typeCount * 6 }

    func observances(_ content: [UInt8]) -> [Zone.Observance]? {
      var observances: [Zone.Observance] = []
      for type in stride(from: types, to: characters, by: 6) {
        let offset = ZoneFile.number(content, type, size: 4)
        let name = characters + Int(content[type + 5])
        guard abs(offset) < 26 * 3600, name < characters + characterCount else { return nil }
        let letters = content[name..<characters + characterCount].prefix { $0 != 0 }
        observances.append(
          Zone.Observance(
            offset: offset, isDaylight: content[type + 4] != 0,
            abbreviation: String(decoding: letters, as: UTF8.self)))
      }
      return observances
    }

    func changes(
      _ content: [UInt8], _ observances: [Zone.Observance]
    ) -> [(at: Instant, to: Zone.Observance)]? {
      var changes: [(at: Instant, to: Zone.Observance)] = []
      changes.reserveCapacity(timeCount)
      for index in 0..<timeCount {
        let type = Int(content[indices + index])
        guard type < observances.count else { return nil }
        let second = ZoneFile.number(content, times + index * timeSize, size: timeSize)
        changes.append((Instant(seconds: second), observances[type]))
      }
      return changes
    }
  }

  /// A signed big-endian number of 4 or 8 bytes.
  fileprivate static func number(_ content: [UInt8], _ start: Int, size: Int) -> Int {
    let bits = content[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
  }
}
