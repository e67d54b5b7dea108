public import TaskBridge
import TaskText

/// Short names by which a person calls lines: a few letters that are the same in every run.
///
/// A name is a function of the file's name, the project path and the title, so it stays while tags and
/// dates change; equal lines are told apart by their number among equals. Only as many letters are shown
/// as tell a line from all others, four at least, and any beginning that one line alone has names it.
///
/// ```swift
/// let ids = ShortIDs(entries)
/// ids.id(of: entries.entries[0].line)  // "kvtr"
/// ids.lines(named: "kv")  // the lines whose names begin so, mostly this one
/// ```
public struct ShortIDs: Sendable {
  /// How many letters are shown at least.
  public static let shortest = 4
  /// The letters of names: consonants, of which no words are made, without those that look like digits.
  private static let alphabet = Array("bcdfghjkmnpqrstvwxz".utf8)
  /// How many letters a whole name has.
  private static let length = 12

  /// A line and its name.
  private struct Named {
    let name: UInt64
    let line: LineRef
  }

  /// All lines in the order of their names.
  private let named: [Named]
  /// The place of each line in that order.
  private let places: [LineRef: Int]

  /// Names the lines of some entries, items and projects.
  public init(_ entries: TaskEntries) {
    var namer = Namer(entries)
    let lines = (entries.entries + entries.projects).sorted { $0.line < $1.line }
    named = lines.map { Named(name: namer.name(of: $0), line: $0.line) }
      .sorted { ($0.name, $0.line) < ($1.name, $1.line) }
    places = Dictionary(
      named.enumerated().map { ($1.line, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of a line as it is shown; empty for a line that is no task and no project.
  public func id(of line: LineRef) -> String {
    guard let place = places[line] else { return "" }
    return Self.text(named[place].name, max(Self.shortest, uniqueLength(at: place)))
  }

  /// How many letters of a line's name no other line begins with: those that must be typed.
  public func uniqueLength(of line: LineRef) -> Int {
    places[line].map { uniqueLength(at: $0) } ?? 0
  }

  /// The lines whose names begin so, in the order of the files; none where a letter is not of a name.
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
  /// How many names there are.
  private static let count = (0..<length).reduce(UInt64(1)) { count, _ in
    count * UInt64(alphabet.count)
  }

  /// A number as the letters of a name, the first of them.
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

  /// The numbers of the names that begin so.
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

  /// Makes the numbers of lines, in the order of the files.
  private struct Namer {
    private let entries: TaskEntries
    /// The hash of each project path.
    private let paths: [FNV1aHash]
    /// How many lines of a file, a path and a title there were.
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
      // The name alone: a file is the same by itself and in a folder that is read.
      hash.combine((file.identity.split(separator: "/").last ?? "").utf8)
      hash.combine([entry.isProject ? 1 : 0])
      hash.combine(Self.title(of: file.document, entry.line.line))
      let number = counts[hash.value, default: 0]
      counts[hash.value] = number + 1
      if number > 0 { hash.combine("\(number)".utf8) }
      return hash.mixed % ShortIDs.count
    }

    /// The bytes of a line's text without the tags that stand in it.
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

/// A hash of 64 bits that is the same in every run (FNV-1a), for names of a few letters.
private struct FNV1aHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes a text, and where it ends.
  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0xFF) &* 0x100_0000_01B3  // no byte of UTF-8
  }

  /// The value with all bits of it in its first ones, from which the first letters are made.
  var mixed: UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
