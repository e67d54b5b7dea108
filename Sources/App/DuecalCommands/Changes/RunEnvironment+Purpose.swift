import ExactText
import Glibc
import UserFiles

extension BackedUpEdit.Purpose {
  /// The purpose of a command's edits: background if it is quiet or runs in a service.
  static func of(_ verbosity: some MessageSettings, _ runEnvironment: RunEnvironment)
    -> BackedUpEdit.Purpose
  {
    verbosity.level.quiet || runEnvironment.isService ? .background : .change
  }
}

extension RunEnvironment {
  /// True if messages go to systemd's journal: `JOURNAL_STREAM` has its device and inode.
  var isService: Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
