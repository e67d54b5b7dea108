import Glibc
import UserFiles

/// A file whose bytes a change replaces.
struct ChangedFile {
  let path: String
  let old: [UInt8]
  let new: [UInt8]
}

/// Writes the files of one change: all of them, or none if one cannot be written.
struct ChangeWriting {
  private let edits: FileEdits

  init(_ edits: FileEdits) {
    self.edits = edits
  }

  /// Prepares to complete the change of another run that has written only its first files.
  func continuing(_ files: [ChangedFile]) throws(FileError) -> ChangeWriting {
    let names = files.map { FileName(CanonicalPath.of($0.path)) }
    let last = try edits.backups.edits().last { edit in
      zip(files, names).contains { edit.name == $1 && edit.after.matches($0.new) }
    }
    return last.map { ChangeWriting(FileEdits(continuing: $0, edits)) } ?? self
  }

  /// Writes files in order, so that a line that moves between files is in both for a moment, and is never missing from
  /// both.
  ///
  /// - Returns: False if a file has changed since it was read.
  func write(_ files: [ChangedFile]) throws(FileError) -> Bool {
    var written: [ChangedFile] = []
    do throws(FileError) {
      for file in files {
        guard try write(file) else {
          takeBack(written)
          return false
        }
        written.append(file)
      }
    } catch {
      takeBack(written)
      throw error
    }
    return true
  }

  private func write(_ file: ChangedFile) throws(FileError) -> Bool {
    guard access(file.path, F_OK) == 0 || !file.old.isEmpty else {
      return try edits.make(file.path, file.new) != .changedMeanwhile
    }
    guard access(file.path, W_OK) == 0 else { throw FileError(readOnly: file.path) }
    let outcome = try edits.write(file.new, to: file.path, over: FileSnapshot(bytes: file.old))
    return outcome != .changedMeanwhile
  }

  /// Restores the old bytes of files; a file that has changed since keeps its present bytes.
  private func takeBack(_ files: [ChangedFile]) {
    for file in files.reversed() {
      _ = try? edits.write(file.old, to: file.path, over: FileSnapshot(bytes: file.new))
    }
  }
}
