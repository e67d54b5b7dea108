import TaskBridge
import TaskText

/// Of which files the items of a calendar are, in order: `hash=count` for each run of them.
///
/// So a feed knows what it had of a file that is gone, or cannot be read. A file's name is its own
/// affair; the hash says whether it is the same.
struct FileRuns {
  private(set) var runs: [(file: UInt64, count: Int)] = []

  init() {}

  /// Reads texts; nothing where one of them is none.
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

  /// How many items there are.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds an item of a file.
  mutating func add(_ file: UInt64) {
    if let last = runs.last, last.file == file {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((file, 1))
    }
  }

  /// Adds those of another calendar behind these.
  mutating func append(_ other: FileRuns) { runs += other.runs }

  /// The hash that a file is known by.
  static func hash(of file: TaskFile) -> UInt64 {
    var hash = SipHash128()
    hash.combine(file.identity)
    return hash.finalize().0
  }
}
