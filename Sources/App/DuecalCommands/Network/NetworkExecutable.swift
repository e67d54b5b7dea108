import CProcess
import Glibc
import UserFiles

/// The executable `duecal-net` in the folder of this one, or of the link by which it was started: the same commands with
/// the network.
enum NetworkExecutable {
  private static let name = "duecal-net"

  /// Replaces the process with `duecal-net` and the same arguments; returns only if it cannot be run.
  static func becomeIt() {
    guard let own = ownPath, let arguments = duecal_arguments() else { return }
    guard own.split(separator: "/").last.map(String.init) != name else { return }
    for start in [own, linkPath].compactMap(\.self) {
      guard let slash = start.lastIndex(of: "/") else { continue }
      let path = "\(start[...slash])\(name)"
      // A link back to this executable would start itself for ever.
      guard FileIdentity(path: path) != FileIdentity(path: own) else { continue }
      execv(path, UnsafeMutablePointer(mutating: arguments))
    }
  }

  /// The path by which this executable was started, which may be a link; nil if it is not known.
  private static var linkPath: String? { duecal_started_path().map { String(cString: $0) } }

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
