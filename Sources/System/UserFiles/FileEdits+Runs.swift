import ExactText
import Glibc

/// A file whose bytes a run replaces.
package struct ChangedFile: Sendable {
  /// The path of the file.
  package let path: String
  /// Its bytes; none for a file that is to be created.
  package let old: [UInt8]
  /// The bytes that it gets.
  package let new: [UInt8]

  /// Creates a change.
  package init(path: String, old: [UInt8], new: [UInt8]) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The name of the file in the index.
  var name: FileName { FileName(CanonicalPath.of(path)) }

  var isToBeCreated: Bool { old.isEmpty && access(path, F_OK) != 0 }
}

/// A run of several files notes all of them before it writes the first, because a line may move from one to another: if
/// the run is killed between them, the next one writes the others too.
extension FileEdits {
  /// Writes files, all of them, or none if one cannot be written.
  ///
  /// They are written in order, so that a line that moves between files is in both for a moment, and is never missing
  /// from both.
  ///
  /// - Parameter prepare: Called with the number of the run once its files are noted, before the first is written; false
  ///   if they are not to be written after all.
  /// - Returns: False if a file has changed since it was read, or `prepare` does.
  package func write(
    _ files: [ChangedFile],
    prepare: @escaping (_ run: Int) -> Bool = { _ in true }
  ) throws(FileError) -> Bool {
    let files = files.filter { $0.old != $0.new }
    guard let first = files.first else { return true }
    for file in files { try check(file) }
    let open = try open(for: files)
    guard files.count > 1 else {
      return try writeOrCreate(first, label(run), open, prepare: prepare) != .changedMeanwhile
    }
    // Of many runs at once, those that come too late take no time from the others.
    for file in files where Self.bytes(of: file.path) != file.old { return false }
    let number = try plan(files, label(run), open)
    run = number
    defer { open.settle(number) }
    guard prepare(number) else { return false }
    return try writeAll(files, label(number), open)
  }

  /// Notes files that a killed run of an earlier version was about to write, as that run's, so that they are recovered
  /// as those of this version.
  package func adopt(_ files: [ChangedFile]) throws(FileError) {
    try recover()
    let open = try OpenBackups(backups, now: time)
    let last = open.index.done.last { edit in
      files.contains {
        edit.name == $0.name && edit.before.matches($0.old) && edit.after.matches($0.new)
      }
    }
    _ = try plan(files, last?.label ?? label(nil), open)
  }

  /// Keeps the bytes of files before and after, notes the files, and returns the number of the run.
  private func plan(
    _ files: [ChangedFile], _ label: FileEdit.Label, _ open: OpenBackups
  ) throws(FileError) -> Int {
    var contents: [(before: BackedUpEdit.Content, after: BackedUpEdit.Content)] = []
    for file in files {
      let (before, after) = (BackedUpEdit.Content(file.old), BackedUpEdit.Content(file.new))
      try open.keep(file.old, before)
      try open.keep(file.new, after)
      contents.append((before, after))
    }
    return try open.plan(label.run) { run in
      zip(files, contents).map {
        BackedUpEdit(
          number: 0, run: run, time: label.time, command: label.command, path: $0.name.text,
          before: $1.before, after: $1.after, purpose: label.purpose, method: .planned)
      }
    }
  }

  private func writeAll(
    _ files: [ChangedFile], _ label: FileEdit.Label, _ open: OpenBackups
  ) throws(FileError) -> Bool {
    for (index, file) in files.enumerated() {
      do throws(FileError) {
        if try writeOrCreate(file, label, open) != .changedMeanwhile { continue }
        takeBack(files.prefix(index), label, open)
        return false
      } catch {
        // If only its folder could not be synced, the file itself is written.
        takeBack(files.prefix(index + 1), label, open)
        throw error
      }
    }
    return true
  }

  /// Restores the old bytes of files; a file that has changed since keeps its present bytes.
  private func takeBack(
    _ files: ArraySlice<ChangedFile>, _ label: FileEdit.Label, _ open: OpenBackups
  ) {
    for file in files.reversed() {
      _ = try? make(ChangedFile(path: file.path, old: file.new, new: file.old), label, open)
    }
  }

  /// Writes a file; one that is missing is first created without bytes, so that `undo` can empty it.
  func writeOrCreate(
    _ file: ChangedFile, _ label: FileEdit.Label, _ open: OpenBackups,
    prepare: @escaping (_ run: Int) -> Bool = { _ in true }
  ) throws(FileError) -> Outcome {
    guard file.isToBeCreated else { return try make(file, label, open, prepare: prepare) }
    _ = try FileReplacement.write(FileContents([]), to: file.path, replacing: nil)
    let outcome = try make(file, label, open, prepare: prepare)
    if outcome != .written, Self.bytes(of: file.path) == [] { unlink(file.path) }
    return outcome
  }

  private func check(_ file: ChangedFile) throws(FileError) {
    if file.isToBeCreated { return }
    guard access(file.path, W_OK) == 0 else { throw FileError(readOnly: file.path) }
    try objectToEditor(of: try entry(file.path))
  }
}
