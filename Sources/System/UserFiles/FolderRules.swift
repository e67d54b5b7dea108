/// Which files and folders a command leaves out of a folder that it reads.
///
/// They come from `exclude` in the configuration, and from the files `.duecalignore` of the folder, of those in it and of
/// those above it. The last line that matches decides; those of a deeper folder come last. What is in a folder that is left
/// out is left out, but the folder that is read is never left out itself, because a person has named it.
public struct FolderRules: Sendable {
  /// The name of the files with rules.
  public static let fileName = ".duecalignore"
  /// The size from which on a file has no rules.
  private static let limit = 1 << 20

  /// The rules of one folder.
  package struct Group: Sendable {
    /// The path of the folder from the one that is read; empty for that one itself, and for those above it.
    let folder: String
    /// The names of the folders from that of the rules to the one that is read, if that is below it.
    var below: [Substring] = []
    let patterns: [IgnorePattern]

    /// The path of a file of the folder that is read, from that of the rules.
    func parts(_ path: String) -> [Substring] {
      let start = folder.isEmpty ? 0 : folder.utf8.count + 1
      let names = path.utf8.dropFirst(start).split(separator: UInt8(ascii: "/"))
      return below + names.compactMap { Substring($0) }
    }
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
  package func groups(of root: String) -> [Group] {
    [Group(folder: "", patterns: common)] + above(root) + own(of: "", in: root)
  }

  /// The rules of the folders above one, the highest first.
  private func above(_ root: String) -> [Group] {
    let names = CanonicalPath.of(root).split(separator: "/")
    return names.indices.compactMap { end in
      let path = names[..<end].map { "/\($0)" }.joined()
      let patterns = Self.patterns(of: path)
      return patterns.isEmpty
        ? nil : Group(folder: "", below: Array(names[end...]), patterns: patterns)
    }
  }

  /// The rules that a folder has for itself, as a group or none.
  package func own(of folder: String, in root: String) -> [Group] {
    let patterns = Self.patterns(of: folder.isEmpty ? root : "\(root)/\(folder)")
    return patterns.isEmpty ? [] : [Group(folder: folder, patterns: patterns)]
  }

  private static func patterns(of folder: String) -> [IgnorePattern] {
    guard case let file = "\(folder)/\(fileName)", FileTree.isFile(file),
      let bytes = try? FileSnapshot.regular(file).bytes, bytes.count <= limit
    else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      IgnorePattern(String(decoding: $0, as: UTF8.self))
    }
  }

  /// True if a file or folder is left out.
  package func leavesOut(
    _ path: String, isFolder: Bool, in root: String, _ groups: [Group]
  ) -> Bool {
    if !paths.isEmpty {
      let whole = CanonicalPath.of("\(root)/\(path)")
      if paths.contains(where: { $0.utf8.elementsEqual(whole.utf8) }) { return true }
    }
    var isOut = false
    for group in groups {
      let parts = group.parts(path)
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
