import Glibc

/// A file that only its owner may read, for notes, appointments and passwords; SQLite and others create files that all may
/// read.
public enum PrivateFile {
  /// Creates an empty file, and leaves an existing one unchanged.
  ///
  /// If it cannot be created, whoever opens it next reports the reason.
  public static func make(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes a file, which is private if it is new.
  ///
  /// - Throws: `FileError` if it cannot be written.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    make(path)
    _ = try FileReplacement.write(bytes, to: path)
  }
}
