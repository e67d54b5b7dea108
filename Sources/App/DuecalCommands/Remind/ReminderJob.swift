import Agenda
import ExactText
import Glibc
import UserFiles

/// A job that reminds somebody, locked by one run: its ledger, and the folder with it.
///
/// The ledger is replaced as a whole at the end of a run. Until then, each delivered reminder is appended as a line, so
/// a run that is killed has recorded all but the last.
struct ReminderJob {
  /// The ledger of the job.
  private(set) var ledger: ReminderLedger
  private let run: ReminderLedger.Run
  /// The folder of the job.
  let folder: String
  private let path: String
  private let lock: FolderLock
  private var journal: Int32?

  /// Locks a job for this run; waits some seconds for another run.
  ///
  /// - Throws: An error that `isPassing` if the other run still has the lock.
  init(
    _ name: String, in state: StateFolder, run: ReminderLedger.Run, messages: inout Messages
  ) throws(FileError) {
    path = Self.path(of: name, in: state)
    folder = Self.folder(of: name, in: state)
    try PrivateFolder.make(folder)
    lock = try FolderLock.wait(for: folder)
    self.run = run
    ledger = try Self.read(path, &messages)
  }

  private static let file = "/ledger"

  private static func path(of name: String, in state: StateFolder) -> String {
    folder(of: name, in: state) + file
  }

  /// The folder of a job.
  static func folder(of name: String, in state: StateFolder) -> String {
    "\(state.path)/reminders/\(name)"
  }

  /// The ledger of a job, read without a lock.
  static func ledger(
    named name: String, in state: StateFolder, messages: inout Messages
  ) throws(FileError) -> ReminderLedger {
    try read(path(of: name, in: state), &messages)
  }

  private static func read(
    _ path: String, _ messages: inout Messages
  ) throws(FileError) -> ReminderLedger {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSnapshot.read(path).bytes
    } catch {
      guard error.isMissing else { throw error }
      return ReminderLedger()
    }
    if let ledger = ReminderLedger(bytes: bytes) { return ledger }
    messages.fail(
      "\(path): this is not a list of delivered reminders; a new one is begun", .partial)
    return ReminderLedger()
  }

  /// Records that a run is delivering reminders one by one.
  mutating func begin() throws(FileError) {
    ledger.begin(run)
    _ = try FileReplacement.write(ledger.bytes, to: path)
    let journal = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard journal >= 0 else { throw FileError(readOnly: path) }
    self.journal = journal
  }

  /// Records that a reminder was delivered, or how many attempts have failed.
  mutating func note(
    _ key: ReminderKey, _ former: ReminderLedger.Former?, tries: Int = 0
  ) throws(FileError) {
    let line = ledger.note(key, former, tries: tries, run: run)
    guard let journal else { return }
    try ByteWriting.write(Array(line.utf8), to: journal, called: path)
  }

  /// Records the sources that this run has read.
  mutating func finish(_ read: ExactSet) throws(FileError) {
    if let journal { _ = close(journal) }
    journal = nil
    ledger.finish(read, run)
    _ = try FileReplacement.write(ledger.bytes, to: path)
    extendLifetime(lock)
  }
}
