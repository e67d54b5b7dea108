import Glibc

/// A file that is its owner's alone, as notes and appointments are; SQLite lets all read what it makes.
public enum PrivateFile {
  /// Makes an empty one; what is there already is left as it is.
  ///
  /// Where it cannot be made, SQLite says why when it tries.
  public static func make(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }
}
