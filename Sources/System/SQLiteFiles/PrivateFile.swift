import Glibc

/// A file that only its owner may read, for notes and appointments; SQLite creates files that all may read.
public enum PrivateFile {
  /// Creates an empty file, and leaves an existing one unchanged.
  ///
  /// If it cannot be created, SQLite reports the reason when it opens the file.
  public static func make(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }
}
