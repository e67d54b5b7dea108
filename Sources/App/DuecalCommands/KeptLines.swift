import CalendarFeeds
import CalendarImports
import ExactText
import LineState
import TaskBridge
import TaskText
import UserFiles

/// The lines of task files that imports keep in them, as the state says.
enum KeptLines {
  /// Finds them; none before the first import.
  ///
  /// A line is the feed's own where the feed has its item already: so a file that was lost and brought back
  /// from its feed is exported as before.
  static func find(
    in files: [TaskFile], besides memory: FeedMemory, _ reader: LineFieldReader,
    _ surroundings: Surroundings, _ messages: inout Messages
  ) throws -> [LineRef: String] {
    guard let folder = StateFolder.named(surroundings),
      FileIdentity(path: folder.database) != nil
    else { return [:] }
    do throws(StateError) {
      let state = try LineRegistry(readingAt: folder.database)
      let own = memory.uids
      var found: [LineRef: String] = [:]
      for (number, file) in files.enumerated() where file.name != "-" {
        let kept = try kept(in: file, state)
        for (line, uid) in ImportedLines.find(in: file, kept, reader) where !own.contains(uid) {
          found[LineRef(file: number, line: line)] = uid
        }
      }
      return found
    } catch {
      throw messages.status(of: error)
    }
  }

  /// What imports keep in a file; for one that they do not know, what they keep in a lost file that had
  /// most of its lines, and so had another name.
  private static func kept(
    in file: TaskFile, _ state: LineRegistry
  ) throws(StateError) -> [ImportedText] {
    let (path, known) = (CanonicalPath.of(file.name), try state.filesWithLines())
    if known.contains(path) { return try state.keptLines(in: path) }
    var kept: [ImportedText] = []
    for lost in known.sorted() where FileIdentity(path: lost) == nil {
      kept += try state.keptLines(in: lost).filter { $0.isMostly(in: file) }
    }
    return kept
  }
}
