/// Values that are not freed before the process ends.
///
/// Freeing a hundred thousand items one by one takes longer than ending the process, which frees all of its memory.
enum UntilExit {
  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Keeps a value for the rest of the process.
  static func keep(_ value: some Sendable) { _ = Unmanaged.passRetained(Kept(value)) }
}
