/// Which files and folders a command leaves out of a folder that it reads.
///
/// They come from `exclude` in the configuration, and from the file `.duecalignore` of the folder and of those in it. The
/// last line that matches decides; those of a deeper folder come last. What is in a folder that is left out is left out.
public struct FolderRules: Sendable {
  /// The name of the files with rules.
  public static let fileName = ".duecalignore"
  /// The size from which on a file has no rules.
  private static let limit = 1 << 20

  /// The rules of one folder.
  struct Group: Sendable {
    /// The path of the folder from the one that is read; empty for that one itself.
    let folder: String
    let patterns: [IgnorePattern]
  }

  private let common: [IgnorePattern]
  private let paths: [String]

  /// Rules that leave out only what `.duecalignore` names.
  public static let none = FolderRules([])

  /// Creates rules for all folders.
  ///
  /// - Parameter exclusions: Patterns, and paths that begin with `/`.
  public init(_ exclusions: [String]) {
    paths = exclusions.filter { $0.hasPrefix("/") }.map(CanonicalPath.of)
    common = exclusions.filter { !$0.hasPrefix("/") }.compactMap(IgnorePattern.init)
  }

  /// The rules for the files of a folder before any of it is read.
  func groups(of root: String) -> [Group] {
    [Group(folder: "", patterns: common)] + own(of: "", in: root)
  }

  /// The rules that a folder has for itself, as a group or none.
  func own(of folder: String, in root: String) -> [Group] {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    guard case let file = "\(path)/\(Self.fileName)", FileTree.isFile(file),
      let bytes = try? FileSnapshot.regular(file).bytes, bytes.count <= Self.limit
    else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let patterns = lines.compactMap { IgnorePattern(String(decoding: $0, as: UTF8.self)) }
    return patterns.isEmpty ? [] : [Group(folder: folder, patterns: patterns)]
  }

  /// True if a file or folder is left out.
  func leavesOut(_ path: String, isFolder: Bool, in root: String, _ groups: [Group]) -> Bool {
    if !paths.isEmpty {
      let whole = CanonicalPath.of("\(root)/\(path)")
      if paths.contains(where: { $0.utf8.elementsEqual(whole.utf8) }) { return true }
    }
    var isOut = false
    for group in groups {
      let start = group.folder.isEmpty ? 0 : group.folder.utf8.count + 1
      let names = path.utf8.dropFirst(start).split(separator: UInt8(ascii: "/"))
      let parts = names.compactMap { Substring($0) }
      for pattern in group.patterns where pattern.isException == isOut {
        if pattern.matches(parts, isFolder: isFolder) { isOut = !pattern.isException }
      }
    }
    return isOut
  }

  /// True if a file of a folder is left out, by itself or by a folder that contains it.
  ///
  /// - Parameters:
  ///   - path: The path from the folder.
  ///   - root: The folder that is read.
  public func leavesOut(_ path: String, in root: String) -> Bool {
    var groups = groups(of: root)
    var ends = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
    ends.append(path.utf8.endIndex)
    for end in ends {
      let part = String(path[..<end])
      let isFolder = end != path.utf8.endIndex
      if leavesOut(part, isFolder: isFolder, in: root, groups) { return true }
      if isFolder { groups += own(of: part, in: root) }
    }
    return false
  }
}
