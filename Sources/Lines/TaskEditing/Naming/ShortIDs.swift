public import TaskBridge
import TaskText

/// Short IDs of lines: a few letters that are the same in every run.
///
/// An ID depends on the file's name, the project path and the title, so it stays when tags and dates change. Equal
/// lines are distinguished by their number among them. An ID is shown with as many letters as distinguish it from all
/// others, at least four; any unique prefix is accepted.
///
/// ```swift
/// let ids = ShortIDs(entries)
/// ids.id(of: entries.entries[0].line)  // "kvtr"
/// ids.lines(named: "kv")  // the lines with this prefix, usually only this one
/// ```
public struct ShortIDs: Sendable {
  /// The minimum number of letters that are shown.
  public static let shortest = 4
  /// The letters of IDs: consonants, which form no words, without those that look like digits.
  private static let alphabet = Array("bcdfghjkmnpqrstvwxz".utf8)
  /// The length of a full ID, in letters.
  private static let length = 12

  /// A line and its ID.
  private struct Named {
    let name: UInt64
    let line: LineRef
  }

  /// All lines, sorted by ID.
  private let named: [Named]
  /// The index of each line in that order.
  private let places: [LineRef: Int]

  /// Creates the IDs of some entries, items and projects.
  public init(_ entries: TaskEntries) {
    var namer = Namer(entries)
    let lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
    named = lines.map { Named(name: namer.name(of: $0), line: $0.line) }
      .sorted { ($0.name, $0.line) < ($1.name, $1.line) }
    places = Dictionary(
      named.enumerated().map { ($1.line, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The ID of a line as it is shown; empty for a line that is neither a task nor a project.
  public func id(of line: LineRef) -> String {
    guard let place = places[line] else { return "" }
    return Self.text(named[place].name, max(Self.shortest, uniqueLength(at: place)))
  }

  /// The length of the shortest unique prefix of a line's ID.
  public func uniqueLength(of line: LineRef) -> Int {
    places[line].map { uniqueLength(at: $0) } ?? 0
  }

  /// The lines whose ID has a prefix, in the order of the files; none if the prefix has a letter that IDs do not use.
  public func lines(named prefix: String) -> [LineRef] {
    guard let range = Self.range(of: prefix) else { return [] }
    var low = 0
    var high = named.count
    while low < high {
      let middle = (low + high) / 2
      if named[middle].name < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return named[low...].prefix { range.contains($0.name) }.map(\.line).sorted()
  }

  private func uniqueLength(at place: Int) -> Int {
    let neighbours = [place - 1, place + 1].filter(named.indices.contains)
    let shared = neighbours.map { Self.sharedLength(named[place].name, named[$0].name) }.max() ?? 0
    return min(Self.length, shared + 1)
  }
}

extension ShortIDs {
  /// The number of possible IDs.
  private static let count = (0..<length).reduce(UInt64(1)) { count, _ in
    count * UInt64(alphabet.count)
  }

  /// The first letters of an ID, from its number.
  private static func text(_ name: UInt64, _ count: Int) -> String {
    String(decoding: letters(of: name).prefix(count), as: UTF8.self)
  }

  private static func letters(of name: UInt64) -> [UInt8] {
    var rest = name
    var letters: [UInt8] = []
    for _ in 0..<length {
      letters.append(alphabet[Int(rest % UInt64(alphabet.count))])
      rest /= UInt64(alphabet.count)
    }
    return letters.reversed()
  }

  private static func sharedLength(_ first: UInt64, _ second: UInt64) -> Int {
    zip(letters(of: first), letters(of: second)).prefix { $0 == $1 }.count
  }

  /// The numbers of the IDs with a prefix.
  private static func range(of prefix: String) -> Range<UInt64>? {
    let letters = Array(prefix.lowercased().utf8)
    guard (1...length).contains(letters.count) else { return nil }
    var first: UInt64 = 0
    for letter in letters {
      guard let digit = alphabet.firstIndex(of: letter) else { return nil }
      first = first * UInt64(alphabet.count) + UInt64(digit)
    }
    let room = (letters.count..<length).reduce(UInt64(1)) { room, _ in room * UInt64(alphabet.count)
    }
    return first * room..<(first + 1) * room
  }

  /// Computes the numbers of lines, in the order of the files.
  private struct Namer {
    private let entries: TaskEntries
    /// The hash of each project path.
    private let paths: [FNV1aHash]
    /// The number of lines so far with the same file, path and title.
    private var counts: [UInt64: Int] = [:]

    init(_ entries: TaskEntries) {
      self.entries = entries
      paths = entries.paths.map { path in
        path.reduce(into: FNV1aHash()) { $0.combine($1.utf8) }
      }
    }

    mutating func name(of entry: TaskEntry) -> UInt64 {
      let file = entries.file(of: entry)
      var hash = paths[entry.path]
      // Only the last part of the name, so that a file has the same IDs when it is read alone or in a folder.
      hash.combine((file.identity.split(separator: "/").last ?? "").utf8)
      hash.combine([entry.isProject ? 1 : 0])
      hash.combine(Self.title(of: file.document, entry.line.line))
      let number = counts[hash.value, default: 0]
      counts[hash.value] = number + 1
      if number > 0 { hash.combine("\(number)".utf8) }
      return hash.mixed % ShortIDs.count
    }

    /// The bytes of a line's text without the tags in it.
    private static func title(of document: TaskDocument, _ number: Int) -> [UInt8] {
      let line = document.lines[number]
      var title: [UInt8] = []
      var start = line.text.lowerBound
      for span in document.tags[line.tags] where span.range.upperBound <= line.text.upperBound {
        title += document.bytes[start..<max(start, span.leading.lowerBound)]
        start = span.range.upperBound
      }
      return title + document.bytes[start..<max(start, line.text.upperBound)]
    }
  }
}

/// A hash of 64 bits that is the same in every run (FNV-1a), for short IDs.
private struct FNV1aHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a text and its end.
  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0xFF) &* 0x100_0000_01B3  // no byte of UTF-8
  }

  /// The value with its bits mixed into the high ones, from which the first letters are made.
  var mixed: UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
