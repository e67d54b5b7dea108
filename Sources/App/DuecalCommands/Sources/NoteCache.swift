import DuecalConfiguration
import ExactText
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// The Markdown notes of a folder as the last run read them, without their prose, so that only changed files are read.
struct NoteCache: Sendable {
  /// A note in the form that is kept.
  struct Note: Sendable {
    let stamp: ChangeStamp
    let bytes: ArraySlice<UInt8>
    /// False for a file that was read in this run.
    let wasKept: Bool
  }

  /// The number of files from which a cache saves time.
  static let fewestFiles = 200
  private let file: CacheFile
  private let now: Int
  /// The length of the folder's name, with which the names of its files begin.
  private let prefix: Int
  private var notes: ExactDictionary<ArraySlice<UInt8>> = [:]

  /// Reads the notes of a folder that were kept; nil if there is no place for them.
  init?(_ folder: String, _ runEnvironment: RunEnvironment) {
    guard let real = FileTree.realPath(folder),
      let file = CacheFile("notes", about: real, runEnvironment)
    else { return nil }
    self.file = file
    now = RunEnvironment.clock().seconds
    prefix = folder.utf8.count - (folder.last == "/" ? 1 : 0)
    let kept = (file.records() ?? []).filter { $0.count == 2 }
    notes = ExactDictionary(
      kept.map { (String(decoding: $0[0], as: UTF8.self), $0[1]) }
    ) { first, _ in first }
  }

  /// The note of a file that has not changed since it was kept.
  func note(_ name: String, _ stamp: ChangeStamp) -> Note? {
    let head = stamp.bytes
    guard let kept = notes[key(name)], kept.starts(with: head) else { return nil }
    return Note(stamp: stamp, bytes: kept.dropFirst(head.count), wasKept: true)
  }

  /// The form in which a file is kept; nil if it was changed so recently that it may change again under the same stamp.
  func note(of text: TaskDocument, _ stamp: ChangeStamp) -> Note? {
    guard !stamp.isRecent(at: now) else { return nil }
    return Note(stamp: stamp, bytes: ProseRemoval.bytes(of: text)[...], wasKept: false)
  }

  /// Keeps the notes of this run, if some of them are new or gone.
  func save(_ current: [(name: String, note: Note)]) {
    guard current.count != notes.count || !current.allSatisfy(\.note.wasKept) else { return }
    file.save(
      current.map { name, note in
        [Array(key(name).utf8)[...], (note.stamp.bytes + note.bytes)[...]]
      })
  }

  /// The path of a file from the folder, however the folder was named.
  private func key(_ name: String) -> String { String(name.utf8.dropFirst(prefix)) ?? name }
}
