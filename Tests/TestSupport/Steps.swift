import Foundation

/// The number of random operations in a test.
public enum Steps {
  /// The number in `DUECAL_STEPS`, or that of a test in everyday runs.
  public static func count(or usual: Int) -> Int {
    ProcessInfo.processInfo.environment["DUECAL_STEPS"].flatMap { Int($0) } ?? usual
  }
}
