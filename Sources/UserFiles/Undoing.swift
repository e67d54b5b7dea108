/// What has to be written so that an edit is as if it had not been.
public struct Undoing: Sendable {
  /// Why an edit cannot be taken back.
  public enum Objection: Error, Hashable, Sendable {
    /// Something else has changed the file since.
    case changedSince
    /// There is no such file any more.
    case missing
  }

  /// The edits, oldest first; more than one where a run edited the file repeatedly.
  public let edits: [BackedUpEdit]
  /// The file.
  public let path: String
  /// What it held before the first of them.
  public let before: BackedUpEdit.Content
  /// What it has held since the last of them.
  public let after: BackedUpEdit.Content

  /// Takes the last edits of a file that follow one another, nil where there are none.
  public init?(_ edits: [BackedUpEdit]) {
    guard let last = edits.last else { return nil }
    var first = last
    for edit in edits.dropLast().reversed() {
      guard edit.path == last.path, edit.after == first.before, !edit.isKept else { break }
      first = edit
    }
    self.edits = edits.filter { $0.number >= first.number }
    path = last.path
    before = first.before
    after = last.after
  }

  /// Looks whether the file still holds what was written.
  ///
  /// - Returns: The file as it is, nil where the edits were taken back already.
  public func file() throws(FileError) -> Result<FileSnapshot?, Objection> {
    do throws(FileError) {
      let file = try FileSnapshot.read(path)
      if after.isThat(of: file.bytes) { return .success(file) }
      return before.isThat(of: file.bytes) ? .success(nil) : .failure(.changedSince)
    } catch {
      guard error.isMissing else { throw error }
      return .failure(.missing)
    }
  }
}
