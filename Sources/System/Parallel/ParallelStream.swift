import Dispatch
import Synchronization

/// Work on parts that are done by other threads while the next parts are made.
///
/// ```swift
/// let squares = ParallelStream(threads: 2) { (number: Int) in number * number }
/// for number in 0..<4 { squares.add(number) }
/// squares.results()  // [0, 1, 4, 9]
/// ```
public final class ParallelStream<Part: Sendable, Result: Sendable>: Sendable {
  private let body: @Sendable (Part) -> Result
  private let done = Mutex<[Result?]>([])
  private let group = DispatchGroup()
  private let free: DispatchSemaphore
  private let usesThreads: Bool

  /// Creates a stream without parts.
  ///
  /// - Parameters:
  ///   - threads: The number of processors; 1 does everything on the caller's thread.
  ///   - body: Does a part, and must not depend on the others.
  public init(threads: Int, _ body: @escaping @Sendable (Part) -> Result) {
    self.body = body
    usesThreads = threads > 1
    // A maker of parts that is faster than the work would fill the memory.
    free = DispatchSemaphore(value: 4 * max(1, threads))
  }

  /// Adds the next part; waits while too many are not done.
  public func add(_ part: Part) {
    let index = done.withLock { results in
      results.append(nil)
      return results.count - 1
    }
    guard usesThreads else { return keep(body(part), at: index) }
    free.wait()
    DispatchQueue.global().async(group: group) { [self] in
      keep(body(part), at: index)
      free.signal()
    }
  }

  private func keep(_ result: Result, at index: Int) {
    done.withLock { $0[index] = result }
  }

  /// Waits until all parts are done, and returns their results in the order of the parts.
  public func results() -> [Result] {
    group.wait()
    return done.withLock { $0.compactMap(\.self) }
  }
}
