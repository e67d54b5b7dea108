import CLibical
import Synchronization

/// libical, as it is linked.
public enum Libical {
  private static let lock = Mutex(())

  /// Runs what calls libical, one at a time: its parser and its lists of zones change what is global.
  static func locked<Result>(_ body: () -> Result) -> Result {
    lock.withLock { _ in body() }
  }

  /// The version that duecal was built with, such as `3.0.16`; the library itself does not say its own.
  public static var version: String {
    "\(ICAL_MAJOR_VERSION).\(ICAL_MINOR_VERSION).\(ICAL_PATCH_VERSION)"
  }
}
