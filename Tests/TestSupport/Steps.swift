import Foundation

/// How many random operations a test does.
public enum Steps {
  /// So many as `DUECAL_STEPS` says, or those that a test does every day.
  public static func count(or usual: Int) -> Int {
    ProcessInfo.processInfo.environment["DUECAL_STEPS"].flatMap { Int($0) } ?? usual
  }
}
