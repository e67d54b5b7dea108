import Foundation

/// The number of random operations in a test.
public enum Steps {
  /// The number in `DUECAL_STEPS`, or that of a test in everyday runs.
  public static func count(or usual: Int) -> Int {
    number("DUECAL_STEPS") ?? usual
  }

  /// The seeds of a test: as many as steps are asked for, from `DUECAL_SEED` on.
  public static func seeds(or usual: Int) -> Range<Int> {
    let first = number("DUECAL_SEED") ?? 0
    return first..<first + count(or: usual)
  }

  /// The number of rounds of steps in `DUECAL_ROUNDS`, or that of a test in everyday runs.
  public static func rounds(or usual: Int) -> Int { number("DUECAL_ROUNDS") ?? usual }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
