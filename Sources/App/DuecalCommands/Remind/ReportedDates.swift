import ExactText
import TaskBridge
import UserFiles

/// The unreadable dates that a job of `remind` has reported, so that it reports each once.
///
/// They are in a file in the folder of the ledger, with a line for each: a hash of the source, and a hash of the line
/// and its error. A line that was changed is reported again, and so is one that was fixed and broken again.
struct ReportedDates {
  private struct Report: Hashable {
    let source: String
    let fault: String
  }

  private let path: String
  private let known: Set<Report>
  private var met: Set<Report> = []
  /// The maximum number of reports on record; beyond that some are repeated.
  private static let most = 100_000

  /// Reads the reports of a job; an unreadable line counts as not reported.
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

  /// True if neither an earlier run nor this one has reported it.
  mutating func isNew(_ sentence: String, _ line: some Sequence<UInt8>, file: String) -> Bool {
    let source = file == "-" ? file : CanonicalPath.of(file)
    var hash = SipHash128()
    hash.combine(sentence)
    hash.combine(bytes: line)
    let report = Report(source: Self.hash(source), fault: hash.hexadecimal())
    return met.insert(report).inserted && !known.contains(report)
  }

  /// Saves this run's reports, and the earlier ones of sources that were not read.
  func save(read sources: ExactSet) throws(FileError) {
    let read = ExactSet(sources.map(Self.hash))
    let kept = met.union(known.filter { !read.contains($0.source) })
    guard kept != known else { return }
    let lines = kept.map { "\($0.source) \($0.fault)\n" }.sorted().prefix(Self.most)
    _ = try FileReplacement.write(Array(lines.joined().utf8), to: path)
  }

  private static func hash(_ text: String) -> String {
    var hash = SipHash128()
    hash.combine(text)
    return hash.hexadecimal()
  }
}
