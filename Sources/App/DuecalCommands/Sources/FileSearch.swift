import ExactText
import UserFiles

/// Finds the files of a path: the file itself, or the files in a folder.
struct FileSearch {
  /// The extensions of file names in folders, in lower case.
  let endings: [String]
  /// The name of such files in messages.
  let subject: String

  /// The files, each with the name from which UIDs are derived.
  func files(
    at path: String, _ isIncomplete: inout Bool, messages: inout Messages
  ) -> [(name: String, identity: String)] {
    guard path != "-", FileTree.isFolder(path) else {
      return [(path, path.split(separator: "/").last.map(String.init) ?? path)]
    }
    do {
      let found = try FileTree.files(in: path) { name in
        let name = name.lowercased()
        return endings.contains { name.hasSuffix($0) }
      }
      let folder = path.last == "/" ? String(path.dropLast()) : path
      report(found, folder, isIncomplete: &isIncomplete, messages: &messages)
      if found.files.isEmpty { messages.fail("\(path): no \(subject) in this folder", .noInput) }
      return found.files.map { ("\(folder)/\($0)", $0) }
    } catch {
      isIncomplete = true
      messages.reportUnreadable(error)
      return []
    }
  }

  /// Reports the parts of a folder that could not be read.
  private func report(
    _ found: FileTree.Listing, _ folder: String, isIncomplete: inout Bool,
    messages: inout Messages
  ) {
    for name in found.unnameable {
      messages.fail("\(folder)/\(name): the name is not UTF-8; expected one that is", .partial)
    }
    for error in found.unreadable { messages.reportUnreadable(error) }
    if !found.unnameable.isEmpty || !found.unreadable.isEmpty { isIncomplete = true }
  }
}
