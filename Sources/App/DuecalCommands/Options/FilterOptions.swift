import ArgumentParser
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskText

/// Which items a command is about, by their projects and tags.
struct FilterOptions: ParsableArguments {
  @Option(help: .project, completion: ProjectCompletion.kind)
  var project: [String] = []

  @Option(help: .tag, completion: TagCompletion.kind)
  var tag: [String] = []
}

extension ExportOptions {
  /// Options for all items with one of some tags, whatever their state.
  init(tags: [String]) {
    self.init(zone: .utc)
    (self.tags, takesImported) = (tags, true)
  }
}

extension TaskEntries {
  /// Reports projects that do not exist: one that was renamed would silently choose nothing.
  ///
  /// - Throws: `ExitStatus.refused` if there is one.
  func refuseMissing(
    projects: [String], includingArchive: Bool, _ messages: inout Messages
  ) throws(ExitStatus) {
    let missing = projectNames(missingOf: projects)
    for name in missing {
      let isArchive = name.lowercased() == "archive" && !includingArchive
      messages.fail(
        "--project: there is no project \(name.quoted)\(isArchive ? " without --archive" : ""); "
          + "nothing is written", .refused)
    }
    if !missing.isEmpty { throw .refused }
  }

  /// Reports tags that no line has: a wrong name would silently choose nothing.
  ///
  /// - Throws: `ExitStatus.refused` if there is one.
  func refuseMissing(tags: [String], _ messages: inout Messages) throws(ExitStatus) {
    let missing = tagNames(missingOf: tags)
    for name in missing {
      messages.fail(
        "--tag: no line has the tag \(name.quoted); nothing is written without --allow-empty",
        .refused)
    }
    if !missing.isEmpty { throw .refused }
  }

  /// The message about a tag that no line has.
  static func missingTag(_ name: String) -> String {
    "--tag: no line has the tag \(name.quoted); expected one that duecal tags lists"
  }

  /// The tags among some that no line has.
  func tagNames(missingOf names: [String]) -> [String] { names.filter { !hasLine(tagged: $0) } }

  /// True if some line has a tag, also one that is not exported, such as a line of the archive.
  private func hasLine(tagged name: String) -> Bool {
    let options = ExportOptions(tags: [name])
    let selection = Selection(options)
    if (entries + projects).contains(where: { selection.isAsked($0, in: self) }) { return true }
    let plain = name.drop { $0 == "@" }
    return files.contains { file in
      file.document.tags.contains { file.document.name(of: $0).utf8.elementsEqual(plain.utf8) }
    }
  }
}
