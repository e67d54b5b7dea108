import CalendarStores
import Glibc
import LineState
import SQLiteStore
import TaskFolderStore
import UserFiles
import VdirStore

extension StoreOpeners {
  /// The openers of local stores.
  static let local = StoreOpeners([MemoryOpener(), SQLiteOpener(), VdirOpener(), TaskFileOpener()])
}

/// Opens a store in memory, which ends with the process.
private struct MemoryOpener: StoreOpener {
  let kind = StoreKind(scheme: "memory", location: .process)

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    MemoryStore(now: request.now)
  }
}

/// Opens an SQLite file.
private struct SQLiteOpener: StoreOpener {
  let kind = StoreKind(
    scheme: "sqlite", location: .path(to: "file", usual: "duecal/store.sqlite"))

  func presence(at path: String) -> StorePresence {
    let presence = StorePresence(at: path, modes: [.file: R_OK])
    guard presence == .store, !Self.isDatabase(path) else { return presence }
    return .foreign("this is not a store; expected a file that duecal created")
  }

  /// True for an SQLite file, or an empty one.
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

/// Opens a folder of calendar folders.
private struct VdirOpener: StoreOpener {
  let kind = StoreKind(scheme: "vdir", location: .path(to: "folder", usual: nil))
  let mixesKinds = true

  func presence(at path: String) -> StorePresence {
    StorePresence(at: path, modes: [.folder: R_OK | X_OK])
  }

  /// Reports files and folders whose names are not UTF-8, and lists that are links out of the store.
  func faults(at path: String, cache: String) -> [String] {
    VdirStore.unnameable(in: path, cache: cache).map {
      "\($0): the name is not UTF-8; expected one that is"
    }
      + VdirStore.outside(path).map {
        "\($0): the list is a link out of the store and is left out; expected a folder"
      }
  }

  func conflictCopies(at path: String, cache: String) -> [String] {
    VdirStore.conflictCopies(in: path, cache: cache)
  }

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    let path = request.address.rest
    if request.makesStore, !FileTree.isFolder(path) { try makeFolder(path) }
    return try VdirStore(
      path: path, now: request.now, zones: request.zones, cache: request.cacheFolder,
      keepsLeftOut: request.keepsLeftOut)
  }

  private func makeFolder(_ path: String) throws(StoreError) {
    do throws(FileError) {
      try PrivateFolder.make(path)
    } catch { throw .unavailable("\(error)") }
  }
}

/// Opens a task file, or a folder of them.
private struct TaskFileOpener: StoreOpener {
  let kind = StoreKind.taskFiles

  func presence(at path: String) -> StorePresence {
    StorePresence(at: path, modes: [.file: R_OK, .folder: R_OK | X_OK])
  }

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    guard let files = try request.taskFiles() else {
      throw StoreError.unavailable("this duecal cannot open task files as a store")
    }
    return try TaskFolderStore(
      path: request.address.rest, registry: try registry(files.state), writing: files.writing,
      options: files.options, now: request.now)
  }

  private func registry(_ path: String?) throws(StoreError) -> LineRegistry {
    do throws(StateError) {
      guard let path else { return try LineRegistry() }
      return try LineRegistry(path: path)
    } catch { throw .unavailable("the state of duecal cannot be used: \(error)") }
  }
}

extension StorePresence {
  /// Finds what is at a path; what `modes` names can be a store, if this person has that access to it.
  fileprivate init(at path: String, modes: [FileTree.Kind: Int32]) {
    let found = FileTree.kind(of: path)
    guard let mode = modes[found] else {
      self = found == .nothing ? .nothing : .other
      return
    }
    self = access(path, mode) == 0 ? .store : .unreadable(String(cString: strerror(errno)))
  }
}
