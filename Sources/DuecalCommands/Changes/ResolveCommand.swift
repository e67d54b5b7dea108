import ArgumentParser
import TaskBridge
import TaskText

/// `duecal resolve`.
struct ResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Write dates that move with the clock as the dates that they are now.",
    discussion: """
      @due(tomorrow) is another day each day, and no calendar can hold it. Of @due, @start, @done, \
      @cancelled, @remind, @except and @also it becomes the date that it is today; all else stays.

      Examples:
        duecal resolve inbox.taskpaper
        duecal resolve ~/notes --dry-run
      """)

  @Argument(
    help:
      "Task files, or folders of them; by default those of DUECAL_FILES, else of the configuration.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var query: WhereOptions
  @OptionGroup var writing: WritingOptions

  func run() throws {
    let run = try ChangeRun(writing, "resolve")
    try run.run(paths) { draft, messages in
      let found = try query.lines(
        of: draft.files, now: draft.clock.now, draft.reader.vocabulary, &messages)
      for (number, file) in draft.files.enumerated() {
        for (index, line) in file.document.lines.enumerated()
        where !line.tags.isEmpty && (line.kind == .task || line.kind == .project) {
          let line = LineRef(file: number, line: index)
          if found?.contains(line) ?? true { draft.changes.resolve(line) }
        }
      }
    }
  }
}

/// `duecal archive`.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Move what is done or given up into the project Archive of its file.",
    discussion: """
      Each goes with all below it to the top of the root project Archive, which is made where it is \
      missing, and gets the projects that it came from as @project(A / B), as in TaskPaper.

      Examples:
        duecal archive
        duecal archive home.taskpaper --where "@done <[d] -30d"
      """)

  @Argument(
    help:
      "Task files, or folders of them; by default those of DUECAL_FILES, else of the configuration.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var query: WhereOptions
  @OptionGroup var writing: WritingOptions

  func run() throws {
    let run = try ChangeRun(writing, "archive")
    try run.run(paths) { draft, messages in
      let found = try query.lines(
        of: draft.files, now: draft.clock.now, draft.reader.vocabulary, &messages)
      let lines = (draft.entries.entries + draft.entries.projects).sorted { $0.line < $1.line }
        .filter { !$0.isClosedAbove && draft.names.isClosed($0) }
        .filter { found?.contains($0.line) ?? true }
      draft.changes.archive(lines.map { ($0.line, draft.entries.path(of: $0)) })
    }
  }
}
