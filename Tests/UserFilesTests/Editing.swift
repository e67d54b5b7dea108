import Testing

@testable import UserFiles

/// A folder with a task file and the backups of its edits.
struct Editing {
  let folder: Folder
  let path: String
  let backups: Backups

  init(_ text: String = "Home:\n\t- a\n", mode: UInt32 = 0o640) throws {
    folder = try Folder()
    path = try folder.make("a", text, mode: mode)
    backups = Backups(folder: folder.at("state/backups"))
  }

  /// A run that edits.
  func run(
    care: FileEdits.OpenEditorPolicy = .open, for purpose: BackedUpEdit.Purpose = .change,
    at time: Int = Editing.time
  ) -> FileEdits {
    FileEdits(keepingIn: backups, command: "test", time: time, purpose: purpose, care: care)
  }

  static let time = 1_700_000_000

  /// Adds a line at the end, in a run of its own.
  @discardableResult
  func append(_ line: String, care: FileEdits.OpenEditorPolicy = .open) throws -> FileEdits.Outcome
  {
    try run(care: care).edit(path) { $0.bytes + Array("\(line)\n".utf8) }
  }

  func text() throws -> String { try folder.text("a") }

  /// The other files in the folder, besides the task file and the state.
  func litter() throws -> [String] {
    try folder.names().filter { !["a", "state"].contains($0) }
  }

  /// Records an edit in the index, as a run does that is killed before it makes the edit.
  func begin(_ new: String, _ method: BackedUpEdit.WriteMethod) throws -> BackedUpEdit {
    let open = try OpenBackups(backups, now: Self.time)
    let (old, new) = (try FileSnapshot.read(path).bytes, Array(new.utf8))
    let (before, after) = (BackedUpEdit.Content(old), BackedUpEdit.Content(new))
    try open.keep(old, before)
    try open.keep(new, after)
    let real = try #require(RealPath.find(path))
    return try open.begin { number, run in
      BackedUpEdit(
        number: number, run: run, time: 0, command: "killed", path: real, before: before,
        after: after, method: method)
    }
  }
}
