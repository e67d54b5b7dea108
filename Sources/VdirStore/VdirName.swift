/// The names of items and of their files.
///
/// An item has the name of its file; where a file has several, which it should not, those behind the first
/// have a number besides.
enum VdirName {
  static let ending = ".ics"

  static func item(_ number: Int, of file: String) -> String {
    number == 0 ? file : "\(file)#\(number)"
  }

  static func file(of item: String) -> String {
    guard let end = item.firstRange(of: "\(ending)#") else { return item }
    return String(item[..<end.lowerBound]) + ending
  }

  static func number(of item: String) -> Int {
    guard let end = item.firstRange(of: "\(ending)#") else { return 0 }
    return Int(item[end.upperBound...]) ?? 0
  }

  /// Names for a new file, the first that is free to be taken: the UID where it is one, else what of it can
  /// be one, with a number that other UIDs do not have.
  static func files(for uid: String) -> [String] {
    let stem = isSafe(uid) ? uid : safe(uid)
    return (["\(stem)"] + (2...99).map { "\(stem)-\($0)" }).map { $0 + ending }
  }

  /// True if a text names a file on any system, and no other text the same one.
  static func isSafe(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.first != UInt8(ascii: "-") && text.utf8.allSatisfy(isSafe)
      && !text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// A name that a text alone has, as good as.
  static func safe(_ text: String) -> String {
    let readable = text.utf8.filter(isSafe).drop {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    return String(decoding: readable.prefix(60), as: UTF8.self) + "_" + hash(text)
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_.+-@".utf8.contains(byte)
    }
  }

  /// 64 bits of FNV-1a.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}
