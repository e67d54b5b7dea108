import CalendarStores
import SQLiteStore
import UserFiles
import VdirStore

extension StoreOpeners {
  /// The stores of this machine.
  package static let local = StoreOpeners([
    "memory": MemoryOpener(), "sqlite": SQLiteOpener(), "vdir": VdirOpener(),
  ])
}

/// Opens a store that is gone with the process.
private struct MemoryOpener: StoreOpener {
  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    MemoryStore(now: request.now)
  }
}

/// Opens a file of SQLite.
private struct SQLiteOpener: StoreOpener {
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
