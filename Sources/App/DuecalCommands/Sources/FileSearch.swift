import ExactText
import UserFiles

/// Finds the files that a path names: itself, or what a folder holds.
struct FileSearch {
  /// The endings of the names that a folder is searched for, in lower case.
  let endings: [String]
  /// What such files are called.
  let subject: String

  /// The files, each with the name that identities are made from.
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
      say(found, folder, isIncomplete: &isIncomplete, messages: &messages)
      if found.files.isEmpty { messages.fail("\(path): no \(subject) in this folder", .noInput) }
      return found.files.map { ("\(folder)/\($0)", $0) }
    } catch {
      isIncomplete = true
      messages.sayUnreadable(error)
      return []
    }
  }

  /// Says what of a folder could not be looked at.
  private func say(
    _ found: FileTree.Listing, _ folder: String, isIncomplete: inout Bool,
    messages: inout Messages
  ) {
    for name in found.unnameable {
      messages.fail("\(folder)/\(name): the name is not UTF-8; expected one that is", .partial)
    }
    for error in found.unreadable { messages.sayUnreadable(error) }
    if !found.unnameable.isEmpty || !found.unreadable.isEmpty { isIncomplete = true }
  }
}
