import BridgeState
import CalendarImports
import Diagnostics
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// An import that was undone or redone: the next one finds the lines that are there now.
enum UndoneImport {
  /// Forgets the lines that a file has no more, and knows those again that it has again.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds again.
  ///   - path: The file, from the root and behind all links.
  static func follow(_ bytes: [UInt8], _ path: String, _ messages: inout Messages) {
    do {
      let surroundings = try Surroundings.current()
      let folder = try StateFolder(surroundings)
      guard FileIdentity(path: folder.database) != nil else { return }
      let state = try BridgeState(path: folder.database)
      let file = TaskFile(
        name: path, identity: path, modified: surroundings.now, document: TaskDocument(bytes: bytes)
      )
      let reader = LineFieldReader(
        vocabulary: surroundings.configuration.vocabulary, isZoneKnown: { _ in nil })
      let memories = try state.pairs(withLinesIn: path).map { pair in
        (pair, try state.memory(of: pair).reversed(to: file, reader))
      }
      if !memories.isEmpty { try state.save(memories, at: surroundings.now.seconds) }
    } catch let error as StateError {
      messages.note(messages.status(of: error))
    } catch let status as ExitStatus {
      messages.note(status)
    } catch {
      messages.fail("\(error)", .inputOutput)
    }
  }
}
