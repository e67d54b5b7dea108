import BridgeState
import CalendarImports
import Diagnostics
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// What imports remember of a file whose run is undone or redone: the next one finds the lines that are there then.
///
/// All of the state is read before a file is written, so that a state that cannot be read stops the run in time.
struct UndoneImport {
  private let surroundings: Surroundings
  private var state: BridgeState?
  private var memories: [(pair: BridgeState.Pair, memory: ImportMemory)] = []

  /// Reads the state, where there is one.
  ///
  /// - Throws: `StateError` where it cannot be read, `ExitStatus` where nothing names its folder.
  init(_ surroundings: Surroundings) throws {
    self.surroundings = surroundings
    let folder = try StateFolder(surroundings)
    guard FileIdentity(path: folder.database) != nil else { return }
    state = try BridgeState(path: folder.database)
  }

  /// Forgets the lines that a file will not have any more, and knows those again that it will have again.
  ///
  /// - Parameters:
  ///   - bytes: What the file will hold.
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

  /// Keeps what is remembered, once the files are written.
  func save(_ messages: inout Messages) {
    guard let state, !memories.isEmpty else { return }
    do throws(StateError) {
      try state.save(memories, at: surroundings.now.seconds)
    } catch {
      messages.note(messages.status(of: error))
    }
  }
}
