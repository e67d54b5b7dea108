import ExactText

/// Paths as they are from the root, behind all links.
package enum CanonicalPath {
  /// The canonical path; of a file that is not there yet its folder's, with its name.
  package static func of(_ path: String) -> String {
    if let real = FileTree.realPath(path) { return real }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let start = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    let above = FileTree.realPath(start) ?? folder
    return (above == "/" ? "" : above) + "/" + (parts.last ?? "")
  }
}
