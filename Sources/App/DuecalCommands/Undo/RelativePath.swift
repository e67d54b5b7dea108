import ExactText
import UserFiles

/// A path as a person in the current folder would write it.
enum RelativePath {
  /// The path from the current folder if it is inside, otherwise as it is.
  static func shown(_ path: String) -> String {
    guard let here = FileTree.realPath(".") else { return path }
    let start = here == "/" ? here : "\(here)/"
    guard path.utf8.starts(with: start.utf8) else { return path }
    return String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }
}
