import Glibc

/// The absolute path of a file with all links resolved.
enum RealPath {
  /// The path; nil if there is no such file or its name is not UTF-8.
  static func find(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }
}
