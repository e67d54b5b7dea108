import CalendarFeeds
import CalendarImports
import ExactText
import LineState
import TaskBridge
import TaskText
import UserFiles

/// The lines in task files that belong to imports, according to the state.
struct KeptLines {
  private let state: LineRegistry
  /// The files that contain lines of imports.
  private let known: ExactSet
  /// The lines of imports in files that no longer exist, and may have been renamed.
  private let lost: [ImportedText]

  /// Finds them; empty before the first import.
  static func find(
    in files: [TaskFile], reader: LineFieldReader, runEnvironment: RunEnvironment,
    messages: inout Messages
  ) throws -> [LineRef: String] {
    guard let folder = StateFolder.named(runEnvironment),
      FileIdentity(path: folder.database) != nil
    else { return [:] }
    do {
      let state = try LineRegistry(readingAt: folder.database)
      let kept = try KeptLines(try TwoStepSave(state, folder).present())
      return try kept.lines(in: files, reader: reader)
    } catch let error as StateError {
      throw messages.status(of: error)
    }
  }

  private init(_ state: LineRegistry) throws(StateError) {
    self.state = state
    known = try state.filesWithLines()
    var lost: [ImportedText] = []
    for path in known.sorted() where FileIdentity(path: path) == nil {
      lost += try state.keptLines(in: path).filter { !$0.lines.isEmpty }
    }
    self.lost = lost
  }

  private func lines(
    in files: [TaskFile], reader: LineFieldReader
  ) throws(StateError) -> [LineRef: String] {
    var found: [LineRef: String] = [:]
    for (number, file) in files.enumerated() where file.name != "-" {
      for (line, uid) in ImportedLines.find(in: file, try kept(in: file), reader: reader) {
        found[LineRef(file: number, line: line)] = uid
      }
    }
    return found
  }

  /// The lines of imports in a file, also under an earlier name of it.
  private func kept(in file: TaskFile) throws(StateError) -> [ImportedText] {
    let path = CanonicalPath.of(file.name)
    let own = known.contains(path) ? try state.keptLines(in: path) : []
    return own + lost.filter { $0.isMostly(file) }
  }
}
