import ExactText
import Glibc

/// What a path names, before it is read.
public enum FileTree {
  /// True if the path is a folder.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// True if the path leads to a file that has an end, and so is no pipe.
  public static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The path of a file from the root and behind all links, nil where there is no such file.
  public static func realPath(_ path: String) -> String? { RealPath.find(path) }

  /// Makes a folder where there is none.
  public static func makeFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0, !isFolder(path) else { return }
    throw FileError(path, "write")
  }

  /// The names of all that is in a folder and has one in UTF-8, in the order of their bytes.
  public static func allNames(in folder: String) throws(FileError) -> [String] {
    try names(in: folder).filter(\.isUTF8).map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in a folder that are not UTF-8, shown with U+FFFD, in the order of their bytes.
  public static func unnameable(in folder: String) throws(FileError) -> [String] {
    try names(in: folder).filter { !$0.isUTF8 }.map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// True if the path itself is a symbolic link.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// What a folder holds.
  public struct Listing: Sendable {
    /// The files, as paths from the folder, in the order of their bytes.
    public fileprivate(set) var files: [String] = []
    /// What has a name that is not UTF-8, and so cannot be named; shown with U+FFFD.
    public fileprivate(set) var unnameable: [String] = []
    /// Folders in it that could not be read.
    public fileprivate(set) var unreadable: [FileError] = []
  }

  /// The files below a folder.
  ///
  /// Hidden ones are left out, and what is no file, such as a pipe; links to files are followed, links
  /// to folders are not.
  ///
  /// - Parameter isWanted: Asked of each file's name.
  public static func files(
    in folder: String, where isWanted: (String) -> Bool
  ) throws(FileError) -> Listing {
    var found = Listing()
    var pending = [""]
    while let relative = pending.popLast() {
      for entry in try names(below: folder, relative, found: &found) where entry.name.first != "." {
        let path = relative.isEmpty ? entry.name : "\(relative)/\(entry.name)"
        guard entry.isUTF8 else {
          found.unnameable.append(path)
          continue
        }
        switch kind("\(folder)/\(path)") {
        case .folder: pending.append(path)
        case .file: if isWanted(entry.name) { found.files.append(path) }
        case .other: break
        }
      }
    }
    found.files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    found.unnameable.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return found
  }

  /// The names in a folder; one inside that cannot be read is noted, and the others are.
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

  private enum Kind {
    case file, folder, other
  }

  private static func kind(_ path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    guard stat(path, &status) == 0 else { return .file }  // a broken link is said when it is read
    return status.st_mode & S_IFMT == S_IFREG ? .file : .other
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
