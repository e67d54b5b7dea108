import ExactText
import TaskBridge
import UserFiles

/// The dates that cannot be read and that a job of `remind` has said, so that each is said once.
///
/// A file beside the ledger has a line for each: a hash of the source, and one of the line and what is wrong
/// with it. A line that was changed is another, and so is one that was mended and broken again.
struct ReportedDates {
  private struct Report: Hashable {
    let source: String
    let fault: String
  }

  private let path: String
  private let known: Set<Report>
  private var met: Set<Report> = []
  /// So many are remembered; of a file with more some are said again.
  private static let most = 100_000

  /// Reads what a job has said; what cannot be read was not said.
  init(in folder: String) {
    path = "\(folder)/unread-dates"
    let bytes = (try? FileSnapshot.read(path))?.bytes ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: Self.most)
    known = Set(
      lines.compactMap { line in
        let words = line.split(separator: UInt8(ascii: " ")).map {
          String(decoding: $0, as: UTF8.self)
        }
        return words.count == 2 ? Report(source: words[0], fault: words[1]) : nil
      })
  }

  /// True for what no earlier run, and nothing in this one, has said.
  mutating func isNew(_ sentence: String, _ line: some Sequence<UInt8>, _ file: String) -> Bool {
    let source = file == "-" ? file : CanonicalPath.of(file)
    var hash = StableHash()
    hash.combine(sentence)
    hash.combine(bytes: line)
    let report = Report(source: Self.hash(source), fault: hash.hexadecimal())
    return met.insert(report).inserted && !known.contains(report)
  }

  /// Remembers what was met, and of sources that were not read what was known.
  func save(read sources: ExactSet) throws(FileError) {
    let read = ExactSet(sources.map(Self.hash))
    let kept = met.union(known.filter { !read.contains($0.source) })
    guard kept != known else { return }
    let lines = kept.map { "\($0.source) \($0.fault)\n" }.sorted().prefix(Self.most)
    _ = try FileReplacement.write(Array(lines.joined().utf8), to: path)
  }

  private static func hash(_ text: String) -> String {
    var hash = StableHash()
    hash.combine(text)
    return hash.hexadecimal()
  }
}
