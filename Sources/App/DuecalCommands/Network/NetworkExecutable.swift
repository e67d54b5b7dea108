import CProcess
import Glibc
import UserFiles

/// `duecal-net`, the same commands with the network, as it stands beside this executable.
enum NetworkExecutable {
  private static let name = "duecal-net"

  /// Becomes `duecal-net`, with the arguments of this process; comes back where there is none.
  static func becomeIt() {
    guard let own = ownPath, let slash = own.lastIndex(of: "/"), let arguments = duecal_arguments()
    else { return }
    let path = "\(own[...slash])\(name)"
    // One that leads back here would become itself for ever.
    guard own[slash...] != "/\(name)", FileIdentity(path: path) != FileIdentity(path: own) else {
      return
    }
    execv(path, UnsafeMutablePointer(mutating: arguments))
  }

  /// Where this executable is, behind all links.
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
