import CLibical

/// The linked libical.
public enum Libical {
  /// UTC, which libical creates together with its list of zones at the first use.
  private static let isPrepared = icaltimezone_get_utc_timezone() != nil

  /// Runs code that calls libical, on any thread.
  ///
  /// The functions that we call keep their state in what is passed to them, or for each thread. Only the list of zones
  /// is shared by all threads, so one thread creates it before. libical's parser, which changes global state, is never
  /// called.
  static func prepared<Result>(_ body: () -> Result) -> Result {
    _ = isPrepared
    return body()
  }

  /// The version that duecal was built with, such as `3.0.16`; the library itself does not report its version.
  public static var version: String {
    "\(ICAL_MAJOR_VERSION).\(ICAL_MINOR_VERSION).\(ICAL_PATCH_VERSION)"
  }
}
