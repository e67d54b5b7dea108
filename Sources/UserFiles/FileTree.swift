import Glibc

/// What a path names, before it is read.
public enum FileTree {
  /// True if the path is a folder.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The files below a folder, as paths from it, in the order of their bytes.
  ///
  /// Hidden ones are left out; links to files are followed, links to folders are not.
  ///
  /// - Parameter isWanted: Asked of each file's name.
  public static func files(
    in folder: String, where isWanted: (String) -> Bool
  ) throws(FileError) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let relative = pending.popLast() {
      for name in try names(in: relative.isEmpty ? folder : "\(folder)/\(relative)")
      where name.first != "." {
        let path = relative.isEmpty ? name : "\(relative)/\(name)"
        switch kind("\(folder)/\(path)") {
        case .folder: pending.append(path)
        case .file: if isWanted(name) { found.append(path) }
        case .other: break
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private enum Kind {
    case file, folder, other
  }

  private static func kind(_ path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    guard stat(path, &status) == 0 else { return .file }  // a broken link is said when it is read
    return status.st_mode & S_IFMT == S_IFDIR ? .other : .file
  }

  private static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError(folder, "read") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
