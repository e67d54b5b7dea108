import CalendarStores
import StoreAccess

extension ExitStatus {
  /// How a run ends that a store did not serve.
  init(_ error: StoreError) {
    self =
      switch error {
      case .noList, .noItem: .noInput
      case .changedMeanwhile: .tryAgain
      case .exists: .cannotCreate
      case .denied, .notWritable, .notAllowed: .notPermitted
      case .invalid: .dataError
      case .impossible: .cannotCreate
      case .unavailable: .unavailable
      }
  }
}

extension Messages {
  /// Says why a store did not do what it was asked to.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - name: What the store, its list or the item is called.
  ///   - status: How the run ends, where that is not what the reason says.
  mutating func say(_ error: StoreError, of name: String, status: ExitStatus? = nil) {
    fail(Self.sentence(error, of: name), status ?? ExitStatus(error))
  }

  /// A reason behind the name; a store of this machine says its path itself.
  static func sentence(_ error: StoreError, of name: String) -> String {
    let reason = "\(error)"
    let path = StorePlace.parted(name).store.drop { $0 != ":" }.dropFirst()
    return !path.isEmpty && reason.hasPrefix(path) ? reason : "\(name): \(reason)"
  }
}
