import Diagnostics
import UserFiles

/// The file that a calendar is written to, which no other run writes meanwhile.
struct CalendarOutput {
  /// Its path.
  let path: String
  /// The lock, held from before anything is read until the calendar is written: a run that read
  /// older files must not write after one that read newer ones.
  let lock: FileLock

  /// Locks the file.
  init(path: String) throws(FileError) {
    self.path = path
    lock = try FileLock(for: path)
  }

  /// Why the calendar must not be written there, nil where it may.
  ///
  /// What stands there is replaced, so it has to be a calendar: neither one of the files that are
  /// read, nor any other that somebody would miss.
  func objection(
    sources: Set<FileIdentity>, endings: [String]
  ) throws(FileError) -> String? {
    if let identity = FileIdentity(path: path), sources.contains(identity) {
      return "\(path): this is one of the task files; expected another name, such as tasks.ics"
    }
    if endings.contains(where: { path.lowercased().hasSuffix($0) }) {
      return "\(path): this is a task file's name; expected one such as tasks.ics"
    }
    guard let content = try lock.snapshot(), !content.bytes.isEmpty,
      !Self.isCalendar(content.bytes)
    else { return nil }
    return "\(path): this is no calendar and would be lost; expected a new file, or a calendar"
  }

  /// Writes the calendar, if the file has not got it already.
  func write(_ bytes: [UInt8], _ messages: inout Messages) {
    do {
      let outcome = try FileReplacement.write(bytes, under: lock)
      messages.tell("\(path): \(outcome == .unchanged ? "unchanged" : "written")")
      if outcome == .writtenForFewer {
        messages.warn(
          "\(path): fewer may read it now; its group, or the list of who may, could not be kept")
      }
    } catch {
      messages.sayUnwritable(error)
    }
  }

  private static func isCalendar(_ bytes: [UInt8]) -> Bool {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return String(decoding: content.prefix(15), as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
  }
}
