import ExactText
import Glibc
import NIOCore
import StoreAccess

/// Why a server cannot listen.
enum ListeningError: Error, CustomStringConvertible {
  /// Another program listens there.
  case inUse(String)
  /// The path of the socket has a file that is none.
  case otherFile(String)
  /// The folder of the socket cannot be used.
  case noFolder(String, code: Int32)
  /// The address is not one of this machine, or may not be used.
  case unusable(String, code: Int32)

  /// Explains an error of the system; nil for another error.
  init?(_ address: ServerSettings.Address, _ error: any Error) {
    if let known = error as? ListeningError {
      self = known
      return
    }
    guard let error = error as? IOError else { return nil }
    self =
      error.errnoCode == EADDRINUSE
      ? .inUse(address.text) : .unusable(address.text, code: error.errnoCode)
  }

  var description: String {
    switch self {
    case .inUse(let address): "\(address): another program listens here; expected a free address"
    case .otherFile(let path): "\(path): there is a file that is not a socket; expected a free path"
    case .noFolder(let path, let code):
      "\(path): \(Self.reason(code)); expected a folder for the socket"
    case .unusable(let address, let code):
      "\(address): \(Self.reason(code)); expected an address of this machine"
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
