package import ExactText
import Synchronization

/// Counts which lines a task reads as items, and which items it writes as lines; tests set it.
///
/// Reading and writing lines takes most of the time of a sync, so an item that did not change needs neither.
package final class LineCodecCount: Sendable {
  /// The count of the present task; nil if nothing is counted.
  @TaskLocal package static var current: LineCodecCount?

  private let counts = Mutex((read: ExactDictionary<Int>(), written: ExactDictionary<Int>()))

  /// Creates a count of nothing.
  package init() {}

  /// How often each line was read, by its text.
  package var read: ExactDictionary<Int> { counts.withLock { $0.read } }

  /// How often each item was written, by its title.
  package var written: ExactDictionary<Int> { counts.withLock { $0.written } }

  func noteRead(_ line: String) { counts.withLock { $0.read[line, default: 0] += 1 } }

  func noteWritten(_ title: String) { counts.withLock { $0.written[title, default: 0] += 1 } }
}
