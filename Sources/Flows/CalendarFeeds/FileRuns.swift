import TaskBridge
import TaskText

/// The files of a calendar's items, in order: `hash=count` for each run of items from one file.
///
/// So a feed knows which items it had from a file that is gone or cannot be read. It contains a hash and not the
/// file's name, so that it does not publish the name.
struct FileRuns {
  private(set) var runs: [(file: UInt64, count: Int)] = []

  init() {}

  /// Reads texts; empty if one of them is not valid.
  init(_ texts: some Sequence<String>) {
    for text in texts {
      let parts = text.split(separator: "=")
      guard parts.count == 2, let file = UInt64(parts[0], radix: 16), let count = Int(parts[1]),
        count > 0, count < 1 << 30
      else {
        runs = []
        return
      }
      runs.append((file, count))
    }
  }

  /// The runs as texts.
  var texts: [String] { runs.map { "\(SipHash128.digits($0.file))=\($0.count)" } }

  /// The number of items.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds an item of a file.
  mutating func add(_ file: UInt64) { add(file, count: 1) }

  /// Adds items of a file.
  mutating func add(_ file: UInt64, count: Int) {
    if let last = runs.last, last.file == file {
      runs[runs.count - 1].count += count
    } else {
      runs.append((file, count))
    }
  }

  /// Appends the runs of another calendar.
  mutating func append(_ other: FileRuns) { runs += other.runs }

  /// The hash that identifies a file.
  static func hash(of file: TaskFile) -> UInt64 {
    var hash = SipHash128()
    hash.combine(file.identity)
    return hash.finalize().0
  }
}
