import Dispatch
import Synchronization

/// Work that several threads do in parts, with the same result as one thread.
public enum Parallel {
  /// The results of the parts of some work, in the order of the parts.
  ///
  /// ```swift
  /// let squares = Parallel.map(4, threads: 2) { $0 * $0 }  // [0, 1, 4, 9]
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - threads: The maximum number of threads; 1 does everything on the caller's thread.
  ///   - body: Does a part, and must not depend on the others.
  public static func map<Result: Sendable>(
    _ count: Int, threads: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard threads > 1, count > 1 else { return (0..<count).map(body) }
    let results = Mutex<[Result?]>([Result?](repeating: nil, count: count))
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while case let part = next.add(1, ordering: .relaxed).oldValue, part < count {
        let result = body(part)
        results.withLock { $0[part] = result }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// What a closure makes of the portions of an array, in the order of the array.
  ///
  /// ```swift
  /// let squares = Parallel.flatMap([1, 2, 3], portion: 2, threads: 2) { $0.map { $0 * $0 } }  // [1, 4, 9]
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The array.
  ///   - portion: The number of elements that a thread takes at a time, at least 1.
  ///   - threads: The maximum number of threads; 1 does everything on the caller's thread.
  ///   - body: Does a portion, and must not depend on the others.
  public static func flatMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], portion: Int, threads: Int,
    _ body: @Sendable (ArraySlice<Element>) -> [Result]
  ) -> [Result] {
    let count = (elements.count + portion - 1) / portion
    return map(count, threads: threads) { part in
      body(elements[(part * portion)...].prefix(portion))
    }.flatMap(\.self)
  }
}
