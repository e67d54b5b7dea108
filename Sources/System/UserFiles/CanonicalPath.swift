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
}
