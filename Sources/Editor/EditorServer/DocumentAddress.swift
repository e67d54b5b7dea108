import UserFiles

/// The address of a document, `file:///home/ann/notes/home.taskpaper`.
enum DocumentAddress {
  /// The path of a file address; nil for another scheme.
  static func path(of uri: String) -> String? {
    guard uri.lowercased().hasPrefix("file://") else { return nil }
    let rest = uri.utf8.dropFirst(7)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return decoded(rest[slash...])
  }

  /// The path of a file address with all links resolved, by which files are told apart; nil for another scheme.
  static func realPath(of uri: String) -> String? { path(of: uri).map(realPath) }

  /// A path with all links resolved; of a file that is gone, with the links of its folder resolved.
  static func realPath(_ path: String) -> String {
    if let real = FileTree.realPath(path) { return real }
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return path }
    let folder = realPath(String(decoding: bytes[..<slash], as: UTF8.self))
    return folder + String(decoding: bytes[slash...], as: UTF8.self)
  }

  /// The address of a path.
  static func uri(of path: String) -> String {
    var uri = Array("file://".utf8)
    for byte in path.utf8 {
      if isPlain(byte) {
        uri.append(byte)
      } else {
        uri += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }

  private static func decoded(_ text: Substring.UTF8View) -> String {
    let bytes = Array(text)
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        plain.append(byte)
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
