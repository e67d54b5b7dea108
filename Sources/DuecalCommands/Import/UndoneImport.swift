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
  private var state: BridgeState?
  private var memories: [(pair: BridgeState.Pair, memory: ImportMemory)] = []

  /// Opens the state if there is one.
  ///
  /// - Throws: `StateError` if it cannot be read, `ExitStatus` if nothing names its folder.
  init(_ surroundings: Surroundings) throws {
    self.surroundings = surroundings
    let folder = try StateFolder(surroundings)
    guard FileIdentity(path: folder.database) != nil else { return }
    state = try BridgeState(path: folder.database)
  }

  /// Forgets the lines that a file will lose, and remembers those that it gets back.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes of the file.
  ///   - path: The file, from the root and behind all links.
  mutating func follow(_ bytes: [UInt8], _ path: String) throws {
    guard let state else { return }
    let file = TaskFile(
      name: path, identity: path, modified: surroundings.now, document: TaskDocument(bytes: bytes))
    let reader = LineFieldReader(
      vocabulary: surroundings.configuration.vocabulary, isZoneKnown: { _ in nil })
    for pair in try state.pairs(withLinesIn: path) {
      let known = memories.firstIndex { $0.pair == pair }
      let memory = try known.map { memories[$0].memory } ?? state.memory(of: pair)
      let new = memory.reversed(to: file, reader)
      if let known { memories[known].memory = new } else { memories.append((pair, new)) }
    }
  }

  /// Saves the memories after the files are written.
  func save(_ messages: inout Messages) {
    guard let state, !memories.isEmpty else { return }
    do throws(StateError) {
      try state.save(memories, at: surroundings.now.seconds)
    } catch {
      messages.note(messages.status(of: error))
    }
  }
}
