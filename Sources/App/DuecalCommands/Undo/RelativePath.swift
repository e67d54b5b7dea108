import ExactText
import UserFiles

/// A path as a person in the current folder would write it.
enum RelativePath {
  /// The path as other commands print it: within a default file or folder by the path of that, otherwise as below.
  ///
  /// - Parameter usual: The default files and folders.
  static func shown(_ path: String, among usual: [String]) -> String {
    for source in usual where source.first == "/" {
      let known = CanonicalPath.of(source)
      if ExactString(known) == ExactString(path) { return source }
      guard path.utf8.starts(with: "\(known)/".utf8) else { continue }
      let end = source.last == "/" ? source.utf8.count - 1 : source.utf8.count
      return String(decoding: source.utf8.prefix(end), as: UTF8.self)
        + String(decoding: path.utf8.dropFirst(known.utf8.count), as: UTF8.self)
    }
    return shown(path)
  }

  /// The path from the current folder if it is inside, otherwise as it is.
  static func shown(_ path: String) -> String {
    guard let here = FileTree.realPath(".") else { return path }
    let start = here == "/" ? here : "\(here)/"
    guard path.utf8.starts(with: start.utf8) else { return path }
    return String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }
}
