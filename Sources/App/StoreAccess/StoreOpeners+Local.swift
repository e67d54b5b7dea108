import CalendarStores
import Glibc
import SQLiteStore
import UserFiles
import VdirStore

extension StoreOpeners {
  /// The stores of this machine.
  static let local = StoreOpeners([MemoryOpener(), SQLiteOpener(), VdirOpener()])
}

/// Opens a store that is gone with the process.
private struct MemoryOpener: StoreOpener {
  let kind = StoreKind(scheme: "memory", location: .process)

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    MemoryStore(now: request.now)
  }
}

/// Opens a file of SQLite.
private struct SQLiteOpener: StoreOpener {
  let kind = StoreKind(
    scheme: "sqlite", location: .path(to: "file", usual: "duecal/store.sqlite"))

  func presence(at path: String) -> StorePresence {
    guard FileTree.isFile(path) else { return .missing(at: path) }
    if let reason = StorePresence.refusal(of: path, R_OK) { return .unreadable(reason) }
    return Self.isDatabase(path)
      ? .store : .foreign("this is no store; expected a file that duecal made")
  }

  /// True for a file of SQLite, or an empty one.
  private static func isDatabase(_ path: String) -> Bool {
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: 16)
    let count = fread(&start, 1, start.count, file)
    return count == 0 || start.prefix(count).elementsEqual("SQLite format 3\0".utf8)
  }

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    let path = request.address.rest
    guard request.makesStore || FileTree.isFile(path) else {
      throw StoreError.unavailable("\(path): there is no such store")
    }
    return try SQLiteStore(path: path, now: request.now, zones: request.zones)
  }
}

/// Opens a folder of folders.
private struct VdirOpener: StoreOpener {
  let kind = StoreKind(scheme: "vdir", location: .path(to: "folder", usual: nil))

  func presence(at path: String) -> StorePresence {
    guard FileTree.isFolder(path) else { return .missing(at: path) }
    return StorePresence.refusal(of: path, R_OK | X_OK).map { .unreadable($0) } ?? .store
  }

  /// Files and folders with names that are not UTF-8.
  func faults(at path: String) -> [String] {
    VdirStore.unnameable(in: path).map { "\($0): the name is not UTF-8; expected one that is" }
  }

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    let path = request.address.rest
    if request.makesStore, !FileTree.isFolder(path) { try makeFolder(path) }
    return try VdirStore(path: path, now: request.now, zones: request.zones)
  }

  private func makeFolder(_ path: String) throws(StoreError) {
    do throws(FileError) {
      try PrivateFolder.make(path)
    } catch { throw .unavailable("\(error)") }
  }
}

extension StorePresence {
  /// What stands at a path that is not of the expected type.
  fileprivate static func missing(at path: String) -> StorePresence {
    access(path, F_OK) == 0 ? .other : .nothing
  }

  /// Why this person may not read a path; nil if they may.
  fileprivate static func refusal(of path: String, _ mode: Int32) -> String? {
    access(path, mode) == 0 ? nil : String(cString: strerror(errno))
  }
}
