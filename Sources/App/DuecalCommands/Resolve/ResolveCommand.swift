import ArgumentParser
import ExactText
import TaskBridge
import TaskEditing
import TaskText

/// `duecal resolve`.
struct ResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Replace dates such as tomorrow by the dates that they mean now.",
    discussion: """
      @due(tomorrow) means another day each day, and no calendar can hold it. Such dates in @due, @start, \
      @done, @cancelled, @remind, @except and @also are replaced by the dates that they mean today; \
      everything else stays.

      Examples:
        duecal resolve inbox.taskpaper
        duecal resolve ~/notes --dry-run
      """)

  @OptionGroup var change: ChangeAllOptions

  func run() throws {
    try change.run("resolve") { draft, isFound in
      for (number, file) in draft.files.enumerated() {
        for (index, line) in file.document.lines.enumerated()
        where !line.tags.isEmpty && (line.kind == .task || line.kind == .project) {
          let line = LineRef(file: number, line: index)
          if isFound(line) { draft.changes.resolve(line) }
        }
      }
    }
  }
}
