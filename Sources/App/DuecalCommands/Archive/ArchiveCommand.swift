import ArgumentParser
import ExactText
import TaskBridge
import TaskEditing

/// `duecal archive`.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Move done and cancelled tasks into the project Archive of their file.",
    discussion: """
      Each task moves, with everything below it, to the top of the root project Archive, which is created if \
      it is missing. Its old projects are recorded as @project(A / B), as in TaskPaper.

      Examples:
        duecal archive
        duecal archive home.taskpaper --where "@done <[d] -30d"
      """)

  @OptionGroup var change: ChangeAllOptions

  func run() throws {
    try change.run("archive") { draft, isFound in
      let lines = (draft.entries.entries + draft.entries.projects).sorted { $0.line < $1.line }
        .filter { !$0.hasClosedOwner && draft.names.isClosed($0) && isFound($0.line) }
      draft.changes.archive(lines.map { ($0.line, draft.entries.path(of: $0)) })
    }
  }
}
