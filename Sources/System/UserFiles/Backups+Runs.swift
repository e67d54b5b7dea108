import ExactText

/// What became of runs, for what is saved together with their files.
extension Backups {
  /// True if a run has changed a file, and has not taken that back.
  ///
  /// An edit that could not be recovered yet, because an editor has the file open, counts if it was made.
  package func wrote(_ run: Int) throws(FileError) -> Bool {
    let index = try index()
    return index.wrote(run) || index.begun.contains { $0.run == run && $0.wasMade }
  }

  /// True if a run has written bytes to a file, and has not written others since.
  package func wrote(_ run: Int, _ bytes: [UInt8], to file: FileName) throws(FileError) -> Bool {
    let index = try index()
    let begun = index.begun.filter { $0.run == run && $0.wasMade }
    let last = (index.done + begun).last { $0.run == run && $0.name == file && !$0.isKept }
    return last?.after.matches(bytes) ?? false
  }

  /// The run that was to change a file from one content to another, in the first edit after one with a number.
  package func run(
    changing file: FileName, from before: String, to after: String, after number: Int
  ) throws(FileError) -> Int? {
    let index = try index()
    let edits = (index.done + index.begun).filter { edit in
      edit.number > number && edit.name == file && edit.before.sum == before
        && edit.after.sum == after
    }
    return edits.min { $0.number < $1.number }?.run
  }
}
