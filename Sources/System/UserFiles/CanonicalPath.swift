import ExactText

/// Absolute paths with all links resolved.
package enum CanonicalPath {
  /// The canonical path; for a file that does not exist, the canonical path of its folder, which may not exist either, and
  /// the file's name.
  package static func of(_ path: String) -> String {
    if let real = FileTree.realPath(path) { return real }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let above =
      folder.isEmpty ? (path.hasPrefix("/") ? "" : FileTree.realPath(".") ?? "") : of(folder)
    return (above == "/" ? "" : above) + "/" + (parts.last ?? "")
  }

  /// The canonical path of the folder that contains a file.
  package static func folder(of path: String) -> String {
    let file = of(path)
    guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return "/" }
    return String(file[..<slash])
  }

  /// An absolute path, in which links and dots stay as they are.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let here = FileTree.realPath(".") ?? ""
    if path == "." || path.isEmpty { return here }
    let rest = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return (here == "/" ? "" : here) + "/" + rest
  }
}
