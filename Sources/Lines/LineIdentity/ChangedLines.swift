/// Pairs the lines that changed, by the evidence for each pair.
struct ChangedLines {
  private let old: [ItemTrace]
  private let new: [ItemTrace]
  private let exact: ExactPasses
  /// The texts of the lines that are unpaired at the start; nil for all others.
  private let oldTexts: [TitleText?]
  private let newTexts: [TitleText?]
  /// The titles that occur on several lines of a snapshot.
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

  /// Pairs the certain lines first, because the other decisions depend on them.
  func run(_ pairs: inout Pairing) {
    var places = PlaceComparison(exact.old, exact.new, pairs: pairs)
    let similarities = similarities(places)
    for least in [200, 0, 0] {
      let edges = edges(similarities, places, pairs: pairs).filter { $0.weight > least }
      for edge in Assignment.best(of: edges) { pairs.pair(old: edge.old, new: edge.new) }
      exact.pairNeighbours(&pairs)
      if edges.isEmpty && least == 0 || pairs.isComplete { return }
      places = PlaceComparison(exact.old, exact.new, pairs: pairs)
    }
  }

  private typealias SimilarityCache = [(
    line: Int, candidates: [(line: Int, similarity: LineSimilarity)]
  )]

  /// For each unpaired new line, the old lines that are similar to it.
  private func similarities(_ places: PlaceComparison) -> SimilarityCache {
    var search = CandidateSearch(oldTexts)
    var similarities: SimilarityCache = []
    for (line, text) in newTexts.enumerated() {
      guard let text else { continue }
      let found = search.lines(like: text, near: places.home(of: line))
      similarities.append((line, found.compactMap { a in similarity(a, line).map { (a, $0) } }))
    }
    return similarities
  }

  private func similarity(_ a: Int, _ b: Int) -> LineSimilarity? {
    guard let first = oldTexts[a], let second = newTexts[b] else { return nil }
    return LineSimilarity(
      text: first.similarity(to: second), beginning: first.beginning(sharedWith: second),
      isRewording: first.isRewording(of: second),
      tags: LineSimilarity.Tags(old[a].countedTags, new[b].countedTags), isCommon: isCommon(a, b),
      hasSameNotes: old[a].hasNotes(of: new[b]))
  }

  /// True if two lines have the same title and other lines have it too.
  private func isCommon(_ a: Int, _ b: Int) -> Bool {
    let title = exact.old.title[a]
    return title == exact.new.title[b] && commonTitles.contains(title)
  }

  /// The possible pairs, with the evidence for each.
  private func edges(
    _ similarities: SimilarityCache, _ places: PlaceComparison, pairs: Pairing
  ) -> [Assignment.Edge] {
    var edges: [Assignment.Edge] = []
    for (line, candidates) in similarities where pairs.isOpen(new: line) {
      let near = places.neighbours(of: line).filter { a in !candidates.contains { $0.line == a } }
      for (a, similarity) in candidates
        + near.compactMap({ a in similarity(a, line).map { (a, $0) } })
      where pairs.mayPair(old: a, new: line) {
        let weight = Evidence.weight(of: similarity, in: places.place(old: a, new: line))
        if weight > 0 { edges.append(.init(old: a, new: line, weight: weight)) }
      }
    }
    return edges
  }
}
