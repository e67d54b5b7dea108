import ExactText
import Glibc
import UserFiles

extension BackedUpEdit.Purpose {
  /// The purpose of a command's edits: background if it is quiet or belongs to a service.
  static func of(_ speech: some MessageSettings, _ runEnvironment: RunEnvironment)
    -> BackedUpEdit.Purpose
  {
    speech.loudness.quiet || runEnvironment.isService ? .background : .change
  }
}

extension RunEnvironment {
  /// True if messages go to the journal of systemd: `JOURNAL_STREAM` names its device and inode.
  var isService: Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
