import ExactText
import Glibc
import UserFiles

extension BackedUpEdit.Purpose {
  /// What a command edits files for: in the background where it is quiet, or belongs to a service.
  static func of(_ speech: some Speech, _ surroundings: Surroundings) -> BackedUpEdit.Purpose {
    speech.loudness.quiet || surroundings.isService ? .background : .change
  }
}

extension Surroundings {
  /// True if what is reported goes to the journal of systemd: `JOURNAL_STREAM` names its device and number.
  var isService: Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
