import ExactText

/// Absolute paths with all links resolved.
package enum CanonicalPath {
  /// The canonical path; for a file that does not exist, the canonical path of its folder and the file's name.
  package static func of(_ path: String) -> String {
    if let real = FileTree.realPath(path) { return real }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let start = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    let above = FileTree.realPath(start) ?? folder
    return (above == "/" ? "" : above) + "/" + (parts.last ?? "")
  }
}
