import Glibc

/// The path of a file from the root, behind all links.
enum RealPath {
  /// The path, nil where there is no such file or its name is not UTF-8.
  static func find(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }
}
