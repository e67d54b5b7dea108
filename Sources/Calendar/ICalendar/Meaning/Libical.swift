import CLibical
import Synchronization

/// The linked libical.
public enum Libical {
  private static let lock = Mutex(())

  /// Runs code that calls libical under a lock, because its parser and its lists of zones change global state.
  static func locked<Result>(_ body: () -> Result) -> Result {
    lock.withLock { _ in body() }
  }

  /// The version that duecal was built with, such as `3.0.16`; the library itself does not report its version.
  public static var version: String {
    "\(ICAL_MAJOR_VERSION).\(ICAL_MINOR_VERSION).\(ICAL_PATCH_VERSION)"
  }
}
