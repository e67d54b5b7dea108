/// Finds the old lines whose titles are most similar to a title, by the trigrams that they share.
///
/// A trigram in thousands of lines distinguishes little. So rare trigrams are looked up first, and one title reads a
/// limited number of lines. The search stays linear even if all titles are similar.
struct CandidateSearch {
  private static let most = 24
  private static let patience = 4_000
  /// The smallest similarity of a candidate, in thousandths.
  private static let least = 250

  /// A line that was found.
  ///
  /// The most similar line sorts first, and of equally similar ones the nearest.
  private struct Candidate: Comparable {
    let line: Int
    let similarity: Int
    let distance: Int

    static func < (a: Candidate, b: Candidate) -> Bool {
      (b.similarity, a.distance, a.line) < (a.similarity, b.distance, b.line)
    }
  }

  private let lines: [Int]
  private let sizes: [Int]
  private let index: TrigramIndex
  /// The number of trigrams that each line shares with the current title; all 0 between searches.
  private var shared: [Int32]

  /// Creates a search among the texts of lines.
  init(_ lineTexts: [TitleText?]) {
    let texts = lineTexts.compactMap { $0 }
    lines = lineTexts.indices.filter { lineTexts[$0] != nil }
    sizes = texts.map(\.grams.count)
    index = TrigramIndex(texts)
    shared = [Int32](repeating: 0, count: texts.count)
  }

  /// The lines most similar to a title, sorted by similarity, then by distance to a line.
  mutating func lines(like text: TitleText, near home: Int) -> [Int] {
    var best: [Candidate] = []
    for place in count(text) {
      let similarity = 2000 * Int(shared[place]) / (sizes[place] + text.grams.count)
      shared[place] = 0
      guard similarity >= Self.least else { continue }
      let line = lines[place]
      Self.insert(Candidate(line: line, similarity: similarity, distance: abs(line - home)), &best)
    }
    return best.map(\.line)
  }

  private static func insert(_ candidate: Candidate, _ best: inout [Candidate]) {
    if best.count == most {
      guard candidate < best[most - 1] else { return }
      best.removeLast()
    }
    best.insert(candidate, at: best.firstIndex { candidate < $0 } ?? best.count)
  }

  /// Counts the trigrams that each line shares with a title, and returns the indices of these lines.
  private mutating func count(_ text: TitleText) -> [Int] {
    let ranges = text.grams.compactMap { index.range(of: $0) }
      .sorted { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
    var places: [Int] = []
    var left = Self.patience
    for range in ranges {
      left -= range.count
      if left < 0 { break }
      for place in index.places[range].lazy.map({ Int($0) }) {
        if shared[place] == 0 { places.append(place) }
        shared[place] += 1
      }
    }
    return places
  }
}
