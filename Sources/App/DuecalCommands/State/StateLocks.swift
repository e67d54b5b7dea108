import Diagnostics
import ExactText
import StateBackup
import TaskDates
import UserFiles

/// The locks with which imports, feeds and syncs change several files of the state together.
struct StateLocks {
  private let folder: FolderLock?
  private let sync: FolderLock?

  /// Takes them; there are none if there is no state.
  init(_ folder: StateFolder, _ runEnvironment: RunEnvironment) throws {
    let syncs = "\(folder.path)/sync"
    self.folder = FileTree.isFolder(folder.path) ? try folder.lock() : nil
    sync = FileTree.isFolder(syncs) ? try FolderLock.wait(for: syncs, seconds: 10) : nil
  }

  /// The present time as a person reads it.
  static func time(_ runEnvironment: RunEnvironment) -> String {
    runEnvironment.now.utc.map { "\($0.formattedDate) UTC" } ?? "\(runEnvironment.now.seconds)"
  }

  /// Runs a closure, and reports why it fails.
  ///
  /// - Parameter file: The backup, for messages about what is in it.
  static func reporting<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as StateBackupError {
      Output.error.print("duecal: \(error.sentence(about: file).visible)")
      throw ExitStatus(error)
    } catch let error as FileError {
      Output.error.print("duecal: \("\(error)".visible)")
      throw error.isPassing ? ExitStatus.tryAgain : error.isMissing ? .noInput : .cannotCreate
    }
  }
}

extension StateBackupError {
  fileprivate func sentence(about file: String) -> String {
    switch self {
    case .noBackup, .damaged, .later: "\(file): \(self)"
    case .noState, .database, .longName, .inUse: description
    }
  }
}

extension ExitStatus {
  fileprivate init(_ error: StateBackupError) {
    self =
      switch error {
      case .noState: .noInput
      case .database, .longName: .cannotCreate
      case .noBackup, .damaged, .later: .dataError
      case .inUse: .tryAgain
      }
  }
}
