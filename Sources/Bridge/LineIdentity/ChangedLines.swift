/// Pairs the lines that changed, by the evidence for each pair.
struct ChangedLines {
  private let old: [ItemTrace]
  private let new: [ItemTrace]
  private let exact: ExactPasses
  /// The texts of the lines that are left at first, where these are; the others have none.
  private let oldTexts: [TitleText?]
  private let newTexts: [TitleText?]
  /// The titles that several lines of a snapshot have.
  private let commonTitles: Set<Int>

  init(_ old: [ItemTrace], _ new: [ItemTrace], exact: ExactPasses, pairs: Pairing) {
    self.old = old
    self.new = new
    self.exact = exact
    oldTexts = old.indices.map { pairs.isOpen(old: $0) ? TitleText(old[$0].title) : nil }
    newTexts = new.indices.map { pairs.isOpen(new: $0) ? TitleText(new[$0].title) : nil }
    commonTitles = Self.repeated(exact.old.title).union(Self.repeated(exact.new.title))
  }

  private static func repeated(_ titles: [Int]) -> Set<Int> {
    var (seen, repeated): (Set<Int>, Set<Int>) = ([], [])
    for title in titles where !seen.insert(title).inserted { repeated.insert(title) }
    return repeated
  }

  /// Pairs what is certain first: it is the ground on which the rest is judged.
  func run(_ pairs: inout Pairing) {
    var places = PlaceComparison(exact.old, exact.new, pairs: pairs)
    let likenesses = likenesses(places)
    for least in [200, 0, 0] {
      let edges = edges(likenesses, places, pairs: pairs).filter { $0.weight > least }
      for edge in Assignment.best(of: edges) { pairs.pair(old: edge.old, new: edge.new) }
      exact.pairNeighbours(&pairs)
      if edges.isEmpty && least == 0 || pairs.isComplete { return }
      places = PlaceComparison(exact.old, exact.new, pairs: pairs)
    }
  }

  private typealias SimilarityCache = [(
    line: Int, candidates: [(line: Int, likeness: LineSimilarity)]
  )]

  /// For each new line that is left the old ones that are like it.
  private func likenesses(_ places: PlaceComparison) -> SimilarityCache {
    var search = CandidateSearch(oldTexts)
    var likenesses: SimilarityCache = []
    for (line, text) in newTexts.enumerated() {
      guard let text else { continue }
      let found = search.lines(like: text, near: places.home(of: line))
      likenesses.append((line, found.compactMap { a in likeness(a, line).map { (a, $0) } }))
    }
    return likenesses
  }

  private func likeness(_ a: Int, _ b: Int) -> LineSimilarity? {
    guard let first = oldTexts[a], let second = newTexts[b] else { return nil }
    return LineSimilarity(
      text: first.likeness(to: second), beginning: first.beginning(sharedWith: second),
      tags: LineSimilarity.Tags(old[a].tags, new[b].tags), isCommon: isCommon(a, b))
  }

  /// True if two lines have one title, and it is also that of others.
  private func isCommon(_ a: Int, _ b: Int) -> Bool {
    let title = exact.old.title[a]
    return title == exact.new.title[b] && commonTitles.contains(title)
  }

  /// The pairs that may be one, with the evidence for each.
  private func edges(
    _ likenesses: SimilarityCache, _ places: PlaceComparison, pairs: Pairing
  ) -> [Assignment.Edge] {
    var edges: [Assignment.Edge] = []
    for (line, candidates) in likenesses where pairs.isOpen(new: line) {
      let near = places.neighbours(of: line).filter { a in !candidates.contains { $0.line == a } }
      for (a, likeness) in candidates + near.compactMap({ a in likeness(a, line).map { (a, $0) } })
      where pairs.mayPair(old: a, new: line) {
        let weight = Evidence.weight(of: likeness, in: places.place(old: a, new: line))
        if weight > 0 { edges.append(.init(old: a, new: line, weight: weight)) }
      }
    }
    return edges
  }
}
