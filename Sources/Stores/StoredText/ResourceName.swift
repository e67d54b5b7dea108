import ExactText

/// The names of files and resources for items.
public enum ResourceName {
  /// The ending of the names.
  public static let ending = ".ics"

  /// Names for a new item, of which the first free one is used.
  ///
  /// It is the UID if that is a valid name, otherwise the valid part of it with a number that other UIDs do not have.
  public static func names(for uid: String) -> some Sequence<String> {
    numbered(isSafe(uid) ? uid : safe(uid), ending)
  }

  /// Names for the folder of a list, of which the first free one is used: the valid part of the title.
  public static func names(ofList title: String) -> some Sequence<String> {
    let words = title.lowercased().split { $0.isWhitespace }.joined(separator: "-")
    let stem = readable(words)
    return numbered(stem.isEmpty ? "list" : stem)
  }

  /// The names are computed on demand, because the first is nearly always free.
  private static func numbered(_ stem: String, _ ending: String = "") -> some Sequence<String> {
    (1...999).lazy.map { $0 == 1 ? stem + ending : "\(stem)-\($0)\(ending)" }
  }

  /// True if a text is a valid file name on any system, and unique without regard to case.
  private static func isSafe(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.first != UInt8(ascii: "-") && text.utf8.allSatisfy(isSafe)
      && !text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// A name that practically no other text has.
  private static func safe(_ text: String) -> String {
    readable(text) + "_" + String(text.utf8.sum, radix: 36)
  }

  /// The bytes of a text that are allowed in a name, at most 60, from the first that is allowed at its beginning.
  private static func readable(_ text: String) -> String {
    let bytes = text.utf8.filter(isSafe).drop {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    return String(decoding: bytes.prefix(60), as: UTF8.self)
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_.+-@".utf8.contains(byte)
    }
  }
}
