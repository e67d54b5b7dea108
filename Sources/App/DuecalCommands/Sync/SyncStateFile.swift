import CalendarStores
import CalendarSync
import Diagnostics
import UserFiles

/// The file with the state of all syncs.
struct SyncStateFile {
  private let folder: String

  init(_ runEnvironment: RunEnvironment) throws(ExitStatus) {
    folder = "\(try StateFolder(runEnvironment).path)/sync"
  }

  private var path: String { "\(folder)/state.sqlite" }

  /// Reads the state into memory; empty if there is none.
  func copy() throws(StoreError) -> SyncState {
    FileTree.isFile(path) ? try SyncState(copying: path) : try SyncState()
  }

  /// The lists that are kept equal; none if there is no state, or it cannot be read.
  func lists() -> [SyncedLists] {
    guard FileTree.isFile(path) else { return [] }
    return (try? SyncState(reading: path).allLists()) ?? []
  }

  /// Opens the state, or creates it.
  func open() throws -> SyncState { try SyncState(path: path) }

  /// Opens the state to record a change of one store, which may happen while two others are synced.
  func openForRecording() throws -> SyncState {
    try PrivateFolder.make(folder)
    return try open()
  }

  /// Locks the state, so that two runs do not sync at the same time.
  ///
  /// - Throws: `ExitStatus`, after a report, if another run has it.
  func lock() throws(ExitStatus) -> FolderLock {
    do throws(FileError) {
      try PrivateFolder.make(folder)
      return try FolderLock.wait(for: folder, seconds: 10)
    } catch {
      Output.error.print("duecal: \("\(error)".visible)")
      throw error.isPassing ? .tryAgain : .cannotCreate
    }
  }
}
