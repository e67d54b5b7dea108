import Diagnostics
import ExactText
import StoreAccess
import UserFiles

extension StoreNames {
  /// The store that an argument of a sync names, where a path is that of task files.
  ///
  /// - Throws: `ExitStatus.usage`, after a report, for the path of something else.
  func syncAddress(_ text: String) throws(ExitStatus) -> String {
    if isOne(text) { return text }
    for (path, list) in Self.readings(of: text) {
      let found = whole(path)
      switch FileTree.kind(of: found) {
      case .folder:
        try refuse(calendarsIn: found, given: path)
        return "tasks:\(path)#\(list)"
      case .file:
        try refuse(otherFile: path)
        return "tasks:\(path)#\(list)"
      default: continue
      }
    }
    return text
  }

  /// The path with the list after its last `#`, and before that the whole text as a path.
  private static func readings(of text: String) -> [(path: String, list: String)] {
    let (path, list) = StorePlace.parted(text)
    return list.map { [(text, ""), (path, $0)] } ?? [(path, "")]
  }

  /// Refuses a folder that has calendars, and no task files.
  private func refuse(calendarsIn folder: String, given path: String) throws(ExitStatus) {
    let here = (try? FileTree.allNames(in: folder)) ?? []
    let below = here.filter { $0.first != "." }.flatMap { name in
      FileTree.isFolder("\(folder)/\(name)")
        ? (try? FileTree.allNames(in: "\(folder)/\(name)")) ?? [] : []
    }
    guard (here + below).contains(where: { $0.hasSuffix(".ics") }),
      !(here + below).contains(where: Self.isOfTasks)
    else { return }
    throw Self.refusal(
      "\(path): this folder has calendars; expected \("vdir:\(path)".shellQuoted)", .usage)
  }

  private static func isOfTasks(_ name: String) -> Bool {
    [".taskpaper", ".todo", ".md", ".txt"].contains { name.hasSuffix($0) }
  }

  /// Refuses a file that is not a text.
  private func refuse(otherFile path: String) throws(ExitStatus) {
    let kinds = [
      (ending: ".ics", words: "a calendar; expected a folder of task files"),
      (ending: ".sqlite", words: "a database; expected \("sqlite:\(path)".shellQuoted)"),
    ]
    guard let kind = kinds.first(where: { path.lowercased().hasSuffix($0.ending) })?.words else {
      return
    }
    throw Self.refusal("\(path): this is \(kind)", .usage)
  }
}
