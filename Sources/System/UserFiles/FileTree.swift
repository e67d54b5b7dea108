import ExactText
import Glibc

/// Checks what a path names, before it is read.
public enum FileTree {
  /// What a path names, with links followed.
  public enum Kind: Sendable {
    /// Nothing, or something in a folder that this person may not search.
    case nothing
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// Something else, such as a pipe.
    case other

    init(_ status: stat) {
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      default: self = .other
      }
    }
  }

  /// What a path names, asked once: a file that another process creates meanwhile is either there or not.
  public static func kind(of path: String) -> Kind {
    var status = stat()
    return stat(path, &status) == 0 ? Kind(status) : .nothing
  }

  /// True if the path is a folder.
  public static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

  /// True if the path is a regular file, with links followed, and so not a pipe.
  public static func isFile(_ path: String) -> Bool { kind(of: path) == .file }

  /// The absolute path of a file with all links resolved; nil if there is no such file.
  public static func realPath(_ path: String) -> String? { RealPath.find(path) }

  /// Creates a folder if it does not exist.
  public static func makeFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0, !isFolder(path) else { return }
    throw FileError(path, "write")
  }

  /// All names in a folder that are UTF-8, in the order of their bytes.
  public static func allNames(in folder: String) throws(FileError) -> [String] {
    try names(in: folder).filter(\.isUTF8).map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in a folder that are not UTF-8, displayed with U+FFFD, in the order of their bytes.
  public static func unnameable(in folder: String) throws(FileError) -> [String] {
    try names(in: folder).filter { !$0.isUTF8 }.map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// True if the path itself is a symbolic link.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// True for a link to something outside a folder, or to nothing.
  public static func leads(_ path: String, outOf folder: String) -> Bool {
    guard isLink(path) else { return false }
    guard let target = realPath(path), let folder = realPath(folder) else { return true }
    let inside = folder == "/" ? folder : "\(folder)/"
    return target != folder && !target.utf8.starts(with: inside.utf8)
  }

  /// The files of a folder.
  public struct Listing: Sendable {
    /// The files, as paths from the folder, in the order of their bytes.
    public fileprivate(set) var files: [String] = []
    /// The names that are not UTF-8 and so cannot be passed as text; displayed with U+FFFD.
    public fileprivate(set) var unnameable: [String] = []
    /// The errors of subfolders that could not be read.
    public fileprivate(set) var unreadable: [FileError] = []
    /// The conflict copies that were left out, as paths from the folder, in the order of their bytes.
    public fileprivate(set) var copies: [String] = []
  }

  /// The files in a folder and its subfolders.
  ///
  /// Hidden files are left out, and so is everything that is not a regular file, such as a pipe. Links to files are
  /// followed, links to folders are not.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - rules: What is left out, besides conflict copies; nil to list everything.
  ///   - isWanted: Decides by a file's name whether it is listed.
  public static func files(
    in folder: String, leavingOut rules: FolderRules? = nil, where isWanted: (String) -> Bool
  ) throws(FileError) -> Listing {
    var found = Listing()
    var pending = [(path: "", groups: rules?.groups(of: folder) ?? [])]
    while let (relative, groups) = pending.popLast() {
      for entry in try names(below: folder, relative, found: &found) where entry.name.first != "." {
        let path = relative.isEmpty ? entry.name : "\(relative)/\(entry.name)"
        guard entry.isUTF8 else {
          found.unnameable.append(path)
          continue
        }
        let kind = listedKind("\(folder)/\(path)")
        let isFolder = kind == .folder
        guard isFolder || kind == .file && isWanted(entry.name) else { continue }
        guard let rules else {
          if isFolder { pending.append((path, [])) } else { found.files.append(path) }
          continue
        }
        if rules.leavesOut(path, isFolder: isFolder, in: folder, groups) { continue }
        if isFolder {
          pending.append((path, groups + rules.own(of: path, in: folder)))
        } else if ConflictCopies.isOne(entry.name) {
          found.copies.append(path)
        } else {
          found.files.append(path)
        }
      }
    }
    found.sort()
    return found
  }

  /// A folder and all folders below it that can be read, without hidden ones and links.
  public static func folders(in folder: String) -> [String] {
    var found = [folder]
    var next = 0
    while next < found.count {
      let folder = found[next]
      next += 1
      for entry in (try? names(in: folder)) ?? [] where entry.isUTF8 && entry.name.first != "." {
        let path = "\(folder)/\(entry.name)"
        if listedKind(path) == .folder { found.append(path) }
      }
    }
    return found
  }

  /// The names in a folder; a subfolder that cannot be read is noted, and the rest is listed.
  private static func names(
    below folder: String, _ relative: String, found: inout Listing
  ) throws(FileError) -> [(name: String, isUTF8: Bool)] {
    if relative.isEmpty { return try names(in: folder) }
    do {
      return try names(in: "\(folder)/\(relative)")
    } catch {
      found.unreadable.append(error)
      return []
    }
  }

  /// What a name in a listed folder stands for: a link to a folder is not followed, and what cannot be seen is a file, which
  /// fails when it is read.
  private static func listedKind(_ path: String) -> Kind {
    let kind = kind(of: path)
    // A broken link, or a name in a folder that may not be searched.
    if kind == .nothing { return isGone(path) ? .nothing : .file }
    return kind == .folder && isLink(path) ? .other : kind
  }

  /// True if there is nothing with a name, not even something that cannot be read.
  public static func isGone(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  private static func names(
    in folder: String
  ) throws(FileError) -> [(name: String, isUTF8: Bool)] {
    guard let stream = opendir(folder) else { throw FileError(folder, "read") }
    defer { closedir(stream) }
    var names: [(name: String, isUTF8: Bool)] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name != ".", name != ".." { names.append((name, name.utf8.elementsEqual(bytes))) }
    }
    return names
  }
}

extension FileTree.Listing {
  /// Puts all names in the order of their bytes.
  fileprivate mutating func sort() {
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    unnameable.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    copies.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
