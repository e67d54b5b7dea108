/// A line of a `.duecalignore`, or an entry of `exclude` in the configuration: a subset of what `.gitignore` has.
///
/// `*` stands for any characters but `/`, `?` for one of them, and `**` for any folders. A pattern without `/` before its
/// end matches names at any depth, another one the path from the folder of the rules. `/` at the end matches only
/// folders, and `!` at the beginning takes an exclusion back.
struct IgnorePattern: Sendable {
  /// True if what matches is read after all.
  let isException: Bool
  private let isOfFolders: Bool
  private let isAnchored: Bool
  private let parts: [[UInt8]]

  /// Reads a line; nil for a blank line and a comment.
  init?(_ line: String) {
    var text = line[...]
    while let last = text.last, last == " " || last == "\t" || last == "\r" || last == "\r\n" {
      text.removeLast()
    }
    guard let first = text.first, first != "#" else { return nil }
    isException = first == "!"
    if isException { text.removeFirst() }
    if text.hasPrefix("\\#") || text.hasPrefix("\\!") { text.removeFirst() }
    isOfFolders = text.last == "/"
    while text.last == "/" { text.removeLast() }
    isAnchored = text.contains("/")
    parts = text.split(separator: "/").map { Array($0.utf8) }
    guard !parts.isEmpty else { return nil }
  }

  /// True if the pattern names a file or a folder by its path from the folder of the rules.
  func matches(_ path: [Substring], isFolder: Bool) -> Bool {
    if isOfFolders, !isFolder { return false }
    guard isAnchored else {
      return path.last.map { Self.matches(parts[0][...], Array($0.utf8)[...]) } ?? false
    }
    return Self.matches(parts[...], path.map { Array($0.utf8) }[...])
  }

  /// Matches parts of a path; `**` stands for any number of them.
  private static func matches(_ parts: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let part = parts.first else { return path.isEmpty }
    guard part == Array("**".utf8) else {
      guard let name = path.first, matches(part[...], name[...]) else { return false }
      return matches(parts.dropFirst(), path.dropFirst())
    }
    let rest = parts.drop { $0 == part }
    if rest.isEmpty { return !path.isEmpty }
    return (path.startIndex..<path.endIndex).contains { matches(rest, path[$0...]) }
  }

  /// Matches a name; each `*` takes as little as it can, and the last one takes more where the rest does not fit.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (pattern, name) = (pattern, name)
    var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
    while !name.isEmpty || !pattern.isEmpty {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.drop { $0 == UInt8(ascii: "*") }
        retry = (pattern, name)
      } else if let rest = afterOne(of: pattern, in: name) {
        (pattern, name) = (pattern.dropFirst(), rest)
      } else if let last = retry, let rest = afterCharacter(of: last.name) {
        retry = (last.pattern, rest)
        (pattern, name) = (last.pattern, rest)
      } else {
        return false
      }
    }
    return true
  }

  /// The name after what the first sign of a pattern stands for; nil if it does not fit.
  private static func afterOne(
    of pattern: ArraySlice<UInt8>, in name: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard let sign = pattern.first else { return nil }
    if sign == UInt8(ascii: "?") { return afterCharacter(of: name) }
    return name.first == sign ? name.dropFirst() : nil
  }

  /// The name without its first character, which may have several bytes.
  private static func afterCharacter(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    name.isEmpty ? nil : name.dropFirst().drop { $0 & 0xC0 == 0x80 }
  }
}
