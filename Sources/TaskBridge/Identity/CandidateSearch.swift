/// Finds for a title the old lines whose titles are most like it, by the trigrams that they share.
///
/// A trigram that thousands of lines have tells nothing: rare ones are asked first, and a title asks
/// only so many lines. So the search stays linear even where all titles are alike.
struct CandidateSearch {
  private static let most = 24
  private static let patience = 4_000

  private let lines: [Int]
  private let sizes: [Int]
  /// The number of each trigram.
  private let numbers: [UInt64: Int]
  /// Where in `postings` the places of each trigram begin; one more for the end.
  private let starts: [Int]
  /// Places in `lines`, trigram by trigram.
  private let postings: [Int32]
  /// How many trigrams each line shares with the title that is looked for; all 0 between searches.
  private var shared: [Int32]

  init(_ lines: [Int], _ texts: [TitleText]) {
    self.lines = lines
    sizes = texts.map(\.grams.count)
    (numbers, starts, postings) = Self.index(texts)
    shared = [Int32](repeating: 0, count: lines.count)
  }

  /// The lines most like a title, the likest first; of equals those first that are near a line.
  mutating func lines(like text: TitleText, near home: Int) -> [Int] {
    let places = count(text)
    var best: [(place: Int, rank: Int, distance: Int)] = []
    for place in places {
      let rank = 2000 * Int(shared[place]) / (sizes[place] + text.grams.count)
      shared[place] = 0
      let distance = abs(lines[place] - home)
      if best.count == Self.most, let last = best.last,
        (last.rank, -last.distance) >= (rank, -distance)
      {
        continue
      }
      let spot = best.firstIndex { ($0.rank, -$0.distance) < (rank, -distance) } ?? best.count
      best.insert((place, rank, distance), at: spot)
      if best.count > Self.most { best.removeLast() }
    }
    return best.map { lines[$0.place] }
  }

  /// Counts the trigrams that each line shares with a title, and gives the places of these lines.
  private mutating func count(_ text: TitleText) -> [Int] {
    let ranges = text.grams.compactMap { numbers[$0] }.map { starts[$0]..<starts[$0 + 1] }
      .sorted { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
    var places: [Int] = []
    var left = Self.patience
    for range in ranges {
      left -= range.count
      if left < 0 { break }
      for posting in postings[range] {
        if shared[Int(posting)] == 0 { places.append(Int(posting)) }
        shared[Int(posting)] += 1
      }
    }
    return places
  }

  private static func index(
    _ texts: [TitleText]
  ) -> (numbers: [UInt64: Int], starts: [Int], postings: [Int32]) {
    var numbers: [UInt64: Int] = [:]
    var counts: [Int] = []
    let grams = texts.map { text in
      text.grams.map { gram in
        let number = numbers[gram] ?? counts.count
        if number == counts.count {
          numbers[gram] = number
          counts.append(0)
        }
        counts[number] += 1
        return number
      }
    }
    let starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var next = starts
    var postings = [Int32](repeating: 0, count: starts[counts.count])
    for (place, grams) in grams.enumerated() {
      for gram in grams {
        postings[next[gram]] = Int32(truncatingIfNeeded: place)
        next[gram] += 1
      }
    }
    return (numbers, starts, postings)
  }
}
