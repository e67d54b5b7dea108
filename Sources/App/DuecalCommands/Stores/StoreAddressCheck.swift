import Diagnostics
import ExactText
import StoreAccess
import UserFiles
import WebAddresses

/// Refuses a store in place of a file, because its address would become a file name.
enum StoreAddressCheck {
  /// The intended use of the file, which decides what command the message names.
  enum Purpose: String {
    case adding = "`duecal store add` adds to a store"
    case importing = "`duecal store import` puts calendars into a store"
    case calendars = "`duecal store import` puts a calendar that was written into a store"
    case showing = "`duecal store show` shows a store"
    case undoing = "`duecal undo` takes back edits of task files"
    case editing = "`duecal store --help` lists what can be done with a store"

    /// The purpose of a command that changes task files.
    init(ofChange command: String) { self = command == "add" ? .adding : .editing }
  }

  /// Refuses paths if one of them is the address of a store, or the name of a store and not of a file.
  ///
  /// - Throws: `ExitStatus.usage`, after a report.
  static func refuse(
    _ paths: [String], for purpose: Purpose, runEnvironment: RunEnvironment
  ) throws(ExitStatus) {
    let stores = StoreNames(runEnvironment)
    for path in paths where stores.isOne(path) {
      let isFile = FileTree.isFile(path) || FileTree.isFolder(path)
      if isFile, !StoreAddress.isOne(path) { continue }
      let shown = StoreAddress.isOne(path) ? StoreAddress.shown(path) : path
      Output.error.print(
        "duecal: \(shown.quoted) is a store, not a file; \(purpose.rawValue), and \("./\(shown)".shellQuoted) "
          .visible + "is a file")
      throw .usage
    }
  }
}
