/// The names of the files and resources that items are kept in.
public enum ResourceName {
  /// How names end.
  public static let ending = ".ics"

  /// Names for a new one, the first that is free to be taken: the UID where it is one, else what of it can
  /// be one, with a number that other UIDs do not have.
  public static func names(for uid: String) -> some Sequence<String> {
    numbered(isSafe(uid) ? uid : safe(uid), ending)
  }

  /// Names for the folder of a list, the first that is free to be taken: what of the title is a name.
  public static func names(ofList title: String) -> some Sequence<String> {
    let words = title.lowercased().split { $0.isWhitespace }.joined(separator: "-")
    let stem = readable(words)
    return numbered(stem.isEmpty ? "list" : stem)
  }

  /// Each is made when it is asked for: the first is nearly always free.
  private static func numbered(_ stem: String, _ ending: String = "") -> some Sequence<String> {
    (1...999).lazy.map { $0 == 1 ? stem + ending : "\(stem)-\($0)\(ending)" }
  }

  /// True if a text names a file on any system, and no other text the same one.
  private static func isSafe(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.first != UInt8(ascii: "-") && text.utf8.allSatisfy(isSafe)
      && !text.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// A name that a text alone has, as good as.
  private static func safe(_ text: String) -> String {
    readable(text) + "_" + String(text.utf8.sum, radix: 36)
  }

  /// The bytes of a text that a name may contain, at most 60, from the first that may begin a name.
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
