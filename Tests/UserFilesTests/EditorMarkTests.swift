import Glibc
import Testing

@testable import UserFiles

@Suite("The mark of an editor")
struct EditorMarkTests {
  let editing: Editing

  init() throws { editing = try Editing() }

  /// The ID of a process that has ended.
  private func deadProcess() throws -> Int {
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0)
    waitpid(process, nil, 0)
    return Int(process)
  }

  /// The first block of a swap file.
  private func swap(
    _ process: Int, host: String = LocalHost.name, version: String = "VIM 9.0",
    unsaved: Bool = false
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 4096)
    func put(_ bytes: some Sequence<UInt8>, at start: Int) {
      for (index, byte) in bytes.enumerated() { block[start + index] = byte }
    }
    put("b0\(version)".utf8, at: 0)
    put((0..<4).map { UInt8(truncatingIfNeeded: process >> (8 * $0)) }, at: 24)
    put(host.utf8, at: 68)
    if unsaved { block[1007] = 0x55 }
    return block
  }

  private func leave(_ name: String, _ bytes: [UInt8]) throws {
    _ = try FileReplacement.write(bytes, to: editing.folder.at(name))
  }

  private func sentence(care: FileEdits.OpenEditorPolicy = .open) throws -> String? {
    do {
      try editing.append("- b", care: care)
      return nil
    } catch let error as FileError {
      #expect(error.isPassing)
      #expect(try editing.text() == "Home:\n\t- a\n")
      return "\(error)"
    }
  }

  @Test(arguments: [".a.swp", ".a.swo", ".a.swa"]) func ofVimIsWaitedFor(name: String) throws {
    try leave(name, swap(Int(getpid()), unsaved: true))
    let expected = "vim (process \(getpid())) has the file open, with unsaved changes"
    #expect(try sentence() == "\(editing.path): \(expected); try again later")
  }

  @Test func ofNanoIsWaitedFor() throws {
    try leave(".a.swp", swap(Int(getpid()), version: "nano 7.2"))
    let expected = "nano (process \(getpid())) has the file open"
    #expect(try sentence() == "\(editing.path): \(expected); try again later")
  }

  @Test func ofEmacsIsWaitedFor() throws {
    let target = "ann@example.org@\(LocalHost.name).\(getpid()):1700000000"
    try #require(symlink(target, editing.folder.at(".#a")) == 0)
    #expect(try sentence()?.contains("Emacs (process \(getpid())) has the file open") == true)
  }

  @Test func onAnotherMachineCountsAsLiving() throws {
    try leave(".a.swp", swap(try deadProcess(), host: "elsewhere"))
    #expect(try sentence()?.contains(" on elsewhere) has the file open") == true)
  }

  @Test func ofADeadEditorIsNone() throws {
    let process = try deadProcess()
    try leave(".a.swp", swap(process, unsaved: true))
    try #require(symlink("ann@\(LocalHost.name).\(process)", editing.folder.at(".#a")) == 0)
    #expect(try sentence() == nil)
  }

  @Test func isNoneIfItsProcessBeganLater() throws {
    try leave(".a.swp", swap(Int(getpid())))
    let times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, editing.folder.at(".a.swp"), times, 0) == 0)
    #expect(try sentence() == nil)
  }

  @Test func isOverlookedWhereThatIsWanted() throws {
    try leave(".a.swp", swap(Int(getpid())))
    #expect(try sentence() != nil)
    #expect(try sentence(care: .unsaved) == nil)
    try leave(".a.swp", swap(Int(getpid()), unsaved: true))
    #expect(try editing.append("- c", care: .none) == .written)
  }

  @Test func isNotWhateverHasSuchAName() throws {
    try leave(".a.swp", Array("short".utf8))
    try #require(mkdir(editing.folder.at(".a.swo"), 0o755) == 0)
    try #require(mkfifo(editing.folder.at(".a.swn"), 0o600) == 0)
    try #require(symlink("nowhere", editing.folder.at(".#a")) == 0)
    #expect(try sentence() == nil)
  }

  @Test func ofNeovimIsInAFolderOfItsOwn() throws {
    try #require(mkdir(editing.folder.at("swap"), 0o755) == 0)
    let real = try #require(RealPath.find(editing.path))
    let name = "swap/" + String(real.map { $0 == "/" ? "%" : $0 }) + ".swp"
    try leave(name, swap(Int(getpid())))
    let run = FileEdits(
      keepingIn: editing.backups, command: "test", time: 0,
      swapFolders: [editing.folder.at("none"), editing.folder.at("swap")])
    #expect(throws: FileError.self) { try run.edit(editing.path) { _ in [1] } }
  }
}
