import CalendarStores
import Diagnostics
import StoreAccess

extension ExitStatus {
  /// The exit status for an error of a store.
  init(_ error: StoreError) {
    self =
      switch error {
      case .noList, .noItem: .noInput
      case .changedMeanwhile: .tryAgain
      case .exists: .cannotCreate
      case .denied, .notWritable, .notAllowed: .notPermitted
      case .invalid: .dataError
      case .impossible: .cannotCreate
      case .busy, .unavailable: .unavailable
      }
  }
}

extension Messages {
  /// Reports an error of a store.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - name: The name of the store, its list or the item.
  ///   - status: The exit status, if it is not that of the error.
  mutating func report(_ error: StoreError, of name: String, status: ExitStatus? = nil) {
    fail(Self.sentence(error, of: name), status ?? ExitStatus(error))
  }

  /// Reports a text of a store that cannot be read.
  mutating func reportUnreadable(_ text: StoredItemText, _ failure: String) {
    fail("\(text.name): \(failure)", .inputOutput)
  }

  /// The error after the name; an error of a local store already contains its path.
  static func sentence(_ error: StoreError, of name: String) -> String {
    let reason = "\(error)"
    let path = StorePlace.parted(name).store.drop { $0 != ":" }.dropFirst()
    return !path.isEmpty && reason.hasPrefix(path) ? reason : "\(name): \(reason)"
  }
}

extension Messages {
  /// Reports that an item has got a VTIMEZONE of duecal.
  mutating func warn(replacedZone name: String, of title: String, in store: String) {
    warn(
      "\(store): the VTIMEZONE \(name.quoted) of \(title.quoted) does not hold for its dates; duecal "
        + "has written its own")
  }
}
