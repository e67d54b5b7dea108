import CalendarFeeds
import CalendarImports
import ExactText
import LineState
import TaskBridge
import TaskText
import UserFiles

/// The lines of task files that imports keep in them, as the state says.
struct KeptLines {
  private let state: LineRegistry
  /// The files that imports have lines in.
  private let known: ExactSet
  /// What imports keep in files that are not there any more, and may have another name now.
  private let lost: [ImportedText]

  /// Finds them; none before the first import.
  ///
  /// A line is the feed's own where the feed has its item already: so a file that was lost and brought back
  /// from its feed is exported as before.
  static func find(
    in files: [TaskFile], besides memory: FeedMemory, reader: LineFieldReader,
    runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> [LineRef: String] {
    guard let folder = StateFolder.named(runEnvironment),
      FileIdentity(path: folder.database) != nil
    else { return [:] }
    do {
      let state = try LineRegistry(readingAt: folder.database)
      let kept = try KeptLines(try TwoStepSave(state, folder).present())
      return try kept.lines(in: files, besides: memory.uids, reader: reader)
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
    in files: [TaskFile], besides own: ExactSet, reader: LineFieldReader
  ) throws(StateError) -> [LineRef: String] {
    var found: [LineRef: String] = [:]
    for (number, file) in files.enumerated() where file.name != "-" {
      for (line, uid) in ImportedLines.find(in: file, try kept(in: file), reader: reader)
      where !own.contains(uid) {
        found[LineRef(file: number, line: line)] = uid
      }
    }
    return found
  }

  /// What imports keep in a file, also under a name that it had before.
  private func kept(in file: TaskFile) throws(StateError) -> [ImportedText] {
    let path = CanonicalPath.of(file.name)
    let own = known.contains(path) ? try state.keptLines(in: path) : []
    return own + lost.filter { $0.isMostly(file) }
  }
}
