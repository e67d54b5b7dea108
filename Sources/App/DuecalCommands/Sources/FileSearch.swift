import ExactText
import UserFiles

/// Finds the files of a path: the file itself, or the files in a folder.
struct FileSearch {
  /// The extensions of file names in folders, in lower case.
  let endings: [String]
  /// The name of such files in messages.
  let subject: String
  /// What is left out of folders.
  let rules: FolderRules

  /// The files, each with the name from which UIDs are derived.
  func files(
    at path: String, _ isIncomplete: inout Bool, messages: inout Messages
  ) -> [(name: String, identity: String)] {
    guard path != "-", FileTree.isFolder(path) else {
      return [(path, path.split(separator: "/").last.map(String.init) ?? path)]
    }
    var markdownCount = 0
    do {
      let found = try FileTree.files(in: path, leavingOut: rules) { name in
        if Self.has(name, endings) { return true }
        if Self.has(name, Self.markdown) { markdownCount += 1 }
        return false
      }
      let folder = path.last == "/" ? String(path.dropLast()) : path
      report(found, folder, isIncomplete: &isIncomplete, messages: &messages)
      if !found.copies.isEmpty { Self.report(copies: found.copies, in: folder, &messages) }
      if found.files.isEmpty {
        let reason = exclusion(in: path) ?? absence(besides: markdownCount)
        messages.fail("\(path): \(reason)", .noInput)
      } else if markdownCount > 0 {
        messages.log("\(path): \(Self.remedy(for: markdownCount))")
      }
      return found.files.map { ("\(folder)/\($0)", $0) }
    } catch {
      isIncomplete = true
      messages.reportUnreadable(error)
      return []
    }
  }

  /// The given paths without conflict copies, which a pattern of a shell brings along; a copy that is named alone is
  /// read.
  func withoutCopies(_ paths: [String], _ messages: inout Messages) -> [String] {
    let copies = paths.filter { path in
      ConflictCopies.isOne(path.split(separator: "/").last.map(String.init) ?? path)
        && FileTree.isFile(path)
    }
    guard paths.count > 1, !copies.isEmpty, copies.count < paths.count else { return paths }
    Self.report(copies: copies, in: nil, &messages)
    let left = ExactSet(copies)
    return paths.filter { !left.contains($0) }
  }

  /// Reports the conflict copies in a folder.
  func reportCopies(in folder: String, _ messages: inout Messages) {
    let found = try? FileTree.files(in: folder, leavingOut: rules) { Self.has($0, endings) }
    guard let copies = found?.copies, !copies.isEmpty else { return }
    Self.report(copies: copies, in: folder, &messages)
  }

  /// Reports conflict copies that are left out.
  static func report(
    copies: [String], in folder: String?, _ messages: inout Messages
  ) {
    let names = copies.prefix(3).joined(separator: ", ") + (copies.count > 3 ? ", …" : "")
    let count = copies.count == 1 ? "1 conflict copy" : "\(copies.count) conflict copies"
    messages.warn(
      (folder.map { "\($0): " } ?? "")
        + "\(count) left out: \(names); expected its changes in the file itself, and then no copy")
  }

  /// True if a name has one of the extensions, in upper or lower case.
  static func has(_ name: String, _ endings: [String]) -> Bool {
    let name = name.lowercased()
    return endings.contains(where: name.hasSuffix)
  }

  private static let markdown = [".md", ".markdown"]

  /// What a folder lacks, and how to read the Markdown files in it.
  private func absence(besides markdownCount: Int) -> String {
    let names = endings.joined(separator: ", ")
    let absence = "no \(subject) (\(names)) in this folder"
    return markdownCount == 0 ? absence : "\(absence); \(Self.remedy(for: markdownCount))"
  }

  /// What rules leave out of a folder that has no other file to read; nil if they leave out none.
  private func exclusion(in folder: String) -> String? {
    let all = try? FileTree.files(in: folder) { name in
      Self.has(name, endings) && !ConflictCopies.isOne(name)
    }
    guard let count = all?.files.count, count > 0 else { return nil }
    let files = count == 1 ? "the only one" : "all \(count)"
    return "no \(subject) are read, because exclude or .duecalignore leaves out \(files) in this "
      + "folder"
  }

  private static func remedy(for count: Int) -> String {
    let files = count == 1 ? "1 .md file" : "\(count) .md files"
    return files
      + " not read; expected --extension md, or extensions = [\"md\"] in the configuration"
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
