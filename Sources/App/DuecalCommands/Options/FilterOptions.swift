import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge

/// Which items a command is about, by their projects and tags.
struct FilterOptions: ParsableArguments {
  @Option(help: .project, completion: ProjectCompletion.kind)
  var project: [String] = []

  @Option(help: .tag, completion: TagCompletion.kind)
  var tag: [String] = []
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
}
