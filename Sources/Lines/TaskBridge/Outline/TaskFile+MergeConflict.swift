public import Diagnostics
import TaskText

extension TaskFile {
  /// The error of a file in which a version control could not join two versions; nil for any other file.
  public var mergeConflict: Diagnostic? {
    document.mergeConflict.map { line in
      Diagnostic(
        .error, at: document.place(ofByte: document.lines[line].range.lowerBound, line: line),
        message: "a merge left two versions of lines here; expected one of them, without the lines "
          + "<<<<<<<, ======= and >>>>>>>")
    }
  }
}
