/// Finds for a title the old lines whose titles are most like it, by the trigrams that they share.
///
/// A trigram that thousands of lines have tells nothing: rare ones are asked first, and a title asks
/// only so many lines. So the search stays linear even where all titles are alike.
struct CandidateSearch {
  private static let most = 24
  private static let patience = 4_000
  /// Titles that share less, in thousandths, are no candidates.
  private static let least = 250

  /// A line that was found: the likest comes first, and of these the nearest.
  private struct Candidate: Comparable {
    let line: Int
    let likeness: Int
    let distance: Int

    static func < (a: Candidate, b: Candidate) -> Bool {
      (b.likeness, a.distance, a.line) < (a.likeness, b.distance, b.line)
    }
  }

  private let lines: [Int]
  private let sizes: [Int]
  private let index: TrigramIndex
  /// How many trigrams each line shares with the title that is looked for; all 0 between searches.
  private var shared: [Int32]

  /// Takes the texts of the lines that can be found.
  init(_ lineTexts: [TitleText?]) {
    let texts = lineTexts.compactMap { $0 }
    lines = lineTexts.indices.filter { lineTexts[$0] != nil }
    sizes = texts.map(\.grams.count)
    index = TrigramIndex(texts)
    shared = [Int32](repeating: 0, count: texts.count)
  }

  /// The lines most like a title, the likest first; of equals those first that are near a line.
  mutating func lines(like text: TitleText, near home: Int) -> [Int] {
    var best: [Candidate] = []
    for place in count(text) {
      let likeness = 2000 * Int(shared[place]) / (sizes[place] + text.grams.count)
      shared[place] = 0
      guard likeness >= Self.least else { continue }
      let line = lines[place]
      Self.insert(Candidate(line: line, likeness: likeness, distance: abs(line - home)), &best)
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

  /// Counts the trigrams that each line shares with a title, and gives the places of these lines.
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
