import ExactText

/// A line of the index of the backups: fields between tabs, and a checksum at the end.
///
/// The checksum shows damage. Lines of version 0.1 have none.
struct IndexLine {
  /// The fields, without the checksum.
  let fields: [ArraySlice<UInt8>]
  /// True if the line has a correct checksum.
  let isChecked: Bool

  /// Reads a line without its end.
  init(_ line: ArraySlice<UInt8>) {
    var fields = line.split(separator: Self.tab, omittingEmptySubsequences: false)
    let check = fields.last ?? []
    let body = line.dropLast(check.count + 1)
    isChecked = fields.count > 1 && check.elementsEqual(Self.check(of: body).utf8)
    if isChecked { fields.removeLast() }
    self.fields = fields
  }

  /// Creates a line of fields, with its checksum and its line end.
  static func text(_ fields: [String]) -> String {
    let body = fields.map(escaped).joined(separator: "\t")
    return "\(body)\t\(check(of: Array(body.utf8)[...]))\n"
  }

  /// A field as a word without escapes.
  func word(_ index: Int) -> String? {
    fields.indices.contains(index) ? String(validating: fields[index], as: UTF8.self) : nil
  }

  /// A field as a number; nil if it is not one or too large.
  func number(_ index: Int) -> Int? {
    guard let number = word(index).flatMap({ Int($0) }), number.magnitude <= Self.highest else {
      return nil
    }
    return number
  }

  /// A field as a text, with its escapes replaced.
  func text(_ index: Int) -> String? {
    guard fields.indices.contains(index) else { return nil }
    var bytes: [UInt8] = []
    var rest = fields[index]
    while let byte = rest.popFirst() {
      guard byte == Self.backslash else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.popFirst(), let plain = Self.plain(letter) else { return nil }
      bytes += plain
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The highest number of an edit, a run or a time, far below overflow.
  static let highest = 1_000_000_000_000

  private static let tab = UInt8(ascii: "\t")
  private static let backslash = UInt8(ascii: "\\")

  private static func escaped(_ field: String) -> String {
    let bytes = field.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case backslash: [backslash, backslash]
      case tab: Array("\\t".utf8)
      case UInt8(ascii: "\n"): Array("\\n".utf8)
      case UInt8(ascii: "\r"): Array("\\r".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes for a letter after a backslash; version 0.1 wrote CR LF as `\w`.
  private static func plain(_ letter: UInt8) -> [UInt8]? {
    switch letter {
    case backslash: [backslash]
    case UInt8(ascii: "t"): [tab]
    case UInt8(ascii: "n"): Array("\n".utf8)
    case UInt8(ascii: "r"): Array("\r".utf8)
    case UInt8(ascii: "w"): Array("\r\n".utf8)
    default: nil
    }
  }

  /// The checksum of some bytes: their FNV-1a hash, which detects accidental damage.
  private static func check(of bytes: ArraySlice<UInt8>) -> String {
    let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return "~" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension BackedUpEdit {
  /// Reads a line; nil if it is not an edit.
  init?(_ line: IndexLine) {
    guard line.fields.count == (line.isChecked ? 12 : 11), let number = line.number(1), number >= 0,
      let run = line.number(2), run > 0, let time = line.number(3),
      let method = line.word(4).flatMap({ WriteMethod(rawValue: $0) }),
      let before = Content(line, at: 5), let after = Content(line, at: 7),
      (method == .planned) == (number == 0), let command = line.text(9), let path = line.text(10),
      Self.isPath(path),
      let purpose = line.isChecked ? Purpose(line.word(11) ?? "") : Purpose(ofOld: command)
    else { return nil }
    self.init(
      number: number, run: run, time: time, command: command, path: path, before: before,
      after: after, purpose: purpose, method: method)
  }

  private static func isPath(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0)
  }

  /// The line of the index.
  var line: String {
    IndexLine.text([
      method == .planned ? "plan" : "edit", "\(number)", "\(run)", "\(time)", method.rawValue,
      before.sum, "\(before.count)",
      after.sum, "\(after.count)", command, path, purpose.word,
    ])
  }

  /// The line for an edit that was made.
  var doneLine: String { IndexLine.text(["done", "\(number)"]) }
  /// The line for an edit that was not made.
  var voidLine: String { IndexLine.text(["void", "\(number)"]) }
}

extension BackedUpEdit.Content {
  fileprivate init?(_ line: IndexLine, at index: Int) {
    guard let sum = line.word(index), let count = line.number(index + 1), sum.utf8.count == 64,
      sum.utf8.allSatisfy(Self.isDigit), (0...FileSnapshot.limit).contains(count)
    else { return nil }
    self.init(sum: sum, count: count)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension BackedUpEdit.Purpose {
  /// The name of the purpose in the index.
  var word: String {
    switch self {
    case .change: "change"
    case .background: "background"
    case .undo(let run): "undo \(run)"
    case .redo(let run): "redo \(run)"
    case .unnamedUndo: "undo"
    }
  }

  init?(_ word: String) {
    let parts = word.split(separator: " ")
    let run = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first, run) {
    case ("change", nil) where parts.count == 1: self = .change
    case ("background", nil) where parts.count == 1: self = .background
    case ("undo", nil) where parts.count == 1: self = .unnamedUndo
    case ("undo", let run?) where (1...IndexLine.highest).contains(run): self = .undo(run)
    case ("redo", let run?) where (1...IndexLine.highest).contains(run): self = .redo(run)
    default: return nil
    }
  }

  /// Creates the purpose of an edit of version 0.1.
  fileprivate init(ofOld command: String) {
    self = command == "undo" ? .unnamedUndo : .change
  }
}
