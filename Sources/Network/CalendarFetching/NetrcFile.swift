import Glibc
import WebAddresses

/// A `~/.netrc`, the file of names and passwords that curl and others read.
struct NetrcFile {
  private let text: NetrcText
  private let isPrivate: Bool
  private let path: String

  /// Reads the file; nil if it cannot be read.
  init?(path: String) {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    self.init(
      text: String(decoding: bytes.prefix(count), as: UTF8.self), path: path,
      isPrivate: status.st_mode & 0o077 == 0)
  }

  /// Creates it from the text of a file.
  init(text: String, path: String, isPrivate: Bool) {
    self.text = NetrcText(text)
    self.path = path
    self.isPrivate = isPrivate
  }

  /// The name and the password for a host.
  ///
  /// - Throws: A failure if other users can read the file.
  func credentials(for host: String) throws(FetchFailure) -> Credentials? {
    guard let found = text.credentials(for: host) else { return nil }
    guard isPrivate else {
      throw FetchFailure(
        .configuration,
        "\(path) contains a password for this host, and others can read the file; run chmod 600 on "
          + "it")
    }
    return found
  }
}
