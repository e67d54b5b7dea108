import ExactText
import StoreAccess
import UserFiles

/// The files of a server in the folder of the state.
struct ServerFiles {
  /// The folder.
  let folder: String

  init(_ runEnvironment: RunEnvironment) throws {
    folder = "\(try StateFolder(runEnvironment).path)/serve"
    try PrivateFolder.make(folder)
  }

  /// The passwords.
  var passwords: String { "\(folder)/passwords" }
  /// The first password, which is there until it is changed.
  var firstPassword: String { "\(folder)/password.txt" }

  /// What the clients of a store have been told.
  func state(of place: StorePlace) -> String {
    "\(folder)/\(name(of: place)).sqlite"
  }

  /// Which lines of a store have been served.
  func lines(of place: StorePlace) -> String { "\(folder)/\(name(of: place))-lines.sqlite" }

  private func name(of place: StorePlace) -> Substring {
    SHA256.digits(of: Array(place.identity.utf8)).prefix(16)
  }
}
