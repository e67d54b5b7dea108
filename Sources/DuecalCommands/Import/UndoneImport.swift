import BridgeState
import CalendarImports
import Diagnostics
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Updates what imports remember after `undo` or `redo`, so that the next one finds the lines.
///
/// It reads all of the state before a file is written, so that an unreadable state stops the run in
/// time.
struct UndoneImport {
  private let surroundings: Surroundings
  private let files: [TaskFile]
  private let state: BridgeState?

  /// Reads what imports remember of the files, if there is a state.
  ///
  /// - Throws: `StateError` if it cannot be read.
  init(
    of files: [ChangedFile], _ folder: StateFolder, _ surroundings: Surroundings
  ) throws(StateError) {
    self.surroundings = surroundings
    self.files = files.map { file in
      TaskFile(
        name: file.path, identity: file.path, modified: surroundings.now,
        document: TaskDocument(bytes: file.new))
    }
    let isThere = FileIdentity(path: folder.database) != nil
    state = isThere ? try BridgeState(path: folder.database) : nil
    _ = try memories()
  }

  /// What the pairs with lines in the files will remember.
  private func memories() throws(StateError) -> [(pair: BridgeState.Pair, memory: ImportMemory)] {
    guard let state else { return [] }
    let reader = LineFieldReader(
      vocabulary: surroundings.configuration.vocabulary, isZoneKnown: { _ in nil })
    var memories: [(pair: BridgeState.Pair, memory: ImportMemory)] = []
    for file in files {
      for pair in try state.pairs(withLinesIn: file.identity) {
        if let known = memories.firstIndex(where: { $0.pair == pair }) {
          memories[known].memory = memories[known].memory.reversed(to: file, reader)
        } else {
          memories.append((pair, try state.memory(of: pair).reversed(to: file, reader)))
        }
      }
    }
    return memories
  }

  /// Saves the memories after the files are written.
  ///
  /// It reads them again, because another run may have changed them meanwhile.
  func save(_ messages: inout Messages) {
    guard let state else { return }
    do throws(StateError) {
      let memories = try memories()
      if !memories.isEmpty { try state.save(memories, at: surroundings.now.seconds) }
    } catch {
      messages.note(messages.status(of: error))
    }
  }
}
