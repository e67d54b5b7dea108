import CProcess
import Glibc
import UserFiles

/// The executable `duecal-net` in the folder of this one: the same commands with the network.
enum NetworkExecutable {
  private static let name = "duecal-net"

  /// Replaces the process with `duecal-net` and the same arguments; returns only if it cannot be run.
  static func becomeIt() {
    guard let own = ownPath, let slash = own.lastIndex(of: "/"), let arguments = duecal_arguments()
    else { return }
    let path = "\(own[...slash])\(name)"
    // A link back to this executable would start itself for ever.
    guard own[slash...] != "/\(name)", FileIdentity(path: path) != FileIdentity(path: own) else {
      return
    }
    execv(path, UnsafeMutablePointer(mutating: arguments))
  }

  /// The path of this executable, with all links resolved.
  private static var ownPath: String? {
    let path = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let length = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? -1
      }
      count = max(0, length)
    }
    return path.isEmpty || path.count == Int(PATH_MAX) ? nil : String(decoding: path, as: UTF8.self)
  }
}
