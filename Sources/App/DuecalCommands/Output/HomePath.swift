import ExactText
import Glibc

/// Paths as a person reads them on a terminal: `~` for their home folder.
enum HomePath {
  private static let home: String? = {
    guard let variable = getenv("HOME") else { return nil }
    var path = String(cString: variable)
    while path.last == "/" { path.removeLast() }
    return path.first == "/" ? path + "/" : nil
  }()

  /// A path, or a text that begins with one; unchanged where no person reads it.
  static func shown(_ text: String, on output: Output?) -> String {
    guard let home, output?.isTerminal == true, text.utf8.starts(with: home.utf8) else {
      return text
    }
    return "~/" + String(decoding: text.utf8.dropFirst(home.utf8.count), as: UTF8.self)
  }

  /// A message, which may begin with a path and have more of them after spaces.
  static func inMessage(_ text: String, on output: Output?) -> String {
    guard let home, output?.isTerminal == true else { return text }
    return shown(text, on: output).replacing(" \(home)", with: " ~/")
  }
}
