import ArgumentParser
import Diagnostics
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Which files a command reads.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: "Task files, folders of them, or - for standard input.", completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("extension"),
    help: ArgumentHelp(
      "Read files of this extension in folders too, besides .taskpaper and .todo (may be repeated).",
      valueName: "ext"))
  var extensions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read bullets and tags as another program writes them; by default a file's extension says it.",
      valueName: "taskpaper|plaintasks|markdown|omnifocus"))
  var dialect: TaskDialect?

  /// The endings of file names that a folder is searched for.
  var endings: [String] {
    (["taskpaper", "todo"] + extensions).map { "." + $0.lowercased().drop { $0 == "." } }
  }

  /// Reads all files; one that cannot be read is said and left out, one that two paths lead to is
  /// read once.
  func files(_ messages: inout Messages, _ surroundings: Surroundings) -> [TaskFile] {
    var seen: Set<FileIdentity> = []
    return files(&messages, surroundings, &seen)
  }

  /// Reads all files, and says which they are.
  func files(
    _ messages: inout Messages, _ surroundings: Surroundings, _ seen: inout Set<FileIdentity>
  ) -> [TaskFile] {
    var files: [TaskFile] = []
    for path in paths {
      for (name, identity) in names(at: path, &messages) {
        guard let snapshot = snapshot(name, &messages) else { continue }
        if let file = snapshot.identity, !seen.insert(file).inserted { continue }
        guard let file = file(name, identity, snapshot, &messages, surroundings) else { continue }
        files.append(file)
      }
    }
    return files
  }

  private func snapshot(_ name: String, _ messages: inout Messages) -> FileSnapshot? {
    do {
      return name == "-" ? try FileSnapshot.standardInput() : try FileSnapshot.read(name)
    } catch {
      messages.sayUnreadable(error)
      return nil
    }
  }

  /// The files that a path names, each with the name that identities are made from.
  private func names(
    at path: String, _ messages: inout Messages
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
      for name in found.unnameable {
        messages.fail("\(folder)/\(name): the name is not UTF-8; expected one that is", .partial)
      }
      if found.files.isEmpty { messages.fail("\(path): no task files in this folder", .noInput) }
      return found.files.map { ("\(folder)/\($0)", $0) }
    } catch {
      messages.sayUnreadable(error)
      return []
    }
  }

  private func file(
    _ name: String, _ identity: String, _ snapshot: FileSnapshot, _ messages: inout Messages,
    _ surroundings: Surroundings
  ) -> TaskFile? {
    let document = TaskDocument(bytes: snapshot.bytes, dialect: dialect ?? TaskDialect(path: name))
    if let fault = document.firstInvalidByte {
      refuse(document, fault, name, &messages)
      return nil
    }
    let modified = surroundings.sourceDate ?? Instant(stamp: snapshot.modified ?? 0)
    return TaskFile(name: name, identity: identity, modified: modified, document: document)
  }

  private func refuse(
    _ document: TaskDocument, _ fault: Int, _ name: String, _ messages: inout Messages
  ) {
    let byte = String(document.bytes[fault], radix: 16, uppercase: true)
    messages.say(
      Diagnostic(
        .error, at: document.place(ofByte: fault),
        "the byte 0x\(byte) is not UTF-8; the file is left out, expected a text in UTF-8"),
      file: name)
    messages.note(.dataError)
  }
}
