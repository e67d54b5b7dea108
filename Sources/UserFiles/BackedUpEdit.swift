/// An edit of a person's file, with what brings it back.
public struct BackedUpEdit: Hashable, Sendable {
  /// Bytes, by which they are known again.
  public struct Content: Hashable, Sendable {
    /// Their SHA-256.
    public let sum: String
    /// How many there are.
    public let count: Int

    init(_ bytes: [UInt8]) {
      self.init(sum: SHA256.digits(of: bytes), count: bytes.count)
    }

    init(sum: String, count: Int) {
      self.sum = sum
      self.count = count
    }

    /// True if bytes are these.
    public func isThat(of bytes: [UInt8]) -> Bool {
      bytes.count == count && SHA256.digits(of: bytes) == sum
    }
  }

  /// How the file got its new bytes.
  enum Way: String {
    /// Another file took its place.
    case exchanged
    /// They were written into it.
    case inPlace
    /// It did not: another program saved at the same moment, and these are the bytes that would be
    /// lost.
    case kept
  }

  /// Its number; a later edit has a higher one.
  public let number: Int
  /// The run that made it.
  public let run: Int
  /// When, in seconds since 1970.
  public let time: Int
  /// What made it, as the command says it of itself.
  public let command: String
  /// The file, from the root and behind all links.
  public let path: String
  /// What the file held before.
  public let before: Content
  /// What it got.
  public let after: Content
  let way: Way

  /// True for bytes that another program saved in the moment of an edit, and that were kept here.
  public var isKept: Bool { way == .kept }
}

/// What the index says: a line for each edit, and one for what became of it.
struct BackupIndex {
  /// Edits that were made, oldest first.
  private(set) var done: [BackedUpEdit] = []
  /// Edits that were begun, and of which nothing more is known.
  private(set) var begun: [BackedUpEdit] = []
  /// How many bytes of the index are whole lines.
  private(set) var length = 0
  private(set) var lineCount = 0
  private var last = 0

  init(_ bytes: [UInt8] = []) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      read(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
      lineCount += 1
    }
    length = start
  }

  /// The number of the next edit.
  var next: Int { last + 1 }
  /// The number of the next run.
  var nextRun: Int { ((done + begun).map(\.run).max() ?? 0) + 1 }

  /// The edits of each file that are kept.
  func kept(_ count: Int) -> [BackedUpEdit] {
    var counts: [String: Int] = [:]
    return done.reversed().filter { edit in
      counts[edit.path, default: 0] += 1
      return counts[edit.path, default: 0] <= count
    }.reversed()
  }

  private mutating func read(_ line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count > 1, let number = Int(fields[1]) else { return }
    last = max(last, number)
    switch fields[0] {
    case "edit": if let edit = BackedUpEdit(fields) { begun.append(edit) }
    case "done": if let edit = take(number) { done.append(edit) }
    case "void": _ = take(number)
    default: break  // a later version's
    }
  }

  private mutating func take(_ number: Int) -> BackedUpEdit? {
    begun.firstIndex { $0.number == number }.map { begun.remove(at: $0) }
  }
}

extension BackedUpEdit {
  /// Reads the fields of a line, nil where they are not ours.
  fileprivate init?(_ fields: [String]) {
    guard fields.count >= 11, let number = Int(fields[1]), let run = Int(fields[2]),
      let time = Int(fields[3]), let way = Way(rawValue: fields[4]),
      let before = Int(fields[6]), let after = Int(fields[8])
    else { return nil }
    self.init(
      number: number, run: run, time: time, command: Self.unescaped(fields[9]),
      path: Self.unescaped(fields[10]), before: Content(sum: fields[5], count: before),
      after: Content(sum: fields[7], count: after), way: way)
  }

  /// The line of the index.
  var line: String {
    let fields = [
      "edit", "\(number)", "\(run)", "\(time)", way.rawValue, before.sum, "\(before.count)",
      after.sum, "\(after.count)", Self.escaped(command), Self.escaped(path),
    ]
    return fields.joined(separator: "\t") + "\n"
  }

  /// The line that says that it was made.
  var doneLine: String { "done\t\(number)\n" }
  /// The line that says that it was not.
  var voidLine: String { "void\t\(number)\n" }

  private static let escapes: [(plain: Character, letter: Character)] = [
    ("\\", "\\"), ("\t", "t"), ("\n", "n"), ("\r", "r"), ("\r\n", "w"),
  ]

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      let escape = escapes.first { $0.plain == character }
      text += escape.map { "\\\($0.letter)" } ?? String(character)
    }
  }

  private static func unescaped(_ text: String) -> String {
    var isEscaped = false
    return text.reduce(into: "") { text, character in
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        let plain = isEscaped ? escapes.first { $0.letter == character }?.plain : nil
        text.append(plain ?? character)
        isEscaped = false
      }
    }
  }
}
