import ExactText
import Glibc
import StoreAccess

/// The file of a Unix socket, which only its owner may use, and which is removed when the server ends.
///
/// The socket is made in a hidden folder of the owner's, and gets its name when nobody else can use it any more: between the
/// making of a socket and the change of its mode, everybody could.
struct SocketFile: Sendable {
  /// The path at which the socket is made.
  let hiddenPath: String
  private let path: String
  private let folder: String

  /// Prepares the file of an address; nil if it is no socket.
  ///
  /// - Throws: `ListeningError` if there is another file, or a server listens there.
  init?(_ address: ServerSettings.Address) throws {
    guard case .socket(let path) = address else { return nil }
    self.path = path
    if Self.exists(path) {
      guard Self.isSocket(path) else { throw ListeningError.otherFile(path) }
      guard !Self.isServed(path) else { throw ListeningError.inUse(path) }
    }
    let above = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    var template = Array("\(above.isEmpty ? "/" : above)/.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ListeningError.noFolder(above, code: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    hiddenPath = "\(folder)/s"
  }

  /// Gives the socket its name; one that a killed server left is replaced.
  func publish() {
    chmod(hiddenPath, 0o600)
    rename(hiddenPath, path)
    rmdir(folder)
  }

  /// Removes the socket.
  func remove() {
    unlink(hiddenPath)
    rmdir(folder)
    if Self.isSocket(path), !Self.isServed(path) { unlink(path) }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// True if a server accepts connections there.
  private static func isServed(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
