import GRDB
import TestSupport
import Testing
import UserFiles

@testable import StateBackup

@Suite("Backups of the state")
struct StateBackupTests {
  @Test func areArchivesThatTarReads() throws {
    let long = "\(String(repeating: "a", count: 90))/\(String(repeating: "b", count: 90))"
    let archive = TarArchive([
      .init(name: "one", bytes: [1, 2, 3]), .init(name: long, bytes: []),
      .init(name: "two", bytes: [UInt8](repeating: 7, count: 1024)),
    ])
    let bytes = try archive.bytes(time: 1_796_065_024)
    #expect(bytes.count % 512 == 0)
    let found = try TarArchive(reading: bytes).files
    #expect(found.map(\.name) == ["one", long, "two"])
    #expect(found.map(\.bytes) == archive.files.map(\.bytes))
  }

  @Test func areReadAsTheyWereWritten() throws {
    let state = try State()
    let backup = try state.backup()
    let read = try StateBackup(reading: backup.bytes(time: 0), by: "0.2.0")
    #expect(read.files.map(\.name) == ["backups/index", "sync/state.sqlite"])
    #expect(read.count == 2 && read.time == "now" && read.version == "0.2.0")
  }

  @Test func haveEachDatabaseAsItWasWhileAnotherRunWritesIt() throws {
    let state = try State()
    let other = try state.open()
    try other.write { try $0.execute(sql: "INSERT INTO note VALUES ('after')") }
    let backup = try state.backup()
    try other.write { try $0.execute(sql: "INSERT INTO note VALUES ('later')") }
    _ = try state.restoring().restore(backup, aside: state.scratch.at("aside")) { "new" }
    #expect(try state.notes() == ["first", "after"])
  }

  @Test("Damaged bytes of a backup are refused", arguments: 0..<400)
  func areRefusedIfDamaged(_ seed: Int) throws {
    let state = try State()
    var bytes = try state.backup().bytes(time: 0)
    let place = seed * 7919 % (bytes.count - 1024)
    // What is between a file and the next one has no meaning.
    guard bytes[place] != 0 else { return }
    bytes[place] ^= 0x55
    #expect(throws: StateBackupError.self) { try StateBackup(reading: bytes, by: "0.2.0") }
  }

  @Test func areRefusedIfCutOff() throws {
    let state = try State()
    let bytes = try state.backup().bytes(time: 0)
    for count in stride(from: 0, to: bytes.count - 1024, by: 512) {
      #expect(throws: StateBackupError.self) {
        try StateBackup(reading: Array(bytes.prefix(count)), by: "0.2.0")
      }
    }
  }

  @Test(arguments: [("0.2.0", false), ("0.3.0", true), ("0.2.1", true), ("0.10.0", true), ("0.1", false)])
  func areRefusedIfALaterVersionWroteThem(_ version: String, _ isRefused: Bool) throws {
    let state = try State()
    let bytes = try state.backup(version: version).bytes(time: 0)
    let found = Result { try StateBackup(reading: bytes, by: "0.2.0") }
    if isRefused {
      #expect(throws: StateBackupError.later(version)) { try found.get() }
    } else {
      #expect(try found.get().version == version)
    }
  }

  @Test(arguments: ["../evil", "/etc/passwd", "a//b", "a/./b", ""])
  func leadNowhereElse(_ name: String) throws {
    let state = try State()
    var backup = try state.backup()
    let file = TarArchive.File(name: name, bytes: [1])
    let manifest = StateManifest([file], version: "0.2.0", time: "now")
    let inFolder = TarArchive.File(name: StateManifest.folder + name, bytes: [1])
    let bytes = try TarArchive([manifest.file, inFolder]).bytes(time: 0)
    #expect(throws: StateBackupError.self) { backup = try StateBackup(reading: bytes, by: "0.2.0") }
    #expect(backup.count == 2)
  }

  @Test func keepTheFormerState() throws {
    let state = try State()
    let backup = try state.backup()
    try state.open().write { try $0.execute(sql: "DELETE FROM note") }
    let aside = state.scratch.at("aside")
    #expect(try state.restoring().restore(backup, aside: aside) { "new" })
    #expect(try state.notes() == ["first"])
    let former = try DatabaseQueue(path: "\(aside)/sync/state.sqlite")
    #expect(try former.read { try String.fetchAll($0, sql: "SELECT text FROM note") }.isEmpty)
    #expect(try FileTree.allNames(in: state.scratch.path).sorted() == ["aside", "state"])
  }

  @Test func areRestoredWhereThereIsNoState() throws {
    let state = try State()
    let backup = try state.backup()
    let other = StateRestoring(state.scratch.at("other"))
    #expect(try !other.restore(backup, aside: state.scratch.at("aside")) { "new" })
    #expect(FileTree.isFile(state.scratch.at("other/sync/state.sqlite")))
  }

  @Test func areNotRestoredWhileAnotherRunUsesTheState() throws {
    let state = try State()
    let backup = try state.backup()
    let other = try state.open()
    let aside = state.scratch.at("aside")
    #expect(throws: StateBackupError.inUse(state.database)) {
      try state.restoring().restore(backup, aside: aside) { "new" }
    }
    #expect(try FileTree.allNames(in: state.scratch.path) == ["state"])
    try other.close()
    #expect(try state.restoring().restore(backup, aside: aside) { "new" })
  }

  @Test func leaveEverythingIfTheFormerStateCannotBeMoved() throws {
    let state = try State()
    let backup = try state.backup()
    try PrivateFolder.make(state.scratch.at("aside"))
    #expect(throws: FileError.self) {
      try state.restoring().restore(backup, aside: state.scratch.at("aside")) { "new" }
    }
    #expect(try FileTree.allNames(in: state.scratch.path).sorted() == ["aside", "state"])
    #expect(try state.notes() == ["first"])
  }

  @Test func giveWhatClientsWereToldAnotherName() throws {
    let state = try State()
    let queue = try state.open()
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE servedState (name, revision)")
      try database.execute(sql: "INSERT INTO servedState VALUES ('old', 7)")
    }
    try queue.close()
    let backup = try state.backup()
    _ = try state.restoring().restore(backup, aside: state.scratch.at("aside")) { "new" }
    let row = try state.open().read { try Row.fetchOne($0, sql: "SELECT * FROM servedState") }
    #expect(row == ["name": "new", "revision": 7])
  }

  /// A state with a database and another file.
  private struct State {
    let scratch: ScratchFolder
    var folder: String { scratch.at("state") }
    var database: String { "\(folder)/sync/state.sqlite" }

    init() throws {
      scratch = try ScratchFolder()
      try PrivateFolder.make(scratch.at("state/sync"))
      try PrivateFolder.make(scratch.at("state/backups"))
      try PrivateFile.write(Array("one\n".utf8), to: scratch.at("state/backups/index"))
      let queue = try open()
      try queue.write { database in
        try database.execute(sql: "CREATE TABLE note (text)")
        try database.execute(sql: "INSERT INTO note VALUES ('first')")
      }
      try queue.close()
    }

    func open() throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: database)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      return queue
    }

    func notes() throws -> [String] {
      try open().read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY rowid") }
    }

    func backup(version: String = "0.2.0") throws -> StateBackup {
      try StateBackup(of: folder, version: version, time: "now", copying: scratch.path)
    }

    func restoring() -> StateRestoring { StateRestoring(folder) }
  }
}
